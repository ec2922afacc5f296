(* What a problem and its covers are ([problem], [is_cover]: these fifteen lines are to be
   believed), the checker's steps, and that the number it comes to is that of the covers
   ([check_sound]). No axioms. *)
Require Import Arith NArith List Lia Bool FMapPositive.
Import ListNotations.
Require Import Counting.
Local Open Scope N_scope.

(* ---------- problem and specification ---------- *)
(* items 0..np-1 primary, np..np+ns-1 secondary; an option is a list of
   (item, colour); colour 0 = plain; colours 1..nc only matter on secondary items *)
Definition opt := list (N * N).
Record problem := { np : N; ns : N; nc : N; opts : list opt }.
Definition option_at (p : problem) (k : N) : opt := nth (N.to_nat k) (opts p) [].
Definition has (p : problem) (k i : N) : Prop := exists c, In (i, c) (option_at p k).

Record is_cover (p : problem) (X : N) : Prop := {
  cov_range : forall k, mem k X -> k < N.of_nat (length (opts p));
  cov_prim  : forall i, i < np p -> exists! k, mem k X /\ has p k i;
  cov_sec   : forall i k k' c c', np p <= i -> mem k X -> mem k' X -> k <> k' ->
                In (i, c) (option_at p k) -> In (i, c') (option_at p k') -> c = c' /\ c <> 0 }.

(* ---------- checker ---------- *)
Record mopt := MO { ix : N; nd : N; kl : N }.
Definition W p := nc p + 1.
Definition base p i := np p + (i - np p) * W p.
Definition need1 p (ic : N * N) : N :=
  let (i, c) := ic in
  if i <? np p then N.setbit 0 i
  else if c =? 0 then N.shiftl (N.ones (W p)) (base p i) else N.setbit 0 (base p i + c).
Definition kill1 p (ic : N * N) : N :=
  let (i, c) := ic in
  if i <? np p then N.setbit 0 i
  else let f := N.shiftl (N.ones (W p)) (base p i) in
       if c =? 0 then f else N.clearbit f (base p i + c).
Definition need_of p (o : opt) : N := fold_right (fun ic s => N.lor (need1 p ic) s) 0 o.
Definition kill_of p (o : opt) : N := fold_right (fun ic s => N.lor (kill1 p ic) s) 0 o.
Definition prims p := N.ones (np p).
Definition full p := N.ones (np p + ns p * W p).
Definition wf_opt p (o : opt) : bool :=
  forallb (fun ic => (fst ic <? np p) || ((fst ic <? np p + ns p) && (snd ic <=? nc p))) o
  && existsb (fun ic => fst ic <? np p) o.

Fixpoint comp p (k : N) (os : list opt) : list mopt :=
  match os with
  | [] => []
  | o :: r => MO k (need_of p o) (kill_of p o) :: comp p (N.succ k) r
  end.

Definition containing (i : N) (l : list mopt) := filter (fun m => N.testbit (nd m) i) l.
Definition index_tab (l : list mopt) (items : list N) : PositiveMap.t (list mopt) :=
  fold_right (fun i t => PositiveMap.add (N.succ_pos i) (containing i l) t) (PositiveMap.empty _) items.
Fixpoint upto (n : nat) : list N := match n with O => [] | S m => N.of_nat m :: upto m end.

Record cprob := { c_prim : N; c_opts : list mopt; c_tab : PositiveMap.t (list mopt) }.
Definition compile (p : problem) : option cprob :=
  if forallb (wf_opt p) (opts p) then
    let l := comp p 0 (opts p) in
    Some {| c_prim := prims p; c_opts := l; c_tab := index_tab l (upto (N.to_nat (np p))) |}
  else None.

(* references: 0 = terminal, otherwise a node number (from 1) *)
Inductive cmd :=
| Branch (q : positive) (S i : N) (ch : list N)     (* children in order of option index *)
| Prod (q : positive) (S ra rb : N)                 (* independent parts; rb = 0 drops useless secondary items *)
| Del (q : positive).                (* forget a node *)

Record st := { tbl : PositiveMap.t (N * N) }.
Definition st0 : st := {| tbl := PositiveMap.empty _ |}.

Definition resolve (P : N) (t : PositiveMap.t (N * N)) (T r : N) : option N :=
  match r with
  | N0 => if N.land T P =? 0 then Some 1 else None
  | Npos q => match PositiveMap.find q t with
              | Some (T', c) => if T =? T' then Some c else None
              | None => None
              end
  end.

Fixpoint sum_ch (P : N) (t : PositiveMap.t (N * N)) (S : N) (ol : list mopt) (ch : list N) (acc : N) : option N :=
  match ol with
  | [] => match ch with [] => Some acc | _ :: _ => None end
  | m :: ol' =>
      if subb (nd m) S then
        match ch with
        | [] => None
        | r :: ch' => match resolve P t (N.ldiff S (kl m)) r with
                      | Some c => sum_ch P t S ol' ch' (acc + c)
                      | None => None
                      end
        end
      else sum_ch P t S ol' ch acc
  end.

Definition part (t : PositiveMap.t (N * N)) (r : N) : option (N * N) :=
  match r with N0 => Some (0, 1) | Npos q => PositiveMap.find q t end.

Definition prod_ok (P S A B : N) (l : list mopt) : bool :=
  subb A S && subb B S && (N.land A B =? 0) && subb (N.land S P) (N.lor A B) &&
  forallb (fun m => if subb (nd m) S then
                      let u := N.lor (nd m) (N.land (kl m) S) in subb u A || subb u B
                    else true) l.

Definition push (s : st) (q : positive) (S c : N) : st :=
  {| tbl := PositiveMap.add q (S, c) (tbl s) |}.

Definition step (cp : cprob) (s : st) (x : cmd) : option st :=
  match x with
  | Branch q U i ch =>
      if N.testbit U i && N.testbit (c_prim cp) i then
        match PositiveMap.find (N.succ_pos i) (c_tab cp) with
        | Some ol => match sum_ch (c_prim cp) (tbl s) U ol ch 0 with
                     | Some c => Some (push s q U c)
                     | None => None
                     end
        | None => None
        end
      else None
  | Prod q U ra rb =>
      match part (tbl s) ra, part (tbl s) rb with
      | Some (A, a), Some (B, b) =>
          if prod_ok (c_prim cp) U A B (c_opts cp) then Some (push s q U (a * b)) else None
      | _, _ => None
      end
  | Del q => Some {| tbl := PositiveMap.remove q (tbl s) |}
  end.

Fixpoint steps (cp : cprob) (s : st) (l : list cmd) : option st :=
  match l with
  | [] => Some s
  | x :: r => match step cp s x with Some s' => steps cp s' r | None => None end
  end.

Record cert := { cmds : list cmd; root : N }.
Definition finish (p : problem) (cp : cprob) (s : st) (r : N) : option N :=
  resolve (c_prim cp) (tbl s) (full p) r.
Definition check (p : problem) (c : cert) : option N :=
  match compile p with
  | Some cp => match steps cp st0 (cmds c) with
               | Some s => finish p cp s (root c)
               | None => None
               end
  | None => None
  end.

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
Lemma mem_need1 p i c b : mem b (need1 p (i, c)) <->
  (i < np p /\ b = i) \/
  (np p <= i /\ exists d, b = base p i + d /\ (c = 0 /\ d < W p \/ c <> 0 /\ d = c)).
Proof.
  unfold need1. destruct (N.ltb_spec i (np p)) as [L|L].
  - rewrite mem_single. split; [tauto|]. intros [?|[? _]]; [tauto|lia].
  - destruct (N.eqb_spec c 0) as [->|NZ].
    + rewrite mem_block. split.
      * intros H. right. split; [assumption|]. exists (b - base p i). lia.
      * intros [?|(_ & d & -> & H)]; lia.
    + rewrite mem_single. split.
      * intros ->. right. split; [assumption|]. exists c. tauto.
      * intros [?|(_ & d & -> & H)]; lia.
Qed.
Lemma mem_kill1 p i c b : mem b (kill1 p (i, c)) <->
  (i < np p /\ b = i) \/
  (np p <= i /\ exists d, b = base p i + d /\ d < W p /\ (c = 0 \/ d <> c)).
Proof.
  unfold kill1. destruct (N.ltb_spec i (np p)) as [L|L].
  - rewrite mem_single. split; [tauto|]. intros [?|[? _]]; [tauto|lia].
  - destruct (N.eqb_spec c 0) as [->|NZ].
    + rewrite mem_block. split.
      * intros H. right. split; [assumption|]. exists (b - base p i). lia.
      * intros [?|(_ & d & -> & H)]; lia.
    + rewrite mem_clearbit, mem_block. split.
      * intros H. right. split; [assumption|]. exists (b - base p i). lia.
      * intros [?|(_ & d & -> & H)]; lia.
Qed.
Lemma mem_fold (f : N * N -> N) o b :
  mem b (fold_right (fun ic s => N.lor (f ic) s) 0 o) <-> exists i c, In (i, c) o /\ mem b (f (i, c)).
Proof.
  induction o as [|[i c] o IH]; simpl.
  - split; [intro H; destruct (mem_0 b H)|intros (i & c & [] & _)].
  - rewrite mem_lor, IH. split.
    + intros [H|(i' & c' & H & H')]; [exists i, c|exists i', c']; auto.
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

Definition compat p (o o' : opt) : Prop :=
  forall i c c', In (i, c) o -> In (i, c') o' -> np p <= i /\ c = c' /\ c <> 0.
Definition wf p (o : opt) : Prop :=
  (forall i c, In (i, c) o -> i < np p \/ (i < np p + ns p /\ c <= nc p)) /\
  (exists i c, In (i, c) o /\ i < np p).
Lemma wf_opt_ok p o : wf_opt p o = true -> wf p o.
Proof.
  unfold wf_opt. rewrite andb_true_iff, forallb_forall, existsb_exists. intros [H H']. split.
  - intros i c Hi. specialize (H _ Hi). simpl in H.
    rewrite orb_true_iff, andb_true_iff, !N.ltb_lt, N.leb_le in H. assumption.
  - destruct H' as ([i c] & Hi & L). exists i, c. split; [assumption|]. apply N.ltb_lt. assumption.
Qed.

Lemma disj_compat p o o' : wf p o -> wf p o' -> (disj (need_of p o) (kill_of p o') <-> compat p o o').
Proof.
  intros [R _] [R' _]. unfold disj, need_of, kill_of, compat. split.
  - intros D i c c' H H'.
    assert (K : forall b, mem b (need1 p (i, c)) -> mem b (kill1 p (i, c')) -> False).
    { intros b Hb Hb'. apply (D b); apply mem_fold; [exists i, c|exists i, c']; auto. }
    destruct (R i c H) as [L|[L C]].
    { destruct (K i); [apply mem_need1|apply mem_kill1]; tauto. }
    destruct (R' i c' H') as [L'|[_ C']].
    { destruct (K i); [apply mem_need1|apply mem_kill1]; tauto. }
    destruct (N.lt_ge_cases i (np p)) as [G|G].
    { destruct (K i); [apply mem_need1|apply mem_kill1]; tauto. }
    split; [assumption|]. unfold W in *.
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
    destruct Hb as [[L ->]|(L & d & -> & Hd)].
    + destruct Hb' as [[L' ->]|(L' & d' & E & _)].
      * destruct (C _ _ _ H H'). lia.
      * generalize (base_ge p i' d'). lia.
    + destruct Hb' as [[L' E]|(L' & d' & E & Hd' & G)].
      * generalize (base_ge p i d). lia.
      * assert (d < W p). { destruct (R i c H) as [|[_ ?]]; unfold W in *; lia. }
        destruct (base_inj p i d i' d') as [-> ->]; try assumption.
        destruct (C _ _ _ H H') as (_ & -> & NZ). lia.
Qed.
Lemma compat_sym p o o' : compat p o o' -> compat p o' o.
Proof. intros C i c c' H H'. destruct (C i c' c H' H) as (? & -> & ?). tauto. Qed.

Lemma mem_need_prim p o i : i < np p -> (mem i (need_of p o) <-> exists c, In (i, c) o).
Proof.
  intro L. unfold need_of. rewrite mem_fold. split.
  - intros (j & c & H & M). apply mem_need1 in M. destruct M as [[_ ->]|(_ & d & -> & _)]; [eauto|].
    generalize (base_ge p j d). lia.
  - intros (c & H). exists i, c. split; [assumption|]. apply mem_need1. tauto.
Qed.
Lemma mem_kill_prim p o i : i < np p -> (mem i (kill_of p o) <-> exists c, In (i, c) o).
Proof.
  intro L. unfold kill_of. rewrite mem_fold. split.
  - intros (j & c & H & M). apply mem_kill1 in M. destruct M as [[_ ->]|(_ & d & -> & _)]; [eauto|].
    generalize (base_ge p j d). lia.
  - intros (c & H). exists i, c. split; [assumption|]. apply mem_kill1. tauto.
Qed.
Lemma need_full p o : wf p o -> sub (need_of p o) (full p).
Proof.
  intros [R _] b H. apply mem_fold in H. destruct H as (i & c & H & M).
  apply mem_ones. apply mem_need1 in M.
  destruct M as [[L ->]|(L & d & -> & Hd)]; [lia|].
  destruct (R i c H) as [|[L' C]]; [lia|]. assert (d < W p) by (unfold W in *; lia).
  unfold base. assert (i - np p + 1 <= ns p) as Q by lia.
  apply (N.mul_le_mono_r _ _ (W p)) in Q. rewrite N.mul_add_distr_r, N.mul_1_l in Q. lia.
Qed.

(* ---------- soundness ---------- *)
Section Sound.
  Variable p : problem.
  Hypothesis WF : forall o, In o (opts p) -> wf p o.
  Definition V k := k < N.of_nat (length (opts p)).
  Definition need k := need_of p (option_at p k).
  Definition kill k := kill_of p (option_at p k).
  Notation SolP := (Sol V need kill (prims p)).

  Lemma V_wf k : V k -> wf p (option_at p k).
  Proof. intro H. apply WF. apply nth_In. unfold V in H. lia. Qed.
  Lemma h_sym k k' : V k -> V k' -> disj (need k) (kill k') -> disj (need k') (kill k).
  Proof.
    intros H H' D. apply disj_compat; try (apply V_wf; assumption).
    apply compat_sym. apply disj_compat; try (apply V_wf; assumption). assumption.
  Qed.
  Lemma h_prim k i : V k -> mem i (prims p) -> (mem i (need k) <-> mem i (kill k)).
  Proof.
    intros _ H. apply mem_ones in H. unfold need, kill.
    rewrite mem_need_prim, mem_kill_prim by assumption. tauto.
  Qed.
  Lemma h_nonempty k : V k -> exists i, mem i (prims p) /\ mem i (need k).
  Proof.
    intro H. destruct (V_wf k H) as [_ (i & c & Hi & L)]. exists i. split; [apply mem_ones; assumption|].
    apply mem_need_prim; eauto.
  Qed.

  (* the declarative covers are the solutions of the full state *)
  Lemma cover_sol X : SolP (full p) X <-> is_cover p X.
  Proof.
    split.
    - intros HS. destruct HS as [F D C]. split.
      + intros k Hk. apply F. assumption.
      + intros i L. destruct (C i) as (k & Hk & Nk).
        { apply mem_ones. lia. } { apply mem_ones. assumption. }
        exists k. split; [split; [assumption|apply mem_need_prim in Nk; assumption]|].
        intros k' [Hk' Nk']. apply (clash V need kill (prims p) h_prim (full p) X i); try assumption.
        * split; assumption.
        * apply mem_ones. assumption.
        * apply mem_need_prim; assumption.
      + intros i k k' c c' L Hk Hk' NE H H'. specialize (D k k' Hk Hk' NE).
        apply disj_compat in D; [|apply V_wf; apply F; assumption|apply V_wf; apply F; assumption].
        destruct (D i c c' H H') as (_ & ? & ?). tauto.
    - intros [R Pr Se]. split.
      + intros k Hk. split; [apply R; assumption|]. apply need_full. apply V_wf. apply R. assumption.
      + intros k k' Hk Hk' NE. apply disj_compat; try (apply V_wf; apply R; assumption).
        intros i c c' H H'. destruct (N.lt_ge_cases i (np p)) as [L|L].
        * destruct (Pr i L) as (x & _ & U). destruct NE.
          transitivity x; [symmetry|]; apply U; (split; [assumption|]); [exists c|exists c']; assumption.
        * split; [assumption|]. apply (Se i k k' c c'); assumption.
      + intros i _ Pi. apply mem_ones in Pi. destruct (Pr i Pi) as (k & [Hk Hi] & _).
        exists k. split; [assumption|]. apply mem_need_prim; assumption.
  Qed.

  (* compiled options *)
  Lemma comp_spec os m : forall k0, In m (comp p k0 os) <->
    exists j, (j < length os)%nat /\
      m = MO (k0 + N.of_nat j) (need_of p (nth j os [])) (kill_of p (nth j os [])).
  Proof.
    induction os as [|o os IH]; intro k0; simpl.
    - split; [tauto|]. intros (j & H & _). lia.
    - rewrite IH. split.
      + intros [<-|(j & L & ->)].
        * exists O. split; [lia|]. rewrite N.add_0_r. reflexivity.
        * exists (S j). split; [lia|]. f_equal. lia.
      + intros (j & L & ->). destruct j as [|j].
        * left. rewrite N.add_0_r. reflexivity.
        * right. exists j. split; [lia|]. f_equal. lia.
  Qed.
  Lemma comp_nodup os : forall k0, NoDup (map ix (comp p k0 os)).
  Proof.
    induction os as [|o os IH]; intro k0; simpl; constructor; [|apply IH].
    rewrite in_map_iff. intros (m & E & H). apply comp_spec in H. destruct H as (j & _ & ->).
    simpl in E. lia.
  Qed.
  Definition kms := comp p 0 (opts p).
  Lemma kms_spec m : In m kms <-> V (ix m) /\ nd m = need (ix m) /\ kl m = kill (ix m).
  Proof.
    unfold kms. rewrite comp_spec. unfold V, need, kill, option_at. split.
    - intros (j & L & ->). simpl. rewrite Nat2N.id. split; [lia|tauto].
    - intros (L & E & E'). exists (N.to_nat (ix m)). split; [lia|].
      rewrite N.add_0_l, N2Nat.id. destruct m; simpl in *. congruence.
  Qed.
  Lemma tab_spec items x ol :
    PositiveMap.find (N.succ_pos x) (index_tab kms items) = Some ol -> ol = containing x kms.
  Proof.
    induction items as [|i items IH]; simpl.
    - rewrite PositiveMap.gempty. discriminate.
    - destruct (N.eq_dec x i) as [->|NE].
      + rewrite PositiveMap.gss. congruence.
      + rewrite PositiveMap.gso; [assumption|]. intro E. apply NE.
        rewrite <- (N.pos_pred_succ x), <- (N.pos_pred_succ i). congruence.
  Qed.

  Definition Inv (t : PositiveMap.t (N * N)) : Prop :=
    forall q T c, PositiveMap.find q t = Some (T, c) -> Counts (SolP T) c.

  Lemma resolve_ok t T r c : Inv t -> resolve (prims p) t T r = Some c -> Counts (SolP T) c.
  Proof.
    intros I. destruct r as [|q]; simpl.
    - destruct (N.land T (prims p) =? 0) eqn:E; [|discriminate]. intro H. inversion H.
      apply terminal; [apply h_nonempty|]. apply land0_ok. assumption.
    - destruct (PositiveMap.find q t) as [[T' c']|] eqn:E; [|discriminate].
      destruct (N.eqb_spec T T') as [->|]; [|discriminate]. intro H. inversion H; subst. eapply I, E.
  Qed.

  Lemma sum_ok t S i : Inv t -> mem i (prims p) -> forall ol ch acc n,
    NoDup (map ix ol) -> (forall m, In m ol -> In m kms /\ mem i (nd m)) ->
    sum_ch (prims p) t S ol ch acc = Some n ->
    exists d, n = acc + d /\
      Counts (fun X => SolP S X /\ exists k, In k (map ix ol) /\ mem k X) d.
  Proof.
    intros I Pi. induction ol as [|m ol IH]; intros ch acc n ND HM; simpl.
    - destruct ch; [|discriminate]. intro H. inversion H; subst. exists 0. split; [lia|].
      apply Counts_none. intros X (_ & k & [] & _).
    - inversion ND as [|x y Nx ND']; subst.
      destruct (HM m) as [Km Mi]; [left; reflexivity|]. apply kms_spec in Km.
      destruct Km as (Vm & En & Ek). destruct (subb (nd m) S) eqn:Fit.
      + destruct ch as [|r ch]; [discriminate|].
        destruct (resolve (prims p) t (N.ldiff S (kl m)) r) as [c|] eqn:Hr; [|discriminate].
        intro H. apply IH in H; [|assumption|intros; apply HM; right; assumption].
        destruct H as (d & -> & HC). exists (c + d). split; [lia|].
        apply resolve_ok in Hr; [|assumption]. rewrite Ek in Hr. rewrite En in *.
        apply Counts_ext with (Q := fun X => (SolP S X /\ mem (ix m) X) \/
           (SolP S X /\ exists k, In k (map ix ol) /\ mem k X)).
        * intro X. split.
          -- intros [[HS Hm]|(HS & k & Hk & Hk')]; (split; [assumption|]); [exists (ix m)|exists k]; simpl; auto.
          -- intros (HS & k & [<-|Hk] & Hk'); [left; auto|right; split; [assumption|exists k; auto]].
        * apply Counts_union; [| |assumption].
          -- intros X [HS Hm] (_ & k & Hk & Hk'). apply Nx.
             assert (ix m = k) as ->; [|assumption].
             apply in_map_iff in Hk. destruct Hk as (m' & <- & Hm').
             destruct (HM m') as [Km' Mi']; [right; assumption|]. apply kms_spec in Km'.
             destruct Km' as (Vm' & En' & _). rewrite En' in Mi'.
             eapply (clash V need kill (prims p) h_prim S X i); eassumption.
          -- apply (branch1 V need kill (prims p) h_sym h_prim S i (ix m) c); try assumption.
             apply subb_ok. assumption.
      + intro H. apply IH in H; [|assumption|intros; apply HM; right; assumption].
        destruct H as (d & -> & HC). exists d. split; [reflexivity|].
        eapply Counts_ext; [|exact HC]. intro X. split.
        * intros (HS & k & Hk & Hk'). split; [assumption|]. exists k. simpl. auto.
        * intros (HS & k & [<-|Hk] & Hk'); split; try assumption; [|exists k; auto].
          exfalso. destruct (sol_fit _ _ _ _ _ _ HS _ Hk') as [_ Sb]. rewrite <- En in Sb.
          apply subb_ok in Sb. congruence.
  Qed.

  Lemma push_ok s r S c : Inv (tbl s) -> Counts (SolP S) c -> Inv (tbl (push s r S c)).
  Proof.
    intros I H q T d. simpl. destruct (Pos.eq_dec q r) as [->|NE].
    - rewrite PositiveMap.gss. intro E. inversion E; subst. assumption.
    - rewrite PositiveMap.gso by assumption. apply I.
  Qed.

  Variable cp : cprob.
  Hypothesis CP : compile p = Some cp.
  Lemma cp_eq : c_prim cp = prims p /\ c_opts cp = kms /\
    c_tab cp = index_tab kms (upto (N.to_nat (np p))).
  Proof.
    unfold compile in CP. destruct (forallb (wf_opt p) (opts p)); [|discriminate].
    inversion CP. simpl. auto.
  Qed.

  Lemma part_ok t r A a : Inv t -> part t r = Some (A, a) -> Counts (SolP A) a.
  Proof.
    intro I. destruct r as [|q]; simpl.
    - intro H. inversion H; subst. apply terminal; [apply h_nonempty|].
      intros i Hi. destruct (mem_0 i Hi).
    - apply I.
  Qed.

  Lemma step_ok s x s' : Inv (tbl s) -> step cp s x = Some s' -> Inv (tbl s').
  Proof.
    destruct cp_eq as (E1 & E2 & E3). intros I. destruct x as [r S i ch|r S ra rb|q]; simpl.
    - rewrite E1, E3. destruct (N.testbit S i && N.testbit (prims p) i) eqn:E; [|discriminate].
      apply andb_true_iff in E. destruct E as [Si Pi].
      destruct (PositiveMap.find _ _) as [ol|] eqn:Ho; [|discriminate]. apply tab_spec in Ho. subst ol.
      destruct (sum_ch (prims p) (tbl s) S (containing i kms) ch 0) as [c|] eqn:Hs; [|discriminate].
      intro H. inversion H; subst. apply push_ok; [assumption|].
      apply sum_ok with (i := i) in Hs; try assumption.
      + destruct Hs as (d & -> & HC). rewrite N.add_0_l. eapply Counts_ext; [|exact HC].
        intro X. split; [tauto|]. intro HS. split; [assumption|].
        destruct (sol_cov _ _ _ _ _ _ HS i Si Pi) as (k & Hk & Nk). exists k. split; [|assumption].
        apply in_map_iff. exists (MO k (need k) (kill k)). split; [reflexivity|].
        apply filter_In. split; [|exact Nk]. apply kms_spec. simpl. split; [|auto].
        apply (sol_fit _ _ _ _ _ _ HS k Hk).
      + assert (G : forall l : list mopt, NoDup (map ix l) -> NoDup (map ix (containing i l))).
        { induction l as [|m l IH]; simpl; intro H'; [constructor|]. inversion H' as [|? ? N1 N2]; subst.
          destruct (N.testbit (nd m) i); [|auto]. simpl. constructor; [|auto].
          intro K. apply N1. apply in_map_iff in K. destruct K as (m' & <- & K).
          apply in_map. apply filter_In in K. tauto. }
        apply G. apply comp_nodup.
      + intros m Hm. apply filter_In in Hm. exact Hm.
    - rewrite E1, E2. destruct (part (tbl s) ra) as [[A a]|] eqn:Ha; [|discriminate].
      destruct (part (tbl s) rb) as [[B b]|] eqn:Hb; [|discriminate].
      destruct (prod_ok (prims p) S A B kms) eqn:E; [|discriminate].
      intro H. inversion H; subst. apply push_ok; [assumption|].
      unfold prod_ok in E. rewrite !andb_true_iff in E. destruct E as ((((SA & SB) & D) & C) & FA).
      rewrite forallb_forall in FA.
      apply product with (A := A) (B := B); eauto using h_sym, h_prim, h_nonempty, part_ok.
      + apply subb_ok. assumption.
      + apply subb_ok. assumption.
      + apply land0_ok. assumption.
      + intros i Si Pi. apply subb_ok in C. apply mem_lor. apply C. apply mem_land. auto.
      + intros k Vk Sk. specialize (FA (MO k (need k) (kill k))). simpl in FA. simpl.
        rewrite !subb_ok in * || idtac.
        assert (K : In (MO k (need k) (kill k)) kms) by (apply kms_spec; simpl; auto).
        specialize (FA K). apply subb_ok in Sk. rewrite Sk in FA. apply orb_true_iff in FA.
        rewrite !subb_ok in FA. exact FA.
    - intro H. inversion H; subst. simpl. intros q' T c. destruct (Pos.eq_dec q' q) as [->|NE].
      + rewrite PositiveMap.grs. discriminate.
      + rewrite PositiveMap.gro by assumption. apply I.
  Qed.

  Lemma steps_ok l : forall s s', Inv (tbl s) -> steps cp s l = Some s' -> Inv (tbl s').
  Proof.
    induction l as [|x l IH]; intros s s' I; simpl; [intro H; inversion H; subst; assumption|].
    destruct (step cp s x) as [s1|] eqn:E; [|discriminate]. apply IH. eapply step_ok; eassumption.
  Qed.
End Sound.

Theorem check_sound p c n : check p c = Some n -> Counts (is_cover p) n.
Proof.
  unfold check. destruct (compile p) as [cp|] eqn:E; [|discriminate].
  destruct (steps cp st0 (cmds c)) as [s|] eqn:Hs; [|discriminate].
  assert (WF : forall o, In o (opts p) -> wf p o).
  { unfold compile in E. destruct (forallb (wf_opt p) (opts p)) eqn:F; [|discriminate].
    rewrite forallb_forall in F. intros o Ho. apply wf_opt_ok. auto. }
  intro H. unfold finish in H. destruct (cp_eq p cp E) as (E1 & _ & _). rewrite E1 in H.
  eapply Counts_ext; [intro X; apply cover_sol; assumption|].
  eapply resolve_ok; try eassumption.
  eapply steps_ok; try eassumption.
  intros q T d. simpl. rewrite PositiveMap.gempty. discriminate.
Qed.
