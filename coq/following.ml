(* Propagation, as docs/certificate.md has it, for a certificate by clauses: it finds the hints that
   the proved checker (coq/Clauses.v) asks for. What it finds need not be trusted.

   What follows from decisions is told once, on the level of each, as long as they are assumed. That
   options are ruled out because they clash with one that is chosen, is never told; at a contradiction
   nothing is told that it does not need. *)
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

(* The first two literals of a clause are watched. *)
type clause = { id : positive; literals : int array; mutable is_there : bool }
type reason = Assumed | Sharing of int | Last_of of int | Clause of clause

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
  to_cover : int array array;  (* by option, its primary items *)
  having : int array array;  (* by item, its options *)
  value : int array;  (* by literal: 1 if it holds, -1 if it is false *)
  reason : reason array;  (* by option, and where on the trail it is *)
  place : int array;
  left : int array;  (* by primary item: options that are not out, *)
  taken : int array;  (* and that are chosen *)
  mutable covered : int;
  trail : int row;
  mutable done_ : int;
  mutable conflict : (int * reason) option;  (* if what is assumed ends in a contradiction *)
  levels : int row;  (* where on the trail each literal is that was assumed, *)
  assumed : int row;  (* and these *)
  (* What the proved checker was told: how many levels, and of the trail. *)
  mutable told_levels : int;
  mutable told : int;
  mutable ids : int;
  mutable free_ids : positive list;
  watches : clause row array;  (* by literal *)
  learnt : clause row;
  mutable blocks : (clause * int array) list;  (* with their decisions, the last one first *)
  needed : bool array;  (* by option; in [hints_of] only *)
  waiting : step Queue.t;  (* for the proved checker *)
}

let opposite l = l lxor 1
let tell t one = Queue.push one t.waiting

(* ---- assignments ---- *)
(* That literal would follow, but the opposite holds; or, if it is -1, that item has no option left. *)
exception Conflict of int * reason

let assign t l why =
  if t.value.(l) < 0 then raise (Conflict (l, why));
  if t.value.(l) = 0 then begin
    t.value.(l) <- 1;
    t.value.(opposite l) <- -1;
    t.reason.(l / 2) <- why;
    t.place.(l / 2) <- t.trail.size;
    push t.trail l;
    let items = t.to_cover.(l / 2) in
    for n = 0 to Array.length items - 1 do
      let i = items.(n) in
      if l land 1 = 0 then begin
        if t.taken.(i) = 0 then t.covered <- t.covered + 1;
        t.taken.(i) <- t.taken.(i) + 1
      end
      else t.left.(i) <- t.left.(i) - 1
    done
  end
let go_back t level =
  if level < t.levels.size then begin
    while t.trail.size > t.levels.items.(level) do
      t.trail.size <- t.trail.size - 1;
      let l = t.trail.items.(t.trail.size) in
      t.value.(l) <- 0;
      t.value.(opposite l) <- 0;
      let items = t.to_cover.(l / 2) in
      for n = 0 to Array.length items - 1 do
        let i = items.(n) in
        if l land 1 = 0 then begin
          t.taken.(i) <- t.taken.(i) - 1;
          if t.taken.(i) = 0 then t.covered <- t.covered - 1
        end
        else t.left.(i) <- t.left.(i) + 1
      done
    done;
    t.levels.size <- level;
    t.assumed.size <- level;
    t.done_ <- t.trail.size;
    t.told <- Stdlib.min t.told t.trail.size;
    t.conflict <- None;
    while t.told_levels > level do
      t.told_levels <- t.told_levels - 1;
      tell t Back
    done
  end

let only_left t i =
  if t.left.(i) = 0 then raise (Conflict (-1, Last_of i));
  if t.left.(i) = 1 && t.taken.(i) = 0 then begin
    let having = t.having.(i) in
    let rec last n = let k = having.(n) in if t.value.(2 * k) >= 0 then k else last (n + 1) in
    assign t (2 * last 0) (Last_of i)
  end
let look_at_clauses t false_ =
  let watches = t.watches.(false_) in
  let kept = ref 0 and next = ref 0 in
  let keep clause =
    watches.items.(!kept) <- clause;
    incr kept in
  let close () =
    while !next < watches.size do keep watches.items.(!next); incr next done;
    watches.size <- !kept in
  while !next < watches.size do
    let clause = watches.items.(!next) in
    let { literals; is_there; _ } = clause in
    incr next;
    if is_there then begin
      if literals.(0) = false_ then begin literals.(0) <- literals.(1); literals.(1) <- false_ end;
      let size = Array.length literals in
      let rec other i = if i < size && t.value.(literals.(i)) < 0 then other (i + 1) else i in
      let i = if t.value.(literals.(0)) > 0 then size else other 2 in
      if i < size then begin
        literals.(1) <- literals.(i);
        literals.(i) <- false_;
        push t.watches.(literals.(1)) clause
      end
      else begin
        keep clause;
        try assign t literals.(0) (Clause clause) with conflict -> close (); raise conflict
      end
    end
  done;
  close ()
