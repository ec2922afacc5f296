(* The machine integers of Coq's library as OCaml's: as many bits, and what the checker uses
   of them. OCaml's own shifts say nothing of shifts by 63 and more. *)
type t = int
let of_int (i : int) = i
let l_and (a : int) (b : int) = a land b
let l_or (a : int) (b : int) = a lor b
let l_xor (a : int) (b : int) = a lxor b
let l_sl (a : int) (b : int) = if 0 <= b && b < 63 then a lsl b else 0
let l_sr (a : int) (b : int) = if 0 <= b && b < 63 then a lsr b else 0
let add (a : int) (b : int) = a + b
let sub (a : int) (b : int) = a - b
let mul (a : int) (b : int) = a * b
let equal (a : int) (b : int) = a = b
let lt (a : int) (b : int) = a + min_int < b + min_int
let le (a : int) (b : int) = a + min_int <= b + min_int
