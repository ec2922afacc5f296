(* Where states are kept: a tree with eight branches, in which neighbours are near to each
   other. Of keys nothing is asked but that they lead there. No axioms. *)
Require Import List.
Import ListNotations.

Inductive digit := K0 | K1 | K2 | K3 | K4 | K5 | K6 | K7.
Definition key := list digit.

Section Tree.
  Variable A : Type.
  Inductive tree := Nothing | Leaf (a : A) | Fork (t0 t1 t2 t3 t4 t5 t6 t7 : tree).

  Fixpoint get (k : key) (t : tree) : option A :=
    match k, t with
    | [], Leaf a => Some a
    | d :: k, Fork t0 t1 t2 t3 t4 t5 t6 t7 =>
        get k (match d with
               | K0 => t0 | K1 => t1 | K2 => t2 | K3 => t3
               | K4 => t4 | K5 => t5 | K6 => t6 | K7 => t7 end)
    | _, _ => None
    end.
  Fixpoint set (k : key) (a : A) (t : tree) : tree :=
    match k with
    | [] => Leaf a
    | d :: k =>
        match t with
        | Fork t0 t1 t2 t3 t4 t5 t6 t7 =>
            match d with
            | K0 => Fork (set k a t0) t1 t2 t3 t4 t5 t6 t7
            | K1 => Fork t0 (set k a t1) t2 t3 t4 t5 t6 t7
            | K2 => Fork t0 t1 (set k a t2) t3 t4 t5 t6 t7
            | K3 => Fork t0 t1 t2 (set k a t3) t4 t5 t6 t7
            | K4 => Fork t0 t1 t2 t3 (set k a t4) t5 t6 t7
            | K5 => Fork t0 t1 t2 t3 t4 (set k a t5) t6 t7
            | K6 => Fork t0 t1 t2 t3 t4 t5 (set k a t6) t7
            | K7 => Fork t0 t1 t2 t3 t4 t5 t6 (set k a t7)
            end
        | _ =>
            let s := set k a Nothing in
            let o := Nothing in
            match d with
            | K0 => Fork s o o o o o o o | K1 => Fork o s o o o o o o
            | K2 => Fork o o s o o o o o | K3 => Fork o o o s o o o o
            | K4 => Fork o o o o s o o o | K5 => Fork o o o o o s o o
            | K6 => Fork o o o o o o s o | K7 => Fork o o o o o o o s
            end
        end
    end.

  Lemma get_nothing k : get k Nothing = None.
  Proof. destruct k; reflexivity. Qed.
  (* There is nothing but what was put there. *)
  Lemma get_set a x k : forall k' t, get k' (set k a t) = Some x -> x = a \/ get k' t = Some x.
  Proof.
    induction k as [|d k IH]; intros k' t.
    - destruct k'; simpl; [|discriminate]. intro E. inversion E. auto.
    - destruct k' as [|d' k'].
      + destruct t, d; discriminate.
      + destruct t; destruct d, d'; cbn [set get]; intro E; auto;
          try (apply IH in E; rewrite get_nothing in E; destruct E; [auto|discriminate]);
          try (rewrite get_nothing in E; discriminate).
  Qed.
End Tree.
Arguments Nothing {A}.
Arguments Leaf {A}.
Arguments Fork {A}.
Arguments get {A}.
Arguments set {A}.
