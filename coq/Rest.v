(* What is left of a problem in a state, as a problem of its own: its items are those that are open,
   its options those that fit. It has as many covers as the state ([rest_counts]), so that what is told
   of problems, such as clauses, may be told of states. No axioms. *)
Require Import Arith NArith List Lia Bool FMapPositive.
Import ListNotations.
Require Import Counting Problem States.
Local Open Scope N_scope.

(* An open item has a new number, by its place; secondary items, from n on, keep theirs. *)
Fixpoint places (j : N) (items : list N) (t : PositiveMap.t N) : PositiveMap.t N :=
  match items with [] => t | i :: r => places (N.succ j) r (PositiveMap.add (N.succ_pos i) j t) end.
Definition new_number (n : N) (t : PositiveMap.t N) (i : N) : N :=
  if i <? n then match PositiveMap.find (N.succ_pos i) t with Some j => j | None => n end else i.
Definition rest_of (n : N) (items : list N) (os : list opt) : problem :=
  let t := places 0 items (PositiveMap.empty N) in
  {| bounds := map (fun _ => (1, 1)) items; ns := 0; nc := 0;
     opts := map (map (fun ic => (new_number n t (fst ic), snd ic))) os |}.

Lemma places_ok i items : NoDup items -> forall j t,
  (~ In i items -> PositiveMap.find (N.succ_pos i) (places j items t) = PositiveMap.find (N.succ_pos i) t) /\
  (forall a, nth_error items a = Some i -> PositiveMap.find (N.succ_pos i) (places j items t) = Some (j + N.of_nat a)).
Proof.
  induction 1 as [|x items Nx ND IH]; intros j t; cbn [places].
  - split; [reflexivity|]. intros [|a]; discriminate.
  - destruct (IH (N.succ j) (PositiveMap.add (N.succ_pos x) j t)) as [I1 I2]. split.
    + intro NI. rewrite I1 by (intro; apply NI; right; assumption). apply PositiveMap.gso.
      intro E. apply NI. left. rewrite <- (N.pos_pred_succ x), <- (N.pos_pred_succ i). congruence.
    + intros [|a] E.
      * inversion E; subst. rewrite I1 by exact Nx. rewrite PositiveMap.gss. f_equal. lia.
      * simpl in E. rewrite (I2 a E). f_equal. lia.
Qed.

