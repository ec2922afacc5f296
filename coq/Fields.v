(* What is missing of the items with multiplicities ([MISSING]), seven items in a machine word:
   eight bits for each, of which the highest is 0, so that all of them are compared or made less
   at once. The proofs use what Coq's library says of the machine's integers. *)
Require Import Arith NArith ZArith List Lia Bool FMapPositive Uint63.
Import ListNotations.
Require Import Counting Problem States Words Missing.
Local Open Scope N_scope.

(* ---------- numbers in fields of eight bits ---------- *)
Fixpoint pack (l : list N) : N := match l with [] => 0 | a :: l => a + 256 * pack l end.
Fixpoint fields (n : nat) (x : N) : list N :=
  match n with O => [] | S n => x mod 256 :: fields n (x / 256) end.
Fixpoint map2 {A B C} (f : A -> B -> C) (a : list A) (b : list B) : list C :=
  match a, b with x :: a, y :: b => f x y :: map2 f a b | _, _ => [] end.
Definition below (m : N) (l : list N) : Prop := Forall (fun a => a < m) l.

Lemma below_le m m' l : m <= m' -> below m l -> below m' l.
Proof. intros H B. eapply Forall_impl; [|exact B]. intros a Ha. simpl in Ha. lia. Qed.
Lemma map2_length {A B C} (f : A -> B -> C) a : forall b, length a = length b -> length (map2 f a b) = length a.
Proof. induction a as [|x a IH]; intros [|y b] H; try discriminate; simpl in *; [reflexivity|]. rewrite IH; lia. Qed.
Lemma fields_length n : forall x, length (fields n x) = n.
Proof. induction n; intro; simpl; congruence. Qed.
Lemma fields_pack l : below 256 l -> fields (length l) (pack l) = l.
Proof.
  induction 1 as [|a l H B IH]; [reflexivity|]. cbn [length fields pack].
  rewrite N.mul_comm, N.mod_add, N.mod_small, N.div_add, N.div_small by (assumption || discriminate).
  cbn [N.add]. rewrite IH. reflexivity.
