(* The values that the checker computes: how many covers there are, and what the cheapest
   costs. No axioms. *)
Require Import Arith NArith ZArith List Lia Bool FMapPositive.
Import ListNotations.
Require Import Counting Walk.
Local Open Scope N_scope.

Module Count <: VALUE.
  Definition t := N.
  Definition env := unit.
  Definition Val (_ : env) := Counts.
  Definition zero := 0.
  Definition one := 1.
  Definition add := N.add.
  Definition mul := N.mul.
  Definition take (_ : env) (k v : N) := v.
  Lemma ext e (Q R : N -> Prop) v : (forall X, Q X <-> R X) -> Val e Q v -> Val e R v.
  Proof. apply Counts_ext. Qed.
  Lemma none e (Q : N -> Prop) : (forall X, ~ Q X) -> Val e Q zero.
  Proof. apply Counts_none. Qed.
  Lemma empty e (Q : N -> Prop) : (forall X, Q X <-> X = 0) -> Val e Q one.
  Proof. apply Counts_one. Qed.
  Lemma either e (Q R : N -> Prop) a b : (forall X, Q X -> R X -> False) ->
    Val e Q a -> Val e R b -> Val e (fun X => Q X \/ R X) (add a b).
  Proof. apply Counts_union. Qed.
  Lemma with_option e (Q : N -> Prop) k v : (forall Y, Q Y -> ~ mem k Y) ->
    Val e Q v -> Val e (fun X => exists Y, Q Y /\ X = N.setbit Y k) (take e k v).
  Proof. intros F. apply Counts_image. intros x y Hx Hy. apply setbit_inj; auto. Qed.
  Lemma both e (Q R : N -> Prop) a b :
    (forall Y Z, Q Y -> R Z -> disj Y Z) ->
    (forall x y x' y', Q x -> R y -> Q x' -> R y' -> N.lor x y = N.lor x' y' -> x = x' /\ y = y') ->
    Val e Q a -> Val e R b ->
    Val e (fun X => exists Y Z, Q Y /\ R Z /\ X = N.lor Y Z) (mul a b).
  Proof. intros _. apply Counts_prod. Qed.
  Definition mul_all (vs : list t) : t := fold_left (fun x v => mul v x) vs one.
  Lemma many e (Q : N -> Prop) vs : Val e Q (fold_left (fun x v => mul v x) vs one) -> Val e Q (mul_all vs).
  Proof. auto. Qed.
  Definition counts := true.
  Definition number (v : t) : N := v.
  Lemma number_iff : counts = true -> forall e Q v, Val e Q v <-> Counts Q (number v).
  Proof. unfold Val, number. tauto. Qed.
  Lemma number_add : counts = true -> forall a b, number (add a b) = number a + number b.
  Proof. reflexivity. Qed.
  Definition of_number (n : N) : t := n.
  Lemma number_of : counts = true -> forall n, number (of_number n) = n.
  Proof. reflexivity. Qed.
End Count.

(* For what is no number. *)
Module Type VALUE_ALONE.
  Parameters t env : Type.
  Parameter Val : env -> (N -> Prop) -> t -> Prop.
  Parameter zero : t.
  Parameter add : t -> t -> t.
End VALUE_ALONE.
Module NoNumber (V : VALUE_ALONE).
  Definition counts := false.
  Definition number (v : V.t) : N := 0.
  Lemma number_iff : counts = true -> forall e Q v, V.Val e Q v <-> Counts Q (number v).
  Proof. discriminate. Qed.
  Lemma number_add : counts = true -> forall a b, number (V.add a b) = number a + number b.
  Proof. discriminate. Qed.
  Definition of_number (n : N) : V.t := V.zero.
  Lemma number_of : counts = true -> forall n, number (of_number n) = n.
  Proof. discriminate. Qed.
End NoNumber.

(* ---------- costs ---------- *)
(* what a set of options costs; [c] has the costs of the options from k on *)
Fixpoint cost_from (c : list Z) (k X : N) : Z :=
  match c with
  | [] => 0%Z
  | a :: r => ((if N.testbit X k then a else 0) + cost_from r (N.succ k) X)%Z
  end.
