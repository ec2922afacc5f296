(* What the rows of a pool are made of: the words of a state, and how it is read from them. *)
Require Import NArith ZArith List Lia Bool Peano_dec Eqdep_dec Uint63.
Import ListNotations.
Require Import Words Fields WordArrays.
Local Open Scope uint63_scope.

(* What can be in a row: of a state with this shape so many words, which say all of it. *)
Module Type ROW.
  Parameters state shape : Type.
  Parameter shape_of : state -> shape.
  Parameter size : shape -> nat.
  Parameter suits : shape -> state -> bool.
  Parameter load : shape -> words -> int -> state.
  Parameter save : shape -> words -> int -> state -> words.
  Parameter alike : shape -> words -> int -> state -> bool.     (* whether these words are those of the state *)
  (* the same with lists *)
  Parameter code : state -> list int.
  Parameter decode : shape -> list int -> state.
  Parameter load_list : forall sh p i, load sh p i = decode sh (read_list (size sh) p i).
  Parameter save_list : forall sh p i U, suits sh U = true -> save sh p i U = write_list p i (code U).
  Parameter suits_ok : forall sh U, suits sh U = true -> List.length (code U) = size sh /\ decode sh (code U) = U.
  Parameter alike_ok : forall sh p i U, alike sh p i U = true -> load sh p i = U /\ suits sh U = true.
  (* if there is none that would do *)
  Parameter least : shape.
  Parameter least_size : (size least <= 2)%nat.
End ROW.

(* Sets of bits. *)
Module SetRow <: ROW.
  Definition state := WB.t.
  Definition shape := nat.
  Fixpoint shape_of (U : WB.t) : nat := match U with WB.End => O | WB.Link _ _ _ _ U => S (shape_of U) end.
  Definition size (n : nat) : nat := (n * 4)%nat.
  Fixpoint load (n : nat) (p : words) (i : int) : WB.t :=
    match n with
    | O => WB.End
    | S n =>
        let a := word p i in let i := i + 1 in
        let b := word p i in let i := i + 1 in
        let c := word p i in let i := i + 1 in
        let d := word p i in WB.Link a b c d (load n p (i + 1))
    end.
  Fixpoint store (p : words) (i : int) (U : WB.t) : words :=
    match U with
    | WB.End => p
    | WB.Link a b c d U => store (set_four p i a b c d) (i + 1 + 1 + 1 + 1) U
    end.
  Definition save (_ : nat) := store.
  Fixpoint suits (n : nat) (U : WB.t) : bool :=
    match n, U with
    | O, WB.End => true
    | S n, WB.Link _ _ _ _ U => suits n U
    | _, _ => false
    end.
  Fixpoint alike (n : nat) (p : words) (i : int) (U : WB.t) : bool :=
    match n, U with
    | O, WB.End => true
    | S n, WB.Link a b c d U =>
        if is_four p i a b c d then alike n p (i + 1 + 1 + 1 + 1) U else false
    | _, _ => false
    end.
  Definition code := WB.words.
  Fixpoint linked (l : list int) : WB.t :=
    match l with a :: b :: c :: d :: r => WB.Link a b c d (linked r) | _ => WB.End end.
  Definition decode (_ : nat) := linked.
  Lemma linked_words U : linked (WB.words U) = U.
  Proof. induction U as [|a b c d U IH]; [reflexivity|]. simpl. rewrite IH. reflexivity. Qed.
  Lemma load_list n p : forall i, load n p i = decode n (read_list (size n) p i).
  Proof. unfold decode, size. induction n as [|n IH]; intro i; [reflexivity|]. simpl. rewrite IH. reflexivity. Qed.
  Lemma save_list n p i U : suits n U = true -> save n p i U = write_list p i (code U).
  Proof.
    intros _. unfold save. revert p i. induction U as [|a b c d U IH]; intros p i; [reflexivity|]. simpl. apply IH.
  Qed.
  Lemma suits_ok n : forall U, suits n U = true -> List.length (code U) = size n /\ decode n (code U) = U.
  Proof.
    intros U H. split; [|apply linked_words]. revert U H. unfold code, size.
    induction n as [|n IH]; intros [|a b c d U]; simpl; try discriminate; intro H; [|rewrite (IH _ H)]; reflexivity.
  Qed.
  Lemma alike_ok n p : forall i U, alike n p i U = true -> load n p i = U /\ suits n U = true.
  Proof.
    induction n as [|n IH]; intros i [|a b c d U]; cbn [alike load suits]; try discriminate; [auto|].
    unfold is_four, is_two.
    destruct (_ =? a) eqn:A; [|discriminate]. destruct (_ =? b) eqn:B; [|discriminate].
    destruct (_ =? c) eqn:C; [|discriminate]. destruct (_ =? d) eqn:D; [|discriminate].
    apply Uint63.eqb_spec in A, B, C, D. intro H. destruct (IH _ _ H) as [-> S]. subst. auto.
  Qed.
  Definition least := O.
  Lemma least_size : (size least <= 2)%nat.
  Proof. unfold size, least. lia. Qed.
