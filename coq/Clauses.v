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
Record table (A : Type) := { first : option A; others : PM.t A }.
Arguments first {A}. Arguments others {A}.
Definition empty {A} : table A := {| first := None; others := PM.empty A |}.
Definition get {A} (k : N) (t : table A) : option A :=
  match k with 0 => first t | Npos k => PM.find k (others t) end.
Definition put {A} (k : N) (x : A) (t : table A) : table A :=
  match k with
  | 0 => {| first := Some x; others := others t |}
  | Npos k => {| first := first t; others := PM.add k x (others t) |}
  end.
Lemma get_put {A} k l (x : A) t : get k (put l x t) = if k =? l then Some x else get k t.
Proof.
  destruct k as [|k], l as [|l]; try reflexivity. simpl. destruct (Pos.eqb_spec k l) as [->|NE]; [apply PM.gss|].
  apply PM.gso, NE.
Qed.
Lemma get_empty {A} k : get k (@empty A) = None.
Proof. destruct k as [|k]; [reflexivity|apply PM.gempty]. Qed.

(* An option's items with their colours, and whether they are primary. *)
Definition uses (n : N) (o : opt) : list ((N * N) * bool) := map (fun ic => (ic, fst ic <? n)) o.
Fixpoint table_from {A} (k : N) (os : list A) (t : table A) : table A :=
  match os with [] => t | o :: os => table_from (N.succ k) os (put k o t) end.
(* The options that have each item: what [has] says of each, looked at once. *)
Definition row {A} (i : N) (t : table (list A)) : list A := match get i t with Some l => l | None => [] end.
Definition listed {A} (i : N) (e : A) (t : table (list A)) : table (list A) := put i (e :: row i t) t.
Fixpoint lists_from {A} (entry : N -> opt -> A) (k : N) (os : list opt) (t : table (list A)) : table (list A) :=
  match os with
  | [] => t
  | o :: os => let e := entry k o in lists_from entry (N.succ k) os (fold_right (fun ic => listed (fst ic) e) t o)
  end.
Lemma row_listed {A} i j (e : A) t : row i (listed j e t) = if i =? j then e :: row i t else row i t.
Proof. unfold row at 1. unfold listed. rewrite get_put. destruct (N.eqb_spec i j) as [->|]; reflexivity. Qed.
Lemma row_of_option {A} o i (e : A) t l :
  In l (row i (fold_right (fun ic => listed (fst ic) e) t o)) <-> (l = e /\ has o i = true) \/ In l (row i t).
Proof.
  induction o as [|[j c] o IH]; simpl; [intuition congruence|]. rewrite row_listed.
  rewrite (N.eqb_sym j i). destruct (N.eqb_spec i j) as [->|NE]; simpl; rewrite IH; intuition.
Qed.
Lemma lists_from_spec {A} (entry : N -> opt -> A) os : forall k t i l,
  In l (row i (lists_from entry k os t)) <->
  In l (row i t) \/ exists j, (j < length os)%nat /\ l = entry (k + N.of_nat j) (nth j os []) /\ has (nth j os []) i = true.
Proof.
  induction os as [|o os IH]; intros k t i l; simpl.
  - split; [auto|]. intros [H|(j & L & _)]; [exact H|lia].
  - rewrite IH, row_of_option. split.
    + intros [[[-> H]|H]|(j & L & -> & H)]; [|auto|].
      * right. exists O. rewrite N.add_0_r. repeat split; [lia|exact H].
      * right. exists (S j). replace (k + N.of_nat (S j)) with (N.succ k + N.of_nat j) by lia. repeat split; [lia|exact H].
    + intros [H|(j & L & -> & H)]; [auto|]. destruct j as [|j].
      * left. left. rewrite N.add_0_r. split; [reflexivity|exact H].
      * right. exists j. replace (k + N.of_nat (S j)) with (N.succ k + N.of_nat j) by lia. repeat split; [lia|exact H].
Qed.

Record facts := { options : table (list ((N * N) * bool)); having : table (list (N * list ((N * N) * bool))) }.
Definition facts_of (p : problem) : facts :=
  let n := np p in
  {| options := table_from 0 (map (uses n) (opts p)) empty; having := lists_from (fun k o => (k, uses n o)) 0 (opts p) empty |}.
(* Each item once, and each option with such an item, and with none twice. (Arguments are worked out
   once.) *)
Definition has_primary (n : N) (o : opt) : bool := existsb (fun ic => fst ic <? n) o.
Fixpoint differ (o : opt) (t : table unit) : bool :=
  match o with
  | [] => true
  | ic :: o => match get (fst ic) t with None => differ o (put (fst ic) tt t) | Some _ => false end
  end.
Definition fit (p : problem) : bool :=
  forallb (fun b => (fst b =? 1) && (snd b =? 1)) (bounds p) &&
  (forallb (has_primary (np p)) (opts p) && forallb (fun o => differ o empty) (opts p)).

(* ---------- what a certificate tells ---------- *)
(* A literal says of an option whether it is chosen. *)
Definition literal := (N * bool)%type.
Definition opposite (l : literal) : literal := (fst l, negb (snd l)).
(* Why more follows: an option is the only one left for an item; all other literals of a clause
   are false; no option is left for an item. *)
Inductive hint :=
  | Only (i k : N)
  | ByClause (id : positive) (l : literal)
  | Bare (i : N).
(* The steps; clauses have numbers, whichever. A clause is told by the opposites of its literals, each
   with what follows from it and those before; decisions, which are options that are assumed to be
   chosen, as those of the level on which we are, with what more follows there, and a few more.
   [Without] and no decisions is the end. *)
Inductive step :=
  | Learn (id : positive) (c : list (literal * list hint))
  | Know (why : list hint)
  | Decide (k : N)
  | Back
  | Found (id : positive) (why : list hint) (more : list (N * list hint))
  | Without (id : positive) (why : list hint) (more : list (N * list hint)).

(* ---------- propagation ---------- *)
(* What is known if some options are assumed to be chosen: of some options, whether they are; the
   items of those that are, with their colours, and how many of these items are primary. *)
Record context := { value : table bool; used : table N; covered : N; chosen : list N }.
Definition no_context : context := {| value := empty; used := empty; covered := 0; chosen := [] |}.

Definition colors_differ (c d : N) : bool := negb (c =? d) || (c =? 0).
Fixpoint is_taken (u : table N) (o : list ((N * N) * bool)) : bool :=
  match o with
  | [] => false
  | (i, c, primary) :: o =>
    match get i u with
    | Some d => if primary || colors_differ d c then true else is_taken u o
    | None => is_taken u o
    end
  end.
Definition is_chosen (a : context) (k : N) : bool := match get k (value a) with Some b => b | None => false end.
Definition is_out (f : facts) (a : context) (k : N) : bool :=
  match get k (value a) with
  | Some b => negb b
  | None => match get k (options f) with Some o => is_taken (used a) o | None => false end
  end.
Definition holds (f : facts) (a : context) (l : literal) : bool :=
  if snd l then is_chosen a (fst l) else is_out f a (fst l).
(* Of an item that no chosen option has: are its options out, but the one for which [but]? *)
Fixpoint all_out (a : context) (but : N -> bool) (l : list (N * list ((N * N) * bool))) : bool :=
  match l with
  | [] => true
  | (k, o) :: l =>
    if is_taken (used a) o then all_out a but l
    else if but k then all_out a but l
    else match get k (value a) with Some false => all_out a but l | _ => false end
  end.

Inductive outcome := Contradiction | Possible (a : context) | Unfounded.
(* Nothing, if one of these is taken. *)
Fixpoint mark (o : list ((N * N) * bool)) (u : table N) (m : N) : option (table N * N) :=
  match o with
  | [] => Some (u, m)
  | (i, c, primary) :: o =>
    match get i u with
    | None => mark o (put i c u) (if primary then N.succ m else m)
    | Some d => if primary || colors_differ d c then None else mark o u m
    end
  end.
Definition choose (f : facts) (a : context) (k : N) : outcome :=
  match get k (value a) with
  | Some true => Possible a
  | Some false => Contradiction
  | None =>
    match get k (options f) with
    | None => Unfounded
    | Some o =>
      match mark o (used a) (covered a) with
      | None => Contradiction
      | Some (u, m) => Possible {| value := put k true (value a); used := u; covered := m; chosen := k :: chosen a |}
      end
    end
  end.
Definition rule_out (a : context) (k : N) : outcome :=
  if is_chosen a k then Contradiction
  else Possible {| value := put k false (value a); used := used a; covered := covered a; chosen := chosen a |}.
Definition suppose (f : facts) (a : context) (l : literal) : outcome :=
  if snd l then choose f a (fst l) else rule_out a (fst l).
Definition clause_table := PM.t (list literal).
(* This item must be covered, and only by such an option. *)
Definition is_left (n : N) (f : facts) (a : context) (i : N) (which : N -> bool) : bool :=
  (i <? n) && match get i (used a) with None => all_out a which (row i (having f)) | Some _ => false end.
(* [n] is [np p], counted once. *)
Definition derive (n : N) (f : facts) (cs : clause_table) (a : context) (h : hint) : outcome :=
  match h with
  | Only i k =>
    if is_left n f a i (N.eqb k) then choose f a k else Unfounded
  | ByClause id l =>
    match PM.find id cs with
    | Some c =>
      if forallb (fun m => ((fst m =? fst l) && Bool.eqb (snd m) (snd l)) || holds f a (opposite m)) c
      then suppose f a l else Unfounded
    | None => Unfounded
    end
  | Bare i => if is_left n f a i (fun _ => false) then Contradiction else Unfounded
  end.
Fixpoint propagate (n : N) (f : facts) (cs : clause_table) (hs : list hint) (a : context) : outcome :=
  match hs with
  | [] => Possible a
  | h :: hs => match derive n f cs a h with Possible a => propagate n f cs hs a | r => r end
  end.
(* Literals that are supposed one by one, with what follows from each. *)
Fixpoint follow (n : N) (f : facts) (cs : clause_table) (ls : list (literal * list hint)) (a : context) : outcome :=
  match ls with
  | [] => Possible a
  | (l, hs) :: ls =>
    match suppose f a l with
    | Possible a => match propagate n f cs hs a with Possible a => follow n f cs ls a | r => r end
    | r => r
    end
  end.

(* ---------- what blocks ---------- *)
(* Lists of options, as a tree, whose ways from the root are these lists: at a node those
   that go on with [k], and others. *)
Inductive tree := Nothing | Everything | Node (k : N) (below others : tree).
(* Are all options of a list chosen? *)
Fixpoint meets (a : context) (t : tree) : bool :=
  match t with
  | Nothing => false
  | Everything => true
  | Node k t u => (if is_chosen a k then meets a t else false) || meets a u
  end.
(* One more, instead of those that begin like it. *)
Fixpoint block (ks : list N) : tree -> tree :=
  match ks with
  | [] => fun _ => Everything
  | k :: ks =>
    fix go (t : tree) : tree :=
      match t with
      | Nothing => Node k (block ks Nothing) Nothing
      | Everything => Everything
      | Node j t u => if k =? j then Node j (block ks t) u else Node j t (go u)
      end
  end.

(* ---------- the checker ---------- *)
(* The levels, the last one first: what was decided, the last decision first, and what is known. *)
Record known := { clauses : clause_table; blocked : tree; levels : list (list N * context) }.
Definition on_levels (d : known) (l : list (list N * context)) : known :=
  {| clauses := clauses d; blocked := blocked d; levels := l |}.
Definition decide (n : N) (f : facts) (cs : clause_table) (hs : list hint) (more : list (N * list hint)) (a : context) : outcome :=
  match propagate n f cs hs a with
  | Possible a => follow n f cs (map (fun kh => ((fst kh, true), snd kh)) more) a
  | r => r
  end.
Definition with_block (d : known) (id : positive) (ks : list N) : known :=
  {| clauses := PM.add id (map (fun k => (k, false)) ks) (clauses d); blocked := block ks (blocked d); levels := levels d |}.
Inductive after := Going (d : known) (count : N) | Done (count : N) | Wrong.
Definition take_step (n : N) (f : facts) (d : known) (count : N) (s : step) : after :=
  match levels d with
  | [] => Wrong
  | (ks, a) :: rest =>
    match s with
    | Learn id ls =>
      match ks with
      | [] =>
        match follow n f (clauses d) ls a with
        | Contradiction => Going {| clauses := PM.add id (map (fun lh => opposite (fst lh)) ls) (clauses d); blocked := blocked d; levels := levels d |} count
        | _ => Wrong
        end
      | _ => Wrong
      end
    | Know hs =>
      match propagate n f (clauses d) hs a with
      | Possible a => Going (on_levels d ((ks, a) :: rest)) count
      | _ => Wrong
      end
    | Decide k =>
      match choose f a k with
      | Possible b => Going (on_levels d ((k :: ks, b) :: (ks, a) :: rest)) count
      | _ => Wrong
      end
    | Back => Going (on_levels d rest) count
    | Found id hs more =>
      match decide n f (clauses d) hs more a with
      | Possible b =>
        if (covered b =? n) && negb (meets b (blocked d))
        then Going (with_block d id (rev_append ks (map fst more))) (N.succ count)
        else Wrong
      | _ => Wrong
      end
    | Without id hs more =>
      match decide n f (clauses d) hs more a with
      | Contradiction =>
        match rev_append ks (map fst more) with
        | [] => Done count
        | js => Going (with_block d id js) count
        end
      | _ => Wrong
      end
    end
  end.

Section Steps.
  Variable src : Type.
  Variable next : src -> option (step * src).
  Variable n : N.
  Variable f : facts.
  (* at most 2^k steps *)
  Fixpoint steps (k : nat) (d : known) (count : N) (s : src) : after * src :=
    match k with
    | O => match next s with Some (one, s) => (take_step n f d count one, s) | None => (Wrong, s) end
    | S k =>
      match steps k d count s with
      | (Going d count, s) => steps k d count s
      | r => r
      end
    end.
End Steps.
Definition nothing_known : known := {| clauses := PM.empty _; blocked := Nothing; levels := [([], no_context)] |}.
Definition by_clauses {src} (next : src -> option (step * src)) (p : problem) (s : src) : option (N * src) :=
  if fit p then
    match steps src next (np p) (facts_of p) 60 nothing_known 0 s with
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
    intro L. unfold fit in Fit. rewrite !andb_true_iff in Fit. destruct Fit as (_ & H & _).
    rewrite forallb_forall in H. assert (I : In (option_at p k) (opts p)) by (apply nth_In; lia).
    apply H in I. unfold has_primary in I. apply existsb_exists in I. destruct I as ([i c] & I & B). apply N.ltb_lt in B.
    exists i. split; [exact B|]. apply has_iff. eauto.
  Qed.

  Lemma differ_nodup o : forall t, differ o t = true -> NoDup (map fst o) /\ forall i, In i (map fst o) -> get i t = None.
  Proof.
    induction o as [|[i c] o IH]; intros t H; simpl in *; [split; [constructor|tauto]|].
    destruct (get i t) eqn:G; [discriminate|]. destruct (IH _ H) as [ND F]. split.
    - constructor; [|exact ND]. intro I. apply F in I. rewrite get_put, N.eqb_refl in I. discriminate.
    - intros j [<-|I]; [exact G|]. apply F in I. rewrite get_put in I. destruct (j =? i); [discriminate|exact I].
  Qed.
  Lemma no_item_twice k : k < size -> NoDup (map fst (option_at p k)).
  Proof.
    intro L. unfold fit in Fit. rewrite !andb_true_iff in Fit. destruct Fit as (_ & _ & H).
    rewrite forallb_forall in H. assert (I : In (option_at p k) (opts p)) by (apply nth_In; lia).
    apply (differ_nodup _ empty), H, I.
  Qed.

  Lemma option_of k : get k (options f) = if k <? size then Some (uses (np p) (option_at p k)) else None.
  Proof.
    unfold facts_of, options, option_at.
    assert (G : forall (os : list (list ((N * N) * bool))) s t, get k (table_from s os t) =
      if (s <=? k) && (k <? s + N.of_nat (length os)) then Some (nth (N.to_nat (k - s)) os []) else get k t).
    { induction os as [|o os IH]; intros s t; cbn [table_from length nth].
      - destruct (N.leb_spec s k), (N.ltb_spec k (s + N.of_nat 0)); simpl; try reflexivity; lia.
      - rewrite IH, get_put. destruct (N.eqb_spec k s) as [->|NE].
        + replace (N.succ s <=? s) with false by (symmetry; apply N.leb_gt; lia). simpl.
          replace (s <=? s) with true by (symmetry; apply N.leb_le; lia).
          replace (s <? s + N.pos (Pos.of_succ_nat (length os))) with true by (symmetry; apply N.ltb_lt; lia).
          simpl. rewrite N.sub_diag. reflexivity.
        + destruct (N.leb_spec (N.succ s) k), (N.ltb_spec k (N.succ s + N.of_nat (length os)));
            destruct (N.leb_spec s k), (N.ltb_spec k (s + N.of_nat (S (length os)))); simpl; try lia; try reflexivity.
          replace (N.to_nat (k - s)) with (S (N.to_nat (k - N.succ s))) by lia. reflexivity. }
    rewrite G, get_empty, N.sub_0_r, N.add_0_l, map_length. replace (0 <=? k) with true by (symmetry; apply N.leb_le; lia).
    simpl. destruct (N.ltb_spec k size); [|reflexivity]. f_equal.
    exact (map_nth (uses (np p)) (opts p) [] (N.to_nat k)).
  Qed.
  Lemma in_row e i : In e (row i (having f)) <->
    fst e < size /\ has (option_at p (fst e)) i = true /\ snd e = uses (np p) (option_at p (fst e)).
  Proof.
    unfold facts_of, having. rewrite lists_from_spec. unfold row at 1. rewrite get_empty. unfold option_at. split.
    - intros [[]|(j & L & -> & H)]. cbn [fst snd]. rewrite N.add_0_l, Nat2N.id. repeat split; [lia|exact H].
    - intros (L & H & E). right. exists (N.to_nat (fst e)). split; [lia|]. split; [|exact H].
      rewrite N.add_0_l, N2Nat.id. destruct e; simpl in *. congruence.
  Qed.

  (* ---------- what is known ---------- *)
  Definition sat (X : N) (l : literal) : Prop := N.testbit X (fst l) = snd l.
  Definition agrees (a : context) (X : N) : Prop := forall k b, get k (value a) = Some b -> N.testbit X k = b.
  Definition is_used (u : table N) (i : N) : bool := match get i u with Some _ => true | None => false end.
  Definition used_of (u : table N) : N := N.of_nat (length (filter (is_used u) (upto (length (bounds p))))).
  Record consistent (a : context) : Prop := {
    con_chosen : forall k, In k (chosen a) <-> get k (value a) = Some true;
    con_range  : forall k, In k (chosen a) -> k < size;
    con_used   : forall i c, get i (used a) = Some c -> exists m, In m (chosen a) /\ In (i, c) (option_at p m);
    con_marked : forall m i c, In m (chosen a) -> In (i, c) (option_at p m) -> get i (used a) = Some c;
    con_apart  : forall m l i c e, In m (chosen a) -> In l (chosen a) -> In (i, c) (option_at p m) ->
                   In (i, e) (option_at p l) -> m = l \/ (np p <= i /\ c <> 0);
    con_count  : covered a = used_of (used a) }.

  Lemma sat_opposite X l : sat X (opposite l) <-> ~ sat X l.
  Proof. unfold sat, opposite. simpl. destruct (N.testbit X (fst l)), (snd l); split; intro H; try discriminate; try reflexivity; exfalso; apply H; reflexivity. Qed.
  Lemma is_chosen_iff a k : is_chosen a k = true <-> get k (value a) = Some true.
  Proof. unfold is_chosen. destruct (get k (value a)) as [[|]|]; split; intro H; congruence. Qed.

  (* ---------- the items of chosen options ---------- *)
  Lemma filter_more {A} (P Q : A -> bool) l x : NoDup l -> In x l -> P x = false ->
    (forall y, Q y = true <-> P y = true \/ y = x) -> length (filter Q l) = S (length (filter P l)).
  Proof.
    intros ND I N H. induction l as [|y l IH]; [destruct I|]. inversion ND as [|? ? NI ND']; subst. simpl.
    destruct I as [->|I].
    - rewrite N. assert (Qx : Q x = true) by (apply H; auto). rewrite Qx. simpl. f_equal. f_equal.
      apply filter_ext_in. intros y Iy. assert (y <> x) by congruence.
      apply eq_true_iff_eq. rewrite H. intuition.
    - assert (NE : y <> x) by congruence. specialize (IH ND' I).
      assert (E : Q y = P y) by (apply eq_true_iff_eq; rewrite H; intuition). rewrite E.
      destruct (P y); simpl; congruence.
  Qed.
  Lemma filter_all {A} (P : A -> bool) l x : length (filter P l) = length l -> In x l -> P x = true.
  Proof.
    intros E I. induction l as [|y l IH]; [destruct I|]. simpl in E.
    assert (L : (length (filter P l) <= length l)%nat) by (clear; induction l as [|z l IH]; simpl; [lia|destruct (P z); simpl; lia]).
    destruct (P y) eqn:Q; simpl in E; [|lia]. destruct I as [<-|I]; [exact Q|apply IH; [lia|exact I]].
  Qed.
  Lemma upto_length n : length (upto n) = n.
  Proof. induction n as [|n IH]; [reflexivity|]. rewrite upto_succ. simpl. rewrite IH. reflexivity. Qed.
  Lemma upto_nodup n : NoDup (upto n).
  Proof.
    induction n as [|n IH]; [constructor|]. rewrite upto_succ. constructor; [rewrite in_upto; lia|exact IH].
  Qed.
  Lemma used_of_put u i c : get i u = None -> used_of (put i c u) = if i <? np p then N.succ (used_of u) else used_of u.
  Proof.
    intro N. unfold used_of. assert (E : forall y, is_used (put i c u) y = true <-> is_used u y = true \/ y = i).
    { intro y. unfold is_used. rewrite get_put. destruct (N.eqb_spec y i); [tauto|]. destruct (get y u); intuition congruence. }
    destruct (N.ltb_spec i (np p)) as [L|L].
    - rewrite <- Nnat.Nat2N.inj_succ. f_equal. apply (filter_more _ _ _ i); [apply upto_nodup|apply in_upto; exact L| |exact E].
      unfold is_used. rewrite N. reflexivity.
    - rewrite (filter_ext_in _ (is_used u)); [reflexivity|]. intros y I. apply in_upto in I. apply eq_true_iff_eq. rewrite E.
      unfold np in L. intuition (subst; lia).
  Qed.
  Definition clashes (u : table N) (ic : N * N) : Prop :=
    exists d, get (fst ic) u = Some d /\ (fst ic < np p \/ colors_differ d (snd ic) = true).
  Lemma is_taken_iff u o : is_taken u (uses (np p) o) = true <-> exists ic, In ic o /\ clashes u ic.
  Proof.
    induction o as [|[i c] o IH]; simpl; [split; [discriminate|intros (ic & [] & _)]|].
    assert (H : (exists ic, ((i, c) = ic \/ In ic o) /\ clashes u ic) <-> clashes u (i, c) \/ exists ic, In ic o /\ clashes u ic).
    { split; [intros (ic & [<-|I] & C); eauto|]. intros [C|(ic & I & C)]; eauto. }
    rewrite H, <- IH. unfold clashes. simpl. destruct (get i u) as [d|].
    - destruct (N.ltb_spec i (np p)) as [L|L]; simpl.
      + split; [intros _; left; exists d; auto|auto].
      + destruct (colors_differ d c) eqn:D.
        * split; [intros _; left; exists d; auto|auto].
        * split; [auto|]. intros [(e & E & [Q|Q])|Q]; [lia| |exact Q]. inversion E; subst. congruence.
    - split; [auto|]. intros [(e & E & _)|Q]; [discriminate|exact Q].
  Qed.
  (* What is marked is not taken before. *)
  Lemma mark_ok o : NoDup (map fst o) -> forall u m,
    match mark (uses (np p) o) u m with
    | None => exists ic, In ic o /\ clashes u ic
    | Some (u', m') =>
      (forall ic, In ic o -> ~ clashes u ic) /\
      (forall i c, get i u = Some c -> get i u' = Some c) /\ (forall i c, In (i, c) o -> get i u' = Some c) /\
      (forall i c, get i u' = Some c -> get i u = Some c \/ In (i, c) o) /\ (m = used_of u -> m' = used_of u')
    end.
  Proof.
    induction o as [|[i c] o IH]; intros ND u m; simpl; [repeat split; auto; intros i c []|].
    inversion ND as [|? ? NI ND']; subst. specialize (IH ND'). destruct (get i u) as [d|] eqn:G.
    - destruct (N.ltb_spec i (np p)) as [L|L]; simpl.
      { exists (i, c). split; [auto|]. exists d. auto. }
      destruct (colors_differ d c) eqn:Q; simpl.
      { exists (i, c). split; [auto|]. exists d. auto. }
      assert (E : d = c).
      { unfold colors_differ in Q. apply orb_false_iff in Q. destruct Q as [Q _]. apply negb_false_iff, N.eqb_eq in Q. exact Q. }
      subst d. specialize (IH u m). destruct (mark (uses (np p) o) u m) as [[u' m']|].
      + destruct IH as (Z & A & B & C & D). split; [|split; [exact A|split; [|split; [|exact D]]]].
        * intros ic [<-|I]; [|apply Z, I]. intros (d & E & [H|H]); simpl in *; [lia|congruence].
        * intros j e [E|I]; [|apply B, I]. inversion E; subst. apply A, G.
        * intros j e E. destruct (C j e E); auto.
      + destruct IH as (ic & I & H). exists ic. auto.
    - specialize (IH (put i c u) (if i <? np p then N.succ m else m)).
      assert (Same : forall ic, In ic o -> clashes (put i c u) ic <-> clashes u ic).
      { intros ic I. unfold clashes. rewrite get_put. destruct (N.eqb_spec (fst ic) i) as [E|]; [|reflexivity].
        exfalso. apply NI. rewrite <- E. apply in_map, I. }
      destruct (mark (uses (np p) o) (put i c u) (if i <? np p then N.succ m else m)) as [[u' m']|].
      + destruct IH as (Z & A & B & C & D). split; [|split; [|split; [|split]]].
        * intros ic [<-|I]; [|rewrite <- (Same ic I); apply Z, I]. intros (d & E & _). simpl in E. congruence.
        * intros j e E. apply A. rewrite get_put. destruct (N.eqb_spec j i) as [->|]; [congruence|exact E].
        * intros j e [E|I]; [|apply B, I]. inversion E; subst. apply A. rewrite get_put, N.eqb_refl. reflexivity.
        * intros j e E. destruct (C j e E) as [H|H]; [|auto]. rewrite get_put in H.
          destruct (N.eqb_spec j i) as [->|]; [|auto]. inversion H; subst. auto.
        * intro H. apply D. rewrite (used_of_put u i c G), H. reflexivity.
      + destruct IH as (ic & I & H). exists ic. split; [auto|]. apply Same; assumption.
  Qed.

  Lemma taken_ok a X k : consistent a -> is_cover p X -> agrees a X -> ~ In k (chosen a) -> k < size ->
    (exists ic, In ic (option_at p k) /\ clashes (used a) ic) -> N.testbit X k = false.
  Proof.
    intros K C A NC _ ([i e] & I & c & U & H). simpl in *.
    destruct (con_used a K i c U) as (m & Hm & Im). destruct (N.testbit X k) eqn:T; [|reflexivity]. exfalso.
    assert (Xm : mem m X) by exact (A m true (proj1 (con_chosen a K m) Hm)).
    assert (NE : m <> k) by congruence. destruct (N.ltb_spec i (np p)) as [L|L].
    - apply NE. apply (same_option X i m k C L Xm T); apply has_iff; eauto.
    - destruct H as [H|H]; [lia|]. destruct (cov_sec _ _ C i m k c e L Xm T NE Im I) as [-> Z].
      unfold colors_differ in H. rewrite N.eqb_refl in H. simpl in H. apply N.eqb_eq in H. tauto.
  Qed.
  Lemma is_out_ok a X k : consistent a -> is_cover p X -> agrees a X -> is_out f a k = true -> N.testbit X k = false.
  Proof.
    intros K C A. unfold is_out. destruct (get k (value a)) as [b|] eqn:V.
    - rewrite (A k b V). destruct b; simpl; congruence.
    - rewrite option_of. destruct (N.ltb_spec k size) as [L|]; [|discriminate]. intro H. apply is_taken_iff in H.
      apply (taken_ok a X k); try assumption. rewrite (con_chosen a K k). congruence.
  Qed.
  Lemma is_left_ok a X i which : consistent a -> is_cover p X -> agrees a X -> is_left (np p) f a i which = true ->
    exists k, mem k X /\ which k = true.
  Proof.
    intros K C A H. unfold is_left in H. apply andb_true_iff in H. destruct H as [L H]. apply N.ltb_lt in L.
    destruct (get i (used a)) eqn:U; [discriminate|].
    destruct (some_option X i C L) as (k & Xk & R & G).
    assert (I : In (k, uses (np p) (option_at p k)) (row i (having f))) by (apply in_row; simpl; auto).
    assert (NC : ~ In k (chosen a)).
    { intro Q. apply has_iff in G. destruct G as (c & G). rewrite (con_marked a K k i c Q G) in U. discriminate. }
    exists k. split; [exact Xk|]. revert H I. generalize (row i (having f)). intro l.
    induction l as [|[j o] l IH]; intro H; [intros []|]. simpl in H. intros [E|I].
    - inversion E; subst. destruct (is_taken (used a) (uses (np p) (option_at p k))) eqn:T.
      + apply is_taken_iff in T. unfold mem in Xk. rewrite (taken_ok a X k K C A NC R T) in Xk. discriminate.
      + destruct (which k); [reflexivity|]. destruct (get k (value a)) as [[|]|] eqn:V; try discriminate.
        unfold mem in Xk. rewrite (A k false V) in Xk. discriminate.
    - apply IH; [|exact I]. destruct (is_taken (used a) o); [exact H|]. destruct (which j); [exact H|].
      destruct (get j (value a)) as [[|]|]; try discriminate. exact H.
  Qed.
  Lemma holds_ok a X l : consistent a -> is_cover p X -> agrees a X -> holds f a l = true -> sat X l.
  Proof.
    intros K C A. unfold holds, sat. destruct l as [k [|]]; simpl.
    - intro H. apply is_chosen_iff in H. apply (A k true H).
    - apply is_out_ok; assumption.
  Qed.

  (* [r] is right of [a] and what else was assumed of X. *)
  Definition grows (a b : context) : Prop := forall k, In k (chosen a) -> In k (chosen b).
  Definition result_ok (a : context) (P : N -> Prop) (r : outcome) : Prop :=
    match r with
    | Contradiction => forall X, is_cover p X -> agrees a X -> ~ P X
    | Possible b => consistent b /\ grows a b /\ forall X, is_cover p X -> agrees a X -> P X -> agrees b X
    | Unfounded => True
    end.
  Lemma agrees_put a X k b u m ch : agrees a X -> N.testbit X k = b ->
    agrees {| value := put k b (value a); used := u; covered := m; chosen := ch |} X.
  Proof.
    intros A S j e. simpl. rewrite get_put. destruct (N.eqb_spec j k) as [->|]; [|apply A].
    intro E. inversion E; subst. reflexivity.
  Qed.
  Lemma choose_ok a k : consistent a -> result_ok a (mem k) (choose f a k).
  Proof.
    intros K. unfold choose. destruct (get k (value a)) as [[|]|] eqn:V.
    { split; [exact K|]. split; [intros j H; exact H|auto]. }
    { intros X H A M. unfold mem in M. rewrite (A k false V) in M. discriminate. }
    rewrite option_of. destruct (N.ltb_spec k size) as [L|]; [|exact I].
    assert (NC : ~ In k (chosen a)) by (rewrite (con_chosen a K k); congruence).
    assert (M := mark_ok _ (no_item_twice k L) (used a) (covered a)).
    destruct (mark (uses (np p) (option_at p k)) (used a) (covered a)) as [[u m]|].
    2: { intros X H A Q. unfold mem in Q. rewrite (taken_ok a X k K H A NC L M) in Q. discriminate. }
    destruct M as (M0 & M1 & M2 & M3 & M4).
    assert (Free : forall i c e l, In (i, c) (option_at p k) -> In l (chosen a) -> In (i, e) (option_at p l) ->
      np p <= i /\ c <> 0 /\ e <> 0).
    { intros i c e l Ic Il Ie. assert (U := con_marked a K l i e Il Ie). assert (Z := M0 (i, c) Ic).
      unfold clashes in Z. simpl in Z. destruct (N.ltb_spec i (np p)) as [Q|Q]; [exfalso; apply Z; eauto|].
      destruct (colors_differ e c) eqn:D; [exfalso; apply Z; eauto|].
      unfold colors_differ in D. apply orb_false_iff in D. destruct D as [D Y].
      apply negb_false_iff, N.eqb_eq in D. apply N.eqb_neq in Y. subst. auto. }
    split; [|split].
    - constructor; simpl.
      + intro j. rewrite get_put. destruct (N.eqb_spec j k) as [->|NE]; [intuition|].
        rewrite <- (con_chosen a K j). intuition congruence.
      + intros j [<-|H]; [exact L|apply (con_range a K j H)].
      + intros i c H. apply M3 in H. destruct H as [H|H]; [|exists k; auto].
        destruct (con_used a K i c H) as (l & Hl & Il). exists l. auto.
      + intros l i c [<-|H] Ic; [apply M2, Ic|apply M1, (con_marked a K l i c H Ic)].
      + intros x y i c e [<-|Hx] [<-|Hy] Ic Ie; [auto| | |apply (con_apart a K x y i c e); assumption]; right.
        * destruct (Free i c e y Ic Hy Ie) as (? & ? & ?). auto.
        * destruct (Free i e c x Ie Hx Ic) as (? & ? & ?). auto.
      + apply M4, (con_count a K).
    - intros j H. right. exact H.
    - intros X H A S. apply agrees_put; assumption.
  Qed.
  Lemma suppose_ok a l : consistent a -> result_ok a (fun X => sat X l) (suppose f a l).
  Proof.
    intros K. destruct l as [k [|]]; unfold suppose; simpl; [apply choose_ok; exact K|].
    unfold rule_out. destruct (is_chosen a k) eqn:C.
    - apply is_chosen_iff in C. intros X H A S. unfold sat in S. simpl in S. rewrite (A k true C) in S. discriminate.
    - assert (NC : ~ In k (chosen a)) by (rewrite (con_chosen a K k), <- is_chosen_iff; congruence).
      split; [|split].
      + destruct K as [K1 K2 K3 K4 K5 K6]. constructor; simpl; try assumption.
        intro j. rewrite get_put. destruct (N.eqb_spec j k) as [->|]; [|apply K1]. split; [tauto|discriminate].
      + intros j H. exact H.
      + intros X H A S. apply agrees_put; assumption.
  Qed.
  Lemma result_trans a b (P Q : N -> Prop) r : result_ok a P (Possible b) -> result_ok b Q r ->
    result_ok a (fun X => P X /\ Q X) r.
  Proof.
    intros (K & G & A) R. destruct r as [|b'|]; simpl in *; [|destruct R as (K' & G' & A')|exact I].
    - intros X C H [HP HQ]. apply (R X C); auto.
    - split; [exact K'|]. split; [intros j H; apply G', G, H|]. intros X C H [HP HQ]. auto.
  Qed.
  Lemma result_weaker a (P Q : N -> Prop) r : (forall X, is_cover p X -> agrees a X -> Q X -> P X) -> result_ok a P r -> result_ok a Q r.
  Proof.
    intros W R. destruct r as [|b|]; simpl in *; [|destruct R as (K & G & A)|exact I].
    - intros X C H HQ. apply (R X C H). auto.
    - split; [exact K|]. split; [exact G|]. auto.
  Qed.
  Lemma result_start a P : consistent a -> result_ok a P (Possible a).
  Proof. intro K. split; [exact K|]. split; [intros j H; exact H|auto]. Qed.
  Lemma choose_chosen a k b : consistent a -> choose f a k = Possible b -> In k (chosen b).
  Proof.
    intros K. unfold choose. destruct (get k (value a)) as [[|]|] eqn:V; [|discriminate|].
    - intro Q. inversion Q; subst. apply (con_chosen _ K), V.
    - destruct (get k (options f)) as [o|]; [|discriminate]. destruct (mark _ _ _) as [[u m]|]; [|discriminate].
      intro Q. inversion Q; subst. left. reflexivity.
  Qed.

  (* ---------- propagation ---------- *)
  Fixpoint within (t : tree) (X : N) : Prop :=
    match t with
    | Nothing => False
    | Everything => True
    | Node k t u => (mem k X /\ within t X) \/ within u X
    end.
  Definition free (d : known) (X : N) : Prop := is_cover p X /\ ~ within (blocked d) X.
  Definition satisfied (cs : clause_table) (X : N) : Prop :=
    forall id c, PM.find id cs = Some c -> exists l, In l c /\ sat X l.
  Lemma derive_ok cs a h : consistent a -> result_ok a (satisfied cs) (derive (np p) f cs a h).
  Proof.
    intros K. destruct h as [i k|id l|i]; simpl.
    - destruct (is_left (np p) f a i (N.eqb k)) eqn:H; [|exact I].
      apply (result_weaker a (mem k)); [|apply choose_ok, K]. intros X C A _.
      destruct (is_left_ok a X i _ K C A H) as (m & Hm & E). apply N.eqb_eq in E. subst m. exact Hm.
    - destruct (PM.find id cs) as [c|] eqn:Q; [|exact I].
      match goal with |- result_ok _ _ (if ?t then _ else _) => destruct t eqn:H end; [|exact I].
      apply (result_weaker a (fun X => sat X l)); [|apply suppose_ok, K]. intros X C A S. rewrite forallb_forall in H.
      destruct (S id c Q) as (m & J & Sm). apply H, orb_true_iff in J. destruct J as [J|J].
      + apply andb_true_iff in J. destruct J as [J E]. apply N.eqb_eq in J. apply eqb_prop in E.
        unfold sat in *. rewrite <- J, <- E. exact Sm.
      + apply (holds_ok a X) in J; try assumption. apply sat_opposite in J. tauto.
    - destruct (is_left (np p) f a i (fun _ => false)) eqn:H; [|exact I].
      intros X C A _. destruct (is_left_ok a X i _ K C A H) as (m & _ & E). discriminate.
  Qed.
  Lemma propagate_ok cs hs : forall a, consistent a -> result_ok a (satisfied cs) (propagate (np p) f cs hs a).
  Proof.
    induction hs as [|h hs IH]; intros a K; cbn [propagate]; [apply result_start, K|].
    assert (R := derive_ok cs a h K). destruct (derive (np p) f cs a h) as [|b|]; [exact R| |exact I].
    apply (result_weaker a (fun X => satisfied cs X /\ satisfied cs X)); [auto|].
    apply (result_trans a b); [exact R|apply IH, R].
  Qed.
  Lemma follow_ok cs ls : forall a, consistent a ->
    result_ok a (fun X => (forall l hs, In (l, hs) ls -> sat X l) /\ satisfied cs X) (follow (np p) f cs ls a).
  Proof.
    induction ls as [|[l hs] ls IH]; intros a K; cbn [follow]; [apply result_start, K|].
    apply (result_weaker a (fun X => sat X l /\ (satisfied cs X /\ ((forall m hs, In (m, hs) ls -> sat X m) /\ satisfied cs X)))).
    { intros X _ _ [H S]. split; [apply (H l hs); left; reflexivity|]. split; [exact S|]. split; [|exact S].
      intros m ms I. apply (H m ms). right. exact I. }
    assert (R := suppose_ok a l K). destruct (suppose f a l) as [|b|]; [|apply (result_trans a b); [exact R|]|exact I].
    { apply (result_weaker a (fun X => sat X l)); [tauto|exact R]. }
    destruct R as (Kb & _). assert (R := propagate_ok cs hs b Kb).
    destruct (propagate (np p) f cs hs b) as [|c|]; [|apply (result_trans b c); [exact R|apply IH, R]|exact I].
    apply (result_weaker b (satisfied cs)); [tauto|exact R].
  Qed.
  Notation with_hints := (map (fun kh : N * list hint => ((fst kh, true), snd kh))).
  Lemma follow_chosen cs more : forall a b, consistent a -> follow (np p) f cs (with_hints more) a = Possible b ->
    forall k, In k (map fst more) -> In k (chosen b).
  Proof.
    induction more as [|[j hs] more IH]; intros a b K E k H; [destruct H|]. cbn [map follow fst snd] in E, H.
    change (suppose f a (j, true)) with (choose f a j) in E. assert (R := choose_ok a j K).
    destruct (choose f a j) as [|c|] eqn:Q; try discriminate. destruct R as (Kc & _).
    assert (R := propagate_ok cs hs c Kc). destruct (propagate (np p) f cs hs c) as [|e|]; try discriminate.
    destruct R as (Ke & Ge & _). destruct H as [<-|H]; [|apply (IH e b Ke E k H)].
    assert (R := follow_ok cs (with_hints more) e Ke). rewrite E in R. apply R, Ge, (choose_chosen a j c K Q).
  Qed.
  Definition all_in (ks : list N) (X : N) : Prop := forall k, In k ks -> mem k X.
  Lemma decide_ok cs hs more a : consistent a ->
    result_ok a (fun X => satisfied cs X /\ all_in (map fst more) X) (decide (np p) f cs hs more a).
  Proof.
    intro K. unfold decide. assert (R := propagate_ok cs hs a K).
    apply (result_weaker a (fun X => satisfied cs X /\ ((forall l hs, In (l, hs) (with_hints more) -> sat X l) /\ satisfied cs X))).
    { intros X _ _ [S H]. split; [exact S|]. split; [|exact S]. intros l ls I. apply in_map_iff in I.
      destruct I as ([k ks] & E & I). inversion E; subst. apply (H k). apply in_map_iff. exists (k, ls). auto. }
    destruct (propagate (np p) f cs hs a) as [|b|]; [|apply (result_trans a b); [exact R|apply follow_ok, R]|exact I].
    apply (result_weaker a (satisfied cs)); [tauto|exact R].
  Qed.
  Lemma decide_chosen cs hs more a b : consistent a -> decide (np p) f cs hs more a = Possible b ->
    forall k, In k (map fst more) -> In k (chosen b).
  Proof.
    intro K. unfold decide. assert (R := propagate_ok cs hs a K).
    destruct (propagate (np p) f cs hs a) as [|c|]; try discriminate. apply follow_chosen, R.
  Qed.

  (* ---------- covers ---------- *)
  Definition set_of (ch : list N) : N := fold_right (fun k s => N.setbit s k) 0 ch.
  Lemma mem_set k ch : mem k (set_of ch) <-> In k ch.
  Proof.
    induction ch as [|x ch IH]; simpl.
    - split; [intro H; destruct (mem_0 k H)|tauto].
    - rewrite mem_setbit, IH. intuition congruence.
  Qed.
  Lemma complete_ok a : consistent a -> covered a = np p -> is_cover p (set_of (chosen a)).
  Proof.
    intros K H. rewrite (con_count a K) in H. unfold used_of, np in H. split.
    - intros k Hk. apply mem_set in Hk. apply (con_range a K k Hk).
    - intros i L. rewrite (bound_once i L). simpl. unfold degree.
      assert (U : is_used (used a) i = true).
      { apply (filter_all _ (upto (length (bounds p)))); [rewrite upto_length; lia|apply in_upto; exact L]. }
      unfold is_used in U. destruct (get i (used a)) as [c|] eqn:G; [|discriminate].
      destruct (con_used a K i c G) as (m & Hm & Im).
      rewrite (filter_one _ (indices p) m); [lia|apply indices_nodup|apply in_indices, (con_range a K m Hm)| |].
      + apply andb_true_iff. split; [apply mem_set, Hm|apply has_iff; eauto].
      + intros x Hx B. apply andb_true_iff in B. destruct B as [B C]. apply mem_set in B. apply has_iff in C.
        destruct C as (e & C). destruct (con_apart a K x m i e c B Hm C Im) as [|[Q _]]; [assumption|lia].
    - intros i k l c e L Hk Hl NE Ic Ie. apply mem_set in Hk, Hl.
      assert (E := con_marked a K k i c Hk Ic). rewrite (con_marked a K l i e Hl Ie) in E. inversion E; subst.
      split; [reflexivity|]. destruct (con_apart a K k l i c c Hk Hl Ic Ie); tauto.
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
  Lemma all_in_dec ks X : all_in ks X \/ ~ all_in ks X.
  Proof.
    destruct (forallb (N.testbit X) ks) eqn:E.
    - left. rewrite forallb_forall in E. exact E.
    - right. intro H. assert (forallb (N.testbit X) ks = true) by (apply forallb_forall; exact H). congruence.
  Qed.
  Lemma within_block ks X : forall t, within (block ks t) X <-> all_in ks X \/ within t X.
  Proof.
    induction ks as [|k ks IH]; intro t.
    - simpl. split; [left; intros k []|auto].
    - assert (C : all_in (k :: ks) X <-> mem k X /\ all_in ks X).
      { split; [intro H; split; [apply H; left; reflexivity|intros j J; apply H; right; exact J]|].
        intros [M H] j [<-|J]; auto. }
      rewrite C. induction t as [| |j t _ u IHu]; simpl.
      + rewrite IH. simpl. tauto.
      + tauto.
      + destruct (N.eqb_spec k j) as [->|]; simpl; [rewrite IH; tauto|]. simpl in IHu. rewrite IHu. tauto.
  Qed.
  Lemma meets_iff a t : consistent a -> meets a t = true <-> within t (set_of (chosen a)).
  Proof.
    intro K. induction t as [| |k t IHt u IHu]; simpl; [split; [discriminate|tauto]|tauto|].
    rewrite orb_true_iff, IHu, mem_set, (con_chosen a K), <- is_chosen_iff.
    destruct (is_chosen a k); [rewrite IHt|]; intuition discriminate.
  Qed.

  (* ---------- steps ---------- *)
  Definition level_ok (d : known) (l : list N * context) : Prop :=
    consistent (snd l) /\ (forall k, In k (fst l) -> In k (chosen (snd l))) /\
    forall X, free d X -> all_in (fst l) X -> agrees (snd l) X.
  Definition known_ok (d : known) : Prop :=
    (forall X, free d X -> satisfied (clauses d) X) /\ forall l, In l (levels d) -> level_ok d l.
  Definition ok (d : known) (n : N) : Prop := known_ok d /\ exists C : N -> Prop, Counts C n /\
    (forall X, C X -> is_cover p X /\ ~ free d X) /\ (forall X, is_cover p X -> C X \/ free d X).
  Lemma all_in_more ks more X : all_in (rev_append ks more) X <-> all_in ks X /\ all_in more X.
  Proof.
    rewrite rev_append_rev. unfold all_in. split.
    - intro H. split; intros k I; apply H, in_app_iff; [left; apply in_rev in I; exact I|auto].
    - intros [A B] k I. apply in_app_iff in I. destruct I as [I|I]; [apply A, in_rev, I|auto].
  Qed.
  Lemma satisfied_add cs id c X : satisfied cs X -> (exists l, In l c /\ sat X l) -> satisfied (PM.add id c cs) X.
  Proof.
    intros S H j e G. destruct (Pos.eq_dec j id) as [->|NE].
    - rewrite PM.gss in G. inversion G; subst. exact H.
    - rewrite PM.gso in G by exact NE. apply (S j e G).
  Qed.
  Lemma free_block d id ks X : free (with_block d id ks) X <-> free d X /\ ~ all_in ks X.
  Proof. unfold free. simpl. rewrite within_block. tauto. Qed.
  Lemma known_block d id ks : known_ok d -> known_ok (with_block d id ks).
  Proof.
    intros [S L]. split.
    - intros X H. apply free_block in H. destruct H as [H NK]. simpl. apply satisfied_add; [apply S, H|].
      destruct (forallb (N.testbit X) ks) eqn:E.
      { exfalso. apply NK. rewrite forallb_forall in E. exact E. }
      assert (Q : existsb (fun k => negb (N.testbit X k)) ks = true).
      { clear - E. induction ks as [|k ks IH]; simpl in *; [discriminate|]. destruct (N.testbit X k); simpl in *; auto. }
      apply existsb_exists in Q. destruct Q as (k & I & B). apply negb_true_iff in B.
      exists (k, false). split; [apply in_map_iff; eauto|exact B].
    - intros l I. destruct (L l I) as (K & D & A). split; [exact K|]. split; [exact D|].
      intros X H. apply free_block in H. apply A, H.
  Qed.
  Lemma ok_levels d n l : ok d n -> (forall x, In x l -> level_ok d x) -> ok (on_levels d l) n.
  Proof.
    intros [[S _] C] L. split; [|exact C]. split; [exact S|exact L].
  Qed.
  Lemma take_step_ok d n s : ok d n ->
    match take_step (np p) f d n s with Going d' n' => ok d' n' | Done n' => Counts (is_cover p) n' | Wrong => True end.
  Proof.
    intros O. assert (O' := O). destruct O' as [[S L] (C & Cn & A & B)]. unfold take_step.
    destruct (levels d) as [|[ks a] rest] eqn:Lv; [exact I|].
    assert (L0 : level_ok d (ks, a)) by (apply L; left; reflexivity). assert (L0' := L0). destruct L0' as (K & D & Ag).
    simpl in K, D, Ag. destruct s as [id ls|hs|k| |id hs more|id hs more].
    - destruct ks as [|k ks]; [|exact I].
      assert (R := follow_ok (clauses d) ls a K).
      destruct (follow (np p) f (clauses d) ls a); try exact I. split; [|exists C; auto]. split.
      + intros X H. simpl. apply satisfied_add; [apply S, H|]. set (c := map (fun lh => opposite (fst lh)) ls).
        destruct (existsb (fun l => Bool.eqb (N.testbit X (fst l)) (snd l)) c) eqn:Q.
        { apply existsb_exists in Q. destruct Q as (l & I1 & E). apply eqb_prop in E. exists l. auto. }
        exfalso. apply (R X); [apply H|apply Ag; [exact H|intros j []]|]. split; [|apply S, H].
        intros l hs I1. destruct (Bool.bool_dec (N.testbit X (fst l)) (snd l)) as [E|E]; [exact E|exfalso].
        assert (existsb (fun l => Bool.eqb (N.testbit X (fst l)) (snd l)) c = true); [|congruence].
        apply existsb_exists. exists (opposite l). split; [apply in_map_iff; exists (l, hs); auto|].
        simpl. destruct (N.testbit X (fst l)), (snd l); simpl; congruence.
      + intros l I1. apply L, I1.
    - assert (R := propagate_ok (clauses d) hs a K). destruct (propagate (np p) f (clauses d) hs a) as [|b|]; try exact I.
      destruct R as (Kb & Gb & Ab). apply ok_levels; [exact O|]. intros x [<-|I1]; [|apply L; right; exact I1].
      split; [exact Kb|]. simpl. split; [intros k I1; apply Gb, D, I1|].
      intros X H H1. apply Ab; [apply H|apply Ag; assumption|apply S, H].
    - assert (R := choose_ok a k K). destruct (choose f a k) as [|b|] eqn:Ch; try exact I. destruct R as (Kb & Gb & Ab).
      apply ok_levels; [exact O|]. intros x [<-|I1]; [|apply L; exact I1].
      split; [exact Kb|]. simpl. split.
      + intros j [<-|I1]; [apply (choose_chosen a k b K Ch)|apply Gb, D, I1].
      + intros X H H1. apply Ab; [apply H| |apply H1; left; reflexivity]. apply Ag; [exact H|]. intros j J. apply H1. right. exact J.
    - apply ok_levels; [exact O|]. intros x I1. apply L. right. exact I1.
    - assert (R := decide_ok (clauses d) hs more a K). assert (Ch := decide_chosen (clauses d) hs more a).
      destruct (decide (np p) f (clauses d) hs more a) as [|b|]; try exact I. destruct R as (Kb & Gb & Ab).
      specialize (Ch b K eq_refl).
      destruct (N.eqb_spec (covered b) (np p)) as [E|]; [|exact I]. destruct (meets b (blocked d)) eqn:M; [exact I|]. simpl.
      assert (Cv := complete_ok b Kb E).
      assert (Fb : free d (set_of (chosen b))).
      { split; [exact Cv|]. intro W. apply (meets_iff b _ Kb) in W. congruence. }
      assert (In_b : all_in (rev_append ks (map fst more)) (set_of (chosen b))).
      { apply all_in_more. split; intros k I1; apply mem_set; [apply Gb, D, I1|apply Ch, I1]. }
      split; [apply known_block; split; [exact S|intros l I1; apply L; rewrite Lv in I1; exact I1]|].
      exists (fun X => C X \/ X = set_of (chosen b)). split; [|split].
      + rewrite <- N.add_1_r. apply Counts_union; [|exact Cn|apply (Counts_one _ (set_of (chosen b))); tauto].
        intros X H1 ->. apply A in H1. tauto.
      + intros X [H1| ->].
        * apply A in H1. split; [tauto|]. rewrite free_block. tauto.
        * split; [exact Cv|]. rewrite free_block. tauto.
      + intros X H1. destruct (B X H1) as [H2|H2]; [auto|].
        destruct (all_in_dec (rev_append ks (map fst more)) X) as [H3|H3]; [|right; apply free_block; auto].
        left. right. apply only_cover; [exact Cv|exact H1|]. apply all_in_more in H3. destruct H3 as [H3 H4].
        assert (Ax := Ab X H1 (Ag X H2 H3) (conj (S X H2) H4)).
        intros k I1. apply (con_chosen b Kb) in I1. exact (Ax k true I1).
    - assert (R := decide_ok (clauses d) hs more a K). destruct (decide (np p) f (clauses d) hs more a); try exact I.
      assert (U : forall X, free d X -> ~ all_in (rev_append ks (map fst more)) X).
      { intros X H H1. apply all_in_more in H1. destruct H1 as [H1 H2].
        apply (R X); [apply H|apply Ag; assumption|]. split; [apply S, H|exact H2]. }
      destruct (rev_append ks (map fst more)) as [|k js] eqn:Q.
      + apply (Counts_ext C); [|exact Cn]. intro X. split; [intro H; apply A, H|].
        intro H. destruct (B X H) as [|H1]; [assumption|]. exfalso. apply (U X H1). intros k [].
      + rewrite <- Q in *. assert (E : forall X, free (with_block d id (rev_append ks (map fst more))) X <-> free d X).
        { intro X. rewrite free_block. specialize (U X). tauto. }
        split; [apply known_block; split; [exact S|intros l I1; apply L; rewrite Lv in I1; exact I1]|].
        exists C. split; [exact Cn|]. split; intros X H; rewrite E; auto.
  Qed.
  Lemma steps_ok src next k : forall d n s, ok d n ->
    match steps src next (np p) f k d n s with
    | (Going d' n', _) => ok d' n' | (Done n', _) => Counts (is_cover p) n' | (Wrong, _) => True end.
  Proof.
    induction k as [|k IH]; intros d n s O; simpl.
    - destruct (next s) as [[one s']|]; [|exact I]. assert (H := take_step_ok d n one O).
      destruct (take_step (np p) f d n one); exact H.
    - assert (H := IH d n s O). destruct (steps src next (np p) f k d n s) as [[d' n'|n'|] s']; try exact H.
      apply IH. exact H.
  Qed.
End Right.

Theorem by_clauses_right src (next : src -> option (step * src)) p s n s' :
  by_clauses next p s = Some (n, s') -> Counts (is_cover p) n.
Proof.
  unfold by_clauses. destruct (fit p) eqn:F; [|discriminate].
  assert (O : ok p nothing_known 0).
  { split.
    - split; [intros X _ id c H; simpl in H; rewrite PM.gempty in H; discriminate|].
      intros l [<-|[]]. split; [|split; [intros k []|intros X _ _ k b H; simpl in H; rewrite get_empty in H; discriminate]].
      constructor; simpl.
      + intro k. rewrite get_empty. split; [intros []|discriminate].
      + intros k [].
      + intros i c H. rewrite get_empty in H. discriminate.
      + intros m i c [].
      + intros m l i c e [].
      + unfold used_of. assert (E : filter (is_used empty) (upto (length (bounds p))) = []); [|rewrite E; reflexivity].
        induction (upto (length (bounds p))) as [|x l IH]; simpl; [reflexivity|]. unfold is_used at 1. rewrite get_empty. exact IH.
    - exists (fun _ => False). split; [apply Counts_none; auto|]. split; [intros X []|].
      intros X H. right. split; [exact H|]. intros []. }
  assert (H := steps_ok p F src next 60 _ _ s O).
  destruct (steps src next (np p) (facts_of p) 60 nothing_known 0 s) as [[| |] ?]; try discriminate.
  intro E. inversion E; subst. exact H.
Qed.
