(* What a problem is, and what its covers are: [problem] and [is_cover], twenty lines to
   read and to agree with. Then its states as bits, and that the covers are what can be made
   of the first state ([cover_sol]). No axioms. *)
Require Import Arith NArith List Lia Bool Sorted Permutation.
Require Orders Mergesort.
Import ListNotations.
Require Import Counting.
Local Open Scope N_scope.

(* ---------- problem and specification ---------- *)
(* Items are numbers: first the primary ones, with how often each must and may be covered;
   then [ns] secondary ones. An option is a list of items with colours, where 0 is none;
   only secondary items may have others, 1 to [nc]. *)
Definition opt := list (N * N).
Record problem := { bounds : list (N * N); ns : N; nc : N; opts : list opt }.
Definition np (p : problem) : N := N.of_nat (length (bounds p)).
Definition bound (p : problem) (i : N) : N * N := nth (N.to_nat i) (bounds p) (0, 0).
Definition option_at (p : problem) (k : N) : opt := nth (N.to_nat k) (opts p) [].
Definition has (o : opt) (i : N) : bool := existsb (fun ic => fst ic =? i) o.
Definition indices (p : problem) : list N := map N.of_nat (seq 0 (length (opts p))).
(* how many options of the set X have the item i *)
Definition degree (p : problem) (X i : N) : N :=
  N.of_nat (length (filter (fun k => N.testbit X k && has (option_at p k) i) (indices p))).

