(* Numbers of covers as lists of machine words of 63 bits, the lowest first, for the faster
   checker: [WordCount] counts as [Count] does. *)
Require Import Arith NArith ZArith List Lia Bool Uint63.
Import ListNotations.
Require Import Counting Problem Walk Words Values.
Local Open Scope N_scope.

Definition value : list int -> N := WL.den.
Fixpoint next_one (a : list int) : list int :=
  match a with
  | [] => [1%uint63]
  | x :: r => let t := (x + 1)%uint63 in if (t =? 0)%uint63 then t :: next_one r else t :: r
  end.
(* The sum, and one more if there was a carry, which is 0 or 1. That of a word is worked out without
   a branch, as a processor cannot foresee it. *)
Definition half_sum (x y carry : int) : int := ((x >> 1) + (y >> 1) + (((x land 1) + (y land 1) + carry) >> 1))%uint63.
Fixpoint plus_from (a b : list int) (carry : int) : list int :=
  match a, b with
  | [], _ => if (carry =? 0)%uint63 then b else next_one b
  | _, [] => if (carry =? 0)%uint63 then a else next_one a
  | x :: r, y :: s => (x + y + carry)%uint63 :: plus_from r s (half_sum x y carry >> 62)%uint63
  end.
Definition plus (a b : list int) (carry : bool) : list int := plus_from a b (if carry then 1 else 0)%uint63.

