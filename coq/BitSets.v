(* The same checker over any implementation of sets of bits that does what its interface
   says, because it takes the same steps; and the implementation that is used, which stops
   at the first bit that decides. No axioms. *)
Require Import Arith NArith List Lia Bool FMapPositive.
Import ListNotations.
Require Import Counting Checker.
Local Open Scope N_scope.

Module Type BITS.
  Parameter t : Type.
  Parameter den : t -> N.
  Parameter of_N : N -> t.
  Parameters eqb subb disjb : t -> t -> bool.
  Parameters diff union inter : t -> t -> t.
  Parameter testb : t -> N -> bool.
  Parameter den_of_N : forall n, den (of_N n) = n.
  Parameter eqb_ok : forall a b, eqb a b = true -> den a = den b.
  Parameter subb_ok : forall a b, subb a b = Counting.subb (den a) (den b).
  Parameter disjb_ok : forall a b, disjb a b = true -> N.land (den a) (den b) = 0.
  Parameter den_diff : forall a b, den (diff a b) = N.ldiff (den a) (den b).
  Parameter den_union : forall a b, den (union a b) = N.lor (den a) (den b).
  Parameter den_inter : forall a b, den (inter a b) = N.land (den a) (den b).
  Parameter testb_ok : forall a i, testb a i = true -> N.testbit (den a) i = true.
End BITS.

