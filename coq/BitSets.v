(* Sets of bits as binary numbers, which stop at the first bit that decides. No axioms. *)
Require Import NArith List Lia FMapPositive.
Import ListNotations.
Require Import Counting Problem Walk.
Local Open Scope N_scope.

Module NB <: BITS.
  Definition t := N.
  Definition den (a : N) := a.
  Definition of_N (a : N) := a.
  Definition of_blocks := bits_of.
  Definition eqb := N.eqb.
  Fixpoint psub (a b : positive) : bool :=
    match a, b with
    | xH, xO _ => false
    | xH, _ => true
    | xO a, xO b | xO a, xI b | xI a, xI b => psub a b
    | _, _ => false
    end.
  Definition subb (a b : N) : bool :=
    match a, b with N0, _ => true | _, N0 => false | Npos a, Npos b => psub a b end.
  Fixpoint pdisj (a b : positive) : bool :=
    match a, b with
    | xH, xO _ | xO _, xH => true
    | xO a, xO b | xO a, xI b | xI a, xO b => pdisj a b
    | _, _ => false
    end.
  Definition disjb (a b : N) : bool :=
    match a, b with Npos a, Npos b => pdisj a b | _, _ => true end.
  Definition diff := N.ldiff.
  Definition union := N.lor.
  Definition inter := N.land.
  Definition testb := N.testbit.
  Definition name := positive.
  Definition name_of := N.succ_pos.
  Definition same_name := Pos.eqb.
  Definition name_before := Pos.pred.
  Definition table (A : Type) := PositiveMap.t A.
  Fixpoint tabled_from {A} (n : positive) (l : list A) (t : table A) : table A :=
    match l with [] => t | x :: l => tabled_from (Pos.succ n) l (PositiveMap.add n x t) end.
  Definition tabled {A} (l : list A) : table A := tabled_from xH l (PositiveMap.empty A).
  Definition named {A} (n : name) (t : table A) : option A := PositiveMap.find n t.
  Definition has_room (n : N) : bool := true.
  Definition blank {A} (n : N) : table A := PositiveMap.empty A.
  Definition put {A} (n : name) (x : A) (t : table A) : table A := PositiveMap.add n x t.
  Definition roomy {A} (n : N) (t : table A) : Prop := True.
  Lemma name_before_ok n i : has_room n = true -> i < n -> name_before (name_of (N.succ i)) = name_of i.
  Proof. intros _ _. unfold name_before, name_of. destruct i as [|p]; [reflexivity|]. apply Pos.pred_succ. Qed.
  Lemma blank_roomy A n : has_room n = true -> roomy n (@blank A n). Proof. exact (fun _ => I). Qed.
  Lemma named_blank A n i : named i (@blank A n) = None. Proof. apply PositiveMap.gempty. Qed.
  Lemma put_roomy A n i (x : A) t : roomy n t -> roomy n (put i x t). Proof. exact (fun H => H). Qed.
  Lemma named_put A n i j (x : A) t : has_room n = true -> roomy n t -> i < n -> j < n ->
    named (name_of j) (put (name_of i) x t) = if j =? i then Some x else named (name_of j) t.
  Proof.
    intros _ _ _ _. unfold named, put, name_of. destruct (N.eqb_spec j i) as [->|NE]; [apply PositiveMap.gss|].
    apply PositiveMap.gso. intro E. apply NE. rewrite <- (N.pos_pred_succ i), <- (N.pos_pred_succ j). congruence.
  Qed.
  Lemma named_in A n (l : list A) x : named n (tabled l) = Some x -> In x l.
  Proof.
    unfold named, tabled. assert (G : forall l m t, PositiveMap.find n (tabled_from m l t) = Some x ->
                                     PositiveMap.find n t = Some x \/ In x l).
    { clear l. induction l as [|y l IH]; intros m t H; [auto|]. apply IH in H. destruct H as [H|H]; [|simpl; auto].
      destruct (Pos.eq_dec n m) as [->|NE].
      - rewrite PositiveMap.gss in H. inversion H. simpl. auto.
      - rewrite PositiveMap.gso in H by exact NE. auto. }
    intro H. apply G in H. destruct H as [H|H]; [rewrite PositiveMap.gempty in H; discriminate|exact H].
  Qed.
  Lemma named_tabled A n (l : list A) i x : has_room n = true -> N.of_nat (length l) <= n ->
    named (name_of i) (tabled l) = Some x -> nth_error l (N.to_nat i) = Some x.
  Proof.
    intros _ _. unfold named, tabled, name_of. assert (G : forall l m t, PositiveMap.find (N.succ_pos i) (tabled_from (N.succ_pos m) l t) = Some x ->
      PositiveMap.find (N.succ_pos i) t = Some x \/ m <= i /\ nth_error l (N.to_nat (i - m)) = Some x).
    { clear l. induction l as [|y l IH]; intros m t H; [auto|]. cbn [tabled_from] in H.
      replace (Pos.succ (N.succ_pos m)) with (N.succ_pos (N.succ m)) in H by (destruct m; reflexivity).
      apply IH in H. destruct H as [H|[L H]].
      - destruct (N.eq_dec i m) as [->|NE].
        + rewrite PositiveMap.gss in H. inversion H; subst. right. split; [lia|]. rewrite N.sub_diag. reflexivity.
        + rewrite PositiveMap.gso in H; [auto|]. intro E. apply NE. rewrite <- (N.pos_pred_succ i), <- (N.pos_pred_succ m). congruence.
      - right. split; [lia|]. replace (N.to_nat (i - m)) with (S (N.to_nat (i - N.succ m))) by lia. exact H. }
    intro H. apply (G l 0) in H. destruct H as [H|[_ H]]; [rewrite PositiveMap.gempty in H; discriminate|].
    rewrite N.sub_0_r in H. exact H.
  Qed.
  Definition tabled_back {A} (l : list A) : table A := tabled (rev_append l []).
  Lemma named_tabled_back A n (l : list A) i x : has_room n = true -> N.of_nat (length l) <= n ->
    named (name_of i) (tabled_back l) = Some x -> nth_error (rev l) (N.to_nat i) = Some x.
  Proof. unfold tabled_back. rewrite rev_append_rev, app_nil_r, <- (rev_length l). apply named_tabled. Qed.
  Lemma same_name_ok n i j : has_room n = true -> i < n -> j < n -> same_name (name_of i) (name_of j) = (i =? j).
  Proof.
    intros _ _ _. unfold same_name, name_of. destruct (N.eqb_spec i j) as [->|NE]; [apply Pos.eqb_refl|].
    apply Pos.eqb_neq. intro E. apply NE. rewrite <- (N.pos_pred_succ i), <- (N.pos_pred_succ j). congruence.
  Qed.
  Definition bits_along {A} (one : A -> bool) : N -> list A -> list (N * t) -> list (N * t) :=
    along (fun i x => of_blocks (if one x then [(i, 1)] else [])).
  Lemma bits_along_ok A (one : A -> bool) k l r :
    bits_along one k l r = along (fun i x => of_blocks (if one x then [(i, 1)] else [])) k l r.
  Proof. reflexivity. Qed.
  Definition no_more (u p s : t) : bool := subb (inter u p) s.
  Definition listing (A : Type) := (list (t * A))%type.
  Definition listed {A} (f : A -> t) (l : list A) : listing A := map (fun m => (f m, m)) l.
  Fixpoint perhaps {A} (u : t) (l : listing A) : list A :=
    match l with
    | [] => []
    | (s, m) :: l => if subb s u then m :: perhaps u l else perhaps u l
    end.
  Lemma perhaps_ok A (f : A -> t) u l : sifted (fun m => subb (f m) u = true) l (perhaps u (listed f l)).
  Proof.
    induction l as [|m l IH]; simpl; [constructor|]. destruct (subb (f m) u) eqn:E; constructor; congruence.
  Qed.
  Definition switch (A : Type) : Type := (N * list (N * A))%type.
  Definition switch_of {A} (a n : N) (l : list (N * A)) : switch A := (a, l).
  Definition switched {A} (u : t) (s : switch A) (none several : A) : A :=
    match only (fun c => N.testbit u (fst s + c)) (snd s) with Some (Some y) => y | Some None => none | None => several end.
  Lemma switched_ok A a n (l : list (N * A)) u none several :
    switched u (switch_of a n l) none several = several \/
    exists x, switched u (switch_of a n l) none several = match x with Some y => y | None => none end /\
              only_one (fun c => c < n /\ mem (a + c) (den u)) l x.
  Proof.
    unfold switched. destruct (only _ _) as [x|] eqn:H; [right; exists x; split; [destruct x; reflexivity|]|left; reflexivity].
    apply only_ok in H. destruct x as [x|]; cbn [only_one] in *.
    - destruct H as (k & H & G). exists k. split; [exact H|]. intros k' x' H' [_ M]. eapply G; [exact H'|exact M].
    - intros k' x' H' [_ M]. apply (H k' x' H'). exact M.
  Qed.
  Lemma den_of_N n : den (of_N n) = n. Proof. reflexivity. Qed.
  Lemma den_of_blocks l : den (of_blocks l) = bits_of l. Proof. reflexivity. Qed.
  Lemma eqb_ok a b : eqb a b = true -> den a = den b. Proof. apply N.eqb_eq. Qed.
  Lemma psub_ok : forall a b, psub a b = (Pos.land a b =? Npos a).
  Proof.
    induction a as [a IH|a IH|]; destruct b as [b|b|]; simpl; try reflexivity;
      try (rewrite IH; destruct (Pos.land a b); reflexivity);
      destruct (Pos.land a b); reflexivity.
  Qed.
  Lemma subb_ok a b : subb a b = Counting.subb (den a) (den b).
  Proof. destruct a, b; try reflexivity. apply psub_ok. Qed.
  Lemma pdisj_ok : forall a b, pdisj a b = true -> Pos.land a b = 0.
  Proof.
    induction a as [a IH|a IH|]; destruct b as [b|b|]; simpl; try reflexivity; try discriminate;
      intro H; rewrite (IH b H); reflexivity.
  Qed.
  Lemma disjb_ok a b : disjb a b = true -> N.land (den a) (den b) = 0.
  Proof. destruct a, b; try reflexivity. apply pdisj_ok. Qed.
  Lemma den_diff a b : den (diff a b) = N.ldiff (den a) (den b). Proof. reflexivity. Qed.
  Lemma den_union a b : den (union a b) = N.lor (den a) (den b). Proof. reflexivity. Qed.
  Lemma den_inter a b : den (inter a b) = N.land (den a) (den b). Proof. reflexivity. Qed.
  Lemma testb_ok a i : testb a i = true -> N.testbit (den a) i = true. Proof. auto. Qed.
  Lemma no_more_ok u p s : no_more u p s = true -> sub (N.land (den u) (den p)) (den s).
  Proof. unfold no_more. rewrite subb_ok. apply Counting.subb_ok. Qed.
End NB.
