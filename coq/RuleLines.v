(* Puzzles with rules, in a line as docs/rules.md describes it, if all that these rules ask is that
   digits differ. What a line means is defined here, in functions alone: nothing is to be proved of it.
   What is not known here is not read. *)
Require Import Arith NArith Ascii String List Bool.
Import ListNotations.
Require Import Sudoku.
Local Open Scope N_scope.
Notation text := (list ascii).

(* What a line says: the layout, and lists of cells besides that differ. *)
Record form := Form { shape : layout; besides : list (list N) }.
Definition form_eq (f f' : form) : {f = f'} + {f <> f'}.
Proof. repeat decide equality. Defined.

(* ---------- words ---------- *)
Definition is (w name : text) : bool := if list_eq_dec ascii_dec w name then true else false.
Notation word s := ltac:(let w := eval compute in (list_ascii_of_string s) in exact w) (only parsing).
Fixpoint split (at_ : ascii) (t : text) : list text :=
  match t with
  | [] => [[]]
  | c :: t =>
      let words := split at_ t in
      if Ascii.eqb c at_ then [] :: words else match words with w :: ws => (c :: w) :: ws | [] => [[c]] end
  end.
Definition digit_of (c : ascii) : option N :=
  let k := N_of_ascii c in if (48 <=? k) && (k <=? 57) then Some (k - 48) else None.
(* of four digits at most *)
Definition number_of (w : text) : option N :=
  if (1 <=? length w)%nat && (length w <=? 4)%nat then
    fold_left (fun sum c => match sum, digit_of c with Some a, Some d => Some (10 * a + d) | _, _ => None end) w (Some 0)
  else None.
(* all of a list, or nothing *)
Fixpoint each {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | x :: l => match f x, each f l with Some y, Some ys => Some (y :: ys) | _, _ => None end
  end.

(* A cell is R1C2, from 10 on also RaCb (a is 10), or R10C11. *)
Definition coordinate (c : ascii) : option N :=
  let k := N_of_ascii c in
  if (49 <=? k) && (k <=? 57) then Some (k - 48)
  else if (97 <=? k) && (k <=? 103) then Some (k - 87)
  else if (65 <=? k) && (k <=? 71) then Some (k - 55)
  else None.
Definition cell_of (n : N) (w : text) : option N :=
  match match w with
        | ["R"; r; "C"; c]%char => (coordinate r, coordinate c)
        | ("R" :: w)%char => match split "C" w with [r; c] => (number_of r, number_of c) | _ => (None, None) end
        | _ => (None, None)
        end with
  | (Some r, Some c) => if (1 <=? r) && (r <=? n) && (1 <=? c) && (c <=? n) then Some (n * (r - 1) + (c - 1)) else None
  | _ => None
  end.
Fixpoint are_different (l : list N) : bool :=
  match l with [] => true | x :: l => negb (existsb (N.eqb x) l) && are_different l end.

(* The rules begin with a dot, and end at a blank, behind which there is a note, which does not begin
   with a dot. Each is words with tildes between them. *)
Fixpoint until_blank (t : text) : text * text :=
  match t with
  | [] => ([], [])
  | c :: r => if (N_of_ascii c <=? 32) || (127 <=? N_of_ascii c) then ([], t) else let (rules, rest) := until_blank r in (c :: rules, rest)
  end.
Fixpoint is_note (t : text) : bool :=
  match t with [] => true | c :: t => if N_of_ascii c <=? 32 then is_note t else negb (Ascii.eqb c ".") end.
Definition statements (t : text) : option (list (list text)) :=
  match t with
  | ("." :: t)%char =>
      let (rules, rest) := until_blank t in
      match rest with
      | [] | ["013"]%char => Some (map (split "~") (split "." rules))
      | (" " :: note)%char => if is_note note then Some (map (split "~") (split "." rules)) else None
      | _ => None
      end
  | _ => None
  end.

(* ---------- the grid ---------- *)
Definition named (name : text) (s : list text) : bool := match s with w :: _ => is w name | [] => false end.
Definition size_of (ss : list (list text)) : option N :=
  match filter (named (word "Shape")) ss with
  | [] => Some 9
  | [[_; sides]] =>
      match split "x" sides with
      | [a; b] =>
          match number_of a with
          | Some n => if is a b && (2 <=? n) && (n <=? 32) then Some n else None
          | None => None
          end
      | _ => None
      end
  | _ => None
  end.
Definition rows_as_regions (n : N) : text := flat_map (fun r => map (fun _ => ascii_of_N r) (below n)) (below n).
(* Where a size has no boxes, rows and columns are all that there is. *)
Definition division_of (boxes : option (N * N)) (n : N) (ss : list (list text)) : option division :=
  let has_boxes := match customary n with Some _ => negb (existsb (named (word "NoBoxes")) ss) | None => false end in
  match filter (named (word "Jigsaw")) ss, has_boxes with
  | [], true =>
      match match boxes with None => customary n | _ => boxes end with
      | Some (h, w) => if h * w =? n then Some (Boxes h w) else None
      | None => None
      end
  | [], false => Some (Regions n (rows_as_regions n))
  | [[_; map_]], false => if N.of_nat (length map_) =? n * n then Some (Regions n map_) else None
  | _, _ => None
  end.

(* ---------- rules ---------- *)
(* the pairs of cells so many rows and columns apart *)
Definition apart (n dr dc : N) : list (list N) :=
  flat_map (fun x => let r := x / n in let c := x mod n in
      let to_ r' c' := if r' <? n then [[x; n * r' + c']] else [] in
      let left_ d := if d <=? c then [c - d] else [] in
      let right d := if c + d <? n then [c + d] else [] in
      let rows (dr dc : N) := flat_map (to_ (r + dr)) (left_ dc ++ right dc) in
      if dr =? dc then rows dr dc else rows dr dc ++ rows dc dr)
    (below (n * n)).
Definition falling (n : N) : list N := map (fun r => n * r + r) (below n).
Definition rising (n : N) : list N := map (fun r => n * r + (n - 1 - r)) (below n).
(* Boxes one cell apart from each other and from the border. *)
Definition windows (h : N) : list (list N) :=
  let n := h * h in
  let starts := map (fun i => 1 + i * (h + 1)) (below (h - 1)) in
  flat_map (fun r => map (fun c => flat_map (fun i => map (fun j => n * (r + i) + (c + j)) (below h)) (below h)) starts) starts.
Definition regions_of (d : division) : list (list N) :=
  match d with Boxes h w => map (box h w) (below (h * w)) | Regions n t => map (fun c => places 0 c t) (firsts [] t) end.
(* the cells in the same place of their regions *)
Definition same_places (n : N) (regions : list (list N)) : option (list (list N)) :=
  if forallb (fun r => N.of_nat (length r) =? n) regions
  then Some (map (fun i => map (fun r => nth (N.to_nat i) r 0) regions) (below n)) else None.

(* What is read so far: whether both diagonals are there, lists of cells, those of AllDifferent, and candidates. *)
Record reading := Reading { both : bool; lists : list (list N); sets : list (list N); may : list (list N) }.
Fixpoint only (x : nat) (ds : list N) (may : list (list N)) : option (list (list N)) :=
  match x, may with
  | O, m :: may => match filter (fun d => existsb (N.eqb d) ds) m with [] => None | m => Some (m :: may) end
  | S x, m :: may => match only x ds may with Some may => Some (m :: may) | None => None end
  | _, [] => None
  end.
(* R1C2_3_4: one of these digits is there. *)
Definition given (n : N) (w : text) (may : list (list N)) : option (list (list N)) :=
  match split "_" w with
  | c :: ds =>
      match cell_of n c, each number_of ds with
      | Some x, Some ds => if forallb (fun d => (1 <=? d) && (d <=? n)) ds then only (N.to_nat x) ds may else None
      | _, _ => None
      end
  | [] => None
  end.
Definition rule (n : N) (d : division) (has_both : bool) (r : reading) (s : list text) : option reading :=
  let add l := Some (Reading (both r) (lists r ++ l) (sets r) (may r)) in
  match s with
  | [] => None
  | name :: words =>
      if is name (word "") then
        match fold_left (fun m w => match m with Some m => given n w m | None => None end) words (Some (may r)) with
        | Some m => Some (Reading (both r) (lists r) (sets r) m)
        | None => None
        end
      else if is name (word "Shape") || is name (word "Jigsaw") then Some r
      else if is name (word "Diagonal") then
        match words with
        | [w] =>
            if is w (word "1") || is w (word "-1") then
              if has_both then
                if both r then Some r else Some (Reading true (lists r ++ [falling n; rising n]) (sets r) (may r))
              else add [if is w (word "1") then rising n else falling n]
            else None
        | _ => None
        end
      else if is name (word "AllDifferent") then
        match each (cell_of n) words with
        | Some l =>
            if (2 <=? length l)%nat && (N.of_nat (length l) <=? n) && are_different l
            then Some (Reading (both r) (lists r) (sets r ++ [l]) (may r)) else None
        | None => None
        end
      else match words with
      | _ :: _ => None
      | [] =>
          if is name (word "NoBoxes") then Some r
          else if is name (word "Windoku") then match customary n with Some (h, w) => if h =? w then add (windows h) else None | None => None end
          else if is name (word "AntiKnight") then add (apart n 1 2)
          else if is name (word "AntiKing") then add (apart n 1 1)
          else if is name (word "DisjointSets") then match same_places n (regions_of d) with Some l => add l | None => None end
          else None
      end
  end.
Definition read_rules (boxes : option (N * N)) (with_diagonals : bool) (t : text) : option (form * list (list N)) :=
  match statements t with
  | Some ss =>
      match size_of ss with
      | Some n =>
          match division_of boxes n ss with
          | Some d =>
              let has w := existsb (fun s => named (word "Diagonal") s && match s with [_; v] => is v w | _ => false end) ss in
              let all := map N.succ (below n) in
              let start := Reading with_diagonals [] [] (map (fun _ => all) (below (n * n))) in
              match fold_left (fun r s => match r with Some r => rule n d (has (word "1") && has (word "-1")) r s | None => None end) ss (Some start) with
              | Some r => Some (Form (Layout d with_diagonals) (lists r ++ sets r), may r)
              | None => None
              end
          | None => None
          end
      | None => None
      end
  | None => None
  end.