Section Rest.
  Variable p : problem.
  Hypothesis WF : forall o, In o (opts p) -> wf p o.
  Hypothesis M0 : mults p = [].
  Variable S : N.
  Variables items ks : list N.
  Hypothesis DI : NoDup items.
  Hypothesis HI : forall i, In i items <-> mem i S /\ mem i (prims p).
  Hypothesis DK : NoDup ks.
  Hypothesis HK : forall k, In k ks <-> V p k /\ sub (need p k) S.
  Notation SolS := (Sol (V p) (need p) (kill p) (prims p) S).
  Notation len l := (N.of_nat (length l)).
  Definition left_over : problem := rest_of (np p) items (map (option_at p) ks).
  Notation new := (new_number (np p) (places 0 items (PositiveMap.empty N))).
  Definition good (i : N) : Prop := In i items \/ np p <= i.
  Definition kth (a : N) : N := nth (N.to_nat a) ks 0.

  Lemma few_items : len items <= np p.
  Proof.
    assert (G : (length items <= length (upto (length (bounds p))))%nat).
    { apply NoDup_incl_length; [exact DI|]. intros i Hi. apply HI in Hi. destruct Hi as [_ Hi]. apply mem_prims in Hi.
      apply in_upto. apply Hi. }
    assert (L : length (upto (length (bounds p))) = length (bounds p)).
    { clear. induction (length (bounds p)) as [|n IH]; [reflexivity|]. rewrite upto_succ. simpl. f_equal. exact IH. }
    unfold np. lia.
  Qed.
  Lemma new_item i : In i items -> exists a, nth_error items a = Some i /\ new i = N.of_nat a.
  Proof.
    intro Hi. assert (Hi' := Hi). apply In_nth_error in Hi'. destruct Hi' as [a Ha]. exists a. split; [exact Ha|].
    unfold new_number. assert (L : i < np p) by (apply HI in Hi; destruct Hi as [_ Hi]; apply mem_prims in Hi; apply Hi).
    destruct (N.ltb_spec i (np p)); [|lia]. destruct (places_ok i items DI 0 (PositiveMap.empty N)) as [_ P].
    rewrite (P a Ha). lia.
  Qed.
  Lemma new_low i : In i items -> new i < len items.
  Proof.
    intro Hi. destruct (new_item i Hi) as (a & Ha & ->). assert (nth_error items a <> None) by congruence.
    apply nth_error_Some in H. lia.
  Qed.
  Lemma new_secondary i : np p <= i -> new i = i.
  Proof. intro L. unfold new_number. destruct (N.ltb_spec i (np p)); [lia|reflexivity]. Qed.
  Lemma new_inj i j : good i -> good j -> new i = new j -> i = j.
  Proof.
    assert (F := few_items). intros [Hi|Hi] [Hj|Hj] E.
    - destruct (new_item i Hi) as (a & Ha & Ea), (new_item j Hj) as (b & Hb & Eb).
      assert (a = b) by lia. subst b. congruence.
    - assert (L := new_low i Hi). rewrite (new_secondary j Hj) in E. lia.
    - assert (L := new_low j Hj). rewrite (new_secondary i Hi) in E. lia.
    - rewrite !new_secondary in E by assumption. exact E.
  Qed.
  Lemma old_item a : a < len items -> exists i, In i items /\ new i = a.
  Proof.
    intro L. assert (E : exists i, nth_error items (N.to_nat a) = Some i).
    { destruct (nth_error items (N.to_nat a)) eqn:E; [eauto|]. apply nth_error_None in E. lia. }
    destruct E as [i E]. exists i. assert (Hi := nth_error_In _ _ E). split; [exact Hi|].
    unfold new_number. assert (Li : i < np p) by (apply HI in Hi; destruct Hi as [_ Hi]; apply mem_prims in Hi; apply Hi).
    destruct (N.ltb_spec i (np p)); [|lia]. destruct (places_ok i items DI 0 (PositiveMap.empty N)) as [_ P].
    rewrite (P _ E). lia.
  Qed.
  Lemma all_plain i : i < np p -> plain p i = true.
  Proof.
    intro L. destruct (plain p i) eqn:E; [reflexivity|]. assert (H : In i (mults p)) by (apply in_mults; auto).
    rewrite M0 in H. destruct H.
  Qed.
  Lemma good_item k i : In k ks -> has (option_at p k) i = true -> good i.
  Proof.
    intros Hk H. destruct (N.lt_ge_cases i (np p)) as [L|L]; [left|right; exact L].
    assert (P : mem i (prims p)) by (apply mem_prims; split; [exact L|apply all_plain, L]).
    apply HI. split; [|exact P]. apply HK in Hk. apply Hk, need_prim; assumption.
  Qed.
  Lemma in_new (o : opt) j c : In (j, c) (map (fun ic => (new (fst ic), snd ic)) o) <-> exists i, In (i, c) o /\ new i = j.
  Proof.
    rewrite in_map_iff. split.
    - intros ([i d] & E & H). inversion E; subst. exists i. auto.
    - intros (i & H & <-). exists (i, c). auto.
  Qed.
  Lemma kth_in a : a < len ks -> In (kth a) ks.
  Proof. intro L. apply nth_In. lia. Qed.
  Lemma kth_inj a b : a < len ks -> b < len ks -> kth a = kth b -> a = b.
  Proof.
    intros La Lb E. assert (N.to_nat a = N.to_nat b); [|lia]. apply (proj1 (NoDup_nth ks 0) DK); [lia|lia|exact E].
  Qed.
  Lemma kth_of k : In k ks -> exists a, a < len ks /\ kth a = k.
  Proof.
    intro H. apply (In_nth _ _ 0) in H. destruct H as (a & L & E). exists (N.of_nat a). split; [lia|].
    unfold kth. rewrite Nat2N.id. exact E.
  Qed.
  Lemma new_option a : a < len ks -> option_at left_over a = map (fun ic => (new (fst ic), snd ic)) (option_at p (kth a)).
  Proof.
    intro L. unfold option_at at 1, left_over, rest_of. cbv zeta. cbn [opts].
    set (f := map (fun ic => (new (fst ic), snd ic))). unfold kth.
    assert (E : forall l n, (n < length l)%nat -> nth n (map f (map (option_at p) l)) [] = f (option_at p (nth n l 0))).
    { induction l as [|x l IH]; intros [|n] Ln; simpl in *; try lia; [reflexivity|]. apply IH. lia. }
    apply E. lia.
  Qed.
  Lemma has_new a i : a < len ks -> good i -> (has (option_at left_over a) (new i) = true <-> has (option_at p (kth a)) i = true).
  Proof.
    intros L G. rewrite (new_option a L), !has_iff. split; intros (c & H); exists c.
    - apply in_new in H. destruct H as (j & H & E). apply new_inj in E; [subst; exact H| |exact G].
      apply (good_item (kth a)); [apply kth_in, L|]. apply has_iff. eauto.
    - apply in_new. eauto.
  Qed.
  Lemma many_options : len (opts left_over) = len ks.
  Proof. unfold left_over, rest_of. cbn [opts]. rewrite !map_length. reflexivity. Qed.
  Lemma many_items : np left_over = len items.
  Proof. unfold np, left_over, rest_of. cbn [bounds]. rewrite map_length. reflexivity. Qed.
  Lemma bounds_once j : j < np left_over -> bound left_over j = (1, 1).
  Proof.
    rewrite many_items. unfold bound, left_over, rest_of. cbn [bounds]. intro L. assert (L' : (N.to_nat j < length items)%nat) by lia.
    revert L'. generalize (N.to_nat j). clear. induction items as [|x l IH]; intros [|n] L; simpl in *; try lia; [reflexivity|].
    apply IH. lia.
  Qed.
  Lemma one_each X j : (forall a, mem a X -> a < len ks) -> j < len items ->
    (degree left_over X j = 1 <-> (exists a, mem a X /\ has (option_at left_over a) j = true) /\
       (forall a b, mem a X -> mem b X -> has (option_at left_over a) j = true -> has (option_at left_over b) j = true -> a = b)).
  Proof. intros R L. apply deg_one. unfold V. rewrite many_options. exact R. Qed.

  (* ---------- sets of options, by their old and by their new numbers ---------- *)
  Definition set_of_list (l : list N) : N := fold_right (fun k s => N.setbit s k) 0 l.
  Lemma mem_list k l : mem k (set_of_list l) <-> In k l.
  Proof.
    induction l as [|x l IH]; simpl.
    - split; [intro H; destruct (mem_0 k H)|tauto].
    - rewrite mem_setbit, IH. intuition congruence.
  Qed.
  Definition places_of : list N := map N.of_nat (seq 0 (length ks)).
  Lemma in_places a : In a places_of <-> a < len ks.
  Proof.
    unfold places_of. rewrite in_map_iff. split.
    - intros (n & <- & H). apply in_seq in H. lia.
    - intro L. exists (N.to_nat a). rewrite in_seq. lia.
  Qed.
  Definition old_set (Y : N) : N := set_of_list (map kth (filter (N.testbit Y) places_of)).
  Definition new_set (X : N) : N := set_of_list (filter (fun a => N.testbit X (kth a)) places_of).
  Lemma mem_old Y k : mem k (old_set Y) <-> exists a, a < len ks /\ mem a Y /\ k = kth a.
  Proof.
    unfold old_set. rewrite mem_list, in_map_iff. split.
    - intros (a & <- & H). apply filter_In in H. rewrite in_places in H. exists a. tauto.
    - intros (a & L & H & ->). exists a. split; [reflexivity|]. apply filter_In. rewrite in_places. tauto.
  Qed.
  Lemma mem_new X a : mem a (new_set X) <-> a < len ks /\ mem (kth a) X.
  Proof. unfold new_set. rewrite mem_list, filter_In, in_places. reflexivity. Qed.

  Lemma old_covers Y : is_cover left_over Y -> SolS (old_set Y).
  Proof.
    intros [R P C]. rewrite many_options in R. rewrite many_items in P, C.
    assert (One : forall j, j < len items -> degree left_over Y j = 1).
    { intros j L. specialize (P j L). rewrite bounds_once in P by (rewrite many_items; exact L). simpl in P. lia. }
    split.
    - intros k Hk. apply mem_old in Hk. destruct Hk as (a & L & _ & ->). apply HK, kth_in, L.
    - intros k l Hk Hl NE. apply mem_old in Hk, Hl. destruct Hk as (a & La & Ha & ->), Hl as (b & Lb & Hb & ->).
      apply disj_iff; try (apply HK, kth_in; assumption); [exact WF|exact NE|].
      intros i c d Ic Id. assert (G : good i) by (apply (good_item (kth a)); [apply kth_in, La|apply has_iff; eauto]).
      destruct G as [Hi|Li].
      + exfalso. apply NE. f_equal. apply (proj1 (one_each Y (new i) R (new_low i Hi)) (One _ (new_low i Hi))); try assumption;
          (apply has_new; [assumption|left; exact Hi|apply has_iff; eauto]).
      + left. split; [exact Li|]. apply (C i a b); try assumption.
        * assert (F := few_items). lia.
        * congruence.
        * rewrite new_option by exact La. apply in_new. exists i. split; [exact Ic|apply new_secondary, Li].
        * rewrite new_option by exact Lb. apply in_new. exists i. split; [exact Id|apply new_secondary, Li].
    - intros i Si Pi. assert (Hi : In i items) by (apply HI; auto).
      destruct (proj1 (one_each Y (new i) R (new_low i Hi)) (One _ (new_low i Hi))) as [(a & Ha & Ia) _].
      exists (kth a). split; [apply mem_old; exists a; auto|]. apply need_prim; [exact Pi|].
      apply has_new in Ia; [exact Ia|apply R, Ha|left; exact Hi].
  Qed.
  Lemma new_covers X : SolS X -> is_cover left_over (new_set X) /\ old_set (new_set X) = X.
  Proof.
    intros [F D C]. assert (R : forall a, mem a (new_set X) -> a < len ks) by (intros a H; apply mem_new in H; tauto).
    assert (Clash : forall i k l, mem i (prims p) -> mem k X -> mem l X -> has (option_at p k) i = true ->
      has (option_at p l) i = true -> k = l).
    { intros i k l Pi Hk Hl Ik Il. apply (clash (V p) (need p) (kill p) (prims p) (h_prim p) S X i); try assumption.
      - split; assumption.
      - apply need_prim; assumption.
      - apply need_prim; assumption. }
    split; [split|].
    - intros a H. rewrite many_options. apply R, H.
    - intros j L. rewrite bounds_once by exact L. rewrite many_items in L. destruct (old_item j L) as (i & Hi & <-).
      assert (E : degree left_over (new_set X) (new i) = 1); [|rewrite E; simpl; lia]. apply one_each; [exact R|exact L|].
      assert (Hi' := Hi). apply HI in Hi'. destruct Hi' as [Si Pi]. split.
      + destruct (C i Si Pi) as (k & Hk & Nk). destruct (F k Hk) as [Vk Sk].
        destruct (kth_of k) as (a & La & <-); [apply HK; auto|]. exists a. split; [apply mem_new; auto|].
        apply has_new; [exact La|left; exact Hi|]. apply need_prim in Nk; assumption.
      + intros a b Ha Hb Ia Ib. apply mem_new in Ha, Hb. destruct Ha as [La Ha], Hb as [Lb Hb].
        apply has_new in Ia, Ib; try assumption; try (left; exact Hi).
        apply kth_inj; try assumption. apply (Clash i); assumption.
    - intros j a b c d Lj Ha Hb NE Ic Id. rewrite many_items in Lj. apply mem_new in Ha, Hb. destruct Ha as [La Ha], Hb as [Lb Hb].
      rewrite new_option in Ic, Id by assumption. apply in_new in Ic, Id. destruct Ic as (i & Ic & <-), Id as (i' & Id & E).
      assert (Gi : good i) by (apply (good_item (kth a)); [apply kth_in, La|apply has_iff; eauto]).
      assert (Gi' : good i') by (apply (good_item (kth b)); [apply kth_in, Lb|apply has_iff; eauto]).
      apply new_inj in E; [subst i'|exact Gi'|exact Gi].
      assert (Di := D (kth a) (kth b) Ha Hb (fun E => NE (kth_inj a b La Lb E))).
      apply disj_iff in Di; try (apply HK, kth_in; assumption); [|exact WF|intro E; apply NE, kth_inj; assumption].
      destruct (Di i c d Ic Id) as [[_ ?]|[Li Pl]]; [assumption|]. rewrite all_plain in Pl by exact Li. discriminate.
    - apply mem_ext. intro k. rewrite mem_old. split.
      + intros (a & _ & H & ->). apply mem_new in H. tauto.
      + intro Hk. destruct (kth_of k) as (a & L & E); [apply HK, F, Hk|]. exists a. split; [exact L|]. subst k.
        split; [apply mem_new; auto|reflexivity].
  Qed.
  Theorem rest_counts n : Counts (is_cover left_over) n -> Counts SolS n.
  Proof.
    intro H. apply Counts_ext with (Q := fun X => exists Y, is_cover left_over Y /\ X = old_set Y).
    - intro X. split.
      + intros (Y & HY & ->). apply old_covers, HY.
      + intro HX. destruct (new_covers X HX) as [A E]. exists (new_set X). auto.
    - apply Counts_image; [|exact H]. intros Y Z HY HZ E. apply mem_ext. intro a.
      assert (RY := cov_range _ _ HY a). assert (RZ := cov_range _ _ HZ a). rewrite many_options in RY, RZ.
      assert (T : forall U T, old_set U = old_set T -> mem a U -> a < len ks -> mem a T).
      { intros U T EU Ha L. assert (M : mem (kth a) (old_set T)) by (rewrite <- EU; apply mem_old; exists a; auto).
        apply mem_old in M. destruct M as (b & Lb & Hb & Eb). apply kth_inj in Eb; [subst; exact Hb|exact L|exact Lb]. }
      split; intro Ha; [apply (T Y Z)|apply (T Z Y)]; auto.
  Qed.
End Rest.
