(* Problems as text, in the format of Knuth's programs (dlx/io/problem_reader.h tells the
   rules): [read], which the checker uses, and [print]. What is printed is read as what it
   was, for every problem that is well formed: [read_print]. And what is read is well formed,
   whatever the text is: [read_well_formed], the last theorem. No axioms. *)
Require Import Arith NArith ZArith List Lia Bool Ascii FMapPositive DecimalN DecimalPos.
Import ListNotations.
Require Import Counting Problem.
Local Open Scope N_scope.
Local Open Scope char_scope.

Definition word := list ascii.

(* A problem with the names of its items, first those of the primary ones, and of its
   colours; and the costs of its options. *)
Record named := {
  names : list word; limits : list (N * N); colors : list word; rows : list (opt * Z) }.
Definition problem_of (d : named) : problem :=
  {| bounds := limits d; ns := N.of_nat (length (names d) - length (limits d));
     nc := N.of_nat (length (colors d)); opts := map fst (rows d) |}.
Definition costs_of (d : named) : list Z := map snd (rows d).

(* ---------- characters ---------- *)
Definition newline := "010".
Definition return_ := "013".
Definition blank (c : ascii) : bool := (c =? " ") || (c =? "009").
(* A control character is no part of a word; what is past 127 is seen to in [utf8]. *)
Definition ordinary (c : ascii) : bool :=
  match c with
  | Ascii a b c d e f g h => (h || (g || f && (a || (b || (c || (d || e)))))) && negb (a && b && c && d && e && f && g && negb h)
  end.
(* For readers: as numbers. *)
Lemma ordinary_number c : ordinary c = (let n := N_of_ascii c in ((32 <? n) && negb (n =? 127))%N).
Proof. destruct c as [[] [] [] [] [] [] [] []]; reflexivity. Qed.
Definition free (s : ascii) (w : word) : bool := forallb (fun c => negb (c =? s)) w.

(* UTF-8 (Unicode 15, table 3-7), without byte order marks *)
Definition within (low high : N) (c : ascii) : bool :=
  let n := N_of_ascii c in ((low <=? n) && (n <=? high))%N.
