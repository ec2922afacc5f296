(* The pool of a sweep in an array of Coq's library, which is changed in place when nobody
   asks for what it was. What is used of arrays is what the library says of them. *)
Require Import NArith ZArith List Lia Bool Uint63 PArray.
Import ListNotations.
Require Import Pools Words.
Local Open Scope uint63_scope.

(* A state and its number of ways; in one piece if it is small, which is what most of the time
   is about: where a piece lies that has not been asked for since long. *)
Inductive cell := Free | Small (a b c d w : int) | Large (U : WB.t) (w : list int).
Definition packed (x : option (WB.t * list int)) : cell :=
  match x with
  | None => Free
  | Some (WB.Link a b c d WB.End, [w]) => Small a b c d w
  | Some (U, w) => Large U w
  end.
Definition unpacked (x : cell) : option (WB.t * list int) :=
  match x with
  | Free => None
  | Small a b c d w => Some (WB.Link a b c d WB.End, [w])
  | Large U w => Some (U, w)
  end.
Lemma unpacked_packed x : unpacked (packed x) = x.
Proof. destruct x as [[[|a b c d []] [|w [|]]]|]; reflexivity. Qed.

Module ArrayPool <: POOL.
  Definition thing := (WB.t * list int)%type.
  Definition key := int.
  Definition t := array cell.
  Definition empty (_ : unit) : t := make 1024 Free.
  Definition get (k : key) (p : t) : option thing := unpacked p.[k].
  Definition copy_one  (p : t) (to : int * t) : int * t :=
    let (i, p') := to in (i + 1, p'.[i <- p.[i]]).
  Definition copied  (p p' : t) : t :=
    snd (N.iter (Z.to_N (to_Z (length p))) (copy_one p) (0, p')).
  Definition set (k : key) (x : option thing) (p : t) : option t :=
    let p' :=
      if k <? length p then p
      else
        let p' := make (length p + length p) (default p) in
        if length p <=? length p' then copied p p' else p in
    if k <? length p' then Some p'.[k <- packed x] else None.

  Lemma key_dec (a b : key) : a = b \/ a <> b.
  Proof. destruct (Uint63.eqs a b); auto. Qed.
  Lemma get_empty k : get k (empty tt) = None.
  Proof. unfold get, empty. rewrite get_make. reflexivity. Qed.

  Lemma copy_ok (p fresh : t) : (length p <=? length fresh) = true ->
    (forall j, fresh.[j] = default p) -> forall n, (Z.of_N n <= to_Z (length p))%Z ->
    let (i, p') := N.iter n (copy_one p) (0, fresh) in
    to_Z i = Z.of_N n /\ length p' = length fresh /\
    forall j, p'.[j] = if (to_Z j <? Z.of_N n)%Z then p.[j] else default p.
  Proof.
    intros L F n. induction n as [|n IH] using N.peano_ind.
    - intros _. simpl. split; [reflexivity|]. split; [reflexivity|]. intro j.
      destruct (Z.ltb_spec (to_Z j) 0) as [H|_]; [|apply F]. destruct (to_Z_bounded j). lia.
    - intro B. rewrite N.iter_succ. specialize (IH ltac:(lia)).
      destruct (N.iter n (copy_one p) (0, fresh)) as [i p']. destruct IH as (Hi & Hl & H).
      cbn [copy_one]. apply leb_spec in L. destruct (to_Z_bounded (length p)) as [_ Top].
      split; [|split].
      + rewrite add_spec, Hi. change (to_Z 1) with 1%Z. rewrite Z.mod_small; lia.
      + rewrite length_set. assumption.
      + intro j. destruct (key_dec i j) as [->|NE].
        * rewrite get_set_same by (apply ltb_spec; rewrite Hl; lia).
          destruct (Z.ltb_spec (to_Z j) (Z.of_N (N.succ n))); [reflexivity|lia].
        * rewrite get_set_other, H by assumption.
          assert (to_Z i <> to_Z j) by (intro E; apply NE, to_Z_inj; assumption).
          destruct (Z.ltb_spec (to_Z j) (Z.of_N n)), (Z.ltb_spec (to_Z j) (Z.of_N (N.succ n)));
            try reflexivity; lia.
  Qed.
  Lemma get_copied (p : t) n k : (length p <=? length (make n (default p))) = true ->
    (copied p (make n (default p))).[k] = p.[k].
  Proof.
    intro L. unfold copied.
    assert (C := copy_ok p _ L (fun j => get_make _ _ _ j) (Z.to_N (to_Z (length p)))).
    destruct (to_Z_bounded (length p)) as [H _]. rewrite Z2N.id in C by assumption.
    specialize (C (Z.le_refl _)). destruct (N.iter _ _ _) as [i p']. simpl. destruct C as (_ & _ & C). rewrite C.
    destruct (Z.ltb_spec (to_Z k) (to_Z (length p))) as [|G]; [reflexivity|].
    symmetry. apply get_out_of_bounds. destruct (k <? length p) eqn:E; [|reflexivity].
    apply ltb_spec in E. lia.
  Qed.
  (* what it is set in *)
  Lemma set_in k x p p' : set k x p = Some p' -> exists p1 : t,
    (k <? length p1) = true /\ (forall i, p1.[i] = p.[i]) /\ p' = p1.[k <- packed x].
  Proof.
    unfold set. cbv zeta. set (larger := make _ _).
    set (p1 := if k <? length p then _ else _). intro E. exists p1.
    destruct (k <? length p1) eqn:L; [|discriminate]. split; [reflexivity|]. split; [|congruence].
    intro i. unfold p1. destruct (k <? length p); [reflexivity|].
    destruct (length p <=? length larger) eqn:H; [|reflexivity]. apply get_copied. exact H.
  Qed.
  Lemma get_same k x p p' : set k x p = Some p' -> get k p' = x.
  Proof.
    intro E. apply set_in in E. destruct E as (p1 & L & _ & ->). unfold get.
    rewrite get_set_same by assumption. apply unpacked_packed.
  Qed.
  Lemma get_other k k' x p p' : set k x p = Some p' -> k' <> k -> get k' p' = get k' p.
  Proof.
    intros E NE. apply set_in in E. destruct E as (p1 & _ & Same & ->). unfold get.
    rewrite get_set_other by congruence. rewrite Same. reflexivity.
  Qed.
End ArrayPool.
