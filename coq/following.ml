(* Propagation, as docs/certificate.md has it, for a certificate by clauses: it finds the hints that
   the proved checker (coq/Clauses.v) asks for. What it finds need not be trusted.

   Whatever follows without assumptions becomes a clause of one literal, so that it need not be
   derived again. A hint is told only if the contradiction, or a chosen option, needs it. *)
open Checker

exception Unfounded of string

(* ---- numbers ---- *)
let rec positive k =
  if k = 1 then XH
  else if k land 1 = 1 then XI (positive (k lsr 1)) else XO (positive (k lsr 1))
let natural k = if k = 0 then N0 else Npos (positive k)
(* Those of the first items and options, when they have been asked for. *)
let numbers = Array.make 4096 None
let number k =
  if k >= Array.length numbers then natural k
  else match numbers.(k) with
    | Some number -> number
    | None ->
      let number = natural k in
      numbers.(k) <- Some number;
      number

(* ---- what is known ---- *)

type reason = Assumed | Fact of int | Sharing of int | Last_of of int | Clause of int

type clause = { literals : int array; is_block : bool; mutable is_there : bool }

(* arrays that grow *)
type 'a row = { mutable items : 'a array; mutable size : int }
let row () = { items = [||]; size = 0 }
let push row x =
  if row.size = Array.length row.items then begin
    let larger = Array.make (2 * row.size + 4) x in
    Array.blit row.items 0 larger 0 row.size;
    row.items <- larger
  end;
  row.items.(row.size) <- x;
  row.size <- row.size + 1

type t = {
  primary : int;  (* how many items are *)
  options : (int * int) array array;  (* items with their colours *)
  having : int array array;  (* by item, its options *)
  value : int array;  (* by literal: 1 if it holds, -1 if it is false *)
  reason : reason array;  (* by option, and where on the trail it is *)
  place : int array;
  left : int array;  (* by primary item: options that are not out, *)
  taken : int array;  (* and that are chosen *)
  mutable covered : int;
  trail : int row;
  mutable done_ : int;
  mutable facts : int;  (* of the trail, what holds without assumptions *)
  mutable bare : int option;  (* a primary item without options *)
  mutable refuted : int option;  (* the empty clause *)
  clauses : clause row;  (* by number, which are from 1 on for the proved checker *)
  watches : int row array;  (* by literal: clauses *)
  learnt : int row;
  mutable blocks : (int * int array) list;  (* with their decisions, the last one first *)
  waiting : step Queue.t;  (* for the proved checker *)
}

let opposite l = l lxor 1

(* ---- assignments ---- *)
exception Conflict of int * reason  (* that literal would follow, but the opposite holds *)

let assign t l why =
  if t.value.(l) < 0 then raise (Conflict (l, why));
  if t.value.(l) = 0 then begin
    t.value.(l) <- 1;
    t.value.(opposite l) <- -1;
    t.reason.(l / 2) <- why;
    t.place.(l / 2) <- t.trail.size;
    push t.trail l;
    Array.iter
      (fun (i, _) ->
        if i < t.primary then
          if l land 1 = 0 then begin
            if t.taken.(i) = 0 then t.covered <- t.covered + 1;
            t.taken.(i) <- t.taken.(i) + 1
          end
          else t.left.(i) <- t.left.(i) - 1)
      t.options.(l / 2)
  end
let forget_assumptions t =
  while t.trail.size > t.facts do
    t.trail.size <- t.trail.size - 1;
    let l = t.trail.items.(t.trail.size) in
    t.value.(l) <- 0;
    t.value.(opposite l) <- 0;
    Array.iter
      (fun (i, _) ->
        if i < t.primary then
          if l land 1 = 0 then begin
            t.taken.(i) <- t.taken.(i) - 1;
            if t.taken.(i) = 0 then t.covered <- t.covered - 1
          end
          else t.left.(i) <- t.left.(i) + 1)
      t.options.(l / 2)
  done;
  t.done_ <- t.facts

let only_left t i =
  if t.left.(i) = 0 then raise (Conflict (2 * t.having.(i).(0), Last_of i));
  if t.left.(i) = 1 && t.taken.(i) = 0 then
    Array.iter (fun k -> if t.value.(2 * k) >= 0 then assign t (2 * k) (Last_of i)) t.having.(i)
