// The calls that a culling makes to its device, one after the other. They are written once, as a
// generator, for synchronous and asynchronous devices.
import type { CullAnswer, CullScene, CullSettings } from './visibility-device.ts';

/**
 * Yields calls of `VisibilityDevice.cull`, is resumed with their answers, and ends with a result.
 */
export type CullWork<T> = Generator<{ readonly scene: CullScene; readonly settings: CullSettings }, T, CullAnswer>;
