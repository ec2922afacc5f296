(* Counts of covers by clauses, as searches tell them that learn: [by_clauses] checks one, and
   [by_clauses_right] says that its number is right. A clause was learnt because to assume the
   negations of its literals ends in a contradiction; [propagate] sees that, by hints that are
   not trusted: which option follows next, and from what. No axioms. *)
Require Import Arith NArith List Lia Bool FMapPositive.
Import ListNotations.
Require Import Counting Problem.
Local Open Scope N_scope.
Module PM := PositiveMap.

(* ---------- tables ---------- *)
Definition get {A} (k : N) (t : PM.t A) : option A := PM.find (N.succ_pos k) t.
Definition put {A} (k : N) (x : A) (t : PM.t A) : PM.t A := PM.add (N.succ_pos k) x t.
Lemma succ_pos_inj k l : N.succ_pos k = N.succ_pos l -> k = l.
Proof. intro E. apply N.succ_inj. rewrite <- !N.succ_pos_spec, E. reflexivity. Qed.
Lemma get_put {A} k l (x : A) t : get k (put l x t) = if k =? l then Some x else get k t.
Proof.
  unfold get, put. destruct (N.eqb_spec k l) as [->|NE]; [apply PM.gss|].
  apply PM.gso. intro E. apply NE, succ_pos_inj, E.
Qed.
Lemma get_empty {A} k : get k (PM.empty A) = None.
Proof. apply PM.gempty. Qed.

Fixpoint table_from (k : N) (os : list opt) (t : PM.t opt) : PM.t opt :=
  match os with [] => t | o :: os => table_from (N.succ k) os (put k o t) end.
Lemma table_from_spec os : forall k t l o, get l (table_from k os t) = Some o ->
  get l t = Some o \/ exists j, (j < length os)%nat /\ l = k + N.of_nat j /\ nth j os [] = o.
Proof.
  induction os as [|x os IH]; intros k t l o H; simpl in *; [auto|].
  apply IH in H. destruct H as [H|(j & L & -> & E)].
  - rewrite get_put in H. destruct (N.eqb_spec l k) as [->|NE]; [|auto]. inversion H; subst.
    right. exists O. repeat split; simpl; lia.
  - right. exists (S j). repeat split; [lia|lia|exact E].
Qed.
(* The options that have each item: what [has] says of each, looked at once. *)
Definition listed (i k : N) (t : PM.t (list N)) : PM.t (list N) :=
  put i (k :: match get i t with Some l => l | None => [] end) t.
Fixpoint lists_from (k : N) (os : list opt) (t : PM.t (list N)) : PM.t (list N) :=
  match os with
  | [] => t
  | o :: os => lists_from (N.succ k) os (fold_right (fun ic => listed (fst ic) k) t o)
  end.
Definition row (i : N) (t : PM.t (list N)) : list N := match get i t with Some l => l | None => [] end.
Lemma row_listed i j k t : row i (listed j k t) = if i =? j then k :: row i t else row i t.
Proof. unfold row, listed. rewrite get_put. destruct (N.eqb_spec i j) as [->|]; reflexivity. Qed.
Lemma row_of_option o i k t l :
  In l (row i (fold_right (fun ic => listed (fst ic) k) t o)) <-> (l = k /\ has o i = true) \/ In l (row i t).
Proof.
  induction o as [|[j c] o IH]; simpl; [intuition congruence|]. rewrite row_listed.
  rewrite (N.eqb_sym j i). destruct (N.eqb_spec i j) as [->|NE]; simpl; rewrite IH; intuition.
Qed.
Lemma lists_from_spec os : forall k t i l,
  In l (row i (lists_from k os t)) <->
  In l (row i t) \/ exists j, (j < length os)%nat /\ l = k + N.of_nat j /\ has (nth j os []) i = true.
Proof.
  induction os as [|o os IH]; intros k t i l; simpl.
  - split; [auto|]. intros [H|(j & L & _)]; [exact H|lia].
  - rewrite IH, row_of_option. split.
    + intros [[[-> H]|H]|(j & L & -> & H)]; [|auto|].
      * right. exists O. repeat split; [lia|lia|exact H].
      * right. exists (S j). repeat split; [lia|lia|exact H].
    + intros [H|(j & L & -> & H)]; [auto|]. destruct j as [|j].
      * left. left. split; [lia|exact H].
      * right. exists j. repeat split; [lia|lia|exact H].
Qed.

Record facts := { options : PM.t opt; having : PM.t (list N) }.
Definition facts_of (p : problem) : facts :=
  {| options := table_from 0 (opts p) (PM.empty _); having := lists_from 0 (opts p) (PM.empty _) |}.
(* Each item once, and each option with such an item. (Arguments are worked out once.) *)
Definition has_primary (n : N) (o : opt) : bool := existsb (fun ic => fst ic <? n) o.
Definition fit (p : problem) : bool :=
  forallb (fun b => (fst b =? 1) && (snd b =? 1)) (bounds p) &&
  forallb (has_primary (np p)) (opts p).

(* ---------- what a certificate tells ---------- *)
(* A literal says of an option whether it is chosen. *)
Definition literal := (N * bool)%type.
Definition opposite (l : literal) : literal := (fst l, negb (snd l)).
(* Why a literal follows from others: its option shares an item with one that is chosen; it is
   the only option left for an item; all other literals of a clause are false; all other
   decisions of a block hold. *)
Inductive hint :=
  | Shares (k l : N)
  | Only (i k : N)
  | ByClause (id : positive) (l : literal)
  | ByBlock (id : positive) (k : N).
