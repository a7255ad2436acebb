// The rigid engine in CPU ms and yardsticks, compared with what we promise: first contact on random
// and on special motions, building, queries at one instant, lists of contacts. Optional: --parts
// contact,special,build,still,lists, --motions N, --seed S, --json FILE.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { building, firstBuildMs, type ShapeName } from './rigid/building.ts';
import { contactLists, firstContacts, motionSets } from './rigid/first-contacts.ts';
import { type Part, printPart } from './rigid/part.ts';
import { special } from './rigid/special-motions.ts';
import { stillQueries } from './rigid/still-queries.ts';

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'contact,special,build,still,lists' },
    motions: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    /** The shape that a fresh process builds. */
    'first-build': { type: 'string' },
  },
});

/** The number of cases per class, and of pose pairs per group. */
const [SPECIAL, STILL] = [24, 40];

const count = Number(values.motions);
const seed = Number(values.seed);
let drawn: ReturnType<typeof motionSets> | undefined;

function sets(): ReturnType<typeof motionSets> {
  drawn ??= motionSets(count, seed);
  return drawn;
}

function measure(name: string): Part {
  if (name === 'contact') return firstContacts(sets(), seed);
  if (name === 'special') return special(SPECIAL, seed);
  if (name === 'build') return building(fileURLToPath(import.meta.url));
  if (name === 'still') return stillQueries(STILL, seed);
  if (name === 'lists') return contactLists(sets());
  throw new RangeError(`There is no part "${name}".`);
}

if (values['first-build']) console.log(firstBuildMs(values['first-build'] as ShapeName));
else {
  const parts = values.parts.split(',').map((name) => {
    const part = measure(name);
    printPart(part);
    return part;
  });
  if (values.json) writeFileSync(values.json, `${JSON.stringify(parts, null, 2)}\n`);
}
