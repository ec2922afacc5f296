(* Checks a certificate (docs/certificate.md) by the checker that is proved right.

     verify PROBLEM CERTIFICATE

   What must be trusted here is [read_problem], and that [count] is printed as it is. The
   rest goes through the tree as the certificate says and hands over, node by node from the
   leaves up, what the proved checker asks for: a state, its item, and for each option that
   fits the number of a node that it has accepted before. Whatever it hands over, if the
   checker accepts it, the count is right; so this part need not be. *)
open Checker

exception Refused of string
let refuse format = Printf.ksprintf (fun s -> raise (Refused s)) format

let rec positive k =
  if k = 1 then XH
  else if k land 1 = 1 then XI (positive (k lsr 1)) else XO (positive (k lsr 1))
let natural k = if k = 0 then N0 else Npos (positive k)

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

(* Up to the first word that begins with a bar, which is a cost. *)
let rec without_cost = function
  | [] -> []
  | word :: _ when word.[0] = '|' -> []
  | word :: rest -> word :: without_cost rest

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
    let primary = ref 0 and is_primary = ref true in
    let add name =
      if name = "|" then is_primary := false
      else if String.contains name '|' then
        refuse "\"%s\": items with multiplicities are not proved yet" name
      else if Hashtbl.mem numbers name then refuse "item \"%s\" is there twice" name
      else begin
        Hashtbl.add numbers name (Hashtbl.length numbers);
        if !is_primary then incr primary
      end in
    List.iter add names;
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
        if item name < !primary then refuse "primary item \"%s\" has a colour" name;
        (natural (item name), natural (color (String.sub word (colon + 1) rest))) in
    let options = List.rev (List.rev_map (fun row -> List.map use (without_cost row)) options) in
    ( { np = natural !primary;
        ns = natural (Hashtbl.length numbers - !primary);
        nc = natural (Hashtbl.length colors);
        opts = options },
      Hashtbl.length numbers )

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

(* The node numbers of the checker. Those that are free come again. *)
let free = ref [] and numbers_used = ref 0
let new_number () =
  match !free with
  | number :: rest -> free := rest; number
  | [] -> incr numbers_used; !numbers_used

let verify problem_path certificate_path =
  let problem, item_count = read_problem problem_path in
  let compiled =
    match FN.fcompile problem with
    | Some compiled -> compiled
    | None -> refuse "an option has no primary item" in
  let file =
    if certificate_path = "-" then stdin else open_in_bin certificate_path in
  set_binary_mode_in file true;
  if really_input_string file 8 <> "dlxcert1" then refuse "this is not a certificate";
  ignore (really_input_string file 8);

  let state = ref FN.fst0 in
  let step command =
    match FN.fstep compiled !state command with
    | Some next -> state := next
    | None -> refuse "byte %d: the proved checker does not accept this" (pos_in file) in
  (* A node is there for as long as somebody holds it: a slot, or a parent that is not done
     yet. *)
  let holders = Hashtbl.create 1000 in
  let hold number =
    let before = Option.value (Hashtbl.find_opt holders number) ~default:0 in
    Hashtbl.replace holders number (before + 1) in
  let release number =
    if number > 0 then begin
      let left = Hashtbl.find holders number - 1 in
      Hashtbl.replace holders number left;
      if left = 0 then begin
        step (FN.FDel (positive number));
        free := number :: !free
      end
    end in

  let primary = compiled.FN.f_prim in
  let options_of = Array.make (max item_count 1) [] in
  for item = 0 to item_count - 1 do
    match PositiveMap.find (positive (item + 1)) compiled.FN.f_tab with
    | Some options -> options_of.(item) <- options
    | None -> ()
  done;
  let has_secondary = problem.ns <> N0 in

  (* The state without the secondary items that no option that fits has: states that differ
     in these alone have the same. *)
  let normal state =
    if not has_secondary then state
    else
      List.fold_left
        (fun sum option ->
           if NB.subb option.FN.fnd state then
             NB.union sum
               (NB.union option.FN.fnd (NB.inter option.FN.fkl state))
           else sum)
        (NB.inter state primary) compiled.FN.f_opts in

  (* Slots: the number of the node that is there, and its state. *)
  let slots = Hashtbl.create 1000 in
  let last = ref (-1) in
  let is_done state = NB.disjb state primary in

  (* The node of a state, which is held for whoever asks. A state without open items is
     node 0. *)
  let rec node state =
    if is_done state then 0
    else
      let record = read_number file in
      if record land 1 = 0 then branch state (record lsr 1)
      else if record land 3 = 1 then refer state (record lsr 2)
      else if record land 7 = 3 then begin
        let slot = !last + 1 + unzigzag (record lsr 3) in
        last := slot;
        let next = read_number file in
        if next land 1 <> 0 then refuse "products are not read here yet";
        keep state slot (next lsr 1)
      end
      else refuse "byte %d: neither branch nor reference" (pos_in file)

  and branch state item =
    if item < 0 || item >= item_count then refuse "there is no item %d" item;
    let children =
      List.filter_map
        (fun option ->
           if NB.subb option.FN.fnd state then
             Some (node (NB.diff state option.FN.fkl))
           else None)
        options_of.(item) in
    let number = new_number () in
    step
      (FN.FBranch
         (positive number, state, natural item, List.map natural children));
    List.iter release children;
    hold number;
    number

  and keep state slot item =
    let least = normal state in
    let kept = branch least item in
    (match Hashtbl.find_opt slots slot with
     | Some (before, _) -> release before
     | None -> ());
    Hashtbl.replace slots slot (kept, least);
    hold kept;
    wider state least kept

  and refer state back =
    match Hashtbl.find_opt slots (!last - unzigzag back) with
    | None -> refuse "byte %d: nothing is in that slot" (pos_in file)
    | Some (kept, least) -> hold kept; wider state least kept

  (* The same node for a state that has secondary items which do not matter. *)
  and wider state least kept =
    if NB.eqb state least then kept
    else begin
      let number = new_number () in
      step (FN.FProd (positive number, state, natural kept, N0));
      release kept;
      hold number;
      number
    end in

  let root = node compiled.FN.f_full in
  match FN.ffinish compiled !state (natural root) with
  | Some count -> print_endline (decimal count)
  | None -> refuse "the proved checker does not accept the root"

let () =
  match Sys.argv with
  | [| _; problem; certificate |] ->
    (try verify problem certificate with
     | Refused what -> prerr_endline ("verify: " ^ what); exit 1
     | End_of_file -> prerr_endline "verify: the certificate ends before its end"; exit 1
     | Sys_error what -> prerr_endline ("verify: " ^ what); exit 66)
  | _ -> prerr_endline "usage: verify PROBLEM CERTIFICATE"; exit 2
