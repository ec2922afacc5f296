(* Covers of least cost: [best] checks a list of covers, and sees that no others are cheaper.
   The walk is that of a count, without options that cost too much: a weight for each item,
   which is not trusted, says how much the covers below a state cost at least. [best_sound]
   proves that it is right, whatever the weights are. No axioms. *)
Require Import Arith NArith ZArith List Lia Bool Permutation Sorted Orders Mergesort FMapPositive.
Import ListNotations.
Require Import Counting Problem States Slots Pools Missing Walk BitSets Values Covers.
Local Open Scope N_scope.

(* ---------- sums ---------- *)
Definition total {A} (f : A -> Z) (l : list A) : Z := fold_right (fun x s => (f x + s)%Z) 0%Z l.
Lemma total_plus {A} (f g : A -> Z) l : total (fun x => f x + g x)%Z l = (total f l + total g l)%Z.
Proof. induction l as [|x l IH]; [reflexivity|]. cbn [total fold_right]. fold (total (fun x => f x + g x)%Z l) (total f l) (total g l). lia. Qed.
Lemma total_le {A} (f g : A -> Z) l : (forall x, In x l -> (f x <= g x)%Z) -> (total f l <= total g l)%Z.
Proof.
  induction l as [|x l IH]; intro H; [apply Z.le_refl|]. cbn [total fold_right]. fold (total f l) (total g l).
  assert (f x <= g x)%Z by (apply H; left; reflexivity).
  assert (total f l <= total g l)%Z by (apply IH; intros; apply H; right; assumption). lia.
Qed.
Lemma total_ext {A} (f g : A -> Z) l : (forall x, f x = g x) -> total f l = total g l.
Proof. intro E. unfold total. induction l as [|x l IH]; [reflexivity|]. cbn [fold_right]. rewrite E, IH. reflexivity. Qed.
Lemma total_permuted {A} (f : A -> Z) l l' : Permutation l l' -> total f l = total f l'.
Proof. unfold total. induction 1; simpl; lia. Qed.
Lemma total_filter {A} (P : A -> bool) (f : A -> Z) l :
  total (fun x => if P x then f x else 0%Z) l = total f (filter P l).
Proof.
  induction l as [|x l IH]; [reflexivity|]. cbn [total fold_right filter]. fold (total (fun x => if P x then f x else 0%Z) l).
  rewrite IH. destruct (P x); reflexivity.
Qed.
Lemma total_map {A B} (g : A -> B) (f : B -> Z) l : total f (map g l) = total (fun x => f (g x)) l.
Proof. unfold total. induction l as [|x l IH]; [reflexivity|]. cbn [map fold_right]. rewrite IH. reflexivity. Qed.
Lemma total_split {A} (P : A -> bool) (f : A -> Z) l : total f l = (total f (filter P l) + total f (filter (fun x => negb (P x)) l))%Z.
Proof. unfold total. induction l as [|x l IH]; [reflexivity|]. cbn [filter fold_right]. destruct (P x); cbn [negb fold_right]; lia. Qed.
Lemma total_0 {A} (l : list A) : total (fun _ => 0%Z) l = 0%Z.
Proof. induction l as [|x l IH]; [reflexivity|exact IH]. Qed.

