// The benchmarks of the paper, by the scene here that corresponds to each.

/** What the paper says of one benchmark. */
export interface Model {
  readonly model: string;
  readonly scene: string;
  /** The largest ratio of BASIC's tests to those of R-TRI, and of its time. */
  readonly ratio: number;
  readonly speedup: number;
  /** Table 2. */
  readonly box: number;
  readonly segment: number;
}

/** All benchmarks of the paper [figures 1, 2, 6, 9; table 2]. */
export const models: readonly Model[] = [
  { model: 'Cloth-ball', scene: 'cloth-ball', ratio: 28, speedup: 5.1, box: 0.774, segment: 0.879 },
  { model: 'Flamenco', scene: 'flamenco', ratio: 15, speedup: 4.9, box: 0.612, segment: 0.72 },
  { model: 'Princess', scene: 'princess', ratio: 12, speedup: 4.98, box: 0.491, segment: 0.658 },
  { model: 'Balls', scene: 'n-body', ratio: 9, speedup: 5.3, box: 0.723, segment: 0.779 },
];

/** The paper's rows for a scene, each with what `cells` says of the model. */
export function publishedRows(name: string, cells: (model: Model) => string[]): string[][] {
  const scene = name.replace(', real', '');
  return models.filter((one) => one.scene === scene).map((one) => [`  paper, ${one.model}`, ...cells(one)]);
}