let look_at_clauses t false_ =
  let watches = t.watches.(false_) in
  let kept = ref 0 and next = ref 0 in
  let keep place =
    watches.items.(!kept) <- place;
    incr kept in
  let close () =
    while !next < watches.size do keep watches.items.(!next); incr next done;
    watches.size <- !kept in
  while !next < watches.size do
    let place = watches.items.(!next) in
    let { literals; is_there; _ } = t.clauses.items.(place) in
    incr next;
    if is_there then begin
      if literals.(0) = false_ then begin literals.(0) <- literals.(1); literals.(1) <- false_ end;
      let size = Array.length literals in
      let rec other i = if i < size && t.value.(literals.(i)) < 0 then other (i + 1) else i in
      let i = if t.value.(literals.(0)) > 0 then size else other 2 in
      if i < size then begin
        literals.(1) <- literals.(i);
        literals.(i) <- false_;
        push t.watches.(literals.(1)) place
      end
      else begin
        keep place;
        try assign t literals.(0) (Clause place) with conflict -> close (); raise conflict
      end
    end
  done;
  close ()
let propagate t =
  while t.done_ < t.trail.size do
    let l = t.trail.items.(t.done_) in
    t.done_ <- t.done_ + 1;
    let k = l / 2 in
    if l land 1 = 0 then
      Array.iter
        (fun (i, c) ->
          Array.iter
            (fun m ->
              if m <> k && t.value.(2 * m + 1) <= 0
                 && (i < t.primary || Array.exists (fun (j, d) -> j = i && (c <> d || c = 0)) t.options.(m))
              then assign t (2 * m + 1) (Sharing k))
            t.having.(i))
        t.options.(k)
    else Array.iter (fun (i, _) -> if i < t.primary then only_left t i) t.options.(k);
    look_at_clauses t (opposite l)
  done

(* ---- hints ---- *)
let literal l = (number (l / 2), l land 1 = 0)
let id place = positive (place + 1)

let hint t l = function
  | Assumed -> []
  | Fact place -> [ByClause (id place, literal l)]
  | Sharing k -> [Shares (number k, number (l / 2))]
  | Last_of i -> [Only (number i, number (l / 2))]
  | Clause place ->
    if t.clauses.items.(place).is_block then [ByBlock (id place, number (l / 2))]
    else [ByClause (id place, literal l)]
(* from what it follows *)
let causes t l = function
  | Assumed | Fact _ -> []
  | Sharing k -> [2 * k]
  | Last_of i -> List.filter (fun m -> m <> opposite l) (List.map (fun k -> 2 * k + 1) (Array.to_list t.having.(i)))
  | Clause number ->
    List.filter_map (fun m -> if m = l then None else Some (opposite m))
      (Array.to_list t.clauses.items.(number).literals)
(* what these literals, which hold, follow from, in its order *)
let hints_for t literals =
  let seen = Hashtbl.create 100 in
  let rec see l =
    if not (Hashtbl.mem seen l) then begin
      Hashtbl.add seen l ();
      List.iter see (causes t l t.reason.(l / 2))
    end in
  List.iter see literals;
  let all = Hashtbl.fold (fun l () rest -> l :: rest) seen [] in
  let in_order = List.sort (fun a b -> compare t.place.(a / 2) t.place.(b / 2)) all in
  List.concat_map (fun l -> hint t l t.reason.(l / 2)) in_order
let hints_of_conflict t (l, why) =
  hints_for t (opposite l :: causes t l why) @ hint t l why

(* ---- clauses ---- *)
let tell t one = Queue.push one t.waiting
let add_clause t clause =
  push t.clauses clause;
  t.clauses.size - 1

(* There is a contradiction without assumptions: that becomes the empty clause. *)
let refute t conflict =
  if t.refuted = None then begin
    let place = add_clause t { literals = [||]; is_block = false; is_there = true } in
    tell t (Learn (id place, [], hints_of_conflict t conflict));
    t.refuted <- Some place
  end
(* What follows without assumptions. *)
let settle t =
  let conflict = try propagate t; None with Conflict (l, why) -> Some (l, why) in
  while t.facts < t.trail.size do
    let l = t.trail.items.(t.facts) in
    let why = t.reason.(l / 2) in
    let place = add_clause t { literals = [| l |]; is_block = false; is_there = true } in
    tell t (Learn (id place, [literal l], hints_for t (causes t l why) @ hint t l why));
    t.reason.(l / 2) <- Fact place;
    t.facts <- t.facts + 1
  done;
  Option.iter (refute t) conflict

(* A clause that the proved checker knows. *)
let watch t place =
  let { literals; _ } = t.clauses.items.(place) in
  let rank l = if t.value.(l) < 0 then 1 else 0 in
  Array.stable_sort (fun a b -> compare (rank a) (rank b)) literals;
  let size = Array.length literals in
  if t.refuted = None && size > 0 && not (Array.exists (fun l -> t.value.(l) > 0) literals) then
    if size > 1 && t.value.(literals.(1)) >= 0 then begin
      push t.watches.(literals.(0)) place;
      push t.watches.(literals.(1)) place
    end
    else
      match assign t literals.(0) (Clause place) with
      | () -> settle t
      | exception Conflict (l, why) -> refute t (l, why)

