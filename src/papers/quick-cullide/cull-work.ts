// The requests that a culling makes to its device, one after the other: the same for synchronous
// and asynchronous devices.
import type { CullAnswer, CullScene, CullSettings } from './visibility-device.ts';

/** One call of `VisibilityDevice.cull`. */
export interface CullRequest {
  /** What to cull. */
  readonly scene: CullScene;
  /** How to cull. */
  readonly settings: CullSettings;
}

/** Yields requests, is resumed with their answers, and ends with a result. */
export type CullWork<T> = Generator<CullRequest, T, CullAnswer>;
