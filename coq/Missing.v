(* What is missing of the items with multiplicities, [den M]: how often each must and may still
   be covered. What is done with it is said in States.v ([take], [limit]). Here it is a list; in
   Fields.v several items are in a machine word. No axioms. *)
Require Import NArith Nnat List Bool.
Import ListNotations.
Require Import States.
Local Open Scope N_scope.

(* Where an item is among those with multiplicities: as a unary number if these are few. *)
Inductive place := Near (n : nat) | Far (n : N).
Definition unary (x : place) : nat := match x with Near n => n | Far n => N.to_nat n end.
Definition number (x : place) : N := match x with Near n => N.of_nat n | Far n => n end.
Lemma number_unary x : number x = N.of_nat (unary x).
Proof. destruct x; [reflexivity|]. symmetry. apply N2Nat.id. Qed.
Definition few (items : N) : bool := items <=? 100.
Definition place_at (items n : N) : place := if few items then Near (N.to_nat n) else Far n.
Lemma unary_at items n : unary (place_at items n) = N.to_nat n.
Proof. unfold place_at. destruct (few items); reflexivity. Qed.
(* of n items, those at these places *)
Definition at_places (n : nat) (xs : list place) : list bool :=
  map (fun k => existsb (fun x => Nat.eqb (unary x) k) xs) (seq 0 n).
(* at one of n places so many, and anything elsewhere *)
Definition cap_list (n : nat) (x : place) (most : N) : list (option N) :=
  map (fun k => if Nat.eqb k (unary x) then Some most else None) (seq 0 n).

Module Type MISSING.
  Parameters t flags caps : Type.
  Parameter den : t -> list (N * N).
  Parameter of_list : list (N * N) -> t.
  (* the items that an option has, of so many, and how often items can be covered at most *)
  Parameter flags_at : N -> list place -> flags.
  Parameter flag_list : flags -> list bool.
  Parameter caps_of : list (option N) -> caps.
  Parameter cap_at : N -> place -> N -> caps.
  Parameters eq : t -> t -> bool.
  Parameter can : t -> flags -> bool.
  Parameter less : t -> flags -> t.
  Parameter limit : t -> caps -> option t.
  Parameter lows : t -> N.                  (* the sum of what must be covered *)
  Parameter bounds_at : t -> place -> N * N.  (* of one item *)
  Parameter bounds : t -> list (N * N).     (* the same as [den], sooner *)
  Parameter due : t -> list bool.           (* which of them must be covered *)
  (* Whether nothing must be covered more often than that. No proof depends on it. *)
  Parameter roomy : t -> caps -> bool.
  (* what is missing of the items at some places, and of all others *)
  Parameter divide : t -> list place -> t * t.
  Parameter den_of_list : forall l, den (of_list l) = l.
  Parameter flag_list_at : forall n xs, flag_list (flags_at n xs) = at_places (N.to_nat n) xs.
  Parameter eq_ok : forall M R, eq M R = true -> den M = den R.
  Parameter take_ok : forall M F, take (den M) (flag_list F) = if can M F then Some (den (less M F)) else None.
  Parameter limit_ok : forall M l,
    States.limit (den M) l = match limit M (caps_of l) with Some R => Some (den R) | None => None end.
  Parameter limit_at_ok : forall M n x most,
    States.limit (den M) (cap_list (N.to_nat n) x most) = match limit M (cap_at n x most) with Some R => Some (den R) | None => None end.
  Parameter divide_ok : forall M xs, let fl := at_places (length (den M)) xs in
    den (fst (divide M xs)) = close false fl (den M) /\ den (snd (divide M xs)) = close true fl (den M).
  Parameter lows_ok : forall M, lows M = sum_all (map fst (den M)).
  Parameter bounds_at_ok : forall M x, bounds_at M x = nth (unary x) (den M) (0, 0).
  Parameter bounds_ok : forall M, bounds M = den M.
  Parameter due_ok : forall M, due M = map (fun x => negb (fst x =? 0)) (den M).
End MISSING.

