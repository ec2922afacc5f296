(* Symmetries of a problem, and its quotient by one of them: a problem whose covers are those
   that the symmetry leaves as they are ([quotient_right]). Its items are items of the problem,
   of each orbit one is enough; its options are the orbits of options that do not clash with
   each other at these items. No axioms. *)
Require Import Arith NArith List Lia Bool Permutation Orders Mergesort FMapPositive.
Import ListNotations.
Require Import Counting Problem Values.
Local Open Scope N_scope.

(* ---------- lists ---------- *)
Module ByNumber <: TotalLeBool.
  Definition t := N.
  Definition leb := N.leb.
  Theorem leb_total a b : leb a b = true \/ leb b a = true.
  Proof. unfold leb. rewrite !N.leb_le. lia. Qed.
End ByNumber.
Module NumberSort := Sort ByNumber.
Definition same_list (a b : list N) : bool := if list_eq_dec N.eq_dec a b then true else false.
Lemma same_list_ok a b : same_list a b = true <-> a = b.
Proof. unfold same_list. destruct (list_eq_dec N.eq_dec a b); split; congruence. Qed.
Lemma sorted_permuted a b : same_list (NumberSort.sort a) b = true -> Permutation a b.
Proof. intro H. apply same_list_ok in H. rewrite <- H. apply NumberSort.Permuted_sort. Qed.
Fixpoint no_twins (l : list N) : bool :=
  match l with [] => true | x :: r => negb (existsb (N.eqb x) r) && no_twins r end.
