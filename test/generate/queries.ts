// All classes of queries on which the elementary tests are tried: seeded, finite, each with hits and misses.
import { contactQueries } from './contact-queries.ts';
import type { QueryClass } from './draw.ts';
import { flatQueries } from './flat-queries.ts';
import { genericQueries } from './generic-queries.ts';

export type { Kind } from '../oracle/hit.ts';
export type { Fill, QueryClass } from './draw.ts';

export const queryClasses: readonly QueryClass[] = [...genericQueries, ...contactQueries, ...flatQueries];
