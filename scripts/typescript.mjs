// `node --import ./scripts/typescript.mjs file.ts` runs TypeScript on Node 20, for fuzz runs and
// benches.
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
