// V8 compiles JavaScript that it takes for hot on threads of its own. In a check the hot loops are kernels, and of two cores two threads of ours leave
// none for compilers: what they make of code that runs once a mesh, or some thousand times, costs more than it saves.
import { setFlagsFromString } from 'node:v8';

/** Bytes of code that a function runs before it counts as hot: three times what V8 takes by itself. */
const BUDGET = 200_000;

/** Versions of V8, those of Node 20 to 24, that know the setting by this name: others would complain. */
const KNOWN = { first: 11, last: 13 };

export function compileLate(): void {
  const version = Number.parseInt(process.versions.v8, 10);
  if (version >= KNOWN.first && version <= KNOWN.last) setFlagsFromString(`--interrupt-budget=${BUDGET}`);
}
