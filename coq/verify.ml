(* Checks a certificate (docs/certificate.md) by the checker that is proved right.

     verify PROBLEM CERTIFICATE            says how many covers there are
     verify --cost PROBLEM CERTIFICATE     and what the cheapest of them costs
     verify --covers PROBLEM CERTIFICATE   all covers, as the numbers of their options

   What must be trusted here is [read_problem], and that numbers are printed as they are.
   The rest hands over what the certificate says, record by record. Whatever it hands over,
   if the proved checker accepts it, what the checker says is right; so this part need not
   be. *)
open Checker

exception Refused of string
let refuse format = Printf.ksprintf (fun s -> raise (Refused s)) format

let rec positive k =
  if k = 1 then XH
  else if k land 1 = 1 then XI (positive (k lsr 1)) else XO (positive (k lsr 1))
let natural k = if k = 0 then N0 else Npos (positive k)
let integer k = if k = 0 then Z0 else if k > 0 then Zpos (positive k) else Zneg (positive (-k))
let rec count k = if k = 0 then O else S (count (k - 1))

(* Decimal digits: nine of them in each number of a list, the lowest first. *)
let decimal n =
  let double_plus digits bit =
    let rec go carry = function
      | [] -> if carry > 0 then [carry] else []
      | d :: rest ->
        let d = 2 * d + carry in
        (d mod 1000000000) :: go (d / 1000000000) rest in
    go bit digits in
  let rec digits = function
    | XH -> [1]
    | XO p -> double_plus (digits p) 0
    | XI p -> double_plus (digits p) 1 in
  match n with
  | N0 -> "0"
  | Npos p ->
    (match List.rev (digits p) with
     | [] -> "0"
     | first :: rest ->
       String.concat "" (string_of_int first :: List.map (Printf.sprintf "%09d") rest))