let look_at_items t l =
  let k = l / 2 in
  if l land 1 = 0 then begin
    let why = Sharing k and items = t.options.(k) in
    for n = 0 to Array.length items - 1 do
      let i, c = items.(n) in
      let having = t.having.(i) in
      for n = 0 to Array.length having - 1 do
        let m = having.(n) in
        if t.value.(2 * m + 1) <= 0 && m <> k
           && (i < t.primary || Array.exists (fun (j, d) -> j = i && (c <> d || c = 0)) t.options.(m))
        then assign t (2 * m + 1) why
      done
    done
  end
  else begin
    let items = t.to_cover.(k) in
    for n = 0 to Array.length items - 1 do only_left t items.(n) done
  end
(* Assumes them, or assigns the literal, and notes whether that ends in a contradiction. *)
let attempt t work =
  if t.conflict = None then
    try
      work ();
      while t.done_ < t.trail.size do
        let l = t.trail.items.(t.done_) in
        t.done_ <- t.done_ + 1;
        look_at_items t l;
        look_at_clauses t (opposite l)
      done
    with Conflict (l, why) -> t.conflict <- Some (l, why)
let assume t l =
  if t.conflict = None then begin
    push t.levels t.trail.size;
    push t.assumed l;
    attempt t (fun () -> assign t l Assumed)
  end

(* ---- hints ---- *)
let literal l = (number (l / 2), l land 1 = 0)

let hint l why rest =
  match why with
  | Assumed | Sharing _ -> rest
  | Last_of i -> (if l < 0 then Bare (number i) else Only (number i, number (l / 2))) :: rest
  | Clause { id; _ } -> ByClause (id, literal l) :: rest
(* What was not told of the trail: hints on the last level that was told, and each of the others
   with its hints. At a contradiction, these are what it needs. *)
let explain t what =
  let need m = if t.place.(m / 2) >= t.told then t.needed.(m / 2) <- true in
  let need_causes l = function
    | Assumed -> ()
    | Sharing k -> need (2 * k)
    | Last_of i -> Array.iter (fun k -> if 2 * k <> l then need (2 * k + 1)) t.having.(i)
    | Clause { literals; _ } -> Array.iter (fun m -> if m <> l then need m) literals in
  let hints = ref [] and more = ref [] and level = ref (t.levels.size - 1) in
  Option.iter
    (fun (l, why) ->
      if l >= 0 then need l;
      need_causes l why;
      hints := hint l why [])
    t.conflict;
  let close place =
    while !level >= t.told_levels && t.levels.items.(!level) > place do
      more := (what t.assumed.items.(!level), !hints) :: !more;
      hints := [];
      decr level
    done in
  for i = t.trail.size - 1 downto t.told do
    close i;
    let l = t.trail.items.(i) in
    if t.conflict = None || t.needed.(l / 2) then begin
      hints := hint l t.reason.(l / 2) !hints;
      if t.conflict <> None then need_causes l t.reason.(l / 2);
      t.needed.(l / 2) <- false
    end
  done;
  close (-1);
  (!hints, !more)
let tell_up_to t place =
  let hints = ref [] in
  for i = place - 1 downto t.told do
    let l = t.trail.items.(i) in
    hints := hint l t.reason.(l / 2) !hints
  done;
  if !hints <> [] then tell t (Know !hints);
  t.told <- Stdlib.max t.told place
(* The first levels, which are of decisions. *)
let tell_levels t size =
  for level = t.told_levels to size - 1 do
    tell_up_to t t.levels.items.(level);
    tell t (Decide (number (t.assumed.items.(level) / 2)));
    t.told_levels <- level + 1
  done

(* ---- clauses ---- *)
let new_clause t literals =
  match t.free_ids with
  | id :: rest -> t.free_ids <- rest; { id; literals; is_there = true }
  | [] -> t.ids <- t.ids + 1; { id = positive t.ids; literals; is_there = true }
(* Its number is free if no hint has it that will be told. *)
let drop t clause =
  clause.is_there <- false;
  let is_reason = function Clause one -> one == clause | _ -> false in
  let rec is_used i = i < t.trail.size && (is_reason t.reason.(t.trail.items.(i) / 2) || is_used (i + 1)) in
  if not (is_used t.told || match t.conflict with Some (_, why) -> is_reason why | None -> false) then
    t.free_ids <- clause.id :: t.free_ids

(* A clause that the proved checker knows. What follows from it does so on the level of the last but
   one of its literals to become false. *)
