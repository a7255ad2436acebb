// The module of kernels for deforming meshes: the functions that JavaScript calls, of core, of the
// papers whose recipes the module serves, and of the engine. Pointers are byte offsets into the
// imported memory, aligned to 16.
export * from '../../core/bounds/kernels/pair-filters';
export * from '../../core/bounds/kernels/planes';
export * from '../../core/bounds/kernels/quantized-slabs';
export * from '../../core/bounds/kernels/segments';
export * from '../../core/bounds/kernels/slabs';
export * from '../../core/bounds/kernels/swept-slabs';
export * from '../../core/contacts/kernels/hit-columns';
export * from '../../core/contacts/kernels/sort';
export * from '../../core/elementary/kernels/describe';
export * from '../../core/elementary/kernels/near';
export * from '../../core/elementary/kernels/sieve';
export * from '../../core/elementary/kernels/times';
export * from '../../core/kernels/scratch';
export * from '../../core/motion/kernels/vertex-positions';
export * from '../../core/tree/kernels/face-order';
export * from '../../core/tree/kernels/node-labels';
export * from '../../core/tree/kernels/quantized-node';
export * from '../../core/tree/kernels/quantized-traversal';
export * from '../../core/tree/kernels/refit';
export * from '../../core/tree/kernels/traversal';
export * from '../../core/tree/kernels/tree-build';
export * from '../../papers/iccd/kernels/cones';
export * from '../../papers/iccd/kernels/contour-edges';
export * from '../../papers/iccd/kernels/contours';
export * from '../../papers/iccd/kernels/orphans';
export * from '../../papers/iccd/kernels/patch-stages';
export * from '../../papers/iccd/kernels/representative-tables';
export * from '../../papers/iccd/kernels/representatives';
export * from '../../papers/r-triangles/kernels/represented';
export * from './near-pair-cache';
export * from './star-certificate';
