(* The theorem in plain lists, for a reader who trusts no sets of bits: if the checker says
   n, there is a list without repetitions of exactly the covers, of length n. *)
Require Import Arith NArith List Lia Bool Sorted.
Import ListNotations.
Require Import Counting Checker BitSets.

Definition opt_nat (p : problem) (k : nat) : opt := nth k (opts p) [].
Definition covers (p : problem) (c : list nat) : Prop :=
  StronglySorted lt c /\
  (forall k, In k c -> k < length (opts p)) /\
  (forall i, (i < np p)%N -> exists! k, In k c /\ exists col, In (i, col) (opt_nat p k)) /\
  (forall i k k' x y, (np p <= i)%N -> In k c -> In k' c -> k <> k' ->
     In (i, x) (opt_nat p k) -> In (i, y) (opt_nat p k') -> x = y /\ x <> 0%N).

Lemma sorted_ext : forall a b, StronglySorted lt a -> StronglySorted lt b ->
  (forall k, In k a <-> In k b) -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b] Ha Hb E.
  - reflexivity.
  - destruct (proj2 (E y)); left; reflexivity.
  - destruct (proj1 (E x)); left; reflexivity.
  - apply StronglySorted_inv in Ha, Hb. destruct Ha as [Ha Fa], Hb as [Hb Fb].
    rewrite Forall_forall in Fa, Fb.
    assert (x = y).
    { destruct (proj1 (E x)) as [|H]; [left; reflexivity|congruence|].
      destruct (proj2 (E y)) as [|H']; [left; reflexivity|congruence|].
      specialize (Fa _ H'). specialize (Fb _ H). lia. }
    subst y. f_equal. apply IH; try assumption. intro k. split; intro H.
    + destruct (proj1 (E k)) as [<-|]; [right; assumption| |assumption]. specialize (Fa _ H). lia.
    + destruct (proj2 (E k)) as [<-|]; [right; assumption| |assumption]. specialize (Fb _ H). lia.
Qed.
Lemma seq_sorted n : forall s, StronglySorted lt (seq s n).
Proof.
  induction n as [|n IH]; intro s; simpl; constructor; [apply IH|].
  apply Forall_forall. intros k H. apply in_seq in H. lia.
Qed.
Lemma filter_sorted f l : StronglySorted lt l -> StronglySorted lt (filter f l).
Proof.
  induction 1 as [|x l H IH F]; simpl; [constructor|]. destruct (f x); [|assumption].
  constructor; [assumption|]. rewrite Forall_forall in *. intros k Hk. apply filter_In in Hk. apply F. tauto.
Qed.

Definition to_list (m : nat) (X : N) : list nat := filter (fun k => N.testbit X (N.of_nat k)) (seq 0 m).
Definition to_set (c : list nat) : N := fold_right (fun k s => N.setbit s (N.of_nat k)) 0%N c.
Lemma mem_to_set c k : mem k (to_set c) <-> In (N.to_nat k) c.
Proof.
  induction c as [|x c IH]; simpl.
  - split; [intro H; destruct (mem_0 k H)|tauto].
  - rewrite mem_setbit, IH. split; (intros [H|H]; [left; lia|tauto]).
Qed.
Lemma in_to_list m X k : In k (to_list m X) <-> k < m /\ mem (N.of_nat k) X.
Proof. unfold to_list. rewrite filter_In, in_seq. unfold mem. intuition lia. Qed.

Lemma covers_iff p c : covers p c <-> exists X, is_cover p X /\ c = to_list (length (opts p)) X.
Proof.
  split.
  - intros (So & R & Pr & Se). exists (to_set c). split.
    + split.
      * intros k H. apply mem_to_set in H. specialize (R _ H). lia.
      * intros i L. destruct (Pr i L) as (k & [Hk Hi] & U). exists (N.of_nat k). split.
        -- split; [apply mem_to_set; rewrite Nat2N.id; assumption|].
           unfold has, option_at. rewrite Nat2N.id. assumption.
        -- intros k' [Hk' Hi']. apply mem_to_set in Hk'. rewrite (U (N.to_nat k')); [lia|].
           split; [assumption|exact Hi'].
      * intros i k k' x y L Hk Hk' NE Hx Hy. apply mem_to_set in Hk, Hk'.
        apply (Se i (N.to_nat k) (N.to_nat k') x y); try assumption. lia.
    + apply sorted_ext; [assumption|apply filter_sorted, seq_sorted|].
      intro k. rewrite in_to_list, mem_to_set, Nat2N.id. split; [auto|tauto].
  - intros (X & [R Pr Se] & ->). split; [apply filter_sorted, seq_sorted|]. split; [|split].
    + intros k H. apply in_to_list in H. tauto.
    + intros i L. destruct (Pr i L) as (k & [Hk Hi] & U). exists (N.to_nat k). split.
      * split; [apply in_to_list; rewrite N2Nat.id; split; [specialize (R k Hk); lia|assumption]|exact Hi].
      * intros k' [Hk' Hi']. apply in_to_list in Hk'. rewrite (U (N.of_nat k')); [lia|].
        split; [tauto|]. unfold has, option_at. rewrite Nat2N.id. exact Hi'.
    + intros i k k' x y L Hk Hk' NE Hx Hy. apply in_to_list in Hk, Hk'.
      apply (Se i (N.of_nat k) (N.of_nat k') x y); try tauto; try lia;
      unfold option_at; rewrite Nat2N.id; assumption.
Qed.

Theorem count_lists p n : Counts (is_cover p) n ->
  exists L : list (list nat), NoDup L /\ (forall c, In c L <-> covers p c) /\ N.of_nat (length L) = n.
Proof.
  intros (l & A & B & C). exists (map (to_list (length (opts p))) l). split; [|split].
  - apply NoDup_map_inj; [|assumption]. intros X Y HX HY E. apply B in HX, HY.
    apply mem_ext. intro k.
    assert (G : forall Z, is_cover p Z -> (mem k Z <-> In (N.to_nat k) (to_list (length (opts p)) Z))).
    { intros Z [R _ _]. rewrite in_to_list, N2Nat.id. split; [|tauto].
      intro H. split; [specialize (R k H); lia|assumption]. }
    rewrite (G X HX), (G Y HY), E. tauto.
  - intro c. rewrite covers_iff, in_map_iff. split.
    + intros (X & <- & H). apply B in H. eauto.
    + intros (X & H & ->). apply B in H. eauto.
  - rewrite map_length. assumption.
Qed.
Theorem fcheck_lists p l r n : FN.fcheck p l r = Some n ->
  exists L : list (list nat), NoDup L /\ (forall c, In c L <-> covers p c) /\ N.of_nat (length L) = n.
Proof. intro H. apply count_lists. eapply FN.fcheck_sound. exact H. Qed.