Module MissingList <: MISSING.
  Definition t := list (N * N).
  Definition flags := list bool.
  Definition caps := list (option N).
  Definition den (M : t) := M.
  Definition of_list (l : list (N * N)) : t := l.
  Definition flags_at (n : N) (xs : list place) : flags := at_places (N.to_nat n) xs.
  Definition flag_list (l : flags) := l.
  Definition caps_of (l : list (option N)) : caps := l.
  Definition cap_at (n : N) (x : place) (most : N) : caps := cap_list (N.to_nat n) x most.
  Fixpoint eq (M R : t) : bool :=
    match M, R with
    | [], [] => true
    | (a, b) :: M', (c, d) :: R' => (a =? c) && (b =? d) && eq M' R'
    | _, _ => false
    end.
  (* [take] in two: can the option be taken, and what is missing then *)
  Fixpoint can (M : t) (fl : flags) : bool :=
    match M, fl with
    | (_, hi) :: M', b :: fl' =>
        if b then match hi with 0 => false | _ => can M' fl' end else can M' fl'
    | [], [] => true
    | _, _ => false
    end.
  Fixpoint less (M : t) (fl : flags) : t :=
    match M, fl with
    | x :: M', b :: fl' => (if b then (N.pred (fst x), N.pred (snd x)) else x) :: less M' fl'
    | _, _ => []
    end.
  Definition limit := States.limit.
  Definition lows (M : t) : N := sum_all (map fst M).
  Definition bounds_at (M : t) (x : place) : N * N := nth (unary x) M (0, 0).
  Definition bounds (M : t) := M.
  Definition due (M : t) : list bool := map (fun x => negb (fst x =? 0)) M.
  Fixpoint roomy (M : t) (l : caps) : bool :=
    match M, l with
    | (lo, _) :: M', Some n :: l' => if lo <=? n then roomy M' l' else false
    | _ :: M', None :: l' => roomy M' l'
    | _, _ => true
    end.
  Definition divide (M : t) (xs : list place) : t * t :=
    let fl := at_places (length M) xs in (close false fl M, close true fl M).
  Lemma den_of_list l : den (of_list l) = l. Proof. reflexivity. Qed.
  Lemma flag_list_at n xs : flag_list (flags_at n xs) = at_places (N.to_nat n) xs. Proof. reflexivity. Qed.
  Lemma eq_ok M : forall R, eq M R = true -> den M = den R.
  Proof.
    induction M as [|[a b] M IH]; intros [|[c d] R]; simpl; try discriminate; [reflexivity|].
    rewrite !andb_true_iff, !N.eqb_eq. intros [[-> ->] H]. apply IH in H. unfold den in *. congruence.
  Qed.
  Lemma take_ok M : forall l,
    take (den M) (flag_list l) = if can M l then Some (den (less M l)) else None.
  Proof.
    unfold den, flag_list. induction M as [|[lo hi] M IH]; intros [|b l]; try reflexivity.
    cbn [take can less fst snd]. rewrite IH. destruct b, hi; cbn [andb N.eqb]; try reflexivity;
      destruct (can M l); reflexivity.
  Qed.
  Lemma limit_ok M l :
    States.limit (den M) l = match limit M (caps_of l) with Some R => Some (den R) | None => None end.
  Proof. unfold den, caps_of, limit. destruct (States.limit M l); reflexivity. Qed.
  Lemma limit_at_ok M n x most :
    States.limit (den M) (cap_list (N.to_nat n) x most) = match limit M (cap_at n x most) with Some R => Some (den R) | None => None end.
  Proof. apply limit_ok. Qed.
  Lemma divide_ok M xs : let fl := at_places (length (den M)) xs in
    den (fst (divide M xs)) = close false fl (den M) /\ den (snd (divide M xs)) = close true fl (den M).
  Proof. split; reflexivity. Qed.
  Lemma lows_ok M : lows M = sum_all (map fst (den M)). Proof. reflexivity. Qed.
  Lemma bounds_at_ok M x : bounds_at M x = nth (unary x) (den M) (0, 0). Proof. reflexivity. Qed.
  Lemma bounds_ok M : bounds M = den M. Proof. reflexivity. Qed.
  Lemma due_ok M : due M = map (fun x => negb (fst x =? 0)) (den M). Proof. reflexivity. Qed.
End MissingList.
