(* A store of arrays, for the faster checker: those of Coq's library, which the program
   changes in place. The proofs use what Coq's library says of its primitive arrays and
   integers. *)
Require Import ZArith Lia Bool Uint63 PArray.
Require Import Slots.
Local Open Scope uint63_scope.

(* An array of arrays, its pages, which are made when they are needed; 2^30 places. It
   forgets what is put anywhere else. *)
Module Pages <: STORE.
  Definition key := int.
  Definition t (A : Type) := array (array A).
  Definition size := 32768.
  Definition high (k : int) := k >> 15.
  Definition low (k : int) := k land 32767.
  Definition empty A (d : A) : t A := make size (make 0 d).
  Definition get A (_ : A) (k : int) (t : t A) : A := t.[high k].[low k].
  Definition set A (k : int) (a : A) (t : t A) : Pages.t A :=
    let page := t.[high k] in
    let page := if PArray.length page =? 0 then make size (default page) else page in
    t.[high k <- page.[low k <- a]].

  Lemma get_empty A d k : get A d k (empty A d) = d.
  Proof. unfold get, empty. rewrite !get_make. reflexivity. Qed.
  (* An array is changed at one place, or not at all. *)
  Lemma get_changed {A} (t : array A) i j a : t.[i <- a].[j] = a /\ i = j \/ t.[i <- a].[j] = t.[j].
  Proof.
    destruct (i =? j) eqn:E.
    - apply Uint63.eqb_spec in E. subst j. destruct (i <? PArray.length t) eqn:L.
      + left. split; [apply get_set_same; assumption|reflexivity].
      + right. rewrite !get_out_of_bounds, default_set; rewrite ?length_set; auto.
    - right. apply get_set_other. intro H. apply Uint63.eqb_spec in H. congruence.
  Qed.
  Lemma get_made {A} (page : array A) j :
    (if PArray.length page =? 0 then make size (default page) else page).[j] = page.[j].
  Proof.
    destruct (PArray.length page =? 0) eqn:E; [|reflexivity]. rewrite get_make.
    symmetry. apply get_out_of_bounds. apply Uint63.eqb_spec in E. rewrite E.
    apply not_true_is_false. rewrite ltb_spec. generalize (to_Z_bounded j). change (to_Z 0) with 0%Z. lia.
  Qed.
  Lemma get_set A d a k k' t : 
    let x := get A d k' (set A k a t) in x = a \/ x = get A d k' t \/ x = d.
  Proof.
    unfold get, set.
    set (page := if PArray.length t.[high k] =? 0 then make size (default t.[high k]) else t.[high k]).
    (* The equations are put together by hand, since their universes have different names. *)
    destruct (get_changed t (high k) (high k') page.[low k <- a]) as [[E H]|E];
      assert (E1 := f_equal (fun p => p.[low k']) E); [|right; left; exact E1].
    destruct (get_changed page (low k) (low k') a) as [[E2 _]|E2]; [left|right].
    - exact (eq_trans E1 E2).
    - left. refine (eq_trans (eq_trans E1 E2) _). rewrite <- H. exact (get_made t.[high k] (low k')).
  Qed.
End Pages.
