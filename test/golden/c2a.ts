// Controlled conservative advancement has no entry point yet: the only place of the golden cases
// that knows its files.
export { Advancement, type AdvancementResult } from '../../src/papers/c2a/advancement.ts';
export { SweptSpheres } from '../../src/papers/c2a/swept-spheres.ts';