Lemma den1_lt w : WL.den1 w < 2 ^ 63.
Proof.
  unfold WL.den1. destruct (to_Z_bounded w) as [H H']. change wB with (Z.of_N (2 ^ 63)) in H'. lia.
Qed.
Lemma value_cons w r : value (w :: r) = WL.den1 w + 2 ^ 63 * value r.
Proof.
  unfold value. cbn [WL.den].
  assert (D : N.land (WL.den1 w) (N.shiftl (WL.den r) 63) = 0).
  { apply N.bits_inj. intro i. rewrite N.land_spec, N.bits_0.
    destruct (N.lt_ge_cases i 63) as [L|L].
    - rewrite N.shiftl_spec_low by assumption. apply andb_false_r.
    - rewrite WL.den1_hi by assumption. reflexivity. }
  rewrite <- N.lxor_lor, <- N.add_nocarry_lxor by assumption. rewrite N.shiftl_mul_pow2. lia.
Qed.
(* A sum that does not fit is less than what was added. *)
Lemma den1_add x y : WL.den1 (x + y)%uint63 = (WL.den1 x + WL.den1 y) mod 2 ^ 63.
Proof.
  unfold WL.den1. rewrite add_spec. change wB with (2 ^ 63)%Z.
  destruct (to_Z_bounded x), (to_Z_bounded y).
  rewrite Z2N.inj_mod by lia. rewrite Z2N.inj_add by assumption. reflexivity.
Qed.
Lemma mod_cases a : a < 2 * 2 ^ 63 -> a mod 2 ^ 63 = if a <? 2 ^ 63 then a else a - 2 ^ 63.
Proof.
  intro H. destruct (N.ltb_spec a (2 ^ 63)) as [L|L].
  - apply N.mod_small. assumption.
  - symmetry. apply N.mod_unique with 1; lia.
Qed.
Lemma eqb_den x y : (x =? y)%uint63 = (WL.den1 x =? WL.den1 y).
Proof.
  apply eq_true_iff_eq. rewrite Uint63.eqb_spec, N.eqb_eq. split; [intros ->; reflexivity|apply WL.den1_inj].
Qed.
Lemma value_next_one a : value (next_one a) = value a + 1.
Proof.
  induction a as [|x r IH]; [reflexivity|]. cbn [next_one]. rewrite eqb_den.
  assert (E := den1_add x 1). change (WL.den1 1) with 1 in E. rewrite mod_cases in E by (generalize (den1_lt x); lia).
  generalize (den1_lt x). intro L. change (WL.den1 0) with 0.
  destruct (N.ltb_spec (WL.den1 x + 1) (2 ^ 63)) as [L'|L'];
    destruct (N.eqb_spec (WL.den1 (x + 1)%uint63) 0) as [Z|Z]; try lia;
    rewrite !value_cons, ?IH; lia.
Qed.
Lemma half_sum_ok x y c : (to_Z c <= 1)%Z -> to_Z (half_sum x y c) = ((to_Z x + to_Z y + to_Z c) / 2)%Z.
Proof.
  intro L. destruct (to_Z_bounded x) as [X0 X], (to_Z_bounded y) as [Y0 Y], (to_Z_bounded c) as [C0 _].
  change wB with 9223372036854775808%Z in *.
  assert (Low : forall z, to_Z (z land 1)%uint63 = (to_Z z mod 2)%Z).
  { intro z. rewrite land_spec'. change (to_Z 1) with (Z.ones 1). rewrite Z.land_ones by lia. reflexivity. }
  assert (Half : forall z, to_Z (z >> 1)%uint63 = (to_Z z / 2)%Z) by (intro z; rewrite lsr_spec; reflexivity).
  assert (DX := Z.div_mod (to_Z x) 2 ltac:(lia)). assert (DY := Z.div_mod (to_Z y) 2 ltac:(lia)).
  assert (RX := Z.mod_pos_bound (to_Z x) 2 ltac:(lia)). assert (RY := Z.mod_pos_bound (to_Z y) 2 ltac:(lia)).
  unfold half_sum. rewrite !add_spec, !Half, !add_spec, !Low.
  change wB with 9223372036854775808%Z.
  rewrite (Z.mod_small (to_Z x mod 2 + to_Z y mod 2)) by lia.
  rewrite (Z.mod_small (to_Z x mod 2 + to_Z y mod 2 + to_Z c)) by lia.
  rewrite (Z.mod_small (to_Z x / 2 + to_Z y / 2)) by lia.
  assert (E : (to_Z x + to_Z y + to_Z c = (to_Z x mod 2 + to_Z y mod 2 + to_Z c) + (to_Z x / 2 + to_Z y / 2) * 2)%Z) by lia.
  rewrite E, Z.div_add by lia. rewrite Z.add_comm. apply Z.mod_small.
  assert (B : (0 <= (to_Z x mod 2 + to_Z y mod 2 + to_Z c) / 2 <= 1)%Z).
  { split; [apply Z.div_pos; lia|]. apply Z.lt_succ_r, Z.div_lt_upper_bound; lia. }
  lia.
Qed.
Lemma sum_and_carry x y c : WL.den1 c <= 1 ->
  WL.den1 (half_sum x y c >> 62)%uint63 <= 1 /\
  WL.den1 x + WL.den1 y + WL.den1 c = WL.den1 (x + y + c)%uint63 + 2 ^ 63 * WL.den1 (half_sum x y c >> 62)%uint63.
Proof.
  intro L. destruct (to_Z_bounded x) as [X0 X], (to_Z_bounded y) as [Y0 Y], (to_Z_bounded c) as [C0 _].
  assert (L' : (to_Z c <= 1)%Z) by (unfold WL.den1 in L; lia).
  assert (H := half_sum_ok x y c L'). assert (T : to_Z (x + y + c)%uint63 = ((to_Z x + to_Z y + to_Z c) mod wB)%Z)
    by (rewrite !add_spec, Zplus_mod_idemp_l; reflexivity).
  assert (K : to_Z (half_sum x y c >> 62)%uint63 = ((to_Z x + to_Z y + to_Z c) / wB)%Z).
  { rewrite lsr_spec, H, Z.div_div by (lia || reflexivity). reflexivity. }
  assert (D := Z.div_mod (to_Z x + to_Z y + to_Z c) wB ltac:(discriminate)). rewrite <- T, <- K in D.
  destruct (to_Z_bounded (x + y + c)%uint63) as [T0 T1], (to_Z_bounded (half_sum x y c >> 62)%uint63) as [K0 _].
  change wB with 9223372036854775808%Z in *. unfold WL.den1. split; [lia|].
  change (2 ^ 63) with 9223372036854775808. lia.
Qed.
Lemma value_plus_from a : forall b c, WL.den1 c <= 1 -> value (plus_from a b c) = value a + value b + WL.den1 c.
Proof.
  assert (One : forall b c, WL.den1 c <= 1 -> value (if (c =? 0)%uint63 then b else next_one b) = value b + WL.den1 c).
  { intros b c L. rewrite eqb_den. change (WL.den1 0) with 0. destruct (N.eqb_spec (WL.den1 c) 0); [|rewrite value_next_one]; lia. }
  induction a as [|x r IH]; intros [|y s] c L; cbn [plus_from]; try (rewrite One by exact L; change (value []) with 0; lia).
  destruct (sum_and_carry x y c L) as [K E]. rewrite !value_cons, IH by exact K. lia.
Qed.
Lemma value_plus a b c : value (plus a b c) = value a + value b + (if c then 1 else 0).
Proof. unfold plus. rewrite value_plus_from by (destruct c; discriminate). destruct c; reflexivity. Qed.
(* twice the number, and the carry, which is 0 or 1 *)
Fixpoint twice_from (a : list int) (carry : int) : list int :=
  match a with
  | [] => if (carry =? 0)%uint63 then [] else [carry]
  | x :: r => (x + x + carry)%uint63 :: twice_from r (x >> 62)%uint63
  end.
Lemma value_twice_from a : forall c, WL.den1 c <= 1 -> value (twice_from a c) = 2 * value a + WL.den1 c.
Proof.
  induction a as [|x r IH]; intros c L; cbn [twice_from].
  - rewrite eqb_den. change (WL.den1 0) with 0. destruct (N.eqb_spec (WL.den1 c) 0); rewrite ?value_cons; change (value []) with 0; lia.
  - assert (H : half_sum x x c = x).
    { apply to_Z_inj. unfold WL.den1 in L. destruct (to_Z_bounded c). rewrite half_sum_ok by lia.
      replace (to_Z x + to_Z x + to_Z c)%Z with (to_Z c + to_Z x * 2)%Z by lia. rewrite Z.div_add, Z.div_small by lia. lia. }
    destruct (sum_and_carry x x c L) as [K E]. rewrite H in K, E. rewrite !value_cons, IH by exact K. lia.
Qed.
Definition twice (a : list int) (carry : bool) : list int := twice_from a (if carry then 1 else 0)%uint63.
Lemma value_twice a c : value (twice a c) = 2 * value a + (if c then 1 else 0).
Proof. unfold twice. rewrite value_twice_from by (destruct c; discriminate). destruct c; reflexivity. Qed.
(* s times the number, and the carry: both are below 2^31 *)
Fixpoint times_from (s : int) (a : list int) (carry : int) : list int :=
  match a with
  | [] => if (carry =? 0)%uint63 then [] else [carry]
  | x :: r =>
      let t := ((x land 4294967295) * s + carry)%uint63 in
      let u := ((x >> 32) * s + (t >> 32))%uint63 in
      ((t land 4294967295) + (u << 32))%uint63 :: times_from s r (u >> 31)%uint63
  end.
Definition is_short (x : int) : bool := (x <? 2147483648)%uint63.
Lemma short_ok x : is_short x = true -> (to_Z x < 2 ^ 31)%Z.
Proof. intro H. apply ltb_spec in H. exact H. Qed.
Lemma value_times_from s a : (to_Z s < 2 ^ 31)%Z -> forall c, (to_Z c < 2 ^ 31)%Z ->
  value (times_from s a c) = WL.den1 s * value a + WL.den1 c.
Proof.
  change (2 ^ 31)%Z with 2147483648%Z. intro S. induction a as [|x r IH]; intros c L; cbn [times_from].
  - rewrite eqb_den. change (WL.den1 0) with 0. change (value []) with 0.
    destruct (N.eqb_spec (WL.den1 c) 0); rewrite ?value_cons; change (value []) with 0; lia.
  - cbv zeta. destruct (to_Z_bounded s) as [S0 _], (to_Z_bounded c) as [C0 _], (to_Z_bounded x) as [X0 X].
    change wB with 9223372036854775808%Z in X.
    assert (Low : forall z, to_Z (z land 4294967295)%uint63 = (to_Z z mod 4294967296)%Z).
    { intro z. rewrite land_spec'. change (to_Z 4294967295) with (Z.ones 32). rewrite Z.land_ones by lia. reflexivity. }
    assert (High : forall z, to_Z (z >> 32)%uint63 = (to_Z z / 4294967296)%Z) by (intro z; rewrite lsr_spec; reflexivity).
    assert (DX := Z.div_mod (to_Z x) 4294967296 ltac:(lia)). assert (RX := Z.mod_pos_bound (to_Z x) 4294967296 ltac:(lia)).
    set (xh := (to_Z x / 4294967296)%Z) in *. set (xl := (to_Z x mod 4294967296)%Z) in *.
    assert (XH : (0 <= xh <= 2147483647)%Z) by lia.
    assert (T : to_Z ((x land 4294967295) * s + c)%uint63 = (xl * to_Z s + to_Z c)%Z).
    { rewrite add_spec, mul_spec, Low. fold xl. change wB with 9223372036854775808%Z.
      rewrite (Z.mod_small (xl * to_Z s)) by nia. apply Z.mod_small. nia. }
    set (t := ((x land 4294967295) * s + c)%uint63) in *. clearbody t.
    assert (DT := Z.div_mod (to_Z t) 4294967296 ltac:(lia)). assert (RT := Z.mod_pos_bound (to_Z t) 4294967296 ltac:(lia)).
    assert (TB := to_Z_bounded t). change wB with 9223372036854775808%Z in TB.
    assert (U : to_Z ((x >> 32) * s + (t >> 32))%uint63 = (xh * to_Z s + to_Z t / 4294967296)%Z).
    { rewrite add_spec, mul_spec, !High. fold xh. change wB with 9223372036854775808%Z.
      rewrite (Z.mod_small (xh * to_Z s)) by nia. apply Z.mod_small. nia. }
    set (u := ((x >> 32) * s + (t >> 32))%uint63) in *. clearbody u.
    assert (UB : (0 <= to_Z u < 4611686018427387904)%Z) by (rewrite U; nia).
    assert (DU := Z.div_mod (to_Z u) 2147483648 ltac:(lia)). assert (RU := Z.mod_pos_bound (to_Z u) 2147483648 ltac:(lia)).
    assert (K : to_Z (u >> 31)%uint63 = (to_Z u / 2147483648)%Z) by (rewrite lsr_spec; reflexivity).
    assert (W : to_Z ((t land 4294967295) + (u << 32))%uint63 = (to_Z t mod 4294967296 + (to_Z u mod 2147483648) * 4294967296)%Z).
    { rewrite add_spec, lsl_spec, Low. change (2 ^ to_Z 32)%Z with 4294967296%Z. change wB with (2147483648 * 4294967296)%Z.
      rewrite Zmult_mod_distr_r. apply Z.mod_small. lia. }
    assert (E : (to_Z s * to_Z x + to_Z c = to_Z ((t land 4294967295) + (u << 32))%uint63 + 9223372036854775808 * to_Z (u >> 31)%uint63)%Z)
      by (rewrite W, K; nia).
    rewrite !value_cons, IH by (rewrite K; lia).
    assert (EN : WL.den1 s * WL.den1 x + WL.den1 c = WL.den1 ((t land 4294967295) + (u << 32))%uint63 + 2 ^ 63 * WL.den1 (u >> 31)%uint63).
    { unfold WL.den1. change (2 ^ 63) with (Z.to_N 9223372036854775808).
      destruct (to_Z_bounded ((t land 4294967295) + (u << 32))%uint63) as [W0 _], (to_Z_bounded (u >> 31)%uint63) as [K0 _].
      rewrite <- !Z2N.inj_mul, <- !Z2N.inj_add by lia. f_equal. exact E. }
    lia.
Qed.

Module WordCount <: VALUE.
  Definition t := list int.
  Definition env := unit.
  Definition Val (e : env) (Q : N -> Prop) (v : t) := Count.Val e Q (value v).
  Definition zero : t := [].
  Definition one : t := [1%uint63].
  Definition add (a b : t) : t := plus a b false.
  (* The shorter one is taken bit by bit. *)
  Fixpoint times (p : positive) (b : t) : t :=
    match p with
    | xH => b
    | xO p => twice (times p b) false
    | xI p => plus b (twice (times p b) false) false
    end.
  Fixpoint no_longer (a b : t) : bool :=
    match a, b with [], _ => true | _, [] => false | _ :: r, _ :: s => no_longer r s end.
  Definition product (a b : t) : t := match value a with 0 => [] | Npos p => times p b end.
  Definition mul (a b : t) : t := if no_longer a b then product a b else product b a.
  Lemma value_times p b : value (times p b) = Npos p * value b.
  Proof. induction p as [p IH|p IH|]; cbn [times]; rewrite ?value_plus, ?value_twice, ?IH; lia. Qed.
  Lemma value_product a b : value (product a b) = value a * value b.
  Proof. unfold product. destruct (value a); [reflexivity|apply value_times]. Qed.
  Lemma value_mul a b : value (mul a b) = value a * value b.
  Proof. unfold mul. destruct (no_longer a b); rewrite value_product; [reflexivity|apply N.mul_comm]. Qed.
  (* Of many, short ones are multiplied with each other first. *)
  Fixpoint mul_from (s : int) (x : t) (vs : list t) : t :=
    match vs with
    | [] => times_from s x 0%uint63
    | [y] :: r =>
        if is_short y then
          let z := (s * y)%uint63 in if is_short z then mul_from z x r else mul_from y (times_from s x 0%uint63) r
        else mul_from s (mul [y] x) r
    | v :: r => mul_from s (mul v x) r
    end.
  Definition mul_all (vs : list t) : t := mul_from 1%uint63 one vs.
  Lemma fold_mul vs : forall x, value (fold_left (fun x v => mul v x) vs x) = fold_left (fun n v => value v * n) vs (value x).
  Proof. induction vs as [|v vs IH]; intro x; [reflexivity|]. cbn [fold_left]. rewrite IH, value_mul. reflexivity. Qed.
  Lemma value_mul_from vs : forall s x, is_short s = true ->
    value (mul_from s x vs) = fold_left (fun n v => value v * n) vs (WL.den1 s * value x).
  Proof.
    assert (T : forall s x, is_short s = true -> value (times_from s x 0%uint63) = WL.den1 s * value x).
    { intros s x S. rewrite value_times_from; [change (WL.den1 0) with 0; lia|apply short_ok, S|reflexivity]. }
    assert (M : forall s v x, WL.den1 s * value (mul v x) = value v * (WL.den1 s * value x)) by (intros; rewrite value_mul; lia).
    induction vs as [|v vs IH]; intros s x S; cbn [mul_from fold_left]; [apply T, S|].
    destruct v as [|y [|z l]]; try (rewrite IH, M by exact S; reflexivity).
    destruct (is_short y) eqn:Y; [|rewrite IH, M by exact S; reflexivity]. cbv zeta.
    assert (V : value [y] = WL.den1 y) by (rewrite value_cons; change (value []) with 0; lia).
    destruct (is_short (s * y)) eqn:Z; rewrite IH by assumption; f_equal; rewrite V; [|rewrite T by exact S; lia].
    assert (E : WL.den1 (s * y)%uint63 = WL.den1 s * WL.den1 y); [|rewrite E; lia].
    apply short_ok in S, Y. change (2 ^ 31)%Z with 2147483648%Z in *. destruct (to_Z_bounded s), (to_Z_bounded y).
    unfold WL.den1. rewrite mul_spec, Z.mod_small by (change wB with 9223372036854775808%Z; nia). apply Z2N.inj_mul; assumption.
  Qed.
  Definition take (_ : env) (k : N) (v : t) := v.
  Lemma ext e (Q R : N -> Prop) v : (forall X, Q X <-> R X) -> Val e Q v -> Val e R v.
  Proof. apply Count.ext. Qed.
  Lemma none e (Q : N -> Prop) : (forall X, ~ Q X) -> Val e Q zero.
  Proof. apply Count.none. Qed.
  Lemma empty e (Q : N -> Prop) : (forall X, Q X <-> X = 0) -> Val e Q one.
  Proof. apply Count.empty. Qed.
  Lemma either e (Q R : N -> Prop) a b : (forall X, Q X -> R X -> False) ->
    Val e Q a -> Val e R b -> Val e (fun X => Q X \/ R X) (add a b).
  Proof. unfold Val, add. rewrite value_plus, N.add_0_r. apply Count.either. Qed.
  Lemma with_option e (Q : N -> Prop) k v : (forall Y, Q Y -> ~ mem k Y) ->
    Val e Q v -> Val e (fun X => exists Y, Q Y /\ X = N.setbit Y k) (take e k v).
  Proof. exact (Count.with_option e Q k (value v)). Qed.
  Lemma both e (Q R : N -> Prop) a b :
    (forall Y Z, Q Y -> R Z -> disj Y Z) ->
    (forall x y x' y', Q x -> R y -> Q x' -> R y' -> N.lor x y = N.lor x' y' -> x = x' /\ y = y') ->
    Val e Q a -> Val e R b ->
    Val e (fun X => exists Y Z, Q Y /\ R Z /\ X = N.lor Y Z) (mul a b).
  Proof. unfold Val. rewrite value_mul. apply Count.both. Qed.
  Lemma many e (Q : N -> Prop) vs : Val e Q (fold_left (fun x v => mul v x) vs one) -> Val e Q (mul_all vs).
  Proof. unfold Val, mul_all. rewrite value_mul_from, fold_mul by reflexivity. auto. Qed.
  Definition counts := true.
  Definition number (v : t) : N := value v.
  Lemma number_iff : counts = true -> forall e Q v, Val e Q v <-> Counts Q (number v).
  Proof. unfold Val, Count.Val, number. tauto. Qed.
  Lemma number_add : counts = true -> forall a b, number (add a b) = number a + number b.
  Proof. intros _ a b. unfold number, add. rewrite value_plus. apply N.add_0_r. Qed.
  Fixpoint of_positive (p : positive) : t :=
    match p with
    | xH => one
    | xO p => twice (of_positive p) false
    | xI p => twice (of_positive p) true
    end.
  Definition of_number (n : N) : t := match n with 0 => zero | Npos p => of_positive p end.
  Lemma number_of : counts = true -> forall n, number (of_number n) = n.
  Proof.
    intros _ [|p]; [reflexivity|]. unfold number, of_number.
    induction p as [p IH|p IH|]; cbn [of_positive]; [| |reflexivity]; rewrite value_twice, IH; lia.
  Qed.
End WordCount.
