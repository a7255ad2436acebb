// Introduced by `asc --use`; see scripts/compile-kernels.mjs.
declare const BOUND_PERCENT: i32;
