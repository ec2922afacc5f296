(* Sets of numbers as bits, what it means that exactly n sets have a property, and the
   equations behind Algorithm X: the number of covers of a state is 1 if nothing is left
   to cover; the sum over the options of an item; the product over parts that have
   nothing to do with each other. An option is what it needs and what it takes away.

   Read the statements of [Counts], [Sol], [terminal], [branch] and [parts]; the
   proofs are for Coq. No axioms. *)
Require Import Arith NArith List Lia Bool.
Import ListNotations.
Local Open Scope N_scope.

Definition mem (i s : N) : Prop := N.testbit s i = true.
Definition sub a b := forall i, mem i a -> mem i b.
Definition disj a b := forall i, mem i a -> mem i b -> False.
Definition subb a b : bool := N.land a b =? a.

Lemma mem_ext a b : (forall i, mem i a <-> mem i b) -> a = b.
Proof.
  intro H. apply N.bits_inj. intro i. specialize (H i). unfold mem in H.
  destruct (N.testbit a i), (N.testbit b i); try reflexivity; destruct H as [H1 H2];
  [ rewrite H1 by reflexivity | rewrite H2 by reflexivity ]; reflexivity.
Qed.

Lemma mem_lor i a b : mem i (N.lor a b) <-> mem i a \/ mem i b.
Proof. unfold mem. rewrite N.lor_spec. apply orb_true_iff. Qed.
Lemma mem_land i a b : mem i (N.land a b) <-> mem i a /\ mem i b.
Proof. unfold mem. rewrite N.land_spec. apply andb_true_iff. Qed.
Lemma mem_ldiff i a b : mem i (N.ldiff a b) <-> mem i a /\ ~ mem i b.
Proof.
  unfold mem. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff.
  destruct (N.testbit b i); intuition congruence.
Qed.
Lemma mem_setbit i s k : mem i (N.setbit s k) <-> i = k \/ mem i s.
Proof. unfold mem. rewrite N.setbit_iff. intuition congruence. Qed.
Lemma setbit_inj k x y : ~ mem k x -> ~ mem k y -> N.setbit x k = N.setbit y k -> x = y.
Proof.
  intros Nx Ny E. apply mem_ext. intro j.
  generalize (mem_setbit j x k), (mem_setbit j y k). rewrite E. intros E1 E2.
  destruct (N.eq_dec j k) as [->|]; tauto.
Qed.
Lemma mem_clearbit i s k : mem i (N.clearbit s k) <-> mem i s /\ i <> k.
Proof.
  unfold mem. destruct (N.eq_dec k i) as [->|n].
  - rewrite N.clearbit_eq. intuition congruence.
  - rewrite N.clearbit_neq by assumption. intuition congruence.
Qed.
Lemma mem_0 i : ~ mem i 0.
Proof. unfold mem. rewrite N.bits_0. discriminate. Qed.
Lemma mem_dec i s : {mem i s} + {~ mem i s}.
Proof. unfold mem. destruct (N.testbit s i); [left|right]; congruence. Qed.
Lemma subb_ok a b : subb a b = true <-> sub a b.
Proof.
  unfold subb. rewrite N.eqb_eq. split.
  - intros H i Hi. rewrite <- H in Hi. apply mem_land in Hi. tauto.
  - intros H. apply mem_ext. intro i. rewrite mem_land. specialize (H i). tauto.
Qed.
Lemma land0_ok a b : (N.land a b =? 0) = true <-> disj a b.
Proof.
  rewrite N.eqb_eq. split.
  - intros H i Ha Hb. apply (mem_0 i). rewrite <- H. apply mem_land. tauto.
  - intro H. apply mem_ext. intro i. rewrite mem_land. split.
    + intros [Ha Hb]. destruct (H i Ha Hb).
    + intro Hc. destruct (mem_0 i Hc).
Qed.

(* ---------- counting ---------- *)
(* [Counts Q n]: exactly n sets X satisfy Q *)
Definition Counts (Q : N -> Prop) (n : N) : Prop :=
  exists l : list N, NoDup l /\ (forall X, In X l <-> Q X) /\ N.of_nat (length l) = n.

Lemma Counts_ext Q Q' n : (forall X, Q X <-> Q' X) -> Counts Q n -> Counts Q' n.
Proof.
  intros H (l & A & B & C). exists l. split; [assumption|]. split; [|assumption].
  intro X. rewrite B. apply H.
Qed.
Lemma Counts_none Q : (forall X, ~ Q X) -> Counts Q 0.
Proof.
  intro H. exists []. split; [constructor|]. split; [|reflexivity].
  intro X. specialize (H X). simpl. tauto.