Lemma no_twins_ok l : no_twins l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; intro H; [constructor|]. simpl in H. apply andb_true_iff in H. destruct H as [H H'].
  constructor; [|apply IH; exact H']. intro I. apply negb_true_iff in H.
  assert (G : existsb (N.eqb x) l = true) by (apply existsb_exists; exists x; rewrite N.eqb_refl; auto). congruence.
Qed.
(* A list is at least as long if each thing of the other has one of its own there. *)
Lemma related {A B} (R : A -> B -> Prop) l : forall m, NoDup l -> (forall a, In a l -> exists b, In b m /\ R a b) ->
  (forall a a' b, In a l -> In a' l -> R a b -> R a' b -> a = a') -> (length l <= length m)%nat.
Proof.
  induction l as [|a l IH]; intros m D T F; [simpl; lia|]. inversion D as [|? ? Na Dl]; subst.
  destruct (T a) as (b & Hb & Rb); [left; reflexivity|]. apply in_split in Hb. destruct Hb as (m1 & m2 & ->).
  rewrite app_length. simpl. rewrite <- Nat.add_succ_comm. simpl. apply le_n_S. rewrite <- app_length. apply IH.
  - exact Dl.
  - intros a' Ha'. destruct (T a') as (b' & Hb' & Rb'); [right; exact Ha'|]. exists b'. split; [|exact Rb'].
    rewrite in_app_iff in *. destruct Hb' as [H|[<-|H]]; auto. exfalso. apply Na.
    rewrite (F a a' b); simpl; auto.
  - intros x y z Hx Hy. apply F; right; assumption.
Qed.
Lemma same_number {A B} (R : A -> B -> Prop) l m : NoDup l -> NoDup m ->
  (forall a, In a l -> exists b, In b m /\ R a b) -> (forall b, In b m -> exists a, In a l /\ R a b) ->
  (forall a a' b, In a l -> In a' l -> R a b -> R a' b -> a = a') ->
  (forall a b b', In b m -> In b' m -> R a b -> R a b' -> b = b') -> length l = length m.
Proof.
  intros Dl Dm T T' F F'. apply Nat.le_antisymm; [apply (related R); assumption|].
  apply (related (fun b a => R a b)); [exact Dm|exact T'|]. intros b b' a Hb Hb' Rb Rb'. apply (F' a); assumption.
Qed.

(* ---------- uses of items ---------- *)
(* the colour in which an option has an item, if it has it *)
Definition use (o : opt) (i : N) : option N :=
  match find (fun ic => fst ic =? i) o with Some ic => Some (snd ic) | None => None end.
Lemma use_in o i c : use o i = Some c -> In (i, c) o.
Proof.
  unfold use. destruct (find _ o) as [[j d]|] eqn:E; [|discriminate]. apply find_some in E. destruct E as [I E].
  apply N.eqb_eq in E. simpl in *. intro H. inversion H; subst. exact I.
Qed.
Lemma in_use o i c : NoDup (map fst o) -> In (i, c) o -> use o i = Some c.
Proof.
  unfold use. induction o as [|[j d] o IH]; intros D H; [destruct H|]. simpl in *. inversion D as [|? ? N1 D1]; subst.
  destruct (N.eqb_spec j i) as [->|NE].
  - destruct H as [H|H]; [inversion H; reflexivity|]. exfalso. apply N1. apply (in_map fst) in H. exact H.
  - destruct H as [H|H]; [inversion H; congruence|]. apply IH; assumption.
Qed.
Lemma has_use o i : has o i = true <-> exists c, use o i = Some c.
Proof.
  rewrite has_iff. split.
  - intros (c & H). unfold use. destruct (find _ o) as [ic|] eqn:E; [eauto|].
    apply (find_none _ _ E) in H. simpl in H. rewrite N.eqb_refl in H. discriminate.
  - intros (c & H). exists c. apply use_in. exact H.
Qed.

Definition items (p : problem) : N := np p + ns p.
Definition how_many_options (p : problem) : N := N.of_nat (length (opts p)).
(* No option has an item twice, or one that is not there. *)
Definition tidy (p : problem) : bool :=
  forallb (fun o => no_twins (map fst o) && forallb (fun ic => fst ic <? items p) o) (opts p).
Definition neat (p : problem) : Prop :=
  forall o, In o (opts p) -> NoDup (map fst o) /\ forall i c, In (i, c) o -> i < items p.
Lemma tidy_neat p : tidy p = true -> neat p.
Proof.
  unfold tidy. rewrite forallb_forall. intros H o Ho. specialize (H o Ho). apply andb_true_iff in H. destruct H as [D R].
  split; [apply no_twins_ok; exact D|]. intros i c I. rewrite forallb_forall in R. apply N.ltb_lt. apply (R _ I).
Qed.
Lemma option_in p k : k < how_many_options p -> In (option_at p k) (opts p).
Proof. intro L. unfold option_at. apply nth_In. unfold how_many_options in L. lia. Qed.
Lemma option_beyond p k : how_many_options p <= k -> option_at p k = [].
Proof. intro L. unfold option_at. apply nth_overflow. unfold how_many_options in L. lia. Qed.

(* What a set of options is to be at an item, and that this is all that a cover is. *)
Definition fits_at (p : problem) (X i : N) : Prop :=
  (i < np p -> fst (bound p i) <= degree p X i <= snd (bound p i)) /\
  (np p <= i -> forall k k' c c', mem k X -> mem k' X -> k <> k' ->
     use (option_at p k) i = Some c -> use (option_at p k') i = Some c' -> c = c' /\ c <> 0).
Definition in_range (p : problem) (X : N) : Prop := forall k, mem k X -> k < how_many_options p.

Lemma cover_fits_at p X i : is_cover p X -> fits_at p X i.
Proof.
  intros [R P S]. split; [apply P|]. intros G k k' c c' Hk Hk' NE U U'.
  apply (S i k k'); try assumption; apply use_in; assumption.
Qed.
Section Neat.
  Variable p : problem.
  Hypothesis T : neat p.
  Lemma uses k i c : use (option_at p k) i = Some c <-> In (i, c) (option_at p k).
  Proof.
    split; [apply use_in|]. destruct (N.lt_ge_cases k (how_many_options p)) as [L|L].
    - apply in_use. apply (T _ (option_in p k L)).
    - rewrite (option_beyond p k L). intros [].
  Qed.
  Lemma item_in_range k i c : use (option_at p k) i = Some c -> i < items p.
  Proof.
    intro H. apply use_in in H. destruct (N.lt_ge_cases k (how_many_options p)) as [L|L].
    - apply (T _ (option_in p k L)) in H. exact H.
    - rewrite (option_beyond p k L) in H. destruct H.
  Qed.
  Lemma cover_fits X : is_cover p X <-> in_range p X /\ forall i, i < items p -> fits_at p X i.
  Proof.
    split; [intro C; split; [exact (cov_range p X C)|intros i _; apply cover_fits_at; exact C]|].
    intros [R F]. split; [exact R| |].
    - intros i L. apply F; [unfold items; lia|exact L].
    - intros i k k' c c' G Hk Hk' NE U U'. apply uses in U, U'.
      apply (proj2 (F i (item_in_range _ _ _ U)) G k k'); assumption.
  Qed.
End Neat.

(* ---------- permutations of options ---------- *)
Definition ap (g : list N) (k : N) : N := nth (N.to_nat k) g 0.
Definition is_permutation (p : problem) (g : list N) : Prop := Permutation g (indices p).
(* where a permutation takes a set of options *)
Definition act (p : problem) (g : list N) (X : N) : N := set_of (map (ap g) (filter (N.testbit X) (indices p))).
Lemma in_options p k : In k (indices p) <-> k < how_many_options p.
Proof. apply in_indices. Qed.
Lemma mem_act p g X j : mem j (act p g X) <-> exists k, k < how_many_options p /\ mem k X /\ ap g k = j.
Proof.
  unfold act. rewrite mem_set_of, in_map_iff. split; intros (k & H).
  - destruct H as [E H]. apply filter_In in H. rewrite in_options in H. exists k. unfold mem. tauto.
  - exists k. rewrite filter_In, in_options. unfold mem in H. tauto.
Qed.
Section Permutations.
  Variable p : problem.
  Variable g : list N.
  Hypothesis G : is_permutation p g.
  Lemma permutation_length : N.of_nat (length g) = how_many_options p.
  Proof. rewrite (Permutation_length G). unfold indices. rewrite map_length, seq_length. reflexivity. Qed.
  Lemma ap_range k : k < how_many_options p -> ap g k < how_many_options p.
  Proof.
    intro L. apply in_options. apply (Permutation_in _ G). apply nth_In. generalize permutation_length. lia.
  Qed.
  Lemma ap_inj k k' : k < how_many_options p -> k' < how_many_options p -> ap g k = ap g k' -> k = k'.
  Proof.
    intros L L' E. assert (D : NoDup g) by (apply (Permutation_NoDup (Permutation_sym G)), indices_nodup).
    generalize permutation_length. intro PL. rewrite (NoDup_nth g 0) in D. unfold ap in E. apply D in E; lia.
  Qed.
  Lemma ap_onto j : j < how_many_options p -> exists k, k < how_many_options p /\ ap g k = j.
  Proof.
    intro L. apply in_options in L. apply (Permutation_in _ (Permutation_sym G)) in L.
    apply (In_nth _ _ 0) in L. destruct L as (n & Ln & E). exists (N.of_nat n). split.
    - generalize permutation_length. lia.
    - unfold ap. rewrite Nat2N.id. exact E.
  Qed.
  Lemma act_range X : in_range p (act p g X).
  Proof. intros j H. apply mem_act in H. destruct H as (k & L & _ & <-). apply ap_range. exact L. Qed.
  Lemma act_moved X k : k < how_many_options p -> (mem (ap g k) (act p g X) <-> mem k X).
  Proof.
    intro L. rewrite mem_act. split.
    - intros (j & Lj & H & E). apply ap_inj in E; try assumption. subst. exact H.
    - intro H. exists k. auto.
  Qed.
  Lemma act_inj X Y : in_range p X -> in_range p Y -> act p g X = act p g Y -> X = Y.
  Proof.
    intros RX RY E. apply mem_ext. intro k. split; intro H.
    - assert (L := RX k H). apply (act_moved Y k L). rewrite <- E. apply act_moved; assumption.
    - assert (L := RY k H). apply (act_moved X k L). rewrite E. apply act_moved; assumption.
  Qed.
End Permutations.

(* ---------- symmetries ---------- *)
(* The options with j are those to which g takes the options with i, and those of one colour
   have one colour. *)
Definition imitates (p : problem) (g : list N) (i j : N) : Prop :=
  (i < np p <-> j < np p) /\ (i < np p -> bound p i = bound p j) /\
  (forall k, k < how_many_options p -> (has (option_at p (ap g k)) j = has (option_at p k) i)) /\
  (forall k k' c c' d d', k < how_many_options p -> k' < how_many_options p ->
     use (option_at p k) i = Some c -> use (option_at p k') i = Some c' ->
     use (option_at p (ap g k)) j = Some d -> use (option_at p (ap g k')) j = Some d' ->
     (c = c' /\ c <> 0 <-> d = d' /\ d <> 0)).
(* g permutes the options, and each item has an item to which it goes. *)
Definition symmetry (p : problem) (g : list N) : Prop :=
  is_permutation p g /\ forall i, i < items p -> exists j, j < items p /\ imitates p g i j.

Lemma fits_moved p g X i j : is_permutation p g -> in_range p X -> imitates p g i j ->
  (fits_at p (act p g X) j <-> fits_at p X i).
Proof.
  intros G R (K & B & H & C). unfold fits_at. rewrite <- K.
  assert (E : degree p (act p g X) j = degree p X i).
  { unfold degree. f_equal. symmetry.
    apply (same_number (fun k l => ap g k = l)); try (apply NoDup_filter, indices_nodup).
    - intros k Hk. apply filter_In in Hk. destruct Hk as [L Hk]. apply in_options in L.
      apply andb_true_iff in Hk. destruct Hk as [M U]. exists (ap g k). split; [|reflexivity].
      apply filter_In. split; [apply in_options, ap_range; assumption|]. apply andb_true_iff.
      split; [apply (act_moved p g G X k L); exact M|]. rewrite H; assumption.
    - intros l Hl. apply filter_In in Hl. destruct Hl as [L Hl]. apply in_options in L.
      apply andb_true_iff in Hl. destruct Hl as [M U]. apply mem_act in M. destruct M as (k & Lk & M & <-).
      exists k. split; [|reflexivity]. apply filter_In. split; [apply in_options; exact Lk|].
      apply andb_true_iff. split; [exact M|]. rewrite <- H; assumption.
    - intros k k' l Hk Hk' <- E. apply filter_In in Hk, Hk'. destruct Hk as [L _], Hk' as [L' _].
      apply in_options in L, L'. symmetry. apply (ap_inj p g G); assumption.
    - intros; congruence. }
  rewrite E. split; intros [P S]; split.
  - intro L. rewrite B by exact L. apply P. exact L.
  - intros L k k' c c' Hk Hk' NE U U'.
    assert (Lk := R k Hk). assert (Lk' := R k' Hk').
    destruct (proj1 (has_use (option_at p (ap g k)) j)) as (d & D); [rewrite H by assumption; apply has_use; eauto|].
    destruct (proj1 (has_use (option_at p (ap g k')) j)) as (d' & D'); [rewrite H by assumption; apply has_use; eauto|].
    apply (C k k' c c' d d'); try assumption. apply (S ltac:(lia) (ap g k) (ap g k')); try assumption.
    + apply act_moved; assumption.
    + apply act_moved; assumption.
    + intro E'. apply NE. apply (ap_inj p g G); assumption.
  - intro L. rewrite <- B by exact L. apply P. exact L.
  - intros L l l' d d' Hl Hl' NE D D'. apply mem_act in Hl, Hl'.
    destruct Hl as (k & Lk & Hk & <-), Hl' as (k' & Lk' & Hk' & <-).
    destruct (proj1 (has_use (option_at p k) i)) as (c & U); [rewrite <- H by assumption; apply has_use; eauto|].
    destruct (proj1 (has_use (option_at p k') i)) as (c' & U'); [rewrite <- H by assumption; apply has_use; eauto|].
    apply (C k k' c c' d d'); try assumption. apply (S ltac:(lia) k k'); try assumption.
    intros ->. apply NE. reflexivity.
Qed.

(* One symmetry after another is one, too. *)
Definition compose_with (a : PositiveMap.t N) (b : list N) : list N := map (look 0 a) b.
Definition compose (a b : list N) : list N := compose_with (table a) b.
Definition identity_of (p : problem) : list N := indices p.
Section Compose.
  Variable p : problem.
  Lemma ap_compose a b k : is_permutation p b -> k < how_many_options p -> ap (compose a b) k = ap a (ap b k).
  Proof.
    intros B L. assert (E := permutation_length p b B). unfold compose, compose_with, ap at 1.
    rewrite (nth_indep _ 0 (look 0 (table a) 0)) by (rewrite map_length; lia). rewrite map_nth, look_table. reflexivity.
  Qed.
  Lemma compose_permutation a b : is_permutation p a -> is_permutation p b -> is_permutation p (compose a b).
  Proof.
    intros A B. unfold is_permutation, compose, compose_with. rewrite (map_ext _ (ap a)) by (intro k; apply look_table).
    etransitivity; [apply Permutation_map; exact B|].
    assert (D : NoDup (map (ap a) (indices p))).
    { apply NoDup_map_inj; [|apply indices_nodup]. intros x y Hx Hy. apply in_options in Hx, Hy. apply (ap_inj p a A); assumption. }
    apply NoDup_Permutation; [exact D|apply indices_nodup|]. intro j. rewrite in_map_iff, in_options. split.
    - intros (k & <- & L). apply in_options in L. apply ap_range; assumption.
    - intro L. destruct (ap_onto p a A j L) as (k & Lk & E). exists k. rewrite in_options. auto.
  Qed.
  Lemma act_compose a b X : is_permutation p b -> act p (compose a b) X = act p a (act p b X).
  Proof.
    intro B. apply mem_ext. intro j. rewrite !mem_act. split.
    - intros (k & L & M & <-). exists (ap b k). split; [apply ap_range; assumption|].
      rewrite act_moved, ap_compose by assumption. auto.
    - intros (l & L & M & <-). apply mem_act in M. destruct M as (k & Lk & M & <-). exists k.
      rewrite ap_compose by assumption. auto.
  Qed.
  Lemma imitates_compose a b i j l : is_permutation p b ->
    imitates p b i j -> imitates p a j l -> imitates p (compose a b) i l.
  Proof.
    intros B (K & Bo & H & C) (K' & Bo' & H' & C'). split; [tauto|]. split; [intro L; rewrite Bo, Bo'; tauto|]. split.
    - intros k L. rewrite ap_compose, H', H by (try apply ap_range; assumption). reflexivity.
    - intros k k' c c' e e' L L' U U'. rewrite !ap_compose by assumption. intros V V'.
      destruct (proj1 (has_use (option_at p (ap b k)) j)) as (d & D); [rewrite H by assumption; apply has_use; eauto|].
      destruct (proj1 (has_use (option_at p (ap b k')) j)) as (d' & D'); [rewrite H by assumption; apply has_use; eauto|].
      rewrite (C k k' c c' d d') by assumption. apply (C' (ap b k) (ap b k')); try assumption; apply ap_range; assumption.
  Qed.
  Lemma symmetry_compose a b : symmetry p a -> symmetry p b -> symmetry p (compose a b).
  Proof.
    intros [A I] [B I']. split; [apply compose_permutation; assumption|]. intros i L.
    destruct (I' i L) as (j & Lj & J). destruct (I j Lj) as (l & Ll & Q). exists l. split; [exact Ll|].
    apply (imitates_compose a b i j l); assumption.
  Qed.
  Lemma identity_permutation : is_permutation p (identity_of p).
  Proof. apply Permutation_refl. Qed.
  Lemma ap_identity k : k < how_many_options p -> ap (identity_of p) k = k.
  Proof.
    intro L. unfold ap, identity_of, indices. unfold how_many_options in L.
    rewrite (nth_indep _ 0 (N.of_nat 0)) by (rewrite map_length, seq_length; lia). rewrite map_nth, seq_nth by lia. lia.
  Qed.
  Lemma act_identity X : in_range p X -> act p (identity_of p) X = X.
  Proof.
    intro R. apply mem_ext. intro j. rewrite mem_act. split.
    - intros (k & L & M & <-). rewrite ap_identity; assumption.
    - intro M. assert (L := R j M). exists j. rewrite ap_identity; auto.
  Qed.
  Lemma symmetry_identity : symmetry p (identity_of p).
  Proof.
    split; [apply identity_permutation|]. intros i L. exists i. split; [exact L|].
    split; [tauto|]. split; [tauto|]. split; [intros k Lk; rewrite ap_identity; auto|].
    intros k k' c c' d d' Lk Lk' U U'. rewrite !ap_identity by assumption. intros V V'.
    rewrite U in V. rewrite U' in V'. inversion V; inversion V'; subst. tauto.
  Qed.
  Lemma same_permutation a b : is_permutation p a -> is_permutation p b ->
    (forall k, k < how_many_options p -> ap a k = ap b k) -> a = b.
  Proof.
    intros A B E. assert (LA := permutation_length p a A). assert (LB := permutation_length p b B).
    apply (nth_ext _ _ 0 0); [lia|]. intros n L. specialize (E (N.of_nat n) ltac:(lia)). unfold ap in E.
    rewrite Nat2N.id in E. exact E.
  Qed.
  Lemma cover_back g X : neat p -> symmetry p g -> in_range p X -> is_cover p (act p g X) -> is_cover p X.
  Proof.
    intros T [G I] R C. apply (cover_fits p T) in C. apply (cover_fits p T). split; [exact R|]. intros i L.
    destruct (I i L) as (j & Lj & J). apply (fits_moved p g X i j G R J). apply C. exact Lj.
  Qed.
End Compose.

(* ---------- to see that something is a symmetry ---------- *)
(* Each option with its number; which have an item, and in which colour. *)
Definition numbered (p : problem) : list (N * opt) := combine (indices p) (opts p).
Definition occurrences (l : list (N * opt)) (i : N) : list (N * N) :=
  flat_map (fun ko => match use (snd ko) i with Some c => [(fst ko, c)] | None => [] end) l.
Definition all_items (p : problem) : list N := upto (length (bounds p) + N.to_nat (ns p)).
Lemma in_all_items p i : In i (all_items p) <-> i < items p.
Proof. unfold all_items, items, np. rewrite in_upto. lia. Qed.
Lemma numbered_from l : forall s k (o : opt), In (k, o) (combine (map N.of_nat (seq s (length l))) l) ->
  (s <= N.to_nat k < s + length l)%nat /\ o = nth (N.to_nat k - s) l [].
Proof.
  induction l as [|a l IH]; intros s k o H; [destruct H|]. cbn [length seq map combine] in H. destruct H as [H|H].
  - inversion H; subst. rewrite Nat2N.id, Nat.sub_diag. simpl. split; [lia|reflexivity].
  - apply IH in H. destruct H as [H ->]. simpl length. split; [lia|].
    replace (N.to_nat k - s)%nat with (S (N.to_nat k - S s)) by lia. reflexivity.
Qed.
Lemma in_numbered p k o : In (k, o) (numbered p) -> k < how_many_options p /\ o = option_at p k.
Proof.
  intro H. apply numbered_from in H. destruct H as [H ->]. unfold how_many_options, option_at.
  rewrite Nat.sub_0_r. split; [lia|reflexivity].
Qed.
Lemma firsts_combine {A B} (a : list A) : forall b : list B, length a = length b -> map fst (combine a b) = a.
Proof. induction a as [|x a IH]; intros [|y b] E; try discriminate; [reflexivity|]. simpl. rewrite IH by (simpl in E; lia). reflexivity. Qed.
Lemma firsts_numbered p : map fst (numbered p) = indices p.
Proof. apply firsts_combine. unfold indices. rewrite map_length, seq_length. reflexivity. Qed.
Lemma numbered_in p k : k < how_many_options p -> In (k, option_at p k) (numbered p).
Proof.
  intro L. apply in_options in L. rewrite <- firsts_numbered in L. apply in_map_iff in L.
  destruct L as ([k' o] & E & H). simpl in E. subst k'. destruct (in_numbered _ _ _ H) as [_ ->]. exact H.
Qed.
Lemma in_occurrences p i k c : In (k, c) (occurrences (numbered p) i) <-> k < how_many_options p /\ use (option_at p k) i = Some c.
Proof.
  unfold occurrences. rewrite in_flat_map. split.
  - intros ([k' o] & H & H'). simpl in H'. apply in_numbered in H. destruct H as [L ->].
    destruct (use _ i) as [d|] eqn:U; [|destruct H']. destruct H' as [H'|[]]. inversion H'; subst. auto.
  - intros [L U]. exists (k, option_at p k). split; [apply numbered_in; exact L|]. simpl. rewrite U. left. reflexivity.
Qed.
(* What has one thing at most for each key, has none twice. *)
Lemma keyed {A B} (key : A -> N) (f : A -> list (N * B)) l : NoDup (map key l) ->
  (forall a b, In b (f a) -> f a = [b] /\ fst b = key a) -> NoDup (map fst (flat_map f l)).
Proof.
  intros D F. induction l as [|a l IH]; [constructor|]. simpl in *. inversion D as [|? ? N1 D1]; subst.
  destruct (f a) as [|b r] eqn:E; [apply IH; exact D1|].
  destruct (F a b) as [Eb K]; [rewrite E; left; reflexivity|]. rewrite E in Eb. inversion Eb; subst r. simpl.
  constructor; [|apply IH; exact D1]. rewrite K. intro H. apply N1. apply in_map_iff in H. destruct H as (b' & K' & H).
  apply in_flat_map in H. destruct H as (a' & Ha' & H). destruct (F a' b' H) as [_ K'']. rewrite <- K', K''. apply in_map. exact Ha'.
Qed.
Lemma occurrences_nodup p i : NoDup (map fst (occurrences (numbered p) i)).
Proof.
  apply (keyed fst); [rewrite firsts_numbered; apply indices_nodup|]. intros [k o] b. simpl.
  destruct (use o i); [|intros []]. intros [<-|[]]. auto.
Qed.

(* In which colour the options that have an item in some colour have its image. *)
Definition same_pair (a b : N * N) : bool := (fst a =? fst b) && (snd a =? snd b).
Fixpoint colours (f : N -> option N) (l : list (N * N)) : option (list (N * N)) :=
  match l with
  | [] => Some []
  | (k, c) :: r =>
      match f k, colours f r with
      | Some d, Some t => Some (if existsb (same_pair (c, d)) t then t else (c, d) :: t)
      | _, _ => None
      end
  end.
Lemma colours_in f l : forall t, colours f l = Some t -> forall k c, In (k, c) l -> exists d, f k = Some d /\ In (c, d) t.
Proof.
  induction l as [|[k0 c0] l IH]; intros t H k c I; [destruct I|]. simpl in H.
  destruct (f k0) as [d|] eqn:F; [|discriminate]. destruct (colours f l) as [t'|]; [|discriminate].
  assert (S : forall x, In x t' -> In x t).
  { intros x Hx. destruct (existsb _ t'); inversion H; subst; simpl; auto. }
  destruct I as [I|I].
  - inversion I; subst. exists d. split; [exact F|]. destruct (existsb _ t') eqn:E; inversion H; subst; [|left; reflexivity].
    apply existsb_exists in E. destruct E as ([c' d'] & Hx & E). unfold same_pair in E. simpl in E.
    apply andb_true_iff in E. rewrite !N.eqb_eq in E. destruct E; subst. exact Hx.
  - destruct (IH _ eq_refl _ _ I) as (d' & F' & Hd). exists d'. auto.
Qed.
Lemma fst_inj {A B} (t : list (A * B)) c d d' : NoDup (map fst t) -> In (c, d) t -> In (c, d') t -> d = d'.
Proof.
  induction t as [|[a b] t IH]; intros D H H'; [destruct H|]. simpl in *. inversion D as [|? ? N1 D1]; subst.
  destruct H as [H|H], H' as [H'|H']; [congruence| | |apply IH; assumption].
  - inversion H; subst. exfalso. apply N1. apply (in_map fst) in H'. exact H'.
  - inversion H'; subst. exfalso. apply N1. apply (in_map fst) in H. exact H.
Qed.
Lemma snd_inj {A B} (t : list (A * B)) c c' d : NoDup (map snd t) -> In (c, d) t -> In (c', d) t -> c = c'.
Proof.
  induction t as [|[a b] t IH]; intros D H H'; [destruct H|]. simpl in *. inversion D as [|? ? N1 D1]; subst.
  destruct H as [H|H], H' as [H'|H']; [congruence| | |apply IH; assumption].
  - inversion H; subst. exfalso. apply N1. apply (in_map snd) in H'. exact H'.
  - inversion H'; subst. exfalso. apply N1. apply (in_map snd) in H. exact H.
Qed.

(* The problem with tables of its options, and of which have an item. *)
Record tabled := Tabled { its_options : PositiveMap.t opt; its_occurrences : PositiveMap.t (list (N * N)) }.
Definition tables (p : problem) : tabled :=
  let l := numbered p in Tabled (table (opts p)) (table (map (occurrences l) (rev (all_items p)))).
Definition same_bound (a b : N * N) : bool := (fst a =? fst b) && (snd a =? snd b).
Definition imitated (p : problem) (t : tabled) (g : PositiveMap.t N) (i j : N) : bool :=
  let l := look [] (its_occurrences t) i in
  (j <? items p) && Bool.eqb (i <? np p) (j <? np p) && ((np p <=? i) || same_bound (bound p i) (bound p j)) &&
  Nat.eqb (length l) (length (look [] (its_occurrences t) j)) &&
  match colours (fun k => use (look [] (its_options t) (look 0 g k)) j) l with
  | Some cs => no_twins (map fst cs) && no_twins (map snd cs) &&
               forallb (fun cd => Bool.eqb (fst cd =? 0) (snd cd =? 0)) cs
  | None => false
  end.
(* [images] says where items go. *)
Definition is_symmetry (p : problem) (t : tabled) (g images : list N) : bool :=
  same_list (NumberSort.sort g) (indices p) &&
  let gt := table g in let it := table images in
  forallb (fun i => imitated p t gt i (look 0 it i)) (all_items p).

Lemma rev_all_items p n : (n < length (rev (all_items p)))%nat -> nth n (rev (all_items p)) 0 = N.of_nat n.
Proof.
  unfold all_items. generalize (length (bounds p) + N.to_nat (ns p))%nat. intro m. clear p.
  induction m as [|m IH]; [simpl; lia|]. rewrite upto_succ. cbn [rev]. rewrite app_length. cbn [length]. intro L.
  assert (Lm : length (rev (upto m)) = m).
  { clear. induction m as [|m IHm]; [reflexivity|]. rewrite upto_succ. cbn [rev]. rewrite app_length, IHm. simpl. lia. }
  rewrite Lm in *. destruct (Nat.eq_dec n m) as [->|NE].
  - rewrite app_nth2 by lia. rewrite Lm, Nat.sub_diag. reflexivity.
  - rewrite app_nth1 by lia. apply IH. lia.
Qed.
Lemma occurrences_of p i : i < items p -> look [] (its_occurrences (tables p)) i = occurrences (numbered p) i.
Proof.
  intro L. cbn [its_occurrences tables]. rewrite look_table.
  assert (Le : (N.to_nat i < length (rev (all_items p)))%nat).
  { rewrite rev_length. unfold all_items. clear - L. unfold items, np in L.
    assert (E : forall m, length (upto m) = m).
    { intro m. induction m as [|m IHm]; [reflexivity|]. rewrite upto_succ. cbn [length]. rewrite IHm. reflexivity. }
    rewrite E. lia. }
  rewrite (nth_indep _ [] (occurrences (numbered p) 0)) by (rewrite map_length; exact Le).
  rewrite (map_nth (occurrences (numbered p))), rev_all_items, N2Nat.id by exact Le. reflexivity.
Qed.

Lemma imitated_ok p g i j : is_permutation p g -> i < items p -> imitated p (tables p) (table g) i j = true ->
  j < items p /\ imitates p g i j.
Proof.
  unfold imitated. intros G L H. repeat (apply andb_true_iff in H; destruct H as [H ?]). rename H into Lj.
  apply N.ltb_lt in Lj. rewrite !occurrences_of in * by assumption. split; [exact Lj|].
  destruct (colours _ _) as [cs|] eqn:E; [|discriminate].
  assert (Cin := colours_in _ _ _ E). clear E.
  match goal with H : _ && _ = true |- _ => apply andb_true_iff in H; destruct H as [HD Z] end.
  apply andb_true_iff in HD. destruct HD as [D1 D2]. apply no_twins_ok in D1, D2. rewrite forallb_forall in Z.
  assert (Cu : forall k c, k < how_many_options p -> use (option_at p k) i = Some c ->
                exists d, use (option_at p (ap g k)) j = Some d /\ In (c, d) cs).
  { intros k c Lk U. destruct (Cin k c) as (d & F & I); [apply in_occurrences; auto|]. exists d.
    cbn [its_options tables] in F. rewrite !look_table in F. auto. }
  assert (Bo : Bool.eqb (i <? np p) (j <? np p) = true) by assumption. apply eqb_prop in Bo.
  split; [rewrite <- !N.ltb_lt, Bo; tauto|]. split; [|split].
  - intro Lp. match goal with H : _ || _ = true |- _ => apply orb_true_iff in H; destruct H as [Hb|Hb] end.
    + apply N.leb_le in Hb. lia.
    + unfold same_bound in Hb. apply andb_true_iff in Hb. rewrite !N.eqb_eq in Hb.
      destruct (bound p i), (bound p j). simpl in Hb. destruct Hb; subst. reflexivity.
  - intros k Lk. apply eq_true_iff_eq. split; intro Hh.
    2:{ apply has_use in Hh. destruct Hh as (c & U). destruct (Cu k c Lk U) as (d & D & _). apply has_use. eauto. }
    apply has_use in Hh. destruct Hh as (d & U).
    assert (Inc : incl (map fst (occurrences (numbered p) j)) (map (fun kc => ap g (fst kc)) (occurrences (numbered p) i))).
    { apply NoDup_length_incl.
      - rewrite <- (map_map fst (ap g)). apply NoDup_map_inj; [|apply occurrences_nodup]. intros x y Hx Hy.
        apply in_map_iff in Hx, Hy. destruct Hx as ([x' c] & <- & Hx), Hy as ([y' c'] & <- & Hy).
        apply in_occurrences in Hx, Hy. apply (ap_inj p g G); tauto.
      - rewrite !map_length. match goal with H : Nat.eqb _ _ = true |- _ => apply Nat.eqb_eq in H; rewrite H end. apply le_n.
      - intros x Hx. apply in_map_iff in Hx. destruct Hx as ([k' c] & <- & Hx). simpl. apply in_occurrences in Hx.
        destruct Hx as [Lk' U']. destruct (Cu k' c Lk' U') as (d' & D & _). apply in_map_iff. exists (ap g k', d').
        split; [reflexivity|]. apply in_occurrences. split; [apply ap_range; assumption|exact D]. }
    assert (I : In (ap g k) (map fst (occurrences (numbered p) j))).
    { apply in_map_iff. exists (ap g k, d). split; [reflexivity|]. apply in_occurrences.
      split; [apply ap_range; assumption|exact U]. }
    apply Inc, in_map_iff in I. destruct I as ([k' c] & E & I). simpl in E. apply in_occurrences in I. destruct I as [Lk' U'].
    apply (ap_inj p g G) in E; try assumption. subst k'. apply has_use. eauto.
  - intros k k' c c' d d' Lk Lk' U U' V V'. destruct (Cu k c Lk U) as (e & E & I), (Cu k' c' Lk' U') as (e' & E' & I').
    rewrite V in E. rewrite V' in E'. inversion E; inversion E'; subst e e'. clear E E'.
    assert (Zd := Z _ I). simpl in Zd. apply eqb_prop in Zd.
    split; intros [Eq NZ]; subst.
    + split; [apply (fst_inj cs c'); assumption|]. intros ->. apply NZ. apply N.eqb_eq. rewrite Zd. reflexivity.
    + split; [apply (snd_inj cs c c' d'); assumption|]. intros ->. apply NZ. apply N.eqb_eq. rewrite <- Zd. reflexivity.
Qed.
Lemma is_symmetry_ok p g images : is_symmetry p (tables p) g images = true ->
  is_permutation p g /\ forall i, i < items p -> ap images i < items p /\ imitates p g i (ap images i).
Proof.
  unfold is_symmetry. intro H. apply andb_true_iff in H. destruct H as [S H]. apply sorted_permuted in S.
  split; [exact S|]. intros i L. rewrite forallb_forall in H. specialize (H i (proj2 (in_all_items p i) L)).
  rewrite look_table in H. apply imitated_ok in H; assumption.
Qed.
Lemma is_symmetry_symmetry p g images : is_symmetry p (tables p) g images = true -> symmetry p g.
Proof. intro H. apply is_symmetry_ok in H. destruct H as [G I]. split; [exact G|]. intros i L. exists (ap images i). apply I. exact L. Qed.

(* ---------- the quotient ---------- *)
(* the covers that g leaves as they are *)
Definition fixed (p : problem) (g : list N) (X : N) : Prop := is_cover p X /\ act p g X = X.

(* In which colours the options of an orbit have an item. They clash there if they cannot be
   together; [several] of them may be, at a primary item with multiplicities: there is no such
   quotient here. *)
Definition colours_at (os : list opt) (i : N) : list N :=
  flat_map (fun o => match use o i with Some c => [c] | None => [] end) os.
Definition clash (p : problem) (i : N) (cs : list N) : bool :=
  match cs with
  | c :: d :: r => if i <? np p then snd (bound p i) <? N.of_nat (length cs)
                   else negb (negb (c =? 0) && forallb (N.eqb c) (d :: r))
  | _ => false
  end.
Definition several (p : problem) (i : N) (cs : list N) : bool :=
  match cs with c :: d :: r => i <? np p | _ => false end.
(* The colours at each item that is kept, with its number in the quotient. *)
Definition profile (kept : list (N * N)) (os : list opt) : list (N * N * list N) :=
  map (fun ni => (ni, colours_at os (snd ni))) kept.
Definition clashes (p : problem) (pr : list (N * N * list N)) : bool :=
  existsb (fun e => clash p (snd (fst e)) (snd e)) pr.
Definition plain_enough (p : problem) (pr : list (N * N * list N)) : bool :=
  negb (existsb (fun e => several p (snd (fst e)) (snd e)) pr).
Definition joined (pr : list (N * N * list N)) : opt :=
  flat_map (fun e => match snd e with c :: _ => [(fst (fst e), c)] | [] => [] end) pr.

(* A cycle: each goes to the next one, the last to the first. *)
Definition is_cycle (g : PositiveMap.t N) (o : list N) : bool :=
  match o with [] => false | k :: r => same_list (map (look 0 g) o) (r ++ [k]) end.
Fixpoint reaches (kept : list N) (images : PositiveMap.t N) (steps : list N) (i : N) : bool :=
  existsb (N.eqb i) kept ||
  match steps with [] => false | _ :: r => reaches kept images r (look 0 images i) end.

(* [primary] and [secondary] items are kept. *)
Definition quotient (p : problem) (t : tabled) (g images : list N) (orbits : list (list N))
    (primary secondary : list N) : option problem :=
  let gt := table g in let it := table images in
  let kept := primary ++ secondary in
  let profiles := map (fun o => profile (combine (map N.of_nat (seq 0 (length kept))) kept) (map (look [] (its_options t)) o)) orbits in
  let fit := filter (fun pr => negb (clashes p pr)) profiles in
  if is_symmetry p t g images &&
     same_list (NumberSort.sort (concat orbits)) (indices p) && forallb (is_cycle gt) orbits &&
     forallb (fun i => i <? np p) primary && forallb (fun i => np p <=? i) secondary &&
     forallb (reaches kept it (all_items p)) (all_items p) &&
     forallb (plain_enough p) fit
  then Some {| bounds := map (bound p) primary; ns := N.of_nat (length secondary); nc := nc p; opts := map joined fit |}
  else None.

Lemma in_colours_at p o i c : In c (colours_at (map (option_at p) o) i) <-> exists k, In k o /\ use (option_at p k) i = Some c.
Proof.
  unfold colours_at. rewrite in_flat_map. split.
  - intros (x & H & H'). apply in_map_iff in H. destruct H as (k & <- & Hk). exists k. split; [exact Hk|].
    destruct (use _ i); [|destruct H']. destruct H' as [->|[]]. reflexivity.
  - intros (k & Hk & U). exists (option_at p k). split; [apply in_map; exact Hk|]. rewrite U. left. reflexivity.
Qed.
(* The first one, and that all others are behind it. *)
Lemma first_colour p o i c r : colours_at (map (option_at p) o) i = c :: r ->
  exists o1 k o2, o = o1 ++ k :: o2 /\ use (option_at p k) i = Some c /\ colours_at (map (option_at p) o2) i = r.
Proof.
  induction o as [|k o IH]; intro H; [discriminate|]. cbn [map colours_at flat_map] in H.
  destruct (use (option_at p k) i) as [d|] eqn:U.
  - simpl in H. inversion H; subst. exists [], k, o. auto.
  - destruct (IH H) as (o1 & k' & o2 & -> & U' & E). exists (k :: o1), k', o2. auto.
Qed.
Lemma colours_length p o i : length (colours_at (map (option_at p) o) i) = length (filter (fun k => has (option_at p k) i) o).
Proof.
  induction o as [|k o IH]; [reflexivity|]. cbn [map colours_at flat_map filter]. rewrite app_length.
  fold (colours_at (map (option_at p) o) i). rewrite IH. generalize (has_use (option_at p k) i).
  destruct (has (option_at p k) i), (use (option_at p k) i) as [c|]; intros [H H']; try reflexivity.
  - destruct (H eq_refl). discriminate.
  - discriminate H'. eauto.
Qed.
(* Two options of an orbit with an item make two colours; these are not refused, and do not
   clash, only if the item is secondary and the colour is one. *)
Lemma two_colours p o i k k' c c' : In k o -> In k' o -> k <> k' ->
  use (option_at p k) i = Some c -> use (option_at p k') i = Some c' ->
  exists a b r, colours_at (map (option_at p) o) i = a :: b :: r.
Proof.
  intros I I' NE U U'.
  assert (G : (2 <= length (colours_at (map (option_at p) o) i))%nat).
  { rewrite colours_length. change 2%nat with (length [k; k']). apply NoDup_incl_length.
    - constructor; [simpl; intros [E|[]]; congruence|repeat constructor; simpl; tauto].
    - intros x [<-|[<-|[]]]; apply filter_In; (split; [assumption|]); apply has_use; eauto. }
  destruct (colours_at _ i) as [|a [|b r]]; [simpl in G; lia|simpl in G; lia|eauto].
Qed.
Lemma together p o i k k' c c' : clash p i (colours_at (map (option_at p) o) i) = false ->
  several p i (colours_at (map (option_at p) o) i) = false ->
  In k o -> In k' o -> k <> k' -> use (option_at p k) i = Some c -> use (option_at p k') i = Some c' ->
  np p <= i /\ c = c' /\ c <> 0.
Proof.
  intros NC NS I I' NE U U'. destruct (two_colours p o i k k' c c' I I' NE U U') as (a & b & r & E).
  assert (Hc : In c (colours_at (map (option_at p) o) i)) by (apply in_colours_at; eauto).
  assert (Hc' : In c' (colours_at (map (option_at p) o) i)) by (apply in_colours_at; eauto).
  rewrite E in *. cbn [clash several] in *. rewrite NS in NC. apply N.ltb_ge in NS. split; [exact NS|].
  apply negb_false_iff, andb_true_iff in NC. destruct NC as [NZ A]. rewrite forallb_forall in A.
  apply negb_true_iff, N.eqb_neq in NZ.
  assert (G : forall x, In x (a :: b :: r) -> x = a).
  { intros x [Hx|Hx]; [congruence|]. symmetry. apply N.eqb_eq. apply A. exact Hx. }
  rewrite (G c Hc), (G c' Hc'). auto.
Qed.

Lemma cycle_next g k r : map (ap g) (k :: r) = r ++ [k] -> forall x, In x (k :: r) -> In (ap g x) (k :: r).
Proof.
  intros E x Hx. apply (in_map (ap g)) in Hx. rewrite E in Hx. apply in_app_iff in Hx. simpl in *. tauto.
Qed.
Lemma cycle_before g k r : map (ap g) (k :: r) = r ++ [k] -> forall x, In x (k :: r) -> exists y, In y (k :: r) /\ ap g y = x.
Proof.
  intros E x Hx. assert (H : In x (r ++ [k])) by (apply in_app_iff; simpl in *; tauto). rewrite <- E in H.
  apply in_map_iff in H. destruct H as (y & Ey & Hy). eauto.
Qed.
Lemma cycle_all g (Q : N -> Prop) b r : forall a, map (ap g) (a :: r) = r ++ [b] -> (forall x, In x (a :: r) -> (Q x <-> Q (ap g x))) ->
  forall x, In x (a :: r) -> (Q x <-> Q a).
Proof.
  induction r as [|c r IH]; intros a E S x Hx.
  - destruct Hx as [->|[]]. tauto.
  - change (ap g a :: map (ap g) (c :: r) = c :: (r ++ [b])) in E.
    assert (E1 : ap g a = c) by congruence. assert (E2 : map (ap g) (c :: r) = r ++ [b]) by congruence. destruct Hx as [->|Hx]; [tauto|].
    rewrite (IH c); [rewrite (S a) by (left; reflexivity); rewrite E1; tauto|exact E2| |exact Hx].
    intros y Hy. apply S. right. exact Hy.
Qed.

Section Quotient.
  Variable p : problem.
  Hypothesis T : neat p.
  Variables g images : list N.
  Hypothesis G : is_permutation p g.
  Hypothesis I : forall i, i < items p -> ap images i < items p /\ imitates p g i (ap images i).
  Variable orbits : list (list N).
  Hypothesis All : Permutation (concat orbits) (indices p).
  Hypothesis Cycles : forall o, In o orbits -> exists k r, o = k :: r /\ map (ap g) (k :: r) = r ++ [k].
  Variables primary secondary : list N.
  Hypothesis Prim : forall i, In i primary -> i < np p.
  Hypothesis Sec : forall i, In i secondary -> np p <= i.
  Notation kept := (primary ++ secondary).
  Hypothesis Reach : forall i, i < items p -> reaches kept (table images) (all_items p) i = true.
  Notation named := (combine (map N.of_nat (seq 0 (length kept))) kept).
  Notation profile_of := (fun o => profile named (map (option_at p) o)).
  Hypothesis Plain : forall o, In o orbits -> clashes p (profile_of o) = false -> plain_enough p (profile_of o) = true.
  Definition fitting := filter (fun o => negb (clashes p (profile_of o))) orbits.
  Definition q := {| bounds := map (bound p) primary; ns := N.of_nat (length secondary); nc := nc p;
                     opts := map (fun o => joined (profile_of o)) fitting |}.
  Notation kept_at n := (nth (N.to_nat n) kept 0).
  Definition orbit (j : N) : list N := nth (N.to_nat j) fitting [].
  Notation last_ := (N.of_nat (length fitting)).

  Lemma how_many_q : how_many_options q = last_.
  Proof. unfold how_many_options, q. cbn [opts]. rewrite map_length. reflexivity. Qed.
  Lemma orbit_in j : j < last_ -> In (orbit j) orbits /\ clashes p (profile_of (orbit j)) = false.
  Proof.
    intro L. assert (H : In (orbit j) fitting) by (apply nth_In; lia).
    apply filter_In in H. rewrite negb_true_iff in H. exact H.
  Qed.
  Lemma option_q j : j < last_ -> option_at q j = joined (profile_of (orbit j)).
  Proof.
    intro L. unfold option_at, q, orbit. cbn [opts].
    rewrite (nth_indep _ [] (joined (profile_of []))) by (rewrite map_length; lia).
    apply (map_nth (fun o => joined (profile_of o))).
  Qed.
  Lemma named_in n i : In (n, i) named <-> n < N.of_nat (length kept) /\ i = kept_at n.
  Proof.
    assert (F : forall (l : list N) s, In (n, i) (combine (map N.of_nat (seq s (length l))) l) <->
                (s <= N.to_nat n < s + length l)%nat /\ i = nth (N.to_nat n - s) l 0).
    { induction l as [|a l IH]; intro s; [simpl; lia|]. cbn [length seq map combine In]. rewrite IH. split.
      - intros [E|[L ->]].
        + inversion E; subst. rewrite Nat2N.id, Nat.sub_diag. simpl. split; [lia|reflexivity].
        + split; [lia|]. replace (N.to_nat n - s)%nat with (S (N.to_nat n - S s)) by lia. reflexivity.
      - intros [L ->]. destruct (Nat.eq_dec (N.to_nat n) s) as [E|E].
        + left. rewrite E, Nat.sub_diag. simpl. f_equal. lia.
        + right. split; [lia|]. replace (N.to_nat n - s)%nat with (S (N.to_nat n - S s)) by lia. reflexivity. }
    rewrite F, Nat.sub_0_r. intuition lia.
  Qed.
  Lemma in_profile os n i cs : In (n, i, cs) (profile named os) <-> In (n, i) named /\ cs = colours_at os i.
  Proof.
    unfold profile. rewrite in_map_iff. split.
    - intros ([n' i'] & E & H). inversion E; subst. auto.
    - intros [H ->]. exists (n, i). auto.
  Qed.
  Lemma in_joined j n c : j < last_ -> (In (n, c) (option_at q j) <->
    n < N.of_nat (length kept) /\ exists r, colours_at (map (option_at p) (orbit j)) (kept_at n) = c :: r).
  Proof.
    intro L. rewrite option_q by exact L. unfold joined. rewrite in_flat_map. split.
    - intros ([[n' i] cs] & H & H'). apply in_profile in H. destruct H as [H ->]. apply named_in in H. destruct H as [Ln ->].
      cbn [fst snd] in H'. destruct (colours_at _ _) as [|d r] eqn:E; [destruct H'|]. destruct H' as [H'|[]]. inversion H'; subst. eauto.
    - intros [Ln (r & E)]. exists (n, kept_at n, colours_at (map (option_at p) (orbit j)) (kept_at n)). split.
      + apply in_profile. rewrite named_in. auto.
      + cbn [fst snd]. rewrite E. left. reflexivity.
  Qed.
  Lemma use_q j n c : use (option_at q j) n = Some c -> j < last_ /\
    n < N.of_nat (length kept) /\ exists r, colours_at (map (option_at p) (orbit j)) (kept_at n) = c :: r.
  Proof.
    intro U. apply use_in in U. destruct (N.lt_ge_cases j last_) as [L|L].
    - split; [exact L|]. apply in_joined; assumption.
    - rewrite option_beyond in U; [destruct U|]. rewrite how_many_q. exact L.
  Qed.
  Lemma joined_once j : j < last_ -> NoDup (map fst (option_at q j)).
  Proof.
    intro L. rewrite option_q by exact L. apply (keyed (fun e => fst (fst e))).
    - unfold profile. rewrite map_map. change (NoDup (map fst named)).
      rewrite firsts_combine by (rewrite map_length, seq_length; reflexivity). apply NoDup_map_inj; [lia|apply seq_NoDup].
    - intros [[n i] cs] b. simpl. destruct cs as [|c r]; [intros []|]. intros [<-|[]]. auto.
  Qed.
  (* At an item that is kept, what fits is as [together] says. *)
  Lemma kept_together j n : j < last_ -> n < N.of_nat (length kept) ->
    clash p (kept_at n) (colours_at (map (option_at p) (orbit j)) (kept_at n)) = false /\
    several p (kept_at n) (colours_at (map (option_at p) (orbit j)) (kept_at n)) = false.
  Proof.
    intros L Ln. destruct (orbit_in j L) as [Ho NC]. assert (NS := Plain _ Ho NC).
    set (cs := colours_at (map (option_at p) (orbit j)) (kept_at n)).
    assert (Hp : In (n, kept_at n, cs) (profile_of (orbit j))) by (apply in_profile; rewrite named_in; auto). split.
    - destruct (clash p (kept_at n) cs) eqn:E; [|reflexivity].
      assert (X : clashes p (profile_of (orbit j)) = true) by (apply existsb_exists; exists (n, kept_at n, cs); auto). congruence.
    - destruct (several p (kept_at n) cs) eqn:E; [|reflexivity]. unfold plain_enough in NS. apply negb_true_iff in NS.
      assert (X : existsb (fun e => several p (snd (fst e)) (snd e)) (profile_of (orbit j)) = true)
        by (apply existsb_exists; exists (n, kept_at n, cs); auto). congruence.
  Qed.

  (* Each option is in one orbit. *)
  Lemma orbits_disjoint : forall l : list (list N), NoDup (concat l) -> forall o o' k, In o l -> In o' l -> In k o -> In k o' -> o = o'.
  Proof.
    induction l as [|a l IH]; intros D o o' k Ho Ho' Hk Hk'; [destruct Ho|]. simpl in D.
    assert (Dl : NoDup (concat l)).
    { clear - D. induction a; [exact D|]. apply IHa. inversion D; assumption. }
    assert (X : forall b, In b l -> In k a -> In k b -> False).
    { intros b Hb Ka Kb. clear - D Hb Ka Kb. induction a as [|x a IHa]; [destruct Ka|]. simpl in D. inversion D as [|? ? N1 D1]; subst.
      destruct Ka as [->|Ka]; [|apply IHa; assumption]. apply N1. apply in_app_iff. right. apply in_concat. eauto. }
    destruct Ho as [->|Ho], Ho' as [->|Ho']; [reflexivity| | |apply (IH Dl o o' k); assumption]; exfalso; eauto.
  Qed.
  Lemma concat_nodup : NoDup (concat orbits).
  Proof. apply (Permutation_NoDup (Permutation_sym All)), indices_nodup. Qed.
  Lemma orbit_of k : k < how_many_options p -> exists o, In o orbits /\ In k o.
  Proof.
    intro L. apply in_options in L. apply (Permutation_in _ (Permutation_sym All)) in L. apply in_concat in L.
    destruct L as (o & Ho & Hk). eauto.
  Qed.
  Lemma orbit_range o k : In o orbits -> In k o -> k < how_many_options p.
  Proof. intros Ho Hk. apply in_options. apply (Permutation_in _ All). apply in_concat. eauto. Qed.
  Lemma nodup_orbit : forall (l : list (list N)) o, NoDup (concat l) -> In o l -> NoDup o.
  Proof.
    induction l as [|a l IH]; intros o D Ho; [destruct Ho|]. destruct Ho as [->|H]; simpl in D.
    - clear - D. induction o as [|x o IH]; [constructor|]. simpl in D. inversion D as [|? ? N1 D1]; subst.
      constructor; [intro H; apply N1, in_app_iff; auto|apply IH; exact D1].
    - apply IH; [|exact H]. clear - D. induction a; [exact D|]. apply IHa. inversion D; assumption.
  Qed.
  Lemma fitting_nodup : NoDup fitting.
  Proof.
    apply NoDup_filter. assert (NE : forall o, In o orbits -> o <> []).
    { intros o Ho. destruct (Cycles o Ho) as (k & r & -> & _). discriminate. }
    assert (D := concat_nodup). clear - D NE. induction orbits as [|a l IH]; [constructor|]. constructor.
    - intro H. assert (X := NE a (or_introl eq_refl)). destruct a as [|x a]; [congruence|]. simpl in D. inversion D as [|? ? N1 D1]; subst.
      apply N1, in_app_iff. right. apply in_concat. exists (x :: a). split; [exact H|left; reflexivity].
    - apply IH; [intros o Ho; apply NE; right; exact Ho|]. clear - D. simpl in D. induction a; [exact D|]. apply IHa. inversion D; assumption.
  Qed.
  Lemma same_orbit j j' k : j < last_ -> j' < last_ -> In k (orbit j) -> In k (orbit j') -> j = j'.
  Proof.
    intros L L' H H'. destruct (orbit_in j L) as [O _], (orbit_in j' L') as [O' _].
    assert (E : orbit j = orbit j') by (apply (orbits_disjoint orbits concat_nodup _ _ k); assumption).
    assert (D := fitting_nodup). rewrite (NoDup_nth fitting []) in D. unfold orbit in E. apply D in E; lia.
  Qed.
  Lemma orbit_has j : j < last_ -> exists k, In k (orbit j).
  Proof.
    intro L. destruct (orbit_in j L) as [O _]. destruct (Cycles _ O) as (k & r & -> & _). exists k. left. reflexivity.
  Qed.

  (* A set that g leaves as it is has all of an orbit, or nothing. *)
  Lemma whole X o k k' : in_range p X -> act p g X = X -> In o orbits -> In k o -> In k' o -> mem k X -> mem k' X.
  Proof.
    intros R F Ho Hk Hk' M. destruct (Cycles o Ho) as (a & r & -> & E).
    assert (S : forall x, In x (a :: r) -> (mem x X <-> mem (ap g x) X)).
    { intros x Hx. assert (L := orbit_range _ _ Ho Hx). rewrite <- F at 2. rewrite act_moved by assumption. tauto. }
    rewrite (cycle_all g (fun x => mem x X) a r a E S k') by assumption.
    rewrite <- (cycle_all g (fun x => mem x X) a r a E S k) by assumption. exact M.
  Qed.

  (* the options in some orbits *)
  Definition spread (Y : N) : N := set_of (flat_map (fun j => if N.testbit Y j then orbit j else []) (map N.of_nat (seq 0 (length fitting)))).
  Lemma mem_spread Y k : mem k (spread Y) <-> exists j, j < last_ /\ mem j Y /\ In k (orbit j).
  Proof.
    unfold spread. rewrite mem_set_of, in_flat_map. split.
    - intros (j & Hj & H). apply in_map_iff in Hj. destruct Hj as (n & <- & Hn). apply in_seq in Hn.
      exists (N.of_nat n). unfold mem. destruct (N.testbit Y (N.of_nat n)); [|destruct H]. split; [lia|auto].
    - intros (j & L & M & H). exists j. unfold mem in M. rewrite M. split; [|exact H].
      apply in_map_iff. exists (N.to_nat j). rewrite in_seq. lia.
  Qed.
  Lemma spread_range Y : in_range p (spread Y).
  Proof. intros k H. apply mem_spread in H. destruct H as (j & L & _ & H). apply (orbit_range (orbit j)); [apply orbit_in; exact L|exact H]. Qed.
  Lemma spread_fixed Y : act p g (spread Y) = spread Y.
  Proof.
    apply mem_ext. intro k. rewrite mem_act. split.
    - intros (x & Lx & M & <-). apply mem_spread in M. destruct M as (j & L & M & H). apply mem_spread. exists j.
      split; [exact L|]. split; [exact M|]. destruct (orbit_in j L) as [O _]. destruct (Cycles _ O) as (a & r & Eo & E).
      rewrite Eo in *. apply cycle_next; assumption.
    - intro M. apply mem_spread in M. destruct M as (j & L & M & H). destruct (orbit_in j L) as [O _].
      destruct (Cycles _ O) as (a & r & Eo & E). assert (H' := H). rewrite Eo in H'.
      destruct (cycle_before g a r E k H') as (y & Hy & Ey). rewrite <- Eo in Hy. exists y.
      split; [apply (orbit_range (orbit j)); assumption|]. split; [apply mem_spread; eauto|exact Ey].
  Qed.
  Lemma spread_orbit Y j k : j < last_ -> In k (orbit j) -> (mem k (spread Y) <-> mem j Y).
  Proof.
    intros L H. rewrite mem_spread. split; [|eauto]. intros (j' & L' & M & H').
    rewrite (same_orbit j j' k); assumption.
  Qed.

  Lemma np_q : np q = N.of_nat (length primary).
  Proof. unfold np, q. cbn [bounds]. rewrite map_length. reflexivity. Qed.
  Lemma kept_primary n : n < np q -> kept_at n < np p /\ bound q n = bound p (kept_at n) /\ n < N.of_nat (length kept).
  Proof.
    intro L. rewrite np_q in L. rewrite app_length, app_nth1 by lia. split; [apply Prim, nth_In; lia|]. split; [|lia].
    unfold bound at 1, q. cbn [bounds]. rewrite (nth_indep _ (0, 0) (bound p 0)) by (rewrite map_length; lia). apply map_nth.
  Qed.
  Lemma kept_secondary n : np q <= n -> n < N.of_nat (length kept) -> np p <= kept_at n.
  Proof.
    intros L L'. rewrite np_q in L. rewrite app_length in L'. rewrite app_nth2 by lia. apply Sec, nth_In. lia.
  Qed.
  (* An item that is kept has as many options of the one as of the other. *)
  Lemma kept_degree Y n : in_range q Y -> n < np q -> degree p (spread Y) (kept_at n) = degree q Y n.
  Proof.
    intros R L. destruct (kept_primary n L) as (Lp & _ & Ln). unfold degree. f_equal.
    apply (same_number (fun k j => j < last_ /\ In k (orbit j))); try (apply NoDup_filter, indices_nodup).
    - intros k Hk. apply filter_In in Hk. destruct Hk as [_ Hk]. apply andb_true_iff in Hk. destruct Hk as [M U].
      apply mem_spread in M. destruct M as (j & Lj & M & H). exists j. split; [|auto]. apply filter_In.
      split; [apply in_options; rewrite how_many_q; exact Lj|]. apply andb_true_iff. split; [exact M|].
      apply has_use in U. destruct U as (c & U).
      assert (X : In c (colours_at (map (option_at p) (orbit j)) (kept_at n))) by (apply in_colours_at; eauto).
      destruct (colours_at _ _) as [|d r] eqn:E; [destruct X|]. apply has_iff. exists d. apply in_joined; eauto.
    - intros j Hj. apply filter_In in Hj. destruct Hj as [_ Hj]. apply andb_true_iff in Hj. destruct Hj as [M U].
      assert (Lj := R j M). rewrite how_many_q in Lj. apply has_iff in U. destruct U as (c & U).
      apply in_joined in U; [|exact Lj]. destruct U as (_ & r & E).
      assert (X : In c (colours_at (map (option_at p) (orbit j)) (kept_at n))) by (rewrite E; left; reflexivity).
      apply in_colours_at in X. destruct X as (k & Hk & U). exists k. split; [|auto]. apply filter_In.
      split; [apply in_options, (orbit_range (orbit j)); [apply orbit_in; exact Lj|exact Hk]|].
      apply andb_true_iff. split; [apply mem_spread; eauto|apply has_use; eauto].
    - intros k k' j Hk Hk' [Lj H] [_ H']. apply filter_In in Hk, Hk'. destruct Hk as [_ Hk], Hk' as [_ Hk'].
      apply andb_true_iff in Hk, Hk'. destruct Hk as [_ U], Hk' as [_ U']. apply has_use in U, U'.
      destruct U as (c & U), U' as (c' & U'). destruct (N.eq_dec k k') as [|NE]; [assumption|exfalso].
      destruct (kept_together j n Lj Ln) as [NC NS].
      destruct (together p (orbit j) (kept_at n) k k' c c') as (X & _); try assumption. lia.
    - intros k j j' _ _ [Lj H] [Lj' H']. apply (same_orbit j j' k); assumption.
  Qed.
  Lemma kept_fits Y n : in_range q Y -> n < N.of_nat (length kept) ->
    (fits_at q Y n <-> fits_at p (spread Y) (kept_at n)).
  Proof.
    intros R Ln. destruct (N.lt_ge_cases n (np q)) as [L|L].
    - destruct (kept_primary n L) as (Lp & B & _). unfold fits_at. rewrite kept_degree, B by assumption.
      split; intros [P _]; (split; [intros _; apply P; assumption|lia]).
    - assert (Lp := kept_secondary n L Ln). unfold fits_at. split; intros [_ S]; (split; [lia|]; intros _).
      + intros k k' c c' M M' NE U U'. apply mem_spread in M, M'.
        destruct M as (j & Lj & M & H), M' as (j' & Lj' & M' & H').
        destruct (N.eq_dec j j') as [->|NJ].
        { destruct (kept_together j' n Lj' Ln) as [NC NS]. apply (together p (orbit j') (kept_at n) k k' c c'); assumption. }
        assert (F : forall j k c, j < last_ -> In k (orbit j) -> use (option_at p k) (kept_at n) = Some c ->
                  exists d, In (n, d) (option_at q j) /\ (c = d \/ d <> 0 /\ c = d)).
        { clear - Ln Plain. intros j k c Lj H U.
          assert (X : In c (colours_at (map (option_at p) (orbit j)) (kept_at n))) by (apply in_colours_at; eauto).
          destruct (colours_at _ _) as [|d r] eqn:E; [destruct X|]. exists d. split; [apply in_joined; eauto|].
          left. destruct (first_colour _ _ _ _ _ E) as (o1 & k1 & o2 & Eo & U1 & _).
          destruct (N.eq_dec k k1) as [->|NE]; [congruence|].
          destruct (kept_together j n Lj Ln) as [NC NS]. rewrite <- E in *.
          apply (together p (orbit j) (kept_at n) k k1 c d); try assumption. rewrite Eo. apply in_app_iff. right. left. reflexivity. }
        destruct (F j k c Lj H U) as (d & D & Ed), (F j' k' c' Lj' H' U') as (d' & D' & Ed').
        assert (E : d = d' /\ d <> 0).
        { apply (S L j j'); try assumption; apply in_use; try assumption.
          - exact (joined_once j Lj).
          - exact (joined_once j' Lj'). }
        destruct E as [E NZ]. destruct Ed as [->|[_ ->]], Ed' as [->|[_ ->]]; auto.
      + intros j j' c c' M M' NE U U'. apply use_q in U, U'. destruct U as (Lj & _ & r & E), U' as (Lj' & _ & r' & E').
        assert (X : In c (colours_at (map (option_at p) (orbit j)) (kept_at n))) by (rewrite E; left; reflexivity).
        assert (X' : In c' (colours_at (map (option_at p) (orbit j')) (kept_at n))) by (rewrite E'; left; reflexivity).
        apply in_colours_at in X, X'. destruct X as (k & Hk & U), X' as (k' & Hk' & U').
        apply (S Lp k k'); try assumption; try (apply mem_spread; eauto).
        intros ->. apply NE. apply (same_orbit j j' k'); assumption.
  Qed.

  Lemma items_q : items q = N.of_nat (length kept).
  Proof. unfold items. rewrite np_q, app_length. unfold q. cbn [ns]. lia. Qed.
  Lemma neat_q : neat q.
  Proof.
    intros o Ho. apply (In_nth _ _ []) in Ho. destruct Ho as (n & Ln & <-).
    assert (L : N.of_nat n < last_) by (rewrite <- how_many_q; unfold how_many_options, opt in *; lia).
    enough (E : NoDup (map fst (option_at q (N.of_nat n))) /\ forall i c, In (i, c) (option_at q (N.of_nat n)) -> i < items q)
      by (unfold option_at in E; rewrite Nat2N.id in E; exact E).
    split; [apply joined_once; exact L|]. intros i c H. apply in_joined in H; [|exact L]. rewrite items_q. tauto.
  Qed.
  Lemma reach_fits X : in_range p X -> act p g X = X -> (forall n, n < N.of_nat (length kept) -> fits_at p X (kept_at n)) ->
    forall steps i, i < items p -> reaches kept (table images) steps i = true -> fits_at p X i.
  Proof.
    intros R F K. assert (Here : forall i, existsb (N.eqb i) kept = true -> fits_at p X i).
    { intros i H. apply existsb_exists in H. destruct H as (x & Hx & E). apply N.eqb_eq in E. subst x.
      apply (In_nth _ _ 0) in Hx. destruct Hx as (n & Ln & <-). rewrite <- (Nat2N.id n). apply K. lia. }
    induction steps as [|s steps IH]; intros i L H; cbn [reaches] in H; apply orb_true_iff in H; destruct H as [H|H];
      try (apply Here; exact H); [discriminate|].
    rewrite look_table in H. fold (ap images i) in H. destruct (I i L) as [Lj J].
    apply (fits_moved p g X i (ap images i) G R J). rewrite F. apply IH; assumption.
  Qed.
  Lemma spread_cover Y : is_cover q Y -> fixed p g (spread Y).
  Proof.
    intro C. assert (R : in_range q Y) by exact (cov_range _ _ C). split; [|apply spread_fixed].
    apply (cover_fits p T). split; [apply spread_range|]. intros i L.
    apply (reach_fits (spread Y)) with (steps := all_items p); auto using spread_range, spread_fixed.
    intros n Ln. apply kept_fits; [exact R|exact Ln|]. apply cover_fits_at. exact C.
  Qed.
  (* An orbit that clashes is in no cover. *)
  Lemma clash_no_cover X o : is_cover p X -> In o orbits -> (forall k, In k o -> mem k X) -> clashes p (profile_of o) = false.
  Proof.
    intros C Ho W. destruct (clashes p (profile_of o)) eqn:E; [exfalso|reflexivity].
    apply existsb_exists in E. destruct E as ([[n i] cs] & H & E). apply in_profile in H. destruct H as [_ ->]. cbn [fst snd] in E.
    destruct (cover_fits_at p X i C) as [P S]. assert (D := nodup_orbit _ _ concat_nodup Ho).
    unfold clash in E. destruct (colours_at _ i) as [|c [|d r]] eqn:Ec; try discriminate.
    destruct (N.ltb_spec i (np p)) as [L|L].
    - apply N.ltb_lt in E. specialize (P L). rewrite <- Ec, colours_length in E.
      assert (Le : (length (filter (fun k => has (option_at p k) i) o) <=
                    length (filter (fun k => N.testbit X k && has (option_at p k) i) (indices p)))%nat).
      { apply NoDup_incl_length; [apply NoDup_filter; exact D|]. intros k Hk. apply filter_In in Hk. destruct Hk as [Hk U].
        apply filter_In. split; [apply in_options; apply (orbit_range o); assumption|]. apply andb_true_iff. split; [apply W; exact Hk|exact U]. }
      unfold degree in P. lia.
    - destruct (first_colour _ _ _ _ _ Ec) as (o1 & k & o2 & Eo & U & E2). subst o.
      assert (F : forall x, In x (d :: r) -> c = x /\ c <> 0).
      { intros x Hx. rewrite <- E2 in Hx. apply in_colours_at in Hx. destruct Hx as (k' & Hk' & U').
        apply (S L k k'); try assumption; try (apply W; apply in_app_iff; simpl; tauto).
        intros ->. apply NoDup_remove_2 in D. apply D. apply in_app_iff. tauto. }
      apply negb_true_iff, andb_false_iff in E. destruct E as [E|E].
      + apply negb_false_iff, N.eqb_eq in E. destruct (F d) as [_ NZ]; [left; reflexivity|]. congruence.
      + assert (A : forallb (N.eqb c) (d :: r) = true); [|congruence].
        apply forallb_forall. intros x Hx. apply N.eqb_eq. apply F. exact Hx.
  Qed.
  Lemma fixed_spread X : fixed p g X -> exists Y, is_cover q Y /\ X = spread Y.
  Proof.
    intros [C F]. assert (R : in_range p X) by exact (cov_range _ _ C).
    set (Y := set_of (filter (fun j => existsb (N.testbit X) (orbit j)) (map N.of_nat (seq 0 (length fitting))))).
    assert (MY : forall j, mem j Y <-> j < last_ /\ exists k, In k (orbit j) /\ mem k X).
    { intro j. unfold Y. rewrite mem_set_of, filter_In, existsb_exists, in_map_iff. split.
      - intros [(n & <- & H) E]. apply in_seq in H. split; [lia|exact E].
      - intros [L E]. split; [|exact E]. exists (N.to_nat j). rewrite in_seq. lia. }
    assert (E : X = spread Y).
    { apply mem_ext. intro k. rewrite mem_spread. split.
      - intro M. destruct (orbit_of k (R k M)) as (o & Ho & Hk).
        assert (Fo : In o fitting).
        { apply filter_In. split; [exact Ho|]. apply negb_true_iff. apply (clash_no_cover X); try assumption.
          intros k' Hk'. apply (whole X o k k'); assumption. }
        apply (In_nth _ _ []) in Fo. destruct Fo as (n & Ln & En).
        assert (O : orbit (N.of_nat n) = o) by (unfold orbit; rewrite Nat2N.id; exact En).
        exists (N.of_nat n). rewrite MY, O. split; [lia|]. split; [|exact Hk]. split; [lia|eauto].
      - intros (j & L & M & H). apply MY in M. destruct M as (_ & k' & H' & M').
        apply (whole X (orbit j) k' k); try assumption. apply orbit_in. exact L. }
    exists Y. split; [|exact E]. assert (RY : in_range q Y) by (intros j M; apply MY in M; rewrite how_many_q; tauto).
    apply (cover_fits q neat_q). split; [exact RY|]. intros n Ln. rewrite items_q in Ln.
    apply kept_fits; [exact RY|exact Ln|]. rewrite <- E. apply cover_fits_at. exact C.
  Qed.
  Theorem quotient_counts n : Counts (is_cover q) n -> Counts (fixed p g) n.
  Proof.
    intro H. apply (Counts_image spread) in H.
    - eapply Counts_ext; [|exact H]. intro X. split.
      + intros (Y & C & ->). apply spread_cover. exact C.
      + apply fixed_spread.
    - intros Y Y' C C' E. assert (R := cov_range _ _ C). assert (R' := cov_range _ _ C').
      fold (how_many_options q) in R, R'. rewrite how_many_q in R, R'.
      apply mem_ext. intro j. split; intro M.
      + assert (L := R j M). destruct (orbit_has j L) as (k & Hk).
        apply (spread_orbit Y' j k L Hk). rewrite <- E. apply (spread_orbit Y j k L Hk). exact M.
      + assert (L := R' j M). destruct (orbit_has j L) as (k & Hk).
        apply (spread_orbit Y j k L Hk). rewrite E. apply (spread_orbit Y' j k L Hk). exact M.
  Qed.
End Quotient.

(* There are as many covers of the quotient as covers that g leaves as they are. *)
Theorem quotient_right p g images orbits primary secondary q n : tidy p = true ->
  quotient p (tables p) g images orbits primary secondary = Some q -> Counts (is_cover q) n ->
  symmetry p g /\ Counts (fixed p g) n.
Proof.
  intros T H C. apply tidy_neat in T. unfold quotient in H.
  destruct (_ && _) eqn:E in H; [|discriminate].
  do 6 (apply andb_true_iff in E; destruct E as [E ?]). rename E into S.
  split; [apply is_symmetry_symmetry in S; exact S|]. apply is_symmetry_ok in S. destruct S as [G I].
  match goal with H : same_list _ _ = true |- _ => apply sorted_permuted in H; rename H into All end.
  repeat match goal with H : forallb _ _ = true |- _ => rewrite forallb_forall in H end.
  inversion H as [Q]. clear H. rewrite <- Q in C. clear Q.
  assert (Ei : forall o, map (look [] (its_options (tables p))) o = map (option_at p) o).
  { intro o. apply map_ext. intro k. cbn [its_options tables]. apply look_table. }
  set (pr := fun o => profile (combine (map N.of_nat (seq 0 (length (primary ++ secondary)))) (primary ++ secondary)) (map (option_at p) o)).
  assert (Em : forall l, map (fun o => profile (combine (map N.of_nat (seq 0 (length (primary ++ secondary)))) (primary ++ secondary))
      (map (look [] (its_options (tables p))) o)) l = map pr l).
  { intro l. apply map_ext. intro o. unfold pr. rewrite Ei. reflexivity. }
  rewrite Em in *.
  assert (Ef : forall l, filter (fun x => negb (clashes p x)) (map pr l) = map pr (filter (fun o => negb (clashes p (pr o))) l)).
  { induction l as [|o l IH]; [reflexivity|]. simpl. destruct (negb _); simpl; rewrite IH; reflexivity. }
  rewrite Ef in *. rewrite map_map in C.
  apply (quotient_counts p T g images G I orbits All) with (primary := primary) (secondary := secondary); try assumption.
  - intros o Ho. match goal with H : forall x, In x orbits -> is_cycle _ x = true |- _ => specialize (H o Ho); rename H into Y end.
    destruct o as [|k r]; [discriminate|]. exists k, r. split; [reflexivity|]. apply same_list_ok in Y.
    rewrite <- Y. apply map_ext. intro x. symmetry. apply look_table.
  - intros i Hi. apply N.ltb_lt. auto.
  - intros i Hi. apply N.leb_le. auto.
  - intros i L. match goal with H : forall x, In x (all_items p) -> reaches _ _ _ x = true |- _ => apply H end.
    apply in_all_items. exact L.
  - intros o Ho NC. match goal with H : forall x, In x (map pr _) -> plain_enough p x = true |- _ => apply H end.
    apply (in_map pr). apply filter_In. rewrite negb_true_iff. auto.
Qed.
