(* How many covers there are up to symmetry. [classes] is handed permutations that generate a
   group, and one of each kind of its elements with the certificate of a quotient; it makes all
   elements of the group by itself, and goes from what is handed over to those that leave equally
   many covers as they are. [classes_right] proves that it is right, whatever is handed over. No
   axioms. *)
Require Import Arith NArith List Lia Bool Permutation Sorted Relations Orders MSetRBT FMapPositive.
Import ListNotations.
Require Import Counting Problem Values Covers Burnside Quotient.
Local Open Scope N_scope.

(* ---------- sets of permutations ---------- *)
Module Lexicographic <: OrderedType.
  Definition t := list N.
  Definition eq := @Logic.eq (list N).
  Definition eq_equiv : Equivalence eq := eq_equivalence.
  Fixpoint compare (a b : list N) : comparison :=
    match a, b with
    | [], [] => Eq
    | [], _ => Lt
    | _, [] => Gt
    | x :: a, y :: b => match x ?= y with Eq => compare a b | c => c end
    end.
  Definition lt a b := compare a b = Lt.
  Lemma compare_same a : compare a a = Eq.
  Proof. induction a as [|x a IH]; [reflexivity|]. simpl. rewrite N.compare_refl. exact IH. Qed.
  Lemma compare_eq : forall a b, compare a b = Eq -> a = b.
  Proof.
    induction a as [|x a IH]; intros [|y b] H; try discriminate; [reflexivity|]. simpl in H.
    destruct (N.compare_spec x y) as [->| |]; try discriminate. f_equal. apply IH. exact H.
  Qed.
  Lemma compare_back : forall a b, compare a b = Gt -> compare b a = Lt.
  Proof.
    induction a as [|x a IH]; intros [|y b] H; try discriminate; [reflexivity|]. simpl in *.
    rewrite (N.compare_antisym x y). destruct (x ?= y); simpl; try discriminate; [apply IH; exact H|reflexivity].
  Qed.
  Lemma compare_trans : forall a b c, compare a b = Lt -> compare b c = Lt -> compare a c = Lt.
  Proof.
    induction a as [|x a IH]; intros [|y b] [|z c] H H'; try discriminate; [reflexivity|]. simpl in *.
    destruct (N.compare_spec x y), (N.compare_spec y z), (N.compare_spec x z); subst; try discriminate; try lia; try reflexivity.
    apply (IH b); assumption.
  Qed.
  #[export] Instance lt_strorder : StrictOrder lt.
  Proof.
    split.
    - intros a H. unfold lt in H. rewrite compare_same in H. discriminate.
    - intros a b c. apply compare_trans.
  Qed.
  #[export] Instance lt_compat : Proper (eq ==> eq ==> iff) lt.
  Proof. intros a a' -> b b' ->. tauto. Qed.
  Lemma compare_spec a b : CompSpec eq lt a b (compare a b).
  Proof.
    destruct (compare a b) eqn:E; constructor; [apply compare_eq; exact E|exact E|apply compare_back; exact E].
  Qed.
  Definition eq_dec (a b : list N) : {eq a b} + {~ eq a b} := list_eq_dec N.eq_dec a b.
End Lexicographic.
Module Perms := MSetRBT.Make Lexicographic.

(* ---------- to go on until nothing new comes ---------- *)
Record reached := Reached { known : Perms.t; todo : list (list N); done : list (list N) }.
Definition add_new (r : reached) (x : list N) : reached :=
  if Perms.mem x (known r) then r else Reached (Perms.add x (known r)) (x :: todo r) (done r).
Definition step (next : list N -> list (list N)) (r : reached) : reached :=
  match todo r with
  | [] => r
  | x :: rest => fold_left add_new (next x) (Reached (known r) rest (x :: done r))
  end.
(* 2 to the power n steps, if there is so much to do *)
Fixpoint run (next : list N -> list (list N)) (n : nat) (r : reached) : reached :=
  match n with
  | O => step next r
  | S n => let r' := run next n r in match todo r' with [] => r' | _ => run next n r' end
  end.

