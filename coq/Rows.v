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

(* Sets of bits: the words of a node, and then those of the trees below. *)
Module SetRow <: ROW.
  Inductive tree := Stop | Fork (l r : tree) | Lone (q : positive).
  Definition state := WB.t.
  Definition shape := tree.
  Fixpoint shape_of (U : WB.t) : tree :=
    match U with WB.End => Stop | WB.Node _ _ _ _ l r => Fork (shape_of l) (shape_of r) | WB.Far q _ _ _ _ => Lone q end.
  Fixpoint size (sh : tree) : nat := match sh with Stop => O | Fork l r => 4 + (size l + size r) | Lone _ => 4 end.
  (* past the words of the set *)
  Fixpoint past (sh : tree) (i : int) : int :=
    match sh with Stop => i | Fork l r => past r (past l (i + 1 + 1 + 1 + 1)) | Lone _ => i + 1 + 1 + 1 + 1 end.
  Fixpoint load (sh : tree) (p : words) (i : int) : WB.t :=
    match sh with
    | Stop => WB.End
    | Fork l r =>
        let a := word p i in let i := i + 1 in
        let b := word p i in let i := i + 1 in
        let c := word p i in let i := i + 1 in
        let d := word p i in let i := i + 1 in
        WB.Node a b c d (load l p i) (match r with Stop => WB.End | _ => load r p (past l i) end)
    | Lone q => WB.Far q (word p i) (word p (i + 1)) (word p (i + 1 + 1)) (word p (i + 1 + 1 + 1))
    end.
  Fixpoint store (sh : tree) (p : words) (i : int) (U : WB.t) : words :=
    match sh, U with
    | Fork l r, WB.Node a b c d m q =>
        let p := set_four p i a b c d in let i := i + 1 + 1 + 1 + 1 in
        let p := store l p i m in
        match r with Stop => p | _ => store r p (past l i) q end
    | Lone _, WB.Far _ a b c d => set_four p i a b c d
    | _, _ => p
    end.
  Definition save := store.
  Fixpoint suits (sh : tree) (U : WB.t) : bool :=
    match sh, U with
    | Stop, WB.End => true
    | Fork l r, WB.Node _ _ _ _ m q => if suits l m then suits r q else false
    | Lone q, WB.Far p _ _ _ _ => Pos.eqb q p
    | _, _ => false
    end.
  Fixpoint alike (sh : tree) (p : words) (i : int) (U : WB.t) : bool :=
    match sh, U with
    | Stop, WB.End => true
    | Fork l r, WB.Node a b c d m q =>
        if is_four p i a b c d then
          let i := i + 1 + 1 + 1 + 1 in
          if alike l p i m then
            match r with Stop => match q with WB.End => true | _ => false end | _ => alike r p (past l i) q end
          else false
        else false
    | Lone q, WB.Far n a b c d => if Pos.eqb q n then is_four p i a b c d else false
    | _, _ => false
    end.
  Fixpoint code (U : WB.t) : list int :=
    match U with WB.End => [] | WB.Node a b c d l r => a :: b :: c :: d :: code l ++ code r | WB.Far _ a b c d => [a; b; c; d] end.
  Fixpoint decode (sh : tree) (w : list int) : WB.t :=
    match sh with
    | Stop => WB.End
    | Fork l r =>
        let w' := skipn 4 w in
        WB.Node (nth 0 w 0) (nth 1 w 0) (nth 2 w 0) (nth 3 w 0) (decode l (firstn (size l) w')) (decode r (skipn (size l) w'))
    | Lone q => WB.Far q (nth 0 w 0) (nth 1 w 0) (nth 2 w 0) (nth 3 w 0)
    end.
  Lemma firstn_length_app {A} (l m : list A) n : List.length l = n -> firstn n (l ++ m) = l /\ skipn n (l ++ m) = m.
  Proof.
    intros <-. rewrite firstn_app, skipn_app, Nat.sub_diag, firstn_all, skipn_all, firstn_O, app_nil_r. auto.
  Qed.
  Lemma past_skip sh : forall i, past sh i = skip i (size sh).
  Proof.
    induction sh as [|l IHl r IHr|q]; intro i; [symmetry; apply skip_none| |cbn [past size]; rewrite <- !skip_one, skip_none; reflexivity].
    cbn [past size]. rewrite IHr, IHl, skip_more. cbn [Nat.add]. rewrite <- !skip_one. reflexivity.
  Qed.
  Lemma load_list sh p : forall i, load sh p i = decode sh (read_list (size sh) p i).
  Proof.
    induction sh as [|l IHl r IHr|q]; intro i; [reflexivity| |reflexivity]. cbn [load size decode Nat.add read_list nth skipn].
    rewrite read_app. destruct (firstn_length_app (read_list (size l) p (i + 1 + 1 + 1 + 1))
      (read_list (size r) p (skip (i + 1 + 1 + 1 + 1) (size l))) _ (read_length _ _ _)) as [-> ->].
    rewrite <- IHl, <- past_skip, <- IHr. destruct r; reflexivity.
  Qed.
  Lemma suits_ok sh : forall U, suits sh U = true -> List.length (code U) = size sh /\ decode sh (code U) = U.
  Proof.
    induction sh as [|l IHl r IHr|p]; intros [|a b c d m q|q a b c d]; cbn [suits]; try discriminate; [auto| |].
    2: { intro E. apply Pos.eqb_eq in E. subst q. auto. }
    destruct (suits l m) eqn:S; [|discriminate]. intro S'. destruct (IHl _ S) as [L D], (IHr _ S') as [L' D'].
    cbn [code size decode nth skipn List.length Nat.add]. rewrite app_length.
    destruct (firstn_length_app (code m) (code q) _ L) as [-> ->]. split; [lia|congruence].
  Qed.
  Lemma save_list sh : forall p i U, suits sh U = true -> save sh p i U = write_list p i (code U).
  Proof.
    unfold save. induction sh as [|l IHl r IHr|n]; intros p i [|a b c d m q|q a b c d]; cbn [suits]; try discriminate; [reflexivity| |reflexivity].
    destruct (suits l m) eqn:S; [|discriminate]. intro S'. cbn [store code write_list].
    rewrite write_app, (proj1 (suits_ok _ _ S)), <- past_skip. cbv zeta. rewrite <- (IHl _ _ _ S), <- (IHr _ _ _ S').
    destruct r; [destruct q; [reflexivity|discriminate|discriminate]|reflexivity|reflexivity].
  Qed.
  Lemma alike_ok sh p : forall i U, alike sh p i U = true -> load sh p i = U /\ suits sh U = true.
  Proof.
    assert (Four : forall i a b c d, is_four p i a b c d = true ->
      word p i = a /\ word p (i + 1) = b /\ word p (i + 1 + 1) = c /\ word p (i + 1 + 1 + 1) = d).
    { intros i a b c d. unfold is_four, is_two. destruct (_ =? a) eqn:A; [|discriminate]. destruct (_ =? b) eqn:B; [|discriminate].
      destruct (_ =? c) eqn:C; [|discriminate]. intro D. apply Uint63.eqb_spec in A, B, C, D. auto. }
    induction sh as [|l IHl r IHr|n]; intros i [|a b c d m q|q a b c d]; cbn [alike load suits]; try discriminate; [auto| |].
    2: { destruct (Pos.eqb_spec n q) as [->|]; [|discriminate]. intro H. apply Four in H. destruct H as (-> & -> & -> & ->). auto. }
    destruct (is_four p i a b c d) eqn:F; [|discriminate]. apply Four in F. destruct F as (<- & <- & <- & <-).
    destruct (alike l _ _ m) eqn:E; [|discriminate].
    apply IHl in E. destruct E as [E S]. intro H. cbv zeta. rewrite E, S.
    destruct r as [| |]; [destruct q; [auto|discriminate|discriminate]| |]; apply IHr in H; destruct H as [-> ->]; auto.
  Qed.
  Definition least := Stop.
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
  Definition shape := (SetRow.tree * blocks)%type.
  Definition no_blocks : blocks := LastBlock 0 (Nat.le_0_l 6).
  Definition shape_of (x : state) : shape :=
    let (U, M) := x in
    (SetRow.shape_of U, match M with MissingWords.Small M => blocks_of M | _ => no_blocks end).
  Definition size (sh : shape) : nat := SetRow.size (fst sh) + blocks_size (snd sh).
  Definition suits (sh : shape) (x : state) : bool :=
    let (U, M) := x in
    match M with
    | MissingWords.Small M => if SetRow.suits (fst sh) U then blocks_suit (snd sh) M else false
    | _ => false
    end.
  Definition load (sh : shape) (p : words) (i : int) : state :=
    (SetRow.load (fst sh) p i, MissingWords.Small (load_blocks (snd sh) p (SetRow.past (fst sh) i))).
  Definition save (sh : shape) (p : words) (i : int) (x : state) : words :=
    let (U, M) := x in
    match M with
    | MissingWords.Small M => store_blocks (SetRow.store (fst sh) p i U) (SetRow.past (fst sh) i) M
    | _ => p
    end.
  Definition alike (sh : shape) (p : words) (i : int) (x : state) : bool :=
    let (U, M) := x in
    match M with
    | MissingWords.Small M =>
        if SetRow.alike (fst sh) p i U then blocks_alike (snd sh) p (SetRow.past (fst sh) i) M else false
    | _ => false
    end.
  Definition code (x : state) : list int :=
    let (U, M) := x in
    SetRow.code U ++ match M with MissingWords.Small M => blocks_code M | _ => [] end.
  Definition decode (sh : shape) (l : list int) : state :=
    let n := SetRow.size (fst sh) in
    (SetRow.decode (fst sh) (firstn n l), MissingWords.Small (blocks_decode (snd sh) (skipn n l))).
  Lemma load_list sh p i : load sh p i = decode sh (read_list (size sh) p i).
  Proof.
    unfold load, decode, size. rewrite read_app.
    destruct (SetRow.firstn_length_app (read_list (SetRow.size (fst sh)) p i)
      (read_list (blocks_size (snd sh)) p (skip i (SetRow.size (fst sh)))) _ (read_length _ _ _)) as [-> ->].
    rewrite SetRow.load_list, load_decode, SetRow.past_skip. reflexivity.
  Qed.
  Lemma save_list sh p i x : suits sh x = true -> save sh p i x = write_list p i (code x).
  Proof.
    destruct x as [U [M|M|n T]]; cbn [suits save code]; [|discriminate|discriminate]. destruct (SetRow.suits _ U) eqn:S; [|discriminate].
    intros _. rewrite write_app, store_code. change (SetRow.store (fst sh) p i U) with (SetRow.save (fst sh) p i U).
    rewrite (SetRow.save_list _ _ _ _ S), SetRow.past_skip. destruct (SetRow.suits_ok _ _ S) as [-> _]. reflexivity.
  Qed.
  Lemma suits_ok sh x : suits sh x = true -> List.length (code x) = size sh /\ decode sh (code x) = x.
  Proof.
    destruct x as [U [M|M|n T]]; cbn [suits code]; [|discriminate|discriminate]. destruct (SetRow.suits _ U) eqn:S; [|discriminate].
    intro B. apply SetRow.suits_ok in S. apply blocks_suit_ok in B. destruct S as [L D], B as [L' D']. split.
    - unfold size. rewrite app_length, L, L'. reflexivity.
    - unfold decode. cbv zeta. destruct (SetRow.firstn_length_app (SetRow.code U) (blocks_code M) _ L) as [-> ->].
      rewrite D, D'. reflexivity.
  Qed.
  Lemma alike_ok sh p i x : alike sh p i x = true -> load sh p i = x /\ suits sh x = true.
  Proof.
    destruct x as [U [M|M|n T]]; cbn [alike suits]; [|discriminate|discriminate]. destruct (SetRow.alike _ _ _ _) eqn:A; [|discriminate].
    intro B. apply SetRow.alike_ok in A. apply blocks_alike_ok in B. destruct A as [E S], B as [E' S'].
    unfold load. rewrite S, E, E'. auto.
  Qed.
  Definition least : shape := (SetRow.Stop, no_blocks).
  Lemma least_size : (size least <= 2)%nat.
  Proof. unfold size, least. simpl. lia. Qed.
End MissingRow.