End SetRow.

(* And with them what is missing of the items with multiplicities, if it is in fields. *)
Module MissingRow <: ROW.
  Inductive blocks := LastBlock (n : nat) (few : (n <= 6)%nat) | Block (r : blocks).
  Fixpoint blocks_of (M : Fields.words) : blocks :=
    match M with Last n _ _ few _ _ => LastBlock n few | More _ _ _ _ r => Block (blocks_of r) end.
  Fixpoint blocks_size (b : blocks) : nat := match b with LastBlock _ _ => 2 | Block r => S (S (blocks_size r)) end.
  Fixpoint blocks_suit (b : blocks) (M : Fields.words) : bool :=
    match b, M with
    | LastBlock n _, Last m _ _ _ _ _ => Nat.eqb n m
    | Block b, More _ _ _ _ r => blocks_suit b r
    | _, _ => false
    end.
  (* What is there has nothing else, but that need not be proved. *)
  Definition fitting (x : int) : int := x land sevenths.
  Lemma fitting_fits x : fits (fitting x).
  Proof.
    unfold fits, fitting. apply Uint63.eqb_spec, WL.den1_inj. rewrite !WL.den1_land, <- N.land_assoc, N.land_diag.
    reflexivity.
  Qed.
  Lemma fitting_same x : fits x -> fitting x = x.
  Proof. apply Uint63.eqb_spec. Qed.
  Lemma last_same n m a b c d Q L H Q' L' H' : n = m -> a = c -> b = d -> Last n a b Q L H = Last m c d Q' L' H'.
  Proof.
    intros -> -> ->. rewrite (le_unique _ _ Q Q'), (UIP_dec bool_dec L L'), (UIP_dec bool_dec H H'). reflexivity.
  Qed.
  Lemma more_same a b c d L H L' H' r s : a = c -> b = d -> r = s -> More a b L H r = More c d L' H' s.
  Proof. intros -> -> ->. rewrite (UIP_dec bool_dec L L'), (UIP_dec bool_dec H H'). reflexivity. Qed.
  Fixpoint load_blocks (b : blocks) (p : words) (i : int) : Fields.words :=
    let lo := fitting (word p i) in
    let hi := fitting (word p (i + 1)) in
    match b with
    | LastBlock n few => Last n lo hi few (fitting_fits _) (fitting_fits _)
    | Block b => More lo hi (fitting_fits _) (fitting_fits _) (load_blocks b p (i + 1 + 1))
    end.
  Fixpoint store_blocks (p : words) (i : int) (M : Fields.words) : words :=
    match M with
    | Last _ lo hi _ _ _ => set_two p i lo hi
    | More lo hi _ _ r => store_blocks (set_two p i lo hi) (i + 1 + 1) r
    end.
  Fixpoint blocks_alike (b : blocks) (p : words) (i : int) (M : Fields.words) : bool :=
    match b, M with
    | LastBlock n _, Last m lo hi _ _ _ => if Nat.eqb n m then is_two p i lo hi else false
    | Block b, More lo hi _ _ r => if is_two p i lo hi then blocks_alike b p (i + 1 + 1) r else false
    | _, _ => false
    end.
  Fixpoint blocks_code (M : Fields.words) : list int :=
    match M with Last _ lo hi _ _ _ => [lo; hi] | More lo hi _ _ r => lo :: hi :: blocks_code r end.
  Fixpoint blocks_decode (b : blocks) (l : list int) : Fields.words :=
    let lo := fitting (nth 0 l 0) in
    let hi := fitting (nth 1 l 0) in
    match b with
    | LastBlock n few => Last n lo hi few (fitting_fits _) (fitting_fits _)
    | Block b => More lo hi (fitting_fits _) (fitting_fits _) (blocks_decode b (skipn 2 l))
    end.
  Lemma load_decode b p : forall i, load_blocks b p i = blocks_decode b (read_list (blocks_size b) p i).
  Proof. induction b as [n few|b IH]; intro i; [reflexivity|]. cbn [load_blocks]. rewrite IH. reflexivity. Qed.
  Lemma store_code M : forall p i, store_blocks p i M = write_list p i (blocks_code M).
  Proof. induction M as [|lo hi L H r IH]; intros p i; [reflexivity|]. cbn [store_blocks]. rewrite IH. reflexivity. Qed.
  Lemma blocks_suit_ok b : forall M, blocks_suit b M = true ->
    List.length (blocks_code M) = blocks_size b /\ blocks_decode b (blocks_code M) = M.
  Proof.
    induction b as [n few|b IH]; intros [m lo hi Q L H|lo hi L H r]; cbn [blocks_suit]; try discriminate; intro S.
    - apply Nat.eqb_eq in S. split; [reflexivity|]. apply last_same; [exact S|apply fitting_same, L|apply fitting_same, H].
    - destruct (IH r S) as [E D]. split; [simpl; rewrite E; reflexivity|].
      apply more_same; [apply fitting_same, L|apply fitting_same, H|exact D].
  Qed.
  Lemma blocks_alike_ok b p : forall i M, blocks_alike b p i M = true -> load_blocks b p i = M /\ blocks_suit b M = true.
  Proof.
    assert (Two : forall i lo hi, is_two p i lo hi = true -> word p i = lo /\ word p (i + 1) = hi).
    { intros i lo hi. unfold is_two. destruct (_ =? lo) eqn:E; [|discriminate]. intro E'.
      apply Uint63.eqb_spec in E, E'. auto. }
    induction b as [n few|b IH]; intros i [m lo hi Q L H|lo hi L H r]; cbn [blocks_alike blocks_suit]; try discriminate.
    - destruct (Nat.eqb n m) eqn:S; [|discriminate]. intro A. apply Two in A. destruct A as [<- <-].
      split; [|reflexivity]. apply Nat.eqb_eq in S.
      apply last_same; [exact S|apply fitting_same, L|apply fitting_same, H].
    - destruct (is_two p i lo hi) eqn:A; [|discriminate]. apply Two in A. destruct A as [<- <-]. intro A.
      destruct (IH _ _ A) as [D S]. split; [|exact S].
      apply more_same; [apply fitting_same, L|apply fitting_same, H|exact D].
  Qed.

  Definition state := (WB.t * MissingWords.t)%type.
  Definition shape := (nat * blocks)%type.
  Definition no_blocks : blocks := LastBlock 0 (Nat.le_0_l 6).
  Definition shape_of (x : state) : shape :=
    let (U, M) := x in
    (SetRow.shape_of U, match M with MissingWords.Small M => blocks_of M | MissingWords.Large _ => no_blocks end).
  Definition size (sh : shape) : nat := SetRow.size (fst sh) + blocks_size (snd sh).
  (* past the words of the set *)
  Fixpoint past (n : nat) (i : int) : int := match n with O => i | S n => past n (i + 1 + 1 + 1 + 1) end.
  Lemma past_skip n : forall i, past n i = skip i (SetRow.size n).
  Proof.
    unfold SetRow.size. induction n as [|n IH]; intro i; [symmetry; apply skip_none|].
    cbn [past Nat.mul Nat.add]. rewrite IH, !skip_one. reflexivity.
  Qed.
  Definition suits (sh : shape) (x : state) : bool :=
    let (U, M) := x in
    match M with
    | MissingWords.Small M => if SetRow.suits (fst sh) U then blocks_suit (snd sh) M else false
    | MissingWords.Large _ => false
    end.
  Definition load (sh : shape) (p : words) (i : int) : state :=
    (SetRow.load (fst sh) p i, MissingWords.Small (load_blocks (snd sh) p (past (fst sh) i))).
  Definition save (sh : shape) (p : words) (i : int) (x : state) : words :=
    let (U, M) := x in
    match M with
    | MissingWords.Small M => store_blocks (SetRow.store p i U) (past (fst sh) i) M
    | MissingWords.Large _ => p
    end.
  Definition alike (sh : shape) (p : words) (i : int) (x : state) : bool :=
    let (U, M) := x in
    match M with
    | MissingWords.Small M =>
        if SetRow.alike (fst sh) p i U then blocks_alike (snd sh) p (past (fst sh) i) M else false
    | MissingWords.Large _ => false
    end.
  Definition code (x : state) : list int :=
    let (U, M) := x in
    SetRow.code U ++ match M with MissingWords.Small M => blocks_code M | MissingWords.Large _ => [] end.
  Definition decode (sh : shape) (l : list int) : state :=
    let n := SetRow.size (fst sh) in
    (SetRow.decode (fst sh) (firstn n l), MissingWords.Small (blocks_decode (snd sh) (skipn n l))).
  Lemma firstn_length_app {A} (l m : list A) n : List.length l = n -> firstn n (l ++ m) = l /\ skipn n (l ++ m) = m.
  Proof.
    intros <-. rewrite firstn_app, skipn_app, Nat.sub_diag, firstn_all, skipn_all, firstn_O, app_nil_r. auto.
  Qed.
  Lemma load_list sh p i : load sh p i = decode sh (read_list (size sh) p i).
  Proof.
    unfold load, decode, size. rewrite read_app.
    destruct (firstn_length_app (read_list (SetRow.size (fst sh)) p i)
      (read_list (blocks_size (snd sh)) p (skip i (SetRow.size (fst sh)))) _ (read_length _ _ _)) as [-> ->].
    rewrite SetRow.load_list, load_decode, past_skip. reflexivity.
  Qed.
  Lemma save_list sh p i x : suits sh x = true -> save sh p i x = write_list p i (code x).
  Proof.
    destruct x as [U [M|M]]; cbn [suits save code]; [|discriminate]. destruct (SetRow.suits _ U) eqn:S; [|discriminate].
    intros _. rewrite write_app, store_code. change (SetRow.store p i U) with (SetRow.save (fst sh) p i U).
    rewrite (SetRow.save_list _ _ _ _ S), past_skip. destruct (SetRow.suits_ok _ _ S) as [-> _]. reflexivity.
  Qed.
  Lemma suits_ok sh x : suits sh x = true -> List.length (code x) = size sh /\ decode sh (code x) = x.
  Proof.
    destruct x as [U [M|M]]; cbn [suits code]; [|discriminate]. destruct (SetRow.suits _ U) eqn:S; [|discriminate].
    intro B. apply SetRow.suits_ok in S. apply blocks_suit_ok in B. destruct S as [L D], B as [L' D']. split.
    - unfold size. rewrite app_length, L, L'. reflexivity.
    - unfold decode. cbv zeta. destruct (firstn_length_app (SetRow.code U) (blocks_code M) _ L) as [-> ->].
      rewrite D, D'. reflexivity.
  Qed.
  Lemma alike_ok sh p i x : alike sh p i x = true -> load sh p i = x /\ suits sh x = true.
  Proof.
    destruct x as [U [M|M]]; cbn [alike suits]; [|discriminate]. destruct (SetRow.alike _ _ _ _) eqn:A; [|discriminate].
    intro B. apply SetRow.alike_ok in A. apply blocks_alike_ok in B. destruct A as [E S], B as [E' S'].
    unfold load. rewrite S, E, E'. auto.
  Qed.
  Definition least : shape := (O, no_blocks).
  Lemma least_size : (size least <= 2)%nat.
  Proof. unfold size, least. simpl. lia. Qed.
End MissingRow.
