(* The theorems, with covers as plain lists instead of sets of bits. Read [covers], and then
   the last page. No axioms. *)
Require Import Arith NArith ZArith List Lia Bool Sorted FMapPositive.
Import ListNotations.
Require Import Counting Problem Slots Pools Missing Walk BitSets Values.

(* A cover is a list of options in ascending order, counting from 0. It has each primary
   item as often as is wanted, and each secondary item at most once, or always in the same
   colour. *)
Definition opt_nat (p : problem) (k : nat) : opt := nth k (opts p) [].
Definition covers (p : problem) (c : list nat) : Prop :=
  StronglySorted lt c /\
  (forall k, In k c -> k < length (opts p)) /\
  (forall i, (i < np p)%N ->
     (fst (bound p i) <= N.of_nat (length (filter (fun k => has (opt_nat p k) i) c)) <= snd (bound p i))%N) /\
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

Lemma degree_list p X i :
  degree p X i = N.of_nat (length (filter (fun k => has (opt_nat p k) i) (to_list (length (opts p)) X))).
Proof.
  unfold degree, indices, to_list. f_equal. induction (seq 0 (length (opts p))) as [|k l IH]; [reflexivity|].
  simpl. unfold option_at at 1. rewrite Nat2N.id. fold (opt_nat p k).
  destruct (N.testbit X (N.of_nat k)); simpl; [|exact IH].
  destruct (has (opt_nat p k) i); simpl; rewrite IH; reflexivity.
Qed.
Lemma list_set n c : StronglySorted lt c -> (forall k, In k c -> k < n) -> to_list n (to_set c) = c.
Proof.
  intros So R. apply sorted_ext; [apply filter_sorted, seq_sorted|assumption|].
  intro k. rewrite in_to_list, mem_to_set, Nat2N.id. split; [tauto|auto].