Qed.
Lemma pack_inj a b : length a = length b -> below 256 a -> below 256 b -> pack a = pack b -> a = b.
Proof. intros L A B E. rewrite <- (fields_pack a A), <- (fields_pack b B), L, E. reflexivity. Qed.
Lemma pack_lt l : below 256 l -> (length l <= 7)%nat -> pack l < 2 ^ 56.
Proof.
  intros B L. assert (G : pack l < 256 ^ N.of_nat (length l)).
  { clear L. induction B as [|a l H B IH]; [reflexivity|]. cbn [length pack].
    rewrite Nat2N.inj_succ, N.pow_succ_r'. nia. }
  apply N.lt_le_trans with (1 := G). change (2 ^ 56) with (256 ^ 7). apply N.pow_le_mono_r; lia.
Qed.
Lemma pack_add a : forall b, length a = length b -> pack (map2 N.add a b) = pack a + pack b.
Proof.
  induction a as [|x a IH]; intros [|y b] L; try discriminate; [reflexivity|].
  cbn [map2 pack]. injection L as L. rewrite IH by assumption. lia.
Qed.
Lemma pack_sub a : forall b, Forall2 N.le b a -> pack b <= pack a /\ pack (map2 N.sub a b) = pack a - pack b.
Proof.
  intros b H. induction H as [|y x b a H HF [IH1 IH2]]; [split; [apply N.le_refl|reflexivity]|].
  cbn [map2 pack]. rewrite IH2. lia.
Qed.
Lemma bit_field a z i : a < 256 ->
  N.testbit (a + 256 * z) i = if i <? 8 then N.testbit a i else N.testbit z (i - 8).
Proof.
  change 256 with (2 ^ 8). intro H. rewrite (N.mul_comm _ z). destruct (N.ltb_spec i 8) as [L|L].
  - rewrite <- (N.mod_pow2_bits_low _ 8 i L), N.mod_add, N.mod_small by (assumption || discriminate). reflexivity.
  - replace i with (i - 8 + 8) at 1 by lia. rewrite <- N.shiftr_spec', N.shiftr_div_pow2.
    rewrite N.div_add, N.div_small by (assumption || discriminate). reflexivity.
Qed.
Lemma land_step a b x y : a < 256 -> b < 256 ->
  N.land (a + 256 * x) (b + 256 * y) = N.land a b + 256 * N.land x y.
Proof.
  intros Ha Hb. assert (Hab : N.land a b < 256).
  { assert (E : N.land a b = N.land a b mod 2 ^ 8); [|rewrite E; apply N.mod_lt; discriminate].
    apply N.bits_inj. intro i. destruct (N.lt_ge_cases i 8) as [L|L].
    - rewrite N.mod_pow2_bits_low by assumption. reflexivity.
    - rewrite N.mod_pow2_bits_high, N.land_spec by assumption.
      assert (G := bit_field a 0 i Ha). rewrite N.mul_0_r, N.add_0_r in G. rewrite G.
      destruct (N.ltb_spec i 8); [lia|]. rewrite N.bits_0. reflexivity. }
  apply N.bits_inj. intro i. rewrite N.land_spec, !bit_field, !N.land_spec by assumption.
  destruct (i <? 8); reflexivity.
Qed.
Lemma pack_land a : forall b, length a = length b -> below 256 a -> below 256 b ->
  pack (map2 N.land a b) = N.land (pack a) (pack b).
Proof.
  induction a as [|x a IH]; intros [|y b] L A B; try discriminate; [reflexivity|].
  apply Forall_cons_iff in A, B. destruct A as [Hx A], B as [Hy B].
  cbn [map2 pack]. rewrite land_step by assumption. rewrite IH; [reflexivity| |assumption|assumption].
  simpl in L. lia.
Qed.
Lemma pack_scale c l : pack (map (N.mul c) l) = c * pack l.
Proof. induction l as [|a l IH]; cbn [map pack]; [lia|]. rewrite IH. lia. Qed.
(* ---------- such fields in a word ---------- *)
Notation num := WL.den1.
Lemma num_add x y : num x + num y < 2 ^ 63 -> num (x + y)%uint63 = num x + num y.
Proof.
  intro H. unfold WL.den1 in *. rewrite add_spec. destruct (to_Z_bounded x), (to_Z_bounded y).
  rewrite Z.mod_small; [apply Z2N.inj_add; assumption|]. change wB with (Z.of_N (2 ^ 63)). lia.
Qed.
Lemma num_sub x y : num y <= num x -> num (x - y)%uint63 = num x - num y.
Proof.
  intro H. unfold WL.den1 in *. rewrite sub_spec. destruct (to_Z_bounded x), (to_Z_bounded y).
  rewrite Z.mod_small; [apply Z2N.inj_sub; assumption|]. lia.
Qed.
Definition lows := 0x01010101010101%uint63.
Definition highs := 0x80808080808080%uint63.
(* in each field 128 if y is at least x there, 0 otherwise *)
Definition at_least (y x : int) : int := ((y + highs - x) land highs)%uint63.
(* in each field 1 if there is something *)
Definition some (x : int) : int := (at_least x lows >> 7)%uint63.
(* A number below 128 in each field; that can be seen, and in one way only. *)
Definition sevenths := 0x7f7f7f7f7f7f7f%uint63.
Definition fits (x : int) : Prop := (x land sevenths =? x)%uint63 = true.

Definition is_there (a : N) : N := if 1 <=? a then 1 else 0.
Definition not_more (b a : N) : N := if a <=? b then 128 else 0.
Lemma num_pack l : length l = 7%nat -> below 256 l -> pack l < 2 ^ 56.
Proof. intros L B. apply pack_lt; [exact B|lia]. Qed.
(* of the numbers below 256, all at once *)
Lemma by_trying (P : N -> bool) : forallb P (upto 256) = true -> forall a, a < 256 -> P a = true.
Proof. rewrite forallb_forall. intros H a Ha. apply H. apply in_upto. exact Ha. Qed.
Lemma high_bit v : v < 256 -> N.land v 128 = if 128 <=? v then 128 else 0.
Proof.
  intro H. apply N.eqb_eq. revert v H. apply (by_trying (fun v => N.land v 128 =? if 128 <=? v then 128 else 0)).
  vm_compute. reflexivity.
Qed.
Lemma low_bits v : v < 128 -> N.land v 127 = v.
Proof. intro H. change 127 with (N.ones 7). rewrite N.land_ones. apply N.mod_small. exact H. Qed.
Lemma num_highs : num highs = pack (repeat 128 7). Proof. reflexivity. Qed.

Lemma fields_not_more n : forall xs ys, length xs = n -> length ys = n -> below 128 xs -> below 128 ys ->
  Forall2 N.le xs (map2 N.add ys (repeat 128 n)) /\
  below 256 (map2 N.sub (map2 N.add ys (repeat 128 n)) xs) /\
  map2 N.land (map2 N.sub (map2 N.add ys (repeat 128 n)) xs) (repeat 128 n) = map2 not_more ys xs.
Proof.
  induction n as [|n IH]; intros [|x xs] [|y ys] Lx Ly Bx By; try discriminate.
  { split; [constructor|]. split; [constructor|reflexivity]. }
  apply Forall_cons_iff in Bx, By. destruct Bx as [Hx Bx], By as [Hy By].
  injection Lx as Lx. injection Ly as Ly. destruct (IH xs ys Lx Ly Bx By) as (H1 & H2 & H3).
  cbn [repeat map2]. split; [|split].
  - constructor; [lia|exact H1].
  - constructor; [lia|exact H2].
  - rewrite H3, high_bit by lia. f_equal. unfold not_more.
    destruct (N.leb_spec 128 (y + 128 - x)), (N.leb_spec x y); reflexivity || lia.
Qed.
Lemma below_repeat m a n : a < m -> below m (repeat a n).
Proof. intro H. induction n; constructor; assumption. Qed.
Lemma at_least_ok x y xs ys : length xs = 7%nat -> length ys = 7%nat -> below 128 xs -> below 128 ys ->
  num x = pack xs -> num y = pack ys -> num (at_least y x) = pack (map2 not_more ys xs).
Proof.
  intros Lx Ly Bx By Ex Ey. unfold at_least. rewrite WL.den1_land, num_highs.
  assert (Py : pack ys < 2 ^ 56) by (apply num_pack; [|apply (below_le 128)]; try assumption; lia).
  assert (S : num (y + highs)%uint63 = pack (map2 N.add ys (repeat 128 7))).
  { rewrite pack_add by assumption. rewrite num_add; rewrite num_highs, Ey; [reflexivity|].
    assert (H : pack (repeat 128 7) < 2 ^ 56) by reflexivity. change (2 ^ 63) with (2 ^ 56 * 128). lia. }
  destruct (fields_not_more 7 xs ys Lx Ly Bx By) as (HF & HB & E7).
  destruct (pack_sub _ _ HF) as [Le E]. rewrite num_sub by (rewrite S, Ex; assumption).
  rewrite S, Ex, <- E, <- pack_land, E7; [reflexivity| |exact HB|apply below_repeat; reflexivity].
  rewrite !map2_length; try reflexivity; rewrite ?map2_length; rewrite ?repeat_length; lia.
Qed.
Lemma num_shift x n : num (x >> n)%uint63 = num x / 2 ^ num n.
Proof.
  unfold WL.den1. rewrite lsr_spec. destruct (to_Z_bounded x), (to_Z_bounded n).
  rewrite Z2N.inj_div, Z2N.inj_pow by (try apply Z.pow_nonneg; lia). reflexivity.
Qed.
Lemma num_sevenths w l : num w = pack (map (N.mul 128) l) -> num (w >> 7)%uint63 = pack l.
Proof.
  intro E. rewrite num_shift, E, pack_scale. change (2 ^ num 7) with 128. rewrite N.mul_comm. apply N.div_mul. discriminate.
Qed.
Lemma some_ok x xs : length xs = 7%nat -> below 128 xs -> num x = pack xs ->
  num (some x) = pack (map is_there xs).
Proof.
  intros Lx Bx Ex. apply num_sevenths.
  rewrite (at_least_ok lows x (repeat 1 7) xs eq_refl Lx); try assumption; [|apply below_repeat; reflexivity|reflexivity].
  f_equal. clear - Lx. generalize dependent 7%nat. induction xs as [|a xs IH]; intros [|n] L; try discriminate; [reflexivity|].
  cbn [repeat map map2]. rewrite IH by (injection L; auto). f_equal.
  unfold not_more, is_there. destruct (1 <=? a); reflexivity.
Qed.

(* ---------- what is missing, in words ---------- *)
Lemma num_eq x y xs ys : length xs = length ys -> below 256 xs -> below 256 ys -> num x = pack xs -> num y = pack ys ->
  ((x =? y)%uint63 = true <-> xs = ys).
Proof.
  intros L Bx By Ex Ey. rewrite Uint63.eqb_spec. split.
  - intros ->. apply pack_inj; try assumption. congruence.
  - intros ->. apply WL.den1_inj. congruence.
Qed.
(* an option that has items with a 1 *)
Definition taken (f x : int) : int := (x - (f land some x))%uint63.
Definition take_fields (fs xs : list N) : list N := map2 N.sub xs (map2 N.land fs (map is_there xs)).
Lemma bit_and a b : a < 2 -> N.land a (is_there b) = if (a =? 1) && (1 <=? b) then 1 else 0.
Proof.
  intro H. unfold is_there. assert (E : a = 0 \/ a = 1) by lia.
  destruct E as [-> | ->]; destruct (1 <=? b); reflexivity.
Qed.
Lemma fields_taken n : forall fs xs, length fs = n -> length xs = n -> below 2 fs -> below 128 xs ->
  Forall2 N.le (map2 N.land fs (map is_there xs)) xs /\ below 256 (map2 N.land fs (map is_there xs)) /\
  below 128 (take_fields fs xs).
Proof.
  induction n as [|n IH]; intros [|f fs] [|x xs] Lf Lx Bf Bx; try discriminate.
  { repeat split; constructor. }
  apply Forall_cons_iff in Bf, Bx. destruct Bf as [Hf Bf], Bx as [Hx Bx].
  injection Lf as Lf. injection Lx as Lx. destruct (IH fs xs Lf Lx Bf Bx) as (H1 & H2 & H3).
  unfold take_fields in *. cbn [map map2]. rewrite bit_and by assumption.
  destruct (f =? 1), (N.leb_spec 1 x); cbn [andb]; repeat split; constructor; try assumption; lia.
Qed.
Lemma land_ok f x fs xs : length fs = 7%nat -> length xs = 7%nat -> below 2 fs -> below 128 xs ->
  num f = pack fs -> num x = pack xs -> num (f land some x)%uint63 = pack (map2 N.land fs (map is_there xs)).
Proof.
  intros Lf Lx Bf Bx Ef Ex. rewrite WL.den1_land, (some_ok x xs) by assumption. rewrite Ef.
  symmetry. apply pack_land.
  - rewrite map_length. congruence.
  - eapply below_le; [|exact Bf]. lia.
  - clear. induction xs as [|a xs IH]; constructor; [|exact IH]. unfold is_there. destruct (1 <=? a); lia.
Qed.
Lemma taken_ok f x fs xs : length fs = 7%nat -> length xs = 7%nat -> below 2 fs -> below 128 xs ->
  num f = pack fs -> num x = pack xs -> num (taken f x) = pack (take_fields fs xs).
Proof.
  intros Lf Lx Bf Bx Ef Ex. unfold taken, take_fields. destruct (fields_taken 7 fs xs Lf Lx Bf Bx) as (HF & _ & _).
  destruct (pack_sub _ _ HF) as [Le E].
  rewrite num_sub; rewrite (land_ok f x fs xs) by assumption; rewrite Ex; congruence.
Qed.
(* ---------- from lists ---------- *)
(* Seven numbers: as many as are there, and then others. *)
Definition filled (a : N) (l : list N) : list N := firstn 7 (l ++ repeat a 7).
Lemma filled_length a l : length (filled a l) = 7%nat.
Proof. unfold filled. rewrite firstn_length, app_length, repeat_length. lia. Qed.
Lemma below_firstn m n l : below m l -> below m (firstn n l).
Proof. intro B. revert n. induction B; intros [|n]; constructor; auto. apply IHB. Qed.
Lemma below_app m a b : below m a -> below m b -> below m (a ++ b).
Proof. intros A B. apply Forall_app. split; assumption. Qed.
Lemma filled_below m a l : a < m -> below m l -> below m (filled a l).
Proof. intros Ha B. apply below_firstn, below_app; [exact B|apply below_repeat; exact Ha]. Qed.
(* Those that are too large are cut off. *)
Definition clamp (l : list N) : list N := filled 0 (map (N.min 127) l).
Lemma clamp_length l : length (clamp l) = 7%nat.
Proof. apply filled_length. Qed.
Lemma clamp_below l : below 128 (clamp l).
Proof. apply filled_below; [reflexivity|]. induction l as [|a l IH]; constructor; [lia|exact IH]. Qed.
Definition word_of (l : list N) : int := of_Z (Z.of_N (pack (clamp l))).
Lemma num_word_of l : num (word_of l) = pack (clamp l).
Proof.
  unfold WL.den1, word_of. assert (H : pack (clamp l) < 2 ^ 56).
  { apply num_pack; [apply clamp_length|]. apply (below_le 128); [lia|apply clamp_below]. }
  rewrite of_Z_spec, Z.mod_small; [apply N2Z.id|]. change wB with (Z.of_N (2 ^ 63)).
  assert (2 ^ 56 < 2 ^ 63) by reflexivity. lia.
Qed.
Lemma land_sevenths n : forall x, N.land x (pack (repeat 127 n)) = pack (map (fun a => N.land a 127) (fields n x)).
Proof.
  induction n as [|n IH]; intro x; cbn [repeat pack fields map]; [apply N.land_0_r|]. rewrite <- IH.
  rewrite <- land_step by (reflexivity || apply N.mod_lt; discriminate). f_equal.
  rewrite N.add_comm. apply N.div_mod. discriminate.
Qed.
Lemma num_sevenths_word : num sevenths = pack (repeat 127 7). Proof. reflexivity. Qed.
Lemma fits_iff x : fits x <-> exists l, length l = 7%nat /\ below 128 l /\ num x = pack l.
Proof.
  unfold fits. rewrite Uint63.eqb_spec. split.
  - intro E. apply (f_equal num) in E. rewrite WL.den1_land, num_sevenths_word, land_sevenths in E.
    eexists. split; [|split; [|symmetry; exact E]].
    + rewrite map_length. apply fields_length.
    + apply Forall_map, Forall_forall. intros a _. cbv beta. change 127 with (N.ones 7). rewrite N.land_ones.
      apply N.mod_lt. discriminate.
  - intros (l & L & B & E). apply WL.den1_inj. rewrite WL.den1_land, num_sevenths_word, E.
    rewrite <- pack_land; [|rewrite repeat_length; exact L|apply (below_le 128); [lia|exact B]|apply below_repeat; reflexivity].
    f_equal. clear E. rewrite <- L. clear L. induction B as [|a l H B IH]; [reflexivity|]. cbn [length repeat map2].
    rewrite IH, low_bits by exact H. reflexivity.
Qed.
Lemma word_of_fits l : fits (word_of l).
Proof. apply fits_iff. exists (clamp l). split; [apply clamp_length|]. split; [apply clamp_below|apply num_word_of]. Qed.
Lemma map_same (l : list N) : below 128 l -> map (N.min 127) l = l.
Proof. induction 1 as [|a l H B IH]; [reflexivity|]. cbn [map]. rewrite IH. f_equal. lia. Qed.
Lemma fields_firstn n : forall l, below 256 l -> (n <= length l)%nat -> fields n (pack l) = firstn n l.
Proof.
  induction n as [|n IH]; intros [|a l] B L; try reflexivity; [simpl in L; lia|].
  apply Forall_cons_iff in B. destruct B as [H B]. cbn [fields pack firstn].
  rewrite N.mul_comm, N.mod_add, N.mod_small, N.div_add, N.div_small by (assumption || discriminate).
  cbn [N.add]. rewrite IH; [reflexivity|exact B|simpl in L; lia].
Qed.
Lemma fields_word_of l : below 128 l -> (length l <= 7)%nat -> fields (length l) (num (word_of l)) = l.
Proof.
  intros B L. rewrite num_word_of, fields_firstn.
  - unfold clamp, filled. rewrite (map_same l B), firstn_firstn, Nat.min_l by assumption.
    rewrite firstn_app, Nat.sub_diag, firstn_all. apply app_nil_r.
  - apply (below_le 128); [lia|apply clamp_below].
  - rewrite clamp_length. exact L.
Qed.

(* ---------- an option is taken, in one word ---------- *)
Fixpoint all_there (bl : list bool) (hs : list N) : bool :=
  match bl, hs with b :: bl, h :: hs => (if b then 1 <=? h else true) && all_there bl hs | _, _ => true end.
Definition padded (bl : list bool) : list N := filled 0 (map b2n bl).
Definition marks_word (bl : list bool) : int := word_of (map b2n bl).
Lemma clamp_flags bl : clamp (map b2n bl) = padded bl.
Proof. unfold clamp, padded. rewrite map_same; [reflexivity|]. induction bl as [|b bl IH]; constructor; [destruct b; reflexivity|exact IH]. Qed.
Lemma padded_below bl : below 2 (padded bl).
Proof. apply filled_below; [reflexivity|]. induction bl as [|b bl IH]; constructor; [destruct b; reflexivity|exact IH]. Qed.
Lemma firstn_pad (a : N) m : forall k (l : list N), firstn m (l ++ repeat a (m + k)) = firstn m (l ++ repeat a m).
Proof.
  induction m as [|m IH]; intros k l; [reflexivity|]. destruct l as [|x l]; cbn [Nat.add app repeat firstn]; f_equal.
  - apply (IH k []).
  - change (a :: repeat a (m + k)) with (repeat a (S (m + k))). change (a :: repeat a m) with (repeat a (S m)).
    rewrite <- Nat.add_succ_r, IH. replace (S m) with (m + 1)%nat by lia. rewrite IH. reflexivity.
Qed.
Lemma all_there_ok n : forall bl hs, length hs = n ->
  (all_there bl hs = true <->
   map2 N.land (firstn n (map b2n bl ++ repeat 0 n)) (map is_there hs) = firstn n (map b2n bl ++ repeat 0 n)).
Proof.
  assert (Zero : forall n hs, length hs = n -> map2 N.land (repeat 0 n) (map is_there hs) = repeat 0 n).
  { induction n0 as [|m IH]; intros [|h hs] L; try discriminate; [reflexivity|].
    cbn [repeat map map2]. rewrite IH by (injection L; auto). reflexivity. }
  induction n as [|n IH]; intros bl [|h hs] L; try discriminate.
  - destruct bl; cbn; tauto.
  - injection L as L. destruct bl as [|b bl]; cbn [all_there].
    + split; [intros _|reflexivity]. cbn [map app]. rewrite firstn_all2 by (rewrite repeat_length; lia).
      apply (Zero (S n) (h :: hs)). simpl. congruence.
    + assert (E : firstn n (map b2n bl ++ repeat 0 (S n)) = firstn n (map b2n bl ++ repeat 0 n))
        by (replace (S n) with (n + 1)%nat by lia; apply firstn_pad).
      cbn [map app firstn map2]. rewrite E. rewrite andb_true_iff, (IH bl hs L).
      rewrite bit_and by (destruct b; reflexivity). split.
      * intros [Hb ->]. f_equal. destruct b; [rewrite Hb|]; reflexivity.
      * intro H. injection H as Hb Hr. split; [|exact Hr]. destruct b; [|reflexivity].
        cbn [b2n] in Hb. destruct (1 <=? h); [reflexivity|discriminate].
Qed.
Lemma take_chunk bl : forall ls hs R B, (length bl <= length ls)%nat -> (length bl <= length hs)%nat ->
  take (combine (firstn (length bl) ls) (firstn (length bl) hs) ++ R) (bl ++ B) =
  if all_there bl hs then
    match take R B with
    | Some R' => Some (combine (take_fields (map b2n bl) ls) (take_fields (map b2n bl) hs) ++ R')
    | None => None
    end
  else None.
