// The door of proximity between deforming polygon meshes.

export { MeshError, type MeshFault } from './core/mesh/mesh-error.ts';
export type { Positions } from './core/mesh/tri-mesh.ts';
export type { DirectionCount } from './papers/mezger/directions.ts';
export type { Inflation } from './papers/mezger/dop-bounds.ts';
export type { Arity } from './papers/mezger/dop-tree.ts';
export type { LossyOptions } from './papers/mezger/lossy.ts';
export { PolygonMesh } from './papers/mezger/polygon-mesh.ts';
export type { Proximities, ProximityTally } from './papers/mezger/proximities.ts';
export { ProximityDetector } from './papers/mezger/proximity-detector.ts';
export type { ProximityDetectorOptions, ProximityQuery } from './papers/mezger/proximity-options.ts';
export { ResponseOrder, type ResponseRows } from './papers/mezger/response-order.ts';
