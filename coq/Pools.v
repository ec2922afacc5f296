(* A pool keeps the states that a sweep has not come to: things under keys. Keys may be
   anything, but nothing may be lost: [Holds] says that a pool has just these things, and how
   many. No axioms. *)
Require Import Arith NArith PArith List Lia Permutation FMapPositive.
Import ListNotations.
Local Open Scope N_scope.

Module Type THING.
  Parameter thing : Type.
End THING.
(* p' is p with x under k *)
Definition changed {key thing pool} (get : key -> pool -> option thing) k x (p p' : pool) : Prop :=
  get k p' = x /\ forall k', k' <> k -> get k' p' = get k' p.
Module Type POOL.
  Parameter thing : Type.
  Parameter key : Type.
  Parameter t : Type.
  Parameter empty : unit -> t.
  Parameter get : key -> t -> option thing.
  Parameter set : key -> option thing -> t -> option t.   (* if there is room *)
  Parameter take : key -> t -> option (thing * t).        (* what is there, and a pool without it *)
  Parameter after : key -> key.                           (* a neighbour, wherever it is *)
  Parameter key_dec : forall a b : key, a = b \/ a <> b.
  Parameter get_empty : forall k, get k (empty tt) = None.
  Parameter get_same : forall k x p p', set k x p = Some p' -> get k p' = x.
  Parameter get_other : forall k k' x p p', set k x p = Some p' -> k' <> k -> get k' p' = get k' p.
  Parameter take_ok : forall k p x p', take k p = Some (x, p') -> get k p = Some x /\ changed get k None p p'.
End POOL.
Module Held (P : POOL).
  Notation changed := (changed P.get).
  Definition Holds (p : P.t) (n : N) (l : list P.thing) : Prop :=
    exists ks, NoDup ks /\ (forall k, P.get k p <> None -> In k ks) /\
               map Some l = map (fun k => P.get k p) ks /\ n = N.of_nat (length ks).

  Lemma holds_empty : Holds (P.empty tt) 0 [].
  Proof.
    exists []. split; [constructor|]. split; [|auto]. intros k H. destruct H. apply P.get_empty.
  Qed.
  Lemma holds_none p l : Holds p 0 l -> l = [].
  Proof. intros ([|k ks] & _ & _ & E & L); [|discriminate]. destruct l; [reflexivity|discriminate]. Qed.
  Lemma set_changed k x p p' : P.set k x p = Some p' -> changed k x p p'.
  Proof. intro S. split; [apply (P.get_same _ _ _ _ S)|]. intros k' NE. apply (P.get_other _ _ _ _ _ S NE). Qed.
  Lemma unchanged k x (p p' : P.t) ks : changed k x p p' -> ~ In k ks ->
    map (fun k => P.get k p') ks = map (fun k => P.get k p) ks.
  Proof.
    intros [_ S] NI. apply map_ext_in. intros k' H. apply S. congruence.
  Qed.
  Lemma holds_put k a (p p' : P.t) n l : P.get k p = None -> changed k (Some a) p p' ->
    Holds p n l -> Holds p' (N.succ n) (a :: l).
  Proof.
    intros G S (ks & ND & All & E & L). assert (NI : ~ In k ks).
    { intro H. assert (K : In None (map Some l)) by (rewrite E, <- G; apply (in_map (fun k => P.get k p)), H).
      apply in_map_iff in K. destruct K as (? & ? & _). discriminate. }
    exists (k :: ks). split; [constructor; assumption|]. split; [|split].
    - intros k' H. destruct (P.key_dec k' k) as [->|NE]; [left; reflexivity|right].
      apply All. rewrite <- (proj2 S k' NE). assumption.
    - simpl. rewrite (proj1 S), E, (unchanged k _ p p' ks S NI). reflexivity.
    - subst. simpl length. lia.
  Qed.
  (* What is there, and what becomes of it when it is something else, or is taken out. *)
  Lemma holds_get k a p n l : P.get k p = Some a -> Holds p n l -> exists l', Permutation l (a :: l') /\
    (forall b p', changed k (Some b) p p' -> Holds p' n (b :: l')) /\
    (forall p', changed k None p p' -> Holds p' (N.pred n) l').
  Proof.
    intros G (ks & ND & All & E & L).
    assert (K : In k ks) by (apply All; congruence). apply in_split in K. destruct K as (k1 & k2 & ->).
    rewrite map_app in E. simpl in E. apply map_eq_app in E. destruct E as (l1 & l2 & -> & E1 & E2).
    destruct l2 as [|a' l2]; [discriminate|]. simpl in E2. rewrite G in E2. inversion E2; subst a'; clear E2.
    assert (NI : ~ In k (k1 ++ k2)) by (apply NoDup_remove_2; assumption).
    assert (ND' : NoDup (k1 ++ k2)) by (eapply NoDup_remove_1; eassumption).
    assert (E' : map Some (l1 ++ l2) = map (fun k => P.get k p) (k1 ++ k2)) by (rewrite !map_app; congruence).
    assert (L' : n = N.succ (N.of_nat (length (k1 ++ k2)))).
    { subst n. rewrite !app_length. simpl length. lia. }
    assert (Others : forall k' x p', changed k x p p' -> k' <> k -> P.get k' p' <> None -> In k' (k1 ++ k2)).
    { intros k' x p' S NE H. rewrite (proj2 S k' NE) in H. apply All in H.
      apply in_app_iff in H. simpl in H. apply in_app_iff. intuition congruence. }
    exists (l1 ++ l2). split; [symmetry; apply Permutation_middle|]. split.
    - intros b p' S. exists (k :: k1 ++ k2). split; [constructor; assumption|]. split; [|split].
      + intros k' H. destruct (P.key_dec k' k) as [->|NE]; [left; reflexivity|right; eauto].
      + simpl. rewrite (proj1 S), (unchanged k _ p p' _ S NI). congruence.
      + rewrite L'. simpl length. lia.
    - intros p' S. exists (k1 ++ k2). split; [assumption|]. split; [|split].
      + intros k' H. destruct (P.key_dec k' k) as [->|NE]; [|eauto].
        destruct H. apply (proj1 S).
      + rewrite (unchanged k _ p p' _ S NI). assumption.
      + rewrite L', N.pred_succ. reflexivity.
  Qed.
End Held.

(* A tree, by the digits of numbers. *)
Module TreePool (T : THING) <: POOL.
  Definition thing := T.thing.
  Definition key := positive.
  Definition t := PositiveMap.t thing.
  Definition empty (_ : unit) : t := PositiveMap.empty thing.
  Definition get (k : key) (p : t) : option thing := PositiveMap.find k p.
  Definition set (k : key) (x : option thing) (p : t) : option t :=
    Some (match x with Some a => PositiveMap.add k a p | None => PositiveMap.remove k p end).
  Definition take (k : key) (p : t) : option (thing * t) :=
    match PositiveMap.find k p with Some x => Some (x, PositiveMap.remove k p) | None => None end.
  Definition after (k : key) : key := Pos.succ k.
  Lemma key_dec (a b : key) : a = b \/ a <> b.
  Proof. destruct (Pos.eq_dec a b); auto. Qed.
  Lemma get_empty k : get k (empty tt) = None.
  Proof. apply PositiveMap.gempty. Qed.
  Lemma get_same k x p p' : set k x p = Some p' -> get k p' = x.
  Proof.
    intro E. inversion E. destruct x; [apply PositiveMap.gss|apply PositiveMap.grs].
  Qed.
  Lemma get_other k k' x p p' : set k x p = Some p' -> k' <> k -> get k' p' = get k' p.
  Proof.
    intros E NE. inversion E. destruct x; [apply PositiveMap.gso|apply PositiveMap.gro]; assumption.
  Qed.
  Lemma take_ok k p x p' : take k p = Some (x, p') -> get k p = Some x /\ changed get k None p p'.
  Proof.
    unfold take, get. destruct (PositiveMap.find k p); [|discriminate]. intro E. inversion E; subst.
    split; [reflexivity|]. split; [apply PositiveMap.grs|]. intros k' NE. apply PositiveMap.gro. exact NE.
  Qed.
End TreePool.