Proof.
  induction bl as [|b bl IH]; intros [|x ls] [|y hs] R B Ll Lh; cbn [length] in Ll, Lh; try lia.
  1-4: cbn [length firstn combine app all_there map take_fields map2]; destruct (take R B); reflexivity.
  unfold take_fields in *. cbn [length firstn combine app take all_there map map2]. rewrite IH by lia.
  rewrite !bit_and by (destruct b; reflexivity).
  assert (P : forall z, z - (if (b2n b =? 1) && (1 <=? z) then 1 else 0) = if b then N.pred z else z).
  { intro z. destruct b; cbn [b2n andb N.eqb Pos.eqb]; [destruct (N.leb_spec 1 z)|]; lia. }
  rewrite !P. clear P. destruct b; cbn [andb].
  - destruct (N.leb_spec 1 y) as [Hy|Hy].
    + assert (E : (y =? 0) = false) by (apply N.eqb_neq; lia). rewrite E.
      destruct (all_there bl hs); cbn [andb]; [|reflexivity]. destruct (take R B); reflexivity.
    + assert (y = 0) as -> by lia. reflexivity.
  - destruct (all_there bl hs); [|reflexivity]. destruct (take R B); reflexivity.
Qed.
Lemma firstn_take_fields bl : forall k ls, (length bl <= k)%nat -> (length bl <= length ls)%nat ->
  firstn (length bl) (take_fields (firstn k (map b2n bl ++ repeat 0 k)) ls) = take_fields (map b2n bl) ls.
Proof.
  induction bl as [|b bl IH]; intros k ls Lk Ll; [destruct ls; reflexivity|].
  destruct k as [|k]; [simpl in Lk; lia|]. destruct ls as [|x ls]; [simpl in Ll; lia|].
  unfold take_fields in *. cbn [length map app firstn map2]. f_equal.
  replace (S k) with (k + 1)%nat at 1 by lia. rewrite firstn_pad. apply IH; simpl in *; lia.
Qed.
(* how the words say that *)
Lemma taken_word bl x xs : (length bl <= 7)%nat -> length xs = 7%nat -> below 128 xs -> num x = pack xs ->
  let f := marks_word bl in
  num (taken f x) = pack (take_fields (padded bl) xs) /\ below 128 (take_fields (padded bl) xs) /\
  fields (length bl) (num (taken f x)) = take_fields (map b2n bl) xs /\
  (f land some x =? f)%uint63 = all_there bl xs.
Proof.
  intros Lb Lx Bx Ex f. assert (Ef : num f = pack (padded bl)) by (unfold f, marks_word; rewrite num_word_of, clamp_flags; reflexivity).
  assert (Lf : length (padded bl) = 7%nat) by (rewrite <- clamp_flags; apply clamp_length).
  assert (Bf := padded_below bl). destruct (fields_taken 7 _ _ Lf Lx Bf Bx) as (_ & B2 & B1).
  assert (T : num (taken f x) = pack (take_fields (padded bl) xs)) by (apply taken_ok; assumption).
  split; [exact T|]. split; [exact B1|]. split.
  - rewrite T, fields_firstn; [apply firstn_take_fields; lia|apply (below_le 128); [lia|exact B1]|].
    unfold take_fields. rewrite map2_length; [lia|]. rewrite map2_length; rewrite ?map_length; congruence.
  - assert (E := land_ok f x _ _ Lf Lx Bf Bx Ef Ex). apply eq_true_iff_eq.
    rewrite (num_eq _ _ (map2 N.land (padded bl) (map is_there xs)) (padded bl)); try assumption.
    + unfold padded. symmetry. apply all_there_ok. exact Lx.
    + apply map2_length. rewrite map_length. congruence.
    + apply (below_le 2); [lia|exact Bf].
Qed.
Lemma taken_fits bl x : (length bl <= 7)%nat -> fits x -> fits (taken (marks_word bl) x).
Proof.
  intros Lb Fx. apply fits_iff in Fx. destruct Fx as (xs & Lx & Bx & Ex). apply fits_iff. destruct (taken_word bl x xs Lb Lx Bx Ex) as (E & B & _).
  exists (take_fields (padded bl) xs). split; [|auto]. unfold take_fields.
  rewrite map2_length; [exact Lx|]. rewrite map2_length; rewrite ?map_length, <- clamp_flags, clamp_length; auto.
Qed.

(* ---------- what is at most left to cover, in one word ---------- *)
Definition cap_of (x : option N) : N := match x with Some n => N.min 127 n | None => 127 end.
Definition keep (c x : int) : int := let g := at_least c x in (g - (g >> 7))%uint63.
Definition capped (c x : int) : int := let k := keep c x in ((x land k) + (c - (c land k)))%uint63.
Definition caps_fields (ol : list (option N)) : list N := filled 127 (map cap_of ol).
Definition caps_word (ol : list (option N)) : int := word_of (caps_fields ol).
Lemma caps_length ol : length (caps_fields ol) = 7%nat.
Proof. apply filled_length. Qed.
Lemma caps_below ol : below 128 (caps_fields ol).
Proof. apply filled_below; [reflexivity|]. induction ol as [|[n|] ol IH]; constructor; cbn [cap_of]; try exact IH; lia. Qed.
Lemma num_caps ol : num (caps_word ol) = pack (caps_fields ol).
Proof.
  unfold caps_word. rewrite num_word_of. unfold clamp, filled at 1. rewrite (map_same _ (caps_below ol)).
  rewrite firstn_app, caps_length, firstn_all2 by (rewrite caps_length; lia). f_equal. apply app_nil_r.
Qed.
Definition keep_fields (cs xs : list N) : list N := map2 (fun c x => if x <=? c then 127 else 0) cs xs.
Lemma keep_ok c x cs xs : length cs = 7%nat -> length xs = 7%nat -> below 128 cs -> below 128 xs ->
  num c = pack cs -> num x = pack xs -> num (keep c x) = pack (keep_fields cs xs).
Proof.
  intros Lc Lx Bc Bx Ec Ex. unfold keep. cbv zeta.
  assert (E := at_least_ok x c xs cs Lx Lc Bx Bc Ex Ec).
  set (ones := map2 (fun c x => if x <=? c then 1 else 0) cs xs).
  assert (E1 : map2 not_more cs xs = map (N.mul 128) ones).
  { unfold ones. clear. revert xs. induction cs as [|a cs IH]; intros [|b xs]; try reflexivity.
    cbn [map2 map]. rewrite IH. f_equal. unfold not_more. destruct (b <=? a); reflexivity. }
  assert (ES : num (at_least c x >> 7)%uint63 = pack ones) by (apply num_sevenths; rewrite E, E1; reflexivity).
  assert (HF : Forall2 N.le ones (map2 not_more cs xs)).
  { rewrite E1. clear. induction ones as [|a l IH]; constructor; [lia|exact IH]. }
  destruct (pack_sub _ _ HF) as [Le ED]. rewrite num_sub by (rewrite ES, E; exact Le).
  rewrite ES, E, <- ED. f_equal. unfold ones, keep_fields. clear. revert xs.
  induction cs as [|a cs IH]; intros [|b xs]; try reflexivity. cbn [map2]. rewrite IH. f_equal.
  unfold not_more. destruct (b <=? a); reflexivity.
Qed.
Definition min_fields (cs xs : list N) : list N := map2 N.min xs cs.
Lemma capped_ok c x cs xs : length cs = 7%nat -> length xs = 7%nat -> below 128 cs -> below 128 xs ->
  num c = pack cs -> num x = pack xs ->
  num (capped c x) = pack (min_fields cs xs) /\ below 128 (min_fields cs xs).
Proof.
  intros Lc Lx Bc Bx Ec Ex. unfold capped. cbv zeta.
  assert (EK := keep_ok c x cs xs Lc Lx Bc Bx Ec Ex).
  assert (LK : length (keep_fields cs xs) = 7%nat) by (unfold keep_fields; rewrite map2_length; congruence).
  assert (BK : below 256 (keep_fields cs xs)).
  { unfold keep_fields. clear. revert xs. induction cs as [|a cs IH]; intros [|b xs]; constructor; [|apply IH].
    destruct (b <=? a); lia. }
  assert (W : forall l, below 128 l -> below 256 l) by (intros l H; apply (below_le 128); [lia|exact H]).
  assert (EX : num (x land keep c x)%uint63 = pack (map2 N.land xs (keep_fields cs xs))).
  { rewrite WL.den1_land, EK, Ex. symmetry. apply pack_land; [congruence|apply W; exact Bx|exact BK]. }
  assert (EC : num (c land keep c x)%uint63 = pack (map2 N.land cs (keep_fields cs xs))).
  { rewrite WL.den1_land, EK, Ec. symmetry. apply pack_land; [congruence|apply W; exact Bc|exact BK]. }
  assert (G : forall n cs xs, length cs = n -> length xs = n -> below 128 cs -> below 128 xs ->
     Forall2 N.le (map2 N.land cs (keep_fields cs xs)) cs /\
     map2 N.add (map2 N.land xs (keep_fields cs xs)) (map2 N.sub cs (map2 N.land cs (keep_fields cs xs))) = min_fields cs xs /\
     below 128 (min_fields cs xs)).
  { clear. unfold keep_fields, min_fields.
    induction n as [|n IH]; intros [|a cs] [|b xs] La Lb Ba Bb; try discriminate; [repeat split; constructor|].
    apply Forall_cons_iff in Ba, Bb. destruct Ba as [Ha Ba], Bb as [Hb Bb].
    injection La as La. injection Lb as Lb. destruct (IH cs xs La Lb Ba Bb) as (H1 & H2 & H3). cbn [map2].
    destruct (N.leb_spec b a).
    - rewrite !low_bits by assumption. split; [constructor; [lia|exact H1]|]. split; [rewrite H2; f_equal; lia|].
      constructor; [lia|exact H3].
    - rewrite !N.land_0_r. split; [constructor; [lia|exact H1]|]. split; [rewrite H2; f_equal; lia|].
      constructor; [lia|exact H3]. }
  destruct (G 7%nat cs xs Lc Lx Bc Bx) as (HF & HM & HB). split; [|exact HB].
  destruct (pack_sub _ _ HF) as [Le ED].
  assert (ES : num (c - (c land keep c x))%uint63 = pack (map2 N.sub cs (map2 N.land cs (keep_fields cs xs)))).
  { rewrite num_sub; rewrite EC, Ec; [symmetry; exact ED|exact Le]. }
  assert (LL : length (map2 N.land xs (keep_fields cs xs)) = length (map2 N.sub cs (map2 N.land cs (keep_fields cs xs)))).
  { rewrite !map2_length; rewrite ?map2_length; congruence. }
  assert (EP := pack_add _ _ LL). rewrite HM in EP. rewrite EP, <- EX, <- ES. apply num_add. rewrite EX, ES, <- EP.
  apply N.lt_le_trans with (2 ^ 56); [|discriminate].
  apply num_pack; [|apply W; exact HB]. unfold min_fields. rewrite map2_length; congruence.