Fixpoint utf8 (w : word) : bool :=
  match w with
  | [] => true
  | a :: r =>
    if (let 'Ascii _ _ _ _ _ _ _ high := a in negb high) then utf8 r else
    match r with
    | [] => false
    | b :: r =>
      if within 194 223 a then within 128 191 b && utf8 r else
      match r with
      | [] => false
      | c :: r =>
        if within 224 239 a then
          within (if within 224 224 a then 160 else 128) (if within 237 237 a then 159 else 191) b
          && within 128 191 c
          && negb (within 239 239 a && within 187 187 b && within 191 191 c) && utf8 r
        else
        match r with
        | [] => false
        | d :: r =>
          within 240 244 a
          && within (if within 240 240 a then 144 else 128) (if within 244 244 a then 143 else 191) b
          && within 128 191 c && within 128 191 d && utf8 r
        end
      end
    end
  end.
Definition full_word (w : word) : bool :=
  match w with [] => false | _ => forallb ordinary w && utf8 w end.
Definition item_name (w : word) : bool := full_word w && free ":" w && free "|" w.
Definition color_name (w : word) : bool :=
  full_word w && match w with [_] => true | _ => free ":" w && free "|" w end.

(* ---------- text and words ---------- *)
Definition back {A} (l : list A) : list A := rev_append l [].  (* rev, but in one pass *)
(* A carriage return is a blank if nothing else comes before the end of the line. *)
Fixpoint ends_line (t : list ascii) : bool :=
  match t with
  | [] => true
  | c :: r => (c =? newline) || ((blank c || (c =? return_)) && ends_line r)
  end.
Definition add_word (w : word) (ws : list word) : list word :=
  match w with [] => ws | _ => back w :: ws end.
(* The words of each line. What was read already stands backwards: characters of the word,
   words of the line, lines. *)
Fixpoint scan (w : word) (ws : list word) (ls : list (list word)) (t : list ascii) : list (list word) :=
  match t with
  | [] => back (back (add_word w ws) :: ls)
  | c :: r =>
      if ordinary c then scan (c :: w) ws ls r
      else if c =? newline then scan [] [] (back (add_word w ws) :: ls) r
      else if blank c || ((c =? return_) && ends_line r) then scan [] (add_word w ws) ls r
      else scan (c :: w) ws ls r
  end.
(* What is behind [s], if the word begins with it. *)
Definition behind (s : ascii) (w : word) : option word :=
  match w with c :: r => if c =? s then Some r else None | [] => None end.

(* A line that begins with a bar is a comment. *)
Definition counts (ws : list word) : bool :=
  match ws with [] => false | w :: _ => match behind "|" w with Some _ => false | None => true end end.
Definition without_mark (t : list ascii) : list ascii :=
  match t with
  | a :: b :: c :: r => if (a =? "239") && (b =? "187") && (c =? "191") then r else t
  | _ => t
  end.
Definition lines (t : list ascii) : list (list word) := filter counts (scan [] [] [] (without_mark t)).

(* What is before the first [s], and if there is one, what is behind. *)
Fixpoint split_at (s : ascii) (w : word) : word * option word :=
  match w with
  | [] => ([], None)
  | c :: r => if c =? s then ([], Some r) else let (a, b) := split_at s r in (c :: a, b)
  end.

Definition parted (s : ascii) (w : word) : word * option word := if free s w then (w, None) else split_at s w.

(* ---------- numbers ---------- *)
Fixpoint show_uint (d : Decimal.uint) : word :=
  match d with
  | Decimal.Nil => []
  | Decimal.D0 d => "0" :: show_uint d | Decimal.D1 d => "1" :: show_uint d
  | Decimal.D2 d => "2" :: show_uint d | Decimal.D3 d => "3" :: show_uint d
  | Decimal.D4 d => "4" :: show_uint d | Decimal.D5 d => "5" :: show_uint d
  | Decimal.D6 d => "6" :: show_uint d | Decimal.D7 d => "7" :: show_uint d
  | Decimal.D8 d => "8" :: show_uint d | Decimal.D9 d => "9" :: show_uint d
  end.
Definition digit (c : ascii) : option (Decimal.uint -> Decimal.uint) :=
  match c with
  | "0" => Some Decimal.D0 | "1" => Some Decimal.D1 | "2" => Some Decimal.D2
  | "3" => Some Decimal.D3 | "4" => Some Decimal.D4 | "5" => Some Decimal.D5
  | "6" => Some Decimal.D6 | "7" => Some Decimal.D7 | "8" => Some Decimal.D8
  | "9" => Some Decimal.D9 | _ => None
  end.
Fixpoint read_uint (w : word) : option Decimal.uint :=
  match w with
  | [] => Some Decimal.Nil
  | c :: r => match digit c, read_uint r with Some f, Some d => Some (f d) | _, _ => None end
  end.
Definition show_number (n : N) : word := show_uint (N.to_uint n).
Definition read_number (w : word) : option N :=
  match w with [] => None | _ => option_map N.of_uint (read_uint w) end.
Definition show_cost (z : Z) : word :=
  match z with
  | Zneg p => "-" :: show_number (Npos p)
  | _ => show_number (Z.to_N z)
  end.
Definition read_cost (w : word) : option Z :=
  match behind "-" w with
  | Some r => option_map (fun n => Z.opp (Z.of_N n)) (read_number r)
  | None => option_map Z.of_N (read_number w)
  end.

(* ---------- names and their numbers ---------- *)
Definition bit_ (b : bool) (p : positive) : positive := if b then xI p else xO p.
Fixpoint code (w : word) : positive :=
  match w with
  | [] => xH
  | Ascii a b c d e f g h :: r =>
      bit_ a (bit_ b (bit_ c (bit_ d (bit_ e (bit_ f (bit_ g (bit_ h (code r))))))))
  end.
(* The numbers of names, by their codes; how many; and the names, the last one first. *)
Record table := { ids : PositiveMap.t N; size : N; backwards : list word }.
Definition no_names : table := {| ids := PositiveMap.empty _; size := 0; backwards := [] |}.
(* This is what is found at the name's code, without making it: see [find_code]. *)
Definition down (b : bool) (t : PositiveMap.t N) : PositiveMap.t N :=
  match t with PositiveMap.Leaf _ => t | PositiveMap.Node l _ r => if b then r else l end.
Fixpoint walk_down (w : word) (t : PositiveMap.t N) : option N :=
  match w, t with
  | _, PositiveMap.Leaf _ => None
  | [], PositiveMap.Node _ x _ => x
  | Ascii a b c d e f g h :: r, _ => walk_down r (down h (down g (down f (down e (down d (down c (down b (down a t))))))))
  end.
Definition find (w : word) (t : table) : option N := walk_down w (ids t).
Definition add (w : word) (t : table) : table :=
  {| ids := PositiveMap.add (code w) (size t) (ids t); size := N.succ (size t); backwards := w :: backwards t |}.

(* ---------- the line of the items ---------- *)
Definition declare (w : word) (t : table) : option table :=
  if item_name w then match find w t with None => Some (add w t) | Some _ => None end else None.
(* "name", "n|name" or "low:high|name" *)
Definition read_limit (low high : word) : option (N * N) :=
  match read_number low, read_number high with
  | Some l, Some h => if ((l <=? h) && (0 <? h) && (h <? 4294967296))%N then Some (l, h) else None
  | _, _ => None
  end.
Definition read_item (w : word) : option (word * (N * N)) :=
  match parted "|" w with
  | (_, None) => Some (w, (1, 1)%N)
  | (b, Some name) =>
      match parted ":" b with
      | (n, None) => option_map (pair name) (read_limit n n)
      | (low, Some high) => option_map (pair name) (read_limit low high)
      end
  end.
Fixpoint read_secondary (ws : list word) (t : table) : option table :=
  match ws with
  | [] => Some t
  | w :: r => match declare w t with Some t => read_secondary r t | None => None end
  end.
Fixpoint read_items (ws : list word) (t : table) (ls : list (N * N)) : option (table * list (N * N)) :=
  match ws with
  | [] => Some (t, back ls)
  | w :: r =>
      match behind "|" w with
      | Some w' =>
          option_map (fun t => (t, back ls)) (read_secondary (match w' with [] => r | _ => w' :: r end) t)
      | None =>
          match read_item w with
          | Some (name, l) =>
              match declare name t with Some t => read_items r t (l :: ls) | None => None end
          | None => None
          end
      end
  end.

(* ---------- options ---------- *)
Definition fits_64 (z : Z) : bool := ((-9223372036854775808 <=? z) && (z <? 9223372036854775808))%Z.
(* 2^32, which is not to be worked out for each option *)
Definition cost_ok (z : Z) : bool := ((-4294967296 <=? z) && (z <=? 4294967296))%Z.
(* What was read of an option: its items, backwards, and its cost up to here. *)
Fixpoint read_row (primary : N) (items : table) (ws : list word) (o : opt) (cost : Z) (cs : table) :
    option (opt * Z * table) :=
  match ws with
  | [] => if existsb (fun ic => fst ic <? primary)%N o && cost_ok cost then Some (back o, cost, cs) else None
  | w :: r =>
      match behind "|" w with
      | Some d =>
          match read_cost d with
          | Some z => if fits_64 z && fits_64 (cost + z) then read_row primary items r o (cost + z) cs else None
          | None => None
          end
      | None =>
          let (name, color) := parted ":" w in
          match find name items with
          | None => None
          | Some i =>
              if has o i then None else
              match color with
              | None => read_row primary items r ((i, 0%N) :: o) cost cs
              | Some c =>
                  if (primary <=? i)%N && color_name c then
                    match find c cs with
                    | Some n => read_row primary items r ((i, N.succ n) :: o) cost cs
                    | None => read_row primary items r ((i, N.succ (size cs)) :: o) cost (add c cs)
                    end
                  else None
              end
          end
      end
  end.
Fixpoint read_rows (primary : N) (items : table) (ls : list (list word)) (rs : list (opt * Z)) (cs : table) :
    option (list (opt * Z) * table) :=
  match ls with
  | [] => Some (back rs, cs)
  | ws :: r =>
      match read_row primary items ws [] 0%Z cs with
      | Some (o, z, cs) => read_rows primary items r ((o, z) :: rs) cs
      | None => None
      end
  end.
(* What is left of the lines that count, behind some options; and all of them. *)
Definition read_options (items : table) (ls : list (N * N)) (options : list (list word)) (rs : list (opt * Z)) (cs : table) :
    option named :=
  match read_rows (N.of_nat (length ls)) items options rs cs with
  | None => None
  | Some (rs, cs) => Some {| names := back (backwards items); limits := ls; colors := back (backwards cs); rows := rs |}
  end.
Definition read_words (ls : list (list word)) : option named :=
  match ls with
  | [] => None
  | items :: options =>
      match read_items items no_names [] with
      | None => None
      | Some (it, ls) => read_options it ls options [] no_names
      end
  end.
Definition read (t : list ascii) : option named := read_words (lines t).

(* ---------- the way back ---------- *)
Definition show_item (nl : word * (N * N)) : word :=
  let (name, l) := nl in
  if ((fst l =? 1) && (snd l =? 1))%N then name
  else show_number (fst l) ++ ":" :: show_number (snd l) ++ "|" :: name.
Definition items_line (d : named) : list word :=
  map show_item (combine (names d) (limits d)) ++
  match skipn (length (limits d)) (names d) with [] => [] | s => ["|"] :: s end.
Definition show_use (d : named) (ic : N * N) : word :=
  nth (N.to_nat (fst ic)) (names d) [] ++
  match snd ic with
  | 0%N => []
  | c => ":" :: nth (N.to_nat (N.pred c)) (colors d) []
  end.
Definition row_line (d : named) (r : opt * Z) : list word :=
  map (show_use d) (fst r) ++ (if snd r =? 0 then [] else ["|" :: show_cost (snd r)])%Z.
Definition show_line (ws : list word) : list ascii :=
  match ws with [] => [] | w :: r => w ++ flat_map (cons " ") r end ++ [newline].
Definition print (d : named) : list ascii :=
  flat_map show_line (items_line d :: map (row_line d) (rows d)).

(* What can be said in this format: at least one primary item; names that can be told
   apart; limits as they should be; and options that have each item once, a primary one
   among them. Colours have their numbers in the order in which they come. *)
Fixpoint in_order (seen : N) (o : opt) : option N :=
  match o with
  | [] => Some seen
  | (_, c) :: r =>
      if (c <=? seen)%N then in_order seen r
      else if (c =? N.succ seen)%N then in_order c r else None
  end.
Record well_formed (d : named) : Prop := {
  wf_primary : limits d <> [] /\ (length (limits d) <= length (names d))%nat;
  wf_names : NoDup (names d) /\ Forall (fun w => item_name w = true) (names d);
  wf_limits : Forall (fun l => fst l <= snd l /\ 0 < snd l < 2 ^ 32)%N (limits d);
  wf_colors : NoDup (colors d) /\ Forall (fun w => color_name w = true) (colors d);
  wf_rows : Forall (fun r =>
    NoDup (map fst (fst r)) /\
    (exists ic, In ic (fst r) /\ fst ic < N.of_nat (length (limits d)))%N /\
    Forall (fun ic => fst ic < N.of_nat (length (names d)) /\
                      (snd ic = 0 \/ N.of_nat (length (limits d)) <= fst ic))%N (fst r) /\
    (- 2 ^ 32 <= snd r <= 2 ^ 32)%Z) (rows d);
  wf_order : in_order 0 (flat_map fst (rows d)) = Some (N.of_nat (length (colors d))) }.

(* ---------- what is printed is read as what it was ---------- *)
Lemma back_rev {A} (l : list A) : back l = rev l.
Proof. symmetry. apply rev_alt. Qed.
Definition word_ok (w : word) : Prop := w <> [] /\ forallb ordinary w = true.
Lemma scan_word w : forall acc ws ls t, forallb ordinary w = true ->
  scan acc ws ls (w ++ t) = scan (rev w ++ acc) ws ls t.
Proof.
  induction w as [|c w IH]; intros acc ws ls t H; [reflexivity|].
  simpl in H. apply andb_true_iff in H. destruct H as [Hc H].
  cbn [scan app]. rewrite Hc.
  simpl. rewrite IH by assumption. rewrite <- app_assoc. reflexivity.
Qed.
Lemma add_word_rev w ws : w <> [] -> add_word (rev w ++ []) ws = w :: ws.
Proof.
  rewrite app_nil_r. intro H. unfold add_word. rewrite back_rev. destruct (rev w) eqn:E.
  - destruct H. rewrite <- (rev_involutive w), E. reflexivity.
  - rewrite <- E, rev_involutive. reflexivity.
Qed.
Lemma scan_words r : forall w ws ls t, Forall word_ok r ->
  scan w ws ls (flat_map (cons " ") r ++ newline :: t) = scan [] [] ((rev (add_word w ws) ++ r) :: ls) t.
Proof.
  induction r as [|x r IH]; intros w ws ls t H.
  - simpl. rewrite back_rev, app_nil_r. reflexivity.
  - inversion H as [|? ? [NE O] H']; subst.
    change (flat_map (cons " ") (x :: r) ++ newline :: t)
      with (" " :: (x ++ flat_map (cons " ") r) ++ newline :: t).
    rewrite <- app_assoc. cbn [scan]. change (ordinary " ") with false. change (" " =? newline) with false.
    change (blank " " || _) with true. cbv iota.
    rewrite scan_word, IH, add_word_rev by assumption. simpl. rewrite <- app_assoc. reflexivity.
Qed.
Lemma scan_line ws ls t : Forall word_ok ws -> scan [] [] ls (show_line ws ++ t) = scan [] [] (ws :: ls) t.
Proof.
  intro H. unfold show_line. destruct ws as [|w r]; [reflexivity|].
  inversion H as [|? ? [NE O] H']; subst. rewrite <- !app_assoc, scan_word by assumption.
  change ([newline] ++ t) with (newline :: t). rewrite scan_words, add_word_rev by assumption. reflexivity.
Qed.
Lemma scan_lines L : forall ls, Forall (Forall word_ok) L ->
  scan [] [] ls (flat_map show_line L) = rev ls ++ L ++ [[]].
Proof.
  induction L as [|ws L IH]; intros ls H; [exact (back_rev ([] :: ls))|].
  inversion H; subst. simpl flat_map. rewrite scan_line, IH by assumption.
  simpl. rewrite <- app_assoc. reflexivity.
Qed.

(* splitting *)
Lemma free_app s a b : free s (a ++ b) = free s a && free s b.
Proof. apply forallb_app. Qed.
Lemma split_at_one s a b : free s a = true -> split_at s (a ++ s :: b) = (a, Some b).
Proof.
  induction a as [|c a IH]; simpl; intro H.
  - rewrite Ascii.eqb_refl. reflexivity.
  - apply andb_true_iff in H. destruct H as [Hc H]. apply negb_true_iff in Hc. rewrite Hc, IH by assumption. reflexivity.
Qed.
Lemma parted_one s a b : free s a = true -> parted s (a ++ s :: b) = (a, Some b).
Proof.
  intro H. unfold parted. destruct (free s (a ++ s :: b)) eqn:E; [|apply split_at_one; exact H].
  rewrite free_app in E. simpl in E. rewrite Ascii.eqb_refl, andb_false_r in E. discriminate.
Qed.
Lemma parted_none s a : free s a = true -> parted s a = (a, None).
Proof. unfold parted. intros ->. reflexivity. Qed.
Lemma behind_none s a b : a <> [] -> free s a = true -> behind s (a ++ b) = None.
Proof.
  destruct a as [|c a]; [congruence|]. simpl. intros _ H.
  apply andb_true_iff in H. destruct H as [Hc _]. apply negb_true_iff in Hc. rewrite Hc. reflexivity.
Qed.

(* numbers *)
Lemma read_show_uint d : read_uint (show_uint d) = Some d.
Proof. induction d; simpl; try rewrite IHd; reflexivity. Qed.
Lemma show_uint_ordinary d : forallb ordinary (show_uint d) = true.
Proof. induction d; simpl; try rewrite IHd; reflexivity. Qed.
Lemma show_uint_free s d : existsb (fun c => c =? s) ["0"; "1"; "2"; "3"; "4"; "5"; "6"; "7"; "8"; "9"] = false ->
  free s (show_uint d) = true.
Proof.
  simpl. rewrite !orb_false_iff. intro H. induction d; simpl; unfold free in *; simpl; rewrite ?IHd;
    try reflexivity; rewrite andb_true_r; apply negb_true_iff; tauto.
Qed.
Lemma to_uint_some n : N.to_uint n <> Decimal.Nil.
Proof. destruct n; [discriminate|]. apply DecimalPos.Unsigned.to_uint_nonnil. Qed.
Lemma show_number_some n : show_number n <> [].
Proof. unfold show_number. generalize (to_uint_some n). destruct (N.to_uint n); simpl; congruence. Qed.
Lemma read_show_number n : read_number (show_number n) = Some n.
Proof.
  unfold read_number. generalize (show_number_some n). destruct (show_number n) eqn:E; [congruence|]. intros _.
  rewrite <- E. unfold show_number. rewrite read_show_uint. simpl. f_equal. apply DecimalN.Unsigned.of_to.
Qed.
Lemma show_number_ordinary n : forallb ordinary (show_number n) = true.
Proof. apply show_uint_ordinary. Qed.
Lemma show_cost_ordinary z : forallb ordinary (show_cost z) = true.
Proof. destruct z; apply show_number_ordinary. Qed.
Lemma read_show_cost z : read_cost (show_cost z) = Some z.
Proof.
  assert (P : forall n, read_cost (show_number n) = Some (Z.of_N n)).
  { intro n. unfold read_cost. rewrite <- (app_nil_r (show_number n)) at 1. rewrite behind_none.
    - rewrite read_show_number. reflexivity.
    - apply show_number_some.
    - apply show_uint_free. reflexivity. }
  destruct z as [|p|p]; unfold show_cost.
  - rewrite P. reflexivity.
  - rewrite P. reflexivity.
  - unfold read_cost, behind. rewrite Ascii.eqb_refl, read_show_number. reflexivity.
Qed.

(* names *)
Lemma bit_inj a b p q : bit_ a p = bit_ b q -> a = b /\ p = q.
Proof. destruct a, b; simpl; intro H; inversion H; auto. Qed.
Lemma code_inj v : forall w, code v = code w -> v = w.
Proof.
  assert (N1 : forall b p, bit_ b p <> xH) by (intros [] p; discriminate).
  induction v as [|[a b c d e f g h] v IH]; intros [|[a' b' c' d' e' f' g' h'] w] H; simpl in H.
  - reflexivity.
  - symmetry in H. destruct (N1 _ _ H).
  - destruct (N1 _ _ H).
  - repeat (apply bit_inj in H; destruct H as [-> H]). apply IH in H. subst. reflexivity.
Qed.
Lemma find_code w t : find w t = PositiveMap.find (code w) (ids t).
Proof.
  assert (D : forall b p t, PositiveMap.find (bit_ b p) t = PositiveMap.find p (down b t)).
  { intros [] p [|l x r]; try reflexivity; cbn [down]; symmetry; apply PositiveMap.gleaf. }
  unfold find. generalize (ids t). clear t. induction w as [|[a b c d e f g h] w IH]; intro t; [destruct t; reflexivity|].
  cbn [code]. rewrite !D, <- IH. destruct t; [|reflexivity]. cbn [down]. destruct w as [|[] w]; reflexivity.
Qed.
Record good (t : table) (L : list word) : Prop := {
  good_list : backwards t = rev L;
  good_size : size t = N.of_nat (length L);
  good_in : forall i w, nth_error L i = Some w -> find w t = Some (N.of_nat i);
  good_out : forall w, ~ In w L -> find w t = None }.
Lemma no_names_good : good no_names [].
Proof.
  split; try reflexivity.
  - intros [|i] w H; discriminate.
  - intros w _. destruct w as [|[] w]; reflexivity.
Qed.
Lemma add_good t L w : good t L -> ~ In w L -> good (add w t) (L ++ [w]).
Proof.
  intros [A B C D] N. assert (C' := fun i v H => eq_trans (eq_sym (find_code v t)) (C i v H)).
  assert (D' := fun v H => eq_trans (eq_sym (find_code v t)) (D v H)).
  split; unfold add; cbn [ids size backwards].
  - rewrite rev_app_distr, A. reflexivity.
  - rewrite app_length, B. simpl. lia.
  - intros i v H. rewrite find_code. cbn [ids]. destruct (Nat.lt_ge_cases i (length L)) as [G|G].
    + rewrite nth_error_app1 in H by assumption. rewrite PositiveMap.gso; [apply C'; assumption|].
      intro E. apply code_inj in E. subst. apply N. eapply nth_error_In; eassumption.
    + rewrite nth_error_app2 in H by assumption.
      destruct (i - length L)%nat as [|k] eqn:E; [|destruct k; discriminate].
      inversion H; subst. rewrite PositiveMap.gss, B. f_equal. lia.
  - intros v H. rewrite find_code. cbn [ids]. rewrite PositiveMap.gso.
    + apply D'. intro. apply H, in_or_app. auto.
    + intro E. apply code_inj in E. subst. apply H, in_or_app. simpl. auto.
Qed.
Lemma nodup_mid {A} (L R : list A) w : NoDup (L ++ w :: R) -> ~ In w L /\ NoDup ((L ++ [w]) ++ R).
Proof.
  intro H. split.
  - apply NoDup_remove_2 in H. intro. apply H, in_or_app. auto.
  - rewrite <- app_assoc. exact H.
Qed.

(* the line of the items *)
Lemma item_name_free w : item_name w = true ->
  w <> [] /\ forallb ordinary w = true /\ free ":" w = true /\ free "|" w = true.
Proof.
  unfold item_name, full_word. destruct w; [discriminate|].
  rewrite !andb_true_iff. intros [[[? _] ?] ?]. repeat split; try assumption. discriminate.
Qed.
Lemma color_name_ok w : color_name w = true -> w <> [] /\ forallb ordinary w = true.
Proof.
  unfold color_name, full_word. destruct w; [discriminate|].
  rewrite !andb_true_iff. intros [[? _] _]. split; [discriminate|assumption].
Qed.
Lemma read_secondary_ok ws : forall t L, good t L -> NoDup (L ++ ws) ->
  Forall (fun w => item_name w = true) ws -> exists t', read_secondary ws t = Some t' /\ good t' (L ++ ws).
Proof.
  induction ws as [|w ws IH]; intros t L G ND H; simpl.
  - exists t. rewrite app_nil_r. auto.
  - inversion H; subst. destruct (nodup_mid _ _ _ ND) as [NI ND'].
    unfold declare. rewrite H2, (good_out _ _ G w NI).
    destruct (IH (add w t) (L ++ [w])) as (t' & E & G'); try assumption; [apply add_good; assumption|].
    exists t'. rewrite <- app_assoc in G'. auto.
Qed.
Definition limit_ok (l : N * N) : Prop := (fst l <= snd l /\ 0 < snd l < 2 ^ 32)%N.
Lemma read_show_item name l : item_name name = true -> limit_ok l -> read_item (show_item (name, l)) = Some (name, l).
Proof.
  intros H [Hl Hh]. destruct (item_name_free name H) as (_ & _ & FC & FB). destruct l as [lo hi]. cbn [fst snd] in *.
  unfold read_item, show_item. cbn [fst snd]. destruct ((lo =? 1) && (hi =? 1))%N eqn:E.
  - rewrite parted_none by assumption. apply andb_true_iff in E. rewrite !N.eqb_eq in E. destruct E as [-> ->]. reflexivity.
  - replace (show_number lo ++ ":" :: show_number hi ++ "|" :: name)
      with ((show_number lo ++ ":" :: show_number hi) ++ "|" :: name) by (rewrite <- app_assoc; reflexivity).
    rewrite parted_one.
    + rewrite parted_one by (apply show_uint_free; reflexivity).
      unfold read_limit. rewrite !read_show_number.
      destruct (N.leb_spec lo hi); [|lia]. destruct (N.ltb_spec 0 hi); [|lia].
      change (2 ^ 32)%N with 4294967296%N in Hh. destruct (N.ltb_spec hi 4294967296); [|lia]. reflexivity.
    + rewrite free_app. apply andb_true_iff. split; [apply show_uint_free; reflexivity|].
      unfold free. simpl. apply (show_uint_free "|"). reflexivity.
Qed.
Lemma show_item_word name l : item_name name = true ->
  word_ok (show_item (name, l)) /\ behind "|" (show_item (name, l)) = None.
Proof.
  intro H. destruct (item_name_free name H) as (NE & O & _ & FB). unfold show_item.
  destruct (_ && _).
  - split; [split; assumption|]. rewrite <- (app_nil_r name). apply behind_none; assumption.
  - split; [split|].
    + generalize (show_number_some (fst l)). destruct (show_number (fst l)); simpl; congruence.
    + rewrite forallb_app. simpl. rewrite forallb_app. simpl. rewrite !show_number_ordinary, O. reflexivity.
    + apply behind_none; [apply show_number_some|]. apply show_uint_free. reflexivity.
Qed.
Lemma read_items_ok P : forall t L ls rest, good t L -> NoDup (L ++ map fst P) ->
  Forall (fun w => item_name w = true) (map fst P) -> Forall limit_ok (map snd P) ->
  exists t', good t' (L ++ map fst P) /\
    read_items (map show_item P ++ rest) t ls = read_items rest t' (rev (map snd P) ++ ls).
Proof.
  induction P as [|[name l] P IH]; intros t L ls rest G ND HN HL; cbn [map app fst snd] in *.
  - exists t. rewrite app_nil_r. auto.
  - inversion HN; subst. inversion HL; subst. destruct (nodup_mid _ _ _ ND) as [NI ND'].
    destruct (show_item_word name l) as [_ NB]; [assumption|].
    cbn [read_items]. rewrite NB, read_show_item by assumption. unfold declare. rewrite H1, (good_out _ _ G _ NI).
    destruct (IH (add name t) (L ++ [name]) (l :: ls) rest) as (t' & G' & E); try assumption; [apply add_good; assumption|].
    exists t'. rewrite E. cbn [rev]. rewrite <- !app_assoc. rewrite <- app_assoc in G'. auto.
Qed.

(* options *)
Lemma has_false o i : ~ In i (map fst o) -> has o i = false.
Proof.
  intro H. destruct (has o i) eqn:E; [|reflexivity]. apply has_iff in E. destruct E as (c & E).
  destruct H. apply in_map_iff. exists (i, c). auto.
Qed.
Lemma in_order_app a : forall b seen t, in_order seen (a ++ b) = Some t ->
  exists s, in_order seen a = Some s /\ in_order s b = Some t.
Proof.
  induction a as [|[i c] a IH]; intros b seen t; simpl; [eauto|].
  destruct (c <=? seen)%N; [apply IH|]. destruct (c =? N.succ seen)%N; [apply IH|discriminate].
Qed.
Lemma in_order_le a : forall s t, in_order s a = Some t -> (s <= t)%N.
Proof.
  induction a as [|[i c] a IH]; intros s t; simpl.
  - intro E. inversion E. lia.
  - destruct (c <=? s)%N; [apply IH|]. destruct (N.eqb_spec c (N.succ s)); [|discriminate].
    intro E. apply IH in E. lia.
Qed.
Lemma firstn_snoc {A} (L : list A) d n : (n < length L)%nat -> firstn (S n) L = firstn n L ++ [nth n L d].
Proof.
  revert n. induction L as [|x L IH]; intros n H; [simpl in H; lia|]. destruct n; [reflexivity|].
  simpl in *. f_equal. apply IH. lia.
Qed.
Lemma nth_firstn {A} (L : list A) d n m : (n < m)%nat -> (n < length L)%nat -> nth_error (firstn m L) n = Some (nth n L d).
Proof.
  revert n m. induction L as [|x L IH]; intros n m H H'; [simpl in H'; lia|].
  destruct m; [lia|]. destruct n; [reflexivity|]. simpl in *. apply IH; lia.
Qed.
Lemma nodup_firstn {A} (L : list A) d n : NoDup L -> (n < length L)%nat -> ~ In (nth n L d) (firstn n L).
Proof.
  intros ND H I. rewrite <- (firstn_skipn (S n) L), (firstn_snoc L d n H), <- app_assoc in ND.
  apply NoDup_remove_2 in ND. apply ND, in_or_app. auto.
Qed.

Section Rows.
  Variable d : named.
  Hypothesis WF : well_formed d.
  Notation np := (N.of_nat (length (limits d))).
  Notation cs := (N.of_nat (length (colors d))).
  Variable items : table.
  Hypothesis GI : good items (names d).

  Lemma name_ok i : (i < N.of_nat (length (names d)))%N ->
    item_name (nth (N.to_nat i) (names d) []) = true /\ find (nth (N.to_nat i) (names d) []) items = Some i.
  Proof.
    intro H. assert (L : (N.to_nat i < length (names d))%nat) by lia. split.
    - destruct (wf_names d WF) as [_ F]. rewrite Forall_forall in F. apply F, nth_In, L.
    - rewrite (good_in _ _ GI (N.to_nat i)); [f_equal; lia|]. apply nth_error_nth'. exact L.
  Qed.
  Definition use_ok (ic : N * N) : Prop :=
    (fst ic < N.of_nat (length (names d)) /\ (snd ic = 0 \/ np <= fst ic))%N.

  Lemma read_uses_ok tail o : forall acc z t seen seen', good t (firstn (N.to_nat seen) (colors d)) ->
    in_order seen o = Some seen' -> (seen' <= cs)%N -> NoDup (map fst o) ->
    (forall i, In i (map fst o) -> ~ In i (map fst acc)) -> Forall use_ok o ->
    exists t', good t' (firstn (N.to_nat seen') (colors d)) /\
      read_row np items (map (show_use d) o ++ tail) acc z t = read_row np items tail (rev o ++ acc) z t'.
  Proof.
    induction o as [|[i c] o IH]; intros acc z t seen seen' G O LE ND DI F.
    - inversion O; subst. exists t. auto.
    - cbn [map fst] in *. inversion ND as [|? ? NI ND']; subst. inversion F as [|? ? [Li Lc] F']; subst. cbn [fst snd] in *.
      destruct (name_ok i Li) as [HN HF]. destruct (item_name_free _ HN) as (NE & _ & FC & FB).
      set (name := nth (N.to_nat i) (names d) []) in *.
      assert (S0 : show_use d (i, 0%N) = name) by apply app_nil_r.
      assert (S1 : forall c, show_use d (i, N.pos c) = name ++ ":" :: nth (N.to_nat (N.pred (N.pos c))) (colors d) [])
        by reflexivity.
      cbn [app read_row].
      assert (HA : has acc i = false) by (apply has_false, DI; left; reflexivity).
      assert (DI' : forall c' j, In j (map fst o) -> ~ In j (map fst ((i, c') :: acc))).
      { intros c' j Hj [E|K]; cbn in *; [congruence|]. apply (DI j); auto. }
      assert (Next : forall t1 s1, good t1 (firstn (N.to_nat s1) (colors d)) -> in_order s1 o = Some seen' ->
        exists t', good t' (firstn (N.to_nat seen') (colors d)) /\
          read_row np items (map (show_use d) o ++ tail) ((i, c) :: acc) z t1 =
          read_row np items tail (rev ((i, c) :: o) ++ acc) z t').
      { intros t1 s1 G1 O1. destruct (IH ((i, c) :: acc) z t1 s1 seen') as (t' & G' & E); auto.
        exists t'. split; [assumption|]. rewrite E. simpl. rewrite <- app_assoc. reflexivity. }
      clear IH. cbn [in_order] in O. destruct c as [|c].
      + rewrite S0. assert (HB : behind "|" (name ++ []) = None) by (apply behind_none; assumption).
        rewrite app_nil_r in HB. rewrite HB.
        rewrite parted_none, HF, HA by assumption.
        destruct (N.leb_spec 0 seen); [|lia]. apply (Next t seen); assumption.
      + rewrite S1, behind_none, parted_one, HF, HA by assumption. set (k := N.pos c) in *.
        assert (Lk : (k <= cs)%N).
        { destruct (N.leb_spec k seen) as [Le|Gt].
          - apply in_order_le in O. lia.
          - destruct (N.eqb_spec k (N.succ seen)); [|discriminate]. apply in_order_le in O. lia. }
        set (w := nth (N.to_nat (N.pred k)) (colors d) []).
        assert (Lw : (N.to_nat (N.pred k) < length (colors d))%nat) by (unfold k in *; lia).
        assert (CW : color_name w = true).
        { destruct (wf_colors d WF) as [_ FW]. rewrite Forall_forall in FW. apply FW, nth_In, Lw. }
        destruct Lc as [E0|Lc]; [discriminate|]. destruct (N.leb_spec np i); [|lia]. rewrite CW. cbn [andb].
        destruct (N.leb_spec k seen) as [Le|Gt].
        * rewrite (good_in _ _ G (N.to_nat (N.pred k)) w) by (apply nth_firstn; [unfold k in *; lia|assumption]).
          replace (N.succ (N.of_nat (N.to_nat (N.pred k)))) with k by (unfold k; lia). apply (Next t seen); assumption.
        * destruct (N.eqb_spec k (N.succ seen)) as [Ek|]; [|discriminate].
          assert (Es : N.to_nat (N.pred k) = N.to_nat seen) by lia.
          rewrite (good_out _ _ G w) by (unfold w; rewrite Es; apply nodup_firstn; [apply (wf_colors d WF)|lia]).
          rewrite (good_size _ _ G), firstn_length, Nat.min_l, N2Nat.id by lia. rewrite <- Ek.
          apply (Next _ k); [|assumption]. replace (N.to_nat k) with (S (N.to_nat seen)) by lia.
          rewrite (@firstn_snoc word _ []) by lia. unfold w. rewrite Es. apply add_good; [assumption|].
          apply nodup_firstn; [apply (wf_colors d WF)|lia].
  Qed.

  Definition row_ok (r : opt * Z) : Prop :=
    NoDup (map fst (fst r)) /\ (exists ic, In ic (fst r) /\ fst ic < np)%N /\ Forall use_ok (fst r) /\
    (- 2 ^ 32 <= snd r <= 2 ^ 32)%Z.
  Lemma read_row_ok r t seen seen' : row_ok r -> good t (firstn (N.to_nat seen) (colors d)) ->
    in_order seen (fst r) = Some seen' -> (seen' <= cs)%N ->
    exists t', good t' (firstn (N.to_nat seen') (colors d)) /\
      read_row np items (row_line d r) [] 0%Z t = Some (r, t').
  Proof.
    destruct r as [o z]. intros (ND & (ic & Hic & Lic) & F & Hz) G O LE. cbn [fst snd] in *.
    destruct (read_uses_ok (if (z =? 0)%Z then [] else ["|" :: show_cost z]) o [] 0%Z t seen seen')
      as (t' & G' & E); auto.
    exists t'. split; [assumption|]. unfold row_line. cbn [fst snd]. rewrite E, app_nil_r.
    assert (HP : existsb (fun ic => fst ic <? np)%N (rev o) = true).
    { apply existsb_exists. exists ic. split; [apply in_rev in Hic; assumption|]. apply N.ltb_lt. assumption. }
    assert (HC : cost_ok z = true).
    { unfold cost_ok. apply andb_true_iff. rewrite !Z.leb_le. assumption. }
    destruct (Z.eqb_spec z 0) as [->|NZ].
    - simpl. rewrite HP, back_rev, rev_involutive. reflexivity.
    - simpl. rewrite read_show_cost. rewrite HC, HP, back_rev, rev_involutive.
      assert (H64 : fits_64 z = true).
      { unfold fits_64. apply andb_true_iff. rewrite Z.leb_le, Z.ltb_lt. lia. }
      destruct z; [congruence| |]; rewrite H64; reflexivity.
  Qed.
  Lemma read_rows_ok rs : forall acc t seen, Forall row_ok rs -> good t (firstn (N.to_nat seen) (colors d)) ->
    in_order seen (flat_map fst rs) = Some cs ->
    exists t', good t' (colors d) /\ read_rows np items (map (row_line d) rs) acc t = Some (rev acc ++ rs, t').
  Proof.
    induction rs as [|r rs IH]; intros acc t seen F G O.
    - inversion O; subst. exists t. rewrite Nat2N.id, firstn_all in G. rewrite app_nil_r. simpl. rewrite back_rev. auto.
    - inversion F; subst. cbn [flat_map] in O. apply in_order_app in O. destruct O as (s1 & O1 & O).
      destruct (read_row_ok r t seen s1) as (t1 & G1 & E1); try assumption; [eapply in_order_le; eassumption|].
      destruct (IH (r :: acc) t1 s1) as (t' & G' & E); try assumption.
      exists t'. split; [assumption|]. cbn [map read_rows]. rewrite E1. destruct r as [o z]. rewrite E.
      simpl. rewrite <- app_assoc. reflexivity.
  Qed.

  (* the words of the lines *)
  Lemma show_use_word ic : use_ok ic -> snd ic = 0%N \/ (snd ic <= cs)%N ->
    word_ok (show_use d ic) /\ behind "|" (show_use d ic) = None.
  Proof.
    destruct ic as [i c]. intros [Li _] Hc. cbn [fst snd] in *. destruct (name_ok i Li) as [HN _].
    destruct (item_name_free _ HN) as (NE & O & FC & FB). unfold show_use. cbn [fst snd].
    split; [split|apply behind_none; assumption].
    - destruct (nth _ _ _); [congruence|discriminate].
    - rewrite forallb_app, O. destruct c as [|c]; [reflexivity|]. cbn [forallb andb].
      destruct (wf_colors d WF) as [_ F]. rewrite Forall_forall in F.
      apply andb_true_iff. split; [reflexivity|]. apply color_name_ok, F, nth_In. lia.
  Qed.
  Lemma in_order_bound o : forall s t ic, in_order s o = Some t -> In ic o -> (snd ic <= t)%N.
  Proof.
    induction o as [|[i c] o IH]; intros s t ic O H; [destruct H|]. simpl in O. destruct H as [<-|H]; cbn [snd].
    - destruct (N.leb_spec c s); [|destruct (N.eqb_spec c (N.succ s)); [|discriminate]]; apply in_order_le in O; lia.
    - destruct (c <=? s)%N; [eauto|]. destruct (c =? N.succ s)%N; [eauto|discriminate].
  Qed.
  Lemma row_line_words r : In r (rows d) -> row_ok r -> Forall word_ok (row_line d r) /\ counts (row_line d r) = true.
  Proof.
    intros Hr (ND & (ic & Hic & _) & F & Hz). rewrite Forall_forall in F.
    assert (U : forall ic, In ic (fst r) -> word_ok (show_use d ic) /\ behind "|" (show_use d ic) = None).
    { intros jc Hj. apply show_use_word; [apply F; assumption|]. right.
      eapply in_order_bound; [apply (wf_order d WF)|]. apply in_flat_map. eauto. }
    unfold row_line. split.
    - apply Forall_app. split.
      + apply Forall_forall. intros w Hw. apply in_map_iff in Hw. destruct Hw as (jc & <- & Hj). apply U. assumption.
      + destruct (snd r =? 0)%Z; constructor; [|constructor]. split; [discriminate|].
        simpl. apply show_cost_ordinary.
    - destruct (fst r) as [|jc o]; [destruct Hic|]. simpl. destruct (U jc) as [_ ->]; [left; reflexivity|reflexivity].
  Qed.
End Rows.

Lemma map_fst_combine {A B} (a : list A) : forall (b : list B), map fst (combine a b) = firstn (length b) a.
Proof. induction a as [|x a IH]; intros [|y b]; simpl; try reflexivity. f_equal. apply IH. Qed.
Lemma map_snd_combine {A B} (a : list A) : forall (b : list B), (length b <= length a)%nat -> map snd (combine a b) = b.
Proof. induction a as [|x a IH]; intros [|y b] H; simpl in *; try reflexivity; try lia. f_equal. apply IH. lia. Qed.

Lemma items_line_words d : well_formed d -> Forall word_ok (items_line d) /\ counts (items_line d) = true.
Proof.
  intro WF. destruct (wf_primary d WF) as [NE LE]. destruct (wf_names d WF) as [_ FN].
  assert (P : forall nl, In nl (combine (names d) (limits d)) -> item_name (fst nl) = true).
  { intros [w l] H. apply in_combine_l in H. rewrite Forall_forall in FN. apply FN. exact H. }
  unfold items_line. split.
  - apply Forall_app. split.
    + apply Forall_forall. intros w Hw. apply in_map_iff in Hw. destruct Hw as ([n l] & <- & H).
      apply show_item_word. apply (P _ H).
    + destruct (skipn _ _) as [|s r] eqn:E; [constructor|]. constructor; [split; [discriminate|reflexivity]|].
      rewrite <- E. apply Forall_forall. intros w Hw. assert (Hi : In w (names d)).
      { rewrite <- (firstn_skipn (length (limits d)) (names d)). apply in_or_app. auto. }
      rewrite Forall_forall in FN. destruct (item_name_free w (FN w Hi)) as (? & ? & _). split; assumption.
  - destruct (limits d) as [|l ls]; [congruence|]. destruct (names d) as [|w ws]; [simpl in LE; lia|].
    cbn [combine map app counts]. destruct (show_item_word w l) as [_ ->]; [apply (P (w, l)); left; reflexivity|].
    reflexivity.
Qed.

(* The text does not begin with a byte order mark. *)
Lemma no_mark w s t : utf8 w = true -> s = " " \/ s = newline ->
  without_mark (w ++ s :: t) = w ++ s :: t.
Proof.
  intros H Hs. unfold without_mark.
  assert (S1 : (s =? "187") = false) by (destruct Hs; subst; reflexivity).
  assert (S2 : (s =? "191") = false) by (destruct Hs; subst; reflexivity).
  assert (S0 : (s =? "239") = false) by (destruct Hs; subst; reflexivity).
  destruct w as [|a [|b [|c r]]]; cbn [app].
  - destruct t as [|x [|y t]]; try reflexivity. rewrite S0. reflexivity.
  - destruct t as [|x t]; [reflexivity|]. rewrite S1, andb_false_r. reflexivity.
  - rewrite S2, andb_false_r. reflexivity.
  - destruct (Ascii.eqb_spec a "239") as [->|]; [|reflexivity].
    destruct (Ascii.eqb_spec b "187") as [->|]; [|reflexivity].
    destruct (Ascii.eqb_spec c "191") as [->|]; [|reflexivity]. discriminate.
Qed.
Lemma utf8_number n w : utf8 (show_number n ++ w) = utf8 w.
Proof. unfold show_number. induction (N.to_uint n); simpl; auto. Qed.
Lemma show_item_utf8 name l : item_name name = true -> utf8 (show_item (name, l)) = true.
Proof.
  intro H. assert (U : utf8 name = true).
  { unfold item_name, full_word in H. destruct name; [reflexivity|]. rewrite !andb_true_iff in H. tauto. }
  unfold show_item. destruct (_ && _); [assumption|]. rewrite utf8_number.
  change (utf8 (show_number (snd l) ++ "|" :: name) = true). rewrite utf8_number. exact U.
Qed.
Lemma print_no_mark d : well_formed d -> without_mark (print d) = print d.
Proof.
  intro WF. destruct (wf_primary d WF) as [NE LE]. destruct (wf_names d WF) as [_ FN].
  unfold print, items_line. destruct (limits d) as [|l ls]; [congruence|].
  destruct (names d) as [|w ws]; [simpl in LE; lia|]. inversion FN; subst.
  cbn [combine map app flat_map show_line]. rewrite <- !app_assoc.
  generalize (flat_map show_line (map (row_line d) (rows d))).
  destruct (map show_item (combine ws ls) ++ _) as [|x r]; intro t.
  - apply no_mark; [apply show_item_utf8; assumption|auto].
  - apply (no_mark _ " "); [apply show_item_utf8; assumption|auto].
Qed.

(* Lines that are blank or comments may stand between the others. *)
Theorem read_lines d L : well_formed d -> Forall (Forall word_ok) L ->
  filter counts L = items_line d :: map (row_line d) (rows d) ->
  without_mark (flat_map show_line L) = flat_map show_line L -> read (flat_map show_line L) = Some d.
Proof.
  intros WF WL FL0 WM. unfold read, lines, read_words, read_options. rewrite WM, scan_lines by assumption.
  rename L into text.
  destruct (wf_primary d WF) as [_ LE]. destruct (wf_names d WF) as [ND FN].
  assert (WR := wf_rows d WF).
  set (L := firstn (length (limits d)) (names d)) in *. set (R := skipn (length (limits d)) (names d)) in *.
  assert (LR : L ++ R = names d) by apply firstn_skipn.
  assert (FL : map fst (combine (names d) (limits d)) = L) by apply map_fst_combine.
  assert (FR : map snd (combine (names d) (limits d)) = limits d) by (apply map_snd_combine; assumption).
  rewrite <- LR in FN. apply Forall_app in FN. destruct FN as [FNL FNR].
  (* the items *)
  assert (I : exists it, good it (names d) /\ read_items (items_line d) no_names [] = Some (it, limits d)).
  { unfold items_line. fold R.
    match goal with |- context [map show_item ?P ++ ?T] =>
      destruct (read_items_ok P no_names [] [] T) as (t & G & E) end.
    - apply no_names_good.
    - rewrite FL. cbn [app]. rewrite <- LR in ND. clear - ND. induction L as [|x L IH]; [constructor|].
      inversion ND; subst. constructor; [|auto]. intro. apply H1, in_or_app. auto.
    - rewrite FL. exact FNL.
    - rewrite FR. apply (wf_limits d WF).
    - rewrite FL, FR in *. cbn [app] in *. rewrite E, app_nil_r. destruct R as [|s r] eqn:ER.
      + exists t. rewrite app_nil_r in LR. subst L. rewrite <- LR. cbn [read_items]. rewrite back_rev, rev_involutive. auto.
      + destruct (read_secondary_ok (s :: r) t L) as (t' & E' & G'); try assumption; [rewrite LR; assumption|].
        exists t'. rewrite <- LR. split; [assumption|]. cbn [read_items behind]. rewrite Ascii.eqb_refl, E'.
        cbn [option_map]. rewrite back_rev, rev_involutive. reflexivity. }
  destruct I as (it & GI & EI).
  (* the options *)
  destruct (read_rows_ok d WF it GI (rows d) [] no_names 0) as (cs & GC & EC).
  { exact WR. }
  { apply no_names_good. }
  { apply (wf_order d WF). }
  (* the lines *)
  cbn [rev app]. rewrite filter_app, FL0. cbn [filter counts]. rewrite app_nil_r, EI, EC. cbn [rev app].
  rewrite !back_rev, (good_list _ _ GI), (good_list _ _ GC), !rev_involutive. destruct d. reflexivity.
Qed.
Theorem read_print d : well_formed d -> read (print d) = Some d.
Proof.
  intro WF. destruct (items_line_words d WF) as [WI CI]. assert (WR := wf_rows d WF).
  assert (GI : exists it, good it (names d)).
  { destruct (read_secondary_ok (names d) no_names []) as (it & _ & G);
      [apply no_names_good|apply (wf_names d WF)|apply (wf_names d WF)|eauto]. }
  destruct GI as (it & GI).
  assert (WRows : Forall (fun r => Forall word_ok (row_line d r) /\ counts (row_line d r) = true) (rows d)).
  { apply Forall_forall. intros r Hr. eapply row_line_words; try eassumption.
    rewrite Forall_forall in WR. apply WR. exact Hr. }
  apply read_lines; try assumption.
  - constructor; [assumption|]. apply Forall_forall. intros ws Hw. apply in_map_iff in Hw.
    destruct Hw as (r & <- & Hr). rewrite Forall_forall in WRows. apply WRows. exact Hr.
  - cbn [filter]. rewrite CI. f_equal.
    clear - WRows. induction WRows as [|r rs [_ H] W IH]; [reflexivity|]. simpl. rewrite H, IH. reflexivity.
  - apply print_no_mark. assumption.
Qed.

(* ---------- what is read is well formed ---------- *)
(* names in a table, all of which pass a test *)
Definition names_in (test : word -> bool) (t : table) (L : list word) : Prop :=
  good t L /\ NoDup L /\ Forall (fun w => test w = true) L.
Lemma names_none test : names_in test no_names [].
Proof. repeat split; try constructor; try apply no_names_good. Qed.
Lemma find_below t L w i : good t L -> find w t = Some i -> (i < N.of_nat (length L))%N.
Proof.
  intros G E. destruct (in_dec (list_eq_dec ascii_dec) w L) as [H|H].
  - apply In_nth_error in H. destruct H as [j H]. rewrite (good_in _ _ G j w H) in E. inversion E; subst.
    assert (j < length L)%nat by (apply (proj1 (nth_error_Some L j)); unfold word in *; congruence). lia.
  - rewrite (good_out _ _ G w H) in E. discriminate.
Qed.
Lemma names_add test t L w : names_in test t L -> find w t = None -> test w = true -> names_in test (add w t) (L ++ [w]).
Proof.
  intros (G & ND & F) E T.
  assert (N : ~ In w L).
  { intro H. apply In_nth_error in H. destruct H as [j H]. rewrite (good_in _ _ G j w H) in E. discriminate. }
  split; [apply add_good; assumption|]. split.
  - apply (NoDup_Add (a := w) (l := L)); [|auto]. rewrite <- (app_nil_r L) at 1. apply Add_app.
  - apply Forall_app. auto.
Qed.
Lemma declare_sound t L w t' : names_in item_name t L -> declare w t = Some t' -> names_in item_name t' (L ++ [w]).
Proof.
  intros H. unfold declare. destruct (item_name w) eqn:T; [|discriminate]. destruct (find w t) eqn:E; [discriminate|].
  intro E'. inversion E'; subst. apply names_add; assumption.
Qed.
Lemma read_secondary_sound ws : forall t L t', names_in item_name t L -> read_secondary ws t = Some t' ->
  exists L', names_in item_name t' L' /\ (length L <= length L')%nat.
Proof.
  induction ws as [|w ws IH]; intros t L t' H; simpl.
  - intro E. inversion E; subst. eauto.
  - destruct (declare w t) as [t1|] eqn:E; [|discriminate]. intro E'.
    destruct (IH t1 (L ++ [w]) t') as (L' & H' & Le); [eapply declare_sound; eassumption|exact E'|].
    exists L'. split; [exact H'|]. rewrite app_length in Le. lia.
Qed.
Lemma read_item_sound w name l : read_item w = Some (name, l) -> limit_ok l.
Proof.
  assert (R : forall a b l, read_limit a b = Some l -> limit_ok l).
  { intros a b l0. unfold read_limit. destruct (read_number a) as [x|], (read_number b) as [y|]; try discriminate.
    destruct (_ && _) eqn:E; [|discriminate]. intro E'. inversion E'; subst. unfold limit_ok. cbn [fst snd].
    rewrite !andb_true_iff, N.leb_le, !N.ltb_lt in E. change (2 ^ 32)%N with 4294967296%N. tauto. }
  unfold read_item. destruct (parted "|" w) as [b [name'|]].
  - destruct (parted ":" b) as [n [high|]]; [destruct (read_limit n high) eqn:E|destruct (read_limit n n) eqn:E];
      cbn [option_map]; try discriminate; intro E'; inversion E'; subst; eauto.
  - intro E. inversion E; subst. unfold limit_ok. cbn [fst snd]. change (2 ^ 32)%N with 4294967296%N. lia.
Qed.
Lemma read_items_sound ws : forall t L ls t' ls', names_in item_name t L -> length ls = length L -> Forall limit_ok ls ->
  read_items ws t ls = Some (t', ls') ->
  exists L', names_in item_name t' L' /\ Forall limit_ok ls' /\ (length ls <= length ls' <= length L')%nat.
Proof.
  assert (Back : forall ls : list (N * N), Forall limit_ok ls -> Forall limit_ok (back ls))
    by (intros ls H; rewrite back_rev; apply Forall_rev; exact H).
  induction ws as [|w ws IH]; intros t L ls t' ls' H Len F; simpl.
  - intro E. inversion E; subst. exists L. split; [exact H|]. split; [apply Back; exact F|]. rewrite back_rev, rev_length. lia.
  - destruct (behind "|" w) as [w'|].
    + destruct (read_secondary _ t) as [t1|] eqn:E; cbn [option_map]; [|discriminate]. intro E'. inversion E'; subst.
      destruct (read_secondary_sound _ _ _ _ H E) as (L' & H' & Le). exists L'.
      split; [exact H'|]. split; [apply Back; exact F|]. rewrite back_rev, rev_length. lia.
    + destruct (read_item w) as [[name l]|] eqn:E; [|discriminate]. destruct (declare name t) as [t1|] eqn:D; [|discriminate].
      intro E'. destruct (IH t1 (L ++ [name]) (l :: ls) t' ls') as (L' & H' & F' & Le).
      * eapply declare_sound; eassumption.
      * rewrite app_length. simpl. lia.
      * constructor; [eapply read_item_sound; exact E|exact F].
      * exact E'.
      * exists L'. split; [exact H'|]. split; [exact F'|]. simpl in Le. lia.
Qed.

Lemma in_order_of_both a b : forall s, in_order s (a ++ b) = match in_order s a with Some r => in_order r b | None => None end.
Proof.
  induction a as [|[i c] a IH]; intro s; [reflexivity|]. cbn [app in_order].
  destruct (c <=? s)%N; [apply IH|]. destruct (c =? N.succ s)%N; [apply IH|reflexivity].
Qed.
Section Rows.
  Variables (primary : N) (items : table) (L : list word).
  Hypothesis HI : good items L.
  (* of an option, as far as it was read, backwards *)
  Definition read_so_far (o : opt) : Prop :=
    NoDup (map fst o) /\
    Forall (fun ic => fst ic < N.of_nat (length L) /\ (snd ic = 0 \/ primary <= fst ic))%N o.
  Lemma so_far_more o i c : read_so_far o -> has o i = false -> (i < N.of_nat (length L))%N ->
    (c = 0 \/ primary <= i)%N -> read_so_far ((i, c) :: o).
  Proof.
    intros [ND F] H Lt P. split; constructor; try assumption; [|auto].
    intro K. apply in_map_iff in K. destruct K as ([j d] & E & K). simpl in E. subst j.
    assert (has o i = true); [apply has_iff; eauto|congruence].
  Qed.
  Lemma read_row_sound ws : forall before o cost cs C o' cost' cs',
    read_so_far o -> names_in color_name cs C -> in_order 0 (before ++ rev o) = Some (N.of_nat (length C)) ->
    read_row primary items ws o cost cs = Some (o', cost', cs') ->
    NoDup (map fst o') /\ (exists ic, In ic o' /\ fst ic < primary)%N /\
    Forall (fun ic => fst ic < N.of_nat (length L) /\ (snd ic = 0 \/ primary <= fst ic))%N o' /\
    (- 2 ^ 32 <= cost' <= 2 ^ 32)%Z /\
    exists C', names_in color_name cs' C' /\ in_order 0 (before ++ o') = Some (N.of_nat (length C')).
  Proof.
    induction ws as [|w ws IH]; intros before o cost cs C o' cost' cs' So HC Or; cbn [read_row].
    - destruct (existsb _ o) eqn:E; [|discriminate]. destruct (cost_ok cost) eqn:K; [|discriminate].
      intro E'. inversion E'; subst. rewrite !back_rev. destruct So as [ND F].
      split; [rewrite map_rev; apply NoDup_rev; exact ND|]. split.
      + apply existsb_exists in E. destruct E as (ic & H & Lt). exists ic. split; [apply in_rev in H; exact H|apply N.ltb_lt; exact Lt].
      + split; [apply Forall_rev; exact F|]. unfold cost_ok in K. rewrite andb_true_iff, !Z.leb_le in K. split; [exact K|]. eauto.
    - destruct (behind "|" w) as [d|].
      { destruct (read_cost d) as [z|]; [|discriminate]. destruct (_ && _); [|discriminate]. apply IH with C; assumption. }
      destruct (parted ":" w) as [name color]. destruct (find name items) as [i|] eqn:E; [|discriminate].
      assert (Lt := find_below _ _ _ _ HI E). destruct (has o i) eqn:Hi; [discriminate|].
      assert (Next : forall c s, in_order (N.of_nat (length C)) [(i, c)] = Some s -> in_order 0 (before ++ rev ((i, c) :: o)) = Some s).
      { intros c s H. cbn [rev]. rewrite app_assoc, in_order_of_both, Or. exact H. }
      destruct color as [c|].
      + destruct ((primary <=? i)%N && color_name c) eqn:P; [|discriminate]. apply andb_true_iff in P.
        destruct P as [P T]. apply N.leb_le in P. destruct (find c cs) as [n|] eqn:Fc.
        * assert (Ln := find_below _ _ _ _ (proj1 HC) Fc). apply IH with C; [apply so_far_more; auto|exact HC|].
          apply Next. cbn [in_order]. destruct (N.leb_spec (N.succ n) (N.of_nat (length C))); [reflexivity|lia].
        * apply IH with (C ++ [c]); [apply so_far_more; auto|apply names_add; assumption|].
          rewrite (good_size _ _ (proj1 HC)). apply Next. cbn [in_order]. rewrite app_length. cbn [length].
          destruct (N.leb_spec (N.succ (N.of_nat (length C))) (N.of_nat (length C))); [lia|].
          rewrite N.eqb_refl. f_equal. lia.
      + apply IH with C; [apply so_far_more; auto|exact HC|]. apply Next. cbn [in_order].
        destruct (N.leb_spec 0 (N.of_nat (length C))); [reflexivity|lia].
  Qed.
  Definition row_fine (r : opt * Z) : Prop :=
    NoDup (map fst (fst r)) /\ (exists ic, In ic (fst r) /\ fst ic < primary)%N /\
    Forall (fun ic => fst ic < N.of_nat (length L) /\ (snd ic = 0 \/ primary <= fst ic))%N (fst r) /\
    (- 2 ^ 32 <= snd r <= 2 ^ 32)%Z.
  Lemma read_rows_sound ls : forall rs cs C rs' cs', Forall row_fine rs -> names_in color_name cs C ->
    in_order 0 (flat_map fst (rev rs)) = Some (N.of_nat (length C)) ->
    read_rows primary items ls rs cs = Some (rs', cs') ->
    Forall row_fine rs' /\ exists C', names_in color_name cs' C' /\
      in_order 0 (flat_map fst rs') = Some (N.of_nat (length C')).
  Proof.
    induction ls as [|ws ls IH]; intros rs cs C rs' cs' F HC Or; cbn [read_rows].
    - intro E. inversion E; subst. rewrite back_rev. split; [apply Forall_rev; exact F|eauto].
    - destruct (read_row primary items ws [] 0%Z cs) as [[[o z] cs1]|] eqn:E; [|discriminate]. intro E'.
      destruct (read_row_sound ws (flat_map fst (rev rs)) [] 0%Z cs C o z cs1) as (A & B & D & K & C1 & HC1 & Or1);
        try assumption; [split; constructor|rewrite app_nil_r; exact Or|].
      apply (IH ((o, z) :: rs) cs1 C1 rs' cs'); try assumption.
      + constructor; [|exact F]. unfold row_fine. auto.
      + cbn [rev]. rewrite flat_map_app. cbn [flat_map fst]. rewrite app_nil_r. exact Or1.
  Qed.
End Rows.

Theorem read_well_formed t d : read t = Some d -> well_formed d.
Proof.
  unfold read, read_words, read_options. destruct (lines t) as [|first options] eqn:EL; [discriminate|].
  destruct (read_items first no_names []) as [[it ls]|] eqn:EI; [|discriminate].
  destruct (read_rows _ it options [] no_names) as [[rs cs]|] eqn:ER; [|discriminate]. intro E. inversion E; subst. clear E.
  assert (NE : ls <> []).
  { assert (Co : counts first = true).
    { assert (H : In first (lines t)) by (rewrite EL; left; reflexivity). unfold lines in H. apply filter_In in H. tauto. }
    destruct first as [|w ws]; [discriminate|]. cbn [counts] in Co. cbn [read_items] in EI.
    destruct (behind "|" w) as [w'|]; [discriminate|].
    destruct (read_item w) as [[name l]|] eqn:Ei; [|discriminate]. destruct (declare name no_names) as [t1|] eqn:Ed; [|discriminate].
    destruct (read_items_sound ws t1 [name] [l] it ls) as (L' & _ & _ & Le & _).
    - apply (declare_sound no_names [] name t1 (names_none _) Ed).
    - reflexivity.
    - constructor; [eapply read_item_sound; exact Ei|constructor].
    - exact EI.
    - intros ->. simpl in Le. lia. }
  destruct (read_items_sound first no_names [] [] it ls) as (L & (GL & NDL & FL) & Fls & _ & Le);
    [apply names_none|reflexivity|constructor|exact EI|].
  destruct (read_rows_sound (N.of_nat (length ls)) it L GL options [] no_names [] rs cs) as (Frs & C & (GC & NDC & FC) & Or);
    [constructor|apply names_none|reflexivity|exact ER|].
  assert (EN : back (backwards it) = L) by (rewrite back_rev, (good_list _ _ GL); apply rev_involutive).
  assert (EC : back (backwards cs) = C) by (rewrite back_rev, (good_list _ _ GC); apply rev_involutive).
  rewrite EN, EC. split; cbn [names limits colors rows]; try assumption; try (split; assumption).
Qed.
