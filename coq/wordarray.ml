(* The same for arrays of machine integers, one after the other in eight bytes each: nothing
   that OCaml's collector need look at. *)
type elements = { bytes : Bytes.t; size : int; beyond : int; mutable newest : int }
type t = { shared : elements; version : int }

external bits : Bytes.t -> int -> int64 = "%caml_bytes_get64u"
external set_bits : Bytes.t -> int -> int64 -> unit = "%caml_bytes_set64u"
let element bytes i = Int64.to_int (bits bytes (8 * i))
let set_element bytes i x = set_bits bytes (8 * i) (Int64.of_int x)

let make n default =
  let n = if 0 <= n && n < 4194303 then n else 4194303 in
  let bytes = Bytes.create (8 * n) in
  for i = 0 to n - 1 do set_element bytes i default done;
  { shared = { bytes; size = n; beyond = default; newest = 0 }; version = 0 }
let length t = t.shared.size
let default t = t.shared.beyond
let get t i =
  let s = t.shared in
  if s.newest <> t.version then raise Parray.Older;
  if 0 <= i && i < s.size then element s.bytes i else s.beyond
let set t i x =
  let s = t.shared in
  if s.newest <> t.version then raise Parray.Older;
  if 0 <= i && i < s.size then begin
    set_element s.bytes i x;
    s.newest <- t.version + 1;
    { shared = s; version = t.version + 1 }
  end
  else t
(* Two or four neighbours, at one look if they are all there. *)
let set_two t i x y =
  let s = t.shared in
  if s.newest = t.version && 0 <= i && i < s.size - 1 then begin
    set_element s.bytes i x;
    set_element s.bytes (i + 1) y;
    s.newest <- t.version + 1;
    { shared = s; version = t.version + 1 }
  end
  else set (set t i x) (i + 1) y
let set_four t i a b c d =
  let s = t.shared in
  if s.newest = t.version && 0 <= i && i < s.size - 3 then begin
    set_element s.bytes i a;
    set_element s.bytes (i + 1) b;
    set_element s.bytes (i + 2) c;
    set_element s.bytes (i + 3) d;
    s.newest <- t.version + 1;
    { shared = s; version = t.version + 1 }
  end
  else set_two (set_two t i a b) (i + 2) c d
let is_four t i a b c d =
  let s = t.shared in
  if s.newest = t.version && 0 <= i && i < s.size - 3 then
    element s.bytes i = a && element s.bytes (i + 1) = b && element s.bytes (i + 2) = c
    && element s.bytes (i + 3) = d
  else get t i = a && get t (i + 1) = b && get t (i + 2) = c && get t (i + 3) = d