Qed.
Lemma fields_min ol : forall k cs xs, cs = firstn k (map cap_of ol ++ repeat 127 k) -> (length ol <= k)%nat ->
  firstn (length ol) (min_fields cs xs) = map2 N.min (firstn (length ol) xs) (map cap_of ol).
Proof.
  induction ol as [|x ol IH]; intros k cs xs -> Lk; [destruct xs; reflexivity|].
  destruct k as [|k]; [simpl in Lk; lia|]. destruct xs as [|y xs]; [reflexivity|].
  unfold min_fields in *. cbn [length map app firstn map2]. f_equal.
  replace (S k) with (k + 1)%nat at 1 by lia. rewrite firstn_pad. apply (IH k); [reflexivity|simpl in Lk; lia].
Qed.
Fixpoint all_low (ol : list (option N)) (ls : list N) : bool :=
  match ol, ls with x :: ol, l :: ls => (l <=? cap_of x) && all_low ol ls | _, _ => true end.
Lemma all_low_ok k : forall ol ls, length ls = k -> below 128 ls ->
  (all_low ol ls = true <->
   map2 not_more (firstn k (map cap_of ol ++ repeat 127 k)) ls = repeat 128 k).
Proof.
  induction k as [|k IH]; intros ol [|l ls] L B; try discriminate; [destruct ol; cbn; tauto|].
  injection L as L. apply Forall_cons_iff in B. destruct B as [Hl B]. destruct ol as [|x ol].
  - cbn [map app repeat firstn map2 all_low]. destruct (IH [] ls L B) as [H _]. cbn [map app all_low] in H.
    destruct ls; rewrite H by reflexivity; unfold not_more; (destruct (N.leb_spec l 127); [|lia]); tauto.
  - cbn [map app firstn map2 all_low repeat]. rewrite andb_true_iff, (IH ol ls L B).
    change (127 :: repeat 127 k) with (repeat 127 (S k)). replace (S k) with (k + 1)%nat by lia. rewrite firstn_pad.
    unfold not_more at 2. split.
    + intros [-> ->]. reflexivity.
    + intro E. injection E as E1 E2. split; [|exact E2]. destruct (l <=? cap_of x); [reflexivity|discriminate].
Qed.
Lemma limit_chunk ol : forall ls hs R B, (length ol <= length ls)%nat -> (length ol <= length hs)%nat ->
  below 128 ls -> below 128 hs ->
  States.limit (combine (firstn (length ol) ls) (firstn (length ol) hs) ++ R) (ol ++ B) =
  if all_low ol ls then
    match States.limit R B with
    | Some R' => Some (combine (firstn (length ol) ls) (map2 N.min (firstn (length ol) hs) (map cap_of ol)) ++ R')
    | None => None
    end
  else None.
Proof.
  induction ol as [|x ol IH]; intros ls hs R B Ll Lh Bl Bh.
  { cbn [length firstn combine app all_low map map2]. destruct (States.limit R B); reflexivity. }
  destruct ls as [|l ls]; [simpl in Ll; lia|]. destruct hs as [|h hs]; [simpl in Lh; lia|].
  apply Forall_cons_iff in Bl, Bh. destruct Bl as [Hl Bl], Bh as [Hh Bh]. cbn [length] in Ll, Lh.
  cbn [length firstn combine app States.limit all_low map map2]. rewrite IH by (assumption || lia).
  destruct x as [n|]; cbn [cap_of].
  - destruct (N.ltb_spec n l) as [H|H].
    + destruct (N.leb_spec l (N.min 127 n)); [lia|]. reflexivity.
    + destruct (N.leb_spec l (N.min 127 n)); [|lia]. cbn [andb]. destruct (all_low ol ls); [|reflexivity].
      destruct (States.limit R B); [|reflexivity]. replace (N.min h (N.min 127 n)) with (N.min h n) by lia. reflexivity.
  - destruct (N.leb_spec l 127); [|lia]. cbn [andb]. destruct (all_low ol ls); [|reflexivity].
    destruct (States.limit R B); [|reflexivity]. replace (N.min h 127) with h by lia. reflexivity.
Qed.
Lemma capped_word ol l h ls hs : (length ol <= 7)%nat -> length ls = 7%nat -> length hs = 7%nat ->
  below 128 ls -> below 128 hs -> num l = pack ls -> num h = pack hs -> let c := caps_word ol in
  (at_least c l =? highs)%uint63 = all_low ol ls /\
  fields (length ol) (num (capped c h)) = map2 N.min (firstn (length ol) hs) (map cap_of ol).
Proof.
  intros Lo Ll Lh Bl Bh El Eh c. assert (Ec := num_caps ol). fold c in Ec.
  assert (Lc := caps_length ol). assert (Bc := caps_below ol). split.
  - assert (E := at_least_ok l c _ _ Ll Lc Bl Bc El Ec). apply eq_true_iff_eq.
    rewrite (num_eq _ _ (map2 not_more (caps_fields ol) ls) (repeat 128 7)); try assumption.
    + symmetry. apply (all_low_ok 7); assumption.
    + rewrite map2_length; [exact Lc|congruence].
    + clear. generalize (caps_fields ol). intro cs. revert ls. induction cs as [|a cs IH]; intros [|b ls]; constructor; [|apply IH].
      unfold not_more. destruct (b <=? a); lia.
    + apply below_repeat. lia.
    + reflexivity.
  - destruct (capped_ok c h _ _ Lc Lh Bc Bh Ec Eh) as [E B]. rewrite E, fields_firstn.
    + apply (fields_min ol 7); [reflexivity|exact Lo].
    + apply (below_le 128); [lia|exact B].
    + unfold min_fields. rewrite map2_length; [lia|congruence].
Qed.
Lemma capped_fits ol h : fits h -> fits (capped (caps_word ol) h).
Proof.
  intro Fh. apply fits_iff in Fh. destruct Fh as (hs & Lh & Bh & Eh). apply fits_iff. destruct (capped_ok _ h _ _ (caps_length ol) Lh (caps_below ol) Bh (num_caps ol) Eh) as [E B].
  exists (min_fields (caps_fields ol) hs). split; [|auto]. unfold min_fields.
  rewrite map2_length; [exact Lh|rewrite caps_length; exact Lh].
Qed.

(* ---------- in seven items a word ---------- *)
(* The least and the most of seven items, or of the last ones. *)
Inductive words :=
| Last (n : nat) (lo hi : int) (few : (n <= 6)%nat) (_ : fits lo) (_ : fits hi)
| More (lo hi : int) (_ : fits lo) (_ : fits hi) (r : words).
(* A list, with a word for seven things of it: the items that an option has, and how often items
   can be covered at most. *)
Inductive sevens {A} (word : list A -> int) :=
| LastOnes (n : nat) (w : int) (l : list A) (_ : (n <= 6)%nat) (_ : length l = n) (_ : w = word l)
| SevenOnes (w : int) (l : list A) (_ : length l = 7%nat) (_ : w = word l) (r : sevens word).
Arguments LastOnes {A word}.
Arguments SevenOnes {A word}.
Fixpoint sevens_list {A} {word : list A -> int} (s : sevens word) : list A :=
  match s with LastOnes _ _ l _ _ _ => l | SevenOnes _ l _ _ r => l ++ sevens_list r end.
Notation marks := (sevens marks_word).
Notation bars := (sevens caps_word).
Definition pairs (n : nat) (lo hi : int) : list (N * N) := combine (fields n (num lo)) (fields n (num hi)).
Fixpoint den_words (M : words) : list (N * N) :=
  match M with
  | Last n lo hi _ _ _ => pairs n lo hi
  | More lo hi _ _ r => pairs 7 lo hi ++ den_words r
  end.
Fixpoint can_words (M : words) (F : marks) : bool :=
  match M, F with
  | More _ hi _ _ r, SevenOnes f _ _ _ s => if (f land some hi =? f)%uint63 then can_words r s else false
  | Last n _ hi _ _ _, LastOnes m f _ _ _ _ => if (n =? m)%nat then (f land some hi =? f)%uint63 else false
  | _, _ => false
  end.
Lemma taken_marks f bl x : f = marks_word bl -> (length bl <= 7)%nat -> fits x -> fits (taken f x).
Proof. intros ->. apply taken_fits. Qed.
Lemma six (n : nat) {A} (l : list A) : (n <= 6)%nat -> length l = n -> (length l <= 7)%nat.
Proof. lia. Qed.
Lemma seven {A} (l : list A) : length l = 7%nat -> (length l <= 7)%nat.
Proof. lia. Qed.
Fixpoint less_words (M : words) (F : marks) : words :=
  match M, F with
  | More lo hi L H r, SevenOnes f bl B E s =>
      More (taken f lo) (taken f hi) (taken_marks f bl lo E (seven bl B) L) (taken_marks f bl hi E (seven bl B) H)
           (less_words r s)
  | Last n lo hi Q L H, LastOnes m f bl B B' E =>
      Last n (taken f lo) (taken f hi) Q (taken_marks f bl lo E (six m bl B B') L) (taken_marks f bl hi E (six m bl B B') H)
  | _, _ => M
  end.
Lemma capped_bars c ol x : c = caps_word ol -> fits x -> fits (capped c x).
Proof. intros ->. apply capped_fits. Qed.
Fixpoint limit_words (M : words) (C : bars) : option words :=
  match M, C with
  | More lo hi L H r, SevenOnes c ol _ E s =>
      if (at_least c lo =? highs)%uint63 then
        match limit_words r s with
        | Some r => Some (More lo (capped c hi) L (capped_bars c ol hi E H) r)
        | None => None
        end
      else None
  | Last n lo hi Q L H, LastOnes m c ol _ _ E =>
      if (n =? m)%nat then
        if (at_least c lo =? highs)%uint63 then Some (Last n lo (capped c hi) Q L (capped_bars c ol hi E H)) else None
      else None
  | _, _ => None
  end.
Fixpoint eq_words (M R : words) : bool :=
  match M, R with
  | More a b _ _ r, More c d _ _ s => if (a =? c)%uint63 then if (b =? d)%uint63 then eq_words r s else false else false
  | Last n a b _ _ _, Last m c d _ _ _ =>
      if (a =? c)%uint63 then if (b =? d)%uint63 then (n =? m)%nat else false else false
  | _, _ => false
  end.

