(* Sets of bits as machine words of 63 bits: as a list of words, and as a tree with four words in
   each node, which is what the faster checker goes through. The proofs use what Coq's library says
   of the machine's integers. *)
Require Import Arith NArith ZArith List Lia Bool Uint63.
Require PArray.
Import ListNotations.
Require Import Counting Problem Walk.
Local Open Scope N_scope.

(* A number as a machine integer, from its lowest bit on, and the largest one for all that are larger. *)
Fixpoint int_from (p : positive) (bit sum : int) : int :=
  match p with
  | xH => sum + bit
  | xO p => let b := bit + bit in if b =? 0 then (0 - 1) else int_from p b sum
  | xI p => let b := bit + bit in if b =? 0 then (0 - 1) else int_from p b (sum + bit)
  end%uint63.
Definition int_of (n : N) : int := match n with 0 => 0%uint63 | Npos p => int_from p 1 0 end.
Lemma int_from_ok p : forall bit sum k, (0 <= k < 63)%Z -> to_Z bit = (2 ^ k)%Z -> (to_Z sum < 2 ^ k)%Z ->
  to_Z (int_from p bit sum) = Z.min (to_Z sum + 2 ^ k * Zpos p) (wB - 1).
Proof.
  change wB with (2 ^ 63)%Z. assert (T : to_Z (0 - 1) = (2 ^ 63 - 1)%Z) by reflexivity.
  assert (Twice : forall bit k, (0 <= k < 63)%Z -> to_Z bit = (2 ^ k)%Z ->
    (bit + bit =? 0)%uint63 = true /\ k = 62%Z \/ (bit + bit =? 0)%uint63 = false /\ (0 <= k + 1 < 63)%Z /\ to_Z (bit + bit) = (2 ^ (k + 1))%Z).
  { intros bit k K E. assert (A : to_Z (bit + bit) = (2 ^ (k + 1) mod wB)%Z) by (rewrite add_spec, E, Z.pow_add_r by lia; f_equal; lia).
    change wB with (2 ^ 63)%Z in A. destruct (Z.eq_dec k 62) as [->|NE].
    - left. split; [|reflexivity]. apply Uint63.eqb_spec, to_Z_inj. rewrite A. reflexivity.
    - right. assert (P : (2 ^ (k + 1) < 2 ^ 63)%Z) by (apply Z.pow_lt_mono_r; lia).
      assert (P' : (0 < 2 ^ (k + 1))%Z) by (apply Z.pow_pos_nonneg; lia). rewrite Z.mod_small in A by lia.
      split; [|split; [lia|exact A]]. apply not_true_is_false. intro Q. apply Uint63.eqb_spec in Q. rewrite Q in A. change (to_Z 0) with 0%Z in A. lia. }
  induction p as [p IH|p IH|]; intros bit sum k K E L; cbn [int_from]; cbv zeta; destruct (to_Z_bounded sum) as [S0 _].
  - destruct (Twice bit k K E) as [[-> ->]|(-> & K' & E')].
    { rewrite T. rewrite Z.min_r; [reflexivity|]. change (2 ^ 62)%Z with 4611686018427387904%Z. change (2 ^ 63)%Z with 9223372036854775808%Z. lia. }
    assert (P : (2 ^ (k + 1) = 2 * 2 ^ k)%Z) by (rewrite Z.pow_add_r by lia; lia).
    assert (P' : (2 ^ (k + 1) < 2 ^ 63)%Z) by (apply Z.pow_lt_mono_r; lia).
    assert (A : to_Z (sum + bit) = (to_Z sum + 2 ^ k)%Z) by (rewrite add_spec, E; apply Z.mod_small; change wB with (2 ^ 63)%Z; lia).
    rewrite (IH _ _ _ K' E') by lia. rewrite A, P. f_equal. lia.
  - destruct (Twice bit k K E) as [[-> ->]|(-> & K' & E')].
    { rewrite T. rewrite Z.min_r; [reflexivity|]. change (2 ^ 62)%Z with 4611686018427387904%Z. change (2 ^ 63)%Z with 9223372036854775808%Z. lia. }
    assert (P : (2 ^ (k + 1) = 2 * 2 ^ k)%Z) by (rewrite Z.pow_add_r by lia; lia).
    rewrite (IH _ _ _ K' E') by lia. rewrite P. f_equal. lia.
  - assert (P : (2 ^ (k + 1) = 2 * 2 ^ k)%Z) by (rewrite Z.pow_add_r by lia; lia).
    assert (P' : (2 ^ (k + 1) <= 2 ^ 63)%Z) by (apply Z.pow_le_mono_r; lia).
    rewrite add_spec, E, Z.mod_small by (change wB with (2 ^ 63)%Z; lia). lia.
Qed.
Lemma int_of_ok n : to_Z (int_of n) = Z.min (Z.of_N n) (wB - 1).
Proof.
  destruct n as [|p]; [reflexivity|]. cbn [int_of Z.of_N]. rewrite (int_from_ok p 1 0 0) by (reflexivity || lia).
  change (to_Z 0) with 0%Z. rewrite Z.pow_0_r, Z.add_0_l, Z.mul_1_l. reflexivity.
Qed.
Definition int_behind (x : int) : int := (let y := x + 1 in if y =? 0 then x else y)%uint63.
Lemma int_of_succ n : int_of (N.succ n) = int_behind (int_of n).
Proof.
  apply to_Z_inj. unfold int_behind. cbv zeta. assert (E := int_of_ok n). assert (B := to_Z_bounded (int_of n)). rewrite int_of_ok, N2Z.inj_succ.
  set (x := int_of n) in *. clearbody x. assert (A : to_Z (x + 1) = ((to_Z x + 1) mod wB)%Z) by apply add_spec.
  destruct (Z.eq_dec (to_Z x) (wB - 1)) as [M|M].
  - replace (x + 1 =? 0)%uint63 with true; [rewrite M in *; lia|]. symmetry. apply Uint63.eqb_spec, to_Z_inj. rewrite A, M. reflexivity.
  - rewrite Z.mod_small in A by lia. replace (x + 1 =? 0)%uint63 with false; [rewrite A; lia|].
    symmetry. apply not_true_is_false. intro Q. apply Uint63.eqb_spec in Q. rewrite Q in A. change (to_Z 0) with 0%Z in A. lia.
Qed.
Lemma int_of_small n x : to_Z (int_of n) = x -> (x < wB - 1)%Z -> Z.of_N n = x.
Proof. rewrite int_of_ok. intros <- H. change wB with 9223372036854775808%Z in *. lia. Qed.

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
End WL.

Module WB <: BITS.
  (* Four words, and below them the others: those of the numbers whose last binary digit is 0, and
     1. (The numbers of nodes count from 1, so that a node's way down is its number, from the last digit
     on.) What has no words is [End], and what has those of one node only is [Far], with the way there:
     a set of few takes as much room, and time, as it has. *)
  Inductive tree := End | Node (a b c d : int) (l r : tree) | Far (q : positive) (a b c d : int).
  Definition t := tree.
  Definition far (q : positive) (a b c d : int) : t := match q with xH => Node a b c d End End | _ => Far q a b c d end.
  Inductive place := At0 | At1 | At2 | At3.
  Definition pick (i : place) (a b c d : int) : int := match i with At0 => a | At1 => b | At2 => c | At3 => d end.
  Definition word_at (i : place) (s : t) : int :=
    match s with
    | End => 0
    | Node a b c d _ _ => pick i a b c d
    | Far q a b c d => match q with xH => pick i a b c d | _ => 0 end
    end.
  (* The numbers of the nodes below may be others, for the whole tree. *)
  Fixpoint den_from (f : positive -> positive) (s : t) : N :=
    match s with
    | End => 0
    | Node a b c d l r =>
        N.lor (N.shiftl (WL.den [a; b; c; d]) (252 * N.pred (Npos (f xH))))
          (N.lor (den_from (fun q => f (xO q)) l) (den_from (fun q => f (xI q)) r))
    | Far q a b c d => N.shiftl (WL.den [a; b; c; d]) (252 * N.pred (Npos (f q)))
    end.
  Definition den (s : t) : N := den_from (fun q => q) s.
  (* the tree below a node *)
  Fixpoint far_below (q p : positive) (a b c d : int) : t :=
    match q, p with
    | xH, _ => far p a b c d
    | xO q, xO p | xI q, xI p => far_below q p a b c d
    | _, _ => End
    end.
  Fixpoint below (s : t) (q : positive) : t :=
    match s with
    | End => End
    | Far p a b c d => far_below q p a b c d
    | Node _ _ _ _ l r => match q with xH => s | xO q => below l q | xI q => below r q end
    end.
  Definition zeros (a b c d : int) : bool := ((a =? 0) && ((b =? 0) && ((c =? 0) && (d =? 0))))%uint63.
  Fixpoint zero (s : t) : bool :=
    match s with
    | End => true
    | Node a b c d l r => zeros a b c d && (zero l && zero r)
    | Far _ a b c d => zeros a b c d
    end.
  Definition diff1 (x y : int) : int := (x lxor (x land y))%uint63.
  Fixpoint without (s : t) (q : positive) (x y z w : int) : t :=
    match s with
    | End => End
    | Node a b c d l r =>
        match q with
        | xH => Node (diff1 a x) (diff1 b y) (diff1 c z) (diff1 d w) l r
        | xO q => Node a b c d (without l q x y z w) r
        | xI q => Node a b c d l (without r q x y z w)
        end
    | Far p a b c d => if Pos.eqb p q then Far p (diff1 a x) (diff1 b y) (diff1 c z) (diff1 d w) else s
    end.
  Definition zip (f : int -> int -> int) (q : positive) (a b c d : int) (v : t) : t :=
    match v with
    | Node x y z w _ _ => Far q (f a x) (f b y) (f c z) (f d w)
    | _ => Far q (f a (word_at At0 v)) (f b (word_at At1 v)) (f c (word_at At2 v)) (f d (word_at At3 v))
    end.
  (* Most nodes have nothing below them, which is no call. *)
  Local Notation unless_end s x y := (match s with End => x | _ => y end) (only parsing).
  Fixpoint diff (s u : t) : t :=
    match s, u with
    | Node a b c d l r, Node x y z w m q =>
        Node (diff1 a x) (diff1 b y) (diff1 c z) (diff1 d w) (unless_end l End (diff l m)) (unless_end r End (diff r q))
    | Node _ _ _ _ _ _, Far q x y z w => without s q x y z w
    | Far q a b c d, _ => match below u q with End => s | v => zip diff1 q a b c d v end
    | _, _ => s
    end.
  Definition sub1 (x y : int) : bool := ((x land y) =? x)%uint63.
  Fixpoint sub_at (q : positive) (a b c d : int) (u : t) {struct u} : bool :=
    match u with
    | End => zeros a b c d
    | Node x y z w l r =>
        match q with
        | xH => sub1 a x && (sub1 b y && (sub1 c z && sub1 d w))
        | xO q => sub_at q a b c d l
        | xI q => sub_at q a b c d r
        end
    | Far p x y z w =>
        if Pos.eqb q p then sub1 a x && (sub1 b y && (sub1 c z && sub1 d w)) else zeros a b c d
    end.
  Fixpoint subb (s u : t) : bool :=
    match s, u with
    | End, _ => true
    | Node _ _ _ _ _ _, End => zero s
    | Node a b c d l r, Node x y z w m q =>
        sub1 a x && (sub1 b y && (sub1 c z && (sub1 d w && (unless_end l true (subb l m) && unless_end r true (subb r q)))))
    | Node _ _ _ _ _ _, Far q x y z w => zero (without s q x y z w)
    | Far q a b c d, _ => sub_at q a b c d u
    end.
  Fixpoint eqb (s u : t) : bool :=
    match s, u with
    | Node a b c d l r, Node x y z w m q =>
        ((a =? x) && ((b =? y) && ((c =? z) && ((d =? w) && (eqb l m && eqb r q)))))%uint63
    | _, _ => subb s u && subb u s
    end.
  Definition disj1 (x y : int) : bool := ((x land y) =? 0)%uint63.
  Fixpoint disj_at (q : positive) (a b c d : int) (u : t) {struct u} : bool :=
    match u with
    | End => true
    | Node x y z w l r =>
        match q with
        | xH => disj1 a x && (disj1 b y && (disj1 c z && disj1 d w))
        | xO q => disj_at q a b c d l
        | xI q => disj_at q a b c d r
        end
    | Far p x y z w =>
        if Pos.eqb q p then disj1 a x && (disj1 b y && (disj1 c z && disj1 d w)) else true
    end.
  Fixpoint disjb (s u : t) : bool :=
    match s, u with
    | Node a b c d l r, Node x y z w m q =>
        disj1 a x && (disj1 b y && (disj1 c z && (disj1 d w && (unless_end l true (disjb l m) && unless_end r true (disjb r q)))))
    | Far q a b c d, _ => disj_at q a b c d u
    | _, Far q a b c d => disj_at q a b c d s
    | _, _ => true
    end.
  (* two nodes that are far *)
  Fixpoint join (q : positive) (a b c d : int) (p : positive) (x y z w : int) : t :=
    match q, p with
    | xH, xH => Node (a lor x) (b lor y) (c lor z) (d lor w) End End
    | xH, xO p => Node a b c d (far p x y z w) End
    | xH, xI p => Node a b c d End (far p x y z w)
    | xO q, xH => Node x y z w (far q a b c d) End
    | xI q, xH => Node x y z w End (far q a b c d)
    | xO q, xO p => Node 0 0 0 0 (join q a b c d p x y z w) End
    | xI q, xI p => Node 0 0 0 0 End (join q a b c d p x y z w)
    | xO q, xI p => Node 0 0 0 0 (far q a b c d) (far p x y z w)
    | xI q, xO p => Node 0 0 0 0 (far p x y z w) (far q a b c d)
    end.
  Fixpoint with_ (q : positive) (a b c d : int) (s : t) {struct s} : t :=
    match s with
    | End => far q a b c d
    | Node x y z w l r =>
        match q with
        | xH => Node (a lor x) (b lor y) (c lor z) (d lor w) l r
        | xO q => Node x y z w (with_ q a b c d l) r
        | xI q => Node x y z w l (with_ q a b c d r)
        end
    | Far p x y z w =>
        if Pos.eqb q p then Far q (a lor x) (b lor y) (c lor z) (d lor w) else join q a b c d p x y z w
    end.
  Fixpoint union (s u : t) : t :=
    match s, u with
    | End, _ => u
    | _, End => s
    | Node a b c d l r, Node x y z w m q => Node (a lor x) (b lor y) (c lor z) (d lor w) (union l m) (union r q)
    | Far q a b c d, _ => with_ q a b c d u
    | _, Far q a b c d => with_ q a b c d s
    end.
  Fixpoint inter (s u : t) : t :=
    match s, u with
    | Node a b c d l r, Node x y z w m q => Node (a land x) (b land y) (c land z) (d land w) (inter l m) (inter r q)
    | Far q a b c d, _ => match below u q with End => End | v => zip Uint63.land q a b c d v end
    | _, Far q a b c d => match below s q with End => End | v => zip Uint63.land q a b c d v end
    | _, _ => End
    end.
  (* One word, words from one on, bits from one on. *)
  Definition word_in (q : positive) (i : place) (w : int) : t :=
    match i with At0 => far q w 0 0 0 | At1 => far q 0 w 0 0 | At2 => far q 0 0 w 0 | At3 => far q 0 0 0 w end.
  Definition one_word (k : N) (w : int) : t :=
    let h := N.div2 k in
    word_in (N.succ_pos (N.div2 h))
      (if N.odd h then if N.odd k then At3 else At2 else if N.odd k then At1 else At0) w.
  Fixpoint from_word (k : N) (l : list int) : t :=
    match l with [] => End | w :: r => union (one_word k w) (from_word (N.succ k) r) end.
  Definition of_N (n : N) : t := from_word 0 (WL.of_N n).
  (* Bit a is bit off of word k. As 64 is 63 and 1, a division by 63 is some by 64. *)
  Fixpoint split (f : nat) (a : N) : N * N :=
    match f with
    | O => N.div_eucl a 63
    | S f =>
        let q := N.shiftr a 6 in
        if q =? 0 then (if a =? 63 then (1, 0) else (0, a))
        else let (k, off) := split f (q + N.land a 63) in (q + k, off)
    end.
  Definition slow_block (a n : N) : t :=
    let (k, off) := split 8 a in
    if off + n <=? 63 then one_word k (WL.mask off n) else from_word k (WL.masks (S (S (N.to_nat (n / 63)))) off n).
  (* The same by machine integers, if a word is enough: that they are right is seen, and not proved. *)
  Fixpoint quick (f : nat) (a : int) : int * int :=
    match f with
    | O => (0, a)%uint63
    | S f =>
        let q := (a >> 6)%uint63 in
        if (q =? 0)%uint63 then (if (a =? 63)%uint63 then (1, 0) else (0, a))%uint63
        else let (k, off) := quick f (q + (a land 63))%uint63 in ((q + k)%uint63, off)
    end.
  Fixpoint node_number (f : nat) (x : int) : positive :=
    match f with
    | O => xH
    | S f =>
        if (x <=? 1)%uint63 then xH else
        let q := node_number f (x >> 1)%uint63 in if (x land 1 =? 0)%uint63 then xO q else xI q
    end.
  Definition place_in (k : int) : place :=
    let k := (k land 3)%uint63 in
    if (k =? 0)%uint63 then At0 else if (k =? 1)%uint63 then At1 else if (k =? 2)%uint63 then At2 else At3.
  Definition before (i : place) : int := match i with At0 => 0 | At1 => 63 | At2 => 126 | At3 => 189 end.
  (* with the number q of the node, which is y, and the bit [off] of the word [k] *)
  Definition block_in (q : positive) (y x k off : int) (a n : N) : t :=
    let i := place_in k in
    let m := int_of n in
    if ((x <? 4611686018427387903) && ((y <? 1125899906842624) && ((m <=? 63) &&
       ((off <=? 63) && ((off + m <=? 63) && (252 * (y - 1) + before i + off =? x))))))%uint63
    then word_in q i (((1 << m) - 1) << off)%uint63 else slow_block a n.
  Definition block (a n : N) : t :=
    let x := int_of a in
    let (k, off) := quick 8 x in
    let q := node_number 60 ((k >> 2) + 1)%uint63 in
    block_in q (int_of (Npos q)) x k off a n.
  Definition of_blocks (l : list (N * N)) : t :=
    fold_right (fun b s => union (block (fst b) (snd b)) s) End l.
  Definition testb (s : t) (i : N) : bool := subb (block i 1) s.
  (* Bits of neighbours have the number of their node in common: that of the last one is q, if it is
     one more than h. As machine integers, the number q is y, and a is x. *)
  Fixpoint bits_from {A} (one : A -> bool) (h : int) (q : positive) (y x : int) (a : N) (l : list A) (r : list (N * t)) : list (N * t) :=
    match l with
    | [] => r
    | z :: l =>
        if one z then
          let (k, off) := quick 8 x in
          let g := (k >> 2)%uint63 in
          if (g =? h)%uint63 then bits_from one h q y (int_behind x) (N.succ a) l ((a, union (block_in q y x k off a 1) End) :: r)
          else let q := node_number 60 (g + 1)%uint63 in
               let y := int_of (Npos q) in
               bits_from one g q y (int_behind x) (N.succ a) l ((a, union (block_in q y x k off a 1) End) :: r)
        else bits_from one h q y (int_behind x) (N.succ a) l ((a, End) :: r)
    end.
  Definition bits_along {A} (one : A -> bool) (k : N) : list A -> list (N * t) -> list (N * t) :=
    let q := node_number 60 1%uint63 in bits_from one 0%uint63 q (int_of (Npos q)) (int_of k) k.
  Lemma bits_along_ok A (one : A -> bool) k l r :
    bits_along one k l r = along (fun i x => of_blocks (if one x then [(i, 1)] else [])) k l r.
  Proof.
    unfold bits_along. cbv zeta. change (node_number 60 1%uint63) with (node_number 60 (0 + 1)%uint63). generalize 0%uint63. revert k r.
    induction l as [|y l IH]; intros k r h; [reflexivity|]. cbn [bits_from along]. rewrite <- int_of_succ. destruct (one y); [|apply IH].
    cbv zeta. cbn [of_blocks fold_right fst snd]. unfold block. cbv zeta. destruct (quick 8 (int_of k)) as [w off].
    destruct (Uint63.eqb (w >> 2) h) eqn:E.
    - apply Uint63.eqb_spec in E. subst h. rewrite IH. reflexivity.
    - rewrite IH. reflexivity.
  Qed.

  Definition disj4 (a b c d x y z w : int) : bool := disj1 a x && (disj1 b y && (disj1 c z && disj1 d w)).
  Fixpoint no_more (u p s : t) : bool :=
    match u, p with
    | Node a b c d l r, Node x y z w m q =>
        match s with
        | Far (xO o) e f g h => disj4 a b c d x y z w && (no_more l m (far o e f g h) && disjb r q)
        | Far (xI o) e f g h => disj4 a b c d x y z w && (no_more r q (far o e f g h) && disjb l m)
        | Node e f g h i j =>
            sub1 (a land x) e && (sub1 (b land y) f && (sub1 (c land z) g && (sub1 (d land w) h &&
              (unless_end l true (no_more l m i) && unless_end r true (no_more r q j)))))
        | _ => subb (inter u p) s
        end%uint63
    | _, _ => subb (inter u p) s
    end.

  (* A thing is listed with one word of its set, that with most bits: if that is not inside of
     the other set's word at this place, the thing's set is not. Neighbours whose sets have bits
     in common are left together when these are not there. *)
  (* A constructor for each place; [thing_at] and [leap_at] are all of them. Up to three neighbours
     with the same place are together. *)
  Inductive chain (A : Type) :=
  | Rest (l : list A)   (* these, whatever is there *)
  | Thing0 (x : int) (m : A) (l : chain A) | Thing1 (x : int) (m : A) (l : chain A)
  | Thing2 (x : int) (m : A) (l : chain A) | Thing3 (x : int) (m : A) (l : chain A)
  | Two0 (x : int) (m : A) (y : int) (n : A) (l : chain A) | Two1 (x : int) (m : A) (y : int) (n : A) (l : chain A)
  | Two2 (x : int) (m : A) (y : int) (n : A) (l : chain A) | Two3 (x : int) (m : A) (y : int) (n : A) (l : chain A)
  | Three0 (x : int) (m : A) (y : int) (n : A) (z : int) (o : A) (l : chain A)
  | Three1 (x : int) (m : A) (y : int) (n : A) (z : int) (o : A) (l : chain A)
  | Three2 (x : int) (m : A) (y : int) (n : A) (z : int) (o : A) (l : chain A)
  | Three3 (x : int) (m : A) (y : int) (n : A) (z : int) (o : A) (l : chain A)
  (* inside: and then after *)
  | Leap0 (x : int) (inside after : chain A) | Leap1 (x : int) (inside after : chain A)
  | Leap2 (x : int) (inside after : chain A) | Leap3 (x : int) (inside after : chain A)
  (* by all words of the node, at one look, where sets have bits in three of them or more *)
  | Whole (x y z w : int) (m : A) (l : chain A) | Wide_leap (x y z w : int) (inside after : chain A).
  Arguments Rest {A}.
  Definition thing_at {A} (i : place) (x : int) (m : A) (l : chain A) : chain A :=
    match i, l with
    | At0, Thing0 _ y n l => Two0 A x m y n l | At0, Two0 _ y n z o l => Three0 A x m y n z o l | At0, _ => Thing0 A x m l
    | At1, Thing1 _ y n l => Two1 A x m y n l | At1, Two1 _ y n z o l => Three1 A x m y n z o l | At1, _ => Thing1 A x m l
    | At2, Thing2 _ y n l => Two2 A x m y n l | At2, Two2 _ y n z o l => Three2 A x m y n z o l | At2, _ => Thing2 A x m l
    | At3, Thing3 _ y n l => Two3 A x m y n l | At3, Two3 _ y n z o l => Three3 A x m y n z o l | At3, _ => Thing3 A x m l
    end.
  Definition leap_at {A} (i : place) : int -> chain A -> chain A -> chain A :=
    match i with At0 => Leap0 A | At1 => Leap1 A | At2 => Leap2 A | At3 => Leap3 A end.
  Definition all_inside (x y z w a b c d : int) : bool :=
    (((diff1 x a lor diff1 y b) lor (diff1 z c lor diff1 w d)) =? 0)%uint63.
  Local Notation also x word m l := (if sub1 x word then m :: l else l) (only parsing).
  Fixpoint among {A} (a b c d : int) (l : chain A) : list A :=
    match l with
    | Rest l => l
    | Thing0 _ x m l => also x a m (among a b c d l)
    | Thing1 _ x m l => also x b m (among a b c d l)
    | Thing2 _ x m l => also x c m (among a b c d l)
    | Thing3 _ x m l => also x d m (among a b c d l)
    | Two0 _ x m y n l => also x a m (also y a n (among a b c d l))
    | Two1 _ x m y n l => also x b m (also y b n (among a b c d l))
    | Two2 _ x m y n l => also x c m (also y c n (among a b c d l))
    | Two3 _ x m y n l => also x d m (also y d n (among a b c d l))
    | Three0 _ x m y n z o l => also x a m (also y a n (also z a o (among a b c d l)))
    | Three1 _ x m y n z o l => also x b m (also y b n (also z b o (among a b c d l)))
    | Three2 _ x m y n z o l => also x c m (also y c n (also z c o (among a b c d l)))
    | Three3 _ x m y n z o l => also x d m (also y d n (also z d o (among a b c d l)))
    | Leap0 _ x inside after => if sub1 x a then among a b c d inside else among a b c d after
    | Leap1 _ x inside after => if sub1 x b then among a b c d inside else among a b c d after
    | Leap2 _ x inside after => if sub1 x c then among a b c d inside else among a b c d after
    | Leap3 _ x inside after => if sub1 x d then among a b c d inside else among a b c d after
    | Whole _ x y z w m l => if all_inside x y z w a b c d then m :: among a b c d l else among a b c d l
    | Wide_leap _ x y z w inside after => if all_inside x y z w a b c d then among a b c d inside else among a b c d after
    end.
  Definition chosen {A} (u : t) (l : chain A) : list A :=
    match u with
    | Node a b c d _ _ => among a b c d l
    | _ => among (word_at At0 u) (word_at At1 u) (word_at At2 u) (word_at At3 u) l
    end.

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
    Variable wide : bool.
    Definition thing (m : A) (l : chain A) : chain A :=
      if wide then Whole A (word_at At0 (f m)) (word_at At1 (f m)) (word_at At2 (f m)) (word_at At3 (f m)) m l else
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
      if wide then
        let at_one i := word_at i common in
        if forallb (fun m => forallb (fun i => sub1 (at_one i) (word_at i (f m))) [At0; At1; At2; At3]) l
        then Wide_leap A (at_one At0) (at_one At1) (at_one At2) (at_one At3) inside after else inside
      else
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
  End Listed.
  Section Chains.
    Variable A : Type.
    Variable f : A -> t.
    Definition is_wide (m : A) : bool :=
      let empty i := (word_at i (f m) =? 0)%uint63 in
      (length (filter empty [At0; At1; At2; At3]) <=? 1)%nat.
    Definition chain_of (l : list A) : chain A :=
      match l with
      | [] => Rest []
      | m :: r => chained A f (existsb is_wide l) 3 (fold_right (fun m s => inter (f m) s) (f m) r) l (Rest [])
      end.
  End Chains.
  Arguments chain_of {A}.
  Arguments thing {A}.
  Arguments things {A}.
  Arguments runs {A}.
  Arguments leap {A}.
  Arguments chained {A}.

  (* That looks at the words of one node of the tree, the one in which the things differ most; or, if they
     differ as much elsewhere, at four words wherever they are. *)
  Definition top (s : t) : t :=
    match s with
    | Node a b c d _ _ => Node a b c d End End
    | Far xH a b c d => Node a b c d End End
    | _ => End
    end.
  Fixpoint at_ (s : t) (q : positive) (i : place) : int :=
    match s with
    | End => 0
    | Node a b c d l r => match q with xH => pick i a b c d | xO q => at_ l q i | xI q => at_ r q i end
    | Far p a b c d => if Pos.eqb q p then pick i a b c d else 0
    end.
  Inductive spot := Spot (q : positive) (i : place) (bits : int).
  Definition more (x y : spot) : bool := match x, y with Spot _ _ n, Spot _ _ m => (m <? n)%uint63 end.
  (* of so many spots at most, those with most bits *)
  Fixpoint ranked (most : nat) (x : spot) (l : list spot) : list spot :=
    match most, l with
    | O, _ => []
    | S _, [] => [x]
    | S most, y :: r => if more x y then x :: ranked most y r else y :: ranked most x r
    end.
  Definition four_ranked (f : positive) (a b c d : int) (l : list spot) : list spot :=
    fold_right (fun (iw : place * int) l => ranked 4 (Spot f (fst iw) (ones 63 (snd iw))) l) l [(At0, a); (At1, b); (At2, c); (At3, d)].
  Fixpoint fullest (f : positive -> positive) (s : t) (l : list spot) : list spot :=
    match s with
    | End => l
    | Node a b c d p q => fullest (fun x => f (xO x)) p (fullest (fun x => f (xI x)) q (four_ranked (f xH) a b c d l))
    | Far q a b c d => four_ranked (f q) a b c d l
    end.
  Fixpoint bits_of_set (s : t) : int :=
    match s with
    | End => 0
    | Node a b c d l r => ones 63 a + ones 63 b + ones 63 c + ones 63 d + bits_of_set l + bits_of_set r
    | Far _ a b c d => ones 63 a + ones 63 b + ones 63 c + ones 63 d
    end%uint63.
  Fixpoint fullest_node (s : t) : positive * int :=
    match s with
    | End => (xH, 0%uint63)
    | Node a b c d l r =>
        let own := (ones 63 a + ones 63 b + ones 63 c + ones 63 d)%uint63 in
        let (p, n) := fullest_node l in
        let (q, m) := fullest_node r in
        if (n <? m)%uint63 then (if (own <? m)%uint63 then (xI q, m) else (xH, own))
        else (if (own <? n)%uint63 then (xO p, n) else (xH, own))
    | Far q a b c d => (q, (ones 63 a + ones 63 b + ones 63 c + ones 63 d)%uint63)
    end.
  Inductive listing_ (A : Type) :=
  | In_node (q : positive) (l : chain A)
  | At_spots (q : positive) (i : place) (r : positive) (j : place) (s : positive) (k : place) (t : positive) (h : place) (l : chain A).
  Arguments In_node {A}. Arguments At_spots {A}.
  Definition listing := listing_.
  Definition words_at q i r j s k t h (u : tree) : tree := Node (at_ u q i) (at_ u r j) (at_ u s k) (at_ u t h) End End.
  Definition listed {A} (f : A -> t) (l : list A) : listing A :=
    match l with
    | [] | [_] | [_; _] | [_; _; _] => In_node xH (Rest l)
    | m :: rest =>
        let known := fold_right (fun m s => inter (f m) s) (f m) rest in
        let differ := diff (fold_right (fun m s => union (f m) s) (f m) rest) known in
        let (node, inside) := fullest_node differ in
        match (if (10 * inside <? 9 * bits_of_set differ)%uint63 then fullest (fun q => q) differ [] else []) with
        | [Spot q i _; Spot r j _; Spot s k _; Spot t h _] =>
            At_spots q i r j s k t h (chain_of (fun m => words_at q i r j s k t h (f m)) l)
        | _ => In_node node (chain_of (fun m => top (below (f m) node)) l)
        end
    end.
  (* Things for some of n bits from the number off of a word on, which may go on in the next word. There
     is one bit, or several: one is found in a tree, in which those below a number are on one side. Of the bits
     of a gap nothing is there. *)
  Inductive search (A : Type) := Tip | Gap (bits : int) | One (x : int) (y : A) | Less (x : int) (below above : search A).
  Arguments Tip {A}. Arguments Gap {A}. Arguments One {A}. Arguments Less {A}.
  Fixpoint seek {A} (x : int) (none several : A) (s : search A) : A :=
    match s with
    | Tip => several
    | Gap bits => if sub1 x bits then none else several
    | One z y => if (x =? z)%uint63 then y else several
    | Less z below above => if (x <? z)%uint63 then seek x none several below else seek x none several above
    end.
  Fixpoint search_of {A} (depth : nat) (first : N) (l : list (N * A)) : search A :=
    match l with
    | [] => let n := 2 ^ N.of_nat depth in if first + n <=? 63 then Gap (WL.mask first n) else Tip
    | (c, y) :: _ =>
        match depth with
        | O => if c =? first then if first <? 63 then One (WL.mask first 1) y else Tip else Tip
        | S depth =>
            let middle := first + 2 ^ N.of_nat depth in
            Less (WL.mask middle 1) (search_of depth first (filter (fun cy => fst cy <? middle) l))
              (search_of depth middle (filter (fun cy => middle <=? fst cy) l))
        end
    end.
  Inductive switches (A : Type) :=
  | Within (q : positive) (i : place) (off bits : int) (s : search A)
  | Across (q : positive) (i : place) (q' : positive) (i' : place) (off back bits : int) (s : search A)
  | Each (l : list (t * A)).
  Arguments Within {A}. Arguments Across {A}. Arguments Each {A}.
  Definition switch := switches.
  Definition node_of (k : N) : positive := N.succ_pos (k / 4).
  Definition place_of_word (k : N) : place := match k mod 4 with 0 => At0 | 1 => At1 | 2 => At2 | _ => At3 end.
  Definition switch_of {A} (a n : N) (l : list (N * A)) : switch A :=
    let (k, off) := split 8 a in
    if n <=? 63 then
      let s := search_of (N.to_nat (N.size (N.pred n))) 0 l in
      let bits := WL.mask 0 n in
      if off + n <=? 63 then Within (node_of k) (place_of_word k) (WL.small off) bits s
      else Across (node_of k) (place_of_word k) (node_of (k + 1)) (place_of_word (k + 1)) (WL.small off) (WL.small (63 - off)) bits s
    else Each (map (fun cy => (block (a + fst cy) 1, snd cy)) l).
  Definition one_of {A} (x : int) (s : search A) (none several : A) : A :=
    if (x land (x - 1) =? 0)%uint63 then if (x =? 0)%uint63 then none else seek x none several s else several.
  Definition switched {A} (u : t) (s : switch A) (none several : A) : A :=
    match s with
    | Within q i off bits s => one_of ((at_ u q i >> off) land bits)%uint63 s none several
    | Across q i q' i' off back bits s =>
        one_of (((at_ u q i >> off) lor (at_ u q' i' << back)) land bits)%uint63 s none several
    | Each l => match only (fun b => subb b u) l with Some (Some y) => y | Some None => none | None => several end
    end.

  (* in an array that is only read, once it is made *)
  Definition name := int.
  Definition name_of (i : N) : name := int_of i.
  Definition same_name (x y : name) : bool := (x =? y)%uint63.
  Definition name_before (x : name) : name := (x - 1)%uint63.
  Definition table (A : Type) := PArray.array (option A).
  (* from the place k on *)
  Fixpoint put_all {A} (k : int) (l : list A) (t : table A) : table A :=
    match l with [] => t | x :: l => put_all (k + 1)%uint63 l (PArray.set t k (Some x)) end.
  (* below it *)
  Fixpoint put_back {A} (k : int) (l : list A) (t : table A) : table A :=
    match l with [] => t | x :: l => let k := (k - 1)%uint63 in put_back k l (PArray.set t k (Some x)) end.
  Definition count_of {A} (l : list A) : int := fold_left (fun n _ => (n + 1)%uint63) l 0%uint63.
  Definition tabled {A} (l : list A) : table A := put_all 0 l (PArray.make (count_of l) None).
  Definition tabled_back {A} (l : list A) : table A := let n := count_of l in put_back n l (PArray.make n None).
  Definition named {A} (n : name) (t : table A) : option A := PArray.get t n.
  Definition has_room (n : N) : bool := n <=? 4000000.
  Definition blank {A} (n : N) : table A := PArray.make (name_of n) None.
  Definition put {A} (n : name) (x : A) (t : table A) : table A := PArray.set t n (Some x).
  Definition roomy {A} (n : N) (t : table A) : Prop := (Z.of_N n <= to_Z (PArray.length t))%Z.
  Lemma number_of_name i : i <= 4000000 -> to_Z (name_of i) = Z.of_N i.
  Proof. intro L. unfold name_of. rewrite int_of_ok. change wB with 9223372036854775808%Z. lia. Qed.
  Lemma name_before_ok n i : has_room n = true -> i < n -> name_before (name_of (N.succ i)) = name_of i.
  Proof.
    unfold has_room, name_before. intros R L. apply N.leb_le in R. apply to_Z_inj. rewrite sub_spec, !number_of_name by lia.
    change (to_Z 1) with 1%Z. rewrite Z.mod_small by (change wB with 9223372036854775808%Z; lia). lia.
  Qed.
  Lemma blank_roomy A n : has_room n = true -> roomy n (@blank A n).
  Proof.
    unfold has_room, roomy, blank. intro L. apply N.leb_le in L. rewrite PArray.length_make.
    destruct (_ <=? _)%uint63; [rewrite number_of_name by exact L; lia|].
    change (to_Z PArray.max_length) with 4194303%Z. lia.
  Qed.
  Lemma named_blank A n i : named i (@blank A n) = None. Proof. apply PArray.get_make. Qed.
  Lemma put_roomy A n i (x : A) t : roomy n t -> roomy n (put i x t).
  Proof. unfold roomy, put. rewrite PArray.length_set. auto. Qed.
  Lemma named_put A n i j (x : A) t : has_room n = true -> roomy n t -> i < n -> j < n ->
    named (name_of j) (put (name_of i) x t) = if j =? i then Some x else named (name_of j) t.
  Proof.
    unfold has_room, roomy, named, put. intros R T I J. apply N.leb_le in R. destruct (N.eqb_spec j i) as [->|NE].
    - apply PArray.get_set_same. apply ltb_spec. rewrite number_of_name by lia. lia.
    - apply PArray.get_set_other. intro E. apply NE. apply (f_equal to_Z) in E. rewrite !number_of_name in E by lia. lia.
  Qed.
  Lemma named_tabled A n (l : list A) i x : has_room n = true -> N.of_nat (length l) <= n ->
    named (name_of i) (tabled l) = Some x -> nth_error l (N.to_nat i) = Some x.
  Proof.
    unfold has_room, tabled. intros R L. apply N.leb_le in R.
    assert (G : forall l k t j, (to_Z k + Z.of_nat (length l) <= 4000000)%Z -> named j (put_all k l t) = Some x ->
      named j t = Some x \/ (to_Z k <= to_Z j)%Z /\ nth_error l (Z.to_nat (to_Z j - to_Z k)) = Some x).
    { clear. induction l as [|y l IH]; intros k t j B H; [auto|]. cbn [put_all length] in *.
      assert (K : to_Z (k + 1)%uint63 = (to_Z k + 1)%Z).
      { destruct (to_Z_bounded k). rewrite add_spec. change (to_Z 1) with 1%Z. apply Z.mod_small. change wB with 9223372036854775808%Z. lia. }
      apply IH in H; rewrite K in *; [|lia]. destruct H as [H|[H1 H2]].
      - unfold named in *. destruct (Uint63.eqs k j) as [->|NE].
        + destruct (j <? PArray.length t)%uint63 eqn:Lt.
          * rewrite PArray.get_set_same in H by exact Lt. inversion H; subst. right. split; [lia|]. rewrite Z.sub_diag. reflexivity.
          * rewrite PArray.get_out_of_bounds in H by (rewrite PArray.length_set; exact Lt). rewrite PArray.default_set in H.
            left. rewrite PArray.get_out_of_bounds by exact Lt. exact H.
        + rewrite PArray.get_set_other in H by exact NE. auto.
      - right. split; [lia|]. replace (Z.to_nat (to_Z j - to_Z k)) with (S (Z.to_nat (to_Z j - (to_Z k + 1)))) by lia. exact H2. }
    intro H. apply G in H; change (to_Z 0) with 0%Z in *; [|lia].
    unfold named in H. rewrite PArray.get_make in H. destruct H as [H|[_ H]]; [discriminate|]. rewrite Z.sub_0_r in H.
    unfold name_of in H. rewrite int_of_ok in H. destruct (Z.le_gt_cases (Z.of_N i) (wB - 1)) as [S|S].
    - rewrite Z.min_l in H by exact S. rewrite <- N_nat_Z, Nat2Z.id in H. exact H.
    - rewrite Z.min_r in H by lia. assert (K : (Z.to_nat (wB - 1) < length l)%nat) by (apply nth_error_Some; rewrite H; discriminate).
      apply Nat2Z.inj_lt in K. rewrite Z2Nat.id in K by discriminate. change wB with 9223372036854775808%Z in K. lia.
  Qed.
  Lemma named_tabled_back A n (l : list A) i x : has_room n = true -> N.of_nat (length l) <= n ->
    named (name_of i) (tabled_back l) = Some x -> nth_error (rev l) (N.to_nat i) = Some x.
  Proof.
    unfold has_room, tabled_back. intros R L H. apply N.leb_le in R. cbv zeta in H.
    assert (G : forall l k t j, (to_Z k <= 4000000)%Z -> to_Z k = Z.of_nat (length l) -> named j (put_back k l t) = Some x ->
      named j t = Some x \/ nth_error (rev l) (Z.to_nat (to_Z j)) = Some x).
    { clear. induction l as [|y l IH]; intros k t j B E H; [auto|]. cbn [put_back length rev] in *. cbv zeta in H.
      assert (K : to_Z (k - 1)%uint63 = Z.of_nat (length l)).
      { destruct (to_Z_bounded k). rewrite sub_spec. change (to_Z 1) with 1%Z. change wB with 9223372036854775808%Z. rewrite Z.mod_small by lia. lia. }
      apply IH in H; [|lia|exact K]. destruct H as [H|H].
      - unfold named in *. destruct (Uint63.eqs (k - 1) j) as [<-|NE].
        + destruct (k - 1 <? PArray.length t)%uint63 eqn:Lt.
          * rewrite PArray.get_set_same in H by exact Lt. inversion H; subst. right.
            rewrite K, Nat2Z.id, nth_error_app2, rev_length, Nat.sub_diag by (rewrite rev_length; lia). reflexivity.
          * rewrite PArray.get_out_of_bounds in H by (rewrite PArray.length_set; exact Lt). rewrite PArray.default_set in H.
            left. rewrite PArray.get_out_of_bounds by exact Lt. exact H.
        + rewrite PArray.get_set_other in H by exact NE. auto.
      - right. rewrite nth_error_app1; [exact H|]. apply nth_error_Some. rewrite H. discriminate. }
    assert (C : forall (l : list A) k, (to_Z k + Z.of_nat (length l) <= 4000000)%Z ->
      to_Z (fold_left (fun n _ => (n + 1)%uint63) l k) = (to_Z k + Z.of_nat (length l))%Z).
    { clear. induction l as [|y l IH]; intros k B; cbn [fold_left length] in *; [lia|].
      assert (K : to_Z (k + 1)%uint63 = (to_Z k + 1)%Z).
      { destruct (to_Z_bounded k). rewrite add_spec. change (to_Z 1) with 1%Z. apply Z.mod_small. change wB with 9223372036854775808%Z. lia. }
      rewrite IH; lia. }
    assert (C0 : to_Z (count_of l) = Z.of_nat (length l)) by (apply (C l 0%uint63); change (to_Z 0) with 0%Z; lia).
    apply G in H; rewrite ?C0; [|lia|lia].
    unfold named in H. rewrite PArray.get_make in H. destruct H as [H|H]; [discriminate|].
    unfold name_of in H. rewrite int_of_ok in H. destruct (Z.le_gt_cases (Z.of_N i) (wB - 1)) as [S|S].
    - rewrite Z.min_l in H by exact S. rewrite <- N_nat_Z, Nat2Z.id in H. exact H.
    - rewrite Z.min_r in H by lia. assert (K : (Z.to_nat (wB - 1) < length (rev l))%nat) by (apply nth_error_Some; rewrite H; discriminate).
      apply Nat2Z.inj_lt in K. rewrite Z2Nat.id in K by discriminate. rewrite rev_length in K. change wB with 9223372036854775808%Z in K. lia.
  Qed.
  Lemma same_name_ok n i j : has_room n = true -> i < n -> j < n -> same_name (name_of i) (name_of j) = (i =? j).
  Proof.
    unfold has_room, same_name. intros R I J. apply N.leb_le in R. apply eq_true_iff_eq. rewrite Uint63.eqb_spec, N.eqb_eq.
    split; [|intros ->; reflexivity]. intro E. apply (f_equal to_Z) in E. rewrite !number_of_name in E by lia. lia.
  Qed.
  Lemma named_in A n (l : list A) x : named n (tabled l) = Some x -> In x l.
  Proof.
    unfold tabled. assert (G : forall l i t, named n (put_all i l t) = Some x -> named n t = Some x \/ In x l).
    { clear l. induction l as [|y l IH]; intros i t H; [auto|]. cbn [put_all] in H. apply IH in H.
      destruct H as [H|H]; [|simpl; auto]. unfold named in H. destruct (Uint63.eqs i n) as [->|NE].
      - destruct (n <? PArray.length t)%uint63 eqn:L.
        + rewrite PArray.get_set_same in H by exact L. inversion H. simpl. auto.
        + rewrite PArray.get_out_of_bounds in H by (rewrite PArray.length_set; exact L). rewrite PArray.default_set in H.
          left. unfold named. rewrite PArray.get_out_of_bounds by exact L. exact H.
      - rewrite PArray.get_set_other in H by exact NE. auto. }
    intro H. apply G in H. destruct H as [H|H]; [|exact H]. unfold named in H. rewrite PArray.get_make in H. discriminate.
  Qed.
  Definition perhaps {A} (u : t) (l : listing A) : list A :=
    match l with
    | In_node q c => chosen (below u q) c
    | At_spots q i r j s k t h c => among (at_ u q i) (at_ u r j) (at_ u s k) (at_ u t h) c
    end.

  (* A word by the number of its node and its place in it; all is as it is with single words. *)
  Definition number (i : place) : N := match i with At0 => 0 | At1 => 1 | At2 => 2 | At3 => 3 end.
  Definition word_number (q : positive) (i : place) : N := 4 * N.pred (Npos q) + number i.
  Lemma mem_four b a1 a2 a3 a4 k : mem b (N.shiftl (WL.den [a1; a2; a3; a4]) (252 * k)) <->
    exists i, 4 * k + number i = b / 63 /\ mem (b mod 63) (WL.den1 (pick i a1 a2 a3 a4)).
  Proof.
    assert (D := N.div_mod b 63 ltac:(discriminate)). assert (R := N.mod_lt b 63 ltac:(discriminate)).
    set (m := b / 63) in *. set (o := b mod 63) in *. clearbody m o.
    assert (G : mem b (N.shiftl (WL.den [a1; a2; a3; a4]) (252 * k)) <-> 252 * k <= b /\ mem (b - 252 * k) (WL.den [a1; a2; a3; a4])).
    { unfold mem. destruct (N.lt_ge_cases b (252 * k)) as [L|L].
      - rewrite N.shiftl_spec_low by exact L. split; [discriminate|lia].
      - rewrite N.shiftl_spec_high' by exact L. tauto. }
    rewrite G, !WL.mem_cons. cbn [WL.den]. assert (Z := mem_0 (b - 252 * k - 63 - 63 - 63 - 63)).
    split.
    - intros (L & [(H1 & H)|(H1 & [(H2 & H)|(H2 & [(H3 & H)|(H3 & [(H4 & H)|(H4 & H)])])])]);
        [exists At0|exists At1|exists At2|exists At3|contradiction]; cbn [number pick]; (split; [lia|]);
        match type of H with mem ?x _ => replace o with x by lia end; exact H.
    - intros ([] & E & H); cbn [number pick] in *; (split; [lia|]).
      + left. split; [lia|]. replace (b - 252 * k) with o by lia. exact H.
      + right. split; [lia|]. left. split; [lia|]. replace (b - 252 * k - 63) with o by lia. exact H.
      + right. split; [lia|]. right. split; [lia|]. left. split; [lia|].
        replace (b - 252 * k - 63 - 63) with o by lia. exact H.
      + right. split; [lia|]. right. split; [lia|]. right. split; [lia|]. left. split; [lia|].
        replace (b - 252 * k - 63 - 63 - 63) with o by lia. exact H.
  Qed.
  Lemma mem_den_from s : forall f b, mem b (den_from f s) <->
    exists q i, word_number (f q) i = b / 63 /\ mem (b mod 63) (WL.den1 (at_ s q i)).
  Proof.
    induction s as [|a1 a2 a3 a4 l IHl r IHr|p a1 a2 a3 a4]; intros f b.
    - split; [intro H; destruct (mem_0 b H)|]. intros (q & i & _ & H). destruct (mem_0 _ H).
    - cbn [den_from]. rewrite !mem_lor, IHl, IHr, mem_four. split.
      + intros [(i & H)|[(q & i & H)|(q & i & H)]]; [exists xH, i|exists (xO q), i|exists (xI q), i]; exact H.
      + intros ([q|q|] & i & H); [right; right|right; left|left]; eauto.
    - cbn [den_from at_]. rewrite mem_four. unfold word_number. split.
      + intros (i & H). exists p, i. rewrite Pos.eqb_refl. exact H.
      + intros (q & i & E & H). destruct (Pos.eqb_spec q p) as [->|_]; [eauto|destruct (mem_0 _ H)].
  Qed.
  Lemma word_number_inj q i q' i' : word_number q i = word_number q' i' -> q = q' /\ i = i'.
  Proof. unfold word_number. destruct i, i'; cbn [number]; intro E; (split; [lia|]); first [reflexivity|exfalso; lia]. Qed.
  Lemma mem_den s q i o b : b = 63 * word_number q i + o -> o < 63 ->
    (mem b (den s) <-> mem o (WL.den1 (at_ s q i))).
  Proof.
    intros E L. unfold den. rewrite mem_den_from.
    assert (b / 63 = word_number q i /\ b mod 63 = o) as [D M].
    { subst b. rewrite N.mul_comm. split; [rewrite N.div_add_l|rewrite N.add_comm, N.mod_add]; try discriminate;
        [rewrite N.div_small by exact L; apply N.add_0_r|apply N.mod_small, L]. }
    rewrite D, M. split; [|eauto]. intros (q' & i' & F & H). apply word_number_inj in F. destruct F as [-> ->]. exact H.
  Qed.
  Lemma place_of b : exists q i o, b = 63 * word_number q i + o /\ o < 63.
  Proof.
    assert (D := N.div_mod b 252 ltac:(discriminate)). assert (R := N.mod_lt b 252 ltac:(discriminate)).
    set (r := b mod 252) in *. exists (N.succ_pos (b / 252)).
    assert (Q : N.pred (Npos (N.succ_pos (b / 252))) = b / 252) by (rewrite N.succ_pos_spec; apply N.pred_succ).
    unfold word_number. rewrite Q. clear Q. set (k := b / 252) in *. clearbody k r.
    destruct (N.lt_ge_cases r 63); [exists At0, r; cbn [number]; lia|].
    destruct (N.lt_ge_cases r 126); [exists At1, (r - 63); cbn [number]; lia|].
    destruct (N.lt_ge_cases r 189); [exists At2, (r - 126); cbn [number]; lia|].
    exists At3, (r - 189). cbn [number]. lia.
  Qed.
  (* so sets are what their words are *)
  Lemma den_words s n : (forall q i o, o < 63 -> (mem (63 * word_number q i + o) n <-> mem o (WL.den1 (at_ s q i)))) ->
    den s = n.
  Proof.
    intro H. apply mem_ext. intro b. destruct (place_of b) as (q & i & o & E & L).
    rewrite (mem_den s q i o b E L), E. symmetry. apply H, L.
  Qed.
  Lemma land_0 x : (x land 0)%uint63 = 0%uint63.
  Proof. apply WL.den1_inj. rewrite WL.den1_land, WL.den1_0. apply N.land_0_r. Qed.
  Lemma land_0_l x : (0 land x)%uint63 = 0%uint63.
  Proof. apply WL.den1_inj. rewrite WL.den1_land, WL.den1_0. reflexivity. Qed.
  Lemma lor_0 x : (x lor 0)%uint63 = x.
  Proof. apply WL.den1_inj. rewrite WL.den1_lor, WL.den1_0. apply N.lor_0_r. Qed.
  Lemma lor_0_l x : (0 lor x)%uint63 = x.
  Proof. apply WL.den1_inj. rewrite WL.den1_lor, WL.den1_0. reflexivity. Qed.
  Lemma diff_0 x : diff1 x 0 = x.
  Proof. apply WL.den1_inj. unfold diff1. rewrite WL.den1_diff, WL.den1_0. apply N.ldiff_0_r. Qed.
  Lemma diff_0_l x : diff1 0 x = 0%uint63.
  Proof. apply WL.den1_inj. unfold diff1. rewrite WL.den1_diff, WL.den1_0. reflexivity. Qed.
  Lemma land_comm x y : (x land y)%uint63 = (y land x)%uint63.
  Proof. apply WL.den1_inj. rewrite !WL.den1_land. apply N.land_comm. Qed.
  Lemma lor_comm x y : (x lor y)%uint63 = (y lor x)%uint63.
  Proof. apply WL.den1_inj. rewrite !WL.den1_lor. apply N.lor_comm. Qed.
  Lemma pick_0 i : pick i 0 0 0 0 = 0%uint63.
  Proof. destruct i; reflexivity. Qed.
  Lemma at_far q a b c d q' i : at_ (far q a b c d) q' i = if Pos.eqb q' q then pick i a b c d else 0%uint63.
  Proof. destruct q; try reflexivity. destruct q'; reflexivity. Qed.
  Lemma at_far_below q : forall p a b c d i, at_ (far_below q p a b c d) xH i = if Pos.eqb q p then pick i a b c d else 0%uint63.
  Proof.
    induction q as [q IH|q IH|]; intros [p|p|] a b c d i; cbn [far_below Pos.eqb]; try apply IH; try reflexivity;
      rewrite at_far; reflexivity.
  Qed.
  Lemma at_below s : forall q i, at_ (below s q) xH i = at_ s q i.
  Proof.
    induction s as [|a b c d l IHl r IHr|p a b c d]; intros q i; cbn [below]; [reflexivity| |apply at_far_below].
    destruct q; cbn [at_]; auto.
  Qed.
  Lemma word_top s i : word_at i s = at_ s xH i.
  Proof. destruct s as [| |[p|p|] a b c d]; reflexivity. Qed.
  Lemma word_below s q i : word_at i (below s q) = at_ s q i.
  Proof. rewrite word_top. apply at_below. Qed.
  Lemma at_zip f q a b c d v q' i : at_ (zip f q a b c d v) q' i =
    if Pos.eqb q' q then f (pick i a b c d) (word_at i v) else 0%uint63.
  Proof. destruct v; cbn [zip at_]; destruct (Pos.eqb q' q); destruct i; reflexivity. Qed.
  Lemma at_without s : forall p x y z w q i, at_ (without s p x y z w) q i =
    diff1 (at_ s q i) (if Pos.eqb q p then pick i x y z w else 0).
  Proof.
    induction s as [|a b c d l IHl r IHr|p' a b c d]; intros p x y z w q i; cbn [without].
    - rewrite diff_0_l. reflexivity.
    - destruct p as [p|p|], q as [q|q|]; cbn [at_ Pos.eqb]; rewrite ?diff_0; auto; destruct i; reflexivity.
    - destruct (Pos.eqb_spec p' p) as [->|NE]; cbn [at_].
      + destruct (Pos.eqb q p); [destruct i; reflexivity|rewrite diff_0; reflexivity].
      + destruct (Pos.eqb_spec q p) as [->|]; [|rewrite diff_0; reflexivity].
        destruct (Pos.eqb_spec p p'); [congruence|]. rewrite diff_0_l. reflexivity.
  Qed.
  Lemma at_diff s : forall u q i, at_ (diff s u) q i = diff1 (at_ s q i) (at_ u q i).
  Proof.
    induction s as [|a b c d l IHl r IHr|p a b c d]; intros u q i.
    - cbn [diff at_]. rewrite diff_0_l. destruct u; reflexivity.
    - destruct u as [|x y z w m n|p x y z w].
      + cbn [diff]. rewrite diff_0. reflexivity.
      + destruct q as [q|q|]; cbn [diff at_]; [rewrite <- IHr; destruct r|rewrite <- IHl; destruct l|destruct i]; reflexivity.
      + cbn [diff]. rewrite at_without. reflexivity.
    - assert (E : forall v, v = below u p -> at_ (zip diff1 p a b c d v) q i = diff1 (at_ (Far p a b c d) q i) (at_ u q i)).
      { intros v ->. rewrite at_zip, word_below. cbn [at_]. destruct (Pos.eqb_spec q p) as [->|]; [reflexivity|].
        rewrite diff_0_l. reflexivity. }
      change (diff (Far p a b c d) u) with (match below u p with End => Far p a b c d | v => zip diff1 p a b c d v end).
      destruct (below u p) as [| |] eqn:B; [|apply E; reflexivity|apply E; reflexivity].
      rewrite <- (E End eq_refl). cbn [zip word_at]. cbn [at_]. destruct (Pos.eqb q p); [|reflexivity]. destruct i; cbn [pick]; rewrite diff_0; reflexivity.
  Qed.
  Lemma at_join q a b c d : forall p x y z w q' i, at_ (join q a b c d p x y z w) q' i =
    ((if Pos.eqb q' q then pick i a b c d else 0) lor (if Pos.eqb q' p then pick i x y z w else 0))%uint63.
  Proof.
    induction q as [q IH|q IH|]; intros [p|p|] x y z w [q'|q'|] i; cbn [join at_ Pos.eqb];
      rewrite ?at_far, ?IH, ?pick_0, ?lor_0, ?lor_0_l; try reflexivity; destruct i; reflexivity.
  Qed.
  Lemma at_with q a b c d s : forall q' i,
    at_ (with_ q a b c d s) q' i = ((if Pos.eqb q' q then pick i a b c d else 0) lor at_ s q' i)%uint63.
  Proof.
    revert q. induction s as [|x y z w l IHl r IHr|p x y z w]; intros q q' i; cbn [with_].
    - rewrite at_far, lor_0. reflexivity.
    - destruct q as [q|q|], q' as [q'|q'|]; cbn [at_ Pos.eqb]; rewrite ?lor_0_l; auto; destruct i; reflexivity.
    - destruct (Pos.eqb_spec q p) as [->|]; [|apply at_join]. cbn [at_].
      destruct (Pos.eqb q' p); [destruct i; reflexivity|rewrite lor_0; reflexivity].
  Qed.
  Lemma at_union s : forall u q i, at_ (union s u) q i = (at_ s q i lor at_ u q i)%uint63.
  Proof.
    induction s as [|a b c d l IHl r IHr|p a b c d]; intros u q i.
    - cbn [union at_]. rewrite lor_0_l. destruct u; reflexivity.
    - destruct u as [|x y z w m n|p x y z w].
      + cbn [union]. rewrite lor_0. reflexivity.
      + destruct q as [q|q|]; cbn [union at_]; auto. destruct i; reflexivity.
      + cbn [union]. rewrite at_with, lor_comm. reflexivity.
    - destruct u as [|x y z w m n|p' x y z w]; cbn [union]; [rewrite lor_0; reflexivity| |]; apply at_with.
  Qed.
  Lemma at_inter s : forall u q i, at_ (inter s u) q i = (at_ s q i land at_ u q i)%uint63.
  Proof.
    assert (E : forall p a b c d u q i, at_ (match below u p with End => End | v => zip Uint63.land p a b c d v end) q i =
                  (at_ (Far p a b c d) q i land at_ u q i)%uint63).
    { intros p a b c d u q i. assert (W := word_below u p i).
      destruct (below u p) as [| |]; rewrite ?at_zip, ?W; cbn [at_ word_at] in *;
        destruct (Pos.eqb_spec q p) as [->|]; rewrite ?land_0_l; try reflexivity. rewrite <- W, land_0. reflexivity. }
    induction s as [|a b c d l IHl r IHr|p a b c d]; intros u q i.
    - cbn [at_]. rewrite land_0_l. destruct u as [| |p x y z w]; try reflexivity.
    - destruct u as [|x y z w m n|p x y z w].
      + cbn [inter at_]. rewrite land_0. reflexivity.
      + destruct q as [q|q|]; cbn [inter at_]; auto. destruct i; reflexivity.
      + rewrite land_comm. apply E.
    - apply E.
  Qed.
  Lemma den_diff s u : den (diff s u) = N.ldiff (den s) (den u).
  Proof.
    apply den_words. intros q i o L. rewrite at_diff. unfold diff1. rewrite WL.den1_diff, !mem_ldiff, !(mem_den _ q i o _ eq_refl L). tauto.
  Qed.
  Lemma den_union s u : den (union s u) = N.lor (den s) (den u).
  Proof.
    apply den_words. intros q i o L. rewrite at_union, WL.den1_lor, !mem_lor, !(mem_den _ q i o _ eq_refl L). tauto.
  Qed.
  Lemma den_inter s u : den (inter s u) = N.land (den s) (den u).
  Proof.
    apply den_words. intros q i o L. rewrite at_inter, WL.den1_land, !mem_land, !(mem_den _ q i o _ eq_refl L). tauto.
  Qed.
  Lemma zeros_words a b c d : zeros a b c d = true <-> forall i, pick i a b c d = 0%uint63.
  Proof.
    unfold zeros. rewrite !andb_true_iff, !Uint63.eqb_spec. split; [intros (A & B & C & D) []; assumption|].
    intro H. repeat split; [apply (H At0)|apply (H At1)|apply (H At2)|apply (H At3)].
  Qed.
  Lemma zero_words s : zero s = true <-> forall q i, at_ s q i = 0%uint63.
  Proof.
    induction s as [|a b c d l IHl r IHr|p a b c d]; [split; reflexivity| |]; cbn [zero].
    - rewrite !andb_true_iff, zeros_words, IHl, IHr. split.
      + intros (A & L & R) [q|q|] i; cbn [at_]; auto.
      + intro H. split; [exact (H xH)|]. split; intros q i; [apply (H (xO q))|apply (H (xI q))].
    - rewrite zeros_words. cbn [at_]. split; [intros H q i; destruct (Pos.eqb q p); auto|].
      intros H i. specialize (H p i). rewrite Pos.eqb_refl in H. exact H.
  Qed.
  Lemma sub1_0 x : sub1 x 0 = (x =? 0)%uint63.
  Proof.
    unfold sub1. rewrite land_0. apply eq_true_iff_eq. rewrite !Uint63.eqb_spec. split; auto.
  Qed.
  Lemma sub0_1 x : sub1 0 x = true.
  Proof. unfold sub1. rewrite land_0_l. apply Uint63.eqb_spec. reflexivity. Qed.
  Lemma sub1_mem x y : sub1 x y = true <-> sub (WL.den1 x) (WL.den1 y).
  Proof.
    unfold sub1. rewrite Uint63.eqb_spec, <- Counting.subb_ok. unfold Counting.subb. rewrite N.eqb_eq, <- WL.den1_land.
    split; [intros ->; reflexivity|apply WL.den1_inj].
  Qed.
  Lemma sub1_diff x y : sub1 x y = true <-> diff1 x y = 0%uint63.
  Proof.
    rewrite sub1_mem. split.
    - intro H. apply WL.den1_inj. unfold diff1. rewrite WL.den1_diff, WL.den1_0. apply mem_ext. intro b. rewrite mem_ldiff.
      generalize (mem_0 b) (H b). tauto.
    - intros E b M. apply (f_equal WL.den1) in E. unfold diff1 in E. rewrite WL.den1_diff, WL.den1_0 in E.
      destruct (N.testbit (WL.den1 y) b) eqn:T; [exact T|]. destruct (mem_0 b). rewrite <- E. apply mem_ldiff.
      split; [exact M|]. unfold mem. rewrite T. discriminate.
  Qed.
  Lemma sub_at_words a b c d u : forall q, sub_at q a b c d u = true <-> forall i, sub1 (pick i a b c d) (at_ u q i) = true.
  Proof.
    assert (Z : zeros a b c d = true <-> forall i, sub1 (pick i a b c d) 0 = true).
    { rewrite zeros_words. split; intros H i; specialize (H i); rewrite sub1_0, Uint63.eqb_spec in *; exact H. }
    assert (F : forall x y z w, sub1 a x && (sub1 b y && (sub1 c z && sub1 d w)) = true <->
                                forall i, sub1 (pick i a b c d) (pick i x y z w) = true).
    { intros x y z w. rewrite !andb_true_iff. split; [intros (A & B & C & D) []; assumption|].
      intro H. repeat split; [apply (H At0)|apply (H At1)|apply (H At2)|apply (H At3)]. }
    induction u as [|x y z w l IHl r IHr|p x y z w]; intro q; cbn [sub_at at_]; [exact Z|destruct q; auto|].
    destruct (Pos.eqb q p); auto.
  Qed.
  Lemma subb_words s : forall u, subb s u = true <-> forall q i, sub1 (at_ s q i) (at_ u q i) = true.
  Proof.
    induction s as [|a b c d l IHl r IHr|p a b c d]; intro u.
    - split; [intros _ q i; apply sub0_1|destruct u; reflexivity].
    - destruct u as [|x y z w m n|p x y z w].
      + change (subb (Node a b c d l r) End) with (zero (Node a b c d l r)). rewrite zero_words. split; intros H q i; specialize (H q i).
        * rewrite H. reflexivity.
        * cbn [at_] in H. rewrite sub1_0 in H. apply Uint63.eqb_spec in H. exact H.
      + assert (E : forall s u, unless_end s true (subb s u) = subb s u) by (intros []; reflexivity).
        cbn [subb]. rewrite !E, !andb_true_iff, IHl, IHr. split.
        * intros (A & B & C & D & L & R) [q|q|] []; cbn [at_ pick]; auto.
        * intro H. repeat split; [apply (H xH At0)|apply (H xH At1)|apply (H xH At2)|apply (H xH At3)| |]; intros q i;
            [apply (H (xO q))|apply (H (xI q))].
      + change (subb (Node a b c d l r) (Far p x y z w)) with (zero (without (Node a b c d l r) p x y z w)).
        rewrite zero_words. split; intros H q i; specialize (H q i).
        * rewrite at_without in H. apply sub1_diff. exact H.
        * rewrite at_without. apply sub1_diff. exact H.
    - change (subb (Far p a b c d) u) with (sub_at p a b c d u). rewrite sub_at_words. cbn [at_]. split.
      + intros H q i. destruct (Pos.eqb_spec q p) as [->|]; [apply H|apply sub0_1].
      + intros H i. specialize (H p i). rewrite Pos.eqb_refl in H. exact H.
  Qed.
  Lemma sub1_both x y : sub1 x y = true -> sub1 y x = true -> x = y.
  Proof. unfold sub1. rewrite !Uint63.eqb_spec. intros A B. rewrite <- A. rewrite land_comm. exact B. Qed.
  Lemma eqb_words s : forall u, eqb s u = true -> forall q i, at_ s q i = at_ u q i.
  Proof.
    assert (Both : forall s u, subb s u && subb u s = true -> forall q i, at_ s q i = at_ u q i).
    { intros s' u. rewrite andb_true_iff, !subb_words. intros [A B] q i. apply sub1_both; auto. }
    induction s as [|a b c d l IHl r IHr|p a b c d]; intros [|x y z w m n|p' x y z w]; try (apply Both).
    cbn [eqb]. intro H. rewrite !andb_true_iff, !Uint63.eqb_spec in H. destruct H as (A & B & C & D & L & R).
    intros [q|q|] []; cbn [at_ pick]; auto.
  Qed.
  Lemma eqb_ok s u : eqb s u = true -> den s = den u.
  Proof.
    intro H. apply den_words. intros q i o L. rewrite (eqb_words s u H). apply (mem_den _ q i o _ eq_refl L).
  Qed.
  Lemma subb_ok s u : subb s u = Counting.subb (den s) (den u).
  Proof.
    apply eq_true_iff_eq. rewrite subb_words, Counting.subb_ok. split.
    - intros H b. destruct (place_of b) as (q & i & o & E & L). rewrite !(mem_den _ q i o b E L).
      apply sub1_mem. apply H.
    - intros H q i. apply sub1_mem. intros o Ho. assert (L := WL.mem1_lt _ _ Ho).
      apply (mem_den u q i o _ eq_refl L). apply H. apply (mem_den s q i o _ eq_refl L). exact Ho.
  Qed.
  Lemma disjb_words s : forall u, disjb s u = true -> forall q i, (at_ s q i land at_ u q i)%uint63 = 0%uint63.
  Proof.
    assert (F : forall a b c d x y z w, disj1 a x && (disj1 b y && (disj1 c z && disj1 d w)) = true ->
              forall i, (pick i a b c d land pick i x y z w)%uint63 = 0%uint63).
    { intros *. unfold disj1. rewrite !andb_true_iff, !Uint63.eqb_spec. intros (A & B & C & D) []; assumption. }
    assert (E : forall a b c d u p, disj_at p a b c d u = true ->
              forall q i, (at_ (Far p a b c d) q i land at_ u q i)%uint63 = 0%uint63).
    { intros a b c d u p H q i. cbn [at_]. destruct (Pos.eqb_spec q p) as [->|]; [|apply land_0_l]. revert p H.
      induction u as [|x y z w l IHl r IHr|p' x y z w]; intros p H; cbn [at_ disj_at] in *; [apply land_0|destruct p; auto|].
      destruct (Pos.eqb p p'); [auto|apply land_0]. }
    induction s as [|a b c d l IHl r IHr|p a b c d]; intros u H q i.
    - apply land_0_l.
    - destruct u as [|x y z w m n|p x y z w]; [apply land_0| |rewrite land_comm; apply E; exact H].
      assert (E' : forall s u, unless_end s true (disjb s u) = disjb s u) by (intros [] []; reflexivity).
      cbn [disjb] in H. rewrite !E', !andb_true_iff in H. unfold disj1 in H. rewrite !Uint63.eqb_spec in H.
      destruct H as (A & B & C & D & L & R). destruct q as [q|q|]; cbn [at_]; auto. destruct i; cbn [pick]; assumption.
    - apply E. exact H.
  Qed.
  Lemma disjb_ok s u : disjb s u = true -> N.land (den s) (den u) = 0.
  Proof.
    intro H. rewrite <- den_inter. apply den_words. intros q i o L. rewrite at_inter, (disjb_words s u H).
    generalize (mem_0 (63 * word_number q i + o)) (mem_0 o). rewrite WL.den1_0. tauto.
  Qed.
  Lemma at_word_in p j w q i : at_ (word_in p j w) q i = if word_number q i =? word_number p j then w else 0%uint63.
  Proof.
    destruct (N.eqb_spec (word_number q i) (word_number p j)) as [E|NE].
    - apply word_number_inj in E. destruct E as [-> ->]. destruct j; cbn [word_in]; rewrite at_far, Pos.eqb_refl; reflexivity.
    - destruct j; cbn [word_in]; rewrite at_far; destruct (Pos.eqb_spec q p) as [->|]; try reflexivity;
        destruct i; try reflexivity; congruence.
  Qed.
  Lemma den_word_in p j w : den (word_in p j w) = N.shiftl (WL.den1 w) (63 * word_number p j).
  Proof.
    set (k := word_number p j). apply den_words. intros q i o L. rewrite at_word_in. fold k.
    assert (G : forall b, mem b (N.shiftl (WL.den1 w) (63 * k)) <-> 63 * k <= b /\ mem (b - 63 * k) (WL.den1 w)).
    { intro b. unfold mem. destruct (N.lt_ge_cases b (63 * k)) as [G|G].
      - rewrite N.shiftl_spec_low by exact G. split; [discriminate|lia].
      - rewrite N.shiftl_spec_high' by exact G. tauto. }
    rewrite G. destruct (N.eqb_spec (word_number q i) k) as [->|NE].
    - replace (63 * k + o - 63 * k) with o by lia. intuition lia.
    - rewrite WL.den1_0. generalize (mem_0 o). intro Z. split; [|tauto]. intros [B K]. apply WL.mem1_lt in K. lia.
  Qed.
  Lemma den_one k w : den (one_word k w) = N.shiftl (WL.den1 w) (63 * k).
  Proof.
    unfold one_word. set (h := N.div2 k). rewrite den_word_in. do 2 f_equal.
    assert (K : k = N.b2n (N.odd k) + 2 * h) by (unfold h; rewrite <- N.bit0_odd, N.add_comm, N.div2_spec, N.shiftr_div_pow2, N.bit0_odd; rewrite <- N.bit0_odd, N.bit0_mod; apply N.div_mod; discriminate).
    assert (H : h = N.b2n (N.odd h) + 2 * N.div2 h) by (rewrite <- N.bit0_odd, N.add_comm, N.div2_spec, N.shiftr_div_pow2, N.bit0_mod; apply N.div_mod; discriminate).
    unfold word_number. rewrite N.succ_pos_spec, N.pred_succ.
    destruct (N.odd h), (N.odd k); cbn [N.b2n number] in *; lia.
  Qed.
  Lemma den_from_word l : forall k, den (from_word k l) = N.shiftl (WL.den l) (63 * k).
  Proof.
    induction l as [|w l IH]; intro k; cbn [from_word WL.den].
    - symmetry. apply N.shiftl_0_l.
    - rewrite den_union, den_one, IH, N.shiftl_lor, N.shiftl_shiftl. do 2 f_equal. lia.
  Qed.
  Lemma den_of_N n : den (of_N n) = n.
  Proof. unfold of_N. rewrite den_from_word, WL.den_of_N. apply N.shiftl_0_r. Qed.
  Lemma split_ok f : forall a, a = 63 * fst (split f a) + snd (split f a) /\ snd (split f a) < 63.
  Proof.
    induction f as [|f IH]; intro a; cbn [split].
    - assert (E := N.div_eucl_spec a 63). assert (M := N.mod_lt a 63 ltac:(discriminate)).
      unfold N.modulo in M. destruct (N.div_eucl a 63). split; [exact E|exact M].
    - cbv zeta. assert (A : a = 64 * N.shiftr a 6 + N.land a 63).
      { change 63 with (N.ones 6). rewrite N.land_ones, N.shiftr_div_pow2. apply N.div_mod. discriminate. }
      assert (L : N.land a 63 < 64).
      { change 63 with (N.ones 6). rewrite N.land_ones. apply N.mod_lt. discriminate. }
      destruct (N.eqb_spec (N.shiftr a 6) 0) as [Z|_].
      + rewrite Z in A. destruct (N.eqb_spec a 63) as [->|NE]; cbn [fst snd]; [split; reflexivity|lia].
      + destruct (IH (N.shiftr a 6 + N.land a 63)) as [E M]. destruct (split f _) as [k off]. cbn [fst snd] in *.
        split; [lia|exact M].
  Qed.
  Lemma den_slow_block a n : den (slow_block a n) = N.shiftl (N.ones n) a.
  Proof.
    unfold slow_block. destruct (split_ok 8 a) as [E M]. destruct (split 8 a) as [k off]. cbn [fst snd] in E, M.
    destruct (N.leb_spec (off + n) 63) as [H|_].
    - rewrite den_one, WL.den1_mask, N.shiftl_shiftl by exact H. f_equal. lia.
    - rewrite den_from_word, WL.den_masks; [rewrite N.shiftl_shiftl; f_equal; lia|exact M|].
      assert (D := N.div_mod n 63 ltac:(discriminate)). assert (R := N.mod_lt n 63 ltac:(discriminate)). lia.
  Qed.
  Lemma den_block a n : den (block a n) = N.shiftl (N.ones n) a.
  Proof.
    unfold block, block_in. cbv zeta. assert (Ia := int_of_small a _ eq_refl). set (x := int_of a) in *.
    assert (Iq := fun q => int_of_small (Npos q) _ eq_refl). assert (In := int_of_small n _ eq_refl). cbn [Z.of_N] in Iq.
    change wB with 9223372036854775808%Z in *.
    destruct (quick 8 _) as [k off]. set (q := node_number _ _). set (i := place_in k). clearbody x q i.
    destruct (_ && _) eqn:C; [|apply den_slow_block].
    rewrite !andb_true_iff, !ltb_spec, !leb_spec, Uint63.eqb_spec in C.
    destruct C as (A & Q & M & O & R & E).
    change (to_Z 4611686018427387903) with 4611686018427387903%Z in A. change (to_Z 1125899906842624) with 1125899906842624%Z in Q.
    destruct (to_Z_bounded off) as [O0 _].
    assert (S : forall m, m < 4611686018427387904 -> to_Z (WL.small m) = Z.of_N m).
    { intros m L. unfold WL.small. rewrite of_Z_spec, Z.mod_small; [reflexivity|]. change wB with 9223372036854775808%Z. lia. }
    change (to_Z 63) with 63%Z in *. specialize (Ia ltac:(lia)). specialize (Iq q ltac:(lia)). specialize (In ltac:(lia)).
    assert (Small : int_of n = WL.small n) by (apply to_Z_inj; rewrite S by lia; symmetry; exact In).
    rewrite Small in *. clear Small.
    assert (R' : (to_Z off + Z.of_N n <= 63)%Z).
    { rewrite add_spec, S in R by lia. rewrite Z.mod_small in R; [exact R|]. change wB with 9223372036854775808%Z. lia. }
    assert (P : to_Z (int_of (Npos q)) = Zpos q) by (symmetry; exact Iq).
    assert (B : (to_Z (before i) = 63 * Z.of_N (number i))%Z) by (destruct i; reflexivity).
    assert (B' : number i <= 3) by (destruct i; cbn [number]; lia).
    assert (E' : (252 * (Zpos q - 1) + 63 * Z.of_N (number i) + to_Z off = Z.of_N a)%Z).
    { rewrite Ia, <- E, !add_spec, mul_spec, sub_spec, P, B. change (to_Z 252) with 252%Z. change (to_Z 1) with 1%Z.
      rewrite (Z.mod_small (Zpos q - 1)) by (change wB with 9223372036854775808%Z; lia).
      rewrite (Z.mod_small (252 * _)) by (change wB with 9223372036854775808%Z; lia).
      rewrite (Z.mod_small (252 * _ + _)) by (change wB with 9223372036854775808%Z; lia).
      symmetry. apply Z.mod_small. change wB with 9223372036854775808%Z. lia. }
    rewrite den_word_in. set (o := Z.to_N (to_Z off)). assert (Oo : off = WL.small o).
    { apply to_Z_inj. rewrite S by (unfold o; lia). unfold o. lia. }
    rewrite Oo. change ((1 << WL.small n - 1) << WL.small o)%uint63 with (WL.mask o n).
    rewrite WL.den1_mask, N.shiftl_shiftl by (unfold o; lia). f_equal. unfold word_number. unfold o. lia.
  Qed.
  Lemma den_of_blocks l : den (of_blocks l) = bits_of l.
  Proof.
    induction l as [|b l IH]; [reflexivity|]. cbn [of_blocks bits_of fold_right].
    fold (of_blocks l). rewrite den_union, IH, den_block. reflexivity.
  Qed.
  Lemma no_more_ok u p s : no_more u p s = true -> sub (N.land (den u) (den p)) (den s).
  Proof.
    rewrite <- den_inter. intro H. apply Counting.subb_ok. rewrite <- subb_ok. revert p s H.
    assert (None_ : forall x y z, disj1 x y = true -> sub1 (x land y) z = true).
    { unfold disj1. intros x y z E. apply Uint63.eqb_spec in E. rewrite E. apply sub0_1. }
    induction u as [|a b c d l IHl r IHr|o a b c d]; intros p s; try (intro H; exact H).
    destruct p as [|x y z w m q|o x y z w]; try (intro H; exact H). destruct s as [|e f g h i j|o e f g h]; [intro H; exact H| |].
    - assert (E : forall u p s, unless_end u true (no_more u p s) = no_more u p s) by (intros [] [] s; reflexivity).
      assert (E' : forall s u, unless_end s true (subb s u) = subb s u) by (intros []; reflexivity).
      cbn [no_more]. rewrite !E, !andb_true_iff. intros (A & B & C & D & L & R). cbn [inter subb].
      rewrite !E', !andb_true_iff. auto 10.
    - assert (None4 : disj1 a x = true /\ disj1 b y = true /\ disj1 c z = true /\ disj1 d w = true -> forall i,
        sub1 (pick i a b c d land pick i x y z w) 0 = true) by (intros (A & B & C & D) []; cbn [pick]; auto).
      assert (Rest_ : forall u p, disjb u p = true -> forall q i, sub1 (at_ (inter u p) q i) 0 = true).
      { clear. intros u p H q i. apply sub1_mem. rewrite at_inter, WL.den1_land. intros k Hk. exfalso.
        apply disjb_ok in H. assert (L := WL.mem1_lt k _ (proj1 (proj1 (mem_land _ _ _) Hk))).
        apply (mem_0 (63 * word_number q i + k)). rewrite <- H. rewrite mem_land in *.
        rewrite !(mem_den _ q i k _ eq_refl L). exact Hk. }
      destruct o as [o|o|]; [| |intro H; exact H]; cbn [no_more]; unfold disj4; rewrite !andb_true_iff; intros (N4 & S & D);
        apply subb_words; intros [q'|q'|] k; rewrite at_inter; cbn [at_ Pos.eqb]; try apply (None4 N4); rewrite <- at_inter;
        try apply (Rest_ _ _ D).
      + specialize (IHr _ _ S). rewrite subb_words in IHr. specialize (IHr q' k). rewrite at_far in IHr. exact IHr.
      + specialize (IHl _ _ S). rewrite subb_words in IHl. specialize (IHl q' k). rewrite at_far in IHl. exact IHl.
  Qed.
  Lemma testb_ok s i : testb s i = true -> N.testbit (den s) i = true.
  Proof.
    unfold testb. rewrite subb_ok, den_block. intro K. apply Counting.subb_ok in K. apply (K i). apply mem_block. lia.
  Qed.
  Lemma word_inside i s u : subb s u = true -> sub1 (word_at i s) (word_at i u) = true.
  Proof. intro H. rewrite !word_top. revert H. rewrite subb_words. auto. Qed.
  Lemma sub1_trans x y z : sub1 x y = true -> sub1 y z = true -> sub1 x z = true.
  Proof.
    unfold sub1. rewrite !Uint63.eqb_spec. intros H H'. rewrite <- H at 1.
    apply WL.den1_inj. assert (E := f_equal WL.den1 H). assert (E' := f_equal WL.den1 H').
    rewrite !WL.den1_land in *. rewrite <- E at 2. rewrite <- E' at 2.
    rewrite <- N.land_assoc. reflexivity.
  Qed.
  Lemma all_inside_ok x y z w a b c d : (forall i, sub1 (pick i x y z w) (pick i a b c d) = true) ->
    all_inside x y z w a b c d = true.
  Proof.
    assert (D : forall v u, sub1 v u = true -> diff1 v u = 0%uint63).
    { unfold sub1, diff1. intros v u H. apply Uint63.eqb_spec in H. rewrite H. apply to_Z_inj. rewrite lxor_spec'. apply Z.lxor_nilpotent. }
    intro H. unfold all_inside.
    rewrite (D x a (H At0)), (D y b (H At1)), (D z c (H At2)), (D w d (H At3)). reflexivity.
  Qed.
  (* A chain lists things of a list in their order. *)
  Section Lists.
    Variable A : Type.
    Variable f : A -> t.
    Inductive Lists : list A -> chain A -> Prop :=
    | lists_rest l : Lists l (Rest l)
    | lists_thing i x m l c : sub1 x (word_at i (f m)) = true -> Lists l c -> Lists (m :: l) (thing_at i x m c)
    | lists_leap i x l l' inside after : (forall m, In m l -> sub1 x (word_at i (f m)) = true) ->
        Lists (l ++ l') inside -> Lists l' after -> Lists (l ++ l') (leap_at i x inside after)
    | lists_whole x y z w m l c : (forall i, sub1 (pick i x y z w) (word_at i (f m)) = true) -> Lists l c ->
        Lists (m :: l) (Whole A x y z w m c)
    | lists_wide x y z w l l' inside after :
        (forall m, In m l -> forall i, sub1 (pick i x y z w) (word_at i (f m)) = true) ->
        Lists (l ++ l') inside -> Lists l' after -> Lists (l ++ l') (Wide_leap A x y z w inside after).
    Lemma among_ok u l c : Lists l c -> sifted (fun m => subb (f m) u = true) l (chosen u c).
    Proof.
      assert (E : forall c : chain A, chosen u c = among (word_at At0 u) (word_at At1 u) (word_at At2 u) (word_at At3 u) c)
        by (destruct u; reflexivity).
      rewrite E. clear E.
      assert (Out : forall i x m, sub1 x (word_at i (f m)) = true -> sub1 x (word_at i u) = false ->
                      subb (f m) u <> true).
      { intros i x m Hx N S. apply (word_inside i) in S. assert (T := sub1_trans _ _ _ Hx S). congruence. }
      set (a := word_at At0 u). set (b := word_at At1 u). set (c' := word_at At2 u). set (d := word_at At3 u).
      assert (Out4 : forall x y z w m, (forall i, sub1 (pick i x y z w) (word_at i (f m)) = true) ->
                       all_inside x y z w a b c' d = false -> subb (f m) u <> true).
      { intros x y z w m H N S. assert (T := all_inside_ok x y z w a b c' d). rewrite T in N; [discriminate|].
        intros i. assert (W := sub1_trans _ _ _ (H i) (word_inside i _ _ S)). destruct i; exact W. }
      assert (Thing : forall i x (m : A) l, among a b c' d (thing_at i x m l) =
                        if sub1 x (word_at i u) then m :: among a b c' d l else among a b c' d l)
        by (intros [] x m []; reflexivity).
      assert (Leap : forall i x (inside after : chain A), among a b c' d (leap_at i x inside after) =
                        if sub1 x (word_at i u) then among a b c' d inside else among a b c' d after)
        by (intros []; reflexivity).
      induction 1 as [l|i x m l c Hx H IH|i x l l' inside after Hx H1 IH1 H2 IH2|x y z w m l c Hx H IH|x y z w l l' inside after Hx H1 IH1 H2 IH2];
        [induction l; constructor; assumption| | | |].
      - rewrite Thing. destruct (sub1 x (word_at i u)) eqn:E; constructor; eauto.
      - rewrite Leap. destruct (sub1 x (word_at i u)) eqn:E; [assumption|]. clear H1 IH1.
        induction l as [|m l IH]; [assumption|]. simpl. constructor; [apply (Out i x); auto; apply Hx; left; reflexivity|].
        apply IH. intros; apply Hx; right; assumption.
      - cbn [among]. destruct (all_inside _ _ _ _ _ _ _ _) eqn:E; constructor; eauto.
      - cbn [among]. destruct (all_inside _ _ _ _ _ _ _ _) eqn:E; [assumption|]. clear H1 IH1.
        induction l as [|m l IH]; [assumption|]. simpl. constructor; [apply (Out4 x y z w); auto; apply Hx; left; reflexivity|].
        apply IH. intros; apply Hx; right; assumption.
    Qed.
    Lemma sub1_refl x : sub1 x x = true.
    Proof. unfold sub1. apply Uint63.eqb_spec, WL.den1_inj. rewrite WL.den1_land. apply N.land_diag. Qed.
    Variable wide : bool.
    Lemma thing_ok m l c : Lists l c -> Lists (m :: l) (thing f wide m c).
    Proof.
      unfold thing. destruct wide; [|exact (lists_thing (choose (f m)) (word_at (choose (f m)) (f m)) m l c (sub1_refl _))].
      apply lists_whole. intros []; apply sub1_refl.
    Qed.
    Lemma things_ok l l' after : Lists l' after -> Lists (l ++ l') (things f wide l after).
    Proof. intro H. induction l as [|m l IH]; [exact H|]. exact (thing_ok m _ _ IH). Qed.
    Lemma leap_ok common l l' inside after : Lists (l ++ l') inside -> Lists l' after ->
      Lists (l ++ l') (leap f wide common l inside after).
    Proof.
      intros H H'. unfold leap. cbv zeta. destruct wide.
      { destruct (forallb _ l) eqn:E; [|assumption]. apply lists_wide; [|assumption|assumption].
        rewrite forallb_forall in E. intros m Hm i. specialize (E m Hm). rewrite forallb_forall in E.
        destruct i; apply (E _); simpl; auto. }
      destruct (forallb _ l) eqn:E; [|assumption].
      apply lists_leap; [apply forallb_forall; exact E|assumption|assumption].
    Qed.
    Lemma runs_all known l : concat (map fst (runs f known l)) = l.
    Proof.
      induction l as [|m l IH]; [reflexivity|]. cbn [runs]. destruct (runs f known l) as [|[g common] gs].
      - simpl in *. congruence.
      - destruct (zero _); simpl in *; congruence.
    Qed.
    Lemma chained_ok depth : forall known l l' after, Lists l' after ->
      Lists (l ++ l') (chained f wide depth known l after).
    Proof.
      induction depth as [|depth IH]; intros known l l' after H; cbn [chained]; [apply things_ok; assumption|].
      rewrite <- (runs_all known l) at 1. induction (runs f known l) as [|[g common] gs IHr]; [assumption|].
      cbn [map fst concat fold_right]. rewrite <- app_assoc.
      destruct g as [|m1 [|m2 [|m3 g]]]; try (apply (things_ok _ _ _ IHr)).
      apply leap_ok; [apply IH|]; assumption.
    Qed.
  End Lists.
  Section Chosen.
    Variable A : Type.
    Variable f : A -> t.
    Lemma chosen_ok u l : sifted (fun m => subb (f m) u = true) l (chosen u (chain_of f l)).
    Proof.
      apply among_ok. destruct l as [|m l]; [apply lists_rest|]. unfold chain_of.
      rewrite <- (app_nil_r (m :: l)) at 1. apply chained_ok, lists_rest.
    Qed.
  End Chosen.
  Lemma at_top s q i : at_ (top s) q i = match q with xH => at_ s xH i | _ => 0%uint63 end.
  Proof. destruct s as [|a b c d l r|[p|p|] a b c d], q; reflexivity. Qed.
  Lemma subb_below s u q : subb s u = true -> subb (top (below s q)) (below u q) = true.
  Proof.
    intro H. apply subb_words. intros q' i. rewrite at_top. destruct q'; try apply sub0_1.
    rewrite !at_below. apply subb_words. exact H.
  Qed.
  Lemma subb_words_at q i r j s k t h x u : subb x u = true -> subb (words_at q i r j s k t h x) (words_at q i r j s k t h u) = true.
  Proof.
    rewrite !subb_words. intros H p o. unfold words_at. destruct p; [apply sub0_1|apply sub0_1|].
    cbn [at_]. destruct o; apply H.
  Qed.
  Lemma perhaps_ok A (f : A -> t) u l : sifted (fun m => subb (f m) u = true) l (perhaps u (listed f l)).
  Proof.
    assert (Weaker : forall (k k' : A -> Prop) l l', (forall m, k' m -> k m) -> sifted k l l' -> sifted k' l l').
    { induction 2; constructor; auto. }
    assert (All : sifted (fun m => subb (f m) u = true) l (perhaps u (In_node xH (Rest l)))).
    { unfold perhaps. replace (chosen (below u 1) (Rest l)) with l by (destruct (below u 1); reflexivity).
      induction l; constructor; assumption. }
    assert (Node_ : forall q, sifted (fun m => subb (f m) u = true) l (perhaps u (In_node q (chain_of (fun m => top (below (f m) q)) l)))).
    { intro q. eapply Weaker; [|apply chosen_ok]. intro x. apply subb_below. }
    destruct l as [|m [|m' [|m'' [|m3 l]]]]; try exact All. clear All. unfold listed. cbv zeta.
    destruct (fullest_node _) as [node inside].
    match goal with |- context [match ?x with [] => _ | _ => _ end] => destruct x as [|[q i ?] [|[r j ?] [|[s k ?] [|[t h ?] [|? ?]]]]] end;
      try apply Node_.
    unfold perhaps. fold (words_at q i r j s k t h u).
    change (among (at_ u q i) (at_ u r j) (at_ u s k) (at_ u t h)) with (@chosen A (words_at q i r j s k t h u)).
    eapply Weaker; [|apply chosen_ok]. intro x. apply subb_words_at.
  Qed.
  Lemma word_of_number k : word_number (node_of k) (place_of_word k) = k.
  Proof.
    unfold word_number, node_of, place_of_word. rewrite N.succ_pos_spec, N.pred_succ.
    assert (D := N.div_mod k 4 ltac:(discriminate)). assert (R := N.mod_lt k 4 ltac:(discriminate)).
    destruct (k mod 4) as [|[[r|r|]|[r|r|]|]]; cbn [number]; lia.
  Qed.
  Definition is_of {A} (none y : A) (x : option A) : Prop := y = match x with Some z => z | None => none end.
  Lemma seek_ok A x (none several : A) depth : forall first (l : list (N * A)),
    seek x none several (search_of depth first l) = several \/
    exists y, is_of none (seek x none several (search_of depth first l)) y /\
      match y with
      | Some z => exists c, In (c, z) l /\ forall o, mem o (WL.den1 x) -> o = c
      | None => forall o, mem o (WL.den1 x) -> first <= o < first + 2 ^ N.of_nat depth /\ forall z, ~ In (o, z) l
      end.
  Proof.
    assert (Nil : forall d first, seek x none several (@search_of A d first []) = several \/
      seek x none several (@search_of A d first []) = none /\ forall o, mem o (WL.den1 x) -> first <= o < first + 2 ^ N.of_nat d).
    { intros d first. assert (E : @search_of A d first [] = let n := 2 ^ N.of_nat d in if first + n <=? 63 then Gap (WL.mask first n) else Tip)
        by (destruct d; reflexivity). rewrite E. cbv zeta. destruct (N.leb_spec (first + 2 ^ N.of_nat d) 63) as [L|]; [|auto].
      cbn [seek]. destruct (sub1 x _) eqn:S; [right|auto]. split; [reflexivity|]. intros o Ho.
      apply (proj1 (sub1_mem _ _) S) in Ho. rewrite WL.den1_mask in Ho by exact L. apply mem_block in Ho. exact Ho. }
    induction depth as [|depth IH]; intros first [|[c z] l];
      try (match goal with |- context [search_of ?d _ _] => destruct (Nil d first) as [E|[E S]] end; [left; exact E|right; exists None;
        split; [exact E|]; intros o Ho; split; [apply S, Ho|intros z []]]).
    - cbn [search_of]. destruct (N.eqb_spec c first) as [->|]; [|auto]. destruct (N.ltb_spec first 63) as [L|]; [|auto].
      cbn [seek]. destruct (x =? _)%uint63 eqn:E; [right|auto]. apply Uint63.eqb_spec in E. subst x. exists (Some z). split; [reflexivity|].
      exists first. split; [left; reflexivity|]. intro o. rewrite WL.den1_mask, mem_block by lia. lia.
    - assert (P : 2 ^ N.of_nat (Datatypes.S depth) = 2 ^ N.of_nat depth + 2 ^ N.of_nat depth)
        by (rewrite Nat2N.inj_succ, N.pow_succ_r'; lia).
      rewrite P. cbn [search_of]. cbv zeta. set (l' := (c, z) :: l). clearbody l'. cbn [seek].
      destruct (x <? _)%uint63; (edestruct IH as [E|(y & E & S)]; [left; exact E|right; exists y; split; [exact E|]]); (destruct y as [y|];
        [destruct S as (c' & H & G); exists c'; apply filter_In in H; tauto|]); intros o Ho; destruct (S o Ho) as [R G];
        (split; [lia|]); intros z' H; apply (G z'), filter_In; (split; [exact H|]); cbn [fst]; [apply N.ltb_lt|apply N.leb_le]; lia.
  Qed.
  Lemma one_of_ok A a n (l : list (N * A)) u x none several depth first :
    (forall o, o < n -> mem (a + o) (den u) -> mem o (WL.den1 x)) ->
    one_of x (search_of depth first l) none several = several \/
    exists y, is_of none (one_of x (search_of depth first l) none several) y /\ only_one (fun c => c < n /\ mem (a + c) (den u)) l y.
  Proof.
    unfold one_of. intros H. destruct (_ =? 0)%uint63; [|auto]. destruct (x =? 0)%uint63 eqn:Z.
    - right. exists None. split; [reflexivity|]. apply Uint63.eqb_spec in Z. subst x. intros c z _ [L M]. apply H in M; [|exact L].
      rewrite WL.den1_0 in M. exact (mem_0 _ M).
    - destruct (seek_ok A x none several depth first l) as [E|(y & Y & E)]; [left; exact E|right; exists y; split; [exact Y|]].
      destruct y as [y|].
      + destruct E as (c & I & G). exists c. split; [exact I|]. intros c' z' _ [L M]. apply G, H; assumption.
      + intros c z I [L M]. apply (proj2 (E c (H c L M)) z I).
  Qed.
  Lemma mem_right w off o : off < 63 -> mem (off + o) (WL.den1 w) -> mem o (WL.den1 (w >> WL.small off)%uint63).
  Proof.
    intros L M. unfold mem in *. rewrite WL.den1_bit in *. rewrite lsr_spec. unfold WL.small.
    rewrite of_Z_spec, (Z.mod_small (Z.of_N off)) by (change wB with 9223372036854775808%Z; lia).
    rewrite Z.div_pow2_bits by lia. rewrite <- M. f_equal. lia.
  Qed.
  Lemma mem_left w back o : back <= 63 -> o < 63 -> back <= o -> mem (o - back) (WL.den1 w) ->
    mem o (WL.den1 (w << WL.small back)%uint63).
  Proof.
    intros L O G M. unfold mem in *. rewrite WL.den1_bit in *. rewrite lsl_spec. unfold WL.small.
    rewrite of_Z_spec, (Z.mod_small (Z.of_N back)) by (change wB with 9223372036854775808%Z; lia).
    change wB with (2 ^ 63)%Z. rewrite Z.mod_pow2_bits_low by lia. rewrite Z.mul_pow2_bits by lia. rewrite <- M. f_equal. lia.
  Qed.
  Lemma mem_masked x n o : n <= 63 -> o < n -> mem o (WL.den1 x) -> mem o (WL.den1 (x land WL.mask 0 n)%uint63).
  Proof.
    intros L O M. rewrite WL.den1_land. apply mem_land. split; [exact M|].
    rewrite WL.den1_mask, mem_block by lia. lia.
  Qed.
  Lemma switched_ok A a n (l : list (N * A)) u none several :
    switched u (switch_of a n l) none several = several \/
    exists x, switched u (switch_of a n l) none several = match x with Some y => y | None => none end /\
              only_one (fun c => c < n /\ mem (a + c) (den u)) l x.
  Proof.
    unfold switch_of. destruct (split_ok 8 a) as [E M]. destruct (split 8 a) as [k off]. cbn [fst snd] in E, M.
    destruct (N.leb_spec n 63) as [L|L].
    - cbv zeta. destruct (N.leb_spec (off + n) 63) as [H|H]; cbn [switched]; apply (one_of_ok _ a n _ u);
        intros o O Mo; apply mem_masked; try assumption.
      + apply mem_right; [exact M|]. apply (mem_den u _ _ (off + o) (a + o)); [rewrite word_of_number; lia|lia|exact Mo].
      + rewrite WL.den1_lor. apply mem_lor. destruct (N.lt_ge_cases (off + o) 63) as [G|G].
        * left. apply mem_right; [exact M|]. apply (mem_den u _ _ (off + o) (a + o)); [rewrite word_of_number; lia|lia|exact Mo].
        * right. apply mem_left; [lia|lia|lia|].
          apply (mem_den u _ _ (o - (63 - off)) (a + o)); [rewrite word_of_number; lia|lia|exact Mo].
    - clear E M. cbn [switched]. destruct (only _ _) as [x|] eqn:S; [right; exists x; split; [destruct x; reflexivity|]|left; reflexivity].
      apply only_ok in S.
      assert (I : forall c, mem (a + c) (den u) -> subb (block (a + c) 1) u = true).
      { intros c Mc. rewrite subb_ok, den_block. apply Counting.subb_ok. intros b Hb. apply mem_block in Hb.
        replace b with (a + c) by lia. exact Mc. }
      destruct x as [x|]; cbn [only_one] in *.
      + destruct S as (b & Hb & G). apply in_map_iff in Hb. destruct Hb as ([c y] & Eb & Hc). inversion Eb; subst. cbn [fst snd] in *.
        exists c. split; [exact Hc|]. intros c' y' Hc' [_ Mc'].
        assert (K := G (block (a + c') 1) y' ltac:(apply in_map_iff; exists (c', y'); auto) (I c' Mc')).
        apply (f_equal den) in K. rewrite !den_block in K.
        assert (Q : mem (a + c') (N.shiftl (N.ones 1) (a + c))) by (rewrite <- K; apply mem_block; lia).
        apply mem_block in Q. lia.
      + intros c' y' Hc' [_ Mc']. apply (S (block (a + c') 1) y'); [apply in_map_iff; exists (c', y'); auto|apply I; exact Mc'].
  Qed.
End WB.