(* The steps; clauses and blocks have numbers, whichever. A block says that its options are not all
   chosen; those in the list of blocks say no more than it does. [Without] and no decisions is the
   end, and so is an item that no option has. *)
Inductive step :=
  | Learn (id : positive) (c : list literal) (why : list hint)
  | Forget (id : positive)
  | Found (id : positive) (decisions : list N) (why : list hint) (less : list positive)
  | Without (id : positive) (decisions : list N) (why : list hint) (less : list positive)
  | Bare (i : N).

(* ---------- propagation ---------- *)
Record known := { clauses : PM.t (list literal); blocks : PM.t (list N) }.
Definition held := PM.t bool.
Definition holds (a : held) (l : literal) : bool :=
  match get (fst l) a with Some b => Bool.eqb b (snd l) | None => false end.

Definition colors_differ (c d : N) : bool := negb (c =? d) || (c =? 0).
Definition share (n : N) (o o' : opt) : bool :=
  existsb (fun ic => existsb (fun jd => (fst ic =? fst jd) && ((fst ic <? n) || colors_differ (snd ic) (snd jd))) o') o.
Definition clash (n : N) (f : facts) (k l : N) : bool :=
  negb (k =? l) &&
  match get k (options f), get l (options f) with Some o, Some o' => share n o o' | _, _ => false end.

(* What follows; nothing if it does not. *)
Definition derive (n : N) (f : facts) (d : known) (a : held) (h : hint) : option literal :=
  match h with
  | Shares k l => if holds a (k, true) && clash n f k l then Some (l, false) else None
  | Only i k =>
    if (i <? n) && forallb (fun l => (l =? k) || holds a (l, false)) (row i (having f)) then Some (k, true) else None
  | ByClause id l =>
    match PM.find id (clauses d) with
    | Some c =>
      if forallb (fun m => ((fst m =? fst l) && Bool.eqb (snd m) (snd l)) || holds a (opposite m)) c then Some l else None
    | None => None
    end
  | ByBlock id k =>
    match PM.find id (blocks d) with
    | Some b => if forallb (fun l => (l =? k) || holds a (l, true)) b then Some (k, false) else None
    | None => None
    end
  end.

Inductive outcome := Contradiction | Possible (a : held) (chosen : list N) | Unfounded.
(* Assumes the literals; [chosen] has the options that are. *)
Fixpoint assume (ls : list literal) (a : held) (chosen : list N) : outcome :=
  match ls with
  | [] => Possible a chosen
  | l :: ls =>
    if holds a (opposite l) then Contradiction
    else if holds a l then assume ls a chosen
    else assume ls (put (fst l) (snd l) a) (if snd l then fst l :: chosen else chosen)
  end.
Fixpoint propagate (n : N) (f : facts) (d : known) (hs : list hint) (a : held) (chosen : list N) : outcome :=
  match hs with
  | [] => Possible a chosen
  | h :: hs =>
    match derive n f d a h with
    | None => Unfounded
    | Some l =>
      match assume [l] a chosen with
      | Possible a chosen => propagate n f d hs a chosen
      | r => r
      end
    end
  end.
Definition follow (n : N) (f : facts) (d : known) (ls : list literal) (hs : list hint) : outcome :=
  match assume ls (PM.empty _) [] with
  | Possible a chosen => propagate n f d hs a chosen
  | r => r
  end.

(* ---------- the checker ---------- *)
(* Of each item just one option is chosen, and no two clash. *)
Definition is_one (a : held) (l : list N) : bool :=
  match filter (fun k => holds a (k, true)) l with [_] => true | _ => false end.
Definition has_secondary (n : N) (f : facts) (k : N) : bool :=
  match get k (options f) with Some o => existsb (fun ic => n <=? fst ic) o | None => false end.
Definition are_apart (n : N) (f : facts) (ks : list N) : bool :=
  forallb (fun k => forallb (fun l => negb (clash n f k l)) ks) ks.
Definition is_complete (p : problem) (n : N) (f : facts) (a : held) (chosen : list N) : bool :=
  forallb (fun i => is_one a (row i (having f))) (upto (length (bounds p))) &&
  are_apart n f (filter (has_secondary n f) chosen) &&
  forallb (fun k => match get k (options f) with Some _ => true | None => false end) chosen.
Definition blocks_more (d : known) (decisions : list N) (id : positive) : bool :=
  match PM.find id (blocks d) with
  | Some b => forallb (fun k => existsb (N.eqb k) b) decisions
  | None => false
  end.
(* The new block instead of those that block less; its number is new, or that of one of them. *)
Definition with_block (d : known) (id : positive) (decisions : list N) (less : list positive) : option known :=
  if forallb (blocks_more d decisions) less then
    let rest := fold_right (@PM.remove _) (blocks d) less in
    match PM.find id rest with
    | None => Some {| clauses := clauses d; blocks := PM.add id decisions rest |}
    | Some _ => None
    end
  else None.

Definition chosen_all (ks : list N) : list literal := map (fun k => (k, true)) ks.
Inductive after := Going (d : known) (count : N) | Done (count : N) | Wrong.
(* [n] is [np p], counted once. *)
Definition take_step (p : problem) (n : N) (f : facts) (d : known) (count : N) (s : step) : after :=
  match s with
  | Learn id c hs =>
    match follow n f d (map opposite c) hs with
    | Contradiction => Going {| clauses := PM.add id c (clauses d); blocks := blocks d |} count
    | _ => Wrong
    end
  | Forget id => Going {| clauses := PM.remove id (clauses d); blocks := blocks d |} count
  | Found id ks hs less =>
    match follow n f d (chosen_all ks) hs with
    | Possible a chosen =>
      if is_complete p n f a chosen &&
         forallb (fun b => negb (forallb (fun k => holds a (k, true)) (snd b))) (PM.elements (blocks d))
      then match with_block d id ks less with Some d => Going d (N.succ count) | None => Wrong end
      else Wrong
    | _ => Wrong
    end
  | Without id ks hs less =>
    match follow n f d (chosen_all ks) hs with
    | Contradiction =>
      match ks with
      | [] => Done count
      | _ => match with_block d id ks less with Some d => Going d count | None => Wrong end
      end
    | _ => Wrong
    end
  | Bare i =>
    if i <? n then match row i (having f) with [] => Done count | _ => Wrong end else Wrong
  end.

Section Steps.
  Variable src : Type.
  Variable next : src -> option (step * src).
  Variable p : problem.
  Variable n : N.
  Variable f : facts.
  (* at most 2^k steps *)
  Fixpoint steps (k : nat) (d : known) (count : N) (s : src) : after * src :=
    match k with
    | O => match next s with Some (one, s) => (take_step p n f d count one, s) | None => (Wrong, s) end
    | S k =>
      match steps k d count s with
      | (Going d count, s) => steps k d count s
      | r => r
      end
    end.
End Steps.
Definition nothing_known : known := {| clauses := PM.empty _; blocks := PM.empty _ |}.
Definition by_clauses {src} (next : src -> option (step * src)) (p : problem) (s : src) : option (N * src) :=
  if fit p then
    match steps src next p (np p) (facts_of p) 60 nothing_known 0 s with
    | (Done n, s) => Some (n, s)
    | _ => None
    end
  else None.

(* ---------- it is right ---------- *)
Lemma filter_one {A} (P : A -> bool) l k : NoDup l -> In k l -> P k = true ->
  (forall x, In x l -> P x = true -> x = k) -> length (filter P l) = 1%nat.
Proof.
  intros ND Hk Pk U. assert (ND' := NoDup_filter P ND).
  assert (H : In k (filter P l)) by (apply filter_In; auto).
  assert (V : forall x, In x (filter P l) -> x = k).
  { intros x Hx. apply filter_In in Hx. apply U; tauto. }
  destruct (filter P l) as [|x [|y r]]; [destruct H|reflexivity|]. exfalso.
  inversion ND' as [|? ? N _]; subst. apply N. left.
  rewrite (V x), (V y); simpl; auto.
Qed.
Lemma filter_one_eq {A} (P : A -> bool) l x y : length (filter P l) = 1%nat ->
  In x l -> P x = true -> In y l -> P y = true -> x = y.
Proof.
  intros E Hx Px Hy Py. assert (Fx : In x (filter P l)) by (apply filter_In; auto).
  assert (Fy : In y (filter P l)) by (apply filter_In; auto).
  destruct (filter P l) as [|z [|w r]]; simpl in E; try lia. simpl in Fx, Fy. intuition congruence.
Qed.

Section Right.
  Variable p : problem.
  Hypothesis Fit : fit p = true.
  Notation f := (facts_of p).
  Notation size := (N.of_nat (length (opts p))).

  Lemma bound_once i : i < np p -> bound p i = (1, 1).
  Proof.
    intro L. unfold fit in Fit. apply andb_true_iff in Fit. destruct Fit as [H _].
    rewrite forallb_forall in H. unfold bound, np in *.
    assert (I : In (nth (N.to_nat i) (bounds p) (0, 0)) (bounds p)) by (apply nth_In; lia).
    apply H, andb_true_iff in I. destruct I as [A B]. apply N.eqb_eq in A, B.
    destruct (nth (N.to_nat i) (bounds p) (0, 0)); simpl in *; congruence.
  Qed.
  Lemma degree_one X i : is_cover p X -> i < np p ->
    length (filter (fun k => N.testbit X k && has (option_at p k) i) (indices p)) = 1%nat.
  Proof.
    intros H L. apply (cov_prim _ _ H) in L as G. rewrite (bound_once i L) in G.
    unfold degree in G. simpl in G. lia.
  Qed.
  Lemma some_option X i : is_cover p X -> i < np p ->
    exists k, mem k X /\ k < size /\ has (option_at p k) i = true.
  Proof.
    intros H L. pose proof (degree_one X i H L) as E.
    destruct (filter (fun k => N.testbit X k && has (option_at p k) i) (indices p)) as [|k r] eqn:Q; [discriminate|].
    assert (I : In k (k :: r)) by (left; reflexivity). rewrite <- Q in I. apply filter_In in I.
    destruct I as [I B]. apply andb_true_iff in B. apply in_indices in I. exists k. unfold mem. tauto.
  Qed.
  Lemma same_option X i k l : is_cover p X -> i < np p -> mem k X -> mem l X ->
    has (option_at p k) i = true -> has (option_at p l) i = true -> k = l.
  Proof.
    intros H L Hk Hl Pk Pl. pose proof (degree_one X i H L) as E.
    apply (filter_one_eq _ _ k l E); try apply in_indices; try (apply (cov_range _ _ H); assumption);
      apply andb_true_iff; auto.
  Qed.
  Lemma has_item k : k < size -> exists i, i < np p /\ has (option_at p k) i = true.
  Proof.
    intro L. unfold fit in Fit. apply andb_true_iff in Fit. destruct Fit as [_ H].
    rewrite forallb_forall in H. assert (I : In (option_at p k) (opts p)) by (apply nth_In; lia).
    apply H in I. unfold has_primary in I. apply existsb_exists in I. destruct I as ([i c] & I & B). apply N.ltb_lt in B.
    exists i. split; [exact B|]. apply has_iff. eauto.
  Qed.

  Lemma option_of k : get k (options f) = if k <? size then Some (option_at p k) else None.
  Proof.
    unfold facts_of, options. unfold option_at. change (N.to_nat k) with (N.to_nat k).
    assert (G : forall os s t, get k (table_from s os t) =
      if (s <=? k) && (k <? s + N.of_nat (length os)) then Some (nth (N.to_nat (k - s)) os []) else get k t).
    { induction os as [|o os IH]; intros s t; simpl.
      - destruct (N.leb_spec s k), (N.ltb_spec k (s + 0)); simpl; try reflexivity; lia.
      - rewrite IH, get_put. destruct (N.eqb_spec k s) as [->|NE].
        + replace (N.succ s <=? s) with false by (symmetry; apply N.leb_gt; lia). simpl.
          replace (s <=? s) with true by (symmetry; apply N.leb_le; lia).
          replace (s <? s + N.pos (Pos.of_succ_nat (length os))) with true by (symmetry; apply N.ltb_lt; lia).
          simpl. rewrite N.sub_diag. reflexivity.
        + destruct (N.leb_spec (N.succ s) k), (N.ltb_spec k (N.succ s + N.of_nat (length os)));
            destruct (N.leb_spec s k), (N.ltb_spec k (s + N.pos (Pos.of_succ_nat (length os)))); simpl; try lia; try reflexivity.
          replace (N.to_nat (k - s)) with (S (N.to_nat (k - N.succ s))) by lia. reflexivity. }
    rewrite G, get_empty, N.sub_0_r, N.add_0_l. replace (0 <=? k) with true by (symmetry; apply N.leb_le; lia).
    simpl. destruct (k <? size); reflexivity.
  Qed.
  Lemma in_row k i : In k (row i (having f)) <-> k < size /\ has (option_at p k) i = true.
  Proof.
    unfold facts_of, having. rewrite lists_from_spec. unfold row at 1. rewrite get_empty. unfold option_at. split.
    - intros [[]|(j & L & -> & H)]. rewrite N.add_0_l, Nat2N.id. split; [lia|exact H].
    - intros [L H]. right. exists (N.to_nat k). repeat split; [lia|lia|exact H].
  Qed.

  (* ---------- what is known ---------- *)
  Definition sat (X : N) (l : literal) : Prop := N.testbit X (fst l) = snd l.
  Definition all_in (ks : list N) (X : N) : Prop := forall k, In k ks -> mem k X.
  Definition agrees (a : held) (X : N) : Prop := forall k b, get k a = Some b -> N.testbit X k = b.
  Definition free (d : known) (X : N) : Prop :=
    is_cover p X /\ forall id b, PM.find id (blocks d) = Some b -> ~ all_in b X.
  Definition clauses_ok (d : known) : Prop :=
    forall id c, PM.find id (clauses d) = Some c -> forall X, free d X -> exists l, In l c /\ sat X l.

  Lemma all_in_dec ks X : all_in ks X \/ ~ all_in ks X.
  Proof.
    destruct (forallb (N.testbit X) ks) eqn:E.
    - left. rewrite forallb_forall in E. exact E.
    - right. intro H. assert (forallb (N.testbit X) ks = true) by (apply forallb_forall; exact H). congruence.
  Qed.
  Lemma holds_sat a X l : agrees a X -> holds a l = true -> sat X l.
  Proof.
    unfold holds, sat. intros A H. destruct (get (fst l) a) as [b|] eqn:E; [|discriminate].
    apply eqb_prop in H. rewrite (A _ _ E). exact H.
  Qed.
  Lemma sat_opposite X l : sat X (opposite l) <-> ~ sat X l.
  Proof. unfold sat, opposite. simpl. destruct (N.testbit X (fst l)), (snd l); split; intro H; try discriminate; try reflexivity; exfalso; apply H; reflexivity. Qed.

  Lemma clash_false X k l : is_cover p X -> clash (np p) f k l = true -> mem k X -> mem l X -> False.
  Proof.
    unfold clash. intros C H Hk Hl. apply andb_true_iff in H. destruct H as [NE H].
    apply negb_true_iff, N.eqb_neq in NE. rewrite !option_of in H.
    destruct (k <? size); [|discriminate]. destruct (l <? size); [|discriminate].
    apply existsb_exists in H. destruct H as ([i c] & I & H).
    apply existsb_exists in H. destruct H as ([j e] & J & H). simpl in H.
    apply andb_true_iff in H. destruct H as [E H]. apply N.eqb_eq in E. subst j.
    destruct (N.ltb_spec i (np p)) as [L|L].
    - apply NE. apply (same_option X i k l C L Hk Hl); apply has_iff; eauto.
    - destruct (cov_sec _ _ C i k l c e L Hk Hl NE I J) as [-> Z].
      unfold colors_differ in H. rewrite N.eqb_refl in H. simpl in H. apply N.eqb_eq in H. tauto.
  Qed.

  Lemma derive_ok d a X h l : clauses_ok d -> free d X -> agrees a X ->
    derive (np p) f d a h = Some l -> sat X l.
  Proof.
    intros K Fr A. assert (Fr' := Fr). destruct Fr' as [C B]. destruct h as [k m|i k|id m|id k]; simpl.
    - destruct (holds a (k, true)) eqn:H; [|discriminate]. apply (holds_sat a X) in H; [|exact A].
      destruct (clash (np p) f k m) eqn:Q; [|discriminate]. intro E. inversion E; subst. unfold sat in *. simpl in *.
      destruct (N.testbit X m) eqn:T; [|reflexivity]. destruct (clash_false X k m C Q H T).
    - destruct (N.ltb_spec i (np p)) as [L|]; [|discriminate]. simpl.
      match goal with |- (if ?t then _ else _) = _ -> _ => destruct t eqn:H end; [|discriminate].
      intro E. inversion E; subst. rewrite forallb_forall in H.
      destruct (some_option X i C L) as (m & Hm & R & G). assert (I : In m (row i (having f))) by (apply in_row; auto).
      apply H, orb_true_iff in I. destruct I as [I|I].
      + apply N.eqb_eq in I. subst m. exact Hm.
      + apply (holds_sat a X) in I; [|exact A]. unfold sat in I. simpl in I. unfold mem in Hm. congruence.
    - destruct (PM.find id (clauses d)) as [c|] eqn:Q; [|discriminate].
      match goal with |- (if ?t then _ else _) = _ -> _ => destruct t eqn:H end; [|discriminate].
      intro E. inversion E; subst. rewrite forallb_forall in H.
      destruct (K id c Q X Fr) as (m & I & S). apply H, orb_true_iff in I. destruct I as [I|I].
      + apply andb_true_iff in I. destruct I as [I J]. apply N.eqb_eq in I. apply eqb_prop in J.
        unfold sat in *. rewrite <- I, <- J. exact S.
      + apply (holds_sat a X) in I; [|exact A]. apply sat_opposite in I. tauto.
    - destruct (PM.find id (blocks d)) as [b|] eqn:Q; [|discriminate].
      match goal with |- (if ?t then _ else _) = _ -> _ => destruct t eqn:H end; [|discriminate].
      intro E. inversion E; subst. rewrite forallb_forall in H.
      unfold sat. simpl. destruct (N.testbit X k) eqn:T; [|reflexivity]. exfalso.
      apply (B id b Q). intros m I. apply H, orb_true_iff in I. destruct I as [I|I].
      + apply N.eqb_eq in I. subst m. exact T.
      + apply (holds_sat a X) in I; [exact I|exact A].
  Qed.

  Lemma agrees_put a X l : agrees a X -> sat X l -> agrees (put (fst l) (snd l) a) X.
  Proof.
    intros A S k b. rewrite get_put. destruct (N.eqb_spec k (fst l)) as [->|]; [|apply A].
    intro E. inversion E; subst. exact S.
  Qed.
  Lemma assume_ok X ls : forall a ch, agrees a X -> (forall l, In l ls -> sat X l) ->
    match assume ls a ch with Contradiction => False | Possible a' _ => agrees a' X | Unfounded => True end.
  Proof.
    induction ls as [|l ls IH]; intros a ch A S; simpl; [exact A|].
    assert (Sl : sat X l) by (apply S; left; reflexivity).
    destruct (holds a (opposite l)) eqn:H.
    - apply (holds_sat a X) in H; [|exact A]. apply sat_opposite in H. tauto.
    - destruct (holds a l); apply IH; try (intros; apply S; right; assumption); [exact A|apply agrees_put; assumption].
  Qed.
  Lemma propagate_ok d X hs : clauses_ok d -> free d X -> forall a ch, agrees a X ->
    match propagate (np p) f d hs a ch with Contradiction => False | Possible a' _ => agrees a' X | Unfounded => True end.
  Proof.
    intros K Fr. induction hs as [|h hs IH]; intros a ch A; cbn [propagate]; [exact A|].
    destruct (derive (np p) f d a h) as [l|] eqn:E; [|exact I].
    assert (G := assume_ok X [l] a ch A). specialize (G ltac:(intros m [<-|[]]; apply (derive_ok d a X h); assumption)).
    destruct (assume [l] a ch) as [|a' ch'|]; [exact G|apply IH; exact G|exact I].
  Qed.
  Lemma follow_ok d X ls hs : clauses_ok d -> free d X -> (forall l, In l ls -> sat X l) ->
    match follow (np p) f d ls hs with Contradiction => False | Possible a _ => agrees a X | Unfounded => True end.
  Proof.
    intros K Fr S. unfold follow. assert (G := assume_ok X ls (PM.empty _) []).
    specialize (G ltac:(intros k b; rewrite get_empty; discriminate) S).
    destruct (assume ls (PM.empty _) []); [exact G|apply propagate_ok; assumption|exact I].
  Qed.

  (* What is chosen is what holds. *)
  Definition told (a : held) (ch : list N) : Prop := forall k, In k ch <-> holds a (k, true) = true.
  Definition grows (a a' : held) : Prop := forall l, holds a l = true -> holds a' l = true.
  Lemma assume_told ls : forall a ch a' ch', assume ls a ch = Possible a' ch' -> told a ch ->
    told a' ch' /\ grows a a' /\ forall l, In l ls -> holds a' l = true.
  Proof.
    induction ls as [|l ls IH]; intros a ch a' ch' E T; simpl in E.
    - inversion E; subst. split; [exact T|]. split; [intros m H; exact H|intros m []].
    - destruct (holds a (opposite l)) eqn:O; [discriminate|]. destruct (holds a l) eqn:H.
      + destruct (IH _ _ _ _ E T) as (T' & G & A). split; [exact T'|]. split; [exact G|].
        intros m [<-|I]; [apply G, H|apply A, I].
      + assert (N : get (fst l) a = None).
        { unfold holds, opposite in *. simpl in O. destruct (get (fst l) a) as [b|]; [|reflexivity].
          destruct b, (snd l); discriminate. }
        assert (P : forall m, holds (put (fst l) (snd l) a) m = if fst m =? fst l then Bool.eqb (snd l) (snd m) else holds a m).
        { intro m. unfold holds. rewrite get_put. destruct (fst m =? fst l); reflexivity. }
        assert (T2 : told (put (fst l) (snd l) a) (if snd l then fst l :: ch else ch)).
        { intro k. rewrite P. simpl. destruct (N.eqb_spec k (fst l)) as [->|NE].
          - destruct (snd l); simpl; [intuition|]. rewrite (T (fst l)). unfold holds. simpl. rewrite N. intuition.
          - destruct (snd l); simpl; rewrite <- (T k); intuition congruence. }
        destruct (IH _ _ _ _ E T2) as (T' & G & A). split; [exact T'|]. split.
        * intros m Hm. apply G. rewrite P. destruct (N.eqb_spec (fst m) (fst l)) as [Q|]; [|exact Hm].
          unfold holds in Hm. rewrite Q, N in Hm. discriminate.
        * intros m [<-|I]; [|apply A, I]. apply G. rewrite P, N.eqb_refl. apply eqb_reflx.
  Qed.
  Lemma propagate_told d hs : forall a ch a' ch', propagate (np p) f d hs a ch = Possible a' ch' -> told a ch ->
    told a' ch' /\ grows a a'.
  Proof.
    induction hs as [|h hs IH]; intros a ch a' ch' E T; cbn [propagate] in E.
    - inversion E; subst. split; [exact T|intros m H; exact H].
    - destruct (derive (np p) f d a h) as [l|]; [|discriminate].
      destruct (assume [l] a ch) as [|a2 ch2|] eqn:Q; try discriminate.
      destruct (assume_told _ _ _ _ _ Q T) as (T2 & G & _). destruct (IH _ _ _ _ E T2) as [T' G'].
      split; [exact T'|]. intros m H. apply G', G, H.
  Qed.
  Lemma follow_told d ls hs a ch : follow (np p) f d ls hs = Possible a ch ->
    told a ch /\ forall l, In l ls -> holds a l = true.
  Proof.
    unfold follow. intro E. destruct (assume ls (PM.empty _) []) as [|a2 ch2|] eqn:Q; try discriminate.
    assert (T : told (PM.empty bool) []).
    { intro k. unfold holds. simpl. rewrite get_empty. split; [intros []|discriminate]. }
    destruct (assume_told _ _ _ _ _ Q T) as (T2 & _ & A). destruct (propagate_told _ _ _ _ _ _ E T2) as [T' G].
    split; [exact T'|]. intros l I. apply G, A, I.
  Qed.

  (* ---------- covers ---------- *)
  Definition set_of (ch : list N) : N := fold_right (fun k s => N.setbit s k) 0 ch.
  Lemma mem_set k ch : mem k (set_of ch) <-> In k ch.
  Proof.
    induction ch as [|x ch IH]; simpl.
    - split; [intro H; destruct (mem_0 k H)|tauto].
    - rewrite mem_setbit, IH. intuition congruence.
  Qed.
  Lemma complete_ok a ch : told a ch -> is_complete p (np p) f a ch = true -> is_cover p (set_of ch).
  Proof.
    intros T H. unfold is_complete in H. apply andb_true_iff in H. destruct H as [H R].
    apply andb_true_iff in H. destruct H as [One Apart]. unfold are_apart in Apart. rewrite forallb_forall in One, Apart, R.
    assert (R' : forall k, In k ch -> (k <? size) = true).
    { intros k Hk. apply R in Hk. rewrite option_of in Hk. destruct (k <? size); congruence. }
    clear R. rename R' into R. split.
    - intros k Hk. apply mem_set in Hk. apply N.ltb_lt, R, Hk.
    - intros i L. rewrite (bound_once i L). simpl. unfold degree.
      assert (I : In i (upto (length (bounds p)))) by (apply in_upto; exact L).
      apply One in I. unfold is_one in I.
      destruct (filter (fun k => holds a (k, true)) (row i (having f))) as [|k [|? ?]] eqn:Q; try discriminate.
      assert (Hk : In k (filter (fun k => holds a (k, true)) (row i (having f)))) by (rewrite Q; left; reflexivity).
      apply filter_In in Hk. destruct Hk as [Hk Pk]. apply in_row in Hk.
      rewrite (filter_one _ (indices p) k); [lia|apply indices_nodup|apply in_indices; tauto| |].
      + apply andb_true_iff. split; [apply mem_set, T, Pk|tauto].
      + intros x Hx B. apply andb_true_iff in B. destruct B as [B C]. apply in_indices in Hx.
        apply mem_set, T in B.
        assert (I2 : In x (filter (fun k => holds a (k, true)) (row i (having f)))).
        { apply filter_In. split; [apply in_row; auto|exact B]. }
        rewrite Q in I2. destruct I2 as [->|[]]. reflexivity.
    - intros i k l c e L Hk Hl NE Ic Ie. apply mem_set in Hk, Hl.
      assert (G : forall m x, In m ch -> In (i, x) (option_at p m) -> In m (filter (has_secondary (np p) f) ch)).
      { intros m x Hm Ix. apply filter_In. split; [exact Hm|]. unfold has_secondary. rewrite option_of, (R m Hm).
        apply existsb_exists. exists (i, x). split; [exact Ix|]. apply N.leb_le. exact L. }
      assert (A := Apart k (G k c Hk Ic)). rewrite forallb_forall in A. specialize (A l (G l e Hl Ie)).
      apply negb_true_iff in A. unfold clash in A. rewrite !option_of in A.
      apply R in Hk, Hl. rewrite Hk, Hl in A. apply N.eqb_neq in NE. rewrite NE in A. simpl in A.
      destruct (colors_differ c e) eqn:Q.
      + exfalso. assert (B : share (np p) (option_at p k) (option_at p l) = true); [|congruence].
        apply existsb_exists. exists (i, c). split; [exact Ic|]. apply existsb_exists. exists (i, e). split; [exact Ie|].
        simpl. rewrite N.eqb_refl, Q, orb_true_r. reflexivity.
      + unfold colors_differ in Q. apply orb_false_iff in Q. destruct Q as [Q Z].
        apply negb_false_iff, N.eqb_eq in Q. apply N.eqb_neq in Z. tauto.
  Qed.
  Lemma only_cover ch X : is_cover p (set_of ch) -> is_cover p X -> all_in ch X -> X = set_of ch.
  Proof.
    intros S C A. apply mem_ext. intro k. split; intro H.
    - destruct (has_item k (cov_range _ _ C k H)) as (i & L & G).
      destruct (some_option _ i S L) as (m & Hm & _ & G'). assert (Hm' := Hm). apply mem_set, A in Hm'.
      rewrite (same_option X i k m C L H Hm' G G'). exact Hm.
    - apply A, mem_set, H.
  Qed.

  (* ---------- blocks ---------- *)
  Lemma find_rest id less : forall t : PM.t (list N), PM.find id (fold_right (@PM.remove _) t less) =
    if existsb (Pos.eqb id) less then None else PM.find id t.
  Proof.
    induction less as [|x less IH]; intro t; simpl; [reflexivity|].
    destruct (Pos.eqb_spec id x) as [->|NE]; simpl; [apply PM.grs|]. rewrite PM.gro by exact NE. apply IH.
  Qed.
  Lemma with_block_ok d id ks less d' : with_block d id ks less = Some d' ->
    clauses d' = clauses d /\ forall X, free d' X <-> free d X /\ ~ all_in ks X.
  Proof.
    unfold with_block. destruct (forallb (blocks_more d ks) less) eqn:M; [|discriminate]. rewrite forallb_forall in M.
    destruct (PM.find id (fold_right _ _ _)) eqn:N; [discriminate|]. intro E. inversion E; subst d'; clear E.
    split; [reflexivity|]. intro X. unfold free. simpl. split.
    - intros [C B].
      assert (K : ~ all_in ks X) by (apply (B id); apply PM.gss). split; [|exact K]. split; [exact C|].
      intros j b F A. destruct (existsb (Pos.eqb j) less) eqn:Q.
      + apply existsb_exists in Q. destruct Q as (j' & I & J). apply Pos.eqb_eq in J. subst j'.
        apply M in I. unfold blocks_more in I. rewrite F in I. rewrite forallb_forall in I.
        apply K. intros k Hk. apply I, existsb_exists in Hk. destruct Hk as (k' & I2 & J2). apply N.eqb_eq in J2. subst. apply A, I2.
      + apply (B j b); [|exact A]. rewrite PM.gso, find_rest, Q; [exact F|].
        intros ->. rewrite find_rest, Q in N. congruence.
    - intros [[C B] K]. split; [exact C|]. intros j b F A. destruct (Pos.eq_dec j id) as [->|NE].
      + rewrite PM.gss in F. inversion F; subst. tauto.
      + rewrite PM.gso, find_rest in F by exact NE. destruct (existsb _ _); [discriminate|]. apply (B j b F A).
  Qed.

  (* ---------- steps ---------- *)
  Definition ok (d : known) (n : N) : Prop := clauses_ok d /\ exists C : N -> Prop, Counts C n /\
    (forall X, C X -> is_cover p X /\ ~ free d X) /\ (forall X, is_cover p X -> C X \/ free d X).
  Lemma all_chosen ks X : (forall l, In l (chosen_all ks) -> sat X l) <-> all_in ks X.
  Proof.
    unfold chosen_all, all_in. split.
    - intros H k I. apply (H (k, true)). apply in_map_iff. eauto.
    - intros H l I. apply in_map_iff in I. destruct I as (k & <- & I). apply (H k I).
  Qed.
  Lemma ok_block d n id ks less d' : ok d n -> with_block d id ks less = Some d' ->
    (forall X, free d X -> ~ all_in ks X) -> ok d' n.
  Proof.
    intros [K (C & Cn & A & B)] W U. destruct (with_block_ok _ _ _ _ _ W) as [Same Fr].
    assert (E : forall X, free d' X <-> free d X) by (intro X; rewrite Fr; specialize (U X); tauto).
    split.
    - intros j c F X H. rewrite Same in F. apply (K j c F), E, H.
    - exists C. split; [exact Cn|]. split; intros X H; rewrite E; auto.
  Qed.
  Lemma take_step_ok d n s : ok d n ->
    match take_step p (np p) f d n s with Going d' n' => ok d' n' | Done n' => Counts (is_cover p) n' | Wrong => True end.
  Proof.
    intros O. assert (O' := O). destruct O' as [K (C & Cn & A & B)]. destruct s as [id c hs|id|id ks hs less|id ks hs less|i]; simpl.
    - destruct (follow (np p) f d (map opposite c) hs) eqn:F; try exact I. split.
      + intros j e G X H. simpl in G. destruct (Pos.eq_dec j id) as [->|NE].
        * rewrite PM.gss in G. inversion G; subst e. change (free d X) in H.
          destruct (existsb (fun l => Bool.eqb (N.testbit X (fst l)) (snd l)) c) eqn:Q.
          { apply existsb_exists in Q. destruct Q as (l & I1 & S). apply eqb_prop in S. exists l. auto. }
          exfalso. assert (R := follow_ok d X (map opposite c) hs K H). rewrite F in R. apply R.
          intros l I1. apply in_map_iff in I1. destruct I1 as (m & <- & I1). apply sat_opposite. intro S.
          assert (existsb (fun l => Bool.eqb (N.testbit X (fst l)) (snd l)) c = true); [|congruence].
          apply existsb_exists. exists m. split; [exact I1|]. unfold sat in S. rewrite S. apply eqb_reflx.
        * rewrite PM.gso in G by exact NE. apply (K j e G). exact H.
      + exists C. auto.
    - split; [|exists C; auto]. intros j e G X H. simpl in G. destruct (Pos.eq_dec j id) as [->|NE].
      + rewrite PM.grs in G. discriminate.
      + rewrite PM.gro in G by exact NE. apply (K j e G). exact H.
    - destruct (follow (np p) f d (chosen_all ks) hs) as [|a ch|] eqn:F; try exact I.
      destruct (is_complete p (np p) f a ch) eqn:Q; [|exact I]. simpl.
      destruct (forallb _ (PM.elements (blocks d))) eqn:E; [|exact I].
      destruct (with_block d id ks less) as [d'|] eqn:W; [|exact I].
      destruct (follow_told _ _ _ _ _ F) as [T H]. assert (S := complete_ok a ch T Q).
      assert (Hks : all_in ks (set_of ch)).
      { intros k I1. apply mem_set, T. apply (H (k, true)). apply in_map_iff. eauto. }
      assert (Fs : free d (set_of ch)).
      { split; [exact S|]. intros j b G In_b. rewrite forallb_forall in E.
        apply PM.elements_correct in G. apply E in G. simpl in G. apply negb_true_iff in G.
        assert (forallb (fun k => holds a (k, true)) b = true); [|congruence].
        apply forallb_forall. intros k I1. apply T, mem_set, In_b, I1. }
      destruct (with_block_ok _ _ _ _ _ W) as [Same Fr]. split.
      + intros j c G X HX. rewrite Same in G. apply (K j c G). apply Fr in HX. tauto.
      + exists (fun X => C X \/ X = set_of ch). split; [|split].
        * rewrite <- N.add_1_r. apply Counts_union; [|exact Cn|apply (Counts_one _ (set_of ch)); tauto].
          intros X H1 ->. apply A in H1. tauto.
        * intros X [H1| ->].
          { apply A in H1. split; [tauto|]. rewrite Fr. tauto. }
          { split; [exact S|]. rewrite Fr. tauto. }
        * intros X H1. destruct (B X H1) as [H2|H2]; [auto|].
          destruct (all_in_dec ks X) as [H3|H3]; [|right; apply Fr; auto].
          left. right. apply only_cover; [exact S|exact H1|].
          assert (R := follow_ok d X (chosen_all ks) hs K H2). rewrite F in R.
          specialize (R (proj2 (all_chosen ks X) H3)). intros k I1. apply T in I1. apply (holds_sat a X (k, true) R I1).
    - destruct (follow (np p) f d (chosen_all ks) hs) eqn:F; try exact I.
      assert (U : forall X, free d X -> ~ all_in ks X).
      { intros X H H1. assert (R := follow_ok d X (chosen_all ks) hs K H). rewrite F in R. apply R, all_chosen, H1. }
      destruct ks as [|k ks].
      + apply (Counts_ext C); [|exact Cn]. intro X. split; [intro H; apply A, H|].
        intro H. destruct (B X H) as [|H1]; [assumption|]. exfalso. apply (U X H1). intros k [].
      + destruct (with_block d id (k :: ks) less) as [d'|] eqn:W; [|exact I].
        apply (ok_block _ _ _ _ _ _ O W U).
    - change (lists_from 0 (opts p) (PM.empty (list N))) with (having f).
      destruct (N.ltb_spec i (np p)) as [L|]; [|exact I]. destruct (row i (having f)) eqn:R; [|exact I].
      apply (Counts_ext C); [|exact Cn]. intro X. split; [intro H; apply A, H|].
      intro H. destruct (some_option X i H L) as (k & _ & S & G). assert (E : In k []); [|destruct E].
      rewrite <- R. apply in_row. auto.
  Qed.
  Lemma steps_ok src next k : forall d n s, ok d n ->
    match steps src next p (np p) f k d n s with
    | (Going d' n', _) => ok d' n' | (Done n', _) => Counts (is_cover p) n' | (Wrong, _) => True end.
  Proof.
    induction k as [|k IH]; intros d n s O; simpl.
    - destruct (next s) as [[one s']|]; [|exact I]. assert (H := take_step_ok d n one O).
      destruct (take_step p (np p) f d n one); exact H.
    - assert (H := IH d n s O). destruct (steps src next p (np p) f k d n s) as [[d' n'|n'|] s']; try exact H.
      apply IH. exact H.
  Qed.
End Right.

Theorem by_clauses_right src (next : src -> option (step * src)) p s n s' :
  by_clauses next p s = Some (n, s') -> Counts (is_cover p) n.
Proof.
  unfold by_clauses. destruct (fit p) eqn:F; [|discriminate].
  assert (O : ok p nothing_known 0).
  { split; [intros id c H; simpl in H; rewrite PM.gempty in H; discriminate|].
    exists (fun _ => False). split; [apply Counts_none; auto|]. split; [intros X []|].
    intros X H. right. split; [exact H|]. intros id b G. simpl in G. rewrite PM.gempty in G. discriminate. }
  assert (H := steps_ok p F src next 60 _ _ s O).
  destruct (steps src next p (np p) (facts_of p) 60 nothing_known 0 s) as [[| |] ?]; try discriminate.
  intro E. inversion E; subst. exact H.
Qed.