let add t clause =
  let { literals; _ } = clause in
  let size = Array.length literals in
  let rank l : int = if t.value.(l) < 0 then t.place.(l / 2) else max_int in
  for i = 0 to Stdlib.min size 2 - 1 do
    let best = ref i and best_rank = ref (rank literals.(i)) in
    for j = i + 1 to size - 1 do
      let found = rank literals.(j) in
      if found > !best_rank then begin best := j; best_rank := found end
    done;
    let l = literals.(i) in
    literals.(i) <- literals.(!best);
    literals.(!best) <- l
  done;
  if size > 1 then begin
    push t.watches.(literals.(0)) clause;
    push t.watches.(literals.(1)) clause
  end;
  if size < 2 || t.value.(literals.(1)) < 0 then begin
    let rec level_of place level = if level > 0 && t.levels.items.(level - 1) > place then level_of place (level - 1) else level in
    go_back t (if size < 2 then 0 else level_of t.place.(literals.(1) / 2) t.levels.size);
    attempt t
      (fun () ->
        (* With no literals, it forbids what is chosen. *)
        let rec ruled_out i = let l = opposite t.trail.items.(i) in if l land 1 = 1 then l else ruled_out (i + 1) in
        assign t (if size > 0 then literals.(0) else ruled_out 0) (Clause clause))
  end

let learn t literals =
  go_back t 0;
  if t.conflict = None then tell_up_to t t.trail.size;
  List.iter (fun l -> assume t (opposite l)) literals;
  if t.conflict = None then raise (Unfounded "this clause does not follow");
  let clause = new_clause t (Array.of_list literals) in
  (* If there is a contradiction without assumptions, the clause is not needed. *)
  if t.levels.size > 0 then tell t (Learn (clause.id, snd (explain t literal)));
  if List.length literals > 1 then push t.learnt clause;
  go_back t 0;
  add t clause

(* in ascending order *)
let forget t which =
  let kept = ref 0 and which = ref which in
  for i = 0 to t.learnt.size - 1 do
    let clause = t.learnt.items.(i) in
    match !which with
    | next :: rest when next = i ->
      which := rest;
      drop t clause
    | _ ->
      t.learnt.items.(!kept) <- clause;
      incr kept
  done;
  t.learnt.size <- !kept

let begins_with (few : int array) (many : int array) =
  let rec same n = n < 0 || (few.(n) = many.(n) && same (n - 1)) in
  Array.length few <= Array.length many && same (Array.length few - 1)

(* The first ones of the decisions are those of the last time. *)
let block t has_cover shared decisions =
  let size = Array.length decisions in
  go_back t shared;
  while t.conflict = None && t.levels.size < size do assume t (2 * decisions.(t.levels.size)) done;
  let is_possible = t.conflict = None in
  if has_cover && not (is_possible && t.covered = t.primary) then raise (Unfounded "these options lead to no cover");
  if is_possible && not has_cover then raise (Unfounded "these options may have a cover");
  (* There is no way back to the last level. *)
  tell_levels t (t.levels.size - 1);
  if has_cover && t.levels.size > t.told_levels then tell_up_to t t.levels.items.(t.told_levels);
  let clause = new_clause t (Array.map (fun k -> 2 * k + 1) decisions) in
  let why, more = explain t (fun l -> number (l / 2)) in
  (* If there is a contradiction without assumptions, there is nothing to block, and [Without] would be
     the end. *)
  if is_possible || t.levels.size > 0 || size = 0 then
    tell t (if has_cover then Found (clause.id, why, more) else Without (clause.id, why, more));
  let rec less = function
    | (other, others) :: rest when begins_with decisions others -> other :: less rest
    | rest -> t.blocks <- (clause, decisions) :: rest; [] in
  let gone = less t.blocks in
  add t clause;
  List.iter (drop t) gone

let start ~primary ~items options =
  let lists = Array.make items [] in
  Array.iteri (fun k o -> List.iter (fun i -> lists.(i) <- k :: lists.(i)) (List.sort_uniq compare (List.map fst (Array.to_list o)))) options;
  let having = Array.map (fun l -> Array.of_list (List.rev l)) lists in
  let to_cover =
    Array.map (fun o -> Array.of_list (List.filter (fun i -> i < primary) (List.map fst (Array.to_list o)))) options in
  let n = Array.length options in
  let t =
    { primary; options; to_cover; having; value = Array.make (2 * n) 0; reason = Array.make n Assumed;
      place = Array.make n 0; left = Array.init primary (fun i -> Array.length having.(i));
      taken = Array.make primary 0; covered = 0; trail = row (); done_ = 0; conflict = None; levels = row ();
      assumed = row ();
      told_levels = 0; told = 0; ids = 0; free_ids = []; watches = Array.init (2 * n) (fun _ -> row ());
      learnt = row (); blocks = []; needed = Array.make n false; waiting = Queue.create () } in
  attempt t (fun () -> for i = 0 to primary - 1 do only_left t i done);
  t

(* The steps of a certificate, as the proved checker takes them. *)
let next t step =
  let ended = ref false in
  let rec next () =
    if not (Queue.is_empty t.waiting) then Some (Queue.pop t.waiting, ())
    else if !ended then None
    else begin
      (match step () with
       | `Learn literals -> learn t literals
       | `Forget which -> forget t which
       | `Cover (shared, decisions) -> block t true shared decisions
       | `No_cover (shared, decisions) -> ended := decisions = [||]; block t false shared decisions);
      next ()
    end in
  next