Record is_cover (p : problem) (X : N) : Prop := {
  cov_range : forall k, mem k X -> k < N.of_nat (length (opts p));
  cov_prim  : forall i, i < np p -> fst (bound p i) <= degree p X i <= snd (bound p i);
  cov_sec   : forall i k k' c c', np p <= i -> mem k X -> mem k' X -> k <> k' ->
                In (i, c) (option_at p k) -> In (i, c') (option_at p k') -> c = c' /\ c <> 0 }.

Lemma has_iff o i : has o i = true <-> exists c, In (i, c) o.
Proof.
  unfold has. rewrite existsb_exists. split.
  - intros ([j c] & H & E). apply N.eqb_eq in E. simpl in E. subst. eauto.
  - intros (c & H). exists (i, c). split; [assumption|]. apply N.eqb_refl.
Qed.
Lemma in_indices p k : In k (indices p) <-> k < N.of_nat (length (opts p)).
Proof.
  unfold indices. rewrite in_map_iff. split.
  - intros (j & <- & H). apply in_seq in H. lia.
  - intro L. exists (N.to_nat k). rewrite in_seq. lia.
Qed.
Lemma indices_nodup p : NoDup (indices p).
Proof. apply NoDup_map_inj; [lia|apply seq_NoDup]. Qed.

(* ---------- states as bits ---------- *)
(* A state is a set of bits, and what is missing of the items with multiplicities. A bit
   for each item that is to be covered once: it is open. For each secondary item one for
   "no colour" and one for each colour: it can still be had in this way. And if there are
   multiplicities, one for each option: it is not out. *)
Definition is_once (b : N * N) : bool := match b with (1, 1) => true | _ => false end.
Lemma is_once_ok b : is_once b = (fst b =? 1) && (snd b =? 1).
Proof. destruct b as [[|[x|x|]] [|[y|y|]]]; reflexivity. Qed.
Definition plain (p : problem) (i : N) : bool := is_once (bound p i).
(* the numbers below n, the highest first *)
Fixpoint down (n : nat) (k : N) : list N := match n with O => [] | S n => N.pred k :: down n (N.pred k) end.
Definition upto (n : nat) : list N := down n (N.of_nat n).
(* Each primary item with its bounds, the last one first. To ask for the bounds of one item is
   to go through the list; this goes through it once. *)
Fixpoint bounded (k : N) (bs : list (N * N)) (l : list (N * (N * N))) : list (N * (N * N)) :=
  match bs with [] => l | b :: bs => bounded (N.succ k) bs ((k, b) :: l) end.
Definition all_bounded p := bounded 0 (bounds p) [].
Definition mults p : list N :=
  if forallb is_once (bounds p) then [] else map fst (filter (fun ib => negb (is_once (snd ib))) (all_bounded p)).
Definition W p := nc p + 1.
Definition base p i := np p + (i - np p) * W p.
Definition outs p := np p + ns p * W p.
(* Bits in blocks of neighbours: the first one, and how many there are. *)
Definition bits_of (blocks : list (N * N)) : N :=
  fold_right (fun b s => N.lor (N.shiftl (N.ones (snd b)) (fst b)) s) 0 blocks.
(* n primary items, so many bits for each secondary one, and which are to be covered once *)
Definition need_blocks (n width : N) (once : N -> bool) (ic : N * N) : list (N * N) :=
  let (i, c) := ic in
  if i <? n then (if once i then [(i, 1)] else [])
  else let first := n + (i - n) * width in
       if c =? 0 then [(first, width)] else [(first + c, 1)].
Definition kill_blocks (n width : N) (once : N -> bool) (ic : N * N) : list (N * N) :=
  let (i, c) := ic in
  if i <? n then (if once i then [(i, 1)] else [])
  else let first := n + (i - n) * width in
       if c =? 0 then [(first, width)]
       else [(first, N.min c width); (first + c + 1, width - (c + 1))].
Definition need1 p := need_blocks (np p) (W p) (plain p).
Definition kill1 p := kill_blocks (np p) (W p) (plain p).
Definition flags p (o : opt) : list bool := map (has o) (mults p).
Definition own_of p (k : N) : N :=
  match mults p with [] => 0 | _ => N.setbit 0 (outs p + k) end.
Definition own_blocks p (k : N) : list (N * N) :=
  match mults p with [] => [] | _ => [(outs p + k, 1)] end.
Definition need_of p (o : opt) : N := bits_of (flat_map (need1 p) o).
Definition kill_of p (o : opt) : N := bits_of (flat_map (kill1 p) o).
(* i, which is above all others, is one more of the numbers in the blocks *)
Definition block_with (i : N) (l : list (N * N)) : list (N * N) :=
  match l with (a, n) :: r => if i =? a + n then (a, N.succ n) :: r else (i, 1) :: l | [] => [(i, 1)] end.
Definition primary_blocks p : list (N * N) :=
  fold_right (fun ib l => if is_once (snd ib) then block_with (fst ib) l else l) [] (all_bounded p).
Definition prims p := bits_of (primary_blocks p).
(* the bits of secondary items, and, if there are multiplicities, of options *)
Definition other_block p : N * N :=
  (np p, ns p * W p + match mults p with [] => 0 | _ => N.of_nat (length (opts p)) end).
Definition full p := N.lor (prims p)
  (N.shiftl (N.ones (ns p * W p + match mults p with [] => 0 | _ => N.of_nat (length (opts p)) end))
            (np p)).
Definition wf_bits (n ns nc : N) (o : opt) : bool :=
  forallb (fun ic => (fst ic <? n) || ((fst ic <? n + ns) && (snd ic <=? nc))) o
  && existsb (fun ic => fst ic <? n) o.
Definition wf_opt p (o : opt) : bool := wf_bits (np p) (ns p) (nc p) o.

(* ---------- bits of options ---------- *)
Lemma mem_single b i : mem b (N.setbit 0 i) <-> b = i.
Proof. rewrite mem_setbit. split; [intros [H|H]; [assumption|destruct (mem_0 b H)]|tauto]. Qed.
Lemma mem_ones b n : mem b (N.ones n) <-> b < n.
Proof.
  unfold mem. split.
  - intro H. destruct (N.lt_ge_cases b n) as [|L]; [assumption|].
    rewrite N.ones_spec_high in H; [discriminate|assumption].
  - apply N.ones_spec_low.
Qed.
Lemma mem_block b w a : mem b (N.shiftl (N.ones w) a) <-> a <= b /\ b < a + w.
Proof.
  destruct (N.lt_ge_cases b a) as [L|L].
  - unfold mem. rewrite N.shiftl_spec_low by assumption. split; [discriminate|lia].
  - unfold mem. rewrite N.shiftl_spec_high' by assumption. fold (mem (b - a) (N.ones w)).
    rewrite mem_ones. lia.
Qed.
Lemma mem_bits_of b l : mem b (bits_of l) <-> exists a n, In (a, n) l /\ a <= b /\ b < a + n.
Proof.
  induction l as [|[a n] l IH]; cbn [bits_of fold_right fst snd].
  - split; [intro H; destruct (mem_0 b H)|intros (a & n & [] & _)].
  - fold (bits_of l). rewrite mem_lor, mem_block, IH. split.
    + intros [H|(a' & n' & H & H')]; [exists a, n|exists a', n']; simpl; auto.
    + intros (a' & n' & [E|H] & H'); [left; inversion E; subst; assumption|right; eauto].
Qed.
Lemma bits_of_app l m : bits_of (l ++ m) = N.lor (bits_of l) (bits_of m).
Proof.
  induction l as [|b l IH]; [reflexivity|]. cbn [bits_of fold_right app] in *. fold (bits_of (l ++ m)).
  unfold bits_of in IH. unfold bits_of. rewrite IH. apply N.lor_assoc.
Qed.
Lemma bits_of_one a : bits_of [(a, 1)] = N.setbit 0 a.
Proof.
  apply mem_ext. intro b. rewrite mem_single, mem_bits_of. split.
  - intros (a' & n & [E|[]] & H). inversion E; subst. lia.
  - intros ->. exists a, 1. simpl. split; [auto|lia].
Qed.
Lemma bits_of_own p k : bits_of (own_blocks p k) = own_of p k.
Proof. unfold own_blocks, own_of. destruct (mults p); [reflexivity|apply bits_of_one]. Qed.
Lemma upto_succ n : upto (S n) = N.of_nat n :: upto n.
Proof. unfold upto. rewrite Nat2N.inj_succ. cbn [down]. rewrite N.pred_succ. reflexivity. Qed.
Lemma in_upto n i : In i (upto n) <-> i < N.of_nat n.
Proof. induction n as [|n IH]; [simpl; lia|]. rewrite upto_succ. simpl. rewrite IH. lia. Qed.
Lemma down_last m : forall x, down (S m) x = down m x ++ [x - N.of_nat (S m)].
Proof.
  induction m as [|m IH]; intro x; [cbn [down app]; f_equal; lia|].
  change (down (S (S m)) x) with (N.pred x :: down (S m) (N.pred x)). rewrite IH.
  cbn [down app]. do 3 f_equal. lia.
Qed.
Lemma bounded_ok bs : forall k l, bounded k bs l =
  map (fun i => (i, nth (N.to_nat (i - k)) bs (0, 0))) (down (length bs) (k + N.of_nat (length bs))) ++ l.
Proof.
  induction bs as [|b bs IH]; intros k l; [reflexivity|].
  cbn [bounded]. rewrite IH. cbn [length]. rewrite down_last, map_app, <- app_assoc. cbn [map app].
  replace (k + N.of_nat (S (length bs)) - N.of_nat (S (length bs))) with k by lia.
  rewrite N.sub_diag. change (nth (N.to_nat 0) (b :: bs) (0, 0)) with b.
  replace (k + N.of_nat (S (length bs))) with (N.succ k + N.of_nat (length bs)) by lia. f_equal.
  apply map_ext_in. intros i Hi. f_equal.
  assert (G : forall m x, In i (down m x) -> N.of_nat m <= x -> x - N.of_nat m <= i).
  { clear. intro m. induction m as [|m IHm]; intros x H L; [destruct H|]. cbn [down] in H.
    destruct H as [<-|H]; [lia|]. apply IHm in H; lia. }
  apply G in Hi; [|lia].
  replace (N.to_nat (i - k)) with (S (N.to_nat (i - N.succ k))) by lia. reflexivity.
Qed.
Lemma all_bounded_ok p : all_bounded p = map (fun i => (i, bound p i)) (upto (length (bounds p))).
Proof.
  unfold all_bounded. rewrite bounded_ok, app_nil_r. unfold upto. rewrite N.add_0_l.
  apply map_ext. intro i. rewrite N.sub_0_r. reflexivity.
Qed.
Lemma mults_filter p : mults p = filter (fun i => negb (plain p i)) (upto (length (bounds p))).
Proof.
  unfold mults. destruct (forallb is_once (bounds p)) eqn:E.
  { rewrite forallb_forall in E. assert (G : forall i, In i (upto (length (bounds p))) -> plain p i = true).
    { intros i I. apply in_upto in I. apply E, nth_In. lia. }
    induction (upto _) as [|i l IH]; [reflexivity|]. simpl. rewrite G by (left; reflexivity). apply IH.
    intros j J. apply G. right. exact J. }
  rewrite all_bounded_ok. clear E. induction (upto _) as [|i l IH]; [reflexivity|].
  cbn [map filter snd]. unfold plain at 1. destruct (negb _); cbn [map fst]; rewrite IH; reflexivity.
Qed.
Lemma mem_block_with b i l : mem b (bits_of (block_with i l)) <-> b = i \/ mem b (bits_of l).
Proof.
  destruct l as [|[a n] l]; cbn [block_with].
  - rewrite bits_of_one, mem_single. generalize (mem_0 b). cbn [bits_of fold_right]. tauto.
  - destruct (N.eqb_spec i (a + n)) as [->|NE]; cbn [bits_of fold_right fst snd]; fold (bits_of l);
      rewrite !mem_lor, !mem_block; intuition lia.
Qed.
Lemma mem_prims p i : mem i (prims p) <-> i < np p /\ plain p i = true.
Proof.
  unfold prims, primary_blocks, np. rewrite <- in_upto, all_bounded_ok. induction (upto _) as [|j l IH]; cbn [map fold_right fst snd].
  - cbn [bits_of fold_right In]. generalize (mem_0 i). tauto.
  - change (is_once (bound p j)) with (plain p j). cbn [In].
    destruct (plain p j) eqn:E; [rewrite mem_block_with|]; rewrite IH; intuition congruence.
Qed.
Lemma in_mults p i : In i (mults p) <-> i < np p /\ plain p i = false.
Proof. rewrite mults_filter. unfold np. rewrite filter_In, in_upto, negb_true_iff. tauto. Qed.
(* of a few blocks, what is in them *)
Ltac in_blocks H :=
  apply mem_bits_of in H; destruct H as (?a & ?n & H & ?Ha & ?Hb); simpl in H;
  repeat match type of H with _ \/ _ => destruct H as [H|H] end; try contradiction; inversion H; subst; clear H.
Lemma mem_need1 p i c b : mem b (bits_of (need1 p (i, c))) <->
  (i < np p /\ plain p i = true /\ b = i) \/
  (np p <= i /\ exists d, b = base p i + d /\ (c = 0 /\ d < W p \/ c <> 0 /\ d = c)).
Proof.
  unfold need1, need_blocks. fold (base p i). cbv zeta. destruct (N.ltb_spec i (np p)) as [L|L].
  - destruct (plain p i).
    + rewrite bits_of_one, mem_single. split; [tauto|]. intros [?|[? _]]; [tauto|lia].
    + split; [intro H; destruct (mem_0 b H)|]. intros [(_ & ? & _)|[? _]]; [discriminate|lia].
  - destruct (N.eqb_spec c 0) as [->|NZ].
    + split.
      * intro H. in_blocks H. right. split; [assumption|]. exists (b - base p i). lia.
      * intros [?|(_ & d & -> & H)]; [lia|]. apply mem_bits_of. exists (base p i), (W p). simpl. split; [auto|lia].
    + rewrite bits_of_one, mem_single. split.
      * intros ->. right. split; [assumption|]. exists c. tauto.
      * intros [?|(_ & d & -> & H)]; lia.
Qed.
Lemma mem_kill1 p i c b : mem b (bits_of (kill1 p (i, c))) <->
  (i < np p /\ plain p i = true /\ b = i) \/
  (np p <= i /\ exists d, b = base p i + d /\ d < W p /\ (c = 0 \/ d <> c)).
Proof.
  unfold kill1, kill_blocks. fold (base p i). cbv zeta. destruct (N.ltb_spec i (np p)) as [L|L].
  - destruct (plain p i).
    + rewrite bits_of_one, mem_single. split; [tauto|]. intros [?|[? _]]; [tauto|lia].
    + split; [intro H; destruct (mem_0 b H)|]. intros [(_ & ? & _)|[? _]]; [discriminate|lia].
  - destruct (N.eqb_spec c 0) as [->|NZ].
    + split.
      * intro H. in_blocks H. right. split; [assumption|]. exists (b - base p i). lia.
      * intros [?|(_ & d & -> & H)]; [lia|]. apply mem_bits_of. exists (base p i), (W p). simpl. split; [auto|lia].
    + split.
      * intro H. right. split; [assumption|]. in_blocks H; exists (b - base p i); lia.
      * intros [?|(_ & d & -> & H)]; [lia|]. apply mem_bits_of. destruct (N.lt_ge_cases d c) as [Lt|Ge].
        -- exists (base p i), (N.min c (W p)). simpl. split; [auto|lia].
        -- exists (base p i + c + 1), (W p - (c + 1)). simpl. split; [auto|lia].
Qed.
Lemma mem_fold (f : N * N -> list (N * N)) o b :
  mem b (bits_of (flat_map f o)) <-> exists i c, In (i, c) o /\ mem b (bits_of (f (i, c))).
Proof.
  induction o as [|[i c] o IH]; cbn [flat_map].
  - split; [intro H; destruct (mem_0 b H)|intros (i & c & [] & _)].
  - rewrite bits_of_app, mem_lor, IH. split.
    + intros [H|(i' & c' & H & H')]; [exists i, c|exists i', c']; simpl; auto.
    + intros (i' & c' & [E|H] & H'); [left; inversion E; subst; assumption|right; exists i', c'; auto].
Qed.
Lemma base_inj p i d i' d' : np p <= i -> np p <= i' -> d < W p -> d' < W p ->
  base p i + d = base p i' + d' -> i = i' /\ d = d'.
Proof.
  unfold base. intros H H' L L' E.
  assert (i - np p = i' - np p /\ d = d'); [|lia].
  apply (N.div_mod_unique (W p)); try assumption; lia.
Qed.
Lemma base_ge p i d : np p <= base p i + d.
Proof. unfold base. lia. Qed.


(* what two options may have in common, if both are in a cover: secondary items of the same
   colour, and items that may be covered more than once *)
Definition compat p (o o' : opt) : Prop :=
  forall i c c', In (i, c) o -> In (i, c') o' ->
    (np p <= i /\ c = c' /\ c <> 0) \/ (i < np p /\ plain p i = false).
Definition wf p (o : opt) : Prop :=
  (forall i c, In (i, c) o -> i < np p \/ (i < np p + ns p /\ c <= nc p)) /\
  (exists i c, In (i, c) o /\ i < np p).
Lemma wf_opt_ok p o : wf_opt p o = true -> wf p o.
Proof.
  unfold wf_opt, wf_bits. rewrite andb_true_iff, forallb_forall, existsb_exists. intros [H H']. split.
  - intros i c Hi. specialize (H _ Hi). simpl in H.
    rewrite orb_true_iff, andb_true_iff, !N.ltb_lt, N.leb_le in H. assumption.
  - destruct H' as ([i c] & Hi & L). exists i, c. split; [assumption|]. apply N.ltb_lt. assumption.
Qed.

Lemma disj_compat p o o' : wf p o -> wf p o' -> (disj (need_of p o) (kill_of p o') <-> compat p o o').
Proof.
  intros [R _] [R' _]. unfold disj, need_of, kill_of, compat. split.
  - intros D i c c' H H'.
    assert (K : forall b, mem b (bits_of (need1 p (i, c))) -> mem b (bits_of (kill1 p (i, c'))) -> False).
    { intros b Hb Hb'. apply (D b); apply mem_fold; [exists i, c|exists i, c']; auto. }
    destruct (N.lt_ge_cases i (np p)) as [G|G].
    { right. split; [assumption|]. destruct (plain p i) eqn:E; [|reflexivity].
      destruct (K i); [apply mem_need1|apply mem_kill1]; tauto. }
    destruct (R i c H) as [L|[L C]]; [lia|]. destruct (R' i c' H') as [L'|[_ C']]; [lia|].
    left. split; [assumption|]. unfold W in *.
    destruct (N.eq_dec c 0) as [->|NZ].
    + exfalso. destruct (N.eq_dec c' 0) as [->|NZ'];
      (apply (K (base p i + 0)); [apply mem_need1|apply mem_kill1]; right; (split; [assumption|]);
       exists 0; unfold W; lia).
    + split; [|assumption]. destruct (N.eq_dec c c') as [|NE]; [assumption|exfalso].
      apply (K (base p i + c)); [apply mem_need1|apply mem_kill1]; right; (split; [assumption|]);
      exists c; unfold W; lia.
  - intros C b Hb Hb'. apply mem_fold in Hb, Hb'.
    destruct Hb as (i & c & H & Hb), Hb' as (i' & c' & H' & Hb').
    apply mem_need1 in Hb. apply mem_kill1 in Hb'.
    destruct Hb as [(L & Pl & ->)|(L & d & -> & Hd)].
    + destruct Hb' as [(L' & _ & ->)|(L' & d' & E & _)].
      * destruct (C _ _ _ H H') as [?|[_ ?]]; [lia|congruence].
      * generalize (base_ge p i' d'). lia.
    + destruct Hb' as [(L' & _ & E)|(L' & d' & E & Hd' & G)].
      * generalize (base_ge p i d). lia.
      * assert (d < W p). { destruct (R i c H) as [|[_ ?]]; unfold W in *; lia. }
        destruct (base_inj p i d i' d') as [-> ->]; try assumption.
        destruct (C _ _ _ H H') as [(_ & -> & NZ)|]; lia.
Qed.
Lemma compat_sym p o o' : compat p o o' -> compat p o' o.
Proof. intros C i c c' H H'. destruct (C i c' c H' H) as [(? & -> & ?)|?]; tauto. Qed.

Lemma mem_need_prim p o i : mem i (prims p) -> (mem i (need_of p o) <-> has o i = true).
Proof.
  intro L. apply mem_prims in L. unfold need_of. rewrite mem_fold, has_iff. split.
  - intros (j & c & H & M). apply mem_need1 in M. destruct M as [(_ & _ & ->)|(_ & d & -> & _)]; [eauto|].
    generalize (base_ge p j d). lia.
  - intros (c & H). exists i, c. split; [assumption|]. apply mem_need1. tauto.
Qed.
Lemma mem_kill_prim p o i : mem i (prims p) -> (mem i (kill_of p o) <-> has o i = true).
Proof.
  intro L. apply mem_prims in L. unfold kill_of. rewrite mem_fold, has_iff. split.
  - intros (j & c & H & M). apply mem_kill1 in M. destruct M as [(_ & _ & ->)|(_ & d & -> & _)]; [eauto|].
    generalize (base_ge p j d). lia.
  - intros (c & H). exists i, c. split; [assumption|]. apply mem_kill1. tauto.
Qed.
Lemma sec_bits p o b : wf p o -> mem b (need_of p o) \/ mem b (kill_of p o) ->
  mem b (prims p) \/ (np p <= b /\ b < outs p).
Proof.
  intros [R _] H.
  assert (G : exists i c d, In (i, c) o /\ ((i < np p /\ plain p i = true /\ b = i) \/
             (np p <= i /\ b = base p i + d /\ d < W p))).
  { destruct H as [H|H]; apply mem_fold in H; destruct H as (i & c & H & M).
    - apply mem_need1 in M. destruct M as [M|(L & d & -> & Hd)]; [exists i, c, 0; tauto|].
      exists i, c, d. split; [assumption|]. right. repeat split; try assumption.
      destruct (R i c H) as [|[_ ?]]; unfold W in *; lia.
    - apply mem_kill1 in M. destruct M as [M|(L & d & -> & Hd & _)]; [exists i, c, 0; tauto|].
      exists i, c, d. tauto. }
  destruct G as (i & c & d & H' & [(L & Pl & ->)|(L & -> & Hd)]).
  - left. apply mem_prims. tauto.
  - right. split; [apply base_ge|]. destruct (R i c H') as [|[L' _]]; [lia|]. unfold base, outs.
    assert (i - np p + 1 <= ns p) as Q by lia.
    apply (N.mul_le_mono_r _ _ (W p)) in Q. rewrite N.mul_add_distr_r, N.mul_1_l in Q. lia.
Qed.

(* ---------- long lists of numbers ---------- *)
Fixpoint shorter {A} (n : nat) (l : list A) : bool :=
  match n, l with O, _ => false | S _, [] => true | S n, _ :: l => shorter n l end.
Module NumberOrder <: Orders.TotalLeBool.
  Definition t := N.
  Definition leb := N.leb.
  Lemma leb_total x y : leb x y = true \/ leb y x = true.
  Proof. unfold leb. rewrite !N.leb_le. lia. Qed.
End NumberOrder.
Module ByNumber := Mergesort.Sort NumberOrder.
Fixpoint rises (l : list N) : bool := match l with x :: (y :: _) as r => (x <? y) && rises r | _ => true end.
Definition all_different (l : list N) : bool := rises (ByNumber.sort l).
Lemma all_different_ok l : all_different l = true -> NoDup l.
Proof.
  intro H. eapply Permutation_NoDup; [apply Permutation_sym, ByNumber.Permuted_sort|]. revert H. unfold all_different.
  generalize (ByNumber.sort l). clear l. intros l H.
  assert (S : StronglySorted N.lt l).
  { apply Sorted_StronglySorted; [intros x y z; apply N.lt_trans|].
    induction l as [|x [|y l] IH]; [constructor|repeat constructor|]. cbn [rises] in H. apply andb_true_iff in H. destruct H as [L H].
    constructor; [apply IH, H|constructor; apply N.ltb_lt, L]. }
  clear H. induction S as [|x l S IH F]; constructor; [|exact IH]. intro I. rewrite Forall_forall in F. apply F in I. lia.
Qed.