Section Run.
  Variable Q : list N -> Prop.
  Variable before : list (list N).
  (* What is known is what was before, and what was met since, once, all of which is Q. *)
  Definition met (r : reached) := todo r ++ done r.
  Record sound (r : reached) : Prop := {
    sound_known : forall x, Perms.In x (known r) <-> In x before \/ In x (met r);
    sound_nodup : NoDup (met r);
    sound_new : forall x, In x (met r) -> ~ In x before;
    sound_Q : forall x, In x (met r) -> Q x }.
  Lemma mem_in r x : sound r -> (Perms.mem x (known r) = true <-> In x before \/ In x (met r)).
  Proof. intro S. rewrite Perms.mem_spec. apply sound_known. exact S. Qed.
  Lemma add_new_sound r x : Q x -> sound r -> sound (add_new r x).
  Proof.
    intros Qx S. unfold add_new. destruct (Perms.mem x (known r)) eqn:E; [exact S|].
    assert (N : ~ (In x before \/ In x (met r))) by (rewrite <- (mem_in r x S); congruence).
    destruct S as [K D B A]. split; unfold met in *; cbn [known todo done app] in *.
    - intro y. rewrite Perms.add_spec, K. cbn [In]. unfold Perms.E.eq. intuition congruence.
    - constructor; tauto.
    - intros y [<-|H]; [tauto|apply B; exact H].
    - intros y [<-|H]; [exact Qx|apply A; exact H].
  Qed.
  Lemma adds_sound l : forall r, (forall x, In x l -> Q x) -> sound r -> sound (fold_left add_new l r).
  Proof.
    induction l as [|x l IH]; intros r H S; [exact S|]. cbn [fold_left]. apply IH; [intros y Hy; apply H; right; exact Hy|].
    apply add_new_sound; [apply H; left; reflexivity|exact S].
  Qed.
  Variable next : list N -> list (list N).
  Hypothesis next_Q : forall x, Q x -> forall y, In y (next x) -> Q y.
  Lemma step_sound r : sound r -> sound (step next r).
  Proof.
    intro S. unfold step. destruct (todo r) as [|x rest] eqn:E; [exact S|].
    assert (P : Permutation (met r) (rest ++ x :: done r)).
    { unfold met. rewrite E. apply (Permutation_cons_app rest (done r) x). apply Permutation_refl. }
    destruct S as [K D B A]. apply adds_sound.
    - apply next_Q. apply A. apply (Permutation_in _ (Permutation_sym P)). apply in_app_iff. right. left. reflexivity.
    - split; unfold met at 1; cbn [known todo done].
      + intro y. rewrite K. split; (intros [H|H]; [left; exact H|right]).
        * apply (Permutation_in _ P). exact H.
        * apply (Permutation_in _ (Permutation_sym P)). exact H.
      + apply (Permutation_NoDup P). exact D.
      + intros y H. apply B. apply (Permutation_in _ (Permutation_sym P)). exact H.
      + intros y H. apply A. apply (Permutation_in _ (Permutation_sym P)). exact H.
  Qed.
  Lemma run_sound n : forall r, sound r -> sound (run next n r).
  Proof.
    induction n as [|n IH]; intros r S; [apply step_sound; exact S|]. cbn [run].
    assert (S' := IH r S). destruct (todo (run next n r)); [exact S'|apply IH; exact S'].
  Qed.
  (* What is done is closed. *)
  Definition closed (r : reached) : Prop := forall x, In x (done r) -> forall y, In y (next x) -> Perms.In y (known r).
  Lemma known_grows l : forall r x, Perms.In x (known r) -> Perms.In x (known (fold_left add_new l r)).
  Proof.
    induction l as [|y l IH]; intros r x H; [exact H|]. cbn [fold_left]. apply IH. unfold add_new.
    destruct (Perms.mem y (known r)); [exact H|]. cbn [known]. apply Perms.add_spec. right. exact H.
  Qed.
  Lemma known_added l : forall r x, In x l -> Perms.In x (known (fold_left add_new l r)).
  Proof.
    induction l as [|y l IH]; intros r x H; [destruct H|]. cbn [fold_left]. destruct H as [->|H]; [|apply IH; exact H].
    apply known_grows. unfold add_new. destruct (Perms.mem x (known r)) eqn:E; [apply Perms.mem_spec; exact E|].
    cbn [known]. apply Perms.add_spec. left. reflexivity.
  Qed.
  Lemma done_stays l : forall r, done (fold_left add_new l r) = done r.
  Proof.
    induction l as [|y l IH]; intro r; [reflexivity|]. cbn [fold_left]. rewrite IH. unfold add_new.
    destruct (Perms.mem y (known r)); reflexivity.
  Qed.
  Lemma step_closed r : closed r -> closed (step next r).
  Proof.
    intro C. unfold step. destruct (todo r) as [|x rest]; [exact C|]. intros z Hz y Hy. rewrite done_stays in Hz.
    destruct Hz as [<-|Hz]; [apply known_added; exact Hy|]. apply known_grows. apply (C z Hz y Hy).
  Qed.
  Lemma run_closed n : forall r, closed r -> closed (run next n r).
  Proof.
    induction n as [|n IH]; intros r C; [apply step_closed; exact C|]. cbn [run].
    assert (C' := IH r C). destruct (todo (run next n r)); [exact C'|apply IH; exact C'].
  Qed.
  Lemma known_ever n : forall r x, Perms.In x (known r) -> Perms.In x (known (run next n r)).
  Proof.
    induction n as [|n IH]; intros r x H; cbn [run].
    - unfold step. destruct (todo r); [exact H|]. apply known_grows. exact H.
    - assert (H' := IH r x H). destruct (todo (run next n r)); [exact H'|apply IH; exact H'].
  Qed.
End Run.
Definition nothing : reached := Reached Perms.empty [] [].
Lemma nothing_sound Q : sound Q [] nothing.
Proof.
  split; unfold met; cbn [known todo done nothing app].
  - intro x. split; [intro H; destruct (Perms.empty_spec H)|intros [[]|[]]].
  - constructor.
  - intros x [].
  - intros x [].
Qed.

(* ---------- the group that some permutations generate ---------- *)
Inductive product (p : problem) (gens : list (list N)) : list N -> Prop :=
  | product_of_none : product p gens (identity_of p)
  | product_of_more g x : In g gens -> product p gens x -> product p gens (compose g x).
Definition times (tables : list (PositiveMap.t N)) (x : list N) : list (list N) := map (fun g => compose_with g x) tables.
Definition group (many : nat) (p : problem) (gens : list (list N)) : option reached :=
  let r := run (times (map table gens)) many (add_new nothing (identity_of p)) in
  match todo r with [] => Some r | _ => None end.

Section Group.
  Variable p : problem.
  Hypothesis T : neat p.
  Variable gens : list (list N).
  Hypothesis Gens : forall g, In g gens -> symmetry p g.
  Variable r : reached.
  Variable many : nat.
  Hypothesis made : group many p gens = Some r.
  Notation elements := (done r).

  Lemma product_symmetry x : product p gens x -> symmetry p x.
  Proof. induction 1 as [|g x Hg _ IH]; [apply symmetry_identity|apply symmetry_compose; [apply Gens; exact Hg|exact IH]]. Qed.
  Lemma times_in x y : In y (times (map table gens) x) <-> exists g, In g gens /\ y = compose g x.
  Proof.
    unfold times. rewrite map_map, in_map_iff. split; intros (g & H).
    - exists g. unfold compose. intuition congruence.
    - exists g. unfold compose in H. intuition congruence.
  Qed.
  Lemma group_facts : todo r = [] /\ sound (product p gens) [] r /\ closed (times (map table gens)) r /\
    Perms.In (identity_of p) (known r).
  Proof.
    unfold group in made. set (r0 := add_new nothing (identity_of p)) in *.
    assert (S0 : sound (product p gens) [] r0) by (apply add_new_sound; [constructor|apply nothing_sound]).
    assert (S : sound (product p gens) [] (run (times (map table gens)) many r0)).
    { apply run_sound; [|exact S0]. intros x Hx y Hy. apply times_in in Hy. destruct Hy as (g & Hg & ->). constructor; assumption. }
    assert (C : closed (times (map table gens)) (run (times (map table gens)) many r0)) by (apply run_closed; intros x []).
    assert (I : Perms.In (identity_of p) (known (run (times (map table gens)) many r0))).
    { apply known_ever. unfold r0, add_new. destruct (Perms.mem _ _) eqn:E; [apply Perms.mem_spec; exact E|].
      cbn [known]. apply Perms.add_spec. left. reflexivity. }
    destruct (todo _) eqn:E; [|discriminate]. inversion made as [Er]. rewrite Er in *. auto.
  Qed.
  Lemma known_elements x : Perms.In x (known r) <-> In x elements.
  Proof.
    destruct group_facts as (E & [K _ _ _] & _). rewrite K. unfold met. rewrite E. simpl. tauto.
  Qed.
  Lemma elements_nodup : NoDup elements.
  Proof. destruct group_facts as (E & [_ D _ _] & _). unfold met in D. rewrite E in D. exact D. Qed.
  Lemma identity_in : In (identity_of p) elements.
  Proof. apply known_elements. apply group_facts. Qed.
  Lemma times_element g x : In g gens -> In x elements -> In (compose g x) elements.
  Proof.
    intros Hg Hx. destruct group_facts as (_ & _ & C & _). apply known_elements. apply (C x Hx). apply times_in. eauto.
  Qed.
  Lemma in_elements x : In x elements <-> product p gens x.
  Proof.
    split.
    - intro H. destruct group_facts as (E & [_ _ _ A] & _). apply A. unfold met. rewrite E. exact H.
    - induction 1 as [|g x Hg _ IH]; [apply identity_in|apply times_element; assumption].
  Qed.
  Lemma element_symmetry x : In x elements -> symmetry p x.
  Proof. intro H. apply product_symmetry. apply in_elements. exact H. Qed.
  Lemma element_permutation x : In x elements -> is_permutation p x.
  Proof. intro H. apply element_symmetry. exact H. Qed.
  Lemma generator_in g : In g gens -> In g elements.
  Proof.
    intro H. assert (E : compose g (identity_of p) = g); [|rewrite <- E; apply times_element; [exact H|apply identity_in]].
    assert (G : is_permutation p g) by (apply Gens; exact H).
    apply (same_permutation p); [apply compose_permutation; [exact G|apply identity_permutation]|exact G|].
    intros k L. rewrite (ap_compose p), (ap_identity p) by (try apply identity_permutation; exact L). reflexivity.
  Qed.
  Lemma compose_in x y : In x elements -> In y elements -> In (compose x y) elements.
  Proof.
    intros Hx Hy. assert (Py := element_permutation y Hy). apply in_elements in Hx. induction Hx as [|g x Hg Hx IH].
    - assert (E : compose (identity_of p) y = y); [|rewrite E; exact Hy].
      apply (same_permutation p); [apply compose_permutation; [apply identity_permutation|exact Py]|exact Py|].
      intros k L. rewrite (ap_compose p), (ap_identity p) by (try apply ap_range; assumption). reflexivity.
    - assert (Px : is_permutation p x) by (apply product_symmetry; exact Hx).
      assert (Pg : is_permutation p g) by (apply Gens; exact Hg).
      assert (E : compose (compose g x) y = compose g (compose x y)); [|rewrite E; apply times_element; assumption].
      apply (same_permutation p); try (repeat apply compose_permutation; assumption).
      intros k L. rewrite !(ap_compose p) by (try apply compose_permutation; try apply ap_range; assumption). reflexivity.
  Qed.
  Lemma compose_inj x y z : In x elements -> In y elements -> In z elements -> compose x z = compose y z -> x = y.
  Proof.
    intros Hx Hy Hz E. apply (same_permutation p); try (apply element_permutation; assumption). intros j L.
    destruct (ap_onto p z (element_permutation z Hz) j L) as (k & Lk & <-).
    rewrite <- !(ap_compose p) by (try apply element_permutation; assumption). rewrite E. reflexivity.
  Qed.
  Lemma inverse_in x : In x elements -> exists y, In y elements /\ compose y x = identity_of p.
  Proof.
    intro Hx. assert (Px := element_permutation x Hx).
    assert (Inc : incl elements (map (compose x) elements)).
    { apply NoDup_length_incl.
      - apply NoDup_map_inj; [|apply elements_nodup]. intros y z Hy Hz E.
        apply (same_permutation p); try (apply element_permutation; assumption). intros k L.
        apply (ap_inj p x Px); try (apply ap_range; try apply element_permutation; assumption).
        rewrite <- !(ap_compose p) by (try apply element_permutation; assumption). rewrite E. reflexivity.
      - rewrite map_length. apply le_n.
      - intros z Hz. apply in_map_iff in Hz. destruct Hz as (y & <- & Hy). apply compose_in; assumption. }
    assert (I := Inc _ identity_in). apply in_map_iff in I. destruct I as (y & E & Hy). exists y. split; [exact Hy|].
    assert (Py := element_permutation y Hy).
    apply (same_permutation p); [apply compose_permutation; assumption|apply identity_permutation|]. intros k L.
    rewrite (ap_compose p), (ap_identity p) by assumption. apply (ap_inj p x Px); try assumption.
    { apply ap_range; [exact Py|]. apply ap_range; assumption. }
    rewrite <- (ap_compose p x y) by (try apply ap_range; assumption). rewrite E. apply ap_identity. apply ap_range; assumption.
  Qed.
  Lemma act_back x y X : In x elements -> compose y x = identity_of p -> in_range p X -> act p y (act p x X) = X.
  Proof.
    intros Hx E R. rewrite <- (act_compose p y x X (element_permutation x Hx)), E. apply act_identity. exact R.
  Qed.
  Lemma cover_moved x X : In x elements -> is_cover p X -> is_cover p (act p x X).
  Proof.
    intros Hx C. assert (R := cov_range p X C). fold (how_many_options p) in R.
    destruct (inverse_in x Hx) as (y & Hy & E). apply (cover_back p y); try assumption.
    - apply element_symmetry. exact Hy.
    - apply act_range. apply element_permutation. exact Hx.
    - rewrite (act_back x y X Hx E R). exact C.
  Qed.
End Group.

(* ---------- elements that leave equally many covers as they are ---------- *)
Inductive power (x : list N) : list N -> Prop :=
  | power_one : power x x
  | power_more y : power x y -> power x (compose x y).
(* the powers up to the identity, if there are so many *)
Fixpoint powers (p : problem) (most : list (list N)) (x : PositiveMap.t N) (y : list N) : list (list N) :=
  y :: (if same_list y (identity_of p) then [] else match most with [] => [] | _ :: m => powers p m x (compose_with x y) end).
(* those that have x among their own powers; which ones may have is known *)
Definition generators_like (p : problem) (most : list (list N)) (x : list N) : list (list N) :=
  let all := powers p most (table x) x in
  let order := N.of_nat (length all) in
  map snd (filter (fun ky => (N.gcd (fst ky) order =? 1) && existsb (same_list x) (powers p most (table (snd ky)) (snd ky)))
    (combine (map N.of_nat (seq 1 (length all))) all)).
Lemma powers_in p x most : forall y, power x y -> forall z, In z (powers p most (table x) y) -> power x z.
Proof.
  induction most as [|a most IH]; intros y P z H; cbn [powers] in H; destruct H as [<-|H]; try exact P;
    destruct (same_list y (identity_of p)); try destruct H.
  apply (IH (compose x y)); [constructor; exact P|exact H].
Qed.
Lemma generators_like_in p most x y : In y (generators_like p most x) -> power x y /\ power y x.
Proof.
  unfold generators_like. intro H. apply in_map_iff in H. destruct H as ([k z] & E & H). simpl in E. subst z.
  apply filter_In in H. destruct H as [H H']. apply in_combine_r in H. apply andb_true_iff in H'. destruct H' as [_ H'].
  apply existsb_exists in H'. destruct H' as (z & Hz & E). apply same_list_ok in E. subst z. simpl in Hz.
  split; [apply (powers_in p x most x); [constructor|exact H]|apply (powers_in p y most y); [constructor|exact Hz]].
Qed.
Section Alike.
  Variable p : problem.
  Lemma power_permutation x y : is_permutation p x -> power x y -> is_permutation p y.
  Proof. intros P. induction 1 as [|y _ IH]; [exact P|apply compose_permutation; assumption]. Qed.
  Lemma power_fixed x y X : is_permutation p x -> power x y -> act p x X = X -> act p y X = X.
  Proof.
    intros P W F. induction W as [|y W IH]; [exact F|].
    rewrite act_compose by (apply (power_permutation x); assumption). rewrite IH. exact F.
  Qed.
  Lemma power_counts x y n : is_permutation p x -> power x y -> power y x -> Counts (fixed p x) n -> Counts (fixed p y) n.
  Proof.
    intros P W W'. apply Counts_ext. intro X. unfold fixed. assert (P' := power_permutation x y P W).
    split; intros [C F]; (split; [exact C|]); [apply (power_fixed x)|apply (power_fixed y)]; assumption.
  Qed.
  Lemma conjugate_counts g h x n : neat p -> symmetry p g -> is_permutation p h -> is_permutation p x ->
    (forall X, is_cover p X -> is_cover p (act p g X)) ->
    compose g h = identity_of p -> compose h g = identity_of p ->
    Counts (fixed p x) n -> Counts (fixed p (compose g (compose x h))) n.
  Proof.
    intros T Sg Ph Px Fo Egh Ehg C. assert (Pg : is_permutation p g) by apply Sg.
    assert (Back : forall X, in_range p X -> act p h (act p g X) = X)
      by (intros X R; rewrite <- act_compose, Ehg by assumption; apply act_identity; exact R).
    assert (Forth : forall X, in_range p X -> act p g (act p h X) = X)
      by (intros X R; rewrite <- act_compose, Egh by assumption; apply act_identity; exact R).
    assert (Conj : forall X, in_range p X -> act p (compose g (compose x h)) (act p g X) = act p g (act p x X)).
    { intros X R. rewrite !act_compose by (try apply compose_permutation; assumption). rewrite Back by exact R. reflexivity. }
    assert (Range : forall X, is_cover p X -> in_range p X) by (intros X Cx; exact (cov_range p X Cx)).
    apply (Counts_image (act p g)) in C.
    - eapply Counts_ext; [|exact C]. intro Z. split.
      + intros (X & [CX F] & ->). split; [apply Fo; exact CX|]. rewrite Conj by (apply Range; exact CX). rewrite F. reflexivity.
      + intros [CZ F]. exists (act p h Z). assert (RZ := Range Z CZ).
        assert (RX : in_range p (act p h Z)) by (apply act_range; exact Ph).
        split; [split|symmetry; apply Forth; exact RZ].
        * apply (cover_back p g); try assumption. rewrite Forth by exact RZ. exact CZ.
        * apply (act_inj p g Pg); [apply act_range; exact Px|exact RX|].
          rewrite <- Conj by exact RX. rewrite Forth by exact RZ. exact F.
    - intros X Y [CX _] [CY _]. apply act_inj; try assumption; apply Range; assumption.
  Qed.
End Alike.

(* ---------- the checker ---------- *)
(* A permutation of options, and where items go. *)
Definition generator := (list N * list N)%type.
(* One of a kind: where options and items go, its cycles of options, and which items are kept. *)
Record kind := Kind { moved : list N; its_images : list N; its_cycles : list (list N);
                      its_primary : list N; its_secondary : list N }.
(* the inverse of a permutation; that it is, is looked at *)
Definition inverse_of (p : problem) (g : list N) : list N :=
  map (look 0 (fold_left (fun t kj => PositiveMap.add (N.succ_pos (fst kj)) (snd kj) t) (combine g (indices p)) (PositiveMap.empty _)))
    (indices p).
Definition is_inverse (p : problem) (g h : list N) : bool :=
  same_list (compose g h) (identity_of p) && same_list (compose h g) (identity_of p) &&
  same_list (NumberSort.sort h) (indices p).
Definition conjugates (l : list (PositiveMap.t N * list N)) (x : list N) : list (list N) :=
  let xt := table x in map (fun gh => compose_with (fst gh) (compose_with xt (snd gh))) l.
Lemma conjugates_in p gens x y : In y (conjugates (map (fun g => (table g, inverse_of p g)) gens) x) ->
  exists g, In g gens /\ y = compose g (compose x (inverse_of p g)).
Proof.
  unfold conjugates. rewrite map_map, in_map_iff. intros (g & <- & H). exists g. split; [exact H|reflexivity].
Qed.

Section Checker.
  Variable src : Type.
  (* The next kind, or that there are no more; and how many covers a problem has. *)
  Variable next_kind : src -> option (option kind * src).
  Variable count : problem -> src -> option (N * src).
  Variable p : problem.
  (* 2 to the power of this is more than there are elements *)
  Variable many : nat.
  Section Kinds.
    Variable t : tabled.
    Variable all : reached.
    Variable by_generators : list (PositiveMap.t N * list N).
    Fixpoint kinds (most : list (list N)) (seen : Perms.t) (so_many sum : N) (s : src) : option (N * N * src) :=
      match most, next_kind s with
      | _, Some (None, s1) => Some (so_many, sum, s1)
      | _ :: more, Some (Some k, s1) =>
          if Perms.mem (moved k) (known all) then
            match quotient p t (moved k) (its_images k) (its_cycles k) (its_primary k) (its_secondary k) with
            | Some q =>
                match count q s1 with
                | Some (n, s2) =>
                    let r := run (conjugates by_generators) many
                      (fold_left add_new (generators_like p (done all) (moved k)) (Reached seen [] [])) in
                    let size := N.of_nat (length (done r)) in
                    if match todo r with [] => forallb (fun x => Perms.mem x (known all)) (done r) | _ => false end
                    then kinds more (known r) (so_many + size) (sum + n * size) s2
                    else None
                | None => None
                end
            | None => None
            end
          else None
      | _, _ => None
      end.
  End Kinds.
  (* How many classes of covers there are, and how many elements the group has. *)
  Definition classes (gens : list generator) (s : src) : option (N * N * src) :=
    let t := tables p in
    let g := map fst gens in
    let both := map (fun x => (x, inverse_of p x)) g in
    if tidy p && forallb (fun gi => is_symmetry p t (fst gi) (snd gi)) gens &&
       forallb (fun gh => is_inverse p (fst gh) (snd gh)) both then
      match group many p g with
      | None => None
      | Some all =>
          match kinds t all (map (fun gh => (table (fst gh), snd gh)) both) (done all) Perms.empty 0 0 s with
          | Some (so_many, sum, s') =>
              let order := N.of_nat (length (done all)) in
              if so_many =? order then Some (sum / order, order, s') else None
          | None => None
          end
      end
    else None.
End Checker.

(* ---------- it is right ---------- *)
(* A permutation of options takes one list of them to another. *)
Definition moves (g : list N) (c d : list nat) : Prop := forall k, In k d <-> exists j, In j c /\ nth j g 0 = N.of_nat k.
(* Covers are alike if permutations take one to the other, forwards or backwards, in any number
   of steps. *)
Definition is_moved (p : problem) (gens : list (list N)) (c d : list nat) : Prop :=
  covers p c /\ covers p d /\ exists g, In g gens /\ moves g c d.
Definition alike (p : problem) (gens : list (list N)) : list nat -> list nat -> Prop :=
  clos_refl_sym_trans (list nat) (is_moved p gens).

Section Right.
  Variable src : Type.
  Variable next_kind : src -> option (option kind * src).
  Variable count : problem -> src -> option (N * src).
  Hypothesis count_ok : forall q s n s', count q s = Some (n, s') -> Counts (is_cover q) n.
  Variable p : problem.
  Hypothesis T : tidy p = true.
  Variable many : nat.
  Variable gens : list (list N).
  Hypothesis Gens : forall g, In g gens -> symmetry p g.
  Hypothesis Inverses : forall g, In g gens -> is_inverse p g (inverse_of p g) = true.
  Variable all : reached.
  Hypothesis made : group many p gens = Some all.
  Notation elements := (done all).
  Notation N' := (tidy_neat p T).

  Definition leaves_of (C : list N) (g : list N) : nat := how_many (fun X => act p g X =? X) C.
  Lemma leaves_counted C g n : NoDup C -> (forall X, In X C <-> is_cover p X) -> Counts (fixed p g) n -> N.of_nat (leaves_of C g) = n.
  Proof.
    intros D I H. apply (Counts_unique (fixed p g)); [|exact H]. exists (filter (fun X => act p g X =? X) C).
    split; [apply NoDup_filter; exact D|]. split; [|reflexivity]. intro X. rewrite filter_In, I, N.eqb_eq. reflexivity.
  Qed.
  (* what was met so far: M *)
  Record so_far (M : list (list N)) (seen : Perms.t) (so_many sum : N) : Prop := {
    far_known : forall x, Perms.In x seen <-> In x M;
    far_nodup : NoDup M;
    far_in : incl M elements;
    far_met : so_many = N.of_nat (length M);
    far_counts : forall x, In x M -> exists n, Counts (fixed p x) n;
    far_sum : forall C, NoDup C -> (forall X, In X C <-> is_cover p X) -> sum = N.of_nat (Burnside.sum (leaves_of C) M) }.
  Lemma sum_app {A} (f : A -> nat) l l' : Burnside.sum f (l ++ l') = (Burnside.sum f l + Burnside.sum f l')%nat.
  Proof. unfold Burnside.sum. induction l as [|x l IH]; [reflexivity|]. simpl. simpl in IH. lia. Qed.
  Lemma sum_same {A} (f : A -> nat) l n : (forall x, In x l -> f x = n) -> Burnside.sum f l = (n * length l)%nat.
  Proof.
    unfold Burnside.sum. induction l as [|x l IH]; intro H; [simpl; lia|]. cbn [map list_sum fold_right length].
    fold (list_sum (map f l)). rewrite IH by (intros y Hy; apply H; right; exact Hy). rewrite (H x) by (left; reflexivity). lia.
  Qed.

  Notation inverses := (map (fun g => (table g, inverse_of p g)) gens).
  Lemma kinds_sound most : forall M seen so_many sum s so_many' sum' s', so_far M seen so_many sum ->
    kinds src next_kind count p many (tables p) all inverses most seen so_many sum s = Some (so_many', sum', s') ->
    exists M' seen', so_far M' seen' so_many' sum'.
  Proof.
    induction most as [|m most IH]; intros M seen so_many sum s so_many' sum' s' F H; cbn [kinds] in H.
    { destruct (next_kind s) as [[[k|] s1]|]; try discriminate. inversion H; subst. eauto. }
    destruct (next_kind s) as [[[k|] s1]|]; try discriminate; [|inversion H; subst; eauto].
    destruct (Perms.mem (moved k) _) eqn:Ik; [|discriminate].
    destruct (quotient _ _ _ _ _ _ _) as [q|] eqn:Q; [|discriminate].
    destruct (count q s1) as [[n s2]|] eqn:Cq; [|discriminate]. cbv zeta in H.
    set (r := run _ many _) in H. destruct (match todo r with [] => _ | _ => false end) eqn:Ok; [|discriminate].
    destruct (todo r) eqn:To; [|discriminate]. rewrite forallb_forall in Ok.
    assert (Ei : forall x, In x (done r) -> In x elements).
    { intros x Hx. apply (known_elements p gens all many made). apply Perms.mem_spec. apply Ok. exact Hx. }
    destruct (quotient_right _ _ _ _ _ _ _ n T Q (count_ok _ _ _ _ Cq)) as [Sk Ck].
    assert (Pk : is_permutation p (moved k)) by apply Sk.
    set (Qx := fun x => is_permutation p x /\ Counts (fixed p x) n).
    destruct F as [Fk Fd Fi Fm Fc Fs].
    assert (S : sound Qx M r).
    { apply run_sound.
      - intros x [Px Cx] y Hy. apply conjugates_in in Hy. destruct Hy as (g & Hg & ->).
        assert (Iv := Inverses g Hg). unfold is_inverse in Iv. apply andb_true_iff in Iv. destruct Iv as [Iv Pi].
        apply andb_true_iff in Iv. rewrite !same_list_ok in Iv. destruct Iv as [I1 I2]. apply sorted_permuted in Pi.
        assert (Sg := Gens g Hg). assert (Pg : is_permutation p g) by apply Sg.
        split; [repeat apply compose_permutation; assumption|].
        apply conjugate_counts; try assumption; try exact N'.
        intros X CX. apply (cover_moved p N' gens Gens all many made); [|exact CX].
        apply (generator_in p gens Gens all many made); exact Hg.
      - apply adds_sound.
        + intros x Hx. apply generators_like_in in Hx. destruct Hx as [W W'].
          split; [apply (power_permutation p (moved k)); assumption|apply (power_counts p (moved k)); assumption].
        + split; unfold met; cbn [known todo done app].
          * intro x. rewrite Fk. simpl. tauto.
          * constructor.
          * intros x [].
          * intros x []. }
    destruct S as [Sk' Sd Sn SQ]. unfold met in *. rewrite To in *. cbn [app] in *.
    apply (IH (done r ++ M)) in H; [exact H|]. split.
    - intro x. rewrite Sk', in_app_iff. tauto.
    - apply NoDup_app_disj; assumption.
    - intros x Hx. apply in_app_iff in Hx. destruct Hx; auto.
    - rewrite Fm, app_length. lia.
    - intros x Hx. apply in_app_iff in Hx. destruct Hx as [Hx|Hx]; [|apply Fc; exact Hx]. exists n. apply SQ. exact Hx.
    - intros C D I. rewrite (Fs C D I), sum_app, (sum_same _ (done r) (N.to_nat n)).
      + lia.
      + intros x Hx. rewrite <- (leaves_counted C x n D I) by (apply SQ; exact Hx). lia.
  Qed.

  Notation like := (Burnside.like (list N) N (act p) elements).
  Notation as_list := (to_list (length (opts p))).
  Lemma like_of_moved X Y g : is_cover p X -> is_cover p Y -> In g gens -> moves g (as_list X) (as_list Y) -> act p g X = Y.
  Proof.
    intros CX CY Hg M. assert (RX := cov_range p X CX). assert (RY := cov_range p Y CY).
    assert (Pg : is_permutation p g) by apply (Gens g Hg). apply mem_ext. intro k. rewrite mem_act.
    specialize (M (N.to_nat k)). rewrite in_to_list in M. rewrite N2Nat.id in M. split.
    - intros (j & L & Mj & <-). apply M. exists (N.to_nat j). rewrite in_to_list, N2Nat.id.
      unfold how_many_options in L. split; [split; [lia|exact Mj]|]. reflexivity.
    - intro Mk. destruct (proj1 M) as (j & Hj & E); [split; [specialize (RY k Mk); lia|exact Mk]|].
      apply in_to_list in Hj. exists (N.of_nat j). unfold how_many_options, ap. rewrite Nat2N.id. split; [lia|]. tauto.
  Qed.
  Lemma moved_step X g : is_cover p X -> In g gens -> is_moved p gens (as_list X) (as_list (act p g X)).
  Proof.
    intros CX Hg. assert (Ig : In g elements) by (apply (generator_in p gens Gens all many made); exact Hg).
    assert (CY : is_cover p (act p g X)) by (apply (cover_moved p N' gens Gens all many made); assumption).
    split; [apply covers_iff; eauto|]. split; [apply covers_iff; eauto|]. exists g. split; [exact Hg|]. intro k.
    assert (RY := cov_range p _ CY). rewrite in_to_list, mem_act. split.
    - intros (L & j & Lj & Mj & E). exists (N.to_nat j). rewrite in_to_list, N2Nat.id.
      unfold how_many_options in Lj. split; [split; [lia|exact Mj]|]. exact E.
    - intros (j & Hj & E). apply in_to_list in Hj. destruct Hj as [Lj Mj].
      assert (Mk : mem (N.of_nat k) (act p g X)).
      { apply mem_act. exists (N.of_nat j). unfold how_many_options, ap. rewrite Nat2N.id. split; [lia|auto]. }
      split; [specialize (RY _ Mk); lia|]. apply mem_act in Mk. exact Mk.
  Qed.
  Lemma like_alike X Y : is_cover p X -> like X Y -> alike p gens (as_list X) (as_list Y).
  Proof.
    intros CX (x & Hx & <-). apply (in_elements p gens all many made) in Hx.
    induction Hx as [|g x Hg Hx IH].
    - rewrite act_identity by exact (cov_range p X CX). apply rst_refl.
    - assert (Sx := product_symmetry p gens Gens x Hx). rewrite act_compose by apply Sx.
      eapply rst_trans; [exact IH|]. apply rst_step. apply moved_step; [|exact Hg].
      apply (cover_moved p N' gens Gens all many made); [|exact CX]. apply (in_elements p gens all many made). exact Hx.
  Qed.

  Variable C : list N.
  Hypothesis C_nodup : NoDup C.
  Hypothesis C_covers : forall X, In X C <-> is_cover p X.
  Lemma acts_on : forall g x, In g elements -> In x C -> In (act p g x) C.
  Proof. intros g x Hg Hx. apply C_covers. apply C_covers in Hx. apply (cover_moved p N' gens Gens all many made); assumption. Qed.
  Lemma composed g h x : In g elements -> In h elements -> In x C -> act p (compose g h) x = act p g (act p h x).
  Proof. intros _ Hh _. apply act_compose. apply (element_permutation p gens Gens all many made). exact Hh. Qed.
  Lemma identity_acts : exists e, In e elements /\ forall x, In x C -> act p e x = x.
  Proof.
    exists (identity_of p). split; [apply (identity_in p gens all many made)|]. intros X HX. apply C_covers in HX.
    apply act_identity. exact (cov_range p X HX).
  Qed.
  Lemma inverse_acts g : In g elements -> exists h, In h elements /\ forall x, In x C -> act p h (act p g x) = x.
  Proof.
    intro Hg. destruct (inverse_in p gens Gens all many made g Hg) as (h & Hh & E). exists h. split; [exact Hh|].
    intros X HX. apply C_covers in HX. apply (act_back p gens Gens all many made g h X Hg E). exact (cov_range p X HX).
  Qed.
  Lemma alike_like X c d : alike p gens c d -> is_cover p X -> c = as_list X -> exists Y, is_cover p Y /\ d = as_list Y /\ like X Y.
  Proof.
    intro A. assert (G : c = d \/ exists X Y, is_cover p X /\ is_cover p Y /\ c = as_list X /\ d = as_list Y /\ like X Y).
    { induction A as [c d (Hc & Hd & g & Hg & M)|c|c d _ IH|c d e _ IH _ IH'].
      - right. apply covers_iff in Hc, Hd. destruct Hc as (Z & HZ & ->), Hd as (Y & HY & ->). exists Z, Y.
        split; [exact HZ|]. split; [exact HY|]. split; [reflexivity|]. split; [reflexivity|]. exists g.
        split; [apply (generator_in p gens Gens all many made); exact Hg|apply like_of_moved; assumption].
      - left. reflexivity.
      - destruct IH as [->|(Z & Y & HZ & HY & -> & -> & L)]; [left; reflexivity|]. right. exists Y, Z.
        repeat (split; [solve [assumption|reflexivity]|]).
        apply (like_sym _ _ _ _ C inverse_acts); [apply C_covers; exact HZ|exact L].
      - destruct IH as [->|(Z & Y & HZ & HY & -> & -> & L)]; [exact IH'|].
        destruct IH' as [<-|(Y' & W & HY' & HW & E & -> & L')]; right.
        + exists Z, Y. auto.
        + apply to_list_inj in E; try assumption. subst Y'. exists Z, W.
          repeat (split; [solve [assumption|reflexivity]|]).
          apply (like_trans _ _ _ _ _ C (compose_in p gens Gens all many made) composed Z Y W); try assumption.
          apply C_covers. exact HZ. }
    intros HX ->. destruct G as [<-|(Z & Y & HZ & HY & E & -> & L)].
    - exists X. split; [exact HX|]. split; [reflexivity|].
      apply (like_refl _ _ _ _ C identity_acts). apply C_covers. exact HX.
    - apply to_list_inj in E; try assumption. subst Z. eauto.
  Qed.
  Lemma one_of_each : exists L, NoDup L /\ (forall c, In c L -> covers p c) /\
    (forall c, covers p c -> exists! d, In d L /\ alike p gens d c) /\
    Burnside.sum (leaves_of C) elements = (length elements * length L)%nat.
  Proof.
    destruct (burnside (list N) N N.eqb N.eqb_eq (act p) compose elements (elements_nodup p gens all many made)
      C acts_on (compose_in p gens Gens all many made) composed
      (fun g h k => compose_inj p gens Gens all many made g h k) identity_acts inverse_acts C_nodup) as (L & D & I & U & S).
    exists (map as_list L). split; [|split; [|split]].
    - apply NoDup_map_inj; [|exact D]. intros X Y HX HY. apply to_list_inj; apply C_covers, I; assumption.
    - intros c Hc. apply in_map_iff in Hc. destruct Hc as (X & <- & HX). apply covers_iff. exists X. split; [apply C_covers, I, HX|reflexivity].
    - intros c Hc. apply covers_iff in Hc. destruct Hc as (X & HX & ->). destruct (U X) as (Y & (HY & LY) & Uy); [apply C_covers; exact HX|].
      exists (as_list Y). split.
      + split; [apply in_map; exact HY|]. apply like_alike; [apply C_covers, I, HY|exact LY].
      + intros d (Hd & A). apply in_map_iff in Hd. destruct Hd as (Z & <- & HZ). f_equal. apply Uy. split; [exact HZ|].
        assert (CZ : is_cover p Z) by (apply C_covers, I, HZ).
        destruct (alike_like Z _ _ A CZ eq_refl) as (X' & HX' & E & L'). apply to_list_inj in E; try assumption. subst X'. exact L'.
    - rewrite map_length. exact S.
  Qed.
End Right.

(* "The covers are n, up to the group that these permutations generate, which has so many
   elements": each of the permutations is a symmetry of the problem, the products of them are so
   many, and there is a list of n covers, none of them twice, such that each cover is alike to
   exactly one of them. *)
Definition up_to (p : problem) (gens : list (list N)) (order n : N) : Prop :=
  (forall g, In g gens -> symmetry p g) /\
  (exists E, NoDup E /\ (forall x, In x E <-> product p gens x) /\ N.of_nat (length E) = order) /\
  exists L, NoDup L /\ (forall c, In c L -> covers p c) /\
    (forall c, covers p c -> exists! d, In d L /\ alike p gens d c) /\ N.of_nat (length L) = n.
Theorem classes_right src next_kind count (count_ok : forall q s n s', count q s = Some (n, s') -> Counts (is_cover q) n)
    p many gens s n order s' :
  classes src next_kind count p many gens s = Some (n, order, s') -> up_to p (map fst gens) order n.
Proof.
  unfold classes, up_to. destruct (tidy p) eqn:T; [|discriminate]. cbn [andb].
  destruct (forallb (fun gi => is_symmetry p (tables p) (fst gi) (snd gi)) gens) eqn:Sy; [|discriminate]. cbn [andb].
  destruct (forallb _ (map _ (map fst gens))) eqn:Iv; [|discriminate].
  destruct (group many p (map fst gens)) as [all|] eqn:Gr; [|discriminate].
  destruct (kinds _ _ _ _ _ _ _ _ _ _ _ _ _) as [[[so_many sum] s1]|] eqn:K; [|discriminate].
  destruct (N.eqb_spec so_many (N.of_nat (length (done all)))) as [Em|]; [|discriminate]. intro H. inversion H; subst n order s1. clear H.
  assert (Gens : forall g, In g (map fst gens) -> symmetry p g).
  { rewrite forallb_forall in Sy. intros g Hg. apply in_map_iff in Hg. destruct Hg as ([g' i] & <- & Hg).
    apply (is_symmetry_symmetry p g' i). apply (Sy _ Hg). }
  assert (Inv : forall g, In g (map fst gens) -> is_inverse p g (inverse_of p g) = true).
  { rewrite forallb_forall in Iv. intros g Hg. apply (Iv (g, inverse_of p g)). apply in_map_iff. eauto. }
  rewrite map_map in K. cbn [fst snd] in K.
  apply (kinds_sound src next_kind count count_ok p T many (map fst gens) Gens Inv all Gr (done all) []) in K.
  2:{ split.
      - intro x. split; [intro Hx; destruct (Perms.empty_spec Hx)|intros []].
      - constructor.
      - intros x [].
      - reflexivity.
      - intros x [].
      - intros C _ _. reflexivity. }
  destruct K as (M & seen & [_ Md Mi Mm Mc Ms]).
  assert (Perm : Permutation M (done all)) by (apply NoDup_Permutation_bis; [exact Md|lia|exact Mi]).
  assert (Iid := identity_in p (map fst gens) all many Gr).
  destruct (Mc (identity_of p)) as (n0 & C & DC & IC & _); [apply (Permutation_in _ (Permutation_sym Perm)); exact Iid|].
  assert (Cov : forall X, In X C <-> is_cover p X).
  { intro X. rewrite IC. unfold fixed. split; [tauto|]. intro CX. split; [exact CX|]. apply act_identity. exact (cov_range p X CX). }
  split; [exact Gens|]. split.
  - exists (done all). split; [apply (elements_nodup p (map fst gens) all many Gr)|].
    split; [apply (in_elements p (map fst gens) all many Gr)|reflexivity].
  - destruct (one_of_each p T many (map fst gens) Gens all Gr C DC Cov) as (L & DL & IL & UL & SL).
    exists L. split; [exact DL|]. split; [exact IL|]. split; [exact UL|].
    rewrite (Ms C DC Cov). assert (Es : Burnside.sum (leaves_of p C) M = Burnside.sum (leaves_of p C) (done all)).
    { unfold Burnside.sum. clear - Perm. induction Perm; simpl; lia. }
    rewrite Es, SL, Nat2N.inj_mul, N.mul_comm, N.div_mul; [reflexivity|].
    destruct (done all); [destruct Iid|]. simpl. lia.
Qed.

(* With the counts of the walk over binary numbers, which has a source for each quotient. *)
Definition count_classes {src} next_kind next p many gens (s : src) : option (N * N * src) :=
  classes src next_kind (fun q s => Counter.walk (src := src) (next s) tt q s) p many gens s.
Theorem count_classes_right src next_kind next p many gens s n order s' :
  count_classes (src := src) next_kind next p many gens s = Some (n, order, s') -> up_to p (map fst gens) order n.
Proof. apply classes_right. intros q s1 m s2 H. apply Counter.walk_sound in H. exact H. Qed.