Lemma pairs_length n lo hi : length (pairs n lo hi) = n.
Proof. unfold pairs. rewrite combine_length, !fields_length. apply Nat.min_id. Qed.
Lemma take_both M : forall l R, take M l = Some R -> length M = length l.
Proof.
  induction M as [|[lo hi] M IH]; intros [|b l] R; cbn [take]; try discriminate; [reflexivity|].
  destruct (b && _); [discriminate|]. destruct (take M l) eqn:E; [|discriminate].
  intros _. simpl. f_equal. eapply IH. exact E.
Qed.
Lemma limit_both M : forall l R, States.limit M l = Some R -> length M = length l.
Proof.
  induction M as [|[lo hi] M IH]; intros [|x l] R; cbn [States.limit]; try discriminate; [reflexivity|].
  destruct (States.limit M l) eqn:E; [|destruct x as [n|]; [destruct (n <? lo)|]; discriminate].
  intros _. simpl. f_equal. eapply IH. exact E.
Qed.
Lemma take_lengths M l : length M <> length l -> take M l = None.
Proof.
  intro H. destruct (take M l) eqn:E; [|reflexivity]. apply take_both in E. contradiction.
Qed.
Lemma limit_lengths M l : length M <> length l -> States.limit M l = None.
Proof.
  intro H. destruct (States.limit M l) eqn:E; [|reflexivity]. apply limit_both in E. contradiction.
Qed.
Lemma take_pairs bl lo hi R B : (length bl <= 7)%nat -> fits lo -> fits hi -> let f := marks_word bl in
  take (pairs (length bl) lo hi ++ R) (bl ++ B) =
  if (f land some hi =? f)%uint63 then
    match take R B with Some R' => Some (pairs (length bl) (taken f lo) (taken f hi) ++ R') | None => None end
  else None.
Proof.
  intros Lb Fl Fh. apply fits_iff in Fl, Fh. destruct Fl as (ls & Ll & Bl & El), Fh as (hs & Lh & Bh & Eh). intro f.
  destruct (taken_word bl lo ls Lb Ll Bl El) as (_ & _ & E1 & _).
  destruct (taken_word bl hi hs Lb Lh Bh Eh) as (_ & _ & E2 & E3). fold f in E1, E2, E3.
  unfold pairs. rewrite E1, E2, E3, El, Eh.
  rewrite !fields_firstn by (try (apply (below_le 128); [lia|assumption]); lia).
  apply take_chunk; lia.
Qed.
Lemma limit_pairs ol lo hi R B : (length ol <= 7)%nat -> fits lo -> fits hi -> let c := caps_word ol in
  States.limit (pairs (length ol) lo hi ++ R) (ol ++ B) =
  if (at_least c lo =? highs)%uint63 then
    match States.limit R B with Some R' => Some (pairs (length ol) lo (capped c hi) ++ R') | None => None end
  else None.
Proof.
  intros Lo Fl Fh. apply fits_iff in Fl, Fh. destruct Fl as (ls & Ll & Bl & El), Fh as (hs & Lh & Bh & Eh). intro c.
  destruct (capped_word ol lo hi ls hs Lo Ll Lh Bl Bh El Eh) as [E1 E2]. fold c in E1, E2.
  unfold pairs. rewrite E1, E2, El, Eh.
  rewrite !fields_firstn by (try (apply (below_le 128); [lia|assumption]); lia).
  apply limit_chunk; (assumption || lia).
Qed.
Lemma take_words M : forall F,
  take (den_words M) (sevens_list F) = if can_words M F then Some (den_words (less_words M F)) else None.