Lemma sifted_sorted {A} (keep : A -> Prop) R (l l' : list A) : sifted keep l l' -> StronglySorted R l -> StronglySorted R l'.
Proof.
  induction 1 as [|m l l' H IH|m l l' NK H IH]; intro So; [constructor| |]; apply StronglySorted_inv in So; destruct So as [So Fo].
  - constructor; [apply IH; exact So|]. rewrite Forall_forall in *. intros x Hx. apply Fo. apply (sifted_in _ _ _ _ H Hx).
  - apply IH. exact So.
Qed.

(* [map] by loops, as the collector looks at all of a deep stack again and again *)
Definition loop_map {A C} (f : A -> C) (l : list A) : list C := rev_append (fold_left (fun r x => f x :: r) l []) [].
Lemma loop_map_ok {A C} (f : A -> C) l : loop_map f l = map f l.
Proof.
  unfold loop_map. assert (G : forall r, fold_left (fun r x => f x :: r) l r = rev (map f l) ++ r).
  { induction l as [|x l IH]; intro r; [reflexivity|]. cbn [fold_left map rev]. rewrite IH, <- app_assoc. reflexivity. }
  rewrite G, app_nil_r, rev_append_rev, app_nil_r. apply rev_involutive.
Qed.

(* ---------- reduced costs ---------- *)
(* What is left of the cost of an option without the weights of its items; [scale] is a cost of
   1 in units of weights, [w] the weights. *)
Definition items_of (o : opt) : list N := nodup N.eq_dec (map fst o).
Definition own_weight (w : N -> Z) (o : opt) : Z := total w (items_of o).
Fixpoint lefts (scale : Z) (w : N -> Z) (os : list opt) (costs : list Z) : list Z :=
  match os with
  | [] => []
  | o :: os => (scale * hd 0%Z costs - own_weight w o)%Z :: lefts scale w os (tl costs)
  end.
(* the same, by a loop *)
Fixpoint lefts_back (scale : Z) (w : N -> Z) (os : list opt) (costs : list Z) (r : list Z) : list Z :=
  match os with
  | [] => rev_append r []
  | o :: os => lefts_back scale w os (tl costs) ((scale * hd 0%Z costs - own_weight w o)%Z :: r)
  end.
Lemma lefts_back_ok scale w os : forall costs r, lefts_back scale w os costs r = rev r ++ lefts scale w os costs.
Proof.
  induction os as [|o os IH]; intros costs r; cbn [lefts_back lefts].
  - rewrite rev_append_rev. reflexivity.
  - rewrite IH. cbn [rev]. rewrite <- app_assoc. reflexivity.
Qed.
Definition reduced_of (most : Z) (left : list Z) : list Z := map (fun a => Z.min (Z.max a 0) most) left.
Definition most_reduced (p : problem) : Z := (2 ^ 62 / (Z.of_N (np p) + 1))%Z.
(* The bounds of primary items by item, unless all of them are 1. *)
Definition tables_of (p : problem) : option (Least.env * Least.env) :=
  match mults p with
  | [] => None
  | _ => Some (Least.table (map (fun b => Z.of_N (fst b)) (bounds p)), Least.table (map (fun b => Z.of_N (snd b)) (bounds p)))
  end.
(* What an item adds at least, of which the first n are primary: its weight as often as it must be
   covered, or, if that is below 0, as often as it may be. *)
Definition floor (n : N) (tables : option (Least.env * Least.env)) (w : N -> Z) (i : N) : Z :=
  let x := w i in
  if i <? n then
    match tables with
    | None => x
    | Some (lows, highs) => (x * Least.price (if 0 <? x then lows else highs) i)%Z
    end
  else Z.min x 0.
Definition all_items (p : problem) : list N := upto (length (bounds p) + N.to_nat (ns p)).
Definition least (p : problem) (w : N -> Z) (left : list Z) : Z :=
  let n := np p in
  let tables := tables_of p in
  (total (floor n tables w) (all_items p) + total (fun a => Z.min a 0) left)%Z.
(* What it costs to cover items with multiplicities more often than they must be, for each time. *)
Definition surplus (w : N -> Z) (i : N) : Z := Z.max (w i) 0.
Definition surpluses (p : problem) (w : N -> Z) : list Z := map (surplus w) (mults p).
Fixpoint excess (p : problem) (X : N) (js : list N) (ws : list Z) (M : list (N * N)) : Z :=
  match js, ws, M with
  | j :: js, a :: ws, (lo, _) :: M => (a * Z.of_N (degree p X j - lo) + excess p X js ws M)%Z
  | _, _, _ => 0%Z
  end.
(* what of that an option with these items has *)
Fixpoint charge (ws : list Z) (fl : list bool) (M : list (N * N)) : Z :=
  match ws, fl, M with
  | a :: ws, b :: fl, (lo, _) :: M => ((if b && (lo =? 0)%N then a else 0) + charge ws fl M)%Z
  | _, _, _ => 0%Z
  end.
(* An item that some option gives a colour, so that several may have it, weighs nothing below 0. *)
Definition colored_items (p : problem) : list N :=
  let n := np p in flat_map (fun o => map fst (filter (fun ic => (n <=? fst ic) && negb (snd ic =? 0)) o)) (opts p).
Definition weights_ok (colored : list N) (w : N -> Z) : bool := forallb (fun i => 0 <=? w i)%Z colored.

Section Reduced.
  Variable p : problem.
  Variable costs : list Z.
  Variable scale : Z.
  Variable w : N -> Z.
  Hypothesis WF : forall o, In o (opts p) -> wf p o.
  Notation left_ := (lefts scale w (opts p) costs).

  Lemma nth_lefts os : forall cs k, (k < length os)%nat ->
    nth k (lefts scale w os cs) 0%Z = (nth k cs 0 * scale - own_weight w (nth k os []))%Z.
  Proof.
    induction os as [|o os IH]; intros cs k L; [simpl in L; lia|]. destruct k as [|k]; simpl.
    - apply f_equal2; [|reflexivity]. destruct cs; apply Z.mul_comm.
    - rewrite IH by (simpl in L; lia). destruct cs as [|c cs]; simpl; [destruct k|]; reflexivity.
  Qed.
  Lemma left_at k : V p k -> cost_at left_ k = (cost_at costs k * scale - own_weight w (option_at p k))%Z.
  Proof. intro Vk. unfold cost_at, option_at. apply nth_lefts. unfold V in Vk. lia. Qed.
  Lemma own_weight_total k : V p k -> own_weight w (option_at p k) =
    total (fun i => w i * Z.of_N (b2n (has (option_at p k) i)))%Z (all_items p).
  Proof.
    intro Vk. unfold own_weight. assert (ND : NoDup (all_items p)).
    { unfold all_items. induction (_ + _)%nat as [|n IH]; [constructor|]. rewrite upto_succ.
      constructor; [rewrite in_upto; lia|exact IH]. }
    rewrite (total_permuted _ (items_of (option_at p k)) (filter (has (option_at p k)) (all_items p))).
    - rewrite <- total_filter. apply total_ext. intro i. destruct (has (option_at p k) i); unfold b2n; lia.
    - apply NoDup_Permutation; [apply NoDup_nodup|apply NoDup_filter; assumption|]. intro i.
      unfold items_of. rewrite filter_In, nodup_In, has_iff, in_map_iff. unfold all_items. rewrite in_upto. split.
      + intros ([j c] & E & H). simpl in E. subst j. split; [|eauto].
        destruct (proj1 (V_wf p WF k Vk) i c H) as [L|[L _]]; unfold np in *; lia.
      + intros [_ (c & H)]. exists (i, c). auto.
  Qed.
  (* what is left of the costs of options, if the weights of their items are taken away as often
     as they are covered *)
  Lemma left_total l : NoDup l -> (forall k, In k l -> V p k) ->
    cost left_ (set_of l) =
    (cost costs (set_of l) * scale - total (fun i => w i * Z.of_N (degree p (set_of l) i)) (all_items p))%Z.
  Proof.
    induction l as [|k l IH]; intros ND HV.
    - change (set_of []) with 0. unfold cost. rewrite !cost_from_0.
      assert (E : total (fun i => w i * Z.of_N (degree p 0 i))%Z (all_items p) = total (fun _ => 0%Z) (all_items p)).
      { apply total_ext. intro i. rewrite (deg_none p 0 i); [lia|]. intros k _ H. destruct (mem_0 k H). }
      rewrite E, total_0. lia.
    - inversion ND as [|? ? Nk ND']; subst. assert (Vk : V p k) by (apply HV; left; reflexivity).
      assert (NM : ~ mem k (set_of l)) by (rewrite mem_set_of; assumption).
      change (set_of (k :: l)) with (N.setbit (set_of l) k). rewrite !cost_set by assumption.
      rewrite IH by (try assumption; intros; apply HV; right; assumption).
      rewrite left_at, own_weight_total by assumption.
      assert (E : total (fun i => w i * Z.of_N (degree p (N.setbit (set_of l) k) i))%Z (all_items p) =
        (total (fun i => w i * Z.of_N (degree p (set_of l) i)) (all_items p) +
         total (fun i => w i * Z.of_N (b2n (has (option_at p k) i))) (all_items p))%Z).
      { rewrite <- total_plus. apply total_ext. intro i. rewrite deg_set by assumption. lia. }
      rewrite E. lia.
  Qed.

  Lemma reduced_le most (left : list Z) X : forall k,
    (cost_from (reduced_of most left) k X <= cost_from left k X - total (fun a => Z.min a 0) left)%Z.
  Proof.
    unfold total. induction left as [|a left IH]; intro k; simpl; [lia|]. specialize (IH (N.succ k)).
    destruct (N.testbit X k); lia.
  Qed.
  (* no two options of X have a secondary item, unless both give it the same colour *)
  Definition agree X : Prop := forall i k k' c c', np p <= i -> mem k X -> mem k' X -> k <> k' ->
    In (i, c) (option_at p k) -> In (i, c') (option_at p k') -> c = c' /\ c <> 0.
  Lemma colorless_once X i : agree X -> np p <= i ->
    (forall k c, V p k -> In (i, c) (option_at p k) -> c = 0) -> degree p X i <= 1.
  Proof.
    intros Se L Z. unfold degree. set (l := filter _ (indices p)).
    assert (ND : NoDup l) by apply NoDup_filter, indices_nodup.
    assert (F : forall k, In k l -> V p k /\ mem k X /\ exists c, In (i, c) (option_at p k)).
    { intros k H. apply filter_In in H. rewrite in_indices, andb_true_iff, has_iff in H. exact H. }
    destruct l as [|k [|k' l]]; cbn [length]; try lia. exfalso.
    destruct (F k) as (Vk & Hk & c & H); [left; reflexivity|].
    destruct (F k') as (Vk' & Hk' & c' & H'); [right; left; reflexivity|].
    assert (NE : k <> k') by (inversion ND as [|? ? Nk _]; subst; intros ->; apply Nk; left; reflexivity).
    destruct (Se i k k' c c' L Hk Hk' NE H H') as [_ NZ]. apply NZ. apply (Z k c Vk H).
  Qed.
  Lemma secondary_le X i : weights_ok (colored_items p) w = true -> agree X -> np p <= i ->
    (Z.min (w i) 0 <= w i * Z.of_N (degree p X i))%Z.
  Proof.
    intros OK Se L. destruct (Z.ltb_spec (w i) 0) as [Neg|Pos]; [|nia].
    assert (D : degree p X i <= 1); [|nia].
    apply colorless_once; try assumption. intros k c Vk H. destruct (N.eq_dec c 0) as [|NZ]; [assumption|exfalso].
    unfold weights_ok in OK. rewrite forallb_forall in OK. assert (G : In i (colored_items p)).
    { unfold colored_items. apply in_flat_map. exists (option_at p k). split; [apply nth_In; unfold V in Vk; lia|].
      apply in_map_iff. exists (i, c). split; [reflexivity|]. apply filter_In. split; [exact H|].
      cbn [fst snd]. apply andb_true_iff. rewrite N.leb_le, negb_true_iff, N.eqb_neq. auto. }
    apply OK, Z.leb_le in G. lia.
  Qed.
  Lemma table_of_bounds f i : f (0, 0) = 0%Z -> Least.price (Least.table (map f (bounds p))) i = f (bound p i).
  Proof. intro F0. rewrite Least.price_table. unfold cost_at, bound. rewrite <- F0. apply map_nth. Qed.
  (* what it costs that the item is covered more often than it must be *)
  Definition surplus_at X i : Z :=
    if (i <? np p) && negb (plain p i) then (surplus w i * Z.of_N (degree p X i - fst (bound p i)))%Z else 0%Z.
  Lemma floor_le X i : weights_ok (colored_items p) w = true -> is_cover p X ->
    (floor (np p) (tables_of p) w i + surplus_at X i <= w i * Z.of_N (degree p X i))%Z.
  Proof.
    intros OK HX. unfold floor, surplus_at, surplus. destruct (N.ltb_spec i (np p)) as [L|L].
    - assert (D := cov_prim _ _ HX i L). cbn [andb]. unfold tables_of. destruct (mults p) eqn:M0.
      + assert (Pl : plain p i = true).
        { destruct (plain p i) eqn:E; [reflexivity|]. exfalso. apply (in_nil (a := i)). rewrite <- M0. apply in_mults. auto. }
        rewrite Pl. rewrite (plain_bound p i Pl) in D. simpl in D. assert (degree p X i = 1) as -> by lia. simpl. lia.
      + destruct (Z.ltb_spec 0 (w i)) as [Pos|Neg].
        * rewrite table_of_bounds by reflexivity. destruct (negb (plain p i)); nia.
        * rewrite table_of_bounds by reflexivity. destruct (negb (plain p i)); nia.
    - cbn [andb]. assert (G := secondary_le X i OK (cov_sec _ _ HX) L). lia.
  Qed.
  Lemma items_nodup n : NoDup (upto n).
  Proof. induction n as [|n IH]; [constructor|]. rewrite upto_succ. constructor; [rewrite in_upto; lia|exact IH]. Qed.
  Lemma excess_at_first X : excess p X (mults p) (surpluses p w) (first_missing p) = total (surplus_at X) (all_items p).
  Proof.
    unfold surplus_at. rewrite total_filter.
    transitivity (total (fun i => surplus w i * Z.of_N (degree p X i - fst (bound p i)))%Z (mults p)).
    - unfold surpluses, first_missing. induction (mults p) as [|j js IH]; [reflexivity|]. cbn [map excess].
      rewrite IH. unfold total. cbn [fold_right]. destruct (bound p j). reflexivity.
    - apply total_permuted, NoDup_Permutation.
      + rewrite mults_filter. apply NoDup_filter, items_nodup.
      + apply NoDup_filter, items_nodup.
      + intro i. rewrite in_mults, filter_In. unfold all_items. rewrite in_upto, andb_true_iff, N.ltb_lt, negb_true_iff.
        unfold np. split; [intros [L Pl]|intros (_ & L & Pl)]; (split; [lia|]); auto.
  Qed.
  Lemma as_list X : (forall k, mem k X -> V p k) -> exists l, NoDup l /\ (forall k, In k l <-> mem k X) /\ X = set_of l.
  Proof.
    intro R. exists (filter (N.testbit X) (indices p)).
    assert (I : forall k, In k (filter (N.testbit X) (indices p)) <-> mem k X).
    { intro k. rewrite filter_In, in_indices. split; [intros [_ H]; exact H|]. intro H. split; [apply R; exact H|exact H]. }
    split; [apply NoDup_filter, indices_nodup|]. split; [exact I|]. apply mem_ext. intro k. rewrite mem_set_of. symmetry. apply I.
  Qed.
  Lemma left_of X : (forall k, mem k X -> V p k) ->
    cost left_ X = (cost costs X * scale - total (fun i => w i * Z.of_N (degree p X i)) (all_items p))%Z.
  Proof.
    intro R. destruct (as_list X R) as (l & ND & I & ->). apply left_total; [exact ND|]. intros k Hk. apply R, I, Hk.
  Qed.
  Lemma cost_of_list (c : list Z) l : NoDup l -> cost c (set_of l) = total (cost_at c) l.
  Proof.
    induction 1 as [|k l Nk ND IH]; [apply cost_from_0|]. change (set_of (k :: l)) with (N.setbit (set_of l) k).
    rewrite cost_set by (rewrite mem_set_of; exact Nk). rewrite IH. reflexivity.
  Qed.
  (* the room at the beginning *)
  Lemma room_ok most limit X : (0 <= scale)%Z -> weights_ok (colored_items p) w = true -> is_cover p X ->
    (cost costs X < limit)%Z -> (cost (reduced_of most left_) X + excess p X (mults p) (surpluses p w) (first_missing p) <= (limit - 1) * scale - least p w left_)%Z.
  Proof.
    intros SC OK HX Lt. assert (R := reduced_le most left_ X 0). fold (cost (reduced_of most left_) X) (cost left_ X) in R.
    assert (T := left_of X (fun k Hk => cov_range _ _ HX k Hk)).
    assert (F := total_le (fun i => floor (np p) (tables_of p) w i + surplus_at X i)%Z
                   (fun i => w i * Z.of_N (degree p X i))%Z (all_items p) (fun i _ => floor_le X i OK HX)).
    rewrite total_plus in F. rewrite excess_at_first. unfold least. cbv zeta. nia.
  Qed.
End Reduced.

(* Numbers that costs are worked out with, those of Z or machine integers (Signed.v), of which only sums
   of small ones are right; and tables of them. *)
Module Type NUMBERS.
  Parameter t : Type.
  Parameter num : t -> Z.
  Parameter of_Z : Z -> t.
  Parameter fits : Z -> bool.
  Parameter zero : t.
  Parameter leb : t -> t -> bool.
  Parameters add sub : t -> t -> t.
  Parameter small : t -> bool.
  Parameters table index : Type.
  Parameter index_of : N -> index.
  Parameter at_ : table -> index -> t.
  Parameter holds : N -> bool.   (* whether so many are not too many for a table *)
  Parameter table_of : list t -> table.
  Parameter of_Z_ok : forall z, fits z = true -> num (of_Z z) = z.
  Parameter num_zero : num zero = 0%Z.
  Parameter small_zero : small zero = true.
  Parameter leb_ok : forall a b, leb a b = (num a <=? num b)%Z.
  Parameter add_ok : forall a b, small a = true -> small b = true -> num (add a b) = (num a + num b)%Z.
  Parameter sub_ok : forall a b, small a = true -> small b = true -> num (sub a b) = (num a - num b)%Z.
  Parameter rest_ok : forall a b, (0 <= num a)%Z -> (0 <= num b)%Z -> num (sub a b) = (num a - num b)%Z.
  Parameter at_table : forall l i, holds (N.of_nat (length l)) = true -> at_ (table_of l) (index_of i) = nth (N.to_nat i) l zero.
End NUMBERS.
Module Integers <: NUMBERS.
  Definition t := Z.
  Definition num (a : t) : Z := a.
  Definition of_Z (z : Z) : t := z.
  Definition fits (_ : Z) := true.
  Definition zero : t := 0%Z.
  Definition leb := Z.leb.
  Definition add := Z.add.
  Definition sub := Z.sub.
  Definition small (_ : t) := true.
  Definition table := Least.env.
  Definition index := N.
  Definition index_of (i : N) := i.
  Definition at_ := Least.price.
  Definition holds (_ : N) := true.
  Definition table_of := Least.table.
  Lemma of_Z_ok z : fits z = true -> num (of_Z z) = z. Proof. reflexivity. Qed.
  Lemma num_zero : num zero = 0%Z. Proof. reflexivity. Qed.
  Lemma small_zero : small zero = true. Proof. reflexivity. Qed.
  Lemma leb_ok a b : leb a b = (num a <=? num b)%Z. Proof. reflexivity. Qed.
  Lemma add_ok a b : small a = true -> small b = true -> num (add a b) = (num a + num b)%Z. Proof. reflexivity. Qed.
  Lemma sub_ok a b : small a = true -> small b = true -> num (sub a b) = (num a - num b)%Z. Proof. reflexivity. Qed.
  Lemma rest_ok a b : (0 <= num a)%Z -> (0 <= num b)%Z -> num (sub a b) = (num a - num b)%Z. Proof. reflexivity. Qed.
  Lemma at_table l i : holds (N.of_nat (length l)) = true -> at_ (table_of l) (index_of i) = nth (N.to_nat i) l zero.
  Proof. intros _. apply Least.price_table. Qed.
End Integers.

Module Optima (B : BITS) (V : VALUE) (S : STORE) (Ms : MISSING)
    (P : QUEUES with Definition state := B.t with Definition value := V.t with Definition add := V.add
                with Definition key := B.name)
    (D : QUEUES with Definition state := (B.t * Ms.t)%type with Definition value := V.t
                with Definition add := V.add with Definition key := P.key)
    (K : NUMBERS).
  Module C := Make B V S Ms P D.
  (* Sums that are too large stay so. *)
  Definition plus (a b : K.t) : K.t := if K.small a then if K.small b then K.add a b else b else a.
  Definition minus (a b : K.t) : K.t := if K.small a then if K.small b then K.sub a b else b else a.
  Lemma plus_ok a b : K.small (plus a b) = true -> K.small a = true /\ K.num (plus a b) = (K.num a + K.num b)%Z.
  Proof. unfold plus. destruct (K.small a) eqn:A, (K.small b) eqn:Bb; try congruence. rewrite K.add_ok by assumption. auto. Qed.
  Lemma minus_ok a b : K.small (minus a b) = true -> K.small a = true /\ K.num (minus a b) = (K.num a - K.num b)%Z.
  Proof. unfold minus. destruct (K.small a) eqn:A, (K.small b) eqn:Bb; try congruence. rewrite K.sub_ok by assumption. auto. Qed.

  (* A record: the item to branch on; or weights by which no cover below the state is cheap enough. *)
  Inductive step := On (n : B.name) | Bound (w : K.table).
  (* What may be spent below a state: covers whose cost, in units of weights, is no more than the first
     number are looked for, and their reduced costs are no more than the second; or all covers are. *)
  Inductive budget := All | Upto (limit room : K.t).
  (* [over]: the places of its items with multiplicities whose weights are above 0 *)
  Record priced := Priced { it : C.option_; price : K.t; reduced : K.t; over : list K.index }.
  Definition set_ (m : priced) : B.t := C.nd (it m).
  Module Order <: TotalLeBool.
    Definition t := priced.
    Definition leb (a b : priced) :=
      if K.leb (reduced a) (reduced b) then if K.leb (reduced b) (reduced a) then C.ix (it a) <=? C.ix (it b) else true else false.
    Lemma leb_total a b : leb a b = true \/ leb b a = true.
    Proof.
      unfold leb. rewrite !K.leb_ok. destruct (Z.leb_spec (K.num (reduced a)) (K.num (reduced b))),
        (Z.leb_spec (K.num (reduced b)) (K.num (reduced a))); auto; [rewrite !N.leb_le|]; lia.
    Qed.
  End Order.
  Module Sorting := Sort Order.
  Fixpoint over_of (n : N) (ws : list K.t) (fl : list bool) : list K.index :=
    match ws, fl with
    | a :: ws, b :: fl => if b && negb (K.leb a K.zero) then K.index_of n :: over_of (N.succ n) ws fl else over_of (N.succ n) ws fl
    | _, _ => []
    end.
  (* In a state, what it costs to cover those that need not be covered any more. *)
  Fixpoint sated (ws : list K.t) (due : list bool) : list K.t :=
    match ws, due with a :: ws, b :: due => (if b then K.zero else a) :: sated ws due | _, _ => [] end.
  Definition no_charges : K.table := K.table_of [].
  Definition charges (ws : list K.t) (M : Ms.t) : K.table :=
    match ws with [] => no_charges | _ => K.table_of (sated ws (Ms.due M)) end.
  Definition priced_of (prices reds : K.table) (ws : list K.t) (m : C.option_) : priced :=
    let k := K.index_of (C.ix m) in Priced m (K.at_ prices k) (K.at_ reds k) (over_of 0 ws (Ms.flag_list (C.fl m))).
  (* The options of an item by their reduced costs, and in their order where these are equal. *)
  Inductive entry := Once (bit : B.t) (ol : list priced) (listing : C.delayed (B.listing priced))
                   | Often (at_ : place) (none one : Ms.caps) (ol : list priced).
  Definition entry_of (prices reds : K.table) (ws : list K.t) (en : C.entry) : entry :=
    match en with
    | C.Once bit ol _ => let l := Sorting.sort (map (priced_of prices reds ws) ol) in Once bit l (C.Delay (B.listed set_ l))
    | C.Often n none one ol _ => Often n none one (Sorting.sort (map (priced_of prices reds ws) ol))
    end.

  Section Walk.
    Variable src : Type.
    Variable next : src -> option (step * src).
    Variable least_of : B.t -> Ms.t -> budget -> K.table -> option K.t.
    Variable ws : list K.t.
    Variable prim : B.t.
    Variable nothing : Ms.t.
    Variable table : B.table entry.
    Definition affords (b : budget) (x : K.t) : bool :=
      match b with All => true | Upto _ room => K.leb x room end.
    (* The room without these charges, one after the other; or a number below 0. *)
    Fixpoint spend (t : K.table) (l : list K.index) (room : K.t) : K.t :=
      match l with [] => room | j :: r => if K.leb K.zero room then spend t r (K.sub room (K.at_ t j)) else room end.
    (* What is left behind an option, without its reduced cost and the weights of the items that it
       covers more often than they must be. *)
    Definition after (t : K.table) (b : budget) (m : priced) : budget :=
      match b with All => All | Upto limit room => Upto (K.sub limit (price m)) (spend t (over m) (K.sub room (reduced m))) end.
    Definition tried t U M b (m : priced) : option budget :=
      if C.is_fit (it m) U M then let c := after t b m in if affords c K.zero then Some c else None else None.
    Section Children.
      Variable child : B.t -> Ms.t -> budget -> src -> option (N * src).
      (* How many covers below a state are cheap enough. The options are in the order of their
         reduced costs: behind one that costs too much, all do. *)
      Fixpoint once t U M b (ol : list priced) (acc : N) (s : src) :=
        match ol with
        | [] => Some (acc, s)
        | m :: r =>
            if affords b (reduced m) then
              match tried t U M b m with
              | Some c =>
                  match child (B.diff U (C.kl (it m))) (Ms.less M (C.fl (it m))) c s with
                  | None => None
                  | Some (n, s') => once t U M b r (acc + n) s'
                  end
              | None => once t U M b r acc s
              end
            else Some (acc, s)
        end.
      (* a child for each option that comes first, and one for none *)
      Fixpoint fewer t (wanted : N) U M b (ol : list priced) : bool :=
        if wanted =? 0 then false else
        match ol with
        | [] => true
        | m :: r =>
            if affords b (reduced m) then fewer t (match tried t U M b m with Some _ => N.pred wanted | None => wanted end) U M b r
            else true
        end.
      Definition too_few t (n : place) one U M b ol : bool :=
        if Ms.roomy M one then false else fewer t (fst (Ms.bounds_at M n)) U M b ol.
      Definition closing none U M b (acc : N) (s : src) :=
        match Ms.limit M none with
        | Some R => match child U R b s with Some (n, s') => Some (acc + n, s') | None => None end
        | None => Some (acc, s)
        end.
      Fixpoint often t (n : place) none one U M b (ol : list priced) (acc : N) (s : src) :=
        match ol with
        | [] => closing none U M b acc s
        | m :: r =>
            if affords b (reduced m) then
              match tried t U M b m with
              | None => often t n none one U M b r acc s
              | Some c =>
                  if too_few t n one U M b ol then Some (acc, s) else
                  match child (B.diff U (C.kl (it m))) (Ms.less M (C.fl (it m))) c s with
                  | None => None
                  | Some (k, s') => often t n none one (B.diff U (C.out (it m))) M b r (acc + k) s'
                  end
              end
            else closing none U M b acc s
        end.
    End Children.
    Definition is_done U M : bool := B.disjb U prim && Ms.eq M nothing.
    (* whether what an option costs can be taken from the limit *)
    Definition goes_on (b : budget) : bool := match b with All => true | Upto limit _ => K.small limit end.
    Definition may_be_empty (b : budget) : bool := match b with All => true | Upto limit _ => K.leb K.zero limit end.
    Fixpoint visit (depth : nat) U M (b : budget) (s : src) : option (N * src) :=
      match depth with
      | O => None
      | S d =>
          if is_done U M then Some (if may_be_empty b then 1 else 0, s) else
          if negb (goes_on b) then None else
          match next s with
          | None => None
          | Some (Bound w, s') =>
              match b, least_of U M b w with
              | Upto limit _, Some x => if K.small x && negb (K.leb x limit) then Some (0, s') else None
              | _, _ => None
              end
          | Some (On n, s') =>
              match B.named n table with
              | Some (Once bit ol listing) =>
                  if B.subb bit U then
                    once (visit d) (charges ws M) U M b (match b with All => let (l) := listing in B.perhaps U l | Upto _ _ => ol end) 0 s'
                  else None
              | Some (Often n none one ol) =>
                  if snd (Ms.bounds_at M n) =? 0 then None else often (visit d) (charges ws M) n none one U M b ol 0 s'
              | None => None
              end
          end
      end.
  End Walk.

  (* What the covers of a state cost at least, by weights: the sum of what items add, and of what is
     below 0 of the costs without weights of the options that fit, and for which there is room. *)
  Record weighed := Weighed { of_ : priced; its_items : list K.index }.
  Definition weighed_of (q : C.prepared) (prices reds : K.table) (ws : list K.t) : list weighed :=
    rev_append (map (fun m => Weighed (priced_of prices reds ws m) (map K.index_of (items_of (C.uses m)))) (C.all q)) [].
  (* the items that are covered once, those with multiplicities, secondary ones, and those with colours *)
  Record weighing := Weighing { plain_ones : list (K.index * B.t); often_ones : list K.index; second_ones : list K.index;
                                colored_ones : list K.index; options : list weighed }.
  Definition plain_of (ie : N * C.entry) : list (K.index * B.t) :=
    match snd ie with C.Once bit _ _ => [(K.index_of (fst ie), bit)] | C.Often _ _ _ _ _ => [] end.
  Definition secondaries (p : problem) : list N := let n := np p in filter (fun i => negb (i <? n)) (all_items p).
  Definition weighing_of (p : problem) (q : C.prepared) (prices reds : K.table) (ws : list K.t) : weighing :=
    Weighing (flat_map plain_of (C.entries q)) (map K.index_of (mults p)) (map K.index_of (secondaries p))
      (map K.index_of (colored_items p)) (weighed_of q prices reds ws).
  Fixpoint weights_positive (w : K.table) (l : list K.index) : bool :=
    match l with [] => true | i :: r => if K.leb K.zero (K.at_ w i) then weights_positive w r else false end.
  Fixpoint plain_floors (w : K.table) U (l : list (K.index * B.t)) (a : K.t) : K.t :=
    match l with [] => a | (i, bit) :: r => plain_floors w U r (if B.subb bit U then plus a (K.at_ w i) else a) end.
  Fixpoint times (x : K.t) (p : positive) : K.t :=
    match p with xH => x | xO p => let y := times x p in plus y y | xI p => let y := times x p in plus (plus y y) x end.
  Fixpoint often_floors (w : K.table) (l : list K.index) (M : list (N * N)) (a : K.t) : K.t :=
    match l, M with
    | i :: r, (lo, hi) :: M =>
        let x := K.at_ w i in
        often_floors w r M (match (if K.leb K.zero x then lo else hi) with 0 => a | Npos p => plus a (times x p) end)
    | _, _ => a
    end.
  Fixpoint second_floors (w : K.table) (l : list K.index) (a : K.t) : K.t :=
    match l with [] => a | i :: r => let x := K.at_ w i in second_floors w r (if K.leb K.zero x then a else plus a x) end.
  Fixpoint unweighed (w : K.table) (l : list K.index) (a : K.t) : K.t :=
    match l with [] => a | i :: r => unweighed w r (minus a (K.at_ w i)) end.
  Fixpoint least_lefts t U M b (w : K.table) (l : list weighed) (a : K.t) : K.t :=
    match l with
    | [] => a
    | x :: r =>
        let m := of_ x in
        least_lefts t U M b w r
          (if affords b (reduced m) then
             let y := unweighed w (its_items x) (price m) in
             if K.small y then if K.leb K.zero y then a else match tried t U M b m with Some _ => plus a y | None => a end
             else y
           else a)
    end.
  Definition least_in (known : C.delayed weighing) (ws : list K.t) U M b (w : K.table) : option K.t :=
    let (g) := known in
    if weights_positive w (colored_ones g) then
      Some (least_lefts (charges ws M) U M b w (options g) (second_floors w (second_ones g)
        (plain_floors w U (plain_ones g) (match often_ones g with [] => K.zero | js => often_floors w js (Ms.bounds M) K.zero end))))
    else None.

  (* Whether these options, one after the other, leave nothing that must be covered. *)
  Fixpoint leaves_nothing (prim : B.t) (named : B.table C.option_) (U : B.t) (M : Ms.t) (c : list N) : bool :=
    match c with
    | [] => B.disjb U prim && (Ms.lows M =? 0)
    | k :: r =>
        match B.named (B.name_of k) named with
        | Some m => (C.ix m =? k) && (C.is_fit m U M && leaves_nothing prim named (B.diff U (C.kl m)) (Ms.less M (C.fl m)) r)
        | None => false
        end
    end.
  Fixpoint ascending (c : list N) : bool :=
    match c with k :: (l :: _) as r => (k <? l) && ascending r | _ => true end.
  Fixpoint same_options (c d : list N) : bool :=
    match c, d with
    | [], [] => true
    | k :: c, l :: d => (k =? l) && same_options c d
    | _, _ => false
    end.
  (* the cheapest first, and no cover twice; those that cost the same mostly differ in the sum of their options *)
  Fixpoint in_order_with (l : list (Z * N * list N)) : bool :=
    match l with
    | [] => true
    | (x, n, c) :: r =>
        forallb (fun y => match (x ?= fst (fst y))%Z with
                          | Lt => true
                          | Eq => if n =? snd (fst y) then negb (same_options c (snd y)) else true
                          | Gt => false
                          end) r && in_order_with r
    end.
  Definition in_order (l : list (Z * list N)) : bool :=
    in_order_with (map (fun xc => (fst xc, fold_left N.add (snd xc) 0, snd xc)) l).
  Definition highest (l : list (Z * list N)) : Z :=
    fold_right (fun xc m => Z.max (fst xc) m) match l with (x, _) :: _ => x | [] => 0%Z end l.

  Definition cost_of (costs : Least.env) (c : list N) : Z := fold_left (fun s k => (Least.price costs k + s)%Z) c 0%Z.
  Definition is_cheap (scale : Z) (b : budget) (x : Z) : bool :=
    match b with All => true | Upto limit _ => (x * scale <=? K.num limit)%Z end.
  Definition all_small (l : list Z) : bool := forallb (fun z => K.fits z && K.small (K.of_Z z)) l.
  (* Room for a number below 0 is room for -1. *)
  Definition first_budget (limit room : Z) : option budget :=
    let room := Z.max room (-1) in if K.fits limit && K.fits room then Some (Upto (K.of_Z limit) (K.of_Z room)) else None.
  Definition best {src} (next : src -> option (step * src)) (p : problem) (costs : list Z) (wanted : N)
      (listed : list (list N)) (scale : Z) (weights : list Z) (s : src) : option src :=
    match C.prepare p with
    | Some q =>
        let w := Least.price (Least.table weights) in
        let left := lefts_back scale w (opts p) costs [] in
        let scaled := loop_map (Z.mul scale) costs in
        let most := most_reduced p in
        let lowered := loop_map (fun a => Z.min (Z.max a 0) most) left in
        let above := surpluses p w in
        let named := B.tabled (C.all q) in
        let told := let prices := Least.table costs in map (fun c => (cost_of prices c, c)) listed in
        let top := ((highest told - 1) * scale)%Z in
        let limit := if N.of_nat (length listed) =? wanted then first_budget top (top - least p w left) else Some All in
        if all_small scaled && forallb K.fits lowered && forallb K.fits above && K.holds (N.of_nat (length scaled)) &&
           K.holds (N.of_nat (length lowered)) && K.holds (N.of_nat (length above)) &&
           (0 <? wanted) && (N.of_nat (length listed) <=? wanted) && (0 <? scale)%Z && weights_ok (colored_items p) w &&
           forallb (fun c => ascending c && leaves_nothing (C.prim q) named (C.start q) (C.missing q) c) listed &&
           in_order told then
          let prices := K.table_of (loop_map K.of_Z scaled) in
          let reds := K.table_of (loop_map K.of_Z lowered) in
          let ws := map K.of_Z above in
          match limit with
          | None => None
          | Some limit =>
              match visit src next (least_in (C.Delay (weighing_of p q prices reds ws)) ws) ws (C.prim q) (C.nothing q)
                      (B.tabled (loop_map (fun ie => entry_of prices reds ws (snd ie)) (C.entries q)))
                      (C.depth_of p) (C.start q) (C.missing q) limit s with
              | Some (n, s') =>
                  if n =? N.of_nat (length (filter (fun xc => is_cheap scale limit (fst xc)) told)) then Some s' else None
              | None => None
              end
          end
        else None
    | None => None
    end.

  (* ---------- it is right ---------- *)
  Section Sound.
    Variable src : Type.
    Variable next : src -> option (step * src).
    Variable p : problem.
    Variable costs reds : list Z.
    Variable prices lowered : K.table.
    Variable ws : list K.t.
    Variable scale : Z.
    Hypothesis WF : forall o, In o (opts p) -> wf p o.
    Hypothesis Prices : forall k, K.small (K.at_ prices (K.index_of k)) = true /\ K.num (K.at_ prices (K.index_of k)) = (cost_at costs k * scale)%Z.
    Hypothesis Lowered : forall k, K.num (K.at_ lowered (K.index_of k)) = cost_at reds k.
    Hypothesis Positive : forall k, (0 <= cost_at reds k)%Z.
    Hypothesis Above : forall a, In a ws -> (0 <= K.num a)%Z.
    Hypothesis Each : length ws = length (mults p).
    Hypothesis Holds : K.holds (N.of_nat (length ws)) = true.
    Notation q := (C.q p).
    Notation table := (B.tabled (map (fun ie => entry_of prices lowered ws (snd ie)) (C.entries q))).
    Notation Sols U M := (MSol p (B.den U) (Ms.den M)).
    Notation over_all M X := (excess p X (mults p) (map K.num ws) (Ms.den M)).
    Definition Cheap U M (b : budget) X := Sols U M X /\ is_cheap scale b (cost costs X) = true.
    (* the room is as large as it must be *)
    Definition Roomy U M (b : budget) : Prop :=
      match b with All => True | Upto _ room => forall X, Cheap U M b X -> (cost reds X + over_all M X <= K.num room)%Z end.
    Definition sized M : Prop := length (Ms.den M) = length (mults p).
    Definition right (f : B.t -> Ms.t -> budget -> src -> option (N * src)) : Prop :=
      forall U M b s n s', sized M -> Roomy U M b -> f U M b s = Some (n, s') -> Counts (Cheap U M b) n.
    Notation number m := (C.ix (it m)).
    Definition known (m : priced) : Prop :=
      In (it m) (C.ms p) /\ (K.small (price m) = true /\ K.num (price m) = cost_at costs (number m) * scale)%Z /\
      K.num (reduced m) = cost_at reds (number m) /\ over m = over_of 0 ws (Ms.flag_list (C.fl (it m))).
    Lemma priced_known m : In m (C.ms p) -> known (priced_of prices lowered ws m).
    Proof. intro H. unfold known, priced_of. cbn [it price reduced over]. auto. Qed.
    Notation sat M := (charges ws M).
    (* what an option takes from the room *)
    Definition taken M m : Z := (cost_at reds (number m) + charge (map K.num ws) (flags p (option_at p (number m))) (Ms.den M))%Z.

    Lemma cost_positive X : (0 <= cost reds X)%Z.
    Proof.
      unfold cost. assert (G : forall l k, (forall j, (0 <= nth j l 0)%Z) -> (0 <= cost_from l k X)%Z).
      { induction l as [|a l IH]; intros k H; simpl; [lia|].
        assert (0 <= a)%Z by apply (H O). assert (0 <= cost_from l (N.succ k) X)%Z by (apply IH; intro j; apply (H (S j))).
        destruct (N.testbit X k); lia. }
      apply G. intro j. specialize (Positive (N.of_nat j)). unfold cost_at in Positive. rewrite Nat2N.id in Positive. exact Positive.
    Qed.

    (* ---------- what is covered more often than it must be ---------- *)
    Lemma excess_positive X M : (0 <= over_all M X)%Z.
    Proof.
      generalize (mults p) (Ms.den M). clear Each Holds. induction ws as [|a r IH]; intros [|j js] [|[lo hi] l]; cbn [map excess]; try apply Z.le_refl.
      assert (0 <= K.num a)%Z by (apply Above; left; reflexivity).
      assert (0 <= excess p X js (map K.num r) l)%Z by (apply IH; intros; apply Above; right; assumption). nia.
    Qed.
    Lemma excess_taken k Y r R M : V p k -> ~ mem k Y -> take M (flags p (option_at p k)) = Some R ->
      excess p (N.setbit Y k) (mults p) r M = (excess p Y (mults p) r R + charge r (flags p (option_at p k)) M)%Z.
    Proof.
      intros Vk NY. unfold flags. clear Each. revert r R M.
      induction (mults p) as [|j js IH]; intros r R M T; [destruct r; reflexivity|].
      destruct M as [|[lo hi] M]; [discriminate|]. destruct r as [|a r]; [reflexivity|]. cbn [map take] in T.
      destruct (has (option_at p k) j && (hi =? 0)); [discriminate|].
      destruct (take M (map (has (option_at p k)) js)) as [R'|] eqn:E; [|discriminate].
      inversion T; subst; clear T. cbn [excess charge map]. rewrite (IH r R' M E), deg_set by assumption.
      destruct (has (option_at p k) j); unfold b2n; cbn [andb excess].
      - destruct (N.eqb_spec lo 0) as [->|NZ].
        + replace (degree p Y j + 1 - 0) with (N.succ (degree p Y j - N.pred 0)) by lia. rewrite N2Z.inj_succ. lia.
        + replace (degree p Y j + 1 - lo) with (degree p Y j - N.pred lo) by lia. lia.
      - rewrite N.add_0_r. lia.
    Qed.
    Lemma excess_limited X most : forall M R, limit M most = Some R ->
      forall js l, excess p X js l R = excess p X js l M.
    Proof.
      induction most as [|x most IH]; intros [|[lo hi] M] R; cbn [limit]; try discriminate.
      - intro E. inversion E. reflexivity.
      - assert (G : forall h, match limit M most with Some R0 => Some ((lo, h) :: R0) | None => None end = Some R ->
                      forall js l, excess p X js l R = excess p X js l ((lo, hi) :: M)).
        { intros h. destruct (limit M most) as [R0|] eqn:E; [|discriminate]. intro E'. inversion E'.
          intros [|j js] [|a l]; cbn [excess]; try reflexivity. rewrite (IH M R0 E). reflexivity. }
        destruct x as [n|]; [destruct (n <? lo); [discriminate|]|]; apply G.
    Qed.
    Lemma limit_within X most : forall M R, limit M most = Some R -> forall js,
      Forall2 (fun j b => fst b <= degree p X j <= snd b) js R -> Forall2 (fun j b => fst b <= degree p X j <= snd b) js M.
    Proof.
      induction most as [|x most IH]; intros [|[lo hi] M] R; cbn [limit]; try discriminate.
      - intro E. inversion E. auto.
      - assert (G : forall h, h <= hi -> match limit M most with Some R0 => Some ((lo, h) :: R0) | None => None end = Some R ->
                      forall js, Forall2 (fun j b => fst b <= degree p X j <= snd b) js R ->
                                 Forall2 (fun j b => fst b <= degree p X j <= snd b) js ((lo, hi) :: M)).
        { intros h Lh. destruct (limit M most) as [R0|] eqn:E; [|discriminate]. intro E'. inversion E'; subst. intros js H.
          inversion H; subst. constructor; [cbn [fst snd] in *; lia|]. apply (IH M R0 E). assumption. }
        destruct x as [n|]; [destruct (n <? lo); [discriminate|]|]; apply G; lia.
    Qed.
    Lemma charge_positive r : (forall a, In a r -> (0 <= a)%Z) -> forall fl l, (0 <= charge r fl l)%Z.
    Proof.
      induction r as [|a r IH]; intros HA [|b fl] [|[lo hi] l]; cbn [charge]; try apply Z.le_refl.
      assert (0 <= a)%Z by (apply HA; left; reflexivity).
      assert (0 <= charge r fl l)%Z by (apply IH; intros; apply HA; right; assumption). destruct (b && (lo =? 0)); lia.
    Qed.
    Lemma nth_sated r : forall due i a b, nth_error r i = Some a -> nth_error due i = Some b ->
      nth i (sated r due) K.zero = if b then K.zero else a.
    Proof.
      induction r as [|a0 r IH]; intros [|b0 l] [|i] a b Ha Hl; try discriminate; cbn [sated nth].
      - cbn in Ha, Hl. inversion Ha; inversion Hl; subst. reflexivity.
      - eapply IH; eassumption.
    Qed.
    Lemma sated_length r : forall l, length r = length l -> length (sated r l) = length r.
    Proof. induction r as [|a r IH]; intros [|b l] E; try discriminate; [reflexivity|]. cbn [sated length]. rewrite IH; simpl in E; lia. Qed.
    Lemma charges_at M i a lo hi : sized M -> nth_error ws i = Some a -> nth_error (Ms.den M) i = Some (lo, hi) ->
      K.num (K.at_ (sat M) (K.index_of (N.of_nat i))) = if lo =? 0 then K.num a else 0%Z.
    Proof.
      intros L Ha Hl. assert (E : K.at_ (sat M) (K.index_of (N.of_nat i)) = nth i (sated ws (Ms.due M)) K.zero).
      { unfold sized in L. rewrite <- Each in L. unfold charges. destruct ws as [|a0 r] eqn:W; [destruct i; discriminate|].
        rewrite <- W in *. rewrite K.at_table, Nat2N.id; [reflexivity|]. rewrite sated_length by (rewrite Ms.due_ok, map_length; symmetry; exact L). exact Holds. }
      rewrite E, (nth_sated _ _ i a (negb (lo =? 0)) Ha); [destruct (lo =? 0); [reflexivity|apply K.num_zero]|].
      rewrite Ms.due_ok. exact (map_nth_error _ i _ Hl).
    Qed.
    Lemma spent_none t l x : (K.num x < 0)%Z -> spend t l x = x.
    Proof.
      intro Neg. destruct l as [|j l]; [reflexivity|]. cbn [spend]. rewrite K.leb_ok, K.num_zero. destruct (Z.leb_spec 0 (K.num x)); [lia|reflexivity].
    Qed.
    Lemma spent_ok M m r0 : sized M -> known m -> (0 <= K.num r0)%Z ->
      let c := charge (map K.num ws) (flags p (option_at p (number m))) (Ms.den M) in
      let x := spend (sat M) (over m) r0 in
      ((0 <= K.num x)%Z -> K.num x = (K.num r0 - c)%Z) /\ ((K.num x < 0)%Z -> (K.num r0 < c)%Z).
    Proof.
      intros L (Hm & _ & _ & E) R0. cbv zeta. rewrite E, (C.fl_list p _ Hm). clear E Hm.
      assert (Ll : length ws = length (Ms.den M)) by (unfold sized in L; congruence).
      assert (G : forall t fl r l n x, (forall a, In a r -> (0 <= K.num a)%Z) -> (0 <= K.num x)%Z -> length r = length l ->
        (forall i a lo hi, nth_error r i = Some a -> nth_error l i = Some (lo, hi) ->
           K.num (K.at_ t (K.index_of (n + N.of_nat i))) = if lo =? 0 then K.num a else 0%Z) ->
        ((0 <= K.num (spend t (over_of n r fl) x))%Z -> K.num (spend t (over_of n r fl) x) = (K.num x - charge (map K.num r) fl l)%Z) /\
        ((K.num (spend t (over_of n r fl) x) < 0)%Z -> (K.num x < charge (map K.num r) fl l)%Z)).
      2:{ apply G; try assumption. intros i a lo hi Ha Hl. apply (charges_at M i a lo hi L Ha Hl). }
      intros t fl r. revert fl. induction r as [|a r IH]; intros fl l n x HA X0 Le T; [destruct fl; cbn [over_of map charge spend]; lia|].
      assert (A := HA a (or_introl eq_refl)). assert (IHA : forall b, In b r -> (0 <= K.num b)%Z) by (intros; apply HA; right; assumption).
      destruct fl as [|b fl]; [cbn [over_of map charge spend]; lia|].
      destruct l as [|[lo hi] l]; [discriminate|]. injection Le as Le.
      cbn [over_of map charge].
      assert (T' : forall i a lo hi, nth_error r i = Some a -> nth_error l i = Some (lo, hi) ->
        K.num (K.at_ t (K.index_of (N.succ n + N.of_nat i))) = if lo =? 0 then K.num a else 0%Z).
      { intros i a' lo' hi' Ha Hl. assert (G := T (S i) a' lo' hi' Ha Hl). rewrite <- G. do 3 f_equal. lia. }
      rewrite K.leb_ok, K.num_zero. destruct b; cbn [andb]; [destruct (Z.leb_spec (K.num a) 0) as [Z0|Pos]; cbn [negb]|].
      - assert (H := IH fl l (N.succ n) x IHA X0 Le T'). destruct (lo =? 0); lia.
      - cbn [spend]. rewrite K.leb_ok, K.num_zero. destruct (Z.leb_spec 0 (K.num x)); [|lia].
        assert (T0 := T O a lo hi eq_refl eq_refl). rewrite N.add_0_r in T0.
        assert (E : K.num (K.sub x (K.at_ t (K.index_of n))) = (K.num x - if (lo =? 0)%N then K.num a else 0)%Z).
        { rewrite K.rest_ok; rewrite ?T0; [reflexivity|exact X0|destruct (lo =? 0); lia]. }
        assert (P : (0 <= charge (map K.num r) fl l)%Z).
        { apply charge_positive. intros y Hy. apply in_map_iff in Hy. destruct Hy as (b & <- & Hb). apply IHA, Hb. }
        destruct (Z.lt_ge_cases (K.num (K.sub x (K.at_ t (K.index_of n)))) 0) as [Neg|Ge].
        + rewrite spent_none by exact Neg. rewrite E in *. destruct (lo =? 0); lia.
        + assert (H1 := IH fl l (N.succ n) _ IHA Ge Le T'). rewrite E in H1. destruct (lo =? 0); lia.
      - assert (H := IH fl l (N.succ n) x IHA X0 Le T'). lia.
    Qed.

    (* ---------- an option is taken, or none ---------- *)
    Lemma valid m : known m -> V p (number m).
    Proof. intros (Hm & _). apply C.ms_spec in Hm. tauto. Qed.
    Lemma fit_taken U M m : known m -> C.is_fit (it m) U M = true ->
      sub (need p (number m)) (B.den U) /\
      take (Ms.den M) (flags p (option_at p (number m))) = Some (Ms.den (Ms.less M (C.fl (it m)))).
    Proof.
      intros (Hm & _) F. apply (C.fit_some p); [exact Hm|]. unfold C.fit. rewrite F. reflexivity.
    Qed.
    Lemma take_one U M m X : known m -> C.is_fit (it m) U M = true ->
      (Sols U M X /\ mem (number m) X) <->
      exists Y, Sols (B.diff U (C.kl (it m))) (Ms.less M (C.fl (it m))) Y /\ ~ mem (number m) Y /\ X = N.setbit Y (number m).
    Proof.
      intros K F. assert (Vm := valid m K). destruct (fit_taken U M m K F) as [Sb T].
      assert (I := take_iff p WF _ _ _ _ Vm Sb T X).
      rewrite B.den_diff, (C.kl_den p _ (proj1 K)), I. split; intros (Y & H); exists Y; [|tauto].
      destruct H as [H E]. split; [exact H|]. split; [|exact E]. apply (take_fresh p WF _ _ _ _ Vm H).
    Qed.
    Lemma fresh U M m Y : known m -> Sols (B.diff U (C.kl (it m))) M Y -> ~ mem (number m) Y.
    Proof. intros K H. rewrite B.den_diff, (C.kl_den p _ (proj1 K)) in H. apply (take_fresh p WF _ _ _ _ (valid m K) H). Qed.
    (* what an option leaves of the budget *)
    Lemma cheap_after t b m Y : known m -> goes_on b = true -> ~ mem (number m) Y ->
      is_cheap scale (after t b m) (cost costs Y) = is_cheap scale b (cost costs (N.setbit Y (number m))).
    Proof.
      intros (_ & (Sp & E) & _) G NY. rewrite cost_set by assumption. destruct b as [|limit room]; [reflexivity|].
      cbn [after is_cheap goes_on] in *. rewrite K.sub_ok, E by assumption. apply eq_true_iff_eq. rewrite !Z.leb_le. lia.
    Qed.
    Lemma room_after M room m : sized M -> known m -> K.leb (reduced m) room = true ->
      let x := spend (sat M) (over m) (K.sub room (reduced m)) in
      ((0 <= K.num x)%Z -> K.num x = (K.num room - taken M m)%Z) /\ ((K.num x < 0)%Z -> (K.num room < taken M m)%Z).
    Proof.
      intros L Km A. rewrite K.leb_ok, Z.leb_le in A. assert (Er := proj1 (proj2 (proj2 Km))). rewrite Er in A.
      assert (P := Positive (number m)).
      assert (E : K.num (K.sub room (reduced m)) = (K.num room - cost_at reds (number m))%Z) by (rewrite K.rest_ok, Er; lia).
      assert (H := spent_ok M m (K.sub room (reduced m)) L Km). cbv zeta in *. rewrite E in H. unfold taken. lia.
    Qed.
    (* what a cover with an option costs in all *)
    Lemma all_taken U M m Y : sized M -> known m -> C.is_fit (it m) U M = true -> ~ mem (number m) Y ->
      (cost reds (N.setbit Y (number m)) + over_all M (N.setbit Y (number m)) =
       cost reds Y + over_all (Ms.less M (C.fl (it m))) Y + taken M m)%Z.
    Proof.
      intros L K F NY. destruct (fit_taken U M m K F) as [_ T].
      rewrite cost_set, (excess_taken _ Y _ _ _ (valid m K) NY T) by assumption. unfold taken. lia.
    Qed.
    Lemma tried_some U M b m c : tried (sat M) U M b m = Some c ->
      C.is_fit (it m) U M = true /\ c = after (sat M) b m /\ affords c K.zero = true.
    Proof.
      unfold tried. destruct (C.is_fit _ _ _); [|discriminate]. cbv zeta. destruct (affords _ _) eqn:A; [|discriminate].
      intro E. inversion E; subst. auto.
    Qed.
    Lemma roomy_after U M b m c : sized M -> known m -> goes_on b = true -> affords b (reduced m) = true ->
      tried (sat M) U M b m = Some c -> Roomy U M b -> Roomy (B.diff U (C.kl (it m))) (Ms.less M (C.fl (it m))) c.
    Proof.
      intros L Km G A T R. apply tried_some in T. destruct T as (F & -> & Z0). destruct b as [|limit room]; [exact I|].
      intros Y [HY CY]. assert (NY := fresh _ _ m Y Km HY). rewrite cheap_after in CY by assumption.
      assert (H : (cost reds (N.setbit Y (number m)) + over_all M (N.setbit Y (number m)) <= K.num room)%Z).
      { apply R. split; [|exact CY]. apply (take_one U M m); try assumption. exists Y. auto. }
      rewrite (all_taken U M m Y) in H by assumption. cbn [after affords] in *. rewrite K.leb_ok, K.num_zero, Z.leb_le in Z0.
      assert (E := proj1 (room_after M room m L Km A)). cbv zeta in E. rewrite E by exact Z0. lia.
    Qed.
    Lemma sized_less U M m : sized M -> known m -> C.is_fit (it m) U M = true -> sized (Ms.less M (C.fl (it m))).
    Proof. intros L K F. destruct (fit_taken U M m K F) as [_ T]. apply take_length in T. unfold sized in *. congruence. Qed.
    Lemma child_counts child U M b m c s n s' : right child -> sized M -> known m -> goes_on b = true -> affords b (reduced m) = true ->
      tried (sat M) U M b m = Some c -> Roomy U M b ->
      child (B.diff U (C.kl (it m))) (Ms.less M (C.fl (it m))) c s = Some (n, s') ->
      Counts (fun X => Cheap U M b X /\ mem (number m) X) n.
    Proof.
      intros RC L Km G A T R E. assert (R' := roomy_after U M b m c L Km G A T R). apply tried_some in T. destruct T as (F & -> & _).
      apply RC in E; [|apply (sized_less U); assumption|exact R'].
      eapply Counts_ext; [|apply (Counts_image (fun Y => N.setbit Y (number m))); [|exact E]].
      - intro X. unfold Cheap at 1 2. split.
        + intros (Y & HY & ->). assert (NY := fresh _ _ m Y Km (proj1 HY)). destruct HY as [HY CY].
          rewrite cheap_after in CY by assumption.
          destruct (proj2 (take_one U M m (N.setbit Y (number m)) Km F)) as [HS Hk]; [exists Y; auto|]. auto.
        + intros [[HS CX] Hk]. destruct (proj1 (take_one U M m X Km F)) as (Y & HY & NY & ->); [auto|].
          exists Y. split; [|reflexivity]. split; [exact HY|]. rewrite cheap_after; assumption.
      - intros x y Hx Hy. apply setbit_inj; eapply fresh; try exact Km; [apply Hx|apply Hy].
    Qed.
    Lemma fits_in U M b X m : known m -> Cheap U M b X -> mem (number m) X -> C.is_fit (it m) U M = true.
    Proof. intros K HX Hk. apply (C.is_fit_iff p); [apply K|]. apply (sol_fits p _ _ _ _ (proj1 HX) Hk). Qed.
    Lemma split_off X k : mem k X -> X = N.setbit (N.clearbit X k) k /\ ~ mem k (N.clearbit X k).
    Proof.
      intro Hk. split; [|rewrite mem_clearbit; tauto].
      apply mem_ext. intro j. rewrite mem_setbit, mem_clearbit. destruct (N.eq_dec j k) as [->|]; tauto.
    Qed.
    Lemma too_dear U M b m X : known m -> Roomy U M b -> affords b (reduced m) = false -> Cheap U M b X -> mem (number m) X -> False.
    Proof.
      intros (_ & _ & E & _) R A HX Hk. destruct b as [|limit room]; [discriminate|].
      cbn [affords] in A. rewrite K.leb_ok in A. apply Z.leb_gt in A. specialize (R X HX).
      destruct (split_off X _ Hk) as [EX NX]. assert (P := excess_positive X M). rewrite EX in R at 1. rewrite cost_set in R by exact NX.
      assert (G := cost_positive (N.clearbit X (number m))). lia.
    Qed.
    Lemma tried_none U M b m X : sized M -> known m -> Roomy U M b -> affords b (reduced m) = true -> tried (sat M) U M b m = None ->
      Cheap U M b X -> mem (number m) X -> False.
    Proof.
      intros L Km R A T HX Hk. assert (F := fits_in U M b X m Km HX Hk). unfold tried in T. rewrite F in T. cbv zeta in T.
      destruct b as [|limit room]; [discriminate|]. cbn [after affords] in *. rewrite K.leb_ok, K.num_zero in T.
      assert (H := proj2 (room_after M room m L Km A)). cbv zeta in H.
      destruct (Z.leb_spec 0 (K.num (spend (sat M) (over m) (K.sub room (reduced m))))); [discriminate|]. specialize (H ltac:(lia)).
      specialize (R X HX). destruct (split_off X _ Hk) as [EX NX]. rewrite EX, (all_taken U M m _ L Km F NX) in R.
      assert (G := cost_positive (N.clearbit X (number m))).
      assert (P := excess_positive (N.clearbit X (number m)) (Ms.less M (C.fl (it m)))). lia.
    Qed.
    Notation ascend := (StronglySorted (fun a b => K.num (reduced a) <= K.num (reduced b))%Z).
    Lemma all_dear U M b m r X : Roomy U M b -> ascend (m :: r) -> (forall m', In m' (m :: r) -> known m') ->
      affords b (reduced m) = false -> Cheap U M b X -> forall m', In m' (m :: r) -> mem (number m') X -> False.
    Proof.
      intros R So HK A HX m' Hm' Hk'. apply (too_dear U M b m' X); try assumption; [apply HK; exact Hm'|].
      apply StronglySorted_inv in So. destruct So as [_ Fo].
      destruct b as [|limit room]; [discriminate|]. cbn [affords] in *. rewrite K.leb_ok in *. apply Z.leb_gt in A. apply Z.leb_gt.
      destruct Hm' as [<-|Hm']; [exact A|]. rewrite Forall_forall in Fo. specialize (Fo m' Hm'). lia.
    Qed.
    Lemma once_ok child i U M b : right child -> sized M -> goes_on b = true -> Roomy U M b -> mem i (prims p) ->
      forall ol acc s n s' (Q : N -> Prop), NoDup (map (fun m => number m) ol) -> ascend ol ->
        (forall m, In m ol -> known m /\ has (option_at p (number m)) i = true) ->
        Counts Q acc -> (forall X m, Q X -> In m ol -> Cheap U M b X -> mem (number m) X -> False) ->
        once src child (sat M) U M b ol acc s = Some (n, s') ->
        Counts (fun X => Q X \/ (Cheap U M b X /\ exists m, In m ol /\ mem (number m) X)) n.
    Proof.
      intros RC L GO R Pi. induction ol as [|m ol IH]; intros acc s n s' Q ND So HM HQ HD; cbn [once].
      - intro E. inversion E; subst. eapply Counts_ext; [|exact HQ]. intro X.
        split; [tauto|]. intros [H|(_ & m & [] & _)]. exact H.
      - inversion ND as [|? ? Nx ND']; subst. destruct (HM m) as [Km Mi]; [left; reflexivity|].
        assert (So' := proj1 (StronglySorted_inv So)).
        assert (HM' : forall m, In m ol -> known m /\ has (option_at p (number m)) i = true)
          by (intros; apply HM; right; assumption).
        destruct (affords b (reduced m)) eqn:A; [destruct (tried (sat M) U M b m) as [c|] eqn:T|].
        + destruct (child _ _ _ s) as [[n1 s1]|] eqn:E; [|discriminate].
          assert (HC := child_counts child U M b m c s n1 s1 RC L Km GO A T R E). intro H.
          apply IH with (Q := fun X => Q X \/ (Cheap U M b X /\ mem (number m) X)) in H; try assumption.
          * eapply Counts_ext; [|exact H]. intro X. split.
            -- intros [[H'|[HS Hk]]|(HS & m' & Hm' & Hk')]; [tauto| |]; right; (split; [assumption|]);
               [exists m|exists m']; simpl; auto.
            -- intros [H'|(HS & m' & [<-|Hm'] & Hk')]; [tauto|tauto|]. right. eauto.
          * apply Counts_union; try assumption. intros X HX [HS Hk]. apply (HD X m); simpl; auto.
          * intros X m' [HX|[HS Hk]] Hin HS' Hk'; [apply (HD X m'); simpl; auto|].
            apply Nx. apply in_map_iff. exists m'. split; [|assumption].
            apply (clash (V p) (need p) (kill p) (prims p) (h_prim p) (B.den U) X i);
              [apply HS|exact Hk'|exact Hk|assumption| |]; apply need_prim; try assumption. apply HM'; assumption.
        + intro H. apply IH with (Q := Q) in H; try assumption.
          * eapply Counts_ext; [|exact H]. intro X. split.
            -- intros [H'|(HS & m' & Hm' & Hk')]; [tauto|]. right. split; [assumption|]. exists m'. simpl. auto.
            -- intros [H'|(HS & m' & [<-|Hm'] & Hk')]; [tauto| |]; [exfalso|right; eauto].
               apply (tried_none U M b m X); assumption.
          * intros X m' HX Hin. apply HD; simpl; auto.
        + intro E. inversion E; subst. eapply Counts_ext; [|exact HQ]. intro X. split; [tauto|].
          intros [H|(HS & m' & Hm' & Hk')]; [exact H|exfalso].
          apply (all_dear U M b m ol X) with (m' := m'); try assumption. intros; apply HM; assumption.
    Qed.
    Lemma fewer_than U M b : forall ol wanted, fewer (sat M) wanted U M b ol = true ->
      exists l, incl l ol /\ N.of_nat (length l) < wanted /\
        (sized M -> Roomy U M b -> ascend ol -> (forall m, In m ol -> known m) ->
         forall X m, Cheap U M b X -> In m ol -> mem (number m) X -> In m l).
    Proof.
      induction ol as [|m ol IH]; intros wanted; cbn [fewer]; destruct (N.eqb_spec wanted 0) as [->|NZ]; try discriminate.
      - intros _. exists []. split; [intros x []|]. split; [simpl; lia|]. intros _ _ _ _ X m _ [].
      - destruct (affords b (reduced m)) eqn:A.
        + intro H. apply IH in H. destruct H as (l & Il & Ll & Hl). destruct (tried (sat M) U M b m) as [x|] eqn:T.
          * exists (m :: l). split; [intros y [<-|Hy]; [left; reflexivity|right; apply Il, Hy]|]. split; [simpl length; lia|].
            intros L R So HK X m' HX [<-|Hm'] Hk; [left; reflexivity|right]. apply StronglySorted_inv in So.
            apply (Hl L R (proj1 So)) with (X := X); try assumption. intros; apply HK; right; assumption.
          * exists l. split; [intros y Hy; right; apply Il, Hy|]. split; [exact Ll|].
            intros L R So HK X m' HX [<-|Hm'] Hk.
            -- exfalso. apply (tried_none U M b m X); try assumption. apply HK. left. reflexivity.
            -- apply StronglySorted_inv in So. apply (Hl L R (proj1 So)) with (X := X); try assumption. intros; apply HK; right; assumption.
        + intros _. exists []. split; [intros x []|]. split; [simpl; lia|].
          intros L R So HK X m' HX Hm' Hk. exfalso. apply (all_dear U M b m ol X) with (m' := m'); assumption.
    Qed.
    Lemma closing_ok child i n U M b acc s r s' (Q : N -> Prop) : right child -> sized M -> Roomy U M b ->
      nth_error (mults p) (unary n) = Some i -> Counts Q acc -> (forall X, Q X -> Cheap U M b X -> False) ->
      (forall X k, Cheap U M b X -> mem k X -> has (option_at p k) i = true -> False) ->
      closing src child (Ms.cap_at (N.of_nat (length (mults p))) n 0) U M b acc s = Some (r, s') ->
      Counts (fun X => Q X \/ Cheap U M b X) r.
    Proof.
      intros RC L R Hn HQ HD No. unfold closing.
      assert (L0 := fun X (HX : Cheap U M b X) => limit_iff p (Ms.den M) _ X (C.cap_at_ok p n i X Hn
        (deg_none p X i (fun k _ Hk Hh => No X k HX Hk Hh)))).
      assert (LO := Ms.limit_at_ok M (N.of_nat (length (mults p))) n 0). rewrite Nat2N.id in LO.
      rewrite LO in L0. destruct (Ms.limit M _) as [R1|] eqn:E.
      - assert (Len := limit_length _ _ _ LO).
        assert (Same : forall X, Cheap U R1 b X <-> Cheap U M b X).
        { intro X. split.
          - intros [[HS HW] HC]. split; [|exact HC]. split; [exact HS|]. apply (limit_within X _ _ _ LO). exact HW.
          - intro HX. assert (I := proj1 (L0 X HX)). destruct HX as [[HS HW] HC]. split; [|exact HC]. split; [exact HS|]. apply I, HW. }
        destruct (child U R1 b s) as [[n1 s1]|] eqn:EC; [|discriminate]. intro H. inversion H; subst.
        apply RC in EC.
        + apply Counts_union; [exact HD|exact HQ|]. eapply Counts_ext; [|exact EC]. exact Same.
        + unfold sized in *. congruence.
        + destruct b as [|limit room]; [exact I|]. intros X HX. rewrite (excess_limited X _ _ _ LO). apply R, Same, HX.
      - intro H. inversion H; subst. eapply Counts_ext; [|exact HQ]. intro X. split; [tauto|].
        intros [HX|HX]; [exact HX|exfalso]. apply (L0 X HX). apply HX.
    Qed.
    Lemma often_ok child i n one b : right child -> goes_on b = true -> nth_error (mults p) (unary n) = Some i ->
      forall M, sized M -> forall ol U acc s r s' (Q : N -> Prop), Roomy U M b ->
        NoDup (map (fun m => number m) ol) -> ascend ol -> (forall m, In m ol -> known m) ->
        (forall X k, Cheap U M b X -> mem k X -> has (option_at p k) i = true -> exists m, In m ol /\ number m = k) ->
        Counts Q acc -> (forall X, Q X -> Cheap U M b X -> False) ->
        often src child (sat M) n (Ms.cap_at (N.of_nat (length (mults p))) n 0) one U M b ol acc s = Some (r, s') ->
        Counts (fun X => Q X \/ Cheap U M b X) r.
    Proof.
      intros RC GO Hn M L. assert (Hi : In i (mults p)) by (eapply nth_error_In; eassumption).
      assert (Mm : multy p) by (intro E0; rewrite E0 in Hi; destruct Hi).
      induction ol as [|m ol IH]; intros U acc s r s' Q R ND So HK HA HQ HD; cbn [often].
      - apply closing_ok with (i := i); try assumption. intros X k HX Hk Hh. destruct (HA X k HX Hk Hh) as (m & [] & _).
      - inversion ND as [|? ? Nx ND']; subst. assert (Km : known m) by (apply HK; left; reflexivity).
        assert (HK' : forall m', In m' ol -> known m') by (intros; apply HK; right; assumption).
        assert (So' := proj1 (StronglySorted_inv So)).
        destruct (affords b (reduced m)) eqn:A.
        2:{ apply closing_ok with (i := i); try assumption. intros X k HX Hk Hh. destruct (HA X k HX Hk Hh) as (m' & Hm' & <-).
            apply (all_dear U M b m ol X) with (m' := m'); assumption. }
        destruct (tried (sat M) U M b m) as [c|] eqn:T.
        + destruct (too_few (sat M) n one U M b (m :: ol)) eqn:TF.
          * intro E. inversion E; subst. eapply Counts_ext; [|exact HQ]. intro X. split; [tauto|]. intros [HX|HX]; [exact HX|exfalso].
            unfold too_few in TF. destruct (Ms.roomy M one); [discriminate|]. rewrite Ms.bounds_at_ok in TF.
            apply fewer_than in TF. destruct TF as (l & _ & Ll & Hl). specialize (Hl L R So HK X).
            assert (G : degree p X i <= N.of_nat (length (map (fun m => number m) l))).
            { apply deg_le. intros k Vk Hk Hh. destruct (HA X k HX Hk Hh) as (m' & Hm' & <-). apply (in_map (fun m => number m)). apply Hl; assumption. }
            rewrite map_length in G. assert (W := within_at p _ X _ i (proj2 (proj1 HX)) Hn). lia.
          * destruct (child _ _ _ s) as [[n1 s1]|] eqn:E; [|discriminate].
            assert (HC := child_counts child U M b m c s n1 s1 RC L Km GO A T R E). intro H.
            assert (LO : forall X, Cheap (B.diff U (C.out (it m))) M b X <-> Cheap U M b X /\ ~ mem (number m) X).
            { intro X. unfold Cheap. rewrite <- (C.left_out p WF _ _ _ _ (proj1 Km) Mm). tauto. }
            apply IH with (Q := fun X => Q X \/ (Cheap U M b X /\ mem (number m) X)) in H; try assumption.
            -- eapply Counts_ext; [|exact H]. intro X. cbv beta. rewrite LO. destruct (mem_dec (number m) X); tauto.
            -- destruct b as [|limit room]; [exact I|]. intros X HX. apply R. apply LO in HX. tauto.
            -- intros X k HX Hk Hh. apply LO in HX. destruct HX as [HX NX].
               destruct (HA X k HX Hk Hh) as (m' & [<-|Hm'] & E'); [|eauto]. subst k. contradiction.
            -- apply Counts_union; try assumption. intros X HX [HS _]. apply (HD X HX HS).
            -- intros X [HX|[_ Hk]] HX'; apply LO in HX'; [apply (HD X HX); tauto|tauto].
        + apply IH; try assumption. intros X k HX Hk Hh. destruct (HA X k HX Hk Hh) as (m' & [<-|Hm'] & E'); [exfalso|eauto].
          subst k. apply (tried_none U M b m X); assumption.
    Qed.
    Lemma sorted_ok l : ascend (Sorting.sort l).
    Proof.
      assert (Le : forall a b, Order.leb a b = true <-> (K.num (reduced a) < K.num (reduced b) \/ K.num (reduced a) = K.num (reduced b) /\ (number a <= number b)%N)%Z).
      { intros a b. unfold Order.leb. rewrite !K.leb_ok. destruct (Z.leb_spec (K.num (reduced a)) (K.num (reduced b)));
          [destruct (Z.leb_spec (K.num (reduced b)) (K.num (reduced a)))|]; rewrite ?N.leb_le; split; intros; try discriminate; try reflexivity; lia. }
      assert (Tr : Relations_1.Transitive (fun a b => is_true (Order.leb a b))).
      { intros a b c. unfold is_true. rewrite !Le. lia. }
      assert (So := Sorting.StronglySorted_sort l Tr).
      induction So as [|a r So IH Fo]; constructor; [exact IH|]. eapply Forall_impl; [|exact Fo]. intros b H. apply Le in H. lia.
    Qed.
    Hypothesis Room : B.has_room (np p + ns p) = true.
    Definition lists i (ol : list priced) : Prop :=
      NoDup (map (fun m => number m) ol) /\ ascend ol /\
      (forall m, In m ol -> known m /\ has (option_at p (number m)) i = true) /\
      (forall k, V p k -> has (option_at p k) i = true -> exists m, In m ol /\ number m = k).
    Lemma lists_ok i ol : C.good p i ol -> lists i (Sorting.sort (map (priced_of prices lowered ws) ol)).
    Proof.
      intros (ND & G). assert (Perm := Sorting.Permuted_sort (map (priced_of prices lowered ws) ol)).
      split; [|split; [apply sorted_ok|split]].
      - eapply Permutation_NoDup; [apply Permutation_map; exact Perm|]. rewrite map_map. exact ND.
      - intros m Hm. apply (Permutation_in _ (Permutation_sym Perm)), in_map_iff in Hm. destruct Hm as (m' & <- & Hm').
        apply G in Hm'. split; [apply priced_known|]; apply Hm'.
      - intros k Vk Hk. exists (priced_of prices lowered ws (C.prepare_option p k (option_at p k))). split; [|reflexivity].
        apply (Permutation_in _ Perm), in_map, G. split; [apply C.ms_of; assumption|exact Hk].
    Qed.
    Lemma entry_ok n en : B.named n table = Some en -> exists i,
      match en with
      | Once bit ol listing => B.den bit = N.setbit 0 i /\ mem i (prims p) /\ listing = C.Delay (B.listed set_ ol) /\ lists i ol
      | Often x none _ ol => nth_error (mults p) (unary x) = Some i /\
          none = Ms.cap_at (N.of_nat (length (mults p))) x 0 /\ lists i ol
      end.
    Proof.
      intro E. apply B.named_in, in_map_iff in E. destruct E as ([i e0] & <- & Ht). apply (C.entry_right_in p WF Room) in Ht.
      exists i. destruct e0 as [bit ol li|x none one ol owners]; cbn [snd entry_of].
      - destruct Ht as (Hb & Pi & G & _). split; [exact Hb|]. split; [exact Pi|]. split; [reflexivity|]. apply lists_ok, G.
      - destruct Ht as (Hn & En & G & _). split; [exact Hn|]. split; [exact En|]. apply lists_ok, G.
    Qed.
    (* ---------- a bound ---------- *)
    Notation least_of := (least_in (C.Delay (weighing_of p q prices lowered ws)) ws).
    Definition weight (w : K.table) (i : N) : Z := K.num (K.at_ w (K.index_of i)).
    Lemma sol_agree U M X : Sols U M X -> agree p X.
    Proof.
      intros [[F D _] _] i k k' c c' L Hk Hk' NE H H'. specialize (D k k' Hk Hk' NE).
      apply disj_iff in D; [|exact WF|apply F; exact Hk|apply F; exact Hk'|exact NE].
      destruct (D i c c' H H') as [?|[? _]]; [tauto|lia].
    Qed.
    Lemma total_flat {A C} (g : C -> Z) (h : A -> list C) l : total g (flat_map h l) = total (fun x => total g (h x)) l.
    Proof.
      induction l as [|x l IH]; [reflexivity|]. cbn [flat_map]. unfold total in *. cbn [fold_right]. rewrite <- IH. clear IH.
      induction (h x) as [|y m IHm]; [reflexivity|]. cbn [app fold_right]. rewrite IHm. lia.
    Qed.
    Lemma plain_floors_ok w U l : forall a, K.small (plain_floors w U l a) = true -> K.small a = true /\
      K.num (plain_floors w U l a) = (K.num a + total (fun ib => if B.subb (snd ib) U then K.num (K.at_ w (fst ib)) else 0%Z) l)%Z.
    Proof.
      induction l as [|[i bit] l IH]; intros a Sm; cbn [plain_floors total fold_right fst snd] in *; [split; [exact Sm|lia]|].
      apply IH in Sm. destruct Sm as [Sm ->]. fold (total (fun ib => if B.subb (snd ib) U then K.num (K.at_ w (fst ib)) else 0)%Z l).
      destruct (B.subb bit U); [apply plus_ok in Sm; destruct Sm as [? ->]|]; (split; [assumption|lia]).
    Qed.
    Lemma times_ok x n : K.small (times x n) = true -> K.num (times x n) = (K.num x * Zpos n)%Z.
    Proof.
      induction n as [n IH|n IH|]; cbn [times]; cbv zeta; intro Sm; [| |lia].
      - apply plus_ok in Sm. destruct Sm as [Sm ->]. apply plus_ok in Sm. destruct Sm as [Sm ->]. rewrite (IH Sm). lia.
      - apply plus_ok in Sm. destruct Sm as [Sm ->]. rewrite (IH Sm). lia.
    Qed.
    Lemma plus_right a b : K.small (plus a b) = true -> K.small b = true.
    Proof. unfold plus. destruct (K.small a) eqn:A, (K.small b) eqn:Bb; congruence. Qed.
    Lemma often_floors_le w X js M : Forall2 (fun j b => fst b <= degree p X j <= snd b) js M ->
      forall a, K.small (often_floors w (map K.index_of js) M a) = true -> K.small a = true /\
      (K.num (often_floors w (map K.index_of js) M a) <= K.num a + total (fun i => weight w i * Z.of_N (degree p X i)) js)%Z.
    Proof.
      induction 1 as [|j [lo hi] js M H _ IH]; intros a; cbn [map often_floors total fold_right]; cbv zeta; [intro Sm; split; [exact Sm|lia]|].
      fold (total (fun i => weight w i * Z.of_N (degree p X i))%Z js). fold (weight w j). cbn [fst snd] in H. intro Sm. apply IH in Sm. destruct Sm as [Sm Le].
      rewrite K.leb_ok, K.num_zero in *. unfold weight in *. set (x := K.at_ w (K.index_of j)) in *.
      set (g := fun n => match n with 0 => a | Npos n => plus a (times x n) end).
      assert (G : forall n, (K.num x * Z.of_N n <= K.num x * Z.of_N (degree p X j))%Z -> K.small (g n) = true ->
        K.small a = true /\ (K.num (g n) <= K.num a + K.num x * Z.of_N (degree p X j))%Z).
      { unfold g. intros [|n] Ln S0; [split; [exact S0|lia]|]. assert (St := plus_right _ _ S0). apply plus_ok in S0. destruct S0 as [S0 ->].
        rewrite (times_ok _ _ St). split; [exact S0|lia]. }
      fold (g (if (0 <=? K.num x)%Z then lo else hi)) in Sm, Le |- *.
      destruct (Z.leb_spec 0 (K.num x)); [destruct (G lo) as [S0 L0]|destruct (G hi) as [S0 L0]]; try assumption; try nia; (split; [assumption|lia]).
    Qed.
    Lemma second_floors_ok w l : forall a, K.small (second_floors w (map K.index_of l) a) = true -> K.small a = true /\
      K.num (second_floors w (map K.index_of l) a) = (K.num a + total (fun i => Z.min (weight w i) 0) l)%Z.
    Proof.
      induction l as [|i l IH]; intros a Sm; cbn [map second_floors total fold_right] in *; cbv zeta in *; [split; [exact Sm|lia]|].
      apply IH in Sm. destruct Sm as [Sm ->]. fold (total (fun i => Z.min (weight w i) 0)%Z l). unfold weight at 2.
      rewrite K.leb_ok, K.num_zero in *. destruct (Z.leb_spec 0 (K.num (K.at_ w (K.index_of i)))); [|apply plus_ok in Sm; destruct Sm as [? ->]]; (split; [assumption|lia]).
    Qed.
    Lemma unweighed_ok w l : forall a, K.small (unweighed w (map K.index_of l) a) = true -> K.small a = true /\
      K.num (unweighed w (map K.index_of l) a) = (K.num a - total (weight w) l)%Z.
    Proof.
      induction l as [|i l IH]; intros a Sm; cbn [map unweighed total fold_right] in *; [split; [exact Sm|lia]|].
      apply IH in Sm. destruct Sm as [Sm ->]. fold (total (weight w) l). apply minus_ok in Sm. destruct Sm as [? ->]. unfold weight at 2. split; [assumption|lia].
    Qed.
    Lemma positive_ok w l : weights_positive w (map K.index_of l) = true -> forall i, In i l -> (0 <= weight w i)%Z.
    Proof.
      induction l as [|j l IH]; intros H i Hi; [destruct Hi|]. cbn [map weights_positive] in H. rewrite K.leb_ok, K.num_zero in H.
      destruct (Z.leb_spec 0 (K.num (K.at_ w (K.index_of j)))); [|discriminate]. destruct Hi as [<-|Hi]; [assumption|apply IH; assumption].
    Qed.
    (* what items of one kind add *)
    Lemma floors_le U M w X a : Sols U M X -> weights_ok (colored_items p) (weight w) = true ->
      let g := weighing_of p q prices lowered ws in
      let b := match often_ones g with [] => a | js => often_floors w js (Ms.bounds M) a end in
      let x := second_floors w (second_ones g) (plain_floors w U (plain_ones g) b) in
      K.small x = true -> K.small a = true /\ (K.num x <= K.num a + total (fun i => weight w i * Z.of_N (degree p X i)) (all_items p))%Z.
    Proof.
      intros HX OK. cbv zeta. cbn [weighing_of often_ones second_ones plain_ones]. rewrite Ms.bounds_ok. intro Sm.
      apply second_floors_ok in Sm. destruct Sm as [Sm ->]. apply plain_floors_ok in Sm. destruct Sm as [Sm ->].
      set (f := fun i => (weight w i * Z.of_N (degree p X i))%Z).
      set (b := match map K.index_of (mults p) with [] => a | js => often_floors w js (Ms.den M) a end) in *.
      assert (O : K.small a = true /\ (K.num b <= K.num a + total f (mults p))%Z).
      { assert (G := often_floors_le w X (mults p) (Ms.den M) (proj2 HX) a). unfold b in *. destruct (mults p) as [|j js]; [split; [exact Sm|cbn; lia]|].
        apply G, Sm. }
      destruct O as [Sa Lb]. split; [exact Sa|]. rewrite (total_split (fun i => i <? np p) f).
      assert (E : map fst (C.entries q) = rev (upto (length (bounds p)))).
      { cbn [C.q C.prepared_of C.entries]. unfold C.all_entries. cbv zeta.
        assert (G : forall (h : N -> C.entry) l a, map fst (fold_left (fun e i => (i, h i) :: e) l a) = rev l ++ map fst a).
        { intros h. induction l as [|i l IH]; intro r; [reflexivity|]. cbn [fold_left rev]. rewrite IH, <- app_assoc. reflexivity. }
        rewrite G, app_nil_r. reflexivity. }
      assert (P : total f (filter (fun i => i <? np p) (all_items p)) = total (fun ie => f (fst ie)) (C.entries q)).
      { rewrite <- (total_map fst f). apply total_permuted.
        rewrite E. apply NoDup_Permutation; [apply NoDup_filter, items_nodup|apply NoDup_rev, items_nodup|].
        intro i. rewrite <- in_rev, filter_In. unfold all_items. rewrite !in_upto, N.ltb_lt. unfold np. lia. }
      assert (Q : total f (mults p) = total (fun ie => if negb (plain p (fst ie)) then f (fst ie) else 0%Z) (C.entries q)).
      { rewrite <- (total_map fst (fun i => if negb (plain p i) then f i else 0%Z)), total_filter. apply total_permuted.
        rewrite E, mults_filter. apply NoDup_Permutation; [apply NoDup_filter, items_nodup|apply NoDup_filter, NoDup_rev, items_nodup|].
        intro i. rewrite !filter_In, <- in_rev. tauto. }
      assert (Pl : (total (fun ib => if B.subb (snd ib) U then K.num (K.at_ w (fst ib)) else 0) (flat_map plain_of (C.entries q)) + total f (mults p) <=
                    total f (filter (fun i => (i <? np p)%N) (all_items p)))%Z).
      { rewrite P, Q, total_flat, <- total_plus. apply total_le. intros [i en] Hie. apply (C.entry_right_in p WF Room) in Hie. unfold f. cbn [fst snd plain_of].
        destruct en as [bit ol li|n none one ol owners]; cbn [C.entry_right] in Hie; unfold plain_of, total; cbn [fold_right fst snd].
        + destruct Hie as (Hb & Pi & _). assert (D := deg_plain p _ _ X i HX Pi). rewrite (proj2 (proj1 (mem_prims p i) Pi)). cbn [negb].
          fold (weight w i). destruct (B.subb bit U) eqn:Sb.
          * rewrite B.subb_ok, Hb in Sb. apply subb_ok in Sb. assert (Ui : mem i (B.den U)) by (apply Sb, mem_single; reflexivity).
            assert (D1 : 1 <= degree p X i).
            { destruct HX as [[F _ Cv] _]. destruct (Cv i Ui Pi) as (k & Hk & Nk). destruct (F k Hk) as [Vk _].
              apply (deg_in p X i k Vk Hk). apply need_prim in Nk; assumption. }
            unfold b2n in D. destruct (N.testbit (B.den U) i); [|lia]. assert (degree p X i = 1) as -> by lia. fold (weight w i). lia.
          * destruct (N.testbit (B.den U) i) eqn:Ui; [exfalso|unfold b2n in D; assert (degree p X i = 0) as -> by lia; lia].
            rewrite B.subb_ok, Hb in Sb. assert (Sb' : Counting.subb (N.setbit 0 i) (B.den U) = true); [|congruence].
            apply subb_ok. intros j Hj. apply mem_single in Hj. subst j. exact Ui.
        + destruct Hie as (Hn & _). apply nth_error_In, in_mults in Hn. destruct Hn as [_ ->]. cbn [negb]. lia. }
      assert (Se : (total (fun i => Z.min (weight w i) 0) (secondaries p) <= total f (filter (fun i => negb (i <? np p)%N) (all_items p)))%Z).
      { unfold secondaries. cbv zeta. apply total_le. intros i Hi. apply filter_In in Hi. destruct Hi as [_ Hi]. apply negb_true_iff, N.ltb_ge in Hi.
        apply secondary_le; [exact OK|apply (sol_agree U M X HX)|exact Hi]. }
      lia.
    Qed.
    Lemma lefts_le U M b w X l : sized M -> Roomy U M b -> Cheap U M b X ->
      (forall x, In x l -> known (of_ x) /\ its_items x = map K.index_of (items_of (option_at p (number (of_ x))))) ->
      forall a, K.small (least_lefts (sat M) U M b w l a) = true -> K.small a = true /\
      (K.num (least_lefts (sat M) U M b w l a) <= K.num a +
       total (fun x => if N.testbit X (number (of_ x)) then cost_at (lefts scale (weight w) (opts p) costs) (number (of_ x)) else 0) l)%Z.
    Proof.
      intros L R HX. induction l as [|x l IH]; intros HL a; cbn [least_lefts total fold_right]; cbv zeta; [intro Sm; split; [exact Sm|lia]|].
      intro Sm. apply IH in Sm; [|intros; apply HL; right; assumption]. destruct Sm as [Sm Le].
      destruct (HL x (or_introl eq_refl)) as [Kx Ix]. set (m := of_ x) in *. assert (Vm := valid m Kx).
      rewrite (left_at p costs scale (weight w) _ Vm). unfold own_weight.
      match goal with |- context [fold_right ?f 0%Z l] => fold (total (fun x => if N.testbit X (number (of_ x)) then cost_at (lefts scale (weight w) (opts p) costs) (number (of_ x)) else 0)%Z l) end.
      set (rest := total _ l) in *. clearbody rest. rewrite Ix in *. set (y := unweighed w _ (price m)) in *.
      assert (Ey : K.small y = true -> K.num y = (cost_at costs (number m) * scale - total (weight w) (items_of (option_at p (number m))))%Z).
      { unfold y. intro Sy. apply unweighed_ok in Sy. destruct Sy as [_ ->]. rewrite (proj2 (proj1 (proj2 Kx))). reflexivity. }
      destruct (affords b (reduced m)) eqn:A.
      2:{ split; [exact Sm|]. destruct (N.testbit X (number m)) eqn:Hk; [exfalso; apply (too_dear U M b m X); assumption|lia]. }
      destruct (K.small y) eqn:Sy; [|congruence]. specialize (Ey eq_refl). rewrite K.leb_ok, K.num_zero in *.
      destruct (Z.leb_spec 0 (K.num y)).
      { split; [exact Sm|]. destruct (N.testbit X (number m)); lia. }
      destruct (tried (sat M) U M b m) eqn:T.
      - apply plus_ok in Sm. destruct Sm as [Sm E]. rewrite E in Le. split; [exact Sm|]. destruct (N.testbit X (number m)); lia.
      - split; [exact Sm|]. destruct (N.testbit X (number m)) eqn:Hk; [exfalso; apply (tried_none U M b m X); assumption|lia].
    Qed.
    Lemma least_of_ok U M b w x X : sized M -> Roomy U M b -> Cheap U M b X -> least_of U M b w = Some x -> K.small x = true ->
      (K.num x <= cost costs X * scale)%Z.
    Proof.
      intros L R HX. unfold least_in. destruct (weights_positive _ _) eqn:OK; [|discriminate]. intro E. assert (Ex := f_equal (fun o => match o with Some y => y | None => x end) E). cbv beta iota in Ex. subst x. clear E. intro Sm.
      assert (RX : forall k, mem k X -> V p k) by (intros k Hk; apply (sol_fits p _ _ _ _ (proj1 HX) Hk)).
      assert (OK' : weights_ok (colored_items p) (weight w) = true).
      { apply forallb_forall. intros i Hi. apply Z.leb_le. apply (positive_ok w _ OK i Hi). }
      apply (lefts_le U M b w X _ L R HX) in Sm.
      2:{ intros y Hy. cbn [weighing_of options] in Hy. unfold weighed_of in Hy. rewrite rev_append_rev, app_nil_r, <- in_rev in Hy. apply in_map_iff in Hy.
          destruct Hy as (m & <- & Hm). cbn [of_ its_items]. split; [apply priced_known; exact Hm|]. cbn [priced_of it]. rewrite (C.uses_eq p m Hm). reflexivity. }
      destruct Sm as [Sm Le]. apply (floors_le U M w X K.zero (proj1 HX) OK') in Sm. destruct Sm as [_ Lf]. rewrite K.num_zero in Lf.
      assert (T := left_of p costs scale (weight w) WF X RX).
      set (left := lefts scale (weight w) (opts p) costs) in *.
      assert (E : cost left X = total (fun m => if N.testbit X (C.ix m) then cost_at left (C.ix m) else 0)%Z (C.ms p)).
      { destruct (as_list p X RX) as (l & ND & I & EX).
        rewrite <- (total_map C.ix (fun k => if N.testbit X k then cost_at left k else 0)%Z), total_filter.
        rewrite EX at 1. rewrite cost_of_list by exact ND. apply total_permuted, NoDup_Permutation; [exact ND|apply NoDup_filter, C.numbers_ok|].
        intro k. rewrite I, filter_In, in_map_iff. split; [|intros [_ H]; exact H]. intro Hk. split; [|exact Hk].
        exists (C.prepare_option p k (option_at p k)). split; [reflexivity|]. apply C.ms_of, RX, Hk. }
      match type of Le with (_ <= _ + ?t)%Z => assert (E' : t = cost left X) end.
      { rewrite E. cbn [weighing_of options]. unfold weighed_of. rewrite rev_append_rev, app_nil_r.
        rewrite <- (total_permuted _ _ _ (Permutation_rev (map _ (C.all q)))), total_map. reflexivity. }
      rewrite E' in Le. lia.
    Qed.
    Lemma visit_ok d : right (visit src next least_of ws (C.prim q) (C.nothing q) table d).
    Proof.
      induction d as [|d IH]; intros U M b s n s' L R; cbn [visit]; [discriminate|].
      destruct (is_done _ _ U M) eqn:D.
      { intro E. inversion E; subst. unfold Cheap. assert (Z := C.done_ok p WF U M). fold (is_done (C.prim q) (C.nothing q) U M) in Z.
        assert (C0 : is_cheap scale b (cost costs 0) = may_be_empty b).
        { unfold cost. rewrite cost_from_0. destruct b as [|limit room]; [reflexivity|]. cbn [is_cheap may_be_empty]. rewrite K.leb_ok, K.num_zero. reflexivity. }
        destruct (may_be_empty b).
        - apply (Counts_one _ 0). intro X. rewrite (Z X D). split; [tauto|]. intros ->. auto.
        - apply Counts_none. intros X [HX CX]. apply (Z X D) in HX. subst X. congruence. }
      destruct (goes_on b) eqn:GO; [|discriminate]. cbn [negb].
      destruct (next s) as [[[name|w] s1]|]; [| |discriminate].
      2:{ destruct b as [|limit room]; [discriminate|]. destruct (least_of U M _ w) as [x|] eqn:E; [|discriminate].
          destruct (K.small x) eqn:Sx; [|discriminate]. rewrite K.leb_ok. destruct (Z.leb_spec (K.num x) (K.num limit)) as [|Lt]; [discriminate|].
          intro H. inversion H; subst. apply Counts_none.
          intros X HX. assert (G := least_of_ok U M _ w x X L R HX E Sx). destruct HX as [_ CX]. cbn [is_cheap] in CX.
          apply Z.leb_le in CX. lia. }
      destruct (B.named _ _) as [en|] eqn:Ht; [|discriminate].
      destruct (entry_ok _ en Ht) as (i & H0). destruct en as [bit ol listing|x none one ol].
      - destruct (B.subb bit U) eqn:Sb; [|discriminate]. destruct H0 as (Hb & Pi & -> & ND & So & HM & Full). intro H.
        assert (HF : sifted (fun m => B.subb (set_ m) U = true) ol (match b with All => B.perhaps U (B.listed set_ ol) | Upto _ _ => ol end))
          by (destruct b; [apply B.perhaps_ok|apply sifted_all]). apply (sifted_nodup _ _ _ _ HF) in ND.
        rewrite B.subb_ok, Hb in Sb. apply subb_ok in Sb.
        assert (Ui : mem i (B.den U)) by (apply Sb, mem_single; reflexivity).
        apply once_ok with (i := i) (Q := fun _ => False) in H; try assumption.
        2:{ apply (sifted_sorted _ _ _ _ HF). exact So. }
        + eapply Counts_ext; [|exact H]. intro X. split; [intros [[]|[HX _]]; exact HX|].
          intro HX. right. split; [assumption|]. assert (HX' := proj1 HX). destruct HX' as [[F _ Cv] _].
          destruct (Cv i Ui Pi) as (k & Hk & Nk). destruct (F k Hk) as [Vk Sk].
          destruct (Full k Vk) as (m & Hm & E); [apply need_prim in Nk; assumption|]. subst k.
          exists m. split; [|assumption]. apply (sifted_keeps _ _ _ _ HF); [|assumption].
          unfold set_. rewrite B.subb_ok, (C.nd_den p _ (proj1 (proj1 (HM m Hm)))). apply subb_ok. exact Sk.
        + intros m Hm. apply HM. apply (sifted_in _ _ _ _ HF Hm).
        + apply Counts_none. auto.
        + auto.
      - destruct (snd _ =? 0); [discriminate|]. destruct H0 as (Hn & -> & ND & So & HM & Full). intro H.
        apply often_ok with (i := i) (Q := fun _ => False) in H; try assumption.
        + eapply Counts_ext; [|exact H]. intro X. cbv beta. tauto.
        + intros m Hm. apply HM. exact Hm.
        + intros X k HX Hk Hh. apply Full; [|exact Hh]. apply (sol_fits p _ _ _ _ (proj1 HX) Hk).
        + apply Counts_none. auto.
        + auto.
    Qed.

    (* ---------- the covers ---------- *)
    Lemma leaves_nothing_ok c : forall U M, sized M -> leaves_nothing (C.prim q) (B.tabled (C.all q)) U M c = true -> Sols U M (set_of c).
    Proof.
      induction c as [|k c IH]; intros U M L; cbn [leaves_nothing].
      - rewrite andb_true_iff, N.eqb_eq, Ms.lows_ok. intros [D Z]. apply B.disjb_ok in D. cbn [C.q C.prepared_of C.prim] in D.
        rewrite C.den_primary_set in D. change (set_of []) with 0. split.
        + split; [intros k H; destruct (mem_0 k H)|intros k k' H; destruct (mem_0 k H)|].
          intros i Ui Pi. exfalso. apply (mem_0 i). rewrite <- D. apply mem_land. auto.
        + unfold within. unfold sized in L. clear Each. revert L Z. generalize (Ms.den M). induction (mults p) as [|j js IHj];
            intros [|[lo hi] l] L Z; try discriminate; constructor.
          * unfold sum_all in Z. cbn [map fold_right fst snd] in *. apply N.eq_add_0 in Z. destruct Z as [-> _].
            rewrite (deg_none p 0 j); [split; apply N.le_0_l|]. intros k _ H. destruct (mem_0 k H).
          * apply IHj; [simpl in L; lia|]. unfold sum_all in *. cbn [map fold_right fst] in Z. apply N.eq_add_0 in Z. apply Z.
      - destruct (B.named _ _) as [m|] eqn:E; [|discriminate]. rewrite !andb_true_iff, N.eqb_eq.
        intros (<- & F & H). apply B.named_in in E.
        assert (Km := priced_known m E). apply IH in H; [|apply (sized_less U M _ L Km F)].
        apply (take_one U M _ _ Km F). exists (set_of c). split; [exact H|]. split; [|reflexivity]. apply (fresh _ _ _ _ Km H).
    Qed.
    Lemma first_sized : sized (C.missing q).
    Proof. unfold sized. cbn [C.q C.prepared_of C.missing]. rewrite Ms.den_of_list. apply map_length. Qed.
    Lemma start_cover X : Sols (C.start q) (C.missing q) X <-> is_cover p X.
    Proof. cbn [C.q C.prepared_of C.missing C.start]. rewrite C.den_full_set, Ms.den_of_list. apply (cover_sol p WF). Qed.
  End Sound.

  Lemma ascending_sorted c : ascending c = true -> StronglySorted lt (map N.to_nat c).
  Proof.
    induction c as [|k c IH]; intro H; [constructor|]. cbn [map].
    destruct c as [|l c]; [repeat constructor|]. cbn [ascending] in H. apply andb_true_iff in H.
    destruct H as [L H]. apply N.ltb_lt in L. specialize (IH H). constructor; [exact IH|].
    apply StronglySorted_inv in IH. destruct IH as [_ F]. rewrite Forall_forall in *.
    intros j [<-|Hj]; [lia|]. specialize (F j Hj). lia.
  Qed.
  Lemma to_set_of c : to_set (map N.to_nat c) = set_of c.
  Proof.
    apply mem_ext. intro k. rewrite mem_to_set, mem_set_of, in_map_iff. split; [|eauto].
    intros (j & E & H). assert (j = k) as <- by lia. exact H.
  Qed.
  Lemma cost_of_ok costs c : cost_of (Least.table costs) c = cost_list costs (map N.to_nat c).
  Proof.
    unfold cost_of. assert (G : forall s, fold_left (fun s k => (Least.price (Least.table costs) k + s)%Z) c s = (s + cost_list costs (map N.to_nat c))%Z).
    { induction c as [|k c IH]; intro s; cbn [fold_left map cost_list]; [lia|]. rewrite IH, Least.price_table. unfold cost_at. lia. }
    apply (G 0%Z).
  Qed.
  Lemma same_options_refl c : same_options c c = true.
  Proof. induction c as [|k c IH]; [reflexivity|]. cbn [same_options]. rewrite N.eqb_refl. exact IH. Qed.
  Lemma in_order_ok (f : list N -> Z) l : in_order (map (fun c => (f c, c)) l) = true ->
    NoDup l /\ StronglySorted (fun c d => f c <= f d)%Z l.
  Proof.
    unfold in_order. rewrite map_map. cbn [fst snd].
    induction l as [|c l IH]; [split; constructor|]. cbn [map in_order_with]. rewrite andb_true_iff, forallb_forall.
    intros [F H]. destruct (IH H) as [ND So].
    assert (G : forall d, In d l -> (f c <= f d)%Z /\ c <> d).
    { intros d Hd. specialize (F (f d, fold_left N.add d 0, d)). cbn [fst snd] in F. specialize (F ltac:(apply in_map_iff; eauto)).
      destruct (Z.compare_spec (f c) (f d)) as [E|L|]; [|split; [lia|intros ->; lia]|discriminate].
      split; [lia|]. intros ->. rewrite N.eqb_refl, same_options_refl in F. discriminate. }
    split; constructor; try assumption.
    - intro Hc. destruct (G c Hc) as [_ []]. reflexivity.
    - apply Forall_forall. intros d Hd. apply G. exact Hd.
  Qed.
  Lemma highest_le l x c : In (x, c) l -> (x <= highest l)%Z.
  Proof.
    unfold highest. generalize (match l with (y, _) :: _ => y | [] => 0%Z end). intro b.
    induction l as [|[y d] l IH]; intro H; [destruct H|]. cbn [fold_right fst].
    destruct H as [E|H]; [inversion E; subst; lia|]. specialize (IH H). lia.
  Qed.
  Lemma reduced_positive p left k : (0 <= cost_at (reduced_of (most_reduced p) left) k)%Z.
  Proof.
    unfold cost_at. assert (M : (0 <= most_reduced p)%Z) by (apply Z.div_pos; lia).
    assert (G : forall l n, (0 <= nth n (reduced_of (most_reduced p) l) 0)%Z); [|apply G].
    induction l as [|a l IH]; intros [|n]; simpl; try lia. apply IH.
  Qed.

  (* The covers that are listed are covers, the cheapest first, none of them twice, and no more
     than are wanted. If there are as many as that, each other cover costs at least as much as
     any of them; if there are fewer, there is no other. *)
  Theorem best_sound src next p costs wanted listed scale weights s s' :
    best (src := src) next p costs wanted listed scale weights s = Some s' ->
    let L := map (map N.to_nat) listed in
    N.of_nat (length L) <= wanted /\ NoDup L /\ (forall c, In c L -> covers p c) /\
    StronglySorted (fun c d => cost_list costs c <= cost_list costs d)%Z L /\
    (forall c, covers p c -> In c L \/
       N.of_nat (length L) = wanted /\ forall d, In d L -> (cost_list costs d <= cost_list costs c)%Z).
  Proof.
    unfold best. destruct (C.prepare p) as [q0|] eqn:EP; [|discriminate].
    assert (Room := C.prepared_room p q0 EP). destruct (C.prepared_ok p q0 EP) as [WF ->]. cbv zeta. rewrite !loop_map_ok, lefts_back_ok. cbn [rev app]. fold (reduced_of (most_reduced p)).
    set (w := Least.price (Least.table weights)). set (left := lefts scale w (opts p) costs).
    set (scaled := map (Z.mul scale) costs). set (lowered := reduced_of (most_reduced p) left). set (above := surpluses p w).
    set (told := map (fun c => (cost_of (Least.table costs) c, c)) listed). set (top := ((highest told - 1) * scale)%Z).
    destruct (_ && in_order told) eqn:F; [|discriminate]. rewrite !andb_true_iff in F.
    destruct F as [[[[[[[[[[[Fs Fl] Fa] Hs] Hl] Hv] _] Few] Sc] Wo] Co] Or]. apply N.leb_le in Few. apply Z.ltb_lt in Sc. rewrite forallb_forall in Co.
    set (prices := K.table_of (map K.of_Z scaled)). set (reds := K.table_of (map K.of_Z lowered)). set (ws := map K.of_Z above).
    destruct (if N.of_nat (length listed) =? wanted then _ else _) as [limit|] eqn:Lim; [|discriminate].
    destruct (visit _ _ _ _ _ _ _ _ _ _ _ _) as [[n s1]|] eqn:E; [|discriminate].
    destruct (N.eqb_spec n (N.of_nat (length (filter (fun xc => is_cheap scale limit (fst xc)) told)))) as [En|]; [|discriminate].
    intros _.
    assert (Table : forall l, (forall z, In z l -> K.fits z = true) -> K.holds (N.of_nat (length l)) = true ->
      forall k, K.num (K.at_ (K.table_of (map K.of_Z l)) (K.index_of k)) = cost_at l k).
    { intros l HF HH k. rewrite K.at_table by (rewrite map_length; exact HH). unfold cost_at.
      destruct (Nat.lt_ge_cases (N.to_nat k) (length l)) as [L|L].
      - rewrite (nth_indep _ K.zero (K.of_Z 0)) by (rewrite map_length; exact L). rewrite map_nth. apply K.of_Z_ok, HF, nth_In, L.
      - rewrite !nth_overflow by (rewrite ?map_length; exact L). apply K.num_zero. }
    unfold all_small in Fs. rewrite forallb_forall in Fs, Fl, Fa.
    assert (Scaled : forall k, cost_at scaled k = (cost_at costs k * scale)%Z) by (intro k; unfold cost_at, scaled; rewrite <- (Z.mul_0_r scale) at 1; rewrite map_nth; apply Z.mul_comm).
    assert (Prices : forall k, K.small (K.at_ prices (K.index_of k)) = true /\ K.num (K.at_ prices (K.index_of k)) = (cost_at costs k * scale)%Z).
    { intro k. split.
      - unfold prices. rewrite K.at_table by (rewrite map_length; exact Hs).
        destruct (Nat.lt_ge_cases (N.to_nat k) (length scaled)) as [L|L].
        + rewrite (nth_indep _ K.zero (K.of_Z 0)) by (rewrite map_length; exact L). rewrite map_nth.
          specialize (Fs _ (nth_In scaled 0%Z L)). apply andb_true_iff in Fs. apply Fs.
        + rewrite nth_overflow by (rewrite map_length; exact L). apply K.small_zero.
      - rewrite <- Scaled. apply Table; [|exact Hs]. intros z Hz. apply Fs, andb_true_iff in Hz. apply Hz. }
    assert (Lowered : forall k, K.num (K.at_ reds (K.index_of k)) = cost_at lowered k) by (apply Table; assumption).
    assert (Ws : map K.num ws = above).
    { unfold ws. rewrite map_map. clear - Fa. induction above as [|z l IH]; [reflexivity|]. cbn [map].
      rewrite K.of_Z_ok by (apply Fa; left; reflexivity). rewrite IH; [reflexivity|]. intros; apply Fa; right; assumption. }
    assert (Above : forall a, In a ws -> (0 <= K.num a)%Z).
    { intros a Ha'. assert (H : In (K.num a) above) by (rewrite <- Ws; apply in_map; exact Ha').
      apply in_map_iff in H. destruct H as (i & <- & _). apply Z.le_max_r. }
    assert (Each : length ws = length (mults p)) by (unfold ws, above, surpluses; rewrite !map_length; reflexivity).
    assert (Holds : K.holds (N.of_nat (length ws)) = true) by (unfold ws; rewrite map_length; exact Hv).
    assert (Positive := reduced_positive p left). fold lowered in Positive.
    assert (Listed : forall c, In c listed -> StronglySorted lt (map N.to_nat c) /\ is_cover p (set_of c)).
    { intros c Hc. specialize (Co c Hc). apply andb_true_iff in Co. destruct Co as [A Lv]. split; [apply ascending_sorted; exact A|].
      apply (start_cover p WF). apply (leaves_nothing_ok p costs lowered prices reds ws scale WF Prices Lowered c _ _ (first_sized p) Lv). }
    assert (Back : forall c, In c listed -> to_list (length (opts p)) (set_of c) = map N.to_nat c).
    { intros c Hc. destruct (Listed c Hc) as [So Cv]. rewrite <- to_set_of. apply list_set; [exact So|].
      intros k Hk. apply in_map_iff in Hk. destruct Hk as (j & <- & Hj). apply mem_set_of in Hj.
      assert (R := cov_range _ _ Cv j Hj). lia. }
    apply in_order_ok in Or. destruct Or as [ND So].
    assert (ND' : NoDup (map (map N.to_nat) listed)).
    { apply NoDup_map_inj; [|exact ND]. intros a b _ _ Eab.
      assert (G : map N.of_nat (map N.to_nat a) = map N.of_nat (map N.to_nat b)) by (rewrite Eab; reflexivity).
      rewrite !map_map, !(map_ext _ (fun x => x) N2Nat.id), !map_id in G. exact G. }
    rewrite map_length. split; [exact Few|]. split; [exact ND'|]. split; [|split].
    - intros c Hc. apply in_map_iff in Hc. destruct Hc as (d & <- & Hd). apply covers_iff.
      exists (set_of d). split; [apply Listed; exact Hd|]. symmetry. apply Back. exact Hd.
    - clear - So. induction So as [|c l So IH Fo]; [constructor|]. cbn [map]. constructor; [exact IH|].
      rewrite Forall_forall in *. intros x Hx. apply in_map_iff in Hx. destruct Hx as (d & <- & Hd).
      specialize (Fo d Hd). cbv beta in Fo. rewrite !cost_of_ok in Fo. exact Fo.
    - (* as many as are listed are cheap enough, so all of these are listed *)
      apply (visit_ok src next p costs lowered prices reds ws scale WF Prices Lowered Positive Above Each Holds Room) in E;
        [|apply first_sized|].
      2:{ unfold Roomy. destruct limit as [|limit room]; [exact I|]. intros X [HX CX]. apply (start_cover p WF) in HX.
          destruct (N.of_nat (length listed) =? wanted); [|discriminate]. unfold first_budget in Lim. cbv zeta in Lim.
          destruct (_ && _) eqn:Fit in Lim; [|discriminate]. apply andb_true_iff in Fit. destruct Fit as [F1 F2].
          inversion Lim; subst limit room. cbn [is_cheap] in CX. rewrite K.of_Z_ok in CX |- * by assumption. apply Z.leb_le in CX. rewrite Ws.
          assert (H := room_ok p costs scale w WF (most_reduced p) (highest told) X). cbn [C.q C.prepared_of C.missing]. rewrite Ms.den_of_list.
          unfold top in *. specialize (H ltac:(lia) Wo HX ltac:(nia)). fold left above in H. unfold lowered. lia. }
      destruct E as (A & NDA & InA & LA).
      set (cheap := filter (fun c => is_cheap scale limit (cost_of (Least.table costs) c)) listed).
      assert (LC : length (filter (fun xc => is_cheap scale limit (fst xc)) told) = length cheap).
      { unfold told, cheap. clear. induction listed as [|c l IH]; [reflexivity|]. cbn [map filter fst].
        destruct (is_cheap scale limit _); cbn [length]; rewrite IH; reflexivity. }
      assert (Costs : forall c, In c listed -> cost costs (set_of c) = cost_of (Least.table costs) c).
      { intros c Hc. destruct (Listed c Hc) as [Sc' _]. rewrite cost_of_ok, <- to_set_of. apply cost_to_set. exact Sc'. }
      assert (All : incl A (map set_of cheap)).
      { apply NoDup_length_incl.
        - apply NoDup_map_inj; [|apply NoDup_filter; exact ND]. intros a b Ha Hb Eab.
          apply filter_In in Ha, Hb. apply proj1 in Ha, Hb. assert (G := Back a Ha). rewrite Eab, (Back b Hb) in G.
          assert (G' : map N.of_nat (map N.to_nat b) = map N.of_nat (map N.to_nat a)) by (rewrite G; reflexivity).
          rewrite !map_map, !(map_ext _ (fun x => x) N2Nat.id), !map_id in G'. congruence.
        - rewrite map_length. lia.
        - intros X HX. apply in_map_iff in HX. destruct HX as (c & <- & Hc). apply filter_In in Hc. destruct Hc as [Hc CC].
          apply InA. split; [apply (start_cover p WF), Listed; exact Hc|]. rewrite Costs by exact Hc. exact CC. }
      intros c Hc. apply covers_iff in Hc. destruct Hc as (X & HX & ->).
      destruct (is_cheap scale limit (cost costs X)) eqn:CX.
      + left. assert (G : In X (map set_of cheap)) by (apply All, InA; split; [apply (start_cover p WF); exact HX|exact CX]).
        apply in_map_iff in G. destruct G as (d & <- & Hd). apply filter_In in Hd. rewrite Back by tauto. apply in_map. tauto.
      + right. destruct (N.eqb_spec (N.of_nat (length listed)) wanted) as [Ew|]; [|inversion Lim; subst limit; discriminate].
        split; [exact Ew|]. unfold first_budget in Lim. cbv zeta in Lim. destruct (_ && _) eqn:Fit in Lim; [|discriminate].
        apply andb_true_iff in Fit. destruct Fit as [F1 F2]. inversion Lim; subst limit. cbn [is_cheap] in CX. rewrite K.of_Z_ok in CX by exact F1.
        apply Z.leb_gt in CX. unfold top in CX. rewrite <- (cost_of_cover p costs X HX).
        intros d Hd. apply in_map_iff in Hd. destruct Hd as (c & <- & Hc). rewrite <- cost_of_ok.
        apply Z.le_trans with (highest told); [|nia]. apply highest_le with c. unfold told. apply in_map_iff. eauto.
  Qed.
End Optima.

(* "These are the cheapest": with [scale] and [weights], as with [next], whatever the
   certificate says. *)
Module Cheapest := Optima NB Count Tree MissingList CountPools.Plain CountPools.Several Integers.
Definition best_right := @Cheapest.best_sound.