Qed.
Lemma Counts_one Q x : (forall X, Q X <-> X = x) -> Counts Q 1.
Proof.
  intro H. exists [x]. split; [repeat constructor; simpl; tauto|]. split; [|reflexivity].
  intro X. rewrite H. simpl. intuition congruence.
Qed.
Lemma NoDup_app_disj {A} (l l' : list A) :
  NoDup l -> NoDup l' -> (forall x, In x l -> In x l' -> False) -> NoDup (l ++ l').
Proof.
  induction 1 as [|x l Hx Hl IH]; simpl; intros H' D; [assumption|].
  constructor.
  - rewrite in_app_iff. intros [K|K]; [tauto|]. apply (D x); simpl; tauto.
  - apply IH; [assumption|]. intros y Hy. apply D. simpl. tauto.
Qed.
Lemma NoDup_map_inj {A B} (f : A -> B) l :
  (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup l -> NoDup (map f l).
Proof.
  intros I H. induction H as [|x l Hx Hl IH]; simpl; constructor.
  - rewrite in_map_iff. intros (y & E & Hy). apply Hx.
    rewrite (I x y); simpl; auto.
  - apply IH. intros y z Hy Hz. apply I; simpl; tauto.
Qed.
Lemma NoDup_prod {A B} (l : list A) (l' : list B) :
  NoDup l -> NoDup l' -> NoDup (list_prod l l').
Proof.
  intros H H'. induction H as [|x l Hx Hl IH]; simpl; [constructor|].
  apply NoDup_app_disj; [|assumption|].
  - apply NoDup_map_inj; [congruence|assumption].
  - intros [u v] Hu Hv. apply in_map_iff in Hu. destruct Hu as (w & E & _). inversion E; subst.
    apply in_prod_iff in Hv. tauto.
Qed.
Lemma Counts_union (Q R : N -> Prop) (a b : N) :
  (forall X, Q X -> R X -> False) -> Counts Q a -> Counts R b ->
  Counts (fun X => Q X \/ R X) (a + b).
Proof.
  intros D (l & A & B & C) (l' & A' & B' & C'). exists (l ++ l'). split.
  - apply NoDup_app_disj; try assumption. intros X HX HX'. apply (D X); [apply B|apply B']; assumption.
  - split; [intro X; rewrite in_app_iff, B, B'; tauto|].
    rewrite app_length, Nat2N.inj_add. congruence.
Qed.
Lemma Counts_image (f : N -> N) (Q : N -> Prop) n :
  (forall x y, Q x -> Q y -> f x = f y -> x = y) -> Counts Q n ->
  Counts (fun X => exists Y, Q Y /\ X = f Y) n.
Proof.
  intros I (l & A & B & C). exists (map f l). split.
  - apply NoDup_map_inj; [|assumption]. intros x y Hx Hy. apply I; apply B; assumption.
  - split; [|rewrite map_length; assumption].
    intro X. rewrite in_map_iff. split; intros (Y & E & F); exists Y; split; auto; apply B; assumption.
Qed.
Lemma Counts_prod (f : N -> N -> N) (Q R : N -> Prop) (a b : N) :
  (forall x y x' y', Q x -> R y -> Q x' -> R y' -> f x y = f x' y' -> x = x' /\ y = y') ->
  Counts Q a -> Counts R b ->
  Counts (fun X => exists Y Z, Q Y /\ R Z /\ X = f Y Z) (a * b).
Proof.
  intros I (l & A & B & C) (l' & A' & B' & C').
  exists (map (fun q => f (fst q) (snd q)) (list_prod l l')). split.
  - apply NoDup_map_inj; [|apply NoDup_prod; assumption].
    intros [x y] [x' y'] Hx Hy E. apply in_prod_iff in Hx, Hy.
    rewrite B, B' in Hx. rewrite B, B' in Hy. simpl in E.
    destruct (I x y x' y'); try tauto. congruence.
  - split.
    + intro X. rewrite in_map_iff. split.
      * intros ([x y] & E & H). apply in_prod_iff in H. rewrite B, B' in H.
        exists x, y. simpl in E. intuition congruence.
      * intros (x & y & H & H' & E). exists (x, y). split; [symmetry; assumption|].
        apply in_prod_iff. rewrite B, B'. tauto.
    + rewrite map_length, prod_length, Nat2N.inj_mul. congruence.
Qed.
Lemma Counts_unique (Q : N -> Prop) (a b : N) : Counts Q a -> Counts Q b -> a = b.
Proof.
  intros (l & A & B & C) (l' & A' & B' & C'). subst. f_equal.
  apply Nat.le_antisymm; apply NoDup_incl_length; try assumption; intros x Hx.
  - apply B'. apply B. assumption.
  - apply B. apply B'. assumption.
Qed.

(* ---------- Algorithm X equations ---------- *)
Section Core.
  Variable V : N -> Prop.              (* valid option indices *)
  Variables need kill : N -> N.        (* what an option needs free / makes unavailable *)
  Variable P : N.                      (* primary items *)
  Hypothesis sym : forall k k', V k -> V k' -> disj (need k) (kill k') -> disj (need k') (kill k).
  Hypothesis prim : forall k i, V k -> mem i P -> (mem i (need k) <-> mem i (kill k)).

  Record Sol (S X : N) : Prop := {
    sol_fit  : forall k, mem k X -> V k /\ sub (need k) S;
    sol_disj : forall k k', mem k X -> mem k' X -> k <> k' -> disj (need k) (kill k');
    sol_cov  : forall i, mem i S -> mem i P -> exists k, mem k X /\ mem i (need k) }.

  (* Nothing is left to cover, and no option fits: the empty cover, and no other. *)
  Lemma terminal S : disj S P -> (forall k, V k -> sub (need k) S -> False) ->
    forall X, Sol S X <-> X = 0.
  Proof.
    intros D NF X. split.
    - intros [F _ _]. apply mem_ext. intro k. split; intro Hk; exfalso.
      + destruct (F k Hk) as [Vk Sk]. apply (NF k); assumption.
      + apply (mem_0 k Hk).
    - intros ->. split.
      + intros k H. destruct (mem_0 k H).
      + intros k k' H. destruct (mem_0 k H).
      + intros i H H'. destruct (D i H H').
  Qed.

  (* The covers of a state that have the option k are those of the state that is left when
     it is taken, and k. The bit i stands for something that only one option can have. *)
  Lemma taken S i k : mem i (need k) -> mem i (kill k) ->
    forall Y, Sol (N.ldiff S (kill k)) Y -> ~ mem k Y.
  Proof.
    intros Ni Ki Y [F _ _] Hk. destruct (F k Hk) as [_ G]. specialize (G i Ni).
    apply mem_ldiff in G. tauto.
  Qed.
  Lemma branch S i k : V k -> sub (need k) S -> mem i (need k) -> mem i (kill k) ->
    forall X, (Sol S X /\ mem k X) <->
              (exists Y, Sol (N.ldiff S (kill k)) Y /\ X = N.setbit Y k).
  Proof.
    intros Vk Sk Ni Ki. assert (NI := taken S i k Ni Ki).
    intro X. symmetry. split.
    - intros (Y & HY & ->). specialize (NI Y HY). destruct HY as [F D C]. split.
      2:{ apply mem_setbit. tauto. }
      assert (DK : forall k', mem k' Y -> disj (need k') (kill k)).
      { intros k' Hk' j Hj Hj'. destruct (F k' Hk') as [_ G]. specialize (G j Hj).
        apply mem_ldiff in G. tauto. }
      split.
      + intros k' Hk'. apply mem_setbit in Hk'. destruct Hk' as [->|Hk']; [tauto|].
        destruct (F k' Hk') as [Vk' G]. split; [assumption|].
        intros j Hj. specialize (G j Hj). apply mem_ldiff in G. tauto.
      + intros a b Ha Hb Hab. apply mem_setbit in Ha, Hb.
        destruct Ha as [->|Ha], Hb as [->|Hb]; try congruence; auto.
        apply sym; auto; apply F; assumption.
      + intros j Hj Pj. destruct (mem_dec j (kill k)) as [K|K].
        * exists k. rewrite mem_setbit. split; [tauto|]. apply prim; assumption.
        * destruct (C j) as (k' & Hk' & Nk'); [apply mem_ldiff; tauto|assumption|].
          exists k'. rewrite mem_setbit. tauto.
    - intros [[F D C] Hk]. exists (N.clearbit X k). split.
      2:{ apply mem_ext. intro j. rewrite mem_setbit, mem_clearbit.
          destruct (N.eq_dec j k) as [->|]; tauto. }
      split.
      + intros k' Hk'. apply mem_clearbit in Hk'. destruct Hk' as [Hk' NE].
        destruct (F k' Hk') as [Vk' G]. split; [assumption|].
        intros j Hj. apply mem_ldiff. split; [auto|]. intro Kj. apply (D k' k Hk' Hk NE j Hj Kj).
      + intros a b Ha Hb. apply mem_clearbit in Ha, Hb. apply D; tauto.
      + intros j Hj Pj. apply mem_ldiff in Hj. destruct Hj as [Hj Kj].
        destruct (C j Hj Pj) as (k' & Hk' & Nk'). exists k'. split; [|assumption].
        apply mem_clearbit. split; [assumption|]. intros ->. apply Kj. apply prim; assumption.
  Qed.

  (* two options with a common primary item exclude one another *)
  Lemma clash S X i k k' : Sol S X -> mem k X -> mem k' X -> mem i P ->
    mem i (need k) -> mem i (need k') -> k = k'.
  Proof.
    intros [F D _] Hk Hk' Pi Ni Ni'. destruct (N.eq_dec k k') as [|NE]; [assumption|].
    destruct (D k k' Hk Hk' NE i Ni). apply prim; auto. apply F. assumption.
  Qed.

  (* Parts that have nothing to do with each other: the covers are those of the one part
     united with those of the other. They may share what an option needs, if no option of one
     part takes a bit of the other. *)
  Section Parts.
    Variables S A B : N.
    Hypothesis SA : sub A S.
    Hypothesis SB : sub B S.
    Hypothesis DP : forall i, mem i P -> mem i A -> mem i B -> False.
    Hypothesis CP : forall i, mem i S -> mem i P -> mem i A \/ mem i B.
    Hypothesis private : forall k, V k -> exists i, mem i (need k) /\ mem i (kill k).
    Hypothesis side : forall k, V k -> sub (need k) S ->
      (sub (need k) A /\ disj (kill k) B) \/ (sub (need k) B /\ disj (kill k) A).
    Lemma one_part k : V k -> sub (need k) A -> sub (need k) B -> False.
    Proof.
      intros Vk Ka Kb. destruct (private k Vk) as (i & Ni & Ki).
      destruct (side k Vk) as [[_ D]|[_ D]]; [intros j Hj; auto|apply (D i Ki (Kb i Ni))|apply (D i Ki (Ka i Ni))].
    Qed.
    Lemma parts_disj Y Z : Sol A Y -> Sol B Z -> disj Y Z.
    Proof.
      intros HY HZ k Hk Hk'. destruct (sol_fit _ _ HY k Hk), (sol_fit _ _ HZ k Hk').
      apply (one_part k); assumption.
    Qed.
    Lemma parts_inj x y x' y' : Sol A x -> Sol B y -> Sol A x' -> Sol B y' ->
      N.lor x y = N.lor x' y' -> x = x' /\ y = y'.
    Proof.
      assert (half : forall x y x' y', Sol A x -> Sol B y -> Sol A x' -> Sol B y' ->
                N.lor x y = N.lor x' y' -> forall k, (mem k x -> mem k x') /\ (mem k y -> mem k y')).
      { clear x y x' y'. intros x y x' y' Hx Hy Hx' Hy' E k.
        generalize (mem_lor k x y), (mem_lor k x' y'). rewrite E. intros E1 E2.
        generalize (parts_disj x y' Hx Hy' k), (parts_disj x' y Hx' Hy k). tauto. }
      intros Hx Hy Hx' Hy' E.
      split; apply mem_ext; intro k;
      destruct (half x y x' y' Hx Hy Hx' Hy' E k); destruct (half x' y' x y Hx' Hy' Hx Hy (eq_sym E) k); tauto.
    Qed.
    Lemma parts X : Sol S X <-> (exists Y Z, Sol A Y /\ Sol B Z /\ X = N.lor Y Z).
    Proof.
    assert (NB := one_part).
    symmetry. split.
    - intros (Y & Z & HY & HZ & ->).
      assert (KY : forall k, mem k Y -> V k /\ sub (need k) A /\ disj (kill k) B).
      { intros k Hk. destruct (sol_fit _ _ HY k Hk) as [Vk Ka]. split; [assumption|]. split; [assumption|].
        destruct (side k Vk) as [?|[Kb _]]; [intros j Hj; auto|tauto|]. destruct (NB k Vk Ka Kb). }
      assert (KZ : forall k, mem k Z -> V k /\ sub (need k) B /\ disj (kill k) A).
      { intros k Hk. destruct (sol_fit _ _ HZ k Hk) as [Vk Kb]. split; [assumption|]. split; [assumption|].
        destruct (side k Vk) as [[Ka _]|?]; [intros j Hj; auto| |tauto]. destruct (NB k Vk Ka Kb). }
      split.
      + intros k Hk. apply mem_lor in Hk. destruct Hk as [Hk|Hk].
        * destruct (KY k Hk) as (? & ? & _). split; [assumption|intros j Hj; auto].
        * destruct (KZ k Hk) as (? & ? & _). split; [assumption|intros j Hj; auto].
      + intros k k' Hk Hk' NE. apply mem_lor in Hk, Hk'. destruct Hk as [Hk|Hk], Hk' as [Hk'|Hk'].
        * apply (sol_disj _ _ HY); assumption.
        * intros j Hj Hj'. destruct (KZ k' Hk') as (_ & _ & D). apply (D j Hj'). apply (KY k Hk). assumption.
        * intros j Hj Hj'. destruct (KY k' Hk') as (_ & _ & D). apply (D j Hj'). apply (KZ k Hk). assumption.
        * apply (sol_disj _ _ HZ); assumption.
      + intros i Si Pi. destruct (CP i Si Pi) as [Ai|Bi].
        * destruct (sol_cov _ _ HY i Ai Pi) as (k & Hk & Nk). exists k. rewrite mem_lor. tauto.
        * destruct (sol_cov _ _ HZ i Bi Pi) as (k & Hk & Nk). exists k. rewrite mem_lor. tauto.
    - intros HX.
      (* Y: the options of X inside A *)
      assert (split : forall Q : N -> bool, exists Y, forall k, mem k Y <-> mem k X /\ Q k = true).
      { intro Q.
        assert (G : forall n, exists Y, forall k, mem k Y <-> (mem k X /\ Q k = true) /\ k < N.of_nat n).
        { induction n as [|n [Y IH]].
          - exists 0. intro k. split; [intro H; destruct (mem_0 k H)|lia].
          - destruct (N.testbit X (N.of_nat n) && Q (N.of_nat n)) eqn:E.
            + exists (N.setbit Y (N.of_nat n)). intro k. rewrite mem_setbit, IH.
              apply andb_true_iff in E. split.
              * intros [->|H]; [split; [exact E|lia]|]. split; [tauto|lia].
              * intros [H L]. destruct (N.eq_dec k (N.of_nat n)) as [->|NE]; [tauto|]. right. split; [tauto|lia].
            + exists Y. intro k. rewrite IH. apply andb_false_iff in E. split.
              * intros [H L]. split; [tauto|lia].
              * intros [H L]. split; [tauto|]. destruct (N.eq_dec k (N.of_nat n)) as [->|NE]; [|lia].
                unfold mem in H. destruct E; intuition congruence. }
        destruct (G (N.to_nat (N.size X))) as [Y HY]. exists Y. intro k. rewrite HY.
        split; [tauto|]. intro H. split; [assumption|]. rewrite N2Nat.id.
        destruct (N.lt_ge_cases k (N.size X)) as [L|L]; [assumption|exfalso].
        destruct H as [H _]. unfold mem in H. destruct X as [|p]; [rewrite N.bits_0 in H; discriminate|].
        rewrite N.bits_above_log2 in H; [discriminate|].
        rewrite N.size_log2 in L by discriminate. lia. }
      destruct (split (fun k => subb (need k) A)) as [Y HY].
      destruct (split (fun k => subb (need k) B)) as [Z HZ].
      assert (KY : forall k, mem k Y <-> mem k X /\ sub (need k) A).
      { intro k. rewrite HY, subb_ok. tauto. }
      assert (KZ : forall k, mem k Z <-> mem k X /\ sub (need k) B).
      { intro k. rewrite HZ, subb_ok. tauto. }
      destruct HX as [F D C].
      assert (E : forall k, mem k X -> mem k Y \/ mem k Z).
      { intros k Hk. destruct (F k Hk) as [Vk Sk]. rewrite KY, KZ.
        destruct (side k Vk Sk); tauto. }
      exists Y, Z. split; [|split].
      + split.
        * intros k Hk. apply KY in Hk. split; [apply F; tauto|tauto].
        * intros k k' Hk Hk'. apply KY in Hk, Hk'. apply D; tauto.
        * intros i Ai Pi. destruct (C i (SA i Ai) Pi) as (k & Hk & Nk). exists k. split; [|assumption].
          destruct (E k Hk) as [|K]; [assumption|]. apply KZ in K. destruct (DP i Pi Ai). apply K. assumption.
      + split.
        * intros k Hk. apply KZ in Hk. split; [apply F; tauto|tauto].
        * intros k k' Hk Hk'. apply KZ in Hk, Hk'. apply D; tauto.
        * intros i Bi Pi. destruct (C i (SB i Bi) Pi) as (k & Hk & Nk). exists k. split; [|assumption].
          destruct (E k Hk) as [K|]; [|assumption]. apply KY in K. destruct (DP i Pi); [|assumption]. apply K. assumption.
      + apply mem_ext. intro k. rewrite mem_lor. split; [apply E|]. rewrite KY, KZ. tauto.
    Qed.
  End Parts.
End Core.
