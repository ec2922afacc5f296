(* What is missing of the items with multiplicities, [den M]: how often each must and may still
   be covered. What is done with it is said in States.v ([take], [limit]). Here it is a list; in
   Fields.v several items are in a machine word. No axioms. *)
Require Import NArith List Bool.
Import ListNotations.
Require Import States.
Local Open Scope N_scope.

Module Type MISSING.
  Parameters t flags caps : Type.
  Parameter den : t -> list (N * N).
  Parameter of_list : list (N * N) -> t.
  (* the items that an option has, and how often items can be covered at most *)
  Parameter flags_of : list bool -> flags.
  Parameter flag_list : flags -> list bool.
  Parameter caps_of : list (option N) -> caps.
  Parameters eq : t -> t -> bool.
  Parameter can : t -> flags -> bool.
  Parameter less : t -> flags -> t.
  Parameter limit : t -> caps -> option t.
  Parameter lows : t -> N.                  (* the sum of what must be covered *)
  Parameter bounds_at : t -> nat -> N * N.  (* of one item *)
  Parameter bounds : t -> list (N * N).     (* the same as [den], sooner *)
  Parameter due : t -> list bool.           (* which of them must be covered *)
  (* Whether nothing must be covered more often than that. No proof depends on it. *)
  Parameter roomy : t -> caps -> bool.
  Parameter den_of_list : forall l, den (of_list l) = l.
  Parameter flag_list_of : forall l, flag_list (flags_of l) = l.
  Parameter eq_ok : forall M R, eq M R = true -> den M = den R.
  Parameter take_ok : forall M l,
    take (den M) l = if can M (flags_of l) then Some (den (less M (flags_of l))) else None.
  Parameter limit_ok : forall M l,
    States.limit (den M) l = match limit M (caps_of l) with Some R => Some (den R) | None => None end.
  Parameter lows_ok : forall M, lows M = sum_all (map fst (den M)).
  Parameter bounds_at_ok : forall M n, bounds_at M n = nth n (den M) (0, 0).
  Parameter bounds_ok : forall M, bounds M = den M.
  Parameter due_ok : forall M, due M = map (fun x => negb (fst x =? 0)) (den M).
End MISSING.

Module MissingList <: MISSING.
  Definition t := list (N * N).
  Definition flags := list bool.
  Definition caps := list (option N).
  Definition den (M : t) := M.
  Definition of_list (l : list (N * N)) : t := l.
  Definition flags_of (l : list bool) : flags := l.
  Definition flag_list (l : flags) := l.
  Definition caps_of (l : list (option N)) : caps := l.
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
  Definition bounds_at (M : t) (n : nat) : N * N := nth n M (0, 0).
  Definition bounds (M : t) := M.
  Definition due (M : t) : list bool := map (fun x => negb (fst x =? 0)) M.
  Fixpoint roomy (M : t) (l : caps) : bool :=
    match M, l with
    | (lo, _) :: M', Some n :: l' => if lo <=? n then roomy M' l' else false
    | _ :: M', None :: l' => roomy M' l'
    | _, _ => true
    end.
  Lemma den_of_list l : den (of_list l) = l. Proof. reflexivity. Qed.
  Lemma flag_list_of l : flag_list (flags_of l) = l. Proof. reflexivity. Qed.
  Lemma eq_ok M : forall R, eq M R = true -> den M = den R.
  Proof.
    induction M as [|[a b] M IH]; intros [|[c d] R]; simpl; try discriminate; [reflexivity|].
    rewrite !andb_true_iff, !N.eqb_eq. intros [[-> ->] H]. apply IH in H. unfold den in *. congruence.
  Qed.
  Lemma take_ok M : forall l,
    take (den M) l = if can M (flags_of l) then Some (den (less M (flags_of l))) else None.
  Proof.
    unfold den, flags_of. induction M as [|[lo hi] M IH]; intros [|b l]; try reflexivity.
    cbn [take can less fst snd]. rewrite IH. destruct b, hi; cbn [andb N.eqb]; try reflexivity;
      destruct (can M l); reflexivity.
  Qed.
  Lemma limit_ok M l :
    States.limit (den M) l = match limit M (caps_of l) with Some R => Some (den R) | None => None end.
  Proof. unfold den, caps_of, limit. destruct (States.limit M l); reflexivity. Qed.
  Lemma lows_ok M : lows M = sum_all (map fst (den M)). Proof. reflexivity. Qed.
  Lemma bounds_at_ok M n : bounds_at M n = nth n (den M) (0, 0). Proof. reflexivity. Qed.
  Lemma bounds_ok M : bounds M = den M. Proof. reflexivity. Qed.
  Lemma due_ok M : due M = map (fun x => negb (fst x =? 0)) (den M). Proof. reflexivity. Qed.
End MissingList.
