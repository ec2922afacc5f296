(* Arrays of machine words, and rows of words in them. The proofs use what Coq's library says of
   arrays. *)
Require Import ZArith List Lia Uint63 PArray.
Import ListNotations.
Local Open Scope uint63_scope.

(* Arrays of words have names of their own, so that the program can have them as plain numbers,
   which its collector need not look at. *)
Definition words := array int.
Definition make_words (n w : int) : words := make n w.
Definition word (p : words) (i : int) : int := p.[i].
Definition set_word (p : words) (i w : int) : words := p.[i <- w].
(* several at once, which the program does with one look at how many there are *)
Definition set_two (p : words) (i v w : int) : words := set_word (set_word p i v) (i + 1) w.
Definition set_four (p : words) (i a b c d : int) : words := set_two (set_two p i a b) (i + 1 + 1) c d.
Definition is_two (p : words) (i v w : int) : bool := if word p i =? v then word p (i + 1) =? w else false.
Definition is_four (p : words) (i a b c d : int) : bool := if is_two p i a b then is_two p (i + 1 + 1) c d else false.
Definition word_beyond (p : words) : int := default p.
Definition how_many (p : words) : int := length p.

(* Rows as lists of words. *)
Fixpoint read_list (n : nat) (p : words) (i : int) : list int :=
  match n with O => [] | S n => word p i :: read_list n p (i + 1) end.
Fixpoint write_list (p : words) (i : int) (l : list int) : words :=
  match l with [] => p | w :: r => write_list (set_word p i w) (i + 1) r end.
Lemma read_length n p : forall i, List.length (read_list n p i) = n.
Proof. induction n as [|n IH]; intro i; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.
(* n words further *)
Definition skip (i : int) (n : nat) : int := i + of_Z (Z.of_nat n).
Lemma skip_one i n : skip (i + 1) n = skip i (S n).
Proof.
  apply to_Z_inj. unfold skip. rewrite !add_spec, !of_Z_spec, Nat2Z.inj_succ. change (to_Z 1) with 1%Z.
  rewrite Zplus_mod_idemp_r, Zplus_mod_idemp_l, Zplus_mod_idemp_r. f_equal. lia.
Qed.
Lemma skip_none i : skip i 0 = i.
Proof.
  apply to_Z_inj. unfold skip. rewrite add_spec. change (to_Z (of_Z (Z.of_nat 0))) with 0%Z. rewrite Z.add_0_r.
  apply Z.mod_small, to_Z_bounded.
Qed.
Lemma skip_more a b : forall i, skip (skip i a) b = skip i (a + b).
Proof.
  induction a as [|a IH]; intro i; [rewrite skip_none; reflexivity|]. cbn [Nat.add]. rewrite <- !skip_one. apply IH.
Qed.
Lemma read_app a b p : forall i, read_list (a + b) p i = read_list a p i ++ read_list b p (skip i a).
Proof.
  induction a as [|a IH]; intro i; [rewrite skip_none; reflexivity|]. cbn [Nat.add read_list app].
  rewrite IH, skip_one. reflexivity.
Qed.
Lemma write_app l m : forall p i, write_list p i (l ++ m) = write_list (write_list p i l) (skip i (List.length l)) m.
Proof.
  induction l as [|w l IH]; intros p i; [rewrite skip_none; reflexivity|]. cbn [app write_list List.length].
  rewrite IH, skip_one. reflexivity.
Qed.
(* words that are written *)
Definition within (p : words) (i : int) (n : nat) : Prop := (to_Z i + Z.of_nat n <= to_Z (how_many p))%Z.
Lemma next i p n : within p i (S n) -> to_Z (i + 1) = (to_Z i + 1)%Z.
Proof.
  unfold within. intro H. destruct (to_Z_bounded (how_many p)), (to_Z_bounded i). rewrite add_spec. change (to_Z 1) with 1%Z.
  apply Z.mod_small. lia.
Qed.
Lemma within_next p i w n : within p i (S n) -> within (set_word p i w) (i + 1) n.
Proof.
  intro H. unfold within. rewrite (next _ _ _ H). unfold how_many, set_word. rewrite length_set.
  unfold within, how_many in H. lia.
Qed.
Lemma write_other l : forall p i j, within p i (List.length l) ->
  (to_Z j < to_Z i \/ to_Z i + Z.of_nat (List.length l) <= to_Z j)%Z -> word (write_list p i l) j = word p j.
Proof.
  induction l as [|w l IH]; intros p i j W D; [reflexivity|]. cbn [write_list List.length] in *.
  rewrite IH; [|apply within_next; assumption|rewrite (next _ _ _ W); lia].
  apply get_set_other. intros ->. lia.
Qed.
Lemma read_same l : forall p i, within p i (List.length l) -> read_list (List.length l) (write_list p i l) i = l.
Proof.
  induction l as [|w l IH]; intros p i W; [reflexivity|]. cbn [write_list List.length read_list] in *. f_equal.
  - rewrite write_other; [|apply within_next; assumption|rewrite (next _ _ _ W); lia].
    apply get_set_same. apply ltb_spec. unfold within, how_many in W. lia.
  - apply IH, within_next. assumption.
Qed.
Lemma read_other l p i n : within p i (List.length l) -> forall j, (to_Z j + Z.of_nat n < wB)%Z ->
  (to_Z j + Z.of_nat n <= to_Z i \/ to_Z i + Z.of_nat (List.length l) <= to_Z j)%Z ->
  read_list n (write_list p i l) j = read_list n p j.
Proof.
  intro W. induction n as [|n IH]; intros j B D; [reflexivity|]. cbn [read_list]. f_equal.
  - apply write_other; [assumption|lia].
  - assert (E : to_Z (j + 1) = (to_Z j + 1)%Z).
    { destruct (to_Z_bounded j). rewrite add_spec. change (to_Z 1) with 1%Z. apply Z.mod_small. lia. }
    apply IH; rewrite E; lia.
Qed.
