// Cloths and obstacles of a scene, as a simulation takes them.

export interface ClothOptions {
  readonly positions: Float64Array;
  readonly faces: Uint32Array;
  readonly cornersPerFace: 3 | 4;
}

export interface ObstacleOptions {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  readonly friction?: number;
  readonly move?: (time: number, out: Float64Array) => void;
}