Definition cost (c : list Z) (X : N) : Z := cost_from c 0 X.
Definition cost_at (c : list Z) (k : N) : Z := nth (N.to_nat k) c 0%Z.

Lemma cost_from_0 c : forall k, cost_from c k 0 = 0%Z.
Proof. induction c as [|a c IH]; intro k; simpl; [reflexivity|]. rewrite IH. destruct k; reflexivity. Qed.
Lemma cost_from_lor c X Y : disj X Y ->
  forall k, cost_from c k (N.lor X Y) = (cost_from c k X + cost_from c k Y)%Z.
Proof.
  intro D. induction c as [|a c IH]; intro k; simpl; [reflexivity|]. rewrite IH, N.lor_spec.
  specialize (D k). unfold mem in D. destruct (N.testbit X k), (N.testbit Y k); simpl;
    try (destruct D; reflexivity); lia.
Qed.
Lemma cost_from_single c j : forall k,
  cost_from c k (N.setbit 0 j) = if j <? k then 0%Z else nth (N.to_nat (j - k)) c 0%Z.
Proof.
  induction c as [|a c IH]; intro k; cbn [cost_from].
  - destruct (j <? k), (N.to_nat (j - k)); reflexivity.
  - rewrite IH, N.setbit_eqb, N.bits_0, orb_false_r.
    destruct (N.eqb_spec j k) as [->|NE].
    + rewrite N.ltb_irrefl, N.sub_diag. simpl. destruct (N.ltb_spec k (N.succ k)); lia.
    + destruct (N.ltb_spec j k), (N.ltb_spec j (N.succ k)); try lia.
      assert (E : N.to_nat (j - k) = S (N.to_nat (j - N.succ k))) by lia. rewrite E. reflexivity.
Qed.
Lemma cost_set c X k : ~ mem k X -> cost c (N.setbit X k) = (cost_at c k + cost c X)%Z.
Proof.
  intro NX. unfold cost, cost_at.
  assert (E : N.setbit X k = N.lor (N.setbit 0 k) X).
  { apply mem_ext. intro i. rewrite mem_lor, !mem_setbit. generalize (mem_0 i). tauto. }
  rewrite E, cost_from_lor, cost_from_single.
  - rewrite N.sub_0_r. destruct k; reflexivity.
  - intros i H H'. apply mem_setbit in H. destruct H as [->|H]; [tauto|destruct (mem_0 i H)].
Qed.

(* No set costs less than v, and one costs v; or there is none. *)
Definition Cheapest (c : list Z) (Q : N -> Prop) (v : option Z) : Prop :=
  match v with
  | None => forall X, ~ Q X
  | Some m => (forall X, Q X -> (m <= cost c X)%Z) /\ exists X, Q X /\ cost c X = m
  end.

(* A list in which things can be looked up. *)
Fixpoint table_from {A} (l : list A) (k : N) : PositiveMap.t A :=
  match l with [] => PositiveMap.empty _ | a :: r => PositiveMap.add (N.succ_pos k) a (table_from r (N.succ k)) end.
Definition table {A} (l : list A) := table_from l 0.
Definition look {A} (d : A) (t : PositiveMap.t A) (k : N) : A :=
  match PositiveMap.find (N.succ_pos k) t with Some a => a | None => d end.
Lemma look_from {A} (d : A) l : forall k j,
  look d (table_from l k) j = if j <? k then d else nth (N.to_nat (j - k)) l d.
Proof.
  unfold look. induction l as [|a l IH]; intros k j; simpl.
  - rewrite PositiveMap.gempty. destruct (j <? k), (N.to_nat (j - k)); reflexivity.
  - destruct (N.eq_dec j k) as [->|NE].
    + rewrite PositiveMap.gss, N.ltb_irrefl, N.sub_diag. reflexivity.
    + rewrite PositiveMap.gso.
      2:{ intro E. apply NE. rewrite <- (N.pos_pred_succ j), <- (N.pos_pred_succ k). congruence. }
      rewrite IH. destruct (N.ltb_spec j k), (N.ltb_spec j (N.succ k)); try reflexivity; try lia.
      assert (E : N.to_nat (j - k) = S (N.to_nat (j - N.succ k))) by lia. rewrite E. reflexivity.