Module Make (B : BITS).
  Record fopt := FO { fnd : B.t; fkl : B.t }.
  Definition conv (m : mopt) : fopt := FO (B.of_N (nd m)) (B.of_N (kl m)).
  Record fprob := { f_prim : B.t; f_opts : list fopt; f_tab : PositiveMap.t (list fopt); f_full : B.t; f_zero : B.t }.
  Definition fcompile (p : problem) : option fprob :=
    match compile p with
    | Some cp => Some {| f_prim := B.of_N (c_prim cp); f_opts := map conv (c_opts cp);
                         f_tab := PositiveMap.map (map conv) (c_tab cp);
                         f_full := B.of_N (full p); f_zero := B.of_N 0 |}
    | None => None
    end.
  Inductive fcmd :=
  | FBranch (q : positive) (U : B.t) (i : N) (ch : list N)
  | FProd (q : positive) (U : B.t) (ra rb : N)
  | FDel (q : positive).
  Record fst_ := { ftbl : PositiveMap.t (B.t * N) }.
  Definition fst0 := {| ftbl := PositiveMap.empty _ |}.

  Definition fresolve (P : B.t) (t : PositiveMap.t (B.t * N)) (T : B.t) (r : N) : option N :=
    match r with
    | N0 => if B.disjb T P then Some 1 else None
    | Npos q => match PositiveMap.find q t with
                | Some (T', c) => if B.eqb T T' then Some c else None
                | None => None
                end
    end.
  Fixpoint fsum (P : B.t) t (U : B.t) (ol : list fopt) (ch : list N) (acc : N) : option N :=
    match ol with
    | [] => match ch with [] => Some acc | _ :: _ => None end
    | m :: ol' =>
        if B.subb (fnd m) U then
          match ch with
          | [] => None
          | r :: ch' => match fresolve P t (B.diff U (fkl m)) r with
                        | Some c => fsum P t U ol' ch' (acc + c)
                        | None => None
                        end
          end
        else fsum P t U ol' ch acc
    end.
  Definition fpart (z : B.t) t (r : N) : option (B.t * N) :=
    match r with N0 => Some (z, 1) | Npos q => PositiveMap.find q t end.
  Definition fprod_ok (P U A B : B.t) (l : list fopt) : bool :=
    B.subb A U && B.subb B U && B.disjb A B && B.subb (B.inter U P) (B.union A B) &&
    forallb (fun m => if B.subb (fnd m) U then
                        let u := B.union (fnd m) (B.inter (fkl m) U) in B.subb u A || B.subb u B
                      else true) l.
  Definition fpush (s : fst_) (q : positive) (U : B.t) (c : N) : fst_ :=
    {| ftbl := PositiveMap.add q (U, c) (ftbl s) |}.
  Definition fstep (fp : fprob) (s : fst_) (x : fcmd) : option fst_ :=
    match x with
    | FBranch q U i ch =>
        if B.testb U i && B.testb (f_prim fp) i then
          match PositiveMap.find (N.succ_pos i) (f_tab fp) with
          | Some ol => match fsum (f_prim fp) (ftbl s) U ol ch 0 with
                       | Some c => Some (fpush s q U c)
                       | None => None
                       end
          | None => None
          end
        else None
    | FProd q U ra rb =>
        match fpart (f_zero fp) (ftbl s) ra, fpart (f_zero fp) (ftbl s) rb with
        | Some (A, a), Some (B, b) =>
            if fprod_ok (f_prim fp) U A B (f_opts fp) then Some (fpush s q U (a * b)) else None
        | _, _ => None
        end
    | FDel q => Some {| ftbl := PositiveMap.remove q (ftbl s) |}
    end.
  Fixpoint fsteps fp s l : option fst_ :=
    match l with
    | [] => Some s
    | x :: r => match fstep fp s x with Some s' => fsteps fp s' r | None => None end
    end.
  Definition ffinish (fp : fprob) (s : fst_) (r : N) : option N :=
    fresolve (f_prim fp) (ftbl s) (f_full fp) r.
  Definition fcheck (p : problem) (l : list fcmd) (r : N) : option N :=
    match fcompile p with
    | Some fp => match fsteps fp fst0 l with Some s => ffinish fp s r | None => None end
    | None => None
    end.

  (* ---- simulation ---- *)
  Definition abs (e : B.t * N) : N * N := (B.den (fst e), snd e).
  Definition amap (t : PositiveMap.t (B.t * N)) : PositiveMap.t (N * N) := PositiveMap.map abs t.
  Lemma find_map {X Y} (f : X -> Y) q m :
    PositiveMap.find q (PositiveMap.map f m) = option_map f (PositiveMap.find q m).
  Proof. unfold PositiveMap.map. apply PositiveMap.gmapi. Qed.

  Lemma fresolve_sim P t T r c : fresolve P t T r = Some c ->
    resolve (B.den P) (amap t) (B.den T) r = Some c.
  Proof.
    destruct r as [|q]; simpl.
    - destruct (B.disjb T P) eqn:E; [|discriminate]. apply B.disjb_ok in E. rewrite E. auto.
    - unfold amap. rewrite find_map. destruct (PositiveMap.find q t) as [[T' c']|]; simpl; [|discriminate].
      destruct (B.eqb T T') eqn:E; [|discriminate]. apply B.eqb_ok in E. rewrite E, N.eqb_refl. auto.
  Qed.
  Lemma fsum_sim P t U ol : forall ch acc n, fsum P t U (map conv ol) ch acc = Some n ->
    sum_ch (B.den P) (amap t) (B.den U) ol ch acc = Some n.
  Proof.
    induction ol as [|m ol IH]; intros ch acc n; simpl; [auto|].
    rewrite B.subb_ok, B.den_of_N. destruct (Counting.subb (nd m) (B.den U)); [|apply IH].
    destruct ch as [|r ch]; [auto|].
    destruct (fresolve P t _ r) as [c|] eqn:E; [|discriminate].
    apply fresolve_sim in E. rewrite B.den_diff, B.den_of_N in E. rewrite E. apply IH.
  Qed.
  Lemma fprod_sim P U A B0 l : fprod_ok P U A B0 (map conv l) = true ->
    prod_ok (B.den P) (B.den U) (B.den A) (B.den B0) l = true.
  Proof.
    unfold fprod_ok, prod_ok. rewrite !andb_true_iff, !B.subb_ok, B.den_inter, B.den_union, N.eqb_eq.
    intros ((((H1 & H2) & H3) & H4) & H5). apply B.disjb_ok in H3.
    repeat split; try assumption. rewrite forallb_forall in *. intros m Hm.
    specialize (H5 (conv m)). rewrite !B.subb_ok, B.den_union, B.den_inter in H5. simpl in H5.
    rewrite !B.den_of_N in H5. apply H5. apply in_map. assumption.
  Qed.

  Section S.
    Variable p : problem.
    Hypothesis WF : forall o, In o (opts p) -> wf p o.
    Variables (cp : cprob) (fp : fprob).
    Hypothesis CP : compile p = Some cp.
    Hypothesis FP : fcompile p = Some fp.
    Definition FInv (t : PositiveMap.t (B.t * N)) := Inv p (amap t).
    Lemma fp_eq : fp = {| f_prim := B.of_N (c_prim cp); f_opts := map conv (c_opts cp);
                         f_tab := PositiveMap.map (map conv) (c_tab cp);
                         f_full := B.of_N (full p); f_zero := B.of_N 0 |}.
    Proof. unfold fcompile in FP. rewrite CP in FP. congruence. Qed.
    Lemma Inv_ext t t' : (forall q, PositiveMap.find q t = PositiveMap.find q t') -> Inv p t -> Inv p t'.
    Proof. intros H I q T c. rewrite <- H. apply I. Qed.
    Definition as_ (s : fst_) : st := {| tbl := amap (ftbl s) |}.
    Lemma push_sim s r U c : Inv p (tbl (push (as_ s) r (B.den U) c)) -> FInv (ftbl (fpush s r U c)).
    Proof.
      apply Inv_ext. intro q. simpl. unfold amap. rewrite find_map.
      destruct (Pos.eq_dec q r) as [->|NE].
      - rewrite !PositiveMap.gss. reflexivity.
      - rewrite !PositiveMap.gso by assumption. apply find_map.
    Qed.
    Lemma fpart_sim t r A a : fpart (f_zero fp) t r = Some (A, a) -> part (amap t) r = Some (B.den A, a).
    Proof.
      rewrite fp_eq. destruct r as [|q]; simpl.
      - intro H. inversion H. rewrite B.den_of_N. reflexivity.
      - intro H. unfold amap. rewrite find_map, H. reflexivity.
    Qed.
    Lemma fstep_ok s x s' : FInv (ftbl s) -> fstep fp s x = Some s' -> FInv (ftbl s').
    Proof.
      intros I. destruct x as [z U i ch|z U ra rb|q].
      - intro H. simpl in H. rewrite fp_eq in H. simpl in H.
        destruct (B.testb U i && B.testb (B.of_N (c_prim cp)) i) eqn:E; [|discriminate].
        apply andb_true_iff in E. destruct E as [E1 E2]. apply B.testb_ok in E1, E2.
        rewrite B.den_of_N in E2. rewrite find_map in H.
        destruct (PositiveMap.find (N.succ_pos i) (c_tab cp)) as [ol|] eqn:Ho; simpl in H; [|discriminate].
        destruct (fsum _ _ _ _ _ _) as [c|] eqn:Hs; [|discriminate].
        inversion H; subst s'. apply push_sim. apply fsum_sim in Hs. rewrite B.den_of_N in Hs.
        apply (step_ok p WF cp CP (as_ s) (Branch z (B.den U) i ch)); [exact I|].
        simpl. rewrite E1, E2. simpl. rewrite Ho, Hs. reflexivity.
      - intro H. simpl in H.
        destruct (fpart (f_zero fp) (ftbl s) ra) as [[A a]|] eqn:Ha; [|discriminate].
        destruct (fpart (f_zero fp) (ftbl s) rb) as [[B0 b]|] eqn:Hb; [|discriminate].
        destruct (fprod_ok _ _ _ _ _) eqn:E; [|discriminate].
        inversion H; subst s'. apply push_sim. apply fpart_sim in Ha, Hb.
        rewrite fp_eq in E. simpl in E. apply fprod_sim in E. rewrite B.den_of_N in E.
        apply (step_ok p WF cp CP (as_ s) (Prod z (B.den U) ra rb)); [exact I|].
        simpl. rewrite Ha, Hb, E. reflexivity.
      - intro H. inversion H; subst. unfold FInv. simpl.
        apply Inv_ext with (t := PositiveMap.remove q (amap (ftbl s))).
        + intro r. unfold amap. rewrite find_map. destruct (Pos.eq_dec r q) as [->|NE].
          * rewrite !PositiveMap.grs. reflexivity.
          * rewrite !PositiveMap.gro by assumption. apply find_map.
        + apply (step_ok p WF cp CP (as_ s) (Del q) {| tbl := PositiveMap.remove q (amap (ftbl s)) |}); [exact I|reflexivity].
    Qed.
    Lemma fsteps_ok l : forall s s', FInv (ftbl s) -> fsteps fp s l = Some s' -> FInv (ftbl s').
    Proof.
      induction l as [|x l IH]; intros s s' I; simpl; [intro H; inversion H; subst; assumption|].
      destruct (fstep fp s x) as [s1|] eqn:E; [|discriminate]. apply IH. eapply fstep_ok; eassumption.
    Qed.
  End S.

  Theorem fcheck_sound p l r n : fcheck p l r = Some n -> Counts (is_cover p) n.
  Proof.
    unfold fcheck. destruct (fcompile p) as [fp|] eqn:F; [|discriminate].
    destruct (compile p) as [cp|] eqn:E; [|unfold fcompile in F; rewrite E in F; discriminate].
    destruct (fsteps fp fst0 l) as [s|] eqn:Hs; [|discriminate].
    assert (WF : forall o, In o (opts p) -> wf p o).
    { unfold compile in E. destruct (forallb (wf_opt p) (opts p)) eqn:G; [|discriminate].
      rewrite forallb_forall in G. intros o Ho. apply wf_opt_ok. auto. }
    intro H. apply (Counts_ext _ _ n (cover_sol p WF)).
    unfold ffinish in H. rewrite (fp_eq p cp fp E F) in H. simpl in H. apply fresolve_sim in H.
    rewrite !B.den_of_N in H. destruct (cp_eq p cp E) as (E1 & _ & _). rewrite E1 in H.
    eapply resolve_ok; try eassumption.
    eapply (fsteps_ok p WF cp fp E F); try eassumption.
    intros q T d. unfold amap. rewrite find_map. simpl. rewrite PositiveMap.gempty. discriminate.
  Qed.
End Make.

(* ---- instance 1: N, early-exit subset test ---- *)
Module NB <: BITS.
  Definition t := N.
  Definition den (a : N) := a.
  Definition of_N (a : N) := a.
  Definition eqb := N.eqb.
  Fixpoint psub (a b : positive) : bool :=
    match a, b with
    | xH, xO _ => false
    | xH, _ => true
    | xO a, xO b | xO a, xI b | xI a, xI b => psub a b
    | _, _ => false
    end.
  Definition subb (a b : N) : bool :=
    match a, b with N0, _ => true | _, N0 => false | Npos a, Npos b => psub a b end.
  Fixpoint pdisj (a b : positive) : bool :=
    match a, b with
    | xH, xO _ | xO _, xH => true
    | xO a, xO b | xO a, xI b | xI a, xO b => pdisj a b
    | _, _ => false
    end.
  Definition disjb (a b : N) : bool :=
    match a, b with Npos a, Npos b => pdisj a b | _, _ => true end.
  Definition diff := N.ldiff.
  Definition union := N.lor.
  Definition inter := N.land.
  Definition testb := N.testbit.
  Lemma den_of_N n : den (of_N n) = n. Proof. reflexivity. Qed.
  Lemma eqb_ok a b : eqb a b = true -> den a = den b. Proof. apply N.eqb_eq. Qed.
  Lemma psub_ok : forall a b, psub a b = (Pos.land a b =? Npos a).
  Proof.
    induction a as [a IH|a IH|]; destruct b as [b|b|]; simpl; try reflexivity;
      try (rewrite IH; destruct (Pos.land a b); reflexivity);
      destruct (Pos.land a b); reflexivity.
  Qed.
  Lemma subb_ok a b : subb a b = Counting.subb (den a) (den b).
  Proof. destruct a, b; try reflexivity. apply psub_ok. Qed.
  Lemma pdisj_ok : forall a b, pdisj a b = true -> Pos.land a b = 0.
  Proof.
    induction a as [a IH|a IH|]; destruct b as [b|b|]; simpl; try reflexivity; try discriminate;
      intro H; rewrite (IH b H); reflexivity.
  Qed.
  Lemma disjb_ok a b : disjb a b = true -> N.land (den a) (den b) = 0.
  Proof. destruct a, b; try reflexivity. apply pdisj_ok. Qed.
  Lemma den_diff a b : den (diff a b) = N.ldiff (den a) (den b). Proof. reflexivity. Qed.
  Lemma den_union a b : den (union a b) = N.lor (den a) (den b). Proof. reflexivity. Qed.
  Lemma den_inter a b : den (inter a b) = N.land (den a) (den b). Proof. reflexivity. Qed.
  Lemma testb_ok a i : testb a i = true -> N.testbit (den a) i = true. Proof. auto. Qed.
End NB.
Module FN := Make NB.