Qed.
Lemma covers_iff p c : covers p c <-> exists X, is_cover p X /\ c = to_list (length (opts p)) X.
Proof.
  split.
  - intros (So & R & Pr & Se). exists (to_set c). rewrite list_set by assumption. split; [|reflexivity]. split.
    + intros k H. apply mem_to_set in H. specialize (R _ H). lia.
    + intros i L. rewrite degree_list, list_set by assumption. apply Pr. assumption.
    + intros i k k' x y L Hk Hk' NE Hx Hy. apply mem_to_set in Hk, Hk'.
      apply (Se i (N.to_nat k) (N.to_nat k') x y); try assumption. lia.
  - intros (X & [R Pr Se] & ->). split; [apply filter_sorted, seq_sorted|]. split; [|split].
    + intros k H. apply in_to_list in H. tauto.
    + intros i L. rewrite <- degree_list. apply Pr. assumption.
    + intros i k k' x y L Hk Hk' NE Hx Hy. apply in_to_list in Hk, Hk'.
      apply (Se i (N.of_nat k) (N.of_nat k') x y); try tauto; try lia;
      unfold option_at; rewrite Nat2N.id; assumption.
Qed.
Lemma to_list_inj p X Y : is_cover p X -> is_cover p Y ->
  to_list (length (opts p)) X = to_list (length (opts p)) Y -> X = Y.
Proof.
  intros HX HY E. apply mem_ext. intro k.
  assert (G : forall Z, is_cover p Z -> (mem k Z <-> In (N.to_nat k) (to_list (length (opts p)) Z))).
  { intros Z [R _ _]. rewrite in_to_list, N2Nat.id. split; [|tauto].
    intro H. split; [specialize (R k H); lia|assumption]. }
  rewrite (G X HX), (G Y HY), E. tauto.
Qed.
Lemma count_lists p n : Counts (is_cover p) n ->
  exists L : list (list nat), NoDup L /\ (forall c, In c L <-> covers p c) /\ N.of_nat (length L) = n.
Proof.
  intros (l & A & B & C). exists (map (to_list (length (opts p))) l). split; [|split].
  - apply NoDup_map_inj; [|assumption]. intros X Y HX HY. apply to_list_inj; apply B; assumption.
  - intro c. rewrite covers_iff, in_map_iff. split.
    + intros (X & <- & H). apply B in H. eauto.
    + intros (X & H & ->). apply B in H. eauto.
  - rewrite map_length. assumption.
Qed.

(* And back. *)
Lemma set_list p X : is_cover p X -> to_set (to_list (length (opts p)) X) = X.
Proof.
  intros [R _ _]. apply mem_ext. intro k. rewrite mem_to_set, in_to_list, N2Nat.id. split; [tauto|].
  intro H. split; [specialize (R k H); lia|exact H].
Qed.
Lemma list_counts p n :
  (exists L : list (list nat), NoDup L /\ (forall c, In c L <-> covers p c) /\ N.of_nat (length L) = n) -> Counts (is_cover p) n.
Proof.
  intros (L & A & B & <-). assert (OK : forall c, In c L -> to_list (length (opts p)) (to_set c) = c).
  { intros c H. apply B in H. destruct H as (So & R & _). apply list_set; assumption. }
  exists (map to_set L). split; [|split; [|rewrite map_length; reflexivity]].
  - apply NoDup_map_inj; [|exact A]. intros c d Hc Hd E. rewrite <- (OK c Hc), <- (OK d Hd), E. reflexivity.
  - intro X. rewrite in_map_iff. split.
    + intros (c & <- & H). apply B, covers_iff in H. destruct H as (Y & HY & ->). rewrite set_list by exact HY. exact HY.
    + intro HX. exists (to_list (length (opts p)) X). split; [apply set_list; exact HX|]. apply B, covers_iff. eauto.
Qed.

(* ---------- the theorems ---------- *)
Module TreePools (V : VALUE).
  Module T. Definition state := NB.t. Definition value := V.t. Definition add := V.add.
    Definition thing := (state * value)%type. End T.
  Module M. Definition state := (NB.t * MissingList.t)%type. Definition value := V.t. Definition add := V.add.
    Definition thing := (state * value)%type. End M.
  Module Tree. Include TreePool T. End Tree.
  Module Plain. Include Putting T Tree. End Plain.
  Module MissingTree. Include TreePool M. End MissingTree.
  Module Several. Include Putting M MissingTree. End Several.
End TreePools.
Module CountPools := TreePools Count.
Module LeastPools := TreePools Least.
Module AllPools := TreePools All.
Module Counter := Make NB Count Tree MissingList CountPools.Plain CountPools.Several.
Module Cheapener := Make NB Least Tree MissingList LeastPools.Plain LeastPools.Several.
Module Lister := Make NB All Tree MissingList AllPools.Plain AllPools.Several.

(* "There are n covers": a list of exactly the covers, none of them twice, has length n. *)
Theorem count_right src next p s n s' : Counter.walk (src := src) next tt p s = Some (n, s') ->
  exists L : list (list nat), NoDup L /\ (forall c, In c L <-> covers p c) /\ N.of_nat (length L) = n.
Proof. intro H. apply count_lists. apply Counter.walk_sound in H. exact H. Qed.

(* "No cover costs less than m": every cover costs at least m, and one costs just that. If
   there is no m, there is no cover. *)
Fixpoint cost_list (costs : list Z) (c : list nat) : Z :=
  match c with [] => 0%Z | k :: r => (nth k costs 0 + cost_list costs r)%Z end.
Lemma cost_to_set costs c : StronglySorted lt c -> cost costs (to_set c) = cost_list costs c.
Proof.
  induction 1 as [|k c So IH F]; [apply cost_from_0|].
  change (to_set (k :: c)) with (N.setbit (to_set c) (N.of_nat k)). rewrite cost_set.
  - rewrite IH. unfold cost_at. rewrite Nat2N.id. reflexivity.
  - rewrite mem_to_set, Nat2N.id. rewrite Forall_forall in F. intro H. specialize (F k H). lia.
Qed.
Lemma cost_of_cover p costs X : is_cover p X -> cost costs X = cost_list costs (to_list (length (opts p)) X).
Proof.
  intros [R _ _]. rewrite <- cost_to_set by apply filter_sorted, seq_sorted. f_equal. apply mem_ext.
  intro k. rewrite mem_to_set, in_to_list, N2Nat.id. split; [|tauto].
  intro H. split; [specialize (R k H); lia|assumption].
Qed.
Theorem cheapest_right src next p costs s n v s' :
  Cheapener.walk (src := src) next (Least.table costs) p s = Some ((n, v), s') ->
  match v with
  | Some m => (forall c, covers p c -> (m <= cost_list costs c)%Z) /\
              exists c, covers p c /\ cost_list costs c = m
  | None => forall c, ~ covers p c
  end.
Proof.
  intro H. apply Cheapener.walk_sound in H. destruct H as [_ H]. specialize (H costs (Least.price_table costs)).
  simpl in H. destruct v as [m|].
  - destruct H as [A (X & HX & E)]. split.
    + intros c Hc. apply covers_iff in Hc. destruct Hc as (Y & HY & ->).
      rewrite <- cost_of_cover by assumption. auto.
    + exists (to_list (length (opts p)) X). split; [apply covers_iff; eauto|].
      rewrite <- cost_of_cover; assumption.
  - intros c Hc. apply covers_iff in Hc. destruct Hc as (Y & HY & _). apply (H Y HY).
Qed.

(* "Exactly these": each cover is there, as a list of its options in some order, and each of
   the lists is a cover; no two have the same options. *)
Theorem list_right src next p s v s' : Lister.walk (src := src) next tt p s = Some (v, s') ->
  NoDup (map set_of v) /\
  (forall c, covers p c -> exists l, In l v /\ forall k, In k c <-> In (N.of_nat k) l) /\
  (forall l, In l v -> exists c, covers p c /\ forall k, In k c <-> In (N.of_nat k) l).
Proof.
  intro H. apply Lister.walk_sound in H. destruct H as [A B]. split; [assumption|].
  assert (G : forall l, is_cover p (set_of l) -> forall k,
              In k (to_list (length (opts p)) (set_of l)) <-> In (N.of_nat k) l).
  { intros l [R _ _] k. rewrite in_to_list, mem_set_of. split; [tauto|]. intro H. split; [|assumption].
    apply mem_set_of in H. specialize (R _ H). lia. }
  split.
  - intros c Hc. apply covers_iff in Hc. destruct Hc as (X & HX & ->). assert (HX' := HX).
    apply B, in_map_iff in HX. destruct HX as (l & <- & Hl). eauto.
  - intros l Hl. assert (HX : is_cover p (set_of l)) by (apply B, in_map; assumption).
    exists (to_list (length (opts p)) (set_of l)). split; [apply covers_iff; eauto|auto].
Qed.