(* ---- The problem, in Knuth's format ---- *)

let words line =
  String.map (function '\t' | '\r' -> ' ' | c -> c) line
  |> String.split_on_char ' ' |> List.filter (fun word -> word <> "")

let whole word digits =
  if digits = "" || String.exists (fun c -> c < '0' || c > '9') digits || String.length digits > 10
  then refuse "in \"%s\", a number should be here: \"%s\"" word digits;
  int_of_string ("0u" ^ digits)

(* "|7" or "|-7" *)
let cost word =
  let digits = String.sub word 1 (String.length word - 1) in
  if digits <> "" && digits.[0] = '-' then
    - (whole word (String.sub digits 1 (String.length digits - 1)))
  else whole word digits

(* An item as it is declared: "name", "n|name" or "low:high|name". *)
let item_and_bounds word =
  match String.index_opt word '|' with
  | None -> (word, (1, 1))
  | Some bar ->
    let bounds = String.sub word 0 bar in
    let name = String.sub word (bar + 1) (String.length word - bar - 1) in
    (match String.split_on_char ':' bounds with
     | [n] -> (name, (whole word n, whole word n))
     | [low; high] -> (name, (whole word low, whole word high))
     | _ -> refuse "misplaced ':' in \"%s\"" word)

let read_problem path =
  let file = open_in_bin path in
  let rec lines () =
    match input_line file with
    | line ->
      (match words line with
       | [] -> lines ()
       | first :: _ when first.[0] = '|' -> lines ()
       | row -> row :: lines ())
    | exception End_of_file -> [] in
  let rows = lines () in
  close_in file;
  match rows with
  | [] -> refuse "the problem has no items"
  | names :: options ->
    let numbers = Hashtbl.create 100 and colors = Hashtbl.create 100 in
    let bounds = ref [] and is_secondary = ref false in
    let declare word =
      let word =
        if word.[0] <> '|' then word
        else if !is_secondary then refuse "a second '|'"
        else (is_secondary := true; String.sub word 1 (String.length word - 1)) in
      if word <> "" then begin
        let name, (low, high) = item_and_bounds word in
        if !is_secondary && name <> word then
          refuse "\"%s\": a secondary item has no multiplicity" word;
        if name = "" || String.exists (fun c -> c = '|' || c = ':') name then
          refuse "\"%s\" is not an item" word;
        if Hashtbl.mem numbers name then refuse "item \"%s\" is there twice" name;
        Hashtbl.add numbers name (Hashtbl.length numbers);
        if not !is_secondary then
          bounds := (natural low, natural high) :: !bounds
      end in
    List.iter declare names;
    let primary = List.length !bounds in
    let item name =
      match Hashtbl.find_opt numbers name with
      | Some number -> number
      | None -> refuse "there is no item \"%s\"" name in
    let color name =
      if not (Hashtbl.mem colors name) then
        Hashtbl.add colors name (Hashtbl.length colors + 1);
      Hashtbl.find colors name in
    let use word =
      match String.index_opt word ':' with
      | None -> (natural (item word), N0)
      | Some colon ->
        let name = String.sub word 0 colon in
        let rest = String.length word - colon - 1 in
        if item name < primary then refuse "primary item \"%s\" has a colour" name;
        (natural (item name), natural (color (String.sub word (colon + 1) rest))) in
    let option row =
      let costs, uses = List.partition (fun word -> word.[0] = '|') row in
      let items = List.map (fun word -> List.hd (String.split_on_char ':' word)) uses in
      if List.length (List.sort_uniq compare items) < List.length items then
        refuse "an option has an item twice: %s" (String.concat " " row);
      (List.map use uses, List.fold_left (+) 0 (List.map cost costs)) in
    let options = List.rev (List.rev_map option options) in
    ( { bounds = List.rev !bounds;
        ns = natural (Hashtbl.length numbers - primary);
        nc = natural (Hashtbl.length colors);
        opts = List.map fst options },
      List.map (fun (_, cost) -> integer cost) options )

(* ---- The certificate ---- *)

let read_number file =
  let rec go shift =
    let byte = input_byte file in
    let low = (byte land 127) lsl shift in
    if byte < 128 then low
    else if shift >= 56 then refuse "a number is too long"
    else low lor go (shift + 7) in
  go 0

let unzigzag code = (code lsr 1) lxor (- (code land 1))

(* The records, one after the other, as the proved checker asks for them. *)
let records file =
  let last = ref (-1) and waiting = ref (-1) in
  let plain record =
    if record land 1 = 0 then Branch (natural (record lsr 1))
    else if record land 3 = 1 then begin
      let slot = !last - unzigzag (record lsr 2) in
      if slot < 0 then refuse "byte %d: there is no slot %d" (pos_in file) slot;
      Refer (natural slot)
    end
    else begin
      let parts = record lsr 3 in
      let items = read_number file in
      if parts > items then refuse "byte %d: there are more parts than items" (pos_in file);
      Product (count parts, List.init items (fun _ -> natural (read_number file)))
    end in
  fun () ->
    if !waiting >= 0 then begin
      let record = !waiting in
      waiting := -1;
      Some (plain record, ())
    end
    else
      let record = read_number file in
      if record land 7 = 3 then begin
        let slot = !last + 1 + unzigzag (record lsr 3) in
        if slot < 0 then refuse "byte %d: there is no slot %d" (pos_in file) slot;
        last := slot;
        waiting := read_number file;
        Some (Keep (natural slot), ())
      end
      else Some (plain record, ())

(* The end of a certificate says once more how many covers there are. *)
let check_end file number =
  if read_number file <> 7 then refuse "all is counted, but this is not the end";
  let words = List.init (read_number file) (fun _ -> really_input_string file 8) in
  let bits =
    List.concat_map
      (fun word -> List.init 64 (fun i -> Char.code word.[i / 8] lsr (i mod 8) land 1 = 1)) words in
  let add bit = function
    | None -> if bit then Some XH else None
    | Some rest -> Some (if bit then XI rest else XO rest) in
  let said = match List.fold_right add bits None with None -> N0 | Some p -> Npos p in
  if said <> number then
    refuse "it says that there are %s covers, but there are %s" (decimal said) (decimal number)

let rec as_int = function XH -> 1 | XO p -> 2 * as_int p | XI p -> 2 * as_int p + 1
let number = function N0 -> 0 | Npos p -> as_int p

let verify what problem_path certificate_path =
  let problem, costs = read_problem problem_path in
  let file =
    if certificate_path = "-" then stdin else open_in_bin certificate_path in
  set_binary_mode_in file true;
  if really_input_string file 8 <> "dlxcert1" then refuse "this is not a certificate";
  ignore (really_input_string file 8);
  let next = records file in
  let accepted = function
    | Some (value, ()) -> value
    | None -> refuse "byte %d: the proved checker does not accept this" (pos_in file) in
  match what with
  | (`Count | `Words) as how ->
    let walk = if how = `Words then FastCounter.walk else Counter.walk in
    let covers = accepted (walk next () problem ()) in
    check_end file covers;
    print_endline (decimal covers)
  | `Cost ->
    let covers, cheapest = accepted (Cheapener.walk next (Least.table costs) problem ()) in
    check_end file covers;
    print_endline (decimal covers);
    (match cheapest with
     | None -> ()
     | Some Z0 -> print_endline "cheapest: 0"
     | Some (Zpos p) -> print_endline ("cheapest: " ^ decimal (Npos p))
     | Some (Zneg p) -> print_endline ("cheapest: -" ^ decimal (Npos p)))
  | `Covers ->
    let covers = accepted (Lister.walk next () problem ()) in
    check_end file (natural (List.length covers));
    List.map (fun cover -> List.sort compare (List.map number cover)) covers
    |> List.sort compare
    |> List.iter (fun cover -> print_endline (String.concat " " (List.map string_of_int cover)))

let () =
  (* Most of what is made is forgotten at once; what is kept, is kept for long. *)
  Gc.set { (Gc.get ()) with Gc.minor_heap_size = 1 lsl 21; Gc.space_overhead = 400 };
  let run what problem certificate =
    try verify what problem certificate with
    | Refused why -> prerr_endline ("verify: " ^ why); exit 1
    | End_of_file -> prerr_endline "verify: the certificate ends before its end"; exit 1
    | Sys_error why -> prerr_endline ("verify: " ^ why); exit 66 in
  match Sys.argv with
  | [| _; problem; certificate |] -> run `Count problem certificate
  | [| _; "--words"; problem; certificate |] -> run `Words problem certificate
  | [| _; "--cost"; problem; certificate |] -> run `Cost problem certificate
  | [| _; "--covers"; problem; certificate |] -> run `Covers problem certificate
  | _ -> prerr_endline "usage: verify [--cost | --covers] PROBLEM CERTIFICATE"; exit 2