Proof.
  induction M as [n lo hi Q L H|lo hi L H r IH]; intros [m f bl B B' E|f bl B E s];
    cbn [den_words sevens_list can_words less_words].
  - destruct (Nat.eqb_spec n m) as [<-|NE]; [|apply take_lengths; rewrite pairs_length; congruence].
    assert (G := take_pairs bl lo hi [] [] (six n bl B B') L H). cbv zeta in G. rewrite <- E, B' in G.
    rewrite !app_nil_r in G. rewrite G. destruct (_ =? f)%uint63; [|reflexivity]. cbn [take]. rewrite app_nil_r. reflexivity.
  - apply take_lengths. rewrite pairs_length, app_length. lia.
  - apply take_lengths. rewrite app_length, pairs_length. lia.
  - assert (G := take_pairs bl lo hi (den_words r) (sevens_list s) (seven bl B) L H). cbv zeta in G.
    rewrite <- E, B in G. rewrite G. destruct (_ =? f)%uint63; [|reflexivity]. rewrite IH.
    destruct (can_words r s); reflexivity.
Qed.
Lemma limit_words_ok M : forall C,
  States.limit (den_words M) (sevens_list C) = match limit_words M C with Some R => Some (den_words R) | None => None end.
Proof.
  induction M as [n lo hi Q L H|lo hi L H r IH]; intros [m c ol B B' E|c ol B E s];
    cbn [den_words sevens_list limit_words].
  - destruct (Nat.eqb_spec n m) as [<-|NE]; [|apply limit_lengths; rewrite pairs_length; congruence].
    assert (G := limit_pairs ol lo hi [] [] (six n ol B B') L H). cbv zeta in G. rewrite <- E, B' in G.
    rewrite !app_nil_r in G. rewrite G. destruct (_ =? highs)%uint63; [|reflexivity].
    cbn [States.limit den_words]. rewrite app_nil_r. reflexivity.
  - apply limit_lengths. rewrite pairs_length, app_length. lia.
  - apply limit_lengths. rewrite app_length, pairs_length. lia.
  - assert (G := limit_pairs ol lo hi (den_words r) (sevens_list s) (seven ol B) L H). cbv zeta in G.
    rewrite <- E, B in G. rewrite G. destruct (_ =? highs)%uint63; [|reflexivity]. rewrite IH.
    destruct (limit_words r s); reflexivity.
Qed.
Lemma eq_words_ok M : forall R, eq_words M R = true -> den_words M = den_words R.
Proof.
  induction M as [n a b Q L H|a b L H r IH]; intros [m c d Q' L' H'|c d L' H' s]; cbn [eq_words den_words]; try discriminate;
    (destruct (a =? c)%uint63 eqn:E1; [|discriminate]); (destruct (b =? d)%uint63 eqn:E2; [|discriminate]);
    apply Uint63.eqb_spec in E1, E2; subst.
  - intro E. apply Nat.eqb_eq in E. subst. reflexivity.
  - intro E. rewrite (IH _ E). reflexivity.
Qed.

(* From a list, as long as all numbers are small. *)
Lemma six_of {A} (l : list A) : (length (firstn 6 l) <= 6)%nat.
Proof. apply firstn_le_length. Qed.
Fixpoint words_of (l : list (N * N)) : words :=
  match l with
  | a :: b :: c :: d :: e :: f :: g :: r =>
      let s := [a; b; c; d; e; f; g] in
      More (word_of (map fst s)) (word_of (map snd s)) (word_of_fits _) (word_of_fits _) (words_of r)
  | _ =>
      let s := firstn 6 l in
      Last (length s) (word_of (map fst s)) (word_of (map snd s)) (six_of l) (word_of_fits _) (word_of_fits _)
  end.
Fixpoint sevens_of {A} (word : list A -> int) (l : list A) : sevens word :=
  match l with
  | a :: b :: c :: d :: e :: f :: g :: r =>
      let s := [a; b; c; d; e; f; g] in SevenOnes (word s) s eq_refl eq_refl (sevens_of word r)
  | _ => let s := firstn 6 l in LastOnes (length s) (word s) s (six_of l) eq_refl eq_refl
  end.
Lemma pairs_of s : (length s <= 7)%nat -> Forall (fun x => fst x < 128 /\ snd x < 128) s ->
  pairs (length s) (word_of (map fst s)) (word_of (map snd s)) = s.
Proof.
  intros L F. unfold pairs.
  assert (B1 : below 128 (map fst s)) by (apply Forall_map; eapply Forall_impl; [|exact F]; simpl; tauto).
  assert (B2 : below 128 (map snd s)) by (apply Forall_map; eapply Forall_impl; [|exact F]; simpl; tauto).
  rewrite <- (map_length fst s) at 1. rewrite <- (map_length snd s).
  rewrite !fields_word_of by (rewrite ?map_length; assumption).
  clear. induction s as [|[a b] s IH]; [reflexivity|]. simpl. rewrite IH. reflexivity.
Qed.
Lemma words_of_ok : forall l, Forall (fun x => fst x < 128 /\ snd x < 128) l -> den_words (words_of l) = l.
Proof.
  fix IH 1. intros [|a [|b [|c [|d [|e [|f [|g r]]]]]]] F; try (apply pairs_of; [simpl; lia|exact F]).
  cbn [words_of den_words]. rewrite IH.
  - change 7%nat with (length [a; b; c; d; e; f; g]) at 1. rewrite pairs_of; [reflexivity|simpl; lia|].
    repeat (apply Forall_cons_iff in F; destruct F as [? F]). repeat constructor; tauto.
  - do 7 (apply Forall_cons_iff in F; destruct F as [_ F]). exact F.
Qed.
Lemma sevens_of_list {A} (word : list A -> int) : forall l, sevens_list (sevens_of word l) = l.
Proof.
  fix IH 1. intros [|a [|b [|c [|d [|e [|f [|g r]]]]]]]; try reflexivity.
  cbn [sevens_of sevens_list app]. rewrite IH. reflexivity.
Qed.

(* ---------- sums and single numbers ---------- *)
Lemma num_byte x : num (x land 255)%uint63 = num x mod 256.
Proof. rewrite WL.den1_land. change (num 255) with (N.ones 8). apply N.land_ones. Qed.
Lemma num_next x : num (x >> 8)%uint63 = num x / 256.
Proof. rewrite num_shift. reflexivity. Qed.
(* the number of a word, sooner if it is small *)
Fixpoint soon (f : nat) (x : int) : N :=
  match f with
  | O => num x
  | S f =>
      if (x =? 0)%uint63 then 0
      else if (x land 1 =? 0)%uint63 then N.double (soon f (x >> 1)) else N.succ_double (soon f (x >> 1))
  end.
Lemma soon_ok f : forall x, soon f x = num x.
Proof.
  induction f as [|f IH]; intro x; cbn [soon]; [reflexivity|].
  destruct (Uint63.eqb x 0) eqn:Z; [apply Uint63.eqb_spec in Z; subst; reflexivity|].
  rewrite IH, num_shift. change (2 ^ num 1) with 2.
  assert (M : num (x land 1)%uint63 = num x mod 2).
  { rewrite WL.den1_land. change (num 1) with (N.ones 1). apply N.land_ones. }
  assert (D := N.div_mod (num x) 2 ltac:(discriminate)).
  destruct (Uint63.eqb (x land 1) 0) eqn:E.
  - apply Uint63.eqb_spec in E. rewrite E in M. change (num 0) with 0 in M. rewrite N.double_spec. lia.
  - assert (num x mod 2 <> 0).
    { intro K. rewrite K in M. change 0 with (num 0) in M. apply WL.den1_inj in M. rewrite M in E. discriminate. }
    assert (R := N.mod_lt (num x) 2 ltac:(discriminate)). rewrite N.succ_double_spec. lia.
Qed.
Fixpoint sum_fields (n : nat) (x : int) : int :=
  match n with O => 0%uint63 | S n => ((x land 255) + sum_fields n (x >> 8))%uint63 end.
Lemma sum_fields_ok n : forall x, (n <= 7)%nat ->
  num (sum_fields n x) = sum_all (fields n (num x)) /\ num (sum_fields n x) <= 255 * N.of_nat n.
Proof.
  induction n as [|n IH]; intros x L; [split; [reflexivity|apply N.le_refl]|].
  destruct (IH (x >> 8)%uint63) as [E B]; [lia|]. cbn [sum_fields fields].
  assert (H : num (x land 255)%uint63 < 256) by (rewrite num_byte; apply N.mod_lt; discriminate).
  rewrite num_add.
  - rewrite E, num_byte, num_next. split; [reflexivity|]. rewrite <- num_next, <- E. rewrite num_byte in H. lia.
  - apply N.lt_le_trans with (2 ^ 12); [|discriminate]. change (2 ^ 12) with 4096. lia.
Qed.
Fixpoint field (n : nat) (x : int) : int :=
  match n with O => (x land 255)%uint63 | S n => field n (x >> 8)%uint63 end.
Lemma field_ok n : forall m x, (n < m)%nat -> num (field n x) = nth n (fields m (num x)) 0.
Proof.
  induction n as [|n IH]; intros [|m] x L; try lia; cbn [field fields nth]; [apply num_byte|].
  rewrite <- num_next. apply IH. lia.
Qed.
Fixpoint sum_words (sum : int) (M : words) : option int :=
  if (sum <? 0x1000000000000000)%uint63 then
    match M with
    | Last n lo _ _ _ _ => Some (sum + sum_fields n lo)%uint63
    | More lo _ _ _ r => sum_words (sum + sum_fields 7 lo)%uint63 r
    end
  else None.
Lemma combine_fst {A B} (a : list A) : forall b : list B, length a = length b -> map fst (combine a b) = a.
Proof. induction a as [|x a IH]; intros [|y b] L; try discriminate; [reflexivity|]. simpl. rewrite IH; [reflexivity|]. injection L; auto. Qed.
Lemma pairs_lows n lo hi : map fst (pairs n lo hi) = fields n (num lo).
Proof. apply combine_fst. rewrite !fields_length. reflexivity. Qed.
Lemma sum_app a b : sum_all (a ++ b) = sum_all a + sum_all b.
Proof. unfold sum_all. induction a as [|x a IH]; [reflexivity|]. cbn [app fold_right]. rewrite IH. lia. Qed.
Lemma sum_words_ok M : forall sum x, sum_words sum M = Some x -> num x = num sum + sum_all (map fst (den_words M)).
Proof.
  assert (Add : forall sum n lo, (sum <? 0x1000000000000000)%uint63 = true -> (n <= 7)%nat ->
    num (sum + sum_fields n lo)%uint63 = num sum + sum_all (fields n (num lo))).
  { intros sum n lo H L. destruct (sum_fields_ok n lo L) as [E B]. rewrite num_add; [congruence|].
    apply ltb_spec in H. assert (G : num sum < 2 ^ 60).
    { unfold WL.den1. destruct (to_Z_bounded sum). change (2 ^ 60) with (Z.to_N (to_Z 0x1000000000000000)).
      apply Z2N.inj_lt; try assumption. discriminate. }
    apply N.lt_le_trans with (2 ^ 60 + 2 ^ 12); [|discriminate].
    change (2 ^ 12) with 4096. change (2 ^ 60) with 1152921504606846976 in *. lia. }
  induction M as [n lo hi Q L H|lo hi L H r IH]; intros sum x; cbn [sum_words den_words];
    (destruct (sum <? _)%uint63 eqn:S; [|discriminate]).
  - intro E. injection E as <-. rewrite pairs_lows. apply Add; [exact S|lia].
  - intro E. apply IH in E. rewrite E, Add by (exact S || lia). rewrite map_app, pairs_lows, sum_app. lia.
Qed.
Definition pair_at (n : nat) (lo hi : int) : N * N := (soon 8 (field n lo), soon 8 (field n hi)).
Fixpoint pair_of_words (M : words) (n : nat) : N * N :=
  match M with
  | Last m lo hi _ _ _ => if (n <? m)%nat then pair_at n lo hi else (0, 0)
  | More lo hi _ _ r =>
      match n with S (S (S (S (S (S (S n)))))) => pair_of_words r n | _ => pair_at n lo hi end
  end.
Lemma nth_pairs n m lo hi : (n < m)%nat -> nth n (pairs m lo hi) (0, 0) = pair_at n lo hi.
Proof.
  intro L. unfold pairs, pair_at. rewrite combine_nth by (rewrite !fields_length; reflexivity).
  rewrite !soon_ok, !(field_ok n m) by exact L. reflexivity.
Qed.
Lemma pair_of_words_ok M : forall n, pair_of_words M n = nth n (den_words M) (0, 0).
Proof.
  induction M as [m lo hi Q L H|lo hi L H r IH]; intro n; cbn [pair_of_words den_words].
  - destruct (Nat.ltb_spec n m); [symmetry; apply nth_pairs; assumption|].
    rewrite nth_overflow by (rewrite pairs_length; assumption). reflexivity.
  - destruct (Nat.lt_ge_cases n 7) as [Ln|Ln].
    + rewrite app_nth1 by (rewrite pairs_length; exact Ln). rewrite nth_pairs by exact Ln.
      do 7 (destruct n as [|n]; [reflexivity|]). lia.
    + rewrite app_nth2 by (rewrite pairs_length; exact Ln). rewrite pairs_length.
      do 7 (destruct n as [|n]; [lia|]). rewrite IH. f_equal. f_equal. lia.
Qed.
Fixpoint roomy_words (M : words) (C : bars) : bool :=
  match M, C with
  | More lo _ _ _ r, SevenOnes c _ _ _ s => if (at_least c lo =? highs)%uint63 then roomy_words r s else false
  | Last _ lo _ _ _ _, LastOnes _ c _ _ _ _ => (at_least c lo =? highs)%uint63
  | _, _ => false
  end.

(* In words, or as a list if there are larger numbers. *)
(* all of them, and which must be covered *)
Fixpoint pairs_before (n : nat) (lo hi : int) (r : list (N * N)) : list (N * N) :=
  match n with
  | O => r
  | S n => (soon 8 (lo land 255), soon 8 (hi land 255))%uint63 :: pairs_before n (lo >> 8)%uint63 (hi >> 8)%uint63 r
  end.
Fixpoint all_pairs (M : words) : list (N * N) :=
  match M with Last n lo hi _ _ _ => pairs_before n lo hi [] | More lo hi _ _ r => pairs_before 7 lo hi (all_pairs r) end.
Fixpoint due_before (n : nat) (lo : int) (r : list bool) : list bool :=
  match n with O => r | S n => negb (lo land 255 =? 0)%uint63 :: due_before n (lo >> 8)%uint63 r end.
Fixpoint all_due (M : words) : list bool :=
  match M with Last n lo _ _ _ _ => due_before n lo [] | More lo _ _ _ r => due_before 7 lo (all_due r) end.
Lemma all_pairs_ok M : all_pairs M = den_words M.
Proof.
  assert (G : forall n lo hi r, pairs_before n lo hi r = pairs n lo hi ++ r).
  { unfold pairs. induction n as [|n IH]; intros lo hi r; [reflexivity|]. cbn [pairs_before fields combine app].
    rewrite IH, !soon_ok, !num_byte, !num_next. reflexivity. }
  induction M as [n lo hi Q L H|lo hi L H r IH]; cbn [all_pairs den_words]; rewrite G; [apply app_nil_r|congruence].
Qed.
Lemma all_due_ok M : all_due M = map (fun x => negb (fst x =? 0)) (den_words M).
Proof.
  assert (G : forall n lo hi r, due_before n lo r = map (fun x => negb (fst x =? 0)) (pairs n lo hi) ++ r).
  { unfold pairs. induction n as [|n IH]; intros lo hi r; [reflexivity|]. cbn [due_before fields combine map app fst].
    rewrite (IH _ (hi >> 8)%uint63), num_next, num_next. do 2 f_equal. apply eq_true_iff_eq.
    rewrite Uint63.eqb_spec, N.eqb_eq, <- num_byte. split; [intros ->; reflexivity|intro E; apply WL.den1_inj; exact E]. }
  induction M as [n lo hi Q L H|lo hi L H r IH]; cbn [all_due den_words]; rewrite (G _ _ hi), ?map_app; [apply app_nil_r|congruence].
Qed.
(* ---------- many items: those of which something is missing, in a tree ---------- *)
(* So a part, which has few of them, costs what it has. *)
Notation tree := (PositiveMap.t (N * N)).
Definition value (x : option (N * N)) : N * N := match x with Some x => x | None => (0, 0) end.
Definition at_ (T : tree) (i : N) : N * N := value (PositiveMap.find (N.succ_pos i) T).
Definition put (i : N) (x : N * N) (T : tree) : tree :=
  match x with (0, 0) => PositiveMap.remove (N.succ_pos i) T | _ => PositiveMap.add (N.succ_pos i) x T end.
Fixpoint from (n : nat) (i : N) : list N := match n with O => [] | S n => i :: from n (N.succ i) end.
Definition all_of (n : N) (T : tree) : list (N * N) := map (at_ T) (from (N.to_nat n) 0).
Fixpoint tree_of (i : N) (l : list (N * N)) (T : tree) : tree :=
  match l with
  | [] => T
  | x :: r => tree_of (N.succ i) r (match x with (0, 0) => T | _ => put i x T end)
  end.
Definition less_one (x : N * N) : N * N := (N.pred (fst x), N.pred (snd x)).
Definition can_tree (n : N) (T : tree) (ks : list N) : bool :=
  forallb (fun k => if snd (at_ T k) =? 0 then n <=? k else true) ks.
Definition less_tree (T : tree) (ks : list N) : tree := fold_left (fun R k => put k (less_one (at_ T k)) R) ks T.
Definition part_of (T : tree) (ks : list N) : tree := fold_left (fun R k => put k (at_ T k) R) ks (PositiveMap.empty _).
Definition rest_of (T : tree) (ks : list N) : tree := fold_left (fun R k => PositiveMap.remove (N.succ_pos k) R) ks T.
Definition same_pair (a b : N * N) : bool := (fst a =? fst b) && (snd a =? snd b).
Fixpoint nothing_in (R : tree) : bool :=
  match R with
  | PositiveMap.Leaf _ => true
  | PositiveMap.Node l x r => same_pair (value x) (0, 0) && (nothing_in l && nothing_in r)
  end.
Fixpoint eq_tree (T R : tree) : bool :=
  match T, R with
  | PositiveMap.Leaf _, _ => nothing_in R
  | _, PositiveMap.Leaf _ => nothing_in T
  | PositiveMap.Node l x r, PositiveMap.Node l' x' r' => same_pair (value x) (value x') && (eq_tree l l' && eq_tree r r')
  end.
Lemma other_key i j : j <> i -> N.succ_pos j <> N.succ_pos i.
Proof. intros NE E. apply NE. rewrite <- (N.pos_pred_succ j), E. apply N.pos_pred_succ. Qed.
Lemma at_remove i T j : at_ (PositiveMap.remove (N.succ_pos i) T) j = if j =? i then (0, 0) else at_ T j.
Proof.
  unfold at_. destruct (N.eqb_spec j i) as [->|NE]; [rewrite PositiveMap.grs; reflexivity|].
  rewrite PositiveMap.gro; [reflexivity|]. apply other_key, NE.
Qed.
Lemma at_put i x T j : at_ (put i x T) j = if j =? i then x else at_ T j.
Proof.
  assert (A : at_ (PositiveMap.add (N.succ_pos i) x T) j = if j =? i then x else at_ T j).
  { unfold at_. destruct (N.eqb_spec j i) as [->|NE]; [rewrite PositiveMap.gss; reflexivity|].
    rewrite PositiveMap.gso; [reflexivity|]. apply other_key, NE. }
  unfold put. destruct x as [[|a] [|b]]; try exact A. apply at_remove.
Qed.
Lemma at_none i : at_ (PositiveMap.empty _) i = (0, 0).
Proof. unfold at_. rewrite PositiveMap.gempty. reflexivity. Qed.
Lemma from_seq n : forall i, from n (N.of_nat i) = map N.of_nat (seq i n).
Proof. induction n as [|n IH]; intro i; [reflexivity|]. cbn [from seq map]. rewrite <- Nat2N.inj_succ, IH. reflexivity. Qed.
Lemma from_length n : forall i, length (from n i) = n.
Proof. induction n as [|n IH]; intro i; [reflexivity|]. cbn [from length]. rewrite IH. reflexivity. Qed.
Lemma in_from n j : forall i, In j (from n i) <-> i <= j /\ j < i + N.of_nat n.
Proof. induction n as [|n IH]; intro i; cbn [from In]; [lia|]. rewrite IH. lia. Qed.
Lemma all_length n T : length (all_of n T) = N.to_nat n.
Proof. unfold all_of. rewrite map_length. apply from_length. Qed.
Lemma tree_of_ok l : forall i T, (forall j, i <= j -> at_ T j = (0, 0)) ->
  map (at_ (tree_of i l T)) (from (length l) i) = l /\ forall j, j < i -> at_ (tree_of i l T) j = at_ T j.
Proof.
  induction l as [|x l IH]; intros i T Z; [split; reflexivity|]. cbn [tree_of length from map].
  set (T' := match x with (0, 0) => T | _ => put i x T end).
  assert (P : forall j, at_ T' j = if j =? i then x else at_ T j).
  { intro j. unfold T'. destruct x as [[|a] [|b]]; try apply at_put. destruct (N.eqb_spec j i) as [->|]; [apply Z; lia|reflexivity]. }
  destruct (IH (N.succ i) T') as [E B].
  - intros j L. rewrite P. destruct (N.eqb_spec j i); [lia|apply Z; lia].
  - split.
    + rewrite E, B, P, N.eqb_refl by lia. reflexivity.
    + intros j L. rewrite B, P by lia. destruct (N.eqb_spec j i); [lia|reflexivity].
Qed.
Lemma at_fold (f : N -> N * N) ks : forall T j, at_ (fold_left (fun R k => put k (f k) R) ks T) j = if existsb (N.eqb j) ks then f j else at_ T j.
Proof.
  induction ks as [|k ks IH]; intros T j; [reflexivity|]. cbn [fold_left existsb]. rewrite IH, at_put.
  destruct (N.eqb_spec j k) as [->|]; cbn [orb]; [destruct (existsb _ ks)|]; reflexivity.
Qed.
Lemma at_rest ks : forall T j, at_ (rest_of T ks) j = if existsb (N.eqb j) ks then (0, 0) else at_ T j.
Proof.
  unfold rest_of. induction ks as [|k ks IH]; intros T j; [reflexivity|]. cbn [fold_left existsb]. rewrite IH.
  rewrite at_remove. destruct (j =? k); cbn [orb]; [destruct (existsb _ ks)|]; reflexivity.
Qed.
Lemma same_pair_ok a b : same_pair a b = true -> a = b.
Proof. unfold same_pair. rewrite andb_true_iff, !N.eqb_eq. destruct a, b. cbn [fst snd]. intros [-> ->]. reflexivity. Qed.
Lemma nothing_ok R : nothing_in R = true -> forall k, value (PositiveMap.find k R) = (0, 0).
Proof.
  induction R as [|l IHl x r IHr]; intros E k; [destruct k; reflexivity|]. cbn [nothing_in] in E. rewrite !andb_true_iff in E.
  destruct E as (Ex & El & Er). destruct k as [k|k|]; cbn [PositiveMap.find]; [apply IHr, Er|apply IHl, El|apply same_pair_ok, Ex].
Qed.
Lemma find_leaf k : value (PositiveMap.find k (PositiveMap.Leaf (N * N))) = (0, 0).
Proof. destruct k; reflexivity. Qed.
Lemma eq_tree_ok T : forall R, eq_tree T R = true -> forall k, value (PositiveMap.find k T) = value (PositiveMap.find k R).
Proof.
  induction T as [|l IHl x r IHr]; intros R E k.
  - rewrite (nothing_ok R) by (destruct R; exact E). apply find_leaf.
  - destruct R as [|l' x' r']; [rewrite (nothing_ok _ E), find_leaf; reflexivity|]. cbn [eq_tree] in E. rewrite !andb_true_iff in E.
    destruct E as (Ex & El & Er). destruct k as [k|k|]; cbn [PositiveMap.find]; [apply IHr, Er|apply IHl, El|apply same_pair_ok, Ex].
Qed.
(* what is done with lists, item by item *)
Lemma take_map (h : N -> N * N) f l :
  take (map h l) (map f l) = if forallb (fun j => if f j then negb (snd (h j) =? 0) else true) l
                             then Some (map (fun j => if f j then less_one (h j) else h j) l) else None.
Proof.
  induction l as [|j l IH]; [reflexivity|]. cbn [map take forallb]. rewrite IH. unfold less_one at 1.
  destruct (h j) as [lo hi]. cbn [fst snd]. destruct (f j); cbn [andb]; [destruct (hi =? 0); cbn [negb andb]; [reflexivity|]|];
    destruct (forallb _ l); reflexivity.
Qed.
Lemma limit_map (h : N -> N * N) (c : N -> option N) l :
  States.limit (map h l) (map c l) =
  if forallb (fun j => match c j with Some n => fst (h j) <=? n | None => true end) l
  then Some (map (fun j => match c j with Some n => (fst (h j), N.min (snd (h j)) n) | None => h j end) l) else None.
Proof.
  induction l as [|j l IH]; [reflexivity|]. cbn [map States.limit forallb]. rewrite IH.
  destruct (h j) as [lo hi] eqn:E. destruct (c j) as [n|]; cbn [fst snd].
  - rewrite N.ltb_antisym. destruct (lo <=? n); cbn [negb andb]; [destruct (forallb _ l)|]; reflexivity.
  - cbn [andb]. destruct (forallb _ l); [rewrite ?E|]; reflexivity.
Qed.
Lemma close_map which (h : N -> N * N) f l :
  close which (map f l) (map h l) = map (fun j => if Bool.eqb (f j) which then (0, 0) else h j) l.
Proof. induction l as [|j l IH]; [reflexivity|]. cbn [map close]. rewrite IH. reflexivity. Qed.
(* and with the tree *)
Definition is_at (ks : list N) (j : N) : bool := existsb (N.eqb j) ks.
Lemma take_tree n T ks :
  take (all_of n T) (map (is_at ks) (from (N.to_nat n) 0)) = if can_tree n T ks then Some (all_of n (less_tree T ks)) else None.
Proof.
  unfold all_of. rewrite take_map.
  assert (E : forallb (fun j => if is_at ks j then negb (snd (at_ T j) =? 0) else true) (from (N.to_nat n) 0) = can_tree n T ks).
  { apply eq_true_iff_eq. unfold can_tree. rewrite !forallb_forall. split.
    - intros H k Hk. destruct (N.eqb_spec (snd (at_ T k)) 0) as [Z|]; [|reflexivity]. apply N.leb_le. destruct (N.le_gt_cases n k) as [|L]; [assumption|].
      specialize (H k ltac:(apply in_from; lia)). assert (I : is_at ks k = true) by (apply existsb_exists; exists k; rewrite N.eqb_refl; auto).
      rewrite I, Z in H. discriminate.
    - intros H j Hj. apply in_from in Hj. destruct (is_at ks j) eqn:I; [|reflexivity]. apply existsb_exists in I. destruct I as (k & Hk & Ek).
      apply N.eqb_eq in Ek. subst k. specialize (H j Hk). destruct (snd (at_ T j) =? 0); [|reflexivity]. apply N.leb_le in H. lia. }
  rewrite E. destruct (can_tree n T ks); [|reflexivity]. f_equal. apply map_ext. intro j. unfold less_tree. rewrite at_fold. reflexivity.
Qed.
Definition limit_tree (n : N) (T : tree) (k most : N) : option tree :=
  if k <? n then
    let (lo, hi) := at_ T k in
    if lo <=? most then Some (put k (lo, N.min hi most) T) else None
  else Some T.
Lemma limit_tree_ok n T k most :
  States.limit (all_of n T) (map (fun j => if j =? k then Some most else None) (from (N.to_nat n) 0)) =
  match limit_tree n T k most with Some R => Some (all_of n R) | None => None end.
Proof.
  unfold all_of. rewrite limit_map.
  assert (E : forallb (fun j => match (if j =? k then Some most else None) with Some n => fst (at_ T j) <=? n | None => true end) (from (N.to_nat n) 0) =
              if k <? n then fst (at_ T k) <=? most else true).
  { apply eq_true_iff_eq. rewrite forallb_forall. destruct (N.ltb_spec k n) as [L|L]; split.
    - intro H. specialize (H k ltac:(apply in_from; lia)). rewrite N.eqb_refl in H. exact H.
    - intros H j _. destruct (N.eqb_spec j k) as [->|]; [exact H|reflexivity].
    - reflexivity.
    - intros _ j Hj. apply in_from in Hj. destruct (N.eqb_spec j k); [lia|reflexivity]. }
  rewrite E. clear E. unfold limit_tree. destruct (N.ltb_spec k n) as [L|L].
  - destruct (at_ T k) as [lo hi] eqn:E. cbn [fst]. destruct (lo <=? most); [|reflexivity]. f_equal. apply map_ext. intro j.
    rewrite at_put. destruct (N.eqb_spec j k) as [->|]; [rewrite E; reflexivity|reflexivity].
  - f_equal. apply map_ext_in. intros j Hj. apply in_from in Hj. destruct (N.eqb_spec j k); [lia|reflexivity].
Qed.
Lemma at_places_from n xs : at_places (N.to_nat n) xs = map (is_at (map number xs)) (from (N.to_nat n) 0).
Proof.
  unfold at_places. rewrite (from_seq _ 0), map_map. apply map_ext. intro k. unfold is_at.
  induction xs as [|x xs IH]; [reflexivity|]. cbn [map existsb]. rewrite <- IH, number_unary. f_equal. apply eq_true_iff_eq.
  rewrite Nat.eqb_eq, N.eqb_eq. lia.
Qed.
Lemma cap_list_from n x most : cap_list (N.to_nat n) x most = map (fun j => if j =? number x then Some most else None) (from (N.to_nat n) 0).
Proof.
  unfold cap_list. rewrite (from_seq _ 0), map_map. apply map_ext. intro k. rewrite number_unary.
  destruct (Nat.eqb_spec k (unary x)), (N.eqb_spec (N.of_nat k) (N.of_nat (unary x))); try reflexivity; lia.
Qed.

Module MissingWords <: MISSING.
  Inductive missing := Small (M : words) | Large (M : list (N * N)) | Tree (n : N) (T : tree).
  Inductive marked := Few (F : marks) | Many (n : N) (ks : list N).
  Inductive capped_ := Bars (C : bars) | One (n : N) (x : place) (most : N).
  Definition t := missing.
  Definition flags := marked.
  Definition caps := capped_.
  Definition den (M : t) : list (N * N) := match M with Small M => den_words M | Large M => M | Tree n T => all_of n T end.
  Definition small (x : N * N) : bool := (fst x <? 128) && (snd x <? 128).
  Definition of_list (l : list (N * N)) : t :=
    let n := fold_left (fun n _ => N.succ n) l 0 in
    if few n then (if forallb small l then Small (words_of l) else Large l) else Tree n (tree_of 0 l (PositiveMap.empty _)).
  Definition flags_at (n : N) (xs : list place) : flags :=
    if few n then Few (sevens_of marks_word (at_places (N.to_nat n) xs)) else Many n (map number xs).
  Definition flag_list (F : flags) : list bool :=
    match F with Few F => sevens_list F | Many n ks => map (is_at ks) (from (N.to_nat n) 0) end.
  Definition caps_of (l : list (option N)) : caps := Bars (sevens_of caps_word l).
  Definition cap_at (n : N) (x : place) (most : N) : caps :=
    if few n then Bars (sevens_of caps_word (cap_list (N.to_nat n) x most)) else One n x most.
  Definition caps_list (C : caps) : list (option N) :=
    match C with Bars C => sevens_list C | One n x most => cap_list (N.to_nat n) x most end.
  Definition bounds (M : t) : list (N * N) := match M with Small M => all_pairs M | _ => den M end.
  Definition eq (M R : t) : bool :=
    match M, R with
    | Small M, Small R => eq_words M R
    | Tree n T, Tree m R => if n =? m then eq_tree T R else false
    | _, _ => MissingList.eq (bounds M) (bounds R)
    end.
  Definition can (M : t) (F : flags) : bool :=
    match M, F with
    | Small M, Few F =>
        (* without such items, nothing is to be looked at *)
        match M, F with Last O _ _ _ _ _, LastOnes O _ _ _ _ _ => true | _, _ => can_words M F end
    | Tree n T, Many m ks => if n =? m then can_tree n T ks else false
    | _, _ => MissingList.can (bounds M) (flag_list F)
    end.
  Definition less (M : t) (F : flags) : t :=
    match M, F with
    | Small (Last O _ _ _ _ _), Few _ => M
    | Small M, Few F => Small (less_words M F)
    | Tree n T, Many _ ks => Tree n (less_tree T ks)
    | _, _ => Large (MissingList.less (bounds M) (flag_list F))
    end.
  Definition limit (M : t) (C : caps) : option t :=
    match M, C with
    | Small M, Bars C => match limit_words M C with Some R => Some (Small R) | None => None end
    | Tree n T, One m x most =>
        if n =? m then match limit_tree n T (number x) most with Some R => Some (Tree n R) | None => None end else None
    | _, _ => match States.limit (bounds M) (caps_list C) with Some R => Some (Large R) | None => None end
    end.
  Definition lows (M : t) : N :=
    match M with
    | Small M => match sum_words 0 M with Some x => soon 12 x | None => sum_all (map fst (den_words M)) end
    | _ => MissingList.lows (bounds M)
    end.
  Definition bounds_at (M : t) (x : place) : N * N :=
    match M with
    | Small M => pair_of_words M (unary x)
    | Large M => nth (unary x) M (0, 0)
    | Tree n T => if number x <? n then at_ T (number x) else (0, 0)
    end.
  Definition due (M : t) : list bool := match M with Small M => all_due M | _ => MissingList.due (bounds M) end.
  Definition roomy (M : t) (C : caps) : bool :=
    match M, C with
    | Small M, Bars C => roomy_words M C
    | Large M, Bars C => MissingList.roomy M (sevens_list C)
    | Tree n T, One _ x most => fst (at_ T (number x)) <=? most
    | _, _ => false
    end.
  Definition divide (M : t) (xs : list place) : t * t :=
    match M with
    | Tree n T => let ks := map number xs in (Tree n (part_of T ks), Tree n (rest_of T ks))
    | _ =>
        let l := bounds M in
        let fl := at_places (length l) xs in
        (of_list (close false fl l), of_list (close true fl l))
    end.
  Lemma den_of_list l : den (of_list l) = l.
  Proof.
    unfold of_list. assert (L : forall k, fold_left (fun n (_ : N * N) => N.succ n) l k = k + N.of_nat (length l)).
    { induction l as [|x l IH]; intro k; cbn [fold_left length]; [lia|]. rewrite IH. lia. }
    rewrite L. cbv zeta. destruct (few _).
    - destruct (forallb small l) eqn:E; [|reflexivity]. apply words_of_ok.
      rewrite forallb_forall in E. apply Forall_forall. intros x Hx. specialize (E x Hx).
      unfold small in E. rewrite andb_true_iff, !N.ltb_lt in E. exact E.
    - cbn [den]. unfold all_of. rewrite N.add_0_l, Nat2N.id. apply tree_of_ok. intros j _. apply at_none.
  Qed.
  Lemma flag_list_at n xs : flag_list (flags_at n xs) = at_places (N.to_nat n) xs.
  Proof. unfold flags_at. destruct (few n); [apply sevens_of_list|]. symmetry. apply at_places_from. Qed.
  Lemma bounds_ok M : bounds M = den M.
  Proof. destruct M as [M|M|n T]; [apply all_pairs_ok|reflexivity|reflexivity]. Qed.
  Lemma eq_ok M R : eq M R = true -> den M = den R.
  Proof.
    destruct M as [M|M|n T], R as [R|R|m R]; try apply eq_words_ok;
      try (cbn [eq]; rewrite !bounds_ok; apply MissingList.eq_ok).
    cbn [eq den]. destruct (N.eqb_spec n m) as [->|]; [|discriminate]. intro E. apply map_ext. intro j. apply eq_tree_ok, E.
  Qed.
  Lemma by_list M F : take (den M) (flag_list F) =
    if MissingList.can (bounds M) (flag_list F) then Some (den (Large (MissingList.less (bounds M) (flag_list F)))) else None.
  Proof. rewrite bounds_ok. apply MissingList.take_ok. Qed.
  Lemma take_ok M F : take (den M) (flag_list F) = if can M F then Some (den (less M F)) else None.
  Proof.
    destruct M as [M|M|n T], F as [F|m ks]; try apply by_list.
    - cbn [den flag_list]. rewrite take_words.
      assert (C : can (Small M) (Few F) = can_words M F).
      { destruct M as [[|n] lo hi Q L H|]; [|reflexivity|reflexivity]. destruct F as [[|m] f bl B B' E|]; [|reflexivity|reflexivity].
        destruct bl; [|discriminate]. subst f. cbn [can can_words Nat.eqb]. symmetry. apply Uint63.eqb_spec. apply WB.land_0_l. }
      assert (G : den (less (Small M) (Few F)) = den_words (less_words M F)).
      { destruct M as [[|n] lo hi Q L H|]; [|reflexivity|reflexivity]. destruct F; reflexivity. }
      rewrite C, G. reflexivity.
    - destruct M as [[|n] lo hi Q L H|]; apply by_list.
    - cbn [den flag_list can less]. destruct (N.eqb_spec n m) as [->|NE]; [apply take_tree|].
      apply take_lengths. rewrite all_length, map_length, from_length. lia.
  Qed.
  Lemma limit_by_list M C : States.limit (den M) (caps_list C) =
    match match States.limit (bounds M) (caps_list C) with Some R => Some (Large R) | None => None end with Some R => Some (den R) | None => None end.
  Proof. rewrite bounds_ok. destruct (States.limit _ _); reflexivity. Qed.
  Lemma limits M C : States.limit (den M) (caps_list C) = match limit M C with Some R => Some (den R) | None => None end.
  Proof.
    destruct M as [M|M|n T], C as [C|m x most]; try apply limit_by_list.
    - cbn [den limit caps_list]. rewrite limit_words_ok. destruct (limit_words M C); reflexivity.
    - cbn [den limit caps_list]. destruct (N.eqb_spec n m) as [->|NE].
      + rewrite cap_list_from, limit_tree_ok. destruct (limit_tree _ _ _ _); reflexivity.
      + apply limit_lengths. unfold cap_list. rewrite all_length, map_length, seq_length. lia.
  Qed.
  Lemma limit_ok M l :
    States.limit (den M) l = match limit M (caps_of l) with Some R => Some (den R) | None => None end.
  Proof. rewrite <- limits. cbn [caps_of caps_list]. rewrite sevens_of_list. reflexivity. Qed.
  Lemma limit_at_ok M n x most :
    States.limit (den M) (cap_list (N.to_nat n) x most) = match limit M (cap_at n x most) with Some R => Some (den R) | None => None end.
  Proof. rewrite <- limits. unfold cap_at. destruct (few n); cbn [caps_list]; rewrite ?sevens_of_list; reflexivity. Qed.
  Lemma divide_ok M xs : let fl := at_places (length (den M)) xs in
    den (fst (divide M xs)) = close false fl (den M) /\ den (snd (divide M xs)) = close true fl (den M).
  Proof.
    cbv zeta. destruct M as [M|M|n T]; try (cbn [divide fst snd]; rewrite !den_of_list, bounds_ok; split; reflexivity).
    cbn [divide fst snd den]. rewrite all_length, at_places_from. unfold all_of. rewrite !close_map.
    split; apply map_ext; intro j; unfold part_of; rewrite ?at_fold, ?at_rest, ?at_none; unfold is_at; destruct (existsb _ _); reflexivity.
  Qed.
  Lemma lows_ok M : lows M = sum_all (map fst (den M)).
  Proof.
    destruct M as [M|M|n T]; [|reflexivity|reflexivity]. cbn [lows den]. destruct (sum_words 0 M) eqn:E; [|reflexivity].
    apply sum_words_ok in E. rewrite soon_ok. exact E.
  Qed.
  Lemma bounds_at_ok M x : bounds_at M x = nth (unary x) (den M) (0, 0).
  Proof.
    destruct M as [M|M|n T]; [apply pair_of_words_ok|reflexivity|]. cbn [bounds_at den]. rewrite number_unary. unfold all_of.
    rewrite (from_seq _ 0), map_map. destruct (N.ltb_spec (N.of_nat (unary x)) n) as [L|L].
    - rewrite (nth_indep _ (0, 0) (at_ T (N.of_nat 0))) by (rewrite map_length, seq_length; lia).
      rewrite (map_nth (fun k => at_ T (N.of_nat k))), seq_nth by lia. reflexivity.
    - rewrite nth_overflow; [reflexivity|]. rewrite map_length, seq_length. lia.
  Qed.
  Lemma due_ok M : due M = map (fun x => negb (fst x =? 0)) (den M).
  Proof. destruct M as [M|M|n T]; [apply all_due_ok|reflexivity|reflexivity]. Qed.
End MissingWords.
