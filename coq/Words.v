(* Sets of bits as machine words of 63 bits: as a list of words, and as the same list with
   four words in each link, which is what the faster checker goes through. The proofs
   use what Coq's library says of the machine's integers. *)
Require Import Arith NArith ZArith List Lia Bool Uint63.
Import ListNotations.
Require Import Counting Problem Walk.
Local Open Scope N_scope.

Module WL.
  Definition t := list int.
  Definition den1 (w : int) : N := Z.to_N (to_Z w).
  Fixpoint den (l : t) : N := match l with [] => 0 | w :: r => N.lor (den1 w) (N.shiftl (den r) 63) end.
  Fixpoint of_fuel (f : nat) (n : N) : t :=
    match f with
    | O => []
    | S f => if n =? 0 then [] else of_Z (Z.of_N (N.land n (N.ones 63))) :: of_fuel f (N.shiftr n 63)
    end.
  Definition of_N (n : N) : t := of_fuel (N.to_nat (N.size n)) n.
  (* n bits, from that of the number off on, which is one of the first word *)
  Definition small (n : N) : int := of_Z (Z.of_N n).
  Definition mask (off n : N) : int := ((((1 << small n) - 1)) << small off)%uint63.
  Fixpoint masks (f : nat) (off n : N) : t :=
    match f with
    | O => []
    | S f =>
        let room := 63 - off in
        if n <=? room then [mask off n] else mask off room :: masks f 0 (n - room)
    end.
  Definition block (a n : N) : t :=
    let (k, off) := N.div_eucl a 63 in
    repeat 0%uint63 (N.to_nat k) ++
    if off + n <=? 63 then [mask off n] else masks (S (S (N.to_nat (n / 63)))) off n.
  Definition zero : t -> bool := forallb (fun w => (w =? 0)%uint63).
  Fixpoint eqb (a b : t) : bool :=
    match a, b with
    | [], _ => zero b
    | _, [] => zero a
    | x :: r, y :: s => if (x =? y)%uint63 then eqb r s else false
    end.
  Fixpoint subb (a b : t) : bool :=
    match a, b with
    | [], _ => true
    | _, [] => zero a
    | x :: r, y :: s => if ((x land y) =? x)%uint63 then subb r s else false
    end.
  Fixpoint disjb (a b : t) : bool :=
    match a, b with
    | x :: r, y :: s => if ((x land y) =? 0)%uint63 then disjb r s else false
    | _, _ => true
    end.
  Fixpoint diff (a b : t) : t :=
    match a, b with
    | x :: r, y :: s => (x lxor (x land y))%uint63 :: diff r s
    | _, _ => a
    end.
  Fixpoint union (a b : t) : t :=
    match a, b with
    | [], _ => b
    | _, [] => a
    | x :: r, y :: s => (x lor y)%uint63 :: union r s
    end.
  Fixpoint inter (a b : t) : t :=
    match a, b with
    | x :: r, y :: s => (x land y)%uint63 :: inter r s
    | _, _ => []
    end.
  Fixpoint testb (a : t) (i : N) : bool :=
    match a with
    | [] => false
    | w :: r => if i <? 63 then bit w (of_Z (Z.of_N i)) else testb r (i - 63)
    end.

  Lemma den1_bit w i : N.testbit (den1 w) i = Z.testbit (to_Z w) (Z.of_N i).
  Proof.
    unfold den1. rewrite <- Z.testbit_of_N, Z2N.id; [reflexivity|]. destruct (to_Z_bounded w). assumption.
  Qed.
  Lemma den1_hi w i : 63 <= i -> N.testbit (den1 w) i = false.
  Proof.
    intro L. destruct (N.eq_dec (den1 w) 0) as [->|NZ]; [apply N.bits_0|].
    apply N.bits_above_log2. apply N.lt_le_trans with 63; [|assumption].
    apply N.log2_lt_pow2; [lia|]. unfold den1. destruct (to_Z_bounded w) as [H H'].
    change wB with (2 ^ 63)%Z in H'. change (2 ^ 63) with (Z.to_N (2 ^ 63)%Z).
    apply Z2N.inj_lt; lia.
  Qed.
  Lemma den1_land x y : den1 (x land y)%uint63 = N.land (den1 x) (den1 y).
  Proof. apply N.bits_inj. intro i. rewrite N.land_spec, !den1_bit, land_spec', Z.land_spec. reflexivity. Qed.
  Lemma den1_lor x y : den1 (x lor y)%uint63 = N.lor (den1 x) (den1 y).
  Proof. apply N.bits_inj. intro i. rewrite N.lor_spec, !den1_bit, lor_spec', Z.lor_spec. reflexivity. Qed.
  Lemma den1_diff x y : den1 (x lxor (x land y))%uint63 = N.ldiff (den1 x) (den1 y).
  Proof.
    apply N.bits_inj. intro i. rewrite N.ldiff_spec, !den1_bit, lxor_spec', land_spec', Z.lxor_spec, Z.land_spec.
    destruct (Z.testbit (to_Z x) _), (Z.testbit (to_Z y) _); reflexivity.
  Qed.
  Lemma den1_inj x y : den1 x = den1 y -> x = y.
  Proof.
    unfold den1. intro H. apply to_Z_inj.
    destruct (to_Z_bounded x), (to_Z_bounded y). apply Z2N.inj; assumption.
  Qed.
  Lemma den1_0 : den1 0%uint63 = 0. Proof. reflexivity. Qed.

  Lemma den_cons_bit w r i :
    N.testbit (den (w :: r)) i = if i <? 63 then N.testbit (den1 w) i else N.testbit (den r) (i - 63).
  Proof.
    simpl. rewrite N.lor_spec. destruct (N.ltb_spec i 63) as [L|L].
    - rewrite N.shiftl_spec_low by assumption. apply orb_false_r.
    - rewrite den1_hi by assumption. rewrite N.shiftl_spec_high' by assumption. reflexivity.
  Qed.
  Lemma mem_cons w r i : mem i (den (w :: r)) <-> (i < 63 /\ mem i (den1 w)) \/ (63 <= i /\ mem (i - 63) (den r)).
  Proof. unfold mem. rewrite den_cons_bit. destruct (N.ltb_spec i 63); intuition lia. Qed.
  Lemma mem1_lt i w : mem i (den1 w) -> i < 63.
  Proof. unfold mem. intro H. destruct (N.lt_ge_cases i 63) as [|L]; [assumption|]. rewrite den1_hi in H by assumption. discriminate. Qed.
  Lemma den_cons_inj x y r s : den1 x = den1 y -> den r = den s -> den (x :: r) = den (y :: s).
  Proof. simpl. congruence. Qed.

  Lemma den1_of_N n : n < 2 ^ 63 -> den1 (of_Z (Z.of_N n)) = n.
  Proof.
    intro H. unfold den1. rewrite of_Z_spec, Z.mod_small; [apply N2Z.id|]. split; [lia|].
    change wB with (Z.of_N (2 ^ 63)). apply N2Z.inj_lt. exact H.
  Qed.
  Lemma den_of_fuel f : forall n, N.size n <= N.of_nat f -> den (of_fuel f n) = n.
  Proof.
    induction f as [|f IH]; intros n H.
    - simpl. destruct n as [|q]; [reflexivity|]. simpl in H. lia.
    - cbn [of_fuel]. destruct (N.eqb_spec n 0) as [->|NZ]; [reflexivity|].
      apply N.bits_inj. intro i. rewrite den_cons_bit.
      assert (E : den1 (of_Z (Z.of_N (N.land n (N.ones 63)))) = N.land n (N.ones 63)).
      { apply den1_of_N. rewrite N.land_ones. apply N.mod_lt. discriminate. }
      rewrite E. destruct (N.ltb_spec i 63) as [L|L].
      + rewrite N.land_spec, N.ones_spec_low by assumption. apply andb_true_r.
      + rewrite IH.
        * rewrite N.shiftr_spec'. f_equal. lia.
        * destruct (N.eq_dec (N.shiftr n 63) 0) as [->|NZ']; [apply N.le_0_l|].
          rewrite N.size_log2 in * by assumption. rewrite N.log2_shiftr.
          assert (63 <= N.log2 n); [|lia].
          destruct (N.lt_ge_cases (N.log2 n) 63) as [L'|]; [|assumption].
          destruct NZ'. apply N.shiftr_eq_0. assumption.
  Qed.
  Lemma den_of_N n : den (of_N n) = n.
  Proof. apply den_of_fuel. rewrite N2Nat.id. apply N.le_refl. Qed.

  Lemma den1_mask off n : off + n <= 63 -> den1 (mask off n) = N.shiftl (N.ones n) off.
  Proof.
    intro H. assert (S : forall m, m <= 63 -> to_Z (small m) = Z.of_N m).
    { intros m L. unfold small. rewrite of_Z_spec, Z.mod_small; [reflexivity|].
      split; [apply N2Z.is_nonneg|]. apply Z.le_lt_trans with 63%Z; [lia|reflexivity]. }
    assert (P : (0 < 2 ^ Z.of_N n)%Z) by (apply Z.pow_pos_nonneg; lia).
    assert (Q : (2 ^ Z.of_N n * 2 ^ Z.of_N off <= wB)%Z).
    { rewrite <- Z.pow_add_r by lia. change wB with (2 ^ 63)%Z. apply Z.pow_le_mono_r; lia. }
    assert (Q0 : (0 < 2 ^ Z.of_N off)%Z) by (apply Z.pow_pos_nonneg; lia).
    assert (O : to_Z ((1 << small n) - 1)%uint63 = (2 ^ Z.of_N n - 1)%Z).
    { rewrite sub_spec, lsl_spec, S by lia. change (to_Z 1) with 1%Z. rewrite Z.mul_1_l, Zminus_mod_idemp_l.
      apply Z.mod_small. nia. }
    unfold den1, mask. rewrite lsl_spec, O, S by lia. rewrite Z.mod_small by nia.
    apply N2Z.inj. rewrite Z2N.id by nia.
    rewrite N.shiftl_mul_pow2, N.ones_equiv, N2Z.inj_mul, N.pred_sub, N2Z.inj_sub, !N2Z.inj_pow; [reflexivity|].
    assert (2 ^ n <> 0) by (apply N.pow_nonzero; discriminate). lia.
  Qed.
  Lemma den_masks f : forall off n, off < 63 -> off + n <= 63 * N.of_nat f ->
    den (masks f off n) = N.shiftl (N.ones n) off.
  Proof.
    induction f as [|f IH]; intros off n L B; cbn [masks].
    - assert (n = 0) as -> by lia. reflexivity.
    - cbv zeta. apply mem_ext. intro i. rewrite mem_block. destruct (N.leb_spec n (63 - off)) as [H|H].
      + rewrite mem_cons, den1_mask, mem_block by lia. generalize (mem_0 (i - 63)). cbn [den]. intuition lia.
      + rewrite mem_cons, den1_mask, IH, !mem_block by lia. lia.
  Qed.
  Lemma den_zeros k l : den (repeat 0%uint63 k ++ l) = N.shiftl (den l) (63 * N.of_nat k).
  Proof.
    induction k as [|k IH]; cbn [repeat app den]; [symmetry; apply N.shiftl_0_r|].
    rewrite IH, N.shiftl_shiftl. change (den1 0%uint63) with 0. rewrite N.lor_0_l. f_equal. lia.
  Qed.
  Lemma den_block a n : den (block a n) = N.shiftl (N.ones n) a.
  Proof.
    unfold block. assert (E := N.div_eucl_spec a 63). assert (M := N.mod_lt a 63 ltac:(discriminate)).
    unfold N.modulo in M. destruct (N.div_eucl a 63) as [k off]. cbn [snd] in M.
    rewrite den_zeros. destruct (N.leb_spec (off + n) 63) as [H|_].
    - cbn [den]. rewrite N.lor_0_r, den1_mask, N.shiftl_shiftl by exact H. f_equal. lia.
    - rewrite den_masks; [rewrite N.shiftl_shiftl; f_equal; lia|exact M|].
      assert (D := N.div_mod n 63 ltac:(discriminate)). assert (R := N.mod_lt n 63 ltac:(discriminate)). lia.
  Qed.

  Lemma zero_ok a : zero a = true <-> den a = 0.
  Proof.
    induction a as [|w r IH]; [simpl; tauto|]. change (zero (w :: r)) with ((w =? 0)%uint63 && zero r).
    rewrite andb_true_iff, IH, Uint63.eqb_spec. split.
    - intros [-> H]. simpl. rewrite H. reflexivity.
    - intro H. split.
      + apply den1_inj. rewrite den1_0. apply mem_ext. intro i. split; intro K.
        * rewrite <- H. apply mem_cons. left. split; [eapply mem1_lt; eassumption|assumption].
        * destruct (mem_0 i K).
      + apply mem_ext. intro i. split; intro K; [|destruct (mem_0 i K)].
        exfalso. apply (mem_0 (i + 63)). rewrite <- H. apply mem_cons. right. split; [lia|].
        replace (i + 63 - 63) with i by lia. assumption.
  Qed.
  Lemma eqb_ok a : forall b, eqb a b = true -> den a = den b.
  Proof.
    induction a as [|x r IH]; intros [|y s]; cbn [eqb].
    - reflexivity.
    - intro H. symmetry. apply zero_ok in H. exact H.
    - intro H. apply zero_ok in H. exact H.
    - destruct (Uint63.eqb x y) eqn:E; [|discriminate]. apply Uint63.eqb_spec in E. subst y.
      intro H. apply den_cons_inj; auto.
  Qed.
  Lemma subb_mem a : forall b, subb a b = true <-> sub (den a) (den b).
  Proof.
    induction a as [|x r IH]; intros [|y s]; cbn [subb].
    - split; [intros _ i Hi; exact Hi|reflexivity].
    - split; [intros _ i Hi; destruct (mem_0 i Hi)|reflexivity].
    - rewrite zero_ok. split; [intros -> i Hi; exact Hi|].
      intro H. apply mem_ext. intro i. split; [apply H|]. intro K. destruct (mem_0 i K).
    - assert (E : (x land y =? x)%uint63 = true <-> sub (den1 x) (den1 y)).
      { rewrite Uint63.eqb_spec, <- Counting.subb_ok. unfold Counting.subb. rewrite N.eqb_eq, <- den1_land.
        split; [intros ->; reflexivity|apply den1_inj]. }
      assert (E2 : sub (den (x :: r)) (den (y :: s)) <-> sub (den1 x) (den1 y) /\ sub (den r) (den s)).
      { unfold sub. split.
        - intro H. split; intros i Hi.
          + specialize (mem1_lt i x Hi) as L. specialize (H i). rewrite !mem_cons in H.
            destruct H as [[_ ?]|[? _]]; [tauto|assumption|lia].
          + specialize (H (i + 63)). rewrite !mem_cons in H. replace (i + 63 - 63) with i in H by lia.
            destruct H as [[? _]|[_ ?]]; [right; split; [lia|assumption]|lia|assumption].
        - intros [H H'] i. rewrite !mem_cons. intros [[L K]|[L K]]; [left|right]; auto. }
      rewrite E2, <- E, <- IH. destruct (x land y =? x)%uint63; intuition congruence.
  Qed.
  Lemma subb_ok a b : subb a b = Counting.subb (den a) (den b).
  Proof.
    apply eq_true_iff_eq. rewrite subb_mem. symmetry. apply Counting.subb_ok.
  Qed.
  Lemma disjb_ok a : forall b, disjb a b = true -> N.land (den a) (den b) = 0.
  Proof.
    induction a as [|x r IH]; intros [|y s]; cbn [disjb]; intro H; try reflexivity; try apply N.land_0_r.
    destruct (Uint63.eqb _ _) eqn:E; [|discriminate]. apply Uint63.eqb_spec in E.
    apply N.bits_inj. intro i. rewrite N.land_spec, !den_cons_bit, N.bits_0.
    destruct (i <? 63).
    - rewrite <- N.land_spec, <- den1_land, E. apply N.bits_0.
    - rewrite <- N.land_spec, (IH s H). apply N.bits_0.
  Qed.
  Lemma den_diff a : forall b, den (diff a b) = N.ldiff (den a) (den b).
  Proof.
    induction a as [|x r IH]; intros [|y s]; cbn [diff]; try reflexivity; try (symmetry; apply N.ldiff_0_r).
    apply N.bits_inj. intro i. rewrite N.ldiff_spec, !den_cons_bit, IH, den1_diff, !N.ldiff_spec.
    destruct (i <? 63); reflexivity.
  Qed.
  Lemma den_union a : forall b, den (union a b) = N.lor (den a) (den b).
  Proof.
    induction a as [|x r IH]; intros [|y s]; cbn [union]; try reflexivity; try (symmetry; apply N.lor_0_r).
    apply N.bits_inj. intro i. rewrite N.lor_spec, !den_cons_bit, IH, den1_lor, !N.lor_spec.
    destruct (i <? 63); reflexivity.
  Qed.
  Lemma den_inter a : forall b, den (inter a b) = N.land (den a) (den b).
  Proof.
    induction a as [|x r IH]; intros [|y s]; cbn [inter]; try reflexivity; try (symmetry; apply N.land_0_r).
    apply N.bits_inj. intro i. rewrite N.land_spec, !den_cons_bit, IH, den1_land, !N.land_spec.
    destruct (i <? 63); reflexivity.
  Qed.
  Lemma testb_ok a : forall i, testb a i = true -> N.testbit (den a) i = true.
  Proof.
    induction a as [|w r IH]; intros i; cbn [testb]; [discriminate|].
    rewrite den_cons_bit. destruct (N.ltb_spec i 63) as [L|L]; [|apply IH].
    rewrite bitE, den1_bit, of_Z_spec, Z.mod_small; [auto|].
    change wB with (Z.of_N (2 ^ 63)). split; [lia|]. apply N2Z.inj_lt.
    apply N.lt_trans with 63; [assumption|]. reflexivity.
  Qed.
End WL.

Module WB <: BITS.
  Inductive links := End | Link (a b c d : int) (r : links).
  Definition t := links.
  Fixpoint words (s : t) : list int :=
    match s with End => [] | Link a b c d r => a :: b :: c :: d :: words r end.
  Definition den (s : t) : N := WL.den (words s).
  Fixpoint linked (l : list int) : t :=
    match l with
    | [] => End
    | [a] => Link a 0 0 0 End
    | [a; b] => Link a b 0 0 End
    | [a; b; c] => Link a b c 0 End
    | a :: b :: c :: d :: r => Link a b c d (linked r)
    end.
  Definition of_N (n : N) : t := linked (WL.of_N n).
  Fixpoint zero (s : t) : bool :=
    match s with
    | End => true
    | Link a b c d r => ((a =? 0) && ((b =? 0) && ((c =? 0) && ((d =? 0) && zero r))))%uint63
    end.
  Fixpoint eqb (s u : t) : bool :=
    match s, u with
    | End, _ => zero u
    | _, End => zero s
    | Link a b c d r, Link x y z w q =>
        ((a =? x) && ((b =? y) && ((c =? z) && ((d =? w) && eqb r q))))%uint63
    end.
  Definition sub1 (x y : int) : bool := ((x land y) =? x)%uint63.
  Fixpoint subb (s u : t) : bool :=
    match s, u with
    | End, _ => true
    | _, End => zero s
    | Link a b c d r, Link x y z w q => sub1 a x && (sub1 b y && (sub1 c z && (sub1 d w && subb r q)))
    end.
  Definition disj1 (x y : int) : bool := ((x land y) =? 0)%uint63.
  Fixpoint disjb (s u : t) : bool :=
    match s, u with
    | Link a b c d r, Link x y z w q => disj1 a x && (disj1 b y && (disj1 c z && (disj1 d w && disjb r q)))
    | _, _ => true
    end.
  Definition diff1 (x y : int) : int := (x lxor (x land y))%uint63.
  Fixpoint diff (s u : t) : t :=
    match s, u with
    | Link a b c d r, Link x y z w q => Link (diff1 a x) (diff1 b y) (diff1 c z) (diff1 d w) (diff r q)
    | _, _ => s
    end.
  Fixpoint union (s u : t) : t :=
    match s, u with
    | End, _ => u
    | _, End => s
    | Link a b c d r, Link x y z w q => Link (a lor x) (b lor y) (c lor z) (d lor w) (union r q)
    end.
  Fixpoint inter (s u : t) : t :=
    match s, u with
    | Link a b c d r, Link x y z w q => Link (a land x) (b land y) (c land z) (d land w) (inter r q)
    | _, _ => End
    end.
  Definition of_blocks (l : list (N * N)) : t :=
    fold_right (fun b s => union (linked (WL.block (fst b) (snd b))) s) End l.
  Definition testb (s : t) (i : N) : bool := WL.testb (words s) i.

  (* A thing is listed with one word of its set, that with most bits: if that is not inside of
     the other set's word at this place, the thing's set is not. Neighbours whose sets have bits
     in common are left together when these are not there. *)
  Inductive place := At0 | At1 | At2 | At3.
  Definition word_at (i : place) (s : t) : int :=
    match s with
    | End => 0
    | Link a b c d _ => match i with At0 => a | At1 => b | At2 => c | At3 => d end
    end.
  (* A constructor for each place; [thing_at] and [leap_at] are all of them. *)
  Inductive chain (A : Type) :=
  | Nil
  | Thing0 (x : int) (m : A) (l : chain A) | Thing1 (x : int) (m : A) (l : chain A)
  | Thing2 (x : int) (m : A) (l : chain A) | Thing3 (x : int) (m : A) (l : chain A)
  (* inside: and then after *)
  | Leap0 (x : int) (inside after : chain A) | Leap1 (x : int) (inside after : chain A)
  | Leap2 (x : int) (inside after : chain A) | Leap3 (x : int) (inside after : chain A).
  Arguments Nil {A}.
  Definition thing_at {A} (i : place) : int -> A -> chain A -> chain A :=
    match i with At0 => Thing0 A | At1 => Thing1 A | At2 => Thing2 A | At3 => Thing3 A end.
  Definition leap_at {A} (i : place) : int -> chain A -> chain A -> chain A :=
    match i with At0 => Leap0 A | At1 => Leap1 A | At2 => Leap2 A | At3 => Leap3 A end.
  Definition listing := chain.
  Fixpoint among {A} (a b c d : int) (l : chain A) : list A :=
    match l with
    | Nil => []
    | Thing0 _ x m l => if sub1 x a then m :: among a b c d l else among a b c d l
    | Thing1 _ x m l => if sub1 x b then m :: among a b c d l else among a b c d l
    | Thing2 _ x m l => if sub1 x c then m :: among a b c d l else among a b c d l
    | Thing3 _ x m l => if sub1 x d then m :: among a b c d l else among a b c d l
    | Leap0 _ x inside after => if sub1 x a then among a b c d inside else among a b c d after
    | Leap1 _ x inside after => if sub1 x b then among a b c d inside else among a b c d after
    | Leap2 _ x inside after => if sub1 x c then among a b c d inside else among a b c d after
    | Leap3 _ x inside after => if sub1 x d then among a b c d inside else among a b c d after
    end.
  Definition perhaps {A} (u : t) (l : chain A) : list A :=
    match u with End => among 0 0 0 0 l | Link a b c d _ => among a b c d l end.

  Fixpoint ones (fuel : nat) (x : int) : int :=
    match fuel with
    | O => 0
    | S f => if (x =? 0)%uint63 then 0 else (1 + ones f (x land (x - 1)))%uint63
    end.
  Definition choose (s : t) : place :=
    let best (i j : place) := if (ones 63 (word_at i s) <? ones 63 (word_at j s))%uint63 then j else i in
    best (best At0 At1) (best At2 At3).
  Section Listed.
    Variable A : Type.
    Variable f : A -> t.
    Definition thing (m : A) (l : chain A) : chain A :=
      let i := choose (f m) in thing_at i (word_at i (f m)) m l.
    Definition things (l : list A) (after : chain A) : chain A := fold_right thing after l.
    (* in runs of neighbours that have bits in common which are not known anyway *)
    Fixpoint runs (known : t) (l : list A) : list (list A * t) :=
      match l with
      | [] => []
      | m :: r =>
          let own := diff (f m) known in
          match runs known r with
          | (g, common) :: gs =>
              let c := inter common own in
              if zero c then ([m], own) :: (g, common) :: gs else (m :: g, c) :: gs
          | [] => [([m], own)]
          end
      end.
    Definition leap (common : t) (l : list A) (inside after : chain A) : chain A :=
      let i := choose common in
      let x := word_at i common in
      if forallb (fun m => sub1 x (word_at i (f m))) l then leap_at i x inside after else inside.
    Fixpoint chained (depth : nat) (known : t) (l : list A) (after : chain A) : chain A :=
      match depth with
      | O => things l after
      | S depth =>
          fold_right (fun (run : list A * t) (after : chain A) =>
            let (g, common) := run in
            match g with
            | _ :: _ :: _ :: _ => leap common g (chained depth (union known common) g after) after
            | _ => things g after
            end) after (runs known l)
      end.
    Definition listed (l : list A) : chain A :=
      match l with
      | [] => @Nil A
      | m :: r => chained 3 (fold_right (fun m s => inter (f m) s) (f m) r) l Nil
      end.
  End Listed.
  Arguments listed {A}.
  Arguments thing {A}.
  Arguments things {A}.
  Arguments runs {A}.
  Arguments leap {A}.
  Arguments chained {A}.

  (* All is as with lists of words. *)
  Lemma den_linked : forall l, den (linked l) = WL.den l.
  Proof.
    fix IH 1. intros [|a [|b [|c [|d r]]]]; try reflexivity.
    specialize (IH r). unfold den in *. cbn [linked words WL.den]. rewrite IH. reflexivity.
  Qed.
  Lemma den_of_N n : den (of_N n) = n.
  Proof. unfold of_N. rewrite den_linked. apply WL.den_of_N. Qed.
  Lemma zero_list s : zero s = WL.zero (words s).
  Proof. induction s as [|a b c d r IH]; [reflexivity|]. cbn [zero words]. rewrite IH. reflexivity. Qed.
  Lemma eqb_ok s u : eqb s u = true -> den s = den u.
  Proof.
    intro H. apply WL.eqb_ok. rewrite <- H. clear H. revert u.
    induction s as [|a b c d r IH]; intros [|x y z w q]; try (cbn [eqb]; rewrite zero_list; reflexivity).
    cbn [eqb words WL.eqb]. rewrite IH. reflexivity.
  Qed.
  Lemma subb_list s : forall u, subb s u = WL.subb (words s) (words u).
  Proof.
    induction s as [|a b c d r IH]; intros [|x y z w q]; try reflexivity.
    - cbn [subb]. rewrite zero_list. reflexivity.
    - cbn [subb words WL.subb]. rewrite IH. reflexivity.
  Qed.
  Lemma subb_ok s u : subb s u = Counting.subb (den s) (den u).
  Proof. rewrite subb_list. apply WL.subb_ok. Qed.
  (* f of two sets is g of their lists *)
  Ltac link_by_link s u f g :=
    revert u; induction s as [|? ? ? ? r IH]; intros [|? ? ? ? q]; try reflexivity;
    cbn [f words g]; rewrite IH; reflexivity.
  Lemma disjb_ok s u : disjb s u = true -> N.land (den s) (den u) = 0.
  Proof.
    intro H. apply WL.disjb_ok. rewrite <- H. clear H. link_by_link s u disjb WL.disjb.
  Qed.
  Lemma den_diff s u : den (diff s u) = N.ldiff (den s) (den u).
  Proof. unfold den. rewrite <- WL.den_diff. f_equal. link_by_link s u diff WL.diff. Qed.
  Lemma den_union s u : den (union s u) = N.lor (den s) (den u).
  Proof. unfold den. rewrite <- WL.den_union. f_equal. link_by_link s u union WL.union. Qed.
  Lemma den_of_blocks l : den (of_blocks l) = bits_of l.
  Proof.
    induction l as [|b l IH]; [reflexivity|]. cbn [of_blocks bits_of fold_right].
    fold (of_blocks l). rewrite den_union, IH, den_linked, WL.den_block. reflexivity.
  Qed.
  Lemma den_inter s u : den (inter s u) = N.land (den s) (den u).
  Proof. unfold den. rewrite <- WL.den_inter. f_equal. link_by_link s u inter WL.inter. Qed.
  Lemma testb_ok s i : testb s i = true -> N.testbit (den s) i = true.
  Proof. apply WL.testb_ok. Qed.
  Lemma sub1_0 x : sub1 x 0 = (x =? 0)%uint63.
  Proof.
    unfold sub1. apply eq_true_iff_eq. rewrite !Uint63.eqb_spec.
    assert (E : (x land 0)%uint63 = 0%uint63); [|rewrite E; split; auto].
    apply WL.den1_inj. rewrite WL.den1_land, WL.den1_0. apply N.land_0_r.
  Qed.
  Lemma sub0_1 x : sub1 0 x = true.
  Proof.
    unfold sub1. apply Uint63.eqb_spec. apply WL.den1_inj. rewrite WL.den1_land, WL.den1_0.
    apply N.land_0_l.
  Qed.
  Lemma word_inside i s u : subb s u = true -> sub1 (word_at i s) (word_at i u) = true.
  Proof.
    destruct s as [|a b c d r]; [intros _; apply sub0_1|]. destruct u as [|x y z w q].
    - cbn [subb zero word_at]. rewrite !andb_true_iff. intro H. destruct i; rewrite sub1_0; tauto.
    - cbn [subb word_at]. rewrite !andb_true_iff. intro H. destruct i; tauto.
  Qed.
  Lemma sub1_trans x y z : sub1 x y = true -> sub1 y z = true -> sub1 x z = true.
  Proof.
    unfold sub1. rewrite !Uint63.eqb_spec. intros H H'. rewrite <- H at 1.
    apply WL.den1_inj. assert (E := f_equal WL.den1 H). assert (E' := f_equal WL.den1 H').
    rewrite !WL.den1_land in *. rewrite <- E at 2. rewrite <- E' at 2.
    rewrite <- N.land_assoc. reflexivity.
  Qed.
  (* A chain lists things of a list in their order. *)
  Section Lists.
    Variable A : Type.
    Variable f : A -> t.
    Inductive Lists : list A -> chain A -> Prop :=
    | lists_nil : Lists [] Nil
    | lists_thing i x m l c : sub1 x (word_at i (f m)) = true -> Lists l c -> Lists (m :: l) (thing_at i x m c)
    | lists_leap i x l l' inside after : (forall m, In m l -> sub1 x (word_at i (f m)) = true) ->
        Lists (l ++ l') inside -> Lists l' after -> Lists (l ++ l') (leap_at i x inside after).
    Lemma among_ok u l c : Lists l c -> sifted (fun m => subb (f m) u = true) l (perhaps u c).
    Proof.
      assert (E : forall c : chain A, perhaps u c = among (word_at At0 u) (word_at At1 u) (word_at At2 u) (word_at At3 u) c)
        by (destruct u; reflexivity).
      rewrite E. clear E.
      assert (Out : forall i x m, sub1 x (word_at i (f m)) = true -> sub1 x (word_at i u) = false ->
                      subb (f m) u <> true).
      { intros i x m Hx N S. apply (word_inside i) in S. assert (T := sub1_trans _ _ _ Hx S). congruence. }
      set (a := word_at At0 u). set (b := word_at At1 u). set (c' := word_at At2 u). set (d := word_at At3 u).
      assert (Thing : forall i x (m : A) l, among a b c' d (thing_at i x m l) =
                        if sub1 x (word_at i u) then m :: among a b c' d l else among a b c' d l)
        by (intros []; reflexivity).
      assert (Leap : forall i x (inside after : chain A), among a b c' d (leap_at i x inside after) =
                        if sub1 x (word_at i u) then among a b c' d inside else among a b c' d after)
        by (intros []; reflexivity).
      induction 1 as [|i x m l c Hx H IH|i x l l' inside after Hx H1 IH1 H2 IH2]; [constructor| |].
      - rewrite Thing. destruct (sub1 x (word_at i u)) eqn:E; constructor; eauto.
      - rewrite Leap. destruct (sub1 x (word_at i u)) eqn:E; [assumption|]. clear H1 IH1.
        induction l as [|m l IH]; [assumption|]. simpl. constructor; [apply (Out i x); auto; apply Hx; left; reflexivity|].
        apply IH. intros; apply Hx; right; assumption.
    Qed.
    Lemma sub1_refl x : sub1 x x = true.
    Proof. unfold sub1. apply Uint63.eqb_spec, WL.den1_inj. rewrite WL.den1_land. apply N.land_diag. Qed.
    Lemma thing_ok m l c : Lists l c -> Lists (m :: l) (thing f m c).
    Proof. exact (lists_thing (choose (f m)) (word_at (choose (f m)) (f m)) m l c (sub1_refl _)). Qed.
    Lemma things_ok l l' after : Lists l' after -> Lists (l ++ l') (things f l after).
    Proof. intro H. induction l as [|m l IH]; [exact H|]. exact (thing_ok m _ _ IH). Qed.
    Lemma leap_ok common l l' inside after : Lists (l ++ l') inside -> Lists l' after ->
      Lists (l ++ l') (leap f common l inside after).
    Proof.
      intros H H'. unfold leap. cbv zeta. destruct (forallb _ l) eqn:E; [|assumption].
      apply lists_leap; [apply forallb_forall; exact E|assumption|assumption].
    Qed.
    Lemma runs_all known l : concat (map fst (runs f known l)) = l.
    Proof.
      induction l as [|m l IH]; [reflexivity|]. cbn [runs]. destruct (runs f known l) as [|[g common] gs].
      - simpl in *. congruence.
      - destruct (zero _); simpl in *; congruence.
    Qed.
    Lemma chained_ok depth : forall known l l' after, Lists l' after ->
      Lists (l ++ l') (chained f depth known l after).
    Proof.
      induction depth as [|depth IH]; intros known l l' after H; cbn [chained]; [apply things_ok; assumption|].
      rewrite <- (runs_all known l) at 1. induction (runs f known l) as [|[g common] gs IHr]; [assumption|].
      cbn [map fst concat fold_right]. rewrite <- app_assoc.
      destruct g as [|m1 [|m2 [|m3 g]]]; try (apply (things_ok _ _ _ IHr)).
      apply leap_ok; [apply IH|]; assumption.
    Qed.
    Lemma perhaps_ok u l : sifted (fun m => subb (f m) u = true) l (perhaps u (listed f l)).
    Proof.
      apply among_ok. destruct l as [|m l]; [apply lists_nil|]. unfold listed.
      rewrite <- (app_nil_r (m :: l)) at 1. apply chained_ok, lists_nil.
    Qed.
  End Lists.
End WB.
