(* Some famous numbers as theorems that Coq's kernel checks on its own: Coq is the only program
   to trust. A problem is a definition of a few lines; the proof is a walk, inside Coq, through
   the certificate in Certificates.v, which need not be trusted. *)
Require Import Arith NArith ZArith List Bool.
Import ListNotations.
Require Import Counting Problem Slots Walk Values Covers Certificates.
Local Open Scope N_scope.

Definition has_covers (p : problem) (n : N) : Prop :=
  exists L : list (list nat), NoDup L /\ (forall c, In c L <-> covers p c) /\ N.of_nat (length L) = n.

(* ---------- certificates as numbers (docs/certificate.md) ---------- *)
Definition unzigzag (c : N) : Z :=
  if N.even c then Z.of_N (c / 2) else (- Z.of_N (N.succ c / 2))%Z.
Fixpoint octal (length : nat) (n : N) : Tree.key :=
  match length with
  | O => []
  | S l => match n mod 8 with
           | 0 => K0 | 1 => K1 | 2 => K2 | 3 => K3 | 4 => K4 | 5 => K5 | 6 => K6 | _ => K7
           end :: octal l (n / 8)
  end.
Definition slot (n : Z) : Tree.key := octal 6 (Z.to_N n).
(* What is left, the last slot, and the last option of an image. *)
Definition state : Type := list N * Z * Z.
Definition next (s : state) : option (record Tree.key positive * state) :=
  match s with
  | ([], _, _) => None
  | (c :: r, last, told) =>
      if c mod 2 =? 0 then Some (Branch (N.succ_pos (c / 2)), (r, last, told))
      else if c mod 4 =? 1 then Some (Refer (slot (last - unzigzag (c / 4))), (r, last, told))
      else if c mod 8 =? 3 then
        let last := (last + 1 + unzigzag (c / 8))%Z in Some (Keep (slot last), (r, last, told))
      else match c, r with
           | 23, b :: r => Some (Image (slot (last - unzigzag b)), (r, last, (-1)%Z))
           | _, _ => None
           end
  end.
Definition next_image (s : state) : N * state :=
  match s with
  | (a :: r, last, told) => let k := (told + 1 + unzigzag a)%Z in (Z.to_N k, (r, last, k))
  | _ => (0, s)
  end.
(* There are no sweeps, and so no queues; and no clauses. *)
Definition source := Source Tree.key positive _ next (fun _ s => ([], s)) (fun k s => (k, s)) next_image (fun _ _ => None).
Definition proves (certificate : list N) (p : problem) (n : N) : bool :=
  match Counter.walk source tt p (certificate, -1, -1)%Z with Some (m, _) => m =? n | None => false end.
Lemma proved certificate p n : proves certificate p n = true -> has_covers p n.
Proof.
  unfold proves. destruct (Counter.walk _ _ _ _) as [[m s]|] eqn:E; [|discriminate].
  intro H. apply N.eqb_eq in H. subst. eapply count_right. exact E.
Qed.

(* ---------- problems ---------- *)
Definition range (n : N) : list N := rev (upto (N.to_nat n)).
Definition exactly_once (items : N) (secondary : N) (options : list (list N)) : problem :=
  {| bounds := repeat (1, 1) (N.to_nat items); ns := secondary; nc := 0;
     opts := map (map (fun i => (i, 0))) options |}.

(* Eight queens: rows and columns have one each, diagonals at most one. *)
Definition queens (n : N) : problem :=
  exactly_once (2 * n) (2 * (2 * n - 1))
    (flat_map (fun r => map (fun c =>
       [2 * r; 2 * c + 1; 2 * n + (r + c); 2 * n + (2 * n - 1) + (n - 1 + r - c)]) (range n)) (range n)).
Theorem eight_queens : has_covers (queens 8) 92.
Proof. apply (proved queens_8). vm_compute. reflexivity. Qed.

(* Dominoes on some cells of a board: each cell is covered once. *)
Fixpoint position_from (i x : N) (l : list N) : list N :=
  match l with [] => [] | y :: r => if x =? y then [i] else position_from (i + 1) x r end.
Definition position := position_from 0.
Definition dominoes (width : N) (cells : list N) : problem :=
  exactly_once (N.of_nat (length cells)) 0
    (flat_map (fun x =>
       let pair y := map (fun j => position x cells ++ [j]) (position y cells) in
       (if (x + 1) mod width =? 0 then [] else pair (x + 1)) ++ pair (x + width)) cells).
Theorem dominoes_on_a_chessboard : has_covers (dominoes 8 (range 64)) 12988816.
Proof. apply (proved domino_8x8). vm_compute. reflexivity. Qed.
(* without two opposite corners: none *)
Theorem mutilated_chessboard : has_covers (dominoes 8 (map N.succ (range 62))) 0.
Proof. apply (proved mutil_8x8). vm_compute. reflexivity. Qed.

(* Langford pairs: of each number d two, with d others between them. *)
Definition langford (n : N) : problem :=
  exactly_once (3 * n) 0
    (flat_map (fun d => map (fun s => [d; n + s; n + (s + d + 2)])
       (range (2 * n - (d + 2)))) (range n)).
Theorem langford_pairs : has_covers (langford 8) 300.
Proof. apply (proved langford_8). vm_compute. reflexivity. Qed.

(* A Sudoku, line by line, 0 where there is no clue. Its 324 items are a digit in each
   cell, and each digit in each row, column and box. Items that the clues cover are left out,
   and so are the candidates with such items. *)
Definition things (cell digit : N) : list N :=
  let r := cell / 9 in let c := cell mod 9 in let b := r / 3 * 3 + c / 3 in
  [cell; 81 + 9 * r + digit; 162 + 9 * c + digit; 243 + 9 * b + digit].
Definition sudoku (clues : list N) : problem :=
  let seen := flat_map (fun cd => if snd cd =? 0 then [] else things (fst cd) (N.pred (snd cd)))
                       (combine (range 81) clues) in
  let open := filter (fun x => negb (existsb (N.eqb x) seen)) (range 324) in
  exactly_once (N.of_nat (length open)) 0
    (filter (fun o => Nat.eqb (length o) 4)
       (flat_map (fun cell => map (fun d => flat_map (fun x => position x open) (things cell d))
          (range 9)) (range 81))).
(* one with 17 clues, and one solution *)
Definition seventeen : list N :=
  [0;0;0; 0;0;0; 0;0;0;
   0;0;0; 0;0;3; 0;8;5;
   0;0;1; 0;2;0; 0;0;0;

   0;0;0; 5;0;7; 0;0;0;
   0;0;4; 0;0;0; 1;0;0;
   0;9;0; 0;0;0; 0;0;0;

   5;0;0; 0;0;0; 0;7;3;
   0;0;2; 0;1;0; 0;0;0;
   0;0;0; 0;4;0; 0;0;9].
Theorem seventeen_clues : has_covers (sudoku seventeen) 1.
Proof. apply (proved sudoku_17). vm_compute. reflexivity. Qed.
