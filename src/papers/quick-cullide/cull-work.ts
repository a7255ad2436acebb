// What is asked of a device, one request after the other: the same for devices that answer at once and for those that answer later.
import type { CullAnswer, CullScene, CullSettings } from './device.ts';

export interface CullRequest {
  readonly scene: CullScene;
  readonly settings: CullSettings;
}

/** Asks for answers of a device, and ends with a result. */
export type CullWork<T> = Generator<CullRequest, T, CullAnswer>;
