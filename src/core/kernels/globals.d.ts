// The percentage by which all rounding bounds are multiplied: 100, and less in the mutation test.
// Introduced by `asc --use`; see scripts/compile-kernels.mjs.
declare const BOUND_PERCENT: i32;
