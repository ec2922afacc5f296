(* Costs as machine integers, of which half are below 0; sums are right as long as they are small,
   which is looked at. The proofs use what Coq's library says of the machine's integers and arrays. *)
Require Import NArith ZArith List Lia Bool Uint63 PArray.
Import ListNotations.
Require Import Words WordArrays Best.
Local Open Scope uint63_scope.

Module SignedWords <: NUMBERS.
  Definition t := int.
  Definition half := 0x4000000000000000.
  Definition num (x : t) : Z := (to_Z (x + half) - 2 ^ 62)%Z.
  Definition of_Z (z : Z) : t := Uint63.of_Z z.
  Definition fits (z : Z) : bool := ((- 0x4000000000000000 <=? z) && (z <? 0x4000000000000000))%Z.
  Definition zero : t := 0.
  Definition leb (a b : t) : bool := a + half <=? b + half.
  Definition add (a b : t) : t := a + b.
  Definition sub (a b : t) : t := a - b.
  Definition small (a : t) : bool := a + 0x2000000000000000 <? half.
  Definition table := words.
  Definition index := int.
  Definition index_of (i : N) : index := int_of i.
  Definition at_ (w : table) (i : index) : t := word w i.
  Definition holds (n : N) : bool := (n <=? 4000000)%N.
  Definition table_of (l : list t) : table := write_list (make_words (WB.count_of l) 0) 0 l.

  Lemma wB_is : wB = (2 * 2 ^ 62)%Z. Proof. reflexivity. Qed.
  Lemma num_is x z : (- 2 ^ 62 <= z < 2 ^ 62)%Z -> to_Z x = (z mod wB)%Z -> num x = z.
  Proof.
    intros R E. unfold num. rewrite add_spec, E, Zplus_mod_idemp_l. change (to_Z half) with (2 ^ 62)%Z.
    rewrite Z.mod_small by (rewrite wB_is; lia). lia.
  Qed.
  Lemma is_num x : to_Z x = (num x mod wB)%Z /\ (- 2 ^ 62 <= num x < 2 ^ 62)%Z.
  Proof.
    unfold num. destruct (to_Z_bounded (x + half)) as [A B], (to_Z_bounded x) as [A' B']. rewrite wB_is in B. split; [|lia].
    rewrite add_spec. change (to_Z half) with (2 ^ 62)%Z. rewrite Zminus_mod_idemp_l.
    replace (to_Z x + 2 ^ 62 - 2 ^ 62)%Z with (to_Z x) by lia. symmetry. apply Z.mod_small. auto.
  Qed.
  Lemma num_zero : num zero = 0%Z. Proof. reflexivity. Qed.
  Lemma small_zero : small zero = true. Proof. reflexivity. Qed.
  Lemma of_Z_ok z : fits z = true -> num (of_Z z) = z.
  Proof.
    unfold fits. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. intro R. apply num_is; [exact R|]. apply of_Z_spec.
  Qed.
  Lemma leb_ok a b : leb a b = (num a <=? num b)%Z.
  Proof. unfold leb, num. apply eq_true_iff_eq. rewrite leb_spec, Z.leb_le. lia. Qed.
  Lemma small_ok a : small a = true -> (- 2 ^ 61 <= num a < 2 ^ 61)%Z.
  Proof.
    unfold small. rewrite ltb_spec, add_spec. change (to_Z half) with (2 ^ 62)%Z. change (to_Z 0x2000000000000000) with (2 ^ 61)%Z.
    destruct (is_num a) as [-> R]. rewrite Zplus_mod_idemp_l. intro L.
    destruct (Z.lt_ge_cases (num a) (- 2 ^ 61)) as [Lt|Ge].
    - exfalso. rewrite <- (Z.mod_unique (num a + 2 ^ 61) wB (-1) (num a + 2 ^ 61 + wB)) in L; rewrite wB_is in *; lia.
    - rewrite Z.mod_small in L by (rewrite wB_is; lia). lia.
  Qed.
  Lemma sub_is a b : (- 2 ^ 62 <= num a - num b < 2 ^ 62)%Z -> num (sub a b) = (num a - num b)%Z.
  Proof.
    intro R. apply num_is; [exact R|]. unfold sub. rewrite sub_spec. destruct (is_num a) as [-> _], (is_num b) as [-> _].
    symmetry. apply Zminus_mod.
  Qed.
  Lemma add_ok a b : small a = true -> small b = true -> num (add a b) = (num a + num b)%Z.
  Proof.
    intros Sa Sb. apply small_ok in Sa, Sb. apply num_is; [lia|]. unfold add. rewrite add_spec.
    destruct (is_num a) as [-> _], (is_num b) as [-> _]. symmetry. apply Zplus_mod.
  Qed.
  Lemma sub_ok a b : small a = true -> small b = true -> num (sub a b) = (num a - num b)%Z.
  Proof. intros Sa Sb. apply small_ok in Sa, Sb. apply sub_is. lia. Qed.
  Lemma rest_ok a b : (0 <= num a)%Z -> (0 <= num b)%Z -> num (sub a b) = (num a - num b)%Z.
  Proof. intros A B. destruct (is_num a) as [_ Ra], (is_num b) as [_ Rb]. apply sub_is. lia. Qed.
  Lemma nth_read l p : forall i n, read_list (List.length l) p i = l -> (n < List.length l)%nat -> word p (skip i n) = nth n l 0.
  Proof.
    induction l as [|w l IH]; intros i n E L; [simpl in L; lia|]. cbn [List.length read_list] in E. injection E as E1 E2.
    destruct n as [|n]; [rewrite skip_none; exact E1|]. rewrite <- skip_one. apply IH; [exact E2|simpl in L; lia].
  Qed.
  Lemma default_written l : forall p i, word_beyond (write_list p i l) = word_beyond p.
  Proof.
    induction l as [|w l IH]; intros p i; [reflexivity|]. cbn [write_list]. rewrite IH. apply default_set.
  Qed.
  Lemma length_written l : forall p i, how_many (write_list p i l) = how_many p.
  Proof.
    induction l as [|w l IH]; intros p i; [reflexivity|]. cbn [write_list]. rewrite IH. apply length_set.
  Qed.
  Lemma count_ok l : (Z.of_nat (List.length l) <= 4000000)%Z -> to_Z (WB.count_of (A := int) l) = Z.of_nat (List.length l).
  Proof.
    assert (C : forall (l : list int) k, (to_Z k + Z.of_nat (List.length l) <= 4000000)%Z ->
      to_Z (fold_left (fun n _ => n + 1) l k) = (to_Z k + Z.of_nat (List.length l))%Z).
    { clear. induction l as [|y l IH]; intros k B; cbn [fold_left List.length] in *; [lia|].
      assert (E : to_Z (k + 1) = (to_Z k + 1)%Z).
      { destruct (to_Z_bounded k). rewrite add_spec. change (to_Z 1) with 1%Z. apply Z.mod_small. rewrite wB_is. lia. }
      rewrite IH; lia. }
    intro L. apply (C l 0). change (to_Z 0) with 0%Z. lia.
  Qed.
  Lemma at_table l i : holds (N.of_nat (List.length l)) = true -> at_ (table_of l) (index_of i) = nth (N.to_nat i) l zero.
  Proof.
    unfold holds, at_, table_of, index_of, zero, t in *. rewrite N.leb_le. intro H. set (n := WB.count_of l).
    assert (Tn : to_Z n = Z.of_nat (List.length l)) by (apply count_ok; lia).
    assert (Ln : how_many (make_words n 0) = n).
    { unfold how_many, make_words. rewrite length_make. replace (n <=? max_length) with true; [reflexivity|].
      symmetry. apply leb_spec. rewrite Tn. change (to_Z max_length) with 4194303%Z. lia. }
    destruct (Nat.lt_ge_cases (N.to_nat i) (List.length l)) as [L|L].
    - assert (E : int_of i = skip 0 (N.to_nat i)).
      { apply to_Z_inj. rewrite int_of_ok. unfold skip. rewrite add_spec, of_Z_spec. change (to_Z 0) with 0%Z. rewrite wB_is.
        rewrite Zplus_mod_idemp_r, Z.mod_small by lia. lia. }
      rewrite E. apply nth_read; [|exact L]. apply read_same. unfold within. rewrite Ln, Tn. change (to_Z 0) with 0%Z. lia.
    - rewrite nth_overflow by exact L. unfold word. rewrite get_out_of_bounds.
      + exact (eq_trans (default_written l (make_words n 0) 0) (default_make int 0 n)).
      + apply not_true_is_false. rewrite ltb_spec. assert (G := length_written l (make_words n 0) 0). unfold how_many in G at 1. rewrite G, Ln, Tn, int_of_ok.
        rewrite wB_is. lia.
  Qed.
End SignedWords.
