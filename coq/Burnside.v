(* Burnside's lemma. A finite group acts on a finite set of things: the number of its elements,
   times that of the classes of things that it takes to each other, is the number of things that
   an element leaves as they are, summed up over the elements. Both are lists without
   duplicates. No axioms. *)
Require Import Arith List Lia Bool.
Import ListNotations.
Require Import Counting.

Definition how_many {A} (P : A -> bool) (l : list A) : nat := length (filter P l).
Definition sum {A} (f : A -> nat) (l : list A) : nat := list_sum (map f l).
Lemma sum_ext {A} (f g : A -> nat) l : (forall x, In x l -> f x = g x) -> sum f l = sum g l.
Proof. intro H. unfold sum. f_equal. apply map_ext_in. exact H. Qed.
Lemma sum_plus {A} (f g : A -> nat) l : sum (fun x => f x + g x) l = sum f l + sum g l.
Proof. unfold sum. induction l as [|x l IH]; [reflexivity|]. simpl. simpl in IH. lia. Qed.
Lemma sum_one {A} (f : A -> nat) l : (forall x, In x l -> f x = 1) -> sum f l = length l.
Proof.
  unfold sum. induction l as [|x l IH]; intro H; [reflexivity|]. simpl.
  rewrite (H x) by (left; reflexivity).
  rewrite IH; [reflexivity|]. intros y Hy. apply H. right. exact Hy.
Qed.
Lemma sum_parts {A} (P : A -> bool) (f : A -> nat) l :
  sum f l = sum f (filter P l) + sum f (filter (fun x => negb (P x)) l).
Proof. unfold sum. induction l as [|x l IH]; [reflexivity|]. simpl. destruct (P x); simpl; lia. Qed.
Lemma how_many_sum {A} (P : A -> bool) l : how_many P l = sum (fun x => if P x then 1 else 0) l.
Proof. unfold how_many, sum. induction l as [|x l IH]; [reflexivity|]. simpl. destruct (P x); simpl; rewrite IH; reflexivity. Qed.
(* Pairs are counted row by row, or column by column. *)
Lemma both_ways {A B} (R : A -> B -> bool) (l : list A) (m : list B) :
  sum (fun a => how_many (R a) m) l = sum (fun b => how_many (fun a => R a b) l) m.
Proof.
  induction l as [|a l IH].
  - unfold sum. induction m as [|b m IHm]; [reflexivity|exact IHm].
  - change (how_many (R a) m + sum (fun a => how_many (R a) m) l = sum (fun b => how_many (fun a => R a b) (a :: l)) m).
    rewrite IH, how_many_sum, <- sum_plus. apply sum_ext. intros b _. unfold how_many. cbn [filter].
    destruct (R a b); reflexivity.