(* The hints to a contradiction with these literals; none if there is none. *)
let assume t literals =
  match t.refuted with
  | Some place -> Some [ByClause (id place, literal 0); ByClause (id place, literal 1)]
  | None ->
    (match List.iter (fun l -> assign t l Assumed; propagate t) literals with
     | () -> None
     | exception Conflict (l, Assumed) -> Some (hints_for t [opposite l])
     | exception Conflict (l, why) -> Some (hints_of_conflict t (l, why)))

let learn t literals =
  match assume t (List.map opposite literals) with
  | None -> raise (Unfounded "this clause does not follow")
  | Some hints ->
    let place = add_clause t { literals = Array.of_list literals; is_block = false; is_there = true } in
    tell t (Learn (id place, List.map literal literals, hints));
    if List.length literals > 1 then push t.learnt place;
    forget_assumptions t;
    watch t place

let drop t place =
  t.clauses.items.(place) <- { literals = [||]; is_block = false; is_there = false }
(* in ascending order *)
let forget t which =
  let kept = ref 0 and which = ref which in
  for i = 0 to t.learnt.size - 1 do
    let place = t.learnt.items.(i) in
    match !which with
    | next :: rest when next = i ->
      which := rest;
      drop t place;
      tell t (Forget (id place))
    | _ ->
      t.learnt.items.(!kept) <- place;
      incr kept
  done;
  t.learnt.size <- !kept

let begins_with few many =
  Array.length few <= Array.length many && Array.for_all2 ( = ) few (Array.sub many 0 (Array.length few))

let block t has_cover decisions =
  let why =
    match assume t (List.map (fun k -> 2 * k) (Array.to_list decisions)) with
    | Some hints when not has_cover -> hints
    | None when has_cover && t.covered = t.primary ->
      hints_for t (List.filter (fun l -> l land 1 = 0) (Array.to_list (Array.sub t.trail.items 0 t.trail.size)))
    | _ -> raise (Unfounded (if has_cover then "these options lead to no cover" else "these options may have a cover")) in
  let rec less = function
    | (place, other) :: rest when begins_with decisions other ->
      drop t place;
      let gone, rest = less rest in
      (place :: gone, rest)
    | rest -> ([], rest) in
  let gone, rest = less t.blocks in
  let literals = Array.map (fun k -> 2 * k + 1) decisions in
  let place = add_clause t { literals; is_block = true; is_there = true } in
  let options = List.map number (Array.to_list decisions) in
  let less = List.map id gone in
  tell t (if has_cover then Found (id place, options, why, less) else Without (id place, options, why, less));
  t.blocks <- (place, decisions) :: rest;
  forget_assumptions t;
  if decisions <> [||] then watch t place
  else if has_cover then begin
    let chosen = List.find (fun l -> l land 1 = 0) (Array.to_list t.trail.items) in
    refute t (opposite chosen, Clause place)
  end

let start ~primary ~items options =
  let lists = Array.make items [] in
  Array.iteri (fun k o -> List.iter (fun i -> lists.(i) <- k :: lists.(i)) (List.sort_uniq compare (List.map fst (Array.to_list o)))) options;
  let having = Array.map (fun l -> Array.of_list (List.rev l)) lists in
  let n = Array.length options in
  let t =
    { primary; options; having; value = Array.make (2 * n) 0; reason = Array.make n Assumed;
      place = Array.make n 0; left = Array.init primary (fun i -> Array.length having.(i));
      taken = Array.make primary 0; covered = 0; trail = row (); done_ = 0; facts = 0; bare = None; refuted = None;
      clauses = row (); watches = Array.init (2 * n) (fun _ -> row ()); learnt = row (); blocks = [];
      waiting = Queue.create () } in
  (match
     for i = 0 to primary - 1 do
       if having.(i) = [||] then t.bare <- Some i
       else if t.left.(i) = 1 then assign t (2 * having.(i).(0)) (Last_of i)
     done
   with
   | () -> settle t
   | exception Conflict (l, why) -> refute t (l, why));
  t

(* The steps of a certificate, as the proved checker takes them. *)
let next t step =
  let ended = ref false in
  let rec next () =
    if not (Queue.is_empty t.waiting) then Some (Queue.pop t.waiting, ())
    else if !ended then None
    else
      match (step (), t.bare) with
      | `Learn literals, None -> learn t literals; next ()
      | `Forget which, None -> forget t which; next ()
      | `Cover decisions, None -> block t true decisions; next ()
      | `No_cover decisions, None -> ended := decisions = [||]; block t false decisions; next ()
      | `Cover _, Some _ -> raise (Unfounded "an item has no option")
      | `No_cover [||], Some i -> Some (Bare (number i), ())
      | _, Some _ -> next () in
  next
