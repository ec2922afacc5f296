(* A store of states: its interface, and a tree with eight branches, in which neighbours are
   near to each other. No axioms. *)
Require Import List.
Import ListNotations.

(* At each key there is what was put there, or the default that the store was made with: it
   may forget. *)
Module Type STORE.
  Parameter key : Type.
  Parameter t : Type -> Type.
  Parameter empty : forall A, A -> t A.
  Parameter get : forall A, A -> key -> t A -> A.
  Parameter set : forall A, key -> A -> t A -> t A.
  Parameter get_empty : forall A d k, get A d k (empty A d) = d.
  Parameter get_set : forall A d a k k' t,
    let x := get A d k' (set A k a t) in x = a \/ x = get A d k' t \/ x = d.
End STORE.

Inductive digit := K0 | K1 | K2 | K3 | K4 | K5 | K6 | K7.

Module Tree <: STORE.
  Definition key := list digit.
  Section Tree.
    Variable A : Type.
    Inductive tree := Nothing | Leaf (a : A) | Fork (t0 t1 t2 t3 t4 t5 t6 t7 : tree).

    Fixpoint get (default : A) (k : key) (t : tree) : A :=
      match k, t with
      | [], Leaf a => a
      | d :: k, Fork t0 t1 t2 t3 t4 t5 t6 t7 =>
          get default k (match d with
                 | K0 => t0 | K1 => t1 | K2 => t2 | K3 => t3
                 | K4 => t4 | K5 => t5 | K6 => t6 | K7 => t7 end)
      | _, _ => default
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

    Definition empty (_ : A) := Nothing.
    Lemma get_empty d k : get d k Nothing = d.
    Proof. destruct k; reflexivity. Qed.
    Lemma get_set d a k : forall k' t,
      let x := get d k' (set k a t) in x = a \/ x = get d k' t \/ x = d.
    Proof.
      induction k as [|x k IH]; intros [|x' k'] t; [simpl; auto|simpl; auto|destruct t, x; auto|].
      destruct t; destruct x, x'; cbn [set get]; rewrite ?get_empty; auto;
        try apply IH; destruct (IH k' Nothing) as [H|[H|H]]; rewrite ?get_empty in H; auto.
    Qed.
  End Tree.
  Definition t := tree.
End Tree.