Qed.
Lemma look_table {A} (d : A) l k : look d (table l) k = nth (N.to_nat k) l d.
Proof. unfold table. rewrite look_from, N.sub_0_r. destruct (N.ltb_spec k 0); [lia|reflexivity]. Qed.

(* The number and the cheapest; with a table of the costs, which is easier to look up. *)
Module Least <: VALUE.
  Definition t := (N * option Z)%type.
  Definition env := PositiveMap.t Z.
  Definition price (e : env) (k : N) : Z := look 0%Z e k.
  Definition Val (e : env) (Q : N -> Prop) (v : t) : Prop :=
    Counts Q (fst v) /\
    forall c, (forall k, price e k = cost_at c k) -> Cheapest c Q (snd v).
  Definition zero : t := (0, None).
  Definition one : t := (1, Some 0%Z).
  Definition less (a b : option Z) : option Z :=
    match a, b with
    | Some x, Some y => Some (Z.min x y)
    | Some _, None => a
    | None, _ => b
    end.
  Definition add (a b : t) : t := (fst a + fst b, less (snd a) (snd b)).
  Definition mul (a b : t) : t :=
    (fst a * fst b,
     match snd a, snd b with Some x, Some y => Some (x + y)%Z | _, _ => None end).
  Definition take (e : env) (k : N) (v : t) : t :=
    (fst v, match snd v with Some x => Some (price e k + x)%Z | None => None end).
  Lemma ext e (Q R : N -> Prop) v : (forall X, Q X <-> R X) -> Val e Q v -> Val e R v.
  Proof.
    intros E [HC HL]. split; [eapply Counts_ext; eassumption|]. intros c Hc. specialize (HL c Hc).
    destruct (snd v); simpl in *; [|intros X HX; apply (HL X), E; assumption].
    destruct HL as [A (X & HX & B)]. split; [intros Y HY; apply A, E; assumption|].
    exists X. split; [apply E|]; assumption.
  Qed.
  Lemma none e (Q : N -> Prop) : (forall X, ~ Q X) -> Val e Q zero.
  Proof. intro H. split; [apply Counts_none; assumption|]. intros c _. exact H. Qed.
  Lemma empty e (Q : N -> Prop) : (forall X, Q X <-> X = 0) -> Val e Q one.
  Proof.
    intro H. split; [eapply Counts_one; exact H|]. intros c _. simpl. split.
    { intros X HX. apply H in HX. subst. unfold cost. rewrite cost_from_0. lia. }
    exists 0. split; [apply H; reflexivity|apply cost_from_0].
  Qed.
  Lemma either e (Q R : N -> Prop) a b : (forall X, Q X -> R X -> False) ->
    Val e Q a -> Val e R b -> Val e (fun X => Q X \/ R X) (add a b).
  Proof.
    intros D [C1 L1] [C2 L2]. split; [apply Counts_union; assumption|]. intros c Hc.
    specialize (L1 c Hc). specialize (L2 c Hc). simpl.
    destruct (snd a) as [x|], (snd b) as [y|]; simpl in *.
    - destruct L1 as [A1 (X & HX & EX)], L2 as [A2 (Y & HY & EY)]. split.
      + intros Z [H|H]; [specialize (A1 Z H)|specialize (A2 Z H)]; lia.
      + destruct (Z.min_spec x y) as [[_ ->]|[_ ->]]; [exists X|exists Y]; auto.
    - destruct L1 as [A1 (X & HX & EX)]. split; [|eauto]. intros Z [H|H]; [auto|]. destruct (L2 Z H).
    - destruct L2 as [A2 (Y & HY & EY)]. split; [|eauto]. intros Z [H|H]; [destruct (L1 Z H)|auto].
    - intros Z [H|H]; [apply (L1 Z H)|apply (L2 Z H)].
  Qed.
  Lemma with_option e (Q : N -> Prop) k v : (forall Y, Q Y -> ~ mem k Y) ->
    Val e Q v -> Val e (fun X => exists Y, Q Y /\ X = N.setbit Y k) (take e k v).
  Proof.
    intros F [HC HL]. split; [apply (Count.with_option tt); assumption|]. intros c Hc.
    specialize (HL c Hc). simpl. rewrite Hc. destruct (snd v) as [x|]; simpl in *.
    - destruct HL as [A (X & HX & EX)]. split.
      + intros Z (Y & HY & ->). rewrite cost_set by auto. specialize (A Y HY). lia.
      + exists (N.setbit X k). split; [eauto|]. rewrite cost_set by auto. congruence.
    - intros Z (Y & HY & _). apply (HL Y HY).
  Qed.
  Lemma both e (Q R : N -> Prop) a b :
    (forall Y Z, Q Y -> R Z -> disj Y Z) ->
    (forall x y x' y', Q x -> R y -> Q x' -> R y' -> N.lor x y = N.lor x' y' -> x = x' /\ y = y') ->
    Val e Q a -> Val e R b ->
    Val e (fun X => exists Y Z, Q Y /\ R Z /\ X = N.lor Y Z) (mul a b).
  Proof.
    intros D I [C1 L1] [C2 L2]. split; [apply Counts_prod; assumption|]. intros c Hc.
    specialize (L1 c Hc). specialize (L2 c Hc). simpl.
    destruct (snd a) as [x|], (snd b) as [y|]; simpl in *.
    - destruct L1 as [A1 (X & HX & EX)], L2 as [A2 (Y & HY & EY)]. split.
      + intros Z (Y' & Z' & HY' & HZ' & ->). unfold cost. rewrite cost_from_lor by auto.
        specialize (A1 Y' HY'). specialize (A2 Z' HZ'). unfold cost in *. lia.
      + exists (N.lor X Y). split; [eauto 6|]. unfold cost in *. rewrite cost_from_lor by auto. lia.
    - intros Z (Y' & Z' & _ & HZ' & _). apply (L2 Z' HZ').
    - intros Z (Y' & Z' & HY' & _ & _). apply (L1 Y' HY').
    - intros Z (Y' & Z' & HY' & _ & _). apply (L1 Y' HY').
  Qed.

  Definition table (c : list Z) : env := table c.
  Lemma price_table c k : price (table c) k = cost_at c k.
  Proof. apply look_table. Qed.
  Definition mul_all (vs : list t) : t := fold_left (fun x v => mul v x) vs one.
  Lemma many e (Q : N -> Prop) vs : Val e Q (fold_left (fun x v => mul v x) vs one) -> Val e Q (mul_all vs).
  Proof. auto. Qed.
  Include NoNumber.
End Least.

(* ---------- the covers themselves ---------- *)
Definition set_of (l : list N) : N := fold_right (fun k s => N.setbit s k) 0 l.
Lemma mem_set_of l i : mem i (set_of l) <-> In i l.
Proof.
  induction l as [|k l IH]; cbn [set_of fold_right In].
  - split; [intro H; destruct (mem_0 i H)|tauto].
  - fold (set_of l). rewrite mem_setbit, IH. intuition congruence.
Qed.
Lemma set_of_app a b : set_of (a ++ b) = N.lor (set_of a) (set_of b).
Proof. apply mem_ext. intro i. rewrite mem_lor, !mem_set_of. apply in_app_iff. Qed.

Module All <: VALUE.
  Definition t := list (list N).
  Definition env := unit.
  Definition Val (_ : env) (Q : N -> Prop) (v : t) : Prop :=
    NoDup (map set_of v) /\ forall X, In X (map set_of v) <-> Q X.
  Definition zero : t := [].
  Definition one : t := [[]].
  Definition add (a b : t) : t := a ++ b.
  Definition mul (a b : t) : t := map (fun q => fst q ++ snd q) (list_prod a b).
  Definition take (_ : env) (k : N) (v : t) : t := map (cons k) v.
  Lemma ext e (Q R : N -> Prop) v : (forall X, Q X <-> R X) -> Val e Q v -> Val e R v.
  Proof. intros E [A B]. split; [assumption|]. intro X. rewrite B. apply E. Qed.
  Lemma none e (Q : N -> Prop) : (forall X, ~ Q X) -> Val e Q zero.
  Proof. intro H. split; [constructor|]. intro X. specialize (H X). simpl. tauto. Qed.
  Lemma empty e (Q : N -> Prop) : (forall X, Q X <-> X = 0) -> Val e Q one.
  Proof.
    intro H. split; [repeat constructor; simpl; tauto|]. intro X. rewrite H. simpl. intuition congruence.
  Qed.
  Lemma either e (Q R : N -> Prop) a b : (forall X, Q X -> R X -> False) ->
    Val e Q a -> Val e R b -> Val e (fun X => Q X \/ R X) (add a b).
  Proof.
    intros D [A1 B1] [A2 B2]. unfold Val, add. rewrite map_app. split.
    - apply NoDup_app_disj; try assumption. intros X HX HY. apply (D X); [apply B1|apply B2]; assumption.
    - intro X. rewrite in_app_iff, B1, B2. tauto.
  Qed.
  Lemma with_option e (Q : N -> Prop) k v : (forall Y, Q Y -> ~ mem k Y) ->
    Val e Q v -> Val e (fun X => exists Y, Q Y /\ X = N.setbit Y k) (take e k v).
  Proof.
    intros F [A B]. unfold Val, take.
    assert (E : map set_of (map (cons k) v) = map (fun s => N.setbit s k) (map set_of v)).
    { rewrite !map_map. reflexivity. }
    rewrite E. split.
    - apply NoDup_map_inj; [|assumption]. intros x y Hx Hy. apply setbit_inj; apply F, B; assumption.
    - intro X. rewrite in_map_iff. split; intros (Y & H & H').
      + exists Y. split; [apply B; assumption|auto].
      + exists Y. split; [auto|apply B; assumption].
  Qed.
  Lemma both e (Q R : N -> Prop) a b :
    (forall Y Z, Q Y -> R Z -> disj Y Z) ->
    (forall x y x' y', Q x -> R y -> Q x' -> R y' -> N.lor x y = N.lor x' y' -> x = x' /\ y = y') ->
    Val e Q a -> Val e R b ->
    Val e (fun X => exists Y Z, Q Y /\ R Z /\ X = N.lor Y Z) (mul a b).
  Proof.
    intros _ I [A1 B1] [A2 B2]. unfold Val, mul.
    assert (E : map set_of (map (fun q => fst q ++ snd q) (list_prod a b)) =
                map (fun q => N.lor (fst q) (snd q)) (list_prod (map set_of a) (map set_of b))).
    { clear. induction a as [|x a IH]; [reflexivity|]. simpl. rewrite !map_app, IH. f_equal.
      rewrite !map_map. apply map_ext. intro y. simpl. apply set_of_app. }
    rewrite E. split.
    - apply NoDup_map_inj; [|apply NoDup_prod; assumption].
      intros [x y] [x' y'] Hx Hy H. apply in_prod_iff in Hx, Hy. rewrite B1, B2 in *. simpl in H.
      destruct (I x y x' y'); try tauto. congruence.
    - intro X. rewrite in_map_iff. split.
      + intros ([x y] & H & H'). apply in_prod_iff in H'. rewrite B1, B2 in H'. exists x, y. simpl in H. intuition congruence.
      + intros (x & y & H & H' & ->). exists (x, y). split; [reflexivity|]. apply in_prod_iff. rewrite B1, B2. auto.
  Qed.
  Definition mul_all (vs : list t) : t := fold_left (fun x v => mul v x) vs one.
  Lemma many e (Q : N -> Prop) vs : Val e Q (fold_left (fun x v => mul v x) vs one) -> Val e Q (mul_all vs).
  Proof. auto. Qed.
  Include NoNumber.
End All.
