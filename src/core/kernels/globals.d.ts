// The percentage by which all rounding bounds are multiplied: 100. Mutation tests compile kernels with
// less, to see that answers then become wrong.
// Introduced by `asc --use`; see scripts/compile-kernels.mjs.
declare const BOUND_PERCENT: i32;
