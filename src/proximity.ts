// Entry point `graze/proximity`: pairs of faces of deforming polygon meshes within a distance, now
// or in the step ahead.

export { MeshError, type MeshFault } from './core/mesh/mesh-error.ts';
export type { Positions } from './core/mesh/tri-mesh.ts';
export type { DirectionCount } from './papers/mezger/directions.ts';
export type { Inflation } from './papers/mezger/dop-bounds.ts';
export type { Arity } from './papers/mezger/dop-tree.ts';
export type { FaceProximities as Proximities, ProximityTally } from './papers/mezger/face-proximities.ts';
export type { LossyOptions } from './papers/mezger/lossy-filter.ts';
export { PolygonMesh } from './papers/mezger/polygon-mesh.ts';
export { ProximityDetector } from './papers/mezger/proximity-detector.ts';
export type { ProximityDetectorOptions, ProximityQuery } from './papers/mezger/proximity-options.ts';
export { ResponseOrder, type ResponseRows } from './papers/mezger/response-order.ts';
