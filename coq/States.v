(* The states of a problem: [MSol p S M X] says that the options X cover what is open in the
   state. What happens to a state when an option is taken or left out, and that the covers
   of the problem are those of its first state ([cover_sol]). No axioms. *)
Require Import Arith NArith List Lia Bool.
Import ListNotations.
Require Import Counting Problem.
Local Open Scope N_scope.

Section States.
  Variable p : problem.
  Hypothesis WF : forall o, In o (opts p) -> wf p o.
  Definition V k := k < N.of_nat (length (opts p)).
  Definition need k := N.lor (need_of p (option_at p k)) (own_of p k).
  Definition kill k := N.lor (kill_of p (option_at p k)) (own_of p k).
  Notation SolP := (Sol V need kill (prims p)).

  Lemma V_wf k : V k -> wf p (option_at p k).
  Proof. intro H. apply WF. apply nth_In. unfold V in H. lia. Qed.

  (* ---------- the bit that is an option's own ---------- *)
  Definition multy : Prop := mults p <> [].
  Lemma mem_own k b : mem b (own_of p k) <-> multy /\ b = outs p + k.
  Proof.
    unfold own_of, multy. destruct (mults p).
    - split; [intro H; destruct (mem_0 b H)|intros [? _]; congruence].
    - rewrite mem_single. intuition discriminate.
  Qed.
  Lemma prims_low b : mem b (prims p) -> b < outs p.
  Proof. intro H. apply mem_prims in H. unfold outs. lia. Qed.
  Lemma used_low k b : V k -> mem b (need_of p (option_at p k)) \/ mem b (kill_of p (option_at p k)) ->
    b < outs p.
  Proof.
    intros Vk H. apply sec_bits in H; [|apply V_wf; assumption].
    destruct H as [H|[_ H]]; [apply prims_low|]; assumption.
  Qed.
  Lemma own_alone k k' : V k' -> k <> k' -> ~ mem (outs p + k) (need k').
  Proof.
    intros Vk NE H. apply mem_lor in H. destruct H as [H|H].
    - assert (outs p + k < outs p); [|lia]. apply (used_low k'); auto.
    - apply mem_own in H. lia.
  Qed.
  Lemma disj_iff k k' : V k -> V k' -> k <> k' ->
    (disj (need k) (kill k') <-> compat p (option_at p k) (option_at p k')).
  Proof.
    intros Vk Vk' NE. rewrite <- disj_compat by (apply V_wf; assumption). split.
    - intros D b H H'. apply (D b); apply mem_lor; auto.
    - intros D b H H'. apply mem_lor in H, H'. rewrite mem_own in H, H'.
      destruct H as [H|[_ ->]], H' as [H'|[_ E]].
      + apply (D b); assumption.
      + assert (b < outs p); [|lia]. apply (used_low k); auto.
      + assert (outs p + k < outs p); [|lia]. apply (used_low k'); auto.
      + lia.
  Qed.
  Lemma h_sym k k' : V k -> V k' -> disj (need k) (kill k') -> disj (need k') (kill k).
  Proof.
    intros H H'. destruct (N.eq_dec k k') as [->|NE]; [auto|].
    rewrite !disj_iff by auto. apply compat_sym.
  Qed.
  Lemma need_prim k i : mem i (prims p) -> (mem i (need k) <-> has (option_at p k) i = true).
  Proof.
    intro H. unfold need. rewrite mem_lor, (mem_need_prim p _ i H), mem_own. split; [|tauto].
    intros [|[_ ->]]; [assumption|]. apply prims_low in H. lia.
  Qed.
  Lemma kill_prim k i : mem i (prims p) -> (mem i (kill k) <-> has (option_at p k) i = true).
  Proof.
    intro H. unfold kill. rewrite mem_lor, (mem_kill_prim p _ i H), mem_own. split; [|tauto].
    intros [|[_ ->]]; [assumption|]. apply prims_low in H. lia.
  Qed.
  Lemma h_prim k i : V k -> mem i (prims p) -> (mem i (need k) <-> mem i (kill k)).
  Proof. intros _ H. rewrite need_prim, kill_prim by assumption. tauto. Qed.
  (* something that no other option can need at the same time *)
  Lemma h_private k : V k -> exists i, mem i (need k) /\ mem i (kill k).
  Proof.
    intro H. destruct (V_wf k H) as [_ (i & c & Hi & L)].
    assert (Hh : has (option_at p k) i = true) by (apply has_iff; eauto).
    destruct (plain p i) eqn:E.
    - exists i. assert (mem i (prims p)) by (apply mem_prims; auto).
      rewrite need_prim, kill_prim by assumption. auto.
    - exists (outs p + k). unfold need, kill. rewrite !mem_lor, mem_own.
      assert (multy); [|tauto]. intro E0. apply (in_nil (a := i)). rewrite <- E0. apply in_mults. auto.
  Qed.

  (* ---------- degrees ---------- *)
  Definition b2n (b : bool) : N := if b then 1 else 0.
  Notation deg := (degree p).
  Lemma deg_in X i k : V k -> mem k X -> has (option_at p k) i = true -> 1 <= deg X i.
  Proof.
    intros Vk KX H. unfold degree.
    assert (G : In k (filter (fun k => N.testbit X k && has (option_at p k) i) (indices p))).
    { apply filter_In. split; [apply in_indices; assumption|]. unfold mem in KX. rewrite KX, H. reflexivity. }
    destruct (filter _ (indices p)); [destruct G|]. simpl. lia.
  Qed.
  Lemma deg_none X i : (forall k, V k -> mem k X -> has (option_at p k) i = true -> False) -> deg X i = 0.
  Proof.
    intro H. unfold degree. destruct (filter _ (indices p)) as [|k l] eqn:E; [reflexivity|exfalso].
    assert (K : In k (k :: l)) by (left; reflexivity). rewrite <- E in K. apply filter_In in K.
    destruct K as [K G]. apply andb_true_iff in G. apply (H k); try tauto. apply in_indices. assumption.
  Qed.
  Lemma deg_set X i k : V k -> ~ mem k X -> deg (N.setbit X k) i = deg X i + b2n (has (option_at p k) i).
  Proof.
    intros Vk NX. unfold degree. apply in_indices in Vk. generalize (indices_nodup p). revert Vk.
    assert (Same : forall l, ~ In k l ->
      filter (fun j => N.testbit (N.setbit X k) j && has (option_at p j) i) l =
      filter (fun j => N.testbit X j && has (option_at p j) i) l).
    { induction l as [|x l IH]; intro H; [reflexivity|]. simpl. rewrite N.setbit_eqb.
      destruct (N.eqb_spec k x) as [->|NE]; [destruct H; left; reflexivity|]. simpl.
      rewrite IH by (intro; apply H; right; assumption). reflexivity. }
    induction (indices p) as [|x l IH]; intros K ND; [destruct K|].
    inversion ND as [|? ? Nx ND']; subst. cbn [filter]. rewrite N.setbit_eqb.
    destruct (N.eqb_spec k x) as [->|NE].
    - simpl orb. rewrite Same by assumption. unfold mem in NX.
      destruct (N.testbit X x); [congruence|]. unfold b2n. simpl andb.
      destruct (has (option_at p x) i); cbn [length]; lia.
    - destruct K as [K|K]; [congruence|]. specialize (IH K ND'). simpl orb.
      destruct (N.testbit X x && has (option_at p x) i); cbn [length]; lia.
  Qed.
  Lemma deg_le X i l : (forall k, V k -> mem k X -> has (option_at p k) i = true -> In k l) ->
    deg X i <= N.of_nat (length l).
  Proof.
    intro H. unfold degree. assert (G : forall a b, (a <= b)%nat -> N.of_nat a <= N.of_nat b) by lia.
    apply G. apply NoDup_incl_length; [apply NoDup_filter, indices_nodup|].
    intros k Hk. apply filter_In in Hk. destruct Hk as [Hk E]. apply andb_true_iff in E.
    apply H; try tauto. apply in_indices. assumption.
  Qed.
  Lemma deg_one X i : (forall k, mem k X -> V k) ->
    (deg X i = 1 <-> (exists k, mem k X /\ has (option_at p k) i = true) /\
       (forall k k', mem k X -> mem k' X -> has (option_at p k) i = true -> has (option_at p k') i = true -> k = k')).
  Proof.
    intro R. unfold degree. set (f := fun k => N.testbit X k && has (option_at p k) i).
    assert (F : forall k, In k (filter f (indices p)) <-> mem k X /\ has (option_at p k) i = true).
    { intro k. rewrite filter_In, in_indices. unfold f. rewrite andb_true_iff. unfold mem, V in *.
      split; [tauto|]. intros [A B]. specialize (R k A). tauto. }
    assert (ND : NoDup (filter f (indices p))) by apply NoDup_filter, indices_nodup.
    destruct (filter f (indices p)) as [|x [|y l]]; simpl in *.
    - split; [lia|]. intros [(k & H) _]. apply F in H. destruct H.
    - split; [intros _|reflexivity]. split.
      + exists x. apply F. auto.
      + intros k k' H H' G G'. destruct (proj2 (F k)) as [<-|[]]; [tauto|].
        destruct (proj2 (F k')) as [<-|[]]; tauto.
    - split; [lia|]. intros [_ U]. exfalso. inversion ND as [|? ? Nx _]; subst. apply Nx.
      rewrite (U x y); try (apply F; auto). left. reflexivity.
  Qed.

  (* ---------- what is missing of the items with multiplicities ---------- *)
  Notation residual := (list (N * N)).
  Definition within (M : residual) (X : N) : Prop :=
    Forall2 (fun j b => fst b <= deg X j <= snd b) (mults p) M.
  Definition MSol (S : N) (M : residual) (X : N) : Prop := SolP S X /\ within M X.

  (* what is left if an option with these items is taken; none if there is one that must not
     be covered any more *)
  Fixpoint take (M : residual) (fl : list bool) : option residual :=
    match M, fl with
    | (lo, hi) :: M', b :: fl' =>
        if b && (hi =? 0) then None else
        match take M' fl' with
        | Some R => Some ((if b then (N.pred lo, N.pred hi) else (lo, hi)) :: R)
        | None => None
        end
    | [], [] => Some []
    | _, _ => None
    end.

  Lemma take_some M k R X : V k -> ~ mem k X -> take M (flags p (option_at p k)) = Some R ->
    (within M (N.setbit X k) <-> within R X).
  Proof.
    intros Vk NX. unfold within, flags. revert M R.
    induction (mults p) as [|j js IH]; intros M R; destruct M as [|[lo hi] M]; simpl; try discriminate.
    - intro E. inversion E. split; constructor.
    - destruct (has (option_at p k) j && (hi =? 0)) eqn:H0; [discriminate|].
      destruct (take M (map (has (option_at p k)) js)) as [R'|] eqn:E; [|discriminate].
      intro E'. inversion E'; subst; clear E'. specialize (IH M R' E).
      assert (G : (lo <= deg (N.setbit X k) j <= hi) <->
        (fst (if has (option_at p k) j then (N.pred lo, N.pred hi) else (lo, hi)) <= deg X j <=
         snd (if has (option_at p k) j then (N.pred lo, N.pred hi) else (lo, hi)))).
      { rewrite deg_set by assumption. destruct (has (option_at p k) j); unfold b2n; simpl.
        - simpl in H0. apply N.eqb_neq in H0. lia.
        - lia. }
      split; intro H; inversion H; subst; constructor; simpl in *; tauto.
  Qed.
  Lemma take_none M k X : V k -> mem k X -> take M (flags p (option_at p k)) = None ->
    within M X -> False.
  Proof.
    intros Vk KX E H. unfold within, flags in *. revert E.
    induction H as [|j [lo hi] js M Hb H IH]; simpl; [discriminate|].
    destruct (has (option_at p k) j) eqn:Hj; simpl.
    - destruct (N.eqb_spec hi 0) as [->|NE].
      + generalize (deg_in X j k Vk KX Hj). simpl in Hb. lia.
      + destruct (take M _); [discriminate|]. auto.
    - destruct (take M _); [discriminate|]. auto.
  Qed.

  (* ---------- an option is taken, or left out ---------- *)
  Lemma take_iff S M k R : V k -> sub (need k) S -> take M (flags p (option_at p k)) = Some R ->
    forall X, (MSol S M X /\ mem k X) <->
              (exists Y, MSol (N.ldiff S (kill k)) R Y /\ X = N.setbit Y k).
  Proof.
    intros Vk Sk T X. destruct (h_private k Vk) as (i & Ni & Ki).
    assert (B := branch V need kill (prims p) h_sym h_prim S i k Vk Sk Ni Ki).
    assert (NI := taken V need kill (prims p) S i k Ni Ki). split.
    - intros [[HS HW] Hk]. destruct (proj1 (B X)) as (Y & HY & ->); [auto|].
      exists Y. split; [|reflexivity]. split; [assumption|]. apply (take_some M k R Y); auto.
    - intros (Y & [HY HW] & ->). destruct (proj2 (B (N.setbit Y k))) as [HS Hk]; [eauto|].
      split; [|assumption]. split; [assumption|]. apply (take_some M k R Y); auto.
  Qed.
  Lemma take_fresh S M k Y : V k -> MSol (N.ldiff S (kill k)) M Y -> ~ mem k Y.
  Proof.
    intros Vk [H _]. destruct (h_private k Vk) as (i & Ni & Ki).
    eapply (taken V need kill (prims p) S i k); eassumption.
  Qed.
  Definition fits S M k : Prop := sub (need k) S /\ take M (flags p (option_at p k)) <> None.
  Lemma sol_fits S M X k : MSol S M X -> mem k X -> V k /\ fits S M k.
  Proof.
    intros [HS HW] Hk. destruct (sol_fit _ _ _ _ _ _ HS k Hk) as [Vk Sb].
    split; [assumption|]. split; [assumption|]. intro E. apply (take_none M k X); assumption.
  Qed.
  (* States in which the same is open and the same options fit have the same covers. *)
  Lemma same_sol S T M X : (forall i, mem i (prims p) -> (mem i S <-> mem i T)) ->
    (forall k, V k -> fits S M k -> sub (need k) T) -> MSol S M X -> MSol T M X.
  Proof.
    intros E F HX. split; [|apply HX]. assert (G := fun k => sol_fits S M X k HX).
    destruct HX as [[A D C] _]. split.
    - intros k Hk. destruct (G k Hk). auto.
    - exact D.
    - intros i Ti Pi. apply C; [apply E|]; assumption.
  Qed.
  Definition own k := N.setbit 0 (outs p + k).
  Lemma leave_iff S M k X : V k -> multy ->
    (MSol S M X /\ ~ mem k X) <-> MSol (N.ldiff S (own k)) M X.
  Proof.
    intros Vk Mk. assert (NK : mem (outs p + k) (need k)).
    { apply mem_lor. right. apply mem_own. auto. }
    split.
    - intros [HX NX]. split; [|apply HX]. destruct HX as [[A D C] _]. split.
      + intros k' Hk'. destruct (A k' Hk') as [Vk' Sb]. split; [assumption|]. intros b Hb.
        apply mem_ldiff. split; [auto|]. intro H. apply mem_single in H. subst b.
        apply (own_alone k k'); try assumption. intros ->. contradiction.
      + exact D.
      + intros i Si. apply mem_ldiff in Si. apply C. tauto.
    - intros HX. assert (NX : ~ mem k X).
      { intro Hk. destruct HX as [[A _ _] _]. destruct (A k Hk) as [_ Sb]. specialize (Sb _ NK).
        apply mem_ldiff in Sb. apply (proj2 Sb). apply mem_single. reflexivity. }
      split; [|assumption]. split; [|apply HX]. destruct HX as [[A D C] _]. split.
      + intros k' Hk'. destruct (A k' Hk') as [Vk' Sb]. split; [assumption|]. intros b Hb.
        specialize (Sb b Hb). apply mem_ldiff in Sb. tauto.
      + exact D.
      + intros i Si Pi. apply C; [|assumption]. apply mem_ldiff. split; [assumption|].
        intro H. apply mem_single in H. subst i. apply prims_low in Pi. lia.
  Qed.

  (* ---------- the ends ---------- *)
  Definition closed (M : residual) : bool := forallb (fun b => (fst b =? 0) && (snd b =? 0)) M.
  Lemma done_iff S M : disj S (prims p) -> closed M = true -> length M = length (mults p) ->
    forall X, MSol S M X <-> X = 0.
  Proof.
    intros D Z L X. unfold closed in Z. rewrite forallb_forall in Z.
    assert (NF : forall k, V k -> fits S M k -> False).
    { intros k Vk [Sb T]. destruct (V_wf k Vk) as [_ (i & c & Hi & Li)].
      assert (Hh : has (option_at p k) i = true) by (apply has_iff; eauto).
      destruct (plain p i) eqn:E.
      - apply (D i); [apply Sb, need_prim|]; try assumption; apply mem_prims; auto.
      - apply T. clear T. assert (Hm : In i (mults p)) by (apply in_mults; auto).
        unfold flags. revert M L Z. induction (mults p) as [|j js IH]; [destruct Hm|].
        intros [|[lo hi] M] L Z; [discriminate|]. simpl. destruct Hm as [->|Hm].
        + rewrite Hh. specialize (Z (lo, hi) (or_introl eq_refl)). simpl in Z.
          apply andb_true_iff in Z. destruct Z as [_ ->]. reflexivity.
        + rewrite IH; auto; [destruct (_ && _); reflexivity|intros; apply Z; right; assumption]. }
    split.
    - intro HX. apply mem_ext. intro k. split; intro Hk; exfalso; [|apply (mem_0 k Hk)].
      destruct (sol_fits S M X k HX Hk). eauto.
    - intros ->. split.
      + split.
        * intros k H. destruct (mem_0 k H).
        * intros k k' H. destruct (mem_0 k H).
        * intros i Si Pi. destruct (D i Si Pi).
      + unfold within. clear NF. revert M L Z. induction (mults p) as [|j js IH];
          intros [|[lo hi] M] L Z; try discriminate; constructor.
        * specialize (Z (lo, hi) (or_introl eq_refl)). simpl in Z. rewrite andb_true_iff, !N.eqb_eq in Z.
          rewrite (deg_none 0 j); [simpl; lia|]. intros k _ H. destruct (mem_0 k H).
        * apply IH; [simpl in L; lia|]. intros; apply Z; right; assumption.
  Qed.

  Lemma take_length fl : forall M R, take M fl = Some R -> length R = length M.
  Proof.
    induction fl as [|b fl IH]; intros [|[lo hi] M] R; simpl; try discriminate.
    - intro E. inversion E. reflexivity.
    - destruct (b && _); [discriminate|]. destruct (take M fl) eqn:E; [|discriminate].
      intro E'. inversion E'. simpl. f_equal. auto.
  Qed.

  (* It is known of some items how often they can be covered at most. None if one of them
     must be covered more often. *)
  Fixpoint limit (M : residual) (most : list (option N)) : option residual :=
    match M, most with
    | (lo, hi) :: M', x :: most' =>
        match x with
        | None => match limit M' most' with Some R => Some ((lo, hi) :: R) | None => None end
        | Some n =>
            if n <? lo then None else
            match limit M' most' with Some R => Some ((lo, N.min hi n) :: R) | None => None end
        end
    | [], [] => Some []
    | _, _ => None
    end.
  Lemma limit_length most : forall M R, limit M most = Some R -> length R = length M.
  Proof.
    induction most as [|x most IH]; intros [|[lo hi] M] R; cbn [limit]; try discriminate.
    - intro E. inversion E. reflexivity.
    - assert (G : forall h, match limit M most with Some R0 => Some ((lo, h) :: R0) | None => None end = Some R ->
                            length R = length ((lo, hi) :: M)).
      { intros h. destruct (limit M most) as [R0|] eqn:E; [|discriminate]. intro E'. inversion E'. simpl. f_equal.
        apply IH. exact E. }
      destruct x as [n|]; [destruct (n <? lo); [discriminate|]|]; apply G.
  Qed.
  Lemma limit_iff M most X :
    Forall2 (fun j x => forall n, x = Some n -> deg X j <= n) (mults p) most ->
    match limit M most with
    | Some R => within M X <-> within R X
    | None => ~ within M X
    end.
  Proof.
    unfold within. intro H. revert M. induction H as [|j x js most Hx H IH]; intros [|[lo hi] M]; cbn [limit].
    - tauto.
    - intro G. inversion G.
    - intro G. inversion G.
    - specialize (IH M). destruct x as [n|].
      + specialize (Hx n eq_refl). destruct (N.ltb_spec n lo) as [L|L].
        { intro G. inversion G; subst. simpl in *. lia. }
        destruct (limit M most) as [R|].
        * split; intro G; inversion G; subst; (constructor; [simpl in *; lia|tauto]).
        * intro G. inversion G; subst. tauto.
      + destruct (limit M most) as [R|].
        * split; intro G; inversion G; subst; (constructor; [assumption|tauto]).
        * intro G. inversion G; subst. tauto.
  Qed.

  (* ---------- parts ---------- *)
  (* The items with multiplicities of a part, or all others, are closed. *)
  Fixpoint close (which : bool) (fl : list bool) (M : residual) : residual :=
    match fl, M with
    | f :: fl', x :: M' => (if Bool.eqb f which then (0, 0) else x) :: close which fl' M'
    | _, _ => M
    end.
  Lemma close_length which fl : forall M, length (close which fl M) = length M.
  Proof. induction fl as [|f fl IH]; intros [|x M]; simpl; [| | |rewrite IH]; reflexivity. Qed.
  Lemma take_close which g o js : forall M,
    take (close which (map g js) M) (map (has o) js) <> None <->
    take M (map (has o) js) <> None /\ forall j, In j js -> has o j = true -> g j = negb which.
  Proof.
    induction js as [|j js IH]; intros [|[lo hi] M]; cbn [map close take In].
    - split; [intro H; split; [exact H|intros j []]|tauto].
    - split; [intro H; split; [exact H|intros j []]|tauto].
    - split; [congruence|tauto].
    - specialize (IH M). assert (C : forall P : N -> Prop, (forall i, j = i \/ In i js -> P i) <-> P j /\ forall i, In i js -> P i).
      { intro P. split; [intro H; split; [apply H; auto|intros; apply H; auto]|intros [H H'] i [<-|Hi]; auto]. }
      rewrite C. destruct (has o j) eqn:Hj; destruct (Bool.eqb (g j) which) eqn:E; cbn [andb].
      + apply eqb_prop in E. change (0 =? 0) with true. cbv iota. split; [congruence|]. intros (_ & H & _).
        specialize (H eq_refl). destruct which, (g j); discriminate.
      + assert (G : g j = negb which) by (destruct which, (g j); try reflexivity; discriminate).
        destruct (hi =? 0); [split; [congruence|tauto]|].
        destruct (take (close _ _ M) _), (take M _); intuition congruence.
      + destruct (take (close _ _ M) _), (take M _); intuition congruence.
      + destruct (take (close _ _ M) _), (take M _); intuition congruence.
  Qed.
  Lemma deg_same X Y i : (forall k, V k -> has (option_at p k) i = true -> (mem k X <-> mem k Y)) -> deg X i = deg Y i.
  Proof.
    intro H. unfold degree. f_equal. f_equal. apply filter_ext_in. intros k Hk. apply in_indices in Hk.
    destruct (has (option_at p k) i) eqn:E; [|rewrite !andb_false_r; reflexivity]. rewrite !andb_true_r.
    specialize (H k Hk E). unfold mem in H. destruct (N.testbit X k), (N.testbit Y k); try reflexivity; destruct H; intuition.
  Qed.
  Lemma within_parts g M Y Z :
    (forall k, mem k Y -> V k /\ take (close false (map g (mults p)) M) (flags p (option_at p k)) <> None) ->
    (forall k, mem k Z -> V k /\ take (close true (map g (mults p)) M) (flags p (option_at p k)) <> None) ->
    (within M (N.lor Y Z) <-> within (close false (map g (mults p)) M) Y /\ within (close true (map g (mults p)) M) Z).
  Proof.
    intros HY HZ. unfold flags in *.
    assert (GY : forall k j, mem k Y -> In j (mults p) -> has (option_at p k) j = true -> g j = true).
    { intros k j Hk Hj Hh. destruct (HY k Hk) as [_ T]. apply take_close in T. destruct T as [_ T]. apply (T j Hj Hh). }
    assert (GZ : forall k j, mem k Z -> In j (mults p) -> has (option_at p k) j = true -> g j = false).
    { intros k j Hk Hj Hh. destruct (HZ k Hk) as [_ T]. apply take_close in T. destruct T as [_ T]. apply (T j Hj Hh). }
    assert (D : forall j, In j (mults p) ->
      if g j then deg (N.lor Y Z) j = deg Y j /\ deg Z j = 0 else deg (N.lor Y Z) j = deg Z j /\ deg Y j = 0).
    { intros j Hj. destruct (g j) eqn:E; split.
      - apply deg_same. intros k _ Hh. rewrite mem_lor. split; [|tauto]. intros [H|H]; [exact H|].
        rewrite (GZ k j H Hj Hh) in E. discriminate.
      - apply deg_none. intros k _ Hk Hh. rewrite (GZ k j Hk Hj Hh) in E. discriminate.
      - apply deg_same. intros k _ Hh. rewrite mem_lor. split; [|tauto]. intros [H|H]; [|exact H].
        rewrite (GY k j H Hj Hh) in E. discriminate.
      - apply deg_none. intros k _ Hk Hh. rewrite (GY k j Hk Hj Hh) in E. discriminate. }
    unfold within. clear HY HZ GY GZ. revert M. induction (mults p) as [|j js IH]; intros [|[lo hi] M]; cbn [map close].
    - split; [intro; split; constructor|constructor].
    - split; [intro H; inversion H|intros [H _]; inversion H].
    - split; [intro H; inversion H|intros [H _]; inversion H].
    - specialize (IH (fun i Hi => D i (or_intror Hi)) M). specialize (D j (or_introl eq_refl)).
      assert (C : forall X b l, Forall2 (fun j b => fst b <= deg X j <= snd b) (j :: js) (b :: l) <->
        fst b <= deg X j <= snd b /\ Forall2 (fun j b => fst b <= deg X j <= snd b) js l).
      { intros X b l. split; [intro H; inversion H; auto|intros [H H']; constructor; assumption]. }
      rewrite !C, IH. destruct (g j); destruct D as [-> ->]; cbn [Bool.eqb fst snd]; intuition lia.
  Qed.
  Theorem parts_sol g S A C M : sub A S -> sub C S -> (forall i, mem i (prims p) -> mem i A -> mem i C -> False) ->
    (forall i, mem i S -> mem i (prims p) -> mem i A \/ mem i C) ->
    (forall k, V k -> fits S M k ->
       (sub (need k) A /\ disj (kill k) C /\ take (close false (map g (mults p)) M) (flags p (option_at p k)) <> None) \/
       (sub (need k) C /\ disj (kill k) A /\ take (close true (map g (mults p)) M) (flags p (option_at p k)) <> None)) ->
    let Left := MSol A (close false (map g (mults p)) M) in
    let Right := MSol C (close true (map g (mults p)) M) in
    (forall Y Z, Left Y -> Right Z -> disj Y Z) /\
    (forall x y x' y', Left x -> Right y -> Left x' -> Right y' -> N.lor x y = N.lor x' y' -> x = x' /\ y = y') /\
    forall X, MSol S M X <-> exists Y Z, Left Y /\ Right Z /\ X = N.lor Y Z.
  Proof.
    intros SA SC DP CP SP. cbv zeta. set (V' := fun k => V k /\ take M (flags p (option_at p k)) <> None).
    assert (Drop : forall T Y, Sol V' need kill (prims p) T Y -> SolP T Y).
    { intros T Y [F D Cv]. split; [|exact D|exact Cv]. intros k Hk. destruct (F k Hk) as [[? _] ?]. auto. }
    assert (Pr : forall k, V' k -> exists i, mem i (need k) /\ mem i (kill k)).
    { intros k [Vk _]. apply h_private. exact Vk. }
    assert (SP' : forall k, V' k -> sub (need k) S ->
      (sub (need k) A /\ disj (kill k) C) \/ (sub (need k) C /\ disj (kill k) A)).
    { intros k [Vk T] Sk. destruct (SP k Vk (conj Sk T)) as [H|H]; [left|right]; tauto. }
    assert (One := one_part V' need kill S A C SA Pr SP').
    assert (More : forall which k, take (close which (map g (mults p)) M) (flags p (option_at p k)) <> None ->
      take M (flags p (option_at p k)) <> None).
    { intros which k T. apply take_close in T. apply T. }
    assert (Lift : forall which T Y, MSol T (close which (map g (mults p)) M) Y -> Sol V' need kill (prims p) T Y).
    { intros which T Y HY. assert (G := fun k => sol_fits T _ Y k HY). destruct HY as [[F D Cv] _]. split; [|exact D|exact Cv].
      intros k Hk. destruct (G k Hk) as [Vk [Sk Tk]]. split; [split; [exact Vk|apply (More _ _ Tk)]|exact Sk]. }
    assert (P := parts V' need kill (prims p) S A C SA SC DP CP Pr SP').
    split; [|split].
    { intros Y Z HY HZ. apply (parts_disj V' need kill (prims p) S A C SA Pr SP'); eapply Lift; eassumption. }
    { intros x y x' y' Hx Hy Hx' Hy'. apply (parts_inj V' need kill (prims p) S A C SA Pr SP'); eapply Lift; eassumption. }
    intro X.
    split.
    - intro HX. assert (HX' : Sol V' need kill (prims p) S X).
      { assert (G := fun k => sol_fits S M X k HX). destruct HX as [[F D Cv] _]. split; [|exact D|exact Cv].
        intros k Hk. destruct (G k Hk) as [Vk [Sk T]]. split; [split|]; assumption. }
      apply P in HX'. destruct HX' as (Y & Z & HY & HZ & ->). exists Y, Z.
      assert (Side : forall k T, V' k -> sub (need k) T -> sub T S -> fits S M k).
      { intros k T [Vk Tk] Sk ST. split; [|exact Tk]. intros b Hb. apply ST, Sk, Hb. }
      assert (Most := within_parts g M Y Z). destruct Most as [Most _].
      + intros k Hk. destruct (sol_fit _ _ _ _ _ _ HY k Hk) as [Vk Sk]. split; [apply Vk|].
        destruct (SP k (proj1 Vk) (Side k A Vk Sk SA)) as [(_ & _ & T)|[U _]]; [exact T|exfalso]. apply (One k Vk Sk U).
      + intros k Hk. destruct (sol_fit _ _ _ _ _ _ HZ k Hk) as [Vk Sk]. split; [apply Vk|].
        destruct (SP k (proj1 Vk) (Side k C Vk Sk SC)) as [[U _]|(_ & _ & T)]; [exfalso|exact T]. apply (One k Vk U Sk).
      + destruct (Most (proj2 HX)) as [WY WZ]. split; [split; [apply (Drop A), HY|exact WY]|].
        split; [split; [apply (Drop C), HZ|exact WZ]|reflexivity].
    - intros (Y & Z & HY & HZ & ->).
      split.
      + apply (Drop S), P. exists Y, Z. split; [eapply Lift; exact HY|]. split; [eapply Lift; exact HZ|reflexivity].
      + refine (proj2 (within_parts g M Y Z _ _) (conj (proj2 HY) (proj2 HZ))).
        * intros k Hk. destruct (sol_fits A _ Y k HY Hk) as [Vk [_ T]]. auto.
        * intros k Hk. destruct (sol_fits C _ Z k HZ Hk) as [Vk [_ T]]. auto.
  Qed.

  (* ---------- shortages ---------- *)
  (* If all options that fit have an item, no more of them are in a cover than the item may be
     covered, and these cover no more than so many times what the largest of them does. *)
  Definition all_primaries := upto (length (bounds p)).
  Definition plains := filter (plain p) all_primaries.
  Definition primaries_in (o : opt) : N := N.of_nat (length (filter (fun ic => fst ic <? np p) o)).
  Definition sum_all (l : list N) : N := fold_right N.add 0 l.
  Notation number l := (N.of_nat (length l)).
  Lemma sum_all_sum (f g : N -> N) l : sum_all (map (fun i => f i + g i) l) = sum_all (map f l) + sum_all (map g l).
  Proof. unfold sum_all. induction l as [|i l IH]; [reflexivity|]. cbn [map fold_right]. rewrite IH. lia. Qed.
  Lemma sum_all_le (f g : N -> N) l : (forall i, In i l -> f i <= g i) -> sum_all (map f l) <= sum_all (map g l).
  Proof.
    unfold sum_all. induction l as [|i l IH]; intro H; [apply N.le_refl|]. cbn [map fold_right].
    apply N.add_le_mono; [|apply IH; intros]; apply H; simpl; auto.
  Qed.
  Lemma sum_all_filter (f : N -> bool) l : sum_all (map (fun i => b2n (f i)) l) = number (filter f l).
  Proof.
    unfold sum_all. induction l as [|i l IH]; [reflexivity|]. cbn [map fold_right filter]. rewrite IH.
    destruct (f i); unfold b2n; cbn [length]; lia.
  Qed.
  Lemma sum_all_parts (f : N -> bool) (g : N -> N) l :
    sum_all (map g l) = sum_all (map g (filter (fun i => negb (f i)) l)) + sum_all (map g (filter f l)).
  Proof.
    unfold sum_all. induction l as [|i l IH]; [reflexivity|]. cbn [map fold_right filter]. rewrite IH.
    destruct (f i); cbn [negb map fold_right]; lia.
  Qed.
  (* counted by rows or by columns *)
  Lemma sum_all_twice (R : N -> N -> bool) ks is :
    sum_all (map (fun i => number (filter (fun k => R k i) ks)) is) =
    sum_all (map (fun k => number (filter (R k) is)) ks).
  Proof.
    induction ks as [|k ks IH]; cbn [map filter length].
    - unfold sum_all. induction is as [|i is IH]; [reflexivity|]. cbn [map fold_right]. rewrite IH. reflexivity.
    - change (sum_all (number (filter (R k) is) :: map (fun k => number (filter (R k) is)) ks))
        with (number (filter (R k) is) + sum_all (map (fun k => number (filter (R k) is)) ks)).
      rewrite <- IH, <- sum_all_filter, <- sum_all_sum. f_equal. apply map_ext. intro i.
      destruct (R k i); unfold b2n; cbn [length]; lia.
  Qed.
  Lemma sum_all_times (g : N -> N) c l : (forall i, In i l -> g i <= c) -> sum_all (map g l) <= c * number l.
  Proof.
    unfold sum_all. induction l as [|i l IH]; intro H; [apply N.le_0_l|]. cbn [map fold_right length].
    assert (g i <= c) by (apply H; left; reflexivity).
    assert (fold_right N.add 0 (map g l) <= c * number l) by (apply IH; intros; apply H; right; assumption).
    rewrite Nat2N.inj_succ, N.mul_succ_r. lia.
  Qed.
  Definition chosen X := filter (N.testbit X) (indices p).
  Lemma deg_chosen X i : deg X i = number (filter (fun k => has (option_at p k) i) (chosen X)).
  Proof.
    unfold degree, chosen. f_equal. f_equal. induction (indices p) as [|k l IH]; [reflexivity|]. cbn [filter].
    destruct (N.testbit X k); cbn [andb filter]; rewrite IH; reflexivity.
  Qed.
  Lemma primaries_ok o : number (filter (has o) all_primaries) <= primaries_in o.
  Proof.
    assert (NoDup (filter (has o) all_primaries)).
    { apply NoDup_filter. unfold all_primaries. induction (length (bounds p)) as [|n IH]; [constructor|].
      rewrite upto_succ. constructor; [|exact IH]. rewrite in_upto. lia. }
    unfold primaries_in. rewrite <- (map_length fst).
    assert (L : (length (filter (has o) all_primaries) <= length (map fst (filter (fun ic => N.ltb (fst ic) (np p)) o)))%nat).
    { apply NoDup_incl_length; [assumption|]. intros i Hi. apply filter_In in Hi. destruct Hi as [Hi Ho].
      apply in_upto in Hi. apply has_iff in Ho. destruct Ho as [c Hc]. apply in_map_iff. exists (i, c).
      split; [reflexivity|]. apply filter_In. split; [assumption|]. apply N.ltb_lt. exact Hi. }
    lia.
  Qed.
  Lemma within_at M X n i : within M X -> nth_error (mults p) n = Some i ->
    fst (nth n M (0, 0)) <= deg X i <= snd (nth n M (0, 0)).
  Proof.
    unfold within. intro H. revert n. induction H as [|j b js M Hb H IH]; intros [|n] E; try discriminate.
    - inversion E; subst. exact Hb.
    - apply IH. exact E.
  Qed.
  Lemma deg_plain S M X i : MSol S M X -> mem i (prims p) -> deg X i <= b2n (N.testbit S i).
  Proof.
    intros [HS _] Pi. destruct (N.eq_dec (deg X i) 0) as [->|NZ]; [apply N.le_0_l|].
    assert (R : forall k, mem k X -> V k) by (intros k Hk; apply (sol_fit _ _ _ _ _ _ HS k Hk)).
    assert (E : exists k, V k /\ mem k X /\ has (option_at p k) i = true).
    { unfold degree in NZ. destruct (filter _ (indices p)) as [|k l] eqn:F; [destruct NZ; reflexivity|].
      assert (K : In k (k :: l)) by (left; reflexivity). rewrite <- F in K. apply filter_In in K.
      destruct K as [K G]. apply andb_true_iff in G. exists k. split; [apply in_indices; assumption|exact G]. }
    destruct E as (k & Vk & Hk & Hi).
    assert (Si : N.testbit S i = true).
    { destruct (sol_fit _ _ _ _ _ _ HS k Hk) as [_ Sb]. apply Sb. apply need_prim; assumption. }
    rewrite Si. assert (D : deg X i = 1); [|rewrite D; apply N.le_refl]. apply deg_one; [exact R|]. split; [eauto|].
    intros k1 k2 H1 H2 G1 G2. apply (clash V need kill (prims p) h_prim S X i); try assumption;
      apply need_prim; assumption.
  Qed.
  Lemma shortage S M X i c most : MSol S M X -> (forall k, mem k X -> has (option_at p k) i = true) ->
    (forall o, In o (opts p) -> primaries_in o <= c) -> deg X i <= most ->
    sum_all (map fst M) + number (filter (N.testbit S) plains) <= c * most.
  Proof.
    intros [HS HW] Hi Hc Hm. apply N.le_trans with (sum_all (map (deg X) all_primaries)).
    - rewrite (sum_all_parts (plain p) (deg X)). apply N.add_le_mono.
      + unfold all_primaries. rewrite <- mults_filter.
        clear - HW. unfold within in HW. unfold sum_all.
        induction HW as [|j b js M Hb H IH]; [apply N.le_refl|]. cbn [map fold_right]. lia.
      + fold plains. rewrite <- sum_all_filter. apply sum_all_le. intros j Hj. apply filter_In in Hj.
        destruct Hj as [Lj Pj]. apply in_upto in Lj. destruct (N.testbit S j) eqn:Sj; [|apply N.le_0_l].
        assert (Prim : mem j (prims p)) by (apply mem_prims; auto).
        destruct HS as [F _ C]. destruct (C j Sj Prim) as (k & Hk & Nk). destruct (F k Hk) as [Vk _].
        apply (deg_in X j k Vk Hk). apply need_prim in Nk; assumption.
    - rewrite (map_ext _ _ (deg_chosen X)), (sum_all_twice (fun k i => has (option_at p k) i)).
      assert (Opts : forall k, In k (chosen X) -> In (option_at p k) (opts p)).
      { intros k Hk. apply filter_In in Hk. destruct Hk as [Hk _]. apply in_indices in Hk. apply nth_In. lia. }
      apply N.le_trans with (c * number (chosen X)).
      + apply sum_all_times. intros k Hk. apply N.le_trans with (primaries_in (option_at p k)); [|auto].
        apply primaries_ok.
      + apply N.mul_le_mono_l. rewrite deg_chosen in Hm.
        assert (E : filter (fun k => has (option_at p k) i) (chosen X) = chosen X); [|rewrite E in Hm; exact Hm].
        assert (In_X : forall k, In k (chosen X) -> mem k X) by (intros k Hk; apply filter_In in Hk; apply Hk).
        clear Hm Opts. revert In_X. induction (chosen X) as [|k l IH]; intro In_X; [reflexivity|]. cbn [filter].
        rewrite Hi by (apply In_X; left; reflexivity). f_equal. apply IH. intros; apply In_X; right; assumption.
  Qed.

  (* ---------- the first state ---------- *)
  Lemma need_full k : V k -> sub (need k) (full p).
  Proof.
    intros Vk b H. unfold full. rewrite mem_lor, mem_block. apply mem_lor in H. destruct H as [H|H].
    - destruct (sec_bits p _ b (V_wf k Vk) (or_introl H)) as [|[L L']]; [tauto|]. unfold outs in L'. lia.
    - apply mem_own in H. destruct H as [Mk ->]. unfold multy in Mk.
      unfold outs. unfold V in Vk. destruct (mults p); [congruence|]. right. lia.
  Qed.
  Lemma Forall2_map_r {A B} (R : A -> B -> Prop) f l :
    Forall2 R l (map f l) <-> forall x, In x l -> R x (f x).
  Proof.
    induction l as [|x l IH]; simpl; split.
    - intros _ ? [].
    - constructor.
    - intros H y [<-|Hy]; inversion H; subst; [assumption|]. apply IH; assumption.
    - intro H. constructor; [|apply IH]; auto.
  Qed.
  Definition first_missing := map (bound p) (mults p).
  Lemma plain_bound i : plain p i = true -> bound p i = (1, 1).
  Proof.
    unfold plain. rewrite is_once_ok. destruct (bound p i) as [lo hi]. simpl. rewrite andb_true_iff, !N.eqb_eq.
    intros [-> ->]. reflexivity.
  Qed.
  Lemma cover_sol X : MSol (full p) first_missing X <-> is_cover p X.
  Proof.
    unfold MSol, within, first_missing. rewrite Forall2_map_r. split.
    - intros [HS HM]. assert (HS' := HS). destruct HS' as [F D C]. split.
      + intros k Hk. apply F. assumption.
      + intros i L. destruct (plain p i) eqn:E; [|apply HM, in_mults; auto].
        rewrite (plain_bound i E). assert (Pi : mem i (prims p)) by (apply mem_prims; auto).
        assert (G : deg X i = 1); [|rewrite G; simpl; lia]. apply deg_one; [intros; apply F; assumption|]. split.
        * destruct (C i) as (k & Hk & Nk); [apply mem_lor; auto|assumption|]. exists k.
          rewrite <- need_prim by assumption. auto.
        * intros k k' Hk Hk' H H'. apply (clash V need kill (prims p) h_prim (full p) X i); try assumption;
          apply need_prim; assumption.
      + intros i k k' c c' L Hk Hk' NE H H'. specialize (D k k' Hk Hk' NE).
        apply disj_iff in D; [|apply F; assumption|apply F; assumption|assumption].
        destruct (D i c c' H H') as [?|[? _]]; [tauto|lia].
    - intros [R Pr Se]. assert (One : forall i, mem i (prims p) ->
        (exists k, mem k X /\ has (option_at p k) i = true) /\
        (forall k k', mem k X -> mem k' X -> has (option_at p k) i = true -> has (option_at p k') i = true -> k = k')).
      { intros i Pi. apply deg_one; [exact R|]. apply mem_prims in Pi. destruct Pi as [L E].
        specialize (Pr i L). rewrite (plain_bound i E) in Pr. simpl in Pr. lia. }
      split; [split|].
      + intros k Hk. split; [apply R; assumption|]. apply need_full. apply R. assumption.
      + intros k k' Hk Hk' NE. apply disj_iff; try (apply R; assumption); [assumption|].
        intros i c c' H H'. destruct (N.lt_ge_cases i (np p)) as [L|L].
        * right. split; [assumption|]. destruct (plain p i) eqn:E; [exfalso|reflexivity].
          apply NE. apply (proj2 (One i (proj2 (mem_prims p i) (conj L E)))); try assumption; apply has_iff; eauto.
        * left. split; [assumption|]. apply (Se i k k' c c'); assumption.
      + intros i _ Pi. destruct (One i Pi) as [(k & Hk & Hi) _]. exists k.
        rewrite need_prim by assumption. auto.
      + intros i Hi. apply in_mults in Hi. apply Pr. tauto.
  Qed.
End States.
