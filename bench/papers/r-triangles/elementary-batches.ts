// Collects pairs of features and gives them to the elementary tests of the library in batches, so
// that every method of the tables runs the same tests.
import { Contacts } from '../../../src/core/contacts/contacts.ts';
import { FeatureTimer } from '../../../src/core/elementary/feature-timer.ts';
import { LinearMemory } from '../../../src/core/memory/linear-memory.ts';
import { VertexMotion } from '../../../src/core/motion/vertex-motion.ts';
import { PairBuffer } from '../../../src/core/pairs/pair-buffer.ts';
import type { Frame } from '../../frame-queries.ts';

/** Pairs per batch. */
const BATCH = 32768;

/** The elementary tests of one step. */
export class ElementaryBatches {
  private readonly motion: VertexMotion;
  private readonly timer: FeatureTimer;
  private readonly contacts = new Contacts();
  private readonly vf: PairBuffer;
  private readonly ee: PairBuffer;

  constructor({ mesh }: Frame) {
    const memory = new LinearMemory(mesh.faceCount);
    this.motion = new VertexMotion(memory, mesh);
    this.timer = new FeatureTimer(memory);
    this.vf = new PairBuffer(memory, BATCH);
    this.ee = new PairBuffer(memory, BATCH);
  }

  /** Begins the step. */
  start({ x0, x1 }: Frame): void {
    this.motion.set(x0, x1);
    this.contacts.clear();
    this.timer.clear();
  }

  /** Adds a vertex and a face. */
  addVf(v: number, f: number): void {
    this.vf.push(v, f);
    if (this.vf.count === BATCH) this.flush();
  }

  /** Adds two edges. */
  addEe(e: number, g: number): void {
    this.ee.push(Math.min(e, g), Math.max(e, g));
    if (this.ee.count === BATCH) this.flush();
  }

  /** Ends the step; returns the numbers of tests and of contacts, each counted once. */
  finish(): { tests: number; contacts: number } {
    this.flush();
    this.timer.finish(this.motion, this.contacts, 0, true, Number.POSITIVE_INFINITY);
    return { tests: this.contacts.tally.tests, contacts: this.contacts.count };
  }

  private flush(): void {
    this.timer.run(this.motion, this.vf, this.ee, this.contacts);
    this.vf.clear();
    this.ee.clear();
  }
}
