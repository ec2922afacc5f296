(* Checks a certificate (docs/certificate.md) with the proved checker.

     verify PROBLEM CERTIFICATE            says how many covers there are (up to symmetry, if it is
                                           a certificate of that), or, of a certificate of least
                                           costs, what the cheapest ones cost
     verify --cost PROBLEM CERTIFICATE     and what the cheapest of them costs
     verify --covers PROBLEM CERTIFICATE   all covers, as the numbers of their options
     verify --words PROBLEM CERTIFICATE    the same as without it, faster (slots that
                                           leap ahead by millions are refused)
     verify --problem PROBLEM              prints the problem as it was read
     verify --symmetries PROBLEM CERTIFICATE   of a count up to symmetry: the number, and the symmetries
                                           up to which it is, as cycles of options, counted from 0
     verify --sudoku PUZZLES ARCHIVE       says of how many puzzles the archive proves that they have
                                           one solution, or none, or at least two (--words; --box=RxC
                                           and --diagonal say which puzzles they are)

   Trusted here are the lines that hand over the problem's characters (a line of them, of a puzzle),
   and that print numbers, and with --symmetries the permutations that are handed over; of --sudoku
   also that what is taken for prepared is what the proved checker has prepared ([remembered]), as
   its proof is no part of the program, and that a puzzle's own problem is counted as it was made.
   The rest hands over the certificate, record by record, and need not be trusted: whatever it
   hands over, what the proved checker accepts is right. *)
open Checker

exception Refused of string
let refuse format = Printf.ksprintf (fun s -> raise (Refused s)) format

let positive = Following.positive
let natural = Following.natural
let rec count k = if k = 0 then O else S (count (k - 1))

(* Decimal digits: nine of them in each number of a list, the lowest first. *)
let decimal n =
  let rec times_plus factor carry = function
    | [] -> if carry > 0 then [carry] else []
    | d :: rest ->
      let d = factor * d + carry in
      (d mod 1000000000) :: times_plus factor (d / 1000000000) rest in
  (* those of factor * p + low, where the factor is a power of 2, and low is less *)
  let rec digits factor low p =
    match p with
    | XH -> times_plus factor low [1]
    | XO p when factor < 1 lsl 28 -> digits (2 * factor) low p
    | XI p when factor < 1 lsl 28 -> digits (2 * factor) (low + factor) p
    | p -> times_plus factor low (digits 1 0 p) in
  match n with
  | N0 -> "0"
  | Npos p ->
    (match List.rev (digits 1 0 p) with
     | [] -> "0"
     | first :: rest ->
       String.concat "" (string_of_int first :: List.map (Printf.sprintf "%09d") rest))

let signed_decimal = function
  | Z0 -> "0"
  | Zpos p -> decimal (Npos p)
  | Zneg p -> "-" ^ decimal (Npos p)

