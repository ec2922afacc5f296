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
Lemma total_0 {A} (l : list A) : total (fun _ => 0%Z) l = 0%Z.
Proof. induction l as [|x l IH]; [reflexivity|exact IH]. Qed.

Lemma sifted_sorted {A} (keep : A -> Prop) R (l l' : list A) : sifted keep l l' -> StronglySorted R l -> StronglySorted R l'.
Proof.
  induction 1 as [|m l l' H IH|m l l' NK H IH]; intro So; [constructor| |]; apply StronglySorted_inv in So; destruct So as [So Fo].
  - constructor; [apply IH; exact So|]. rewrite Forall_forall in *. intros x Hx. apply Fo. apply (sifted_in _ _ _ _ H Hx).
  - apply IH. exact So.
Qed.

(* ---------- reduced costs ---------- *)
(* What is left of the cost of an option without the weights of its items; [scale] is a cost of
   1 in units of weights, [w] the weights. *)
Definition items_of (o : opt) : list N := nodup N.eq_dec (map fst o).
Definition own_weight (w : Least.env) (o : opt) : Z := total (Least.price w) (items_of o).
Fixpoint lefts (scale : Z) (w : Least.env) (os : list opt) (costs : list Z) : list Z :=
  match os with
  | [] => []
  | o :: os => (hd 0%Z costs * scale - own_weight w o)%Z :: lefts scale w os (tl costs)
  end.
Definition reduced_of (most : Z) (left : list Z) : list Z := map (fun a => Z.min (Z.max a 0) most) left.
Definition most_reduced (p : problem) : Z := (2 ^ 62 / (Z.of_N (np p) + 1))%Z.
(* what an item adds at least *)
Definition floor (p : problem) (w : Least.env) (i : N) : Z :=
  if i <? np p then Least.price w i else Z.min (Least.price w i) 0.
Definition all_items (p : problem) : list N := upto (length (bounds p) + N.to_nat (ns p)).
Definition least (p : problem) (w : Least.env) (left : list Z) : Z :=
  (total (floor p w) (all_items p) + total (fun a => Z.min a 0) left)%Z.
(* An item that some option gives a colour, so that several may have it, weighs nothing below 0. *)
Definition weights_ok (p : problem) (w : Least.env) : bool :=
  forallb (forallb (fun ic => (fst ic <? np p) || (snd ic =? 0) || (0 <=? Least.price w (fst ic))%Z)) (opts p).

Section Reduced.
  Variable p : problem.
  Variable costs : list Z.
  Variable scale : Z.
  Variable w : Least.env.
  Hypothesis WF : forall o, In o (opts p) -> wf p o.
  Hypothesis M0 : mults p = [].
  Notation left_ := (lefts scale w (opts p) costs).

  Lemma nth_lefts os : forall cs k, (k < length os)%nat ->
    nth k (lefts scale w os cs) 0%Z = (nth k cs 0 * scale - own_weight w (nth k os []))%Z.
  Proof.
    induction os as [|o os IH]; intros cs k L; [simpl in L; lia|]. destruct k as [|k]; simpl.
    - destruct cs; reflexivity.
    - rewrite IH by (simpl in L; lia). destruct cs as [|c cs]; simpl; [destruct k|]; reflexivity.
  Qed.
  Lemma left_at k : V p k -> cost_at left_ k = (cost_at costs k * scale - own_weight w (option_at p k))%Z.
  Proof. intro Vk. unfold cost_at, option_at. apply nth_lefts. unfold V in Vk. lia. Qed.
  Lemma own_weight_total k : V p k -> own_weight w (option_at p k) =
    total (fun i => Least.price w i * Z.of_N (b2n (has (option_at p k) i)))%Z (all_items p).
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
    (cost costs (set_of l) * scale - total (fun i => Least.price w i * Z.of_N (degree p (set_of l) i)) (all_items p))%Z.
  Proof.
    induction l as [|k l IH]; intros ND HV.
    - change (set_of []) with 0. unfold cost. rewrite !cost_from_0.
      assert (E : total (fun i => Least.price w i * Z.of_N (degree p 0 i))%Z (all_items p) = total (fun _ => 0%Z) (all_items p)).
      { apply total_ext. intro i. rewrite (deg_none p 0 i); [lia|]. intros k _ H. destruct (mem_0 k H). }
      rewrite E, total_0. lia.
    - inversion ND as [|? ? Nk ND']; subst. assert (Vk : V p k) by (apply HV; left; reflexivity).
      assert (NM : ~ mem k (set_of l)) by (rewrite mem_set_of; assumption).
      change (set_of (k :: l)) with (N.setbit (set_of l) k). rewrite !cost_set by assumption.
      rewrite IH by (try assumption; intros; apply HV; right; assumption).
      rewrite left_at, own_weight_total by assumption.
      assert (E : total (fun i => Least.price w i * Z.of_N (degree p (N.setbit (set_of l) k) i))%Z (all_items p) =
        (total (fun i => Least.price w i * Z.of_N (degree p (set_of l) i)) (all_items p) +
         total (fun i => Least.price w i * Z.of_N (b2n (has (option_at p k) i))) (all_items p))%Z).
      { rewrite <- total_plus. apply total_ext. intro i. rewrite deg_set by assumption. lia. }
      rewrite E. lia.
  Qed.

  Lemma reduced_le most (left : list Z) X : forall k,
    (cost_from (reduced_of most left) k X <= cost_from left k X - total (fun a => Z.min a 0) left)%Z.
  Proof.
    unfold total. induction left as [|a left IH]; intro k; simpl; [lia|]. specialize (IH (N.succ k)).
    destruct (N.testbit X k); lia.
  Qed.
  Lemma no_mults i : i < np p -> plain p i = true.
  Proof.
    intro L. destruct (plain p i) eqn:E; [reflexivity|]. exfalso.
    apply (in_nil (a := i)). rewrite <- M0. apply in_mults. auto.
  Qed.
  Lemma colorless_once X i : is_cover p X -> np p <= i ->
    (forall k c, V p k -> In (i, c) (option_at p k) -> c = 0) -> degree p X i <= 1.
  Proof.
    intros [_ _ Se] L Z. unfold degree. set (l := filter _ (indices p)).
    assert (ND : NoDup l) by apply NoDup_filter, indices_nodup.
    assert (F : forall k, In k l -> V p k /\ mem k X /\ exists c, In (i, c) (option_at p k)).
    { intros k H. apply filter_In in H. rewrite in_indices, andb_true_iff, has_iff in H. exact H. }
    destruct l as [|k [|k' l]]; cbn [length]; try lia. exfalso.
    destruct (F k) as (Vk & Hk & c & H); [left; reflexivity|].
    destruct (F k') as (Vk' & Hk' & c' & H'); [right; left; reflexivity|].
    assert (NE : k <> k') by (inversion ND as [|? ? Nk _]; subst; intros ->; apply Nk; left; reflexivity).
    destruct (Se i k k' c c' L Hk Hk' NE H H') as [_ NZ]. apply NZ. apply (Z k c Vk H).
  Qed.
  Lemma floor_le X i : weights_ok p w = true -> is_cover p X -> In i (all_items p) ->
    (floor p w i <= Least.price w i * Z.of_N (degree p X i))%Z.
  Proof.
    intros OK HX _. unfold floor. destruct (N.ltb_spec i (np p)) as [L|L].
    - assert (D := cov_prim _ _ HX i L). rewrite (plain_bound p i (no_mults i L)) in D. simpl in D.
      assert (degree p X i = 1) as -> by lia. lia.
    - destruct (Z.ltb_spec (Least.price w i) 0) as [Neg|Pos]; [|nia].
      assert (D : degree p X i <= 1).
      { apply colorless_once; try assumption. intros k c Vk H. unfold weights_ok in OK.
        rewrite forallb_forall in OK. assert (Hk : In (option_at p k) (opts p)) by (apply nth_In; unfold V in Vk; lia).
        specialize (OK _ Hk). rewrite forallb_forall in OK. specialize (OK _ H). simpl in OK.
        rewrite !orb_true_iff, N.ltb_lt, N.eqb_eq, Z.leb_le in OK. lia. }
      nia.
  Qed.
  (* the room at the beginning *)
  Lemma room_ok most limit X : (0 <= scale)%Z -> weights_ok p w = true -> is_cover p X ->
    (cost costs X < limit)%Z -> (cost (reduced_of most left_) X <= (limit - 1) * scale - least p w left_)%Z.
  Proof.
    intros SC OK HX Lt. assert (R := reduced_le most left_ X 0). fold (cost (reduced_of most left_) X) (cost left_ X) in R.
    set (l := filter (N.testbit X) (indices p)).
    assert (ND : NoDup l) by apply NoDup_filter, indices_nodup.
    assert (HV : forall k, In k l -> V p k) by (intros k H; apply filter_In in H; apply in_indices; tauto).
    assert (E : X = set_of l).
    { apply mem_ext. intro k. rewrite mem_set_of. unfold l. rewrite filter_In, in_indices. split; [|intros [_ H]; exact H].
      intro H. split; [apply (cov_range _ _ HX); exact H|exact H]. }
    assert (T := left_total l ND HV). rewrite <- E in T.
    assert (F := total_le (floor p w) (fun i => Least.price w i * Z.of_N (degree p X i))%Z (all_items p)
                   (fun i => floor_le X i OK HX)).
    unfold least. nia.
  Qed.
End Reduced.

(* What may be spent below a state: covers that cost less than the first number are looked for,
   and their reduced costs are no more than the second; or all covers are. *)
Definition budget := option (Z * Z).
Definition is_cheap (b : budget) (x : Z) : bool := match b with None => true | Some (limit, _) => (x <? limit)%Z end.

Module Optima (B : BITS) (V : VALUE) (S : STORE) (Ms : MISSING)
    (P : QUEUES with Definition state := B.t with Definition value := V.t with Definition add := V.add
                with Definition key := B.name)
    (D : QUEUES with Definition state := (B.t * Ms.t)%type with Definition value := V.t
                with Definition add := V.add with Definition key := P.key).
  Module C := Make B V S Ms P D.
  Record priced := Priced { it : C.option_; price : Z; reduced : Z }.
  Definition set_ (m : priced) : B.t := C.nd (it m).
  Module Order <: TotalLeBool.
    Definition t := priced.
    Definition leb (a b : priced) :=
      match (reduced a ?= reduced b)%Z with Lt => true | Eq => C.ix (it a) <=? C.ix (it b) | Gt => false end.
    Lemma leb_total a b : leb a b = true \/ leb b a = true.
    Proof.
      unfold leb. rewrite (Z.compare_antisym (reduced a)). destruct (reduced a ?= reduced b)%Z; simpl; auto.
      rewrite !N.leb_le. lia.
    Qed.
  End Order.
  Module Sorting := Sort Order.
  Definition priced_of (costs reds : Least.env) (m : C.option_) : priced :=
    Priced m (Least.price costs (C.ix m)) (Least.price reds (C.ix m)).
  (* The options of an item by their reduced costs, and in their order where these are equal. *)
  Definition entry : Type := (B.t * B.listing priced)%type.
  Definition entry_of (costs reds : Least.env) (en : C.entry) : option entry :=
    match en with
    | C.Once bit ol _ => Some (bit, B.listed set_ (Sorting.sort (map (priced_of costs reds) ol)))
    | C.Often _ _ _ _ _ => None
    end.

  Section Walk.
    Variable src : Type.
    Variable next : src -> option (N * src).      (* the item to branch on *)
    Variable prim : B.t.
    Variable table : B.table (option entry).
    Definition affords (b : budget) (m : priced) : bool :=
      match b with None => true | Some (_, room) => (reduced m <=? room)%Z end.
    Definition after (b : budget) (m : priced) : budget :=
      match b with None => None | Some (limit, room) => Some (limit - price m, room - reduced m)%Z end.
    (* How many covers below a state are cheap enough. The options are in the order of their
       reduced costs: behind one that costs too much, all do. *)
    Fixpoint children (child : B.t -> budget -> src -> option (N * src)) U b (ol : list priced) (acc : N) (s : src) :=
      match ol with
      | [] => Some (acc, s)
      | m :: r =>
          if affords b m then
            if B.subb (set_ m) U then
              match child (B.diff U (C.kl (it m))) (after b m) s with
              | None => None
              | Some (n, s') => children child U b r (acc + n) s'
              end
            else children child U b r acc s
          else Some (acc, s)
      end.
    Fixpoint visit (depth : nat) U (b : budget) (s : src) : option (N * src) :=
      match depth with
      | O => None
      | S d =>
          if B.disjb U prim then Some (if is_cheap b 0 then 1 else 0, s) else
          match next s with
          | None => None
          | Some (i, s') =>
              match B.named (B.name_of i) table with
              | Some (Some (bit, listing)) =>
                  if B.subb bit U then children (visit d) U b (B.perhaps U listing) 0 s' else None
              | _ => None
              end
          end
      end.
  End Walk.

  (* Whether these options, one after the other, leave nothing open. *)
  Fixpoint leaves_nothing (prim : B.t) (named : PositiveMap.t C.option_) (U : B.t) (c : list N) : bool :=
    match c with
    | [] => B.disjb U prim
    | k :: r =>
        match PositiveMap.find (N.succ_pos k) named with
        | Some m => (C.ix m =? k) && (B.subb (C.nd m) U && leaves_nothing prim named (B.diff U (C.kl m)) r)
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
  (* the cheapest first, and no cover twice *)
  Fixpoint in_order (l : list (Z * list N)) : bool :=
    match l with
    | [] => true
    | (x, c) :: r => forallb (fun yd => (x <=? fst yd)%Z && negb (same_options c (snd yd))) r && in_order r
    end.
  Definition highest (l : list (Z * list N)) : Z :=
    fold_right (fun xc m => Z.max (fst xc) m) match l with (x, _) :: _ => x | [] => 0%Z end l.

  Definition cost_of (costs : Least.env) (c : list N) : Z := total (Least.price costs) c.
  Definition best {src} (next : src -> option (N * src)) (p : problem) (costs : list Z) (wanted : N)
      (listed : list (list N)) (scale : Z) (weights : list Z) (s : src) : option src :=
    match C.prepare p, mults p with
    | Some q, [] =>
        let prices := Least.table costs in
        let w := Least.table weights in
        let left := lefts scale w (opts p) costs in
        let reds := Least.table (reduced_of (most_reduced p) left) in
        let told := map (fun c => (cost_of prices c, c)) listed in
        let limit := if N.of_nat (length listed) =? wanted
                     then Some (highest told, (highest told - 1) * scale - least p w left)%Z else None in
        if (0 <? wanted) && (N.of_nat (length listed) <=? wanted) && (0 <=? scale)%Z && weights_ok p w &&
           forallb (fun c => ascending c && leaves_nothing (C.prim q) (C.numbered q) (C.start q) c) listed &&
           in_order told then
          match visit src next (C.prim q) (B.tabled (map (fun ie => entry_of prices reds (snd ie)) (C.entries q)))
                      (2 + length (bounds p)) (C.start q) limit s with
          | Some (n, s') =>
              if n =? N.of_nat (length (filter (fun xc => is_cheap limit (fst xc)) told)) then Some s' else None
          | None => None
          end
        else None
    | _, _ => None
    end.

  (* ---------- it is right ---------- *)
  Section Sound.
    Variable src : Type.
    Variable next : src -> option (N * src).
    Variable p : problem.
    Variable costs reds : list Z.
    Hypothesis WF : forall o, In o (opts p) -> wf p o.
    Hypothesis M0 : mults p = [].
    Hypothesis Positive : forall k, (0 <= cost_at reds k)%Z.
    Notation q := (C.q p).
    Notation prices := (Least.table costs).
    Notation table := (B.tabled (map (fun ie => entry_of prices (Least.table reds) (snd ie)) (C.entries q))).
    Notation Sols U := (MSol p (B.den U) []).
    Definition Cheap U (b : budget) X := Sols U X /\ is_cheap b (cost costs X) = true.
    (* the room is as large as it must be *)
    Definition Roomy U (b : budget) : Prop :=
      match b with None => True | Some (_, room) => forall X, Cheap U b X -> (cost reds X <= room)%Z end.
    Definition right (f : B.t -> budget -> src -> option (N * src)) : Prop :=
      forall U b s n s', Roomy U b -> f U b s = Some (n, s') -> Counts (Cheap U b) n.
    Definition known (m : priced) : Prop :=
      In (it m) (C.ms p) /\ price m = cost_at costs (C.ix (it m)) /\ reduced m = cost_at reds (C.ix (it m)).

    Lemma cost_positive X : (0 <= cost reds X)%Z.
    Proof.
      unfold cost. assert (G : forall l k, (forall j, (0 <= nth j l 0)%Z) -> (0 <= cost_from l k X)%Z).
      { induction l as [|a l IH]; intros k H; simpl; [lia|].
        assert (0 <= a)%Z by apply (H O). assert (0 <= cost_from l (N.succ k) X)%Z by (apply IH; intro j; apply (H (S j))).
        destruct (N.testbit X k); lia. }
      apply G. intro j. specialize (Positive (N.of_nat j)). unfold cost_at in Positive. rewrite Nat2N.id in Positive. exact Positive.
    Qed.
    Lemma take_one U m X : known m -> B.subb (set_ m) U = true ->
      (Sols U X /\ mem (C.ix (it m)) X) <->
      exists Y, Sols (B.diff U (C.kl (it m))) Y /\ ~ mem (C.ix (it m)) Y /\ X = N.setbit Y (C.ix (it m)).
    Proof.
      intros (Hm & _) Sb. assert (Vm : V p (C.ix (it m))) by (apply C.ms_spec in Hm; tauto).
      unfold set_ in Sb. rewrite B.subb_ok, (C.nd_den p _ Hm) in Sb. apply subb_ok in Sb.
      assert (T : take [] (flags p (option_at p (C.ix (it m)))) = Some []) by (unfold flags; rewrite M0; reflexivity).
      assert (I := take_iff p WF (B.den U) [] _ [] Vm Sb T X).
      rewrite B.den_diff, (C.kl_den p _ Hm), I. split; intros (Y & H); exists Y; [|tauto].
      destruct H as [H E]. split; [exact H|]. split; [|exact E]. apply (take_fresh p WF _ _ _ _ Vm H).
    Qed.
    (* what an option leaves of the budget *)
    Lemma cheap_after b m Y : price m = cost_at costs (C.ix (it m)) -> ~ mem (C.ix (it m)) Y ->
      is_cheap (after b m) (cost costs Y) = is_cheap b (cost costs (N.setbit Y (C.ix (it m)))).
    Proof.
      intros E NY. rewrite cost_set, <- E by assumption. destruct b as [[limit room]|]; [|reflexivity].
      cbn [after is_cheap]. apply eq_true_iff_eq. rewrite !Z.ltb_lt. lia.
    Qed.
    Lemma roomy_after U b m : known m -> B.subb (set_ m) U = true -> Roomy U b ->
      Roomy (B.diff U (C.kl (it m))) (after b m).
    Proof.
      intros K Sb R. destruct b as [[limit room]|]; [|exact I]. intros Y [HY CY].
      assert (NY : ~ mem (C.ix (it m)) Y).
      { assert (Hm := proj1 K). assert (Vm : V p (C.ix (it m))) by (apply C.ms_spec in Hm; tauto).
        rewrite B.den_diff, (C.kl_den p _ Hm) in HY. apply (take_fresh p WF _ _ _ _ Vm HY). }
      change (Some ((limit - price m)%Z, (room - reduced m)%Z)) with (after (Some (limit, room)) m) in CY.
      rewrite cheap_after in CY by (try assumption; apply K).
      assert (H : (cost reds (N.setbit Y (C.ix (it m))) <= room)%Z).
      { apply R. split; [|exact CY]. apply (take_one U m); try assumption. exists Y. auto. }
      rewrite cost_set in H by assumption. destruct K as (_ & _ & ->). lia.
    Qed.
    Lemma child_counts child U b m s n s' : right child -> known m -> B.subb (set_ m) U = true -> Roomy U b ->
      child (B.diff U (C.kl (it m))) (after b m) s = Some (n, s') ->
      Counts (fun X => Cheap U b X /\ mem (C.ix (it m)) X) n.
    Proof.
      intros RC K Sb R E. apply RC in E; [|apply roomy_after; assumption].
      assert (Fresh : forall Y, Cheap (B.diff U (C.kl (it m))) (after b m) Y -> ~ mem (C.ix (it m)) Y).
      { intros Y [HY _]. assert (Hm := proj1 K). assert (Vm : V p (C.ix (it m))) by (apply C.ms_spec in Hm; tauto).
        rewrite B.den_diff, (C.kl_den p _ Hm) in HY. apply (take_fresh p WF _ _ _ _ Vm HY). }
      eapply Counts_ext; [|apply (Counts_image (fun Y => N.setbit Y (C.ix (it m)))); [|exact E]].
      - intro X. unfold Cheap at 1 2. split.
        + intros (Y & HY & ->). assert (NY := Fresh Y HY). destruct HY as [HY CY].
          rewrite cheap_after in CY by (try assumption; apply K).
          destruct (proj2 (take_one U m (N.setbit Y (C.ix (it m))) K Sb)) as [HS Hk]; [exists Y; auto|]. auto.
        + intros [[HS CX] Hk]. destruct (proj1 (take_one U m X K Sb)) as (Y & HY & NY & ->); [auto|].
          exists Y. split; [|reflexivity]. split; [exact HY|]. rewrite cheap_after; try assumption. apply K.
      - intros x y Hx Hy. apply setbit_inj; apply Fresh; assumption.
    Qed.
    Lemma too_dear U b m X : known m -> Roomy U b -> affords b m = false -> Cheap U b X -> mem (C.ix (it m)) X -> False.
    Proof.
      intros (_ & _ & E) R A HX Hk. destruct b as [[limit room]|]; [|discriminate].
      cbn [affords] in A. apply Z.leb_gt in A. specialize (R X HX).
      assert (EX : X = N.setbit (N.clearbit X (C.ix (it m))) (C.ix (it m))).
      { apply mem_ext. intro j. rewrite mem_setbit, mem_clearbit. destruct (N.eq_dec j (C.ix (it m))) as [->|]; tauto. }
      rewrite EX, cost_set in R by (rewrite mem_clearbit; tauto).
      assert (G := cost_positive (N.clearbit X (C.ix (it m)))). lia.
    Qed.
    Lemma children_ok child i U b : right child -> Roomy U b -> mem i (prims p) ->
      forall ol acc s n s' (Q : N -> Prop), NoDup (map (fun m => C.ix (it m)) ol) ->
        StronglySorted (fun a b => reduced a <= reduced b)%Z ol ->
        (forall m, In m ol -> known m /\ has (option_at p (C.ix (it m))) i = true) ->
        Counts Q acc -> (forall X m, Q X -> In m ol -> Cheap U b X -> mem (C.ix (it m)) X -> False) ->
        children src child U b ol acc s = Some (n, s') ->
        Counts (fun X => Q X \/ (Cheap U b X /\ exists m, In m ol /\ mem (C.ix (it m)) X)) n.
    Proof.
      intros RC R Pi. induction ol as [|m ol IH]; intros acc s n s' Q ND So HM HQ HD; cbn [children].
      - intro E. inversion E; subst. eapply Counts_ext; [|exact HQ]. intro X.
        split; [tauto|]. intros [H|(_ & m & [] & _)]. exact H.
      - inversion ND as [|? ? Nx ND']; subst. destruct (HM m) as [Km Mi]; [left; reflexivity|].
        apply StronglySorted_inv in So. destruct So as [So Fo].
        assert (HM' : forall m, In m ol -> known m /\ has (option_at p (C.ix (it m))) i = true)
          by (intros; apply HM; right; assumption).
        destruct (affords b m) eqn:A; [destruct (B.subb (set_ m) U) eqn:Sb|].
        + destruct (child _ _ s) as [[n1 s1]|] eqn:E; [|discriminate].
          assert (HC := child_counts child U b m s n1 s1 RC Km Sb R E). intro H.
          apply IH with (Q := fun X => Q X \/ (Cheap U b X /\ mem (C.ix (it m)) X)) in H; try assumption.
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
               destruct (sol_fits p _ _ _ _ (proj1 HS) Hk') as [_ [Sb' _]]. apply subb_ok in Sb'.
               unfold set_ in Sb. rewrite B.subb_ok, (C.nd_den p _ (proj1 Km)) in Sb. congruence.
          * intros X m' HX Hin. apply HD; simpl; auto.
        + intro E. inversion E; subst. eapply Counts_ext; [|exact HQ]. intro X. split; [tauto|].
          intros [H|(HS & m' & Hm' & Hk')]; [exact H|exfalso].
          apply (too_dear U b m' X); try assumption; [apply HM; exact Hm'|].
          destruct b as [[limit room]|]; [|discriminate]. cbn [affords] in *. apply Z.leb_gt in A. apply Z.leb_gt.
          destruct Hm' as [<-|Hm']; [exact A|]. rewrite Forall_forall in Fo. specialize (Fo m' Hm'). lia.
    Qed.
    Lemma done_zero U X : B.disjb U (C.prim q) = true -> (Sols U X <-> X = 0).
    Proof.
      intro D. apply B.disjb_ok in D. simpl in D. rewrite C.den_primary_set in D.
      apply (done_iff p WF); [|reflexivity|rewrite M0; reflexivity]. apply land0_ok. rewrite D. reflexivity.
    Qed.
    Lemma sorted_ok l : StronglySorted (fun a b => reduced a <= reduced b)%Z (Sorting.sort l).
    Proof.
      assert (Le : forall a b, Order.leb a b = true -> (reduced a <= reduced b)%Z).
      { intros a b H. unfold Order.leb in H. destruct (Z.compare_spec (reduced a) (reduced b)); [lia|lia|discriminate]. }
      assert (Tr : Relations_1.Transitive (fun a b => is_true (Order.leb a b))).
      { intros a b c. unfold is_true, Order.leb.
        destruct (Z.compare_spec (reduced a) (reduced b)), (Z.compare_spec (reduced b) (reduced c)),
          (Z.compare_spec (reduced a) (reduced c)); try discriminate; try reflexivity; try lia.
        rewrite !N.leb_le. lia. }
      assert (So := Sorting.StronglySorted_sort l Tr).
      induction So as [|a r So IH Fo]; constructor; [exact IH|]. eapply Forall_impl; [|exact Fo]. intros b H. apply Le. exact H.
    Qed.
    Hypothesis Room : B.has_room (np p + ns p) = true.
    Lemma entry_ok n bit listing : B.named n table = Some (Some (bit, listing)) -> exists i,
      B.den bit = N.setbit 0 i /\ mem i (prims p) /\ exists ol,
        listing = B.listed set_ ol /\ NoDup (map (fun m => C.ix (it m)) ol) /\
        StronglySorted (fun a b => reduced a <= reduced b)%Z ol /\
        (forall m, In m ol -> known m /\ has (option_at p (C.ix (it m))) i = true) /\
        (forall k, V p k -> has (option_at p k) i = true -> exists m, In m ol /\ C.ix (it m) = k).
    Proof.
      intro E. apply B.named_in, in_map_iff in E. destruct E as ([i en] & E & Ht). apply (C.entry_right_in p WF Room) in Ht.
      destruct en as [b ol li|]; [|discriminate]. cbn [snd entry_of] in E.
      destruct Ht as (Hb & Pi & (ND & G) & _). inversion E; subst. exists i. split; [exact Hb|]. split; [exact Pi|].
      assert (Perm := Sorting.Permuted_sort (map (priced_of prices (Least.table reds)) ol)).
      eexists. split; [reflexivity|]. split; [|split; [apply sorted_ok|split]].
      - eapply Permutation_NoDup; [apply Permutation_map; exact Perm|]. rewrite map_map. exact ND.
      - intros m Hm. apply (Permutation_in _ (Permutation_sym Perm)), in_map_iff in Hm. destruct Hm as (m' & <- & Hm').
        apply G in Hm'. unfold known, priced_of. cbn [it price reduced]. rewrite !Least.price_table. tauto.
      - intros k Vk Hk. exists (priced_of prices (Least.table reds) (C.prepare_option p k (option_at p k))). split; [|reflexivity].
        apply (Permutation_in _ Perm), in_map, G. split; [apply C.ms_of; assumption|exact Hk].
    Qed.
    Lemma visit_ok d : right (visit src next (C.prim q) table d).
    Proof.
      induction d as [|d IH]; intros U b s n s' R; cbn [visit]; [discriminate|].
      destruct (B.disjb U (C.prim q)) eqn:D.
      { intro E. inversion E; subst. unfold Cheap.
        assert (C0 : cost costs 0 = 0%Z) by apply cost_from_0. destruct (is_cheap b 0) eqn:Z0.
        - apply (Counts_one _ 0). intro X. rewrite (done_zero U X D). split; [tauto|]. intros ->. rewrite C0. auto.
        - apply Counts_none. intros X [HX CX]. apply (done_zero U X D) in HX. subst X. rewrite C0 in CX. congruence. }
      destruct (next s) as [[name s1]|]; [|discriminate].
      destruct (B.named _ _) as [[[bit listing]|]|] eqn:Ht; try discriminate.
      destruct (B.subb bit U) eqn:Sb; [|discriminate].
      destruct (entry_ok _ bit listing Ht) as (i & Hb & Pi & ol & -> & ND & So & HM & Full). intro H.
      assert (HF := B.perhaps_ok _ set_ U ol). apply (sifted_nodup _ _ _ _ HF) in ND.
      rewrite B.subb_ok, Hb in Sb. apply subb_ok in Sb.
      assert (Ui : mem i (B.den U)) by (apply Sb, mem_single; reflexivity).
      apply children_ok with (i := i) (Q := fun _ => False) in H; try assumption.
      2:{ apply (sifted_sorted _ _ _ _ HF). exact So. }
      - eapply Counts_ext; [|exact H]. intro X. split; [intros [[]|[HX _]]; exact HX|].
        intro HX. right. split; [assumption|]. assert (HX' := proj1 HX). destruct HX' as [[F _ Cv] _].
        destruct (Cv i Ui Pi) as (k & Hk & Nk). destruct (F k Hk) as [Vk Sk].
        destruct (Full k Vk) as (m & Hm & E); [apply need_prim in Nk; assumption|]. subst k.
        exists m. split; [|assumption]. apply (sifted_keeps _ _ _ _ HF); [|assumption].
        unfold set_. rewrite B.subb_ok, (C.nd_den p _ (proj1 (proj1 (HM m Hm)))). apply subb_ok. exact Sk.
      - intros m Hm. apply HM. apply (sifted_in _ _ _ _ HF Hm).
      - apply Counts_none. auto.
      - auto.
    Qed.

    (* ---------- the covers ---------- *)
    Lemma leaves_nothing_ok c : forall U, leaves_nothing (C.prim q) (C.numbered q) U c = true -> Sols U (set_of c).
    Proof.
      induction c as [|k c IH]; intro U; cbn [leaves_nothing].
      - intro D. apply (done_zero U _ D). reflexivity.
      - destruct (PositiveMap.find _ _) as [m|] eqn:E; [|discriminate]. rewrite !andb_true_iff, N.eqb_eq.
        intros (<- & Sb & H). apply IH in H. apply (C.numbered_ok p) in E.
        assert (K : known (priced_of prices (Least.table reds) m))
          by (unfold known, priced_of; cbn [it price reduced]; rewrite !Least.price_table; auto).
        apply (take_one U _ _ K Sb). exists (set_of c). split; [exact H|]. split; [|reflexivity].
        assert (Vm : V p (C.ix m)) by (apply C.ms_spec in E; tauto).
        rewrite B.den_diff, (C.kl_den p _ E) in H. apply (take_fresh p WF _ _ _ _ Vm H).
    Qed.
    Lemma start_cover X : Sols (C.start q) X <-> is_cover p X.
    Proof.
      simpl. rewrite C.den_full_set. rewrite <- (cover_sol p WF). unfold first_missing. rewrite M0. tauto.
    Qed.
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
    induction c as [|k c IH]; [reflexivity|]. cbn [map cost_list]. rewrite <- IH. unfold cost_of.
    cbn [total fold_right]. rewrite Least.price_table. reflexivity.
  Qed.
  Lemma same_options_refl c : same_options c c = true.
  Proof. induction c as [|k c IH]; [reflexivity|]. cbn [same_options]. rewrite N.eqb_refl. exact IH. Qed.
  Lemma in_order_ok (f : list N -> Z) l : in_order (map (fun c => (f c, c)) l) = true ->
    NoDup l /\ StronglySorted (fun c d => f c <= f d)%Z l.
  Proof.
    induction l as [|c l IH]; [split; constructor|]. cbn [map in_order fst snd]. rewrite andb_true_iff, forallb_forall.
    intros [F H]. destruct (IH H) as [ND So].
    assert (G : forall d, In d l -> (f c <= f d)%Z /\ c <> d).
    { intros d Hd. specialize (F (f d, d)). cbn [fst snd] in F. rewrite andb_true_iff, Z.leb_le, negb_true_iff in F.
      destruct F as [F F']; [apply in_map_iff; eauto|]. split; [exact F|]. intros ->. rewrite same_options_refl in F'. discriminate. }
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
    assert (Room := C.prepared_room p q0 EP). destruct (C.prepared_ok p q0 EP) as [WF ->]. destruct (mults p) eqn:M0; [|discriminate]. cbv zeta.
    set (w := Least.table weights). set (left := lefts scale w (opts p) costs).
    set (told := map (fun c => (cost_of (Least.table costs) c, c)) listed).
    set (limit := if N.of_nat (length listed) =? wanted then _ else None).
    destruct (_ && in_order told) eqn:F; [|discriminate]. rewrite !andb_true_iff in F.
    destruct F as [[[[[_ Few] Sc] Wo] Co] Or]. apply N.leb_le in Few. apply Z.leb_le in Sc. rewrite forallb_forall in Co.
    destruct (visit _ _ _ _ _ _ _ _) as [[n s1]|] eqn:E; [|discriminate].
    destruct (N.eqb_spec n (N.of_nat (length (filter (fun xc => is_cheap limit (fst xc)) told)))) as [En|]; [|discriminate].
    intros _.
    assert (Listed : forall c, In c listed -> StronglySorted lt (map N.to_nat c) /\ is_cover p (set_of c)).
    { intros c Hc. specialize (Co c Hc). apply andb_true_iff in Co. destruct Co as [A Lv]. split; [apply ascending_sorted; exact A|].
      apply (start_cover p WF M0). apply (leaves_nothing_ok p costs costs WF M0 c _ Lv). }
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
      apply (visit_ok src next p costs (reduced_of (most_reduced p) left) WF M0 (reduced_positive p left) Room) in E.
      2:{ unfold limit. destruct (N.of_nat (length listed) =? wanted); [|exact I]. intros X [HX CX].
          apply (start_cover p WF M0) in HX. cbn [is_cheap] in CX. apply Z.ltb_lt in CX.
          apply room_ok; assumption. }
      destruct E as (A & NDA & InA & LA).
      set (cheap := filter (fun c => is_cheap limit (cost_of (Least.table costs) c)) listed).
      assert (LC : length (filter (fun xc => is_cheap limit (fst xc)) told) = length cheap).
      { unfold told, cheap. clearbody limit. clear. induction listed as [|c l IH]; [reflexivity|]. cbn [map filter fst].
        destruct (is_cheap limit _); cbn [length]; rewrite IH; reflexivity. }
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
          apply InA. split; [apply (start_cover p WF M0), Listed; exact Hc|]. rewrite Costs by exact Hc. exact CC. }
      intros c Hc. apply covers_iff in Hc. destruct Hc as (X & HX & ->).
      destruct (is_cheap limit (cost costs X)) eqn:CX.
      + left. assert (G : In X (map set_of cheap)) by (apply All, InA; split; [apply (start_cover p WF M0); exact HX|exact CX]).
        apply in_map_iff in G. destruct G as (d & <- & Hd). apply filter_In in Hd. rewrite Back by tauto. apply in_map. tauto.
      + right. unfold limit in CX. destruct (N.eqb_spec (N.of_nat (length listed)) wanted) as [Ew|]; [|discriminate].
        split; [exact Ew|]. cbn [is_cheap] in CX. apply Z.ltb_ge in CX. rewrite <- (cost_of_cover p costs X HX).
        intros d Hd. apply in_map_iff in Hd. destruct Hd as (c & <- & Hc). rewrite <- cost_of_ok.
        apply Z.le_trans with (highest told); [|exact CX]. apply highest_le with c. unfold told. apply in_map_iff. eauto.
  Qed.
End Optima.

(* "These are the cheapest": with [scale] and [weights], as with [next], whatever the
   certificate says. *)
Module Cheapest := Optima NB Count Tree MissingList CountPools.Plain CountPools.Several.
Definition best_right := @Cheapest.best_sound.