Qed.
Lemma how_many_one {A} (P : A -> bool) l x : NoDup l -> In x l -> (forall y, P y = true <-> y = x) -> how_many P l = 1.
Proof.
  intros D H E. unfold how_many.
  assert (G : length (filter P l) <= length [x]).
  { apply NoDup_incl_length; [apply NoDup_filter; exact D|]. intros y Hy. apply filter_In in Hy.
    destruct Hy as [_ Hy]. apply E in Hy. subst. left. reflexivity. }
  assert (G' : length [x] <= length (filter P l)).
  { apply NoDup_incl_length; [repeat constructor; simpl; tauto|]. intros y [<-|[]]. apply filter_In.
    split; [exact H|apply E; reflexivity]. }
  simpl in *. lia.
Qed.
(* Another list is at least as long if what is in one goes into it, to different places. *)
Lemma no_longer {A B} (f : A -> B) l m : NoDup l -> (forall x, In x l -> In (f x) m) ->
  (forall x y, In x l -> In y l -> f x = f y -> x = y) -> length l <= length m.
Proof.
  intros D I J. rewrite <- (map_length f l). apply NoDup_incl_length; [apply NoDup_map_inj; assumption|].
  intros y Hy. apply in_map_iff in Hy. destruct Hy as (x & <- & Hx). auto.
Qed.

Section Burnside.
  Variables A X : Type.
  Variable same : X -> X -> bool.
  Hypothesis same_ok : forall x y, same x y = true <-> x = y.
  Variable act : A -> X -> X.
  Variable mul : A -> A -> A.
  Variable elements : list A.
  Hypothesis elements_nodup : NoDup elements.
  Variable things : list X.
  Hypothesis acts : forall g x, In g elements -> In x things -> In (act g x) things.
  Hypothesis mul_in : forall g h, In g elements -> In h elements -> In (mul g h) elements.
  Hypothesis mul_act : forall g h x, In g elements -> In h elements -> In x things -> act (mul g h) x = act g (act h x).
  Hypothesis mul_inj : forall g h k, In g elements -> In h elements -> In k elements -> mul g k = mul h k -> g = h.
  Hypothesis identity : exists e, In e elements /\ forall x, In x things -> act e x = x.
  Hypothesis inverse : forall g, In g elements -> exists h, In h elements /\ forall x, In x things -> act h (act g x) = x.

  (* how many elements leave a thing as it is; and how many things an element leaves *)
  Definition stays (x : X) : nat := how_many (fun g => same (act g x) x) elements.
  Definition leaves (g : A) : nat := how_many (fun x => same (act g x) x) things.
  Definition like (x y : X) : Prop := exists g, In g elements /\ act g x = y.
  Definition likeb (x y : X) : bool := existsb (fun g => same (act g x) y) elements.
  Lemma likeb_ok x y : likeb x y = true <-> like x y.
  Proof.
    unfold likeb, like. rewrite existsb_exists. split; intros (g & H & E); exists g; (split; [exact H|]); apply same_ok; exact E.
  Qed.
  Lemma like_refl x : In x things -> like x x.
  Proof. destruct identity as (e & He & E). intro H. exists e. auto. Qed.
  Lemma like_sym x y : In x things -> like x y -> like y x.
  Proof.
    intros Hx (g & Hg & <-). destruct (inverse g Hg) as (h & Hh & E). exists h. split; [exact Hh|apply E; exact Hx].
  Qed.
  Lemma like_trans x y z : In x things -> like x y -> like y z -> like x z.
  Proof.
    intros Hx (g & Hg & <-) (h & Hh & <-). exists (mul h g). split; [apply mul_in; assumption|apply mul_act; assumption].
  Qed.
  Lemma like_in x y : In x things -> like x y -> In y things.
  Proof. intros Hx (g & Hg & <-). apply acts; assumption. Qed.

  (* As many elements leave y as take x to it: to do what takes x to y first, makes one of the other. *)
  Lemma stays_takes x y : In x things -> like x y -> stays y = how_many (fun g => same (act g x) y) elements.
  Proof.
    intros Hx Hy. assert (Iy := like_in x y Hx Hy). destruct Hy as (t & Ht & Et). destruct (inverse t Ht) as (u & Hu & Eu).
    apply Nat.le_antisymm; unfold stays, how_many.
    - apply (no_longer (fun g => mul g t)); [apply NoDup_filter; exact elements_nodup| |].
      + intros g Hg. apply filter_In in Hg. destruct Hg as [Hg E]. apply same_ok in E. apply filter_In.
        split; [apply mul_in; assumption|]. apply same_ok. rewrite mul_act, Et; assumption.
      + intros g h Hg Hh E. apply filter_In in Hg, Hh. apply (mul_inj g h t); tauto.
    - apply (no_longer (fun g => mul g u)); [apply NoDup_filter; exact elements_nodup| |].
      + intros g Hg. apply filter_In in Hg. destruct Hg as [Hg E]. apply same_ok in E. apply filter_In.
        split; [apply mul_in; assumption|]. apply same_ok. rewrite mul_act by assumption.
        rewrite <- Et at 1. rewrite Eu; assumption.
      + intros g h Hg Hh E. apply filter_In in Hg, Hh. apply (mul_inj g h u); tauto.
  Qed.

  (* Summed up over a class, that is the number of elements. *)
  Lemma class_sum x class : In x things -> NoDup class -> (forall y, In y class <-> like x y) ->
    sum stays class = length elements.
  Proof.
    intros Hx D C. rewrite (sum_ext _ (fun y => how_many (fun g => same (act g x) y) elements)).
    2:{ intros y Hy. apply stays_takes; [exact Hx|apply C; exact Hy]. }
    rewrite <- (both_ways (fun g y => same (act g x) y)). apply sum_one. intros g Hg.
    apply (how_many_one _ _ (act g x)); [exact D|apply C; exists g; auto|].
    intro y. rewrite same_ok. split; congruence.
  Qed.

  Lemma classes_sum n : forall l, length l <= n -> NoDup l -> (forall x, In x l -> In x things) ->
    (forall x y, In x l -> like x y -> In y l) ->
    exists L, NoDup L /\ (forall r, In r L -> In r l) /\
      (forall x, In x l -> exists! r, In r L /\ like r x) /\ sum stays l = length elements * length L.
  Proof.
    induction n as [|n IH]; intros l Le D I C.
    - destruct l; [|simpl in Le; lia]. exists []. split; [constructor|]. split; [intros r []|].
      split; [intros x []|]. simpl. rewrite Nat.mul_0_r. reflexivity.
    - destruct l as [|x l]; [exists []; split; [constructor|]; split; [intros r []|]; split; [intros x []|];
        simpl; rewrite Nat.mul_0_r; reflexivity|].
      assert (Hx : In x things) by (apply I; left; reflexivity).
      set (rest := filter (fun y => negb (likeb x y)) (x :: l)).
      assert (Irest : forall y, In y rest <-> In y (x :: l) /\ ~ like x y).
      { intro y. unfold rest. rewrite filter_In, negb_true_iff, <- likeb_ok. destruct (likeb x y); intuition congruence. }
      assert (Short : length rest <= n).
      { unfold rest. cbn [filter]. rewrite (proj2 (likeb_ok x x)) by (apply like_refl; exact Hx). cbn [negb].
        etransitivity; [|apply le_S_n; exact Le]. clear. induction l as [|y l IHl]; [apply le_n|].
        cbn [filter]. destruct (negb (likeb x y)); simpl; lia. }
      destruct (IH rest Short) as (L & DL & IL & CL & SL).
      { apply NoDup_filter. exact D. }
      { intros y Hy. apply I. apply Irest in Hy. tauto. }
      { intros y z Hy Hz. apply Irest in Hy. destruct Hy as [Hy NL]. apply Irest.
        split; [apply (C y); assumption|]. intro K. apply NL. apply (like_trans x z y); [exact Hx|exact K|].
        apply like_sym; [apply I; exact Hy|exact Hz]. }
      exists (x :: L). split; [constructor; [|exact DL]|split; [|split]].
      + intro H. apply IL, Irest in H. apply H. apply like_refl. exact Hx.
      + intros r [<-|H]; [left; reflexivity|]. apply IL, Irest in H. tauto.
      + intros y Hy. destruct (likeb x y) eqn:Lb.
        * apply likeb_ok in Lb. exists x. split; [split; [left; reflexivity|exact Lb]|].
          intros r [[E|Hr] Lr]; [exact E|]. exfalso. apply IL, Irest in Hr. destruct Hr as [Hr NL]. apply NL.
          apply (like_trans x y r); [exact Hx|exact Lb|]. apply like_sym; [apply I; exact Hr|exact Lr].
        * assert (NL : ~ like x y) by (rewrite <- likeb_ok; congruence).
          destruct (CL y) as (r & (Hr & Lr) & U); [apply Irest; split; assumption|].
          exists r. split; [split; [right; exact Hr|exact Lr]|]. intros r' [[E|Hr'] Lr']; [subst r'; contradiction|].
          apply U. split; assumption.
      + rewrite (sum_parts (likeb x)). fold rest. rewrite SL.
        rewrite (class_sum x); [simpl; lia|exact Hx|apply NoDup_filter; exact D|].
        intro y. rewrite filter_In, likeb_ok. split; [tauto|]. intro Ly. split; [|exact Ly].
        apply (C x); [left; reflexivity|exact Ly].
  Qed.

  Theorem burnside : NoDup things -> exists L, NoDup L /\ (forall r, In r L -> In r things) /\
    (forall x, In x things -> exists! r, In r L /\ like r x) /\ sum leaves elements = length elements * length L.
  Proof.
    intro D. destruct (classes_sum (length things) things (le_n _) D (fun x H => H)) as (L & DL & IL & CL & SL).
    { intros x y Hx Hy. apply (like_in x y Hx Hy). }
    exists L. split; [exact DL|]. split; [exact IL|]. split; [exact CL|]. rewrite <- SL.
    apply (both_ways (fun g x => same (act g x) x)).
  Qed.
End Burnside.