(* ---- The problem, in Knuth's format ---- *)

let character =
  let of_code code =
    let bit i = code lsr i land 1 = 1 in
    Ascii (bit 0, bit 1, bit 2, bit 3, bit 4, bit 5, bit 6, bit 7) in
  let all = Array.init 256 of_code in
  fun c -> all.(Char.code c)
let text_of string =
  let rec go i text = if i < 0 then text else go (i - 1) (character string.[i] :: text) in
  go (String.length string - 1) []
let string_of text =
  let code (Ascii (a, b, c, d, e, f, g, h)) =
    List.fold_right (fun bit n -> 2 * n + Bool.to_int bit) [a; b; c; d; e; f; g; h] 0 in
  let buffer = Buffer.create 10000 in
  List.iter (fun c -> Buffer.add_char buffer (Char.chr (code c))) text;
  Buffer.contents buffer

(* The first line without which what comes before can be read, and with which it cannot. *)
let wrong_line text =
  let lines = Array.of_list (String.split_on_char '\n' text) in
  let readable n =
    let first = String.concat "\n" (Array.to_list (Array.sub lines 0 n)) in
    read (text_of first) <> None in
  let is_nothing n =
    let line = String.trim lines.(n - 1) in line = "" || line.[0] = '|' in
  let rec items n = if n < Array.length lines && is_nothing n then items (n + 1) else n in
  let rec between good bad =
    if bad - good <= 1 then bad
    else
      let middle = (good + bad) / 2 in
      if readable middle then between middle bad else between good middle in
  let first = items 1 in
  if readable first then between first (Array.length lines) else first

let text_at path =
  let file = if path = "-" then stdin else open_in_bin path in
  set_binary_mode_in file true;
  let size = try in_channel_length file with Sys_error _ -> 0 in
  let buffer = Buffer.create (size + 65536) in
  (try while true do Buffer.add_channel buffer file 65536 done with End_of_file -> ());
  close_in file;
  Buffer.contents buffer
let read_text path text =
  match read (text_of text) with
  | Some problem -> problem
  | None -> refuse "%s:%d: this is not Knuth's format" path (wrong_line text)
(* The text in pieces: up to seven characters in a number, the first one lowest, and a 1 above the
   last one. *)
let read_quickly text =
  let last = String.length text - 1 in
  let rec word first i x = if i < first then x else word first (i - 1) (x lsl 8 lor Char.code text.[i]) in
  let rec words start first list =
    if first < start then list else words start (first - 7) (word first (Int.min (first + 6) last) 1 :: list) in
  let size = 7 * 512 in
  let piece k = let start = k * size in words start (start + (Int.min (size - 1) (last - start)) / 7 * 7) [] in
  read_in_pieces piece (count ((last + size) / size))
(* The problem, and the costs of its options. *)
let read_problem how path =
  let text = text_at path in
  match if how = `Words then read_quickly text else None with
  | Some (problem, costs) -> (problem, lazy (all_costs costs problem.opts))
  | None -> let named = read_text path text in (problem_of named, lazy (costs_of named))

(* ---- The certificate ---- *)

(* Bytes of a file, read many at once, or those of a string; how many were taken can be asked. *)
type input = { more : Bytes.t -> int; bytes : Bytes.t; mutable next : int; mutable size : int; mutable before : int }
let input_of channel =
  { more = (fun bytes -> input channel bytes 0 (Bytes.length bytes));
    bytes = Bytes.create 65536; next = 0; size = 0; before = 0 }
let input_of_string string =
  { more = (fun _ -> 0); bytes = Bytes.unsafe_of_string string; next = 0; size = String.length string; before = 0 }
let position file = file.before + file.next
let read_byte file =
  if file.next = file.size then begin
    file.before <- file.before + file.size;
    file.next <- 0;
    file.size <- file.more file.bytes;
    if file.size = 0 then raise End_of_file
  end;
  file.next <- file.next + 1;
  Char.code (Bytes.get file.bytes (file.next - 1))
(* whether it is the next one, which is read again *)
let next_is file byte =
  let found = read_byte file = byte in
  file.next <- file.next - 1;
  found
(* no more memory than there are bytes, however many are said to be there *)
let read_string file length =
  let text = Buffer.create (Stdlib.min length 65536) in
  for _ = 1 to length do Buffer.add_char text (Char.chr (read_byte file)) done;
  Buffer.contents text

(* what is behind so many bits of a number *)
let rec read_more file shift =
  let byte = read_byte file in
  let low = (byte land 127) lsl shift in
  if byte < 128 then low
  else if shift >= 56 then refuse "a number is too long"
  else low lor read_more file (shift + 7)
let read_number file =
  let byte = read_byte file in
  if byte < 128 then byte else byte land 127 lor read_more file 7
(* one that says how many there are, or which one: from 2^62 on, it would be below 0 *)
let read_amount file =
  let number = read_number file in
  if number < 0 then refuse "byte %d: a number is too large" (position file);
  number
(* What [read] gives so many times, first to last. If it reads, the file ends before the memory,
   however many there are said to be. *)
let several count read =
  let rec go left blocks =
    if left = 0 then List.fold_left (fun found block -> Array.fold_right List.cons block found) [] blocks
    else
      let size = Int.min left 4096 in
      go (left - size) (Array.init size (fun _ -> read ()) :: blocks) in
  go count []

let unzigzag code = (code lsr 1) lxor (- (code land 1))

(* For the arrays, a slot is a number. For the tree it is a path through it: how many digits, in
   base 8, and these, the highest first. *)
let path number =
  let digit i =
    match i land 7 with
    | 0 -> K0 | 1 -> K1 | 2 -> K2 | 3 -> K3 | 4 -> K4 | 5 -> K5 | 6 -> K6 | _ -> K7 in
  let rec go path i = if i = 0 then path else go (digit i :: path) (i lsr 3) in
  let digits = go [] number in
  let length = List.length digits in
  digit (length lsr 3) :: digit length :: digits

let rec as_int = function XH -> 1 | XO p -> 2 * as_int p | XI p -> 2 * as_int p + 1
let number = function N0 -> 0 | Npos p -> as_int p

(* Reading and preparing a problem, nearly all that is made stays, and the collector does next to
   nothing; nor in the first steps through a certificate, if these are no clauses. *)
let steps_before = ref 50000
let collect () =
  if !steps_before >= 0 then Gc.set { (Gc.get ()) with Gc.space_overhead = 400 };
  steps_before := -1
let step () =
  if !steps_before > 0 then begin
    decr steps_before;
    if !steps_before = 0 then collect ()
  end

(* A sweep: where in the checker's pool the states are that wait, for each item (or option) of
   the order, as they arrived. The states of a queue stand in blocks of neighbours, which can be
   had again when the queue is done. [place] is what the checker takes for a number, and
   [number] takes it back. *)
let block = 32
let whole_block = count block
type queue = { mutable last : int; mutable size : int; mutable blocks : int array }
let no_queue () = { last = -1; size = 0; blocks = [||] }
let place_in queue i = queue.blocks.(i / block) + i mod block
(* one more, for which a block is to be had if the last one is full *)
let arrive queue new_block =
  let i = queue.size in
  if i mod block = 0 then begin
    let n = i / block in
    if n = Array.length queue.blocks then begin
      let larger = Array.make (2 * n + 1) 0 in
      Array.blit queue.blocks 0 larger 0 n;
      queue.blocks <- larger
    end;
    queue.blocks.(n) <- new_block ()
  end;
  queue.size <- i + 1
let sweeps file place number =
  let queues = ref [||] and blocks = ref 0 and free = Stack.create () and leaving = ref None in
  let new_block () =
    match Stack.pop_opt free with
    | Some start -> start
    | None -> incr blocks; (!blocks - 1) * block in
  let start order =
    queues := Array.map (fun _ -> no_queue ()) order;
    blocks := 0;
    Stack.clear free;
    leaving := None;
    if order <> [||] then arrive !queues.(0) new_block;
    (* Its queue has the first place of all. *)
    Sweep (place 0, Array.to_list (Array.mapi (fun i number -> (place number, place i)) order)) in
  let queue name () =
    let leave queue =
      for i = (queue.size + block - 1) / block - 1 downto 0 do Stack.push queue.blocks.(i) free done;
      queue.blocks <- [||] in
    Option.iter leave !leaving;
    let queue = !queues.(number name) in
    leaving := Some queue;
    let run n =
      let size = Stdlib.min block (queue.size - n * block) in
      (place queue.blocks.(n), if size = block then whole_block else count size) in
    (List.init ((queue.size + block - 1) / block) run, ()) in
  let target name () =
    step ();
    let queue = !queues.(number name) in
    let index = queue.last + 1 + unzigzag (read_number file) in
    if index < 0 || index > queue.size then
      refuse "byte %d: there is no state %d in the queue" (position file) index;
    queue.last <- index;
    if index = queue.size then arrive queue new_block;
    (place (place_in queue index), ()) in
  (start, queue, target)

(* The records, one after the other, as the proved checker asks for them, and the options of an
   image. From version 8 on, products have other numbers. *)
let versions = [("dlxcert1", 1); ("dlxcert2", 2); ("dlxcert3", 3); ("dlxcert6", 6); ("dlxcert8", 8)]
let last_version = 8
let records file version slot place ~several_times ~sweep =
  let last = ref (-1) and waiting = ref (-1) and imaged = ref (-1) in
  let kept back =
    let number = !last - unzigzag back in
    if number < 0 then refuse "byte %d: there is no slot %d" (position file) number;
    slot number in
  let image () =
    imaged := !imaged + 1 + unzigzag (read_number file);
    if !imaged < 0 then refuse "byte %d: there is no option %d" (position file) !imaged;
    (natural !imaged, ()) in
  let plain record =
    if record land 1 = 0 then Branch (place (record lsr 1))
    else if record land 3 = 1 then Refer (kept (record lsr 2))
    else if record = 15 then sweep ()
    else if record = 7 && several_times then Shortage (natural (read_number file))
    else if record = 7 then if version >= 6 then Clauses else refuse "byte %d: the end comes too early" (position file)
    else if record = 23 && version >= 8 && several_times then TakeOrLeave (natural (read_amount file))
    else if record = 23 && version >= 8 then begin
      imaged := -1;
      Image (kept (read_number file))
    end
    else begin
      let parts = (record lsr 3) - (if version >= 8 then 1 else 0) in
      let size = read_amount file in
      if parts > size then refuse "byte %d: there are more parts than items" (position file);
      let items = several size (fun () -> place (read_number file)) in
      Product (count parts, items)
    end in
  let next () =
    step ();
    if !waiting >= 0 then begin
      let record = !waiting in
      waiting := -1;
      Some (plain record, ())
    end
    else
      let record = read_number file in
      if record land 7 = 3 then begin
        let number = !last + 1 + unzigzag (record lsr 3) in
        if number < 0 then refuse "byte %d: there is no slot %d" (position file) number;
        last := number;
        waiting := read_number file;
        Some (Keep (slot number), ())
      end
      else Some (plain record, ()) in
  (next, image)

(* The steps of clauses about a problem, which may be what is left of another one. *)
let steps_of file problem =
  collect ();
  let ints (item, color) = (number item, number color) in
  let options = Array.of_list (List.map (fun o -> Array.of_list (List.map ints o)) problem.opts) in
  let primary = List.length problem.bounds in
  let items = Array.fold_left (Array.fold_left (fun most (item, _) -> Stdlib.max most (item + 1))) primary options in
  let known = Following.start ~primary ~items options in
  let ascending size limit what =
    let rec go n last =
      if n = 0 then []
      else
        let next = last + 1 + read_number file in
        if next <= last || next >= limit then refuse "byte %d: there is no such %s" (position file) what;
        next :: go (n - 1) next in
    go size (-1) in
  let decisions = ref [||] in
  let decide shared =
    let others = read_amount file in
    if shared > Array.length !decisions || others > Array.length options then
      refuse "byte %d: there are no such decisions" (position file);
    let other () =
      let option = read_amount file in
      if option >= Array.length options then refuse "byte %d: there is no option %d" (position file) option;
      option in
    decisions := Array.append (Array.sub !decisions 0 shared) (Array.of_list (several others other));
    (shared, !decisions) in
  let step () =
    let step = read_number file in
    let size = step lsr 2 in
    match step land 3 with
    | 0 -> `Learn (ascending size (2 * Array.length options) "literal")
    | 1 when size = 0 -> refuse "byte %d: nothing is forgotten" (position file)
    | 1 -> `Forget (ascending size known.learnt.size "clause to forget")
    | 2 -> `Cover (decide size)
    | _ -> `No_cover (decide size) in
  let next = Following.next known step in
  fun () -> try next () with Following.Unfounded why -> refuse "byte %d: %s" (position file) why

(* The end of a certificate says once more how many covers there are. *)
let check_number file number =
  let words = several (read_amount file) (fun () -> read_string file 8) in
  let bits =
    List.concat_map
      (fun word -> List.init 64 (fun i -> Char.code word.[i / 8] lsr (i mod 8) land 1 = 1)) words in
  let add bit = function
    | None -> if bit then Some XH else None
    | Some rest -> Some (if bit then XI rest else XO rest) in
  let said = match List.fold_right add bits None with None -> N0 | Some p -> Npos p in
  if said <> number then
    refuse "it says that there are %s covers, but there are %s" (decimal said) (decimal number)
let check_end file number =
  if read_number file <> 7 then refuse "all is counted, but this is not the end";
  check_number file number

(* A certificate of least costs: covers, the weights of items, and the items to branch on, or bounds. *)
let tree_place i = positive (i + 1)
let tree_number place = as_int place - 1
let least_costs how file problem costs =
  let wanted = read_number file in
  let cover () =
    let next = ref (-1) in
    several (read_amount file) (fun () -> next := !next + 1 + read_number file; natural !next) in
  let covers = several (read_amount file) cover in
  let shift = read_number file in
  if shift < 0 || shift > 40 then refuse "byte %d: weights that are too fine" (position file);
  let weight () = unzigzag (read_number file) in
  let signed w = if w = 0 then Z0 else if w > 0 then Zpos (positive w) else Zneg (positive (-w)) in
  let items = List.length problem.bounds + number problem.ns in
  let weights = several items weight in
  (* of a bound: the items whose weights change, and by how much *)
  let changes change =
    let item = ref (-1) in
    for _ = 1 to read_amount file do
      item := !item + 1 + read_number file;
      if !item < 0 || !item >= items then refuse "byte %d: there is no such item" (position file);
      change !item (weight ())
    done in
  let records branch bound () =
    step ();
    let record = read_number file in
    if record = 1 then Some (bound (), ())
    else if record land 1 = 1 then refuse "byte %d: this is neither a branch nor a bound" (position file)
    else Some (branch (record lsr 1), ()) in
  let scale = Zpos (positive (1 lsl shift)) and first = List.map signed weights in
  (* Sums of numbers as large as these are not for machine integers. *)
  let size = function Z0 -> 0 | Zpos p | Zneg p -> as_int p in
  let largest = Float.of_int (List.fold_left (fun sum cost -> sum + size cost) 0 costs) *. Float.of_int (1 lsl shift) in
  let how = if largest < 0x1p60 then how else `Count in
  let answer =
    match how with
    | `Words ->
      let others = ref (SignedWords.table_of weights) in
      let bound () =
        changes (fun i more -> others := Wordarray.set !others i (Wordarray.get !others i + more));
        FastCheapest.Bound !others in
      FastCheapest.best (records (fun i -> FastCheapest.On i) bound) problem costs (natural wanted) covers scale first ()
    | `Count ->
      let others = ref (Least.table first) in
      let bound () =
        changes (fun i more ->
          let i = natural i in
          others := PositiveMap.add (N.succ_pos i) (Z.add (Least.price !others i) (signed more)) !others);
        Cheapest.Bound !others in
      Cheapest.best (records (fun i -> Cheapest.On (tree_place i)) bound) problem costs (natural wanted) covers scale first () in
  if answer = None then refuse "byte %d: the proved checker does not accept this" (position file);
  if read_number file <> 7 then refuse "all is looked at, but this is not the end";
  let prices = Least.table costs in
  List.iter (fun cover -> print_endline (signed_decimal (Cheapest.cost_of prices cover))) covers;
  if covers = [] then prerr_endline "verify: there is no cover"
  else if List.length covers < wanted then prerr_endline "verify: these are all covers"

(* All that the proved checker asks for; a sweep has no more items, or options, than [longest]. *)
let source_of file version ~several_times ~longest slot place number =
  let start, queue, target = sweeps file place number in
  let sweep () =
    let count = read_number file in
    if count < 0 || count > longest then
      refuse "byte %d: a sweep of more than there is" (position file);
    start (Array.init count (fun _ -> read_number file)) in
  let next_record, image = records file version slot place ~several_times ~sweep in
  { next_record; queue; target; image; step_of = steps_of file }

(* ---- Counts up to symmetry ---- *)

(* The graph of a problem whose vertices are permuted: options, then the colours of each kind of
   items, then these kinds, of items in the same options. [kind_of] an item is -1 if it is in none. *)
type graph = { options : (int * int) list array; first_kind : int; kind_of : int array; firsts : int array }
module Places = Map.Make (struct type t = (int * int) list * (n * n) option let compare = compare end)
let graph_of problem costs =
  let options = Array.of_list (List.map (List.map (fun (i, c) -> (number i, number c))) problem.opts) in
  let bounds = Array.of_list problem.bounds in
  let items = Array.length bounds + number problem.ns in
  (* Each colour of an item has a number, as it comes. *)
  let uses = Array.make items [] and colours = Array.make items 0 and ranks = Hashtbl.create 100 in
  let rank item colour =
    if colour = 0 then 0
    else match Hashtbl.find_opt ranks (item, colour) with
      | Some rank -> rank
      | None ->
        colours.(item) <- colours.(item) + 1;
        Hashtbl.add ranks (item, colour) colours.(item);
        colours.(item) in
  Array.iteri (fun k -> List.iter (fun (i, c) -> uses.(i) <- (k, rank i c) :: uses.(i))) options;
  let kinds = ref Places.empty and firsts = ref [] in
  let kind item =
    let key = (uses.(item), if item < Array.length bounds then Some bounds.(item) else None) in
    if uses.(item) = [] then -1
    else match Places.find_opt key !kinds with
      | Some kind -> kind
      | None ->
        let kind = Places.cardinal !kinds in
        kinds := Places.add key kind !kinds;
        firsts := item :: !firsts;
        kind in
  let kind_of = Array.make items (-1) in
  for item = 0 to items - 1 do kind_of.(item) <- kind item done;
  let firsts = Array.of_list (List.rev !firsts) in
  let all_colours = Array.fold_left (fun sum item -> sum + colours.(item)) 0 firsts in
  let seen = Hashtbl.create 1000 and costs = Array.of_list costs in
  Array.iteri
    (fun k option ->
      let key = (List.sort compare option, costs.(k)) in
      let text = Marshal.to_string key [Marshal.No_sharing] in
      if Hashtbl.mem seen text then
        refuse "options %d and %d are equal: what is one up to symmetry then, is not proved here" (Hashtbl.find seen text) k;
      Hashtbl.add seen text k)
    options;
  { options; first_kind = Array.length options + all_colours; kind_of; firsts }

let read_permutation file graph =
  let degree = graph.first_kind + Array.length graph.firsts in
  let seen = Array.make degree false and permutation = Array.make degree 0 in
  for vertex = 0 to degree - 1 do
    let image = read_number file in
    if image < 0 || image >= degree || seen.(image) then refuse "byte %d: this is no permutation" (position file);
    seen.(image) <- true;
    permutation.(vertex) <- image
  done;
  permutation
(* Where options go, and where items go: to the first one of a kind. *)
let options_moved graph permutation = Array.to_list (Array.sub permutation 0 (Array.length graph.options))
let items_moved graph permutation =
  let image item kind =
    if kind < 0 then item
    else
      let kind = permutation.(graph.first_kind + kind) - graph.first_kind in
      if kind < 0 then refuse "this takes items to what are no items" else graph.firsts.(kind) in
  Array.to_list (Array.mapi image graph.kind_of)
let cycles moved =
  let moved = Array.of_list moved in
  let seen = Array.make (Array.length moved) false in
  let rec cycle k =
    if k >= Array.length moved then refuse "this takes options to what are no options";
    if seen.(k) then [] else begin seen.(k) <- true; k :: cycle moved.(k) end in
  List.filter (( <> ) []) (List.init (Array.length moved) cycle)
(* Of each cycle of items, the first one is kept; and those in no option. *)
let is_kept graph permutation item =
  let kind = graph.kind_of.(item) in
  let rec smallest start k = k >= start && (k = start || smallest start permutation.(k)) in
  kind < 0
  || (graph.firsts.(kind) = item
      && let vertex = graph.first_kind + kind in smallest vertex permutation.(vertex))

(* A kind of symmetries. Its quotient has no options that have an item several times. *)
let kind_of_symmetry problem graph permutation =
  let bounds = Array.of_list problem.bounds in
  let moved = options_moved graph permutation in
  let cycles = cycles moved in
  let kept = List.filter (is_kept graph permutation) (List.init (Array.length graph.kind_of) Fun.id) in
  let primary, secondary = List.partition (fun item -> item < Array.length bounds) kept in
  let check item cycle =
    let times = List.length (List.filter (fun k -> List.mem_assoc item graph.options.(k)) cycle) in
    if times > 1 && times <= number (snd bounds.(item)) then
      refuse "options that a symmetry takes to each other cover an item several times together: this is not proved here" in
  List.iter (fun item -> if bounds.(item) <> (natural 1, natural 1) then List.iter (check item) cycles) primary;
  let naturals = List.map natural in
  { moved = naturals moved; its_images = naturals (items_moved graph permutation);
    its_cycles = List.map naturals cycles; its_primary = naturals primary; its_secondary = naturals secondary }

(* A certificate in pieces. *)
let input_of_pieces file =
  let left = ref 0 and ended = ref false in
  let more bytes =
    if !left = 0 && not !ended then begin left := read_amount file; ended := !left = 0 end;
    let size = Stdlib.min !left (Bytes.length bytes) in
    for i = 0 to size - 1 do Bytes.set bytes i (Char.chr (read_byte file)) done;
    left := !left - size;
    size in
  { more; bytes = Bytes.create 4096; next = 0; size = 0; before = 0 }

let classes how file problem costs ~several_times ~longest =
  collect ();
  let graph = graph_of problem costs in
  let generator () =
    let permutation = read_permutation file graph in
    (options_moved graph permutation, items_moved graph permutation) in
  let generators = several (read_amount file) generator in
  let piece = ref (input_of_string "") and version = ref 0 in
  let next_kind () =
    while !piece.more !piece.bytes > 0 do () done;
    match read_number file with
    | 0 -> Some (None, ())
    | 1 ->
      let kind = kind_of_symmetry problem graph (read_permutation file graph) in
      piece := input_of_pieces file;
      (match List.assoc_opt (read_string !piece 8) versions with
       | Some known when known >= 3 -> version := known
       | _ -> refuse "byte %d: the certificate of a quotient is another one" (position file));
      ignore (read_string !piece 8);
      Some (Some kind, ())
    | _ -> refuse "byte %d: this is no kind of symmetries" (position file) in
  let naturals = List.map natural in
  let permutations = List.map (fun (options, items) -> (naturals options, naturals items)) generators in
  let many = count 40 in
  let answer =
    match how with
    | `Words ->
      fast_count_classes next_kind (fun () -> source_of !piece !version ~several_times ~longest Fun.id Fun.id Fun.id) problem many permutations ()
    | `Count | `Symmetries ->
      count_classes next_kind (fun () -> source_of !piece !version ~several_times ~longest path tree_place tree_number) problem many permutations () in
  match answer with
  | None -> refuse "byte %d: the proved checker does not accept this" (position file)
  | Some ((classes, order), ()) ->
    check_number file classes;
    print_endline (decimal classes);
    if how = `Symmetries then
      List.iter
        (fun (options, _) ->
          let tell cycle = "(" ^ String.concat " " (List.map string_of_int cycle) ^ ")" in
          print_endline (String.concat " " (List.map tell (List.filter (fun c -> List.tl c <> []) (cycles options)))))
        generators;
    prerr_endline
      (if order = natural 1 then "verify: there is no symmetry but that all stays where it is"
       else Printf.sprintf "verify: up to %s symmetries" (decimal order))

(* The number of covers that records prove, and that the end behind them says once more. *)
let accepted file = function
  | Some (value, ()) -> value
  | None -> refuse "byte %d: the proved checker does not accept this" (position file)
let count_covers how file version ~several_times ~longest problem =
  let covers =
    accepted file
      (if version >= 6 && not several_times && next_is file 7 then begin
         (* Clauses are all of it: neither words nor what the walk prepares are needed. *)
         collect ();
         ignore (read_number file);
         by_clauses (steps_of file problem) problem ()
       end
       else
         match how with
         | `Words -> fast_count (source_of file version ~several_times ~longest Fun.id Fun.id Fun.id) problem ()
         | `Count -> Counter.walk (source_of file version ~several_times ~longest path tree_place tree_number) () problem ()) in
  check_end file covers;
  covers

let verify what problem_path certificate_path =
  let problem, costs = read_problem what problem_path in
  let channel =
    if certificate_path = "-" then stdin else open_in_bin certificate_path in
  set_binary_mode_in channel true;
  let file = input_of channel in
  let version = read_string file 8 in
  ignore (read_string file 8);
  let is_of_best = version = "dlxcert4" in
  let is_of_classes = version = "dlxcert5" in
  if version = "dlxcert7" then
    refuse "symmetric groups that are factors of a group (version 7) are not known to the proved checker";
  let known = List.assoc_opt version versions in
  if not (is_of_best || is_of_classes || known <> None) then refuse "this is not a certificate";
  let version = Option.value known ~default:0 in
  (* of options, if there are multiplicities *)
  let several_times = not (List.for_all is_once problem.bounds) in
  let longest = if several_times then List.length problem.opts else List.length problem.bounds in
  let by_trees () = source_of file version ~several_times ~longest path tree_place tree_number in
  let without_sweeps () =
    let refuse_it () =
      refuse "byte %d: --cost and --covers need a certificate without sweeps, images and clauses, which dlx count \
              FILE --engine=memo_counter --certificate=C writes" (position file) in
    let next_record, _ = records file version path tree_place ~several_times ~sweep:refuse_it in
    let next_record () = match next_record () with Some ((Image _ | Clauses), ()) -> refuse_it () | next -> next in
    { (by_trees ()) with next_record } in
  match what with
  | (`Count | `Words | `Symmetries) as how when is_of_classes -> classes how file problem (Lazy.force costs) ~several_times ~longest
  | _ when is_of_classes -> refuse "this is a certificate of a count up to symmetry, which says nothing of all covers"
  | `Symmetries -> refuse "this is no certificate of a count up to symmetry"
  | (`Count | `Words) as how when is_of_best -> least_costs how file problem (Lazy.force costs)
  | _ when is_of_best -> refuse "this is a certificate of least costs, which says nothing of all covers"
  | (`Count | `Words) as how ->
    print_endline (decimal (count_covers how file version ~several_times ~longest problem))
  | `Cost ->
    let covers, cheapest = accepted file (Cheapener.walk (without_sweeps ()) (Least.table (Lazy.force costs)) problem ()) in
    check_end file covers;
    print_endline (decimal covers);
    Option.iter (fun cost -> print_endline ("cheapest: " ^ signed_decimal cost)) cheapest
  | `Covers ->
    let covers = accepted file (Lister.walk (without_sweeps ()) () problem ()) in
    check_end file (natural (List.length covers));
    List.map (fun cover -> List.sort compare (List.map number cover)) covers
    |> List.sort compare
    |> List.iter (fun cover -> print_endline (String.concat " " (List.map string_of_int cover)))

(* ---- Archives of Sudoku puzzles ---- *)

let text_of_file path =
  let file = open_in_bin path in
  let text = really_input_string file (in_channel_length file) in
  close_in file;
  text

(* A cover has an option for each cell, in their order: the grid of their digits. Of a puzzle with
   candidates these are the options that are left of all. *)
let has_candidates puzzle =
  let side = number puzzle.on.side in
  List.exists (fun digits -> let count = List.length digits in count <> 1 && count <> side) puzzle.may_have
let read_grid file puzzle =
  let size = read_number file in
  let side = int_of_float (sqrt (float_of_int size)) in
  if side < 1 || side > 32 || side * side <> size then refuse "this is no grid";
  let place =
    if has_candidates puzzle then
      let left = Array.of_list (left_ puzzle) in
      fun option -> if option < Array.length left then number left.(option) else refuse "this is no grid"
    else Fun.id in
  let next = ref (-1) in
  List.map
    (fun cell ->
      next := !next + 1 + read_number file;
      if !next < 0 || place !next / side <> cell then refuse "this is no grid";
      natural (place !next mod side + 1))
    (List.init size Fun.id)

(* Why a line is not read: the first rule of it that is not known. *)
let unknown_rule line =
  let name statement = List.hd (String.split_on_char '~' (List.hd (String.split_on_char ' ' statement))) in
  let is_known name =
    List.mem name [""; "Shape"; "NoBoxes"; "Jigsaw"; "Diagonal"; "AllDifferent"; "Windoku"; "AntiKnight"; "AntiKing"; "DisjointSets"] in
  if String.contains line '~' then List.find_opt (fun name -> not (is_known name)) (List.map name (String.split_on_char '.' line))
  else None

(* What an entry proves of the puzzle on the line: how many solutions it has, or that there are
   several. *)
type proved = Exactly of n | Several
let check_entry how solutions boxes diagonals line kind entry =
  if kind = 0 then refuse "there is no certificate";
  let not_read () =
    Option.iter (refuse "the rule %s is not known to the proved checker") (unknown_rule (string_of line));
    refuse "this is not the line of a puzzle that is read here" in
  let file = input_of_string entry in
  let head = read_string file 8 in
  let proved, behind =
    match kind with
    | 1 ->
      (match solutions file line with
       | Some (count, ()) -> (Exactly count, 0)
       | None when puzzle_of_line boxes diagonals line = None -> not_read ()
       | None -> refuse "byte %d of the certificate: the proved checker does not accept this" (position file))
    | 2 ->
      let version = match List.assoc_opt head versions with Some known -> known | None -> refuse "this is not a certificate" in
      ignore (read_string file 8);
      (match problem_of_line boxes diagonals line with
       | None -> not_read ()
       | Some problem ->
         let longest = List.length problem.bounds in
         (Exactly (count_covers how file version ~several_times:false ~longest problem), 8))
    | _ ->
      let puzzle = match puzzle_of_line boxes diagonals line with Some puzzle -> puzzle | None -> not_read () in
      let one = read_grid file puzzle in
      let other = read_grid file puzzle in
      if several_of_line boxes diagonals line one other then (Several, 0) else refuse "these are not two solutions" in
  if position file + behind <> String.length entry then refuse "there is something behind the certificate";
  proved

let verify_archive how boxes diagonals puzzles_path archive_path =
  collect ();
  let puzzles =
    List.filter (fun (_, line) -> let line = String.trim line in line <> "" && line.[0] <> '#')
      (List.mapi (fun i line -> (i + 1, line)) (String.split_on_char '\n' (text_of_file puzzles_path))) in
  let archive = open_in_bin archive_path in
  let file = input_of archive in
  if read_string file 8 <> "sudcert1" then refuse "this is no archive of certificates";
  (* What was prepared last; the proved checker sees whether it is that of the puzzle. *)
  let remembered prepare form_of =
    let last = ref None in
    fun form ->
      match !last with
      | Some prepared when form_eq (form_of prepared) form -> !last
      | _ -> last := prepare form; !last in
  let longest = 100000 in
  let solutions =
    match how with
    | `Words ->
      let found = remembered FastSolver.prepare FastSolver.of_form in
      let source entry = source_of entry last_version ~several_times:false ~longest path Fun.id Fun.id in
      fun entry line -> FastSolver.solutions_of_line (source entry) () found boxes diagonals line ()
    | `Count ->
      let found = remembered Solver.prepare Solver.of_form in
      let source entry = source_of entry last_version ~several_times:false ~longest path tree_place tree_number in
      fun entry line -> Solver.solutions_of_line (source entry) () found boxes diagonals line () in
  let unique = ref 0 and none = ref 0 and several = ref 0 and wrong = ref 0 in
  List.iter
    (fun (number, line) ->
      let head = read_number file in
      if head = 4 then refuse "the archive has no entry for line %d" number;
      let entry = read_string file (head lsr 2) in
      match check_entry how solutions boxes diagonals (text_of line) (head land 3) entry with
      | Exactly N0 -> incr none
      | Exactly (Npos XH) -> incr unique
      | Exactly _ | Several -> incr several
      | exception Refused why -> incr wrong; Printf.printf "%s:%d: %s\n" puzzles_path number why
      | exception End_of_file -> incr wrong; Printf.printf "%s:%d: the certificate ends before its end\n" puzzles_path number)
    puzzles;
  if read_number file <> 4 || read_number file <> List.length puzzles then refuse "the archive has other entries than there are puzzles";
  let tell count what = if count > 0 then [Printf.sprintf "%d %s" count what] else [] in
  print_endline
    (String.concat ", "
       (tell !unique "proved unique" @ tell !none "proved to have no solution"
        @ tell !several "proved to have several solutions" @ tell !wrong "not proved"));
  if !wrong > 0 then exit 1

let () =
  (* Most of what is made is forgotten at once, in memory that stays in the processor's cache;
     what is kept, is kept for long; and what is free, is not given back. *)
  Gc.set { (Gc.get ()) with Gc.minor_heap_size = 1 lsl 17; Gc.space_overhead = 20000; Gc.max_overhead = 1000000 };
  let guarded work =
    try work () with
    | Refused why -> prerr_endline ("verify: " ^ why); exit 1
    | End_of_file -> prerr_endline "verify: the certificate ends before its end"; exit 1
    | Out_of_memory -> prerr_endline "verify: this is too large for the memory"; exit 1
    | Stack_overflow ->
      prerr_endline "verify: this is too large for the stack; ulimit -s unlimited helps"; exit 1
    | Sys_error why -> prerr_endline ("verify: " ^ why); exit 66 in
  let run what problem certificate = guarded (fun () -> verify what problem certificate) in
  let usage () =
    prerr_endline
      "usage: verify [--words | --cost | --covers | --symmetries] PROBLEM CERTIFICATE, verify --problem PROBLEM, or verify \
       --sudoku [--words] [--box=RxC] [--diagonal] PUZZLES ARCHIVE";
    exit 2 in
  let rec sudoku how boxes diagonals = function
    | "--words" :: rest -> sudoku `Words boxes diagonals rest
    | "--diagonal" :: rest -> sudoku how boxes true rest
    | [puzzles; archive] -> guarded (fun () -> verify_archive how boxes diagonals puzzles archive)
    | box :: rest ->
      (match Scanf.sscanf box "--box=%ux%u%!" (fun h w -> (natural h, natural w)) with
       | boxes -> sudoku how (Some boxes) diagonals rest
       | exception (Scanf.Scan_failure _ | Failure _ | End_of_file) -> usage ())
    | [] -> usage () in
  match List.tl (Array.to_list Sys.argv) with
  | "--sudoku" :: rest -> sudoku `Count None false rest
  | ["--problem"; problem] ->
    guarded (fun () -> print_string (string_of (print (read_text problem (text_at problem)))))
  | ["--words"; problem; certificate] -> run `Words problem certificate
  | ["--cost"; problem; certificate] -> run `Cost problem certificate
  | ["--symmetries"; problem; certificate] -> run `Symmetries problem certificate
  | ["--covers"; problem; certificate] -> run `Covers problem certificate
  | [problem; certificate] -> run `Count problem certificate
  | _ -> usage ()
