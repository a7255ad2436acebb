// The records of a blob. A blob holds a share of the steps of one check, and all that the rest of
// the check needs of the input, so that blobs can be merged where the input is not.

import { recipeNames } from '../../check/recipe-names.ts';
import type { UncheckedPart } from '../../check/scene/unchecked-parts.ts';
import type { InputGroup, VertexRange } from '../../check/sequence.ts';
import { type Unit, type UpAxis, units } from '../../check/space.ts';
import type { Step } from '../../check/step.ts';
import type { ContactPlace, FrameClash } from '../../clash.ts';
import type { Tally } from '../../index.ts';
import type { StepArguments } from '../check/check-arguments.ts';
import type { ContactCounts } from '../check/contact-lister.ts';
import type { StepResult } from '../stepper.ts';
import type { StepRange } from '../work-queue.ts';
import {
  bool,
  type Codec,
  f32s,
  f64,
  f64s,
  list,
  nullable,
  oneOf,
  optional,
  point,
  record,
  text,
  u8s,
  u32,
  u32s,
} from './byte-codec.ts';

const groups: Codec<readonly InputGroup[]> = list(record<InputGroup>({ name: optional(text), files: list(text) }));

const stepArguments: Codec<StepArguments> = record<StepArguments>({
  pairs: optional(text),
  ignore: optional(text),
  self: bool,
  clearance: f64,
  frames: optional(text),
  clip: optional(text),
  rate: optional(f64),
  unit: optional(oneOf(units)),
  up: optional(oneOf(['y', 'z'])),
  weld: bool,
  allowOutside: bool,
  parts: optional(oneOf(['object', 'material', 'component'])),
  first: bool,
  minSeparation: f64,
  maxContacts: optional(f64),
  maxTests: optional(f64),
  recipe: oneOf(recipeNames),
});

/** What is checked, and how: equal in all blobs of one check. */
export interface CheckIdentity {
  /** The version of graze. */
  readonly version: string;
  /** The names of the inputs and of their files. */
  readonly inputs: readonly InputGroup[];
  /** The sizes of these files in bytes, in the same order. */
  readonly sizes: readonly number[];
  /** The options. */
  readonly options: StepArguments;
  /** The number of frames that are checked. */
  readonly frameCount: number;
  /** The hash of the first frame. */
  readonly firstFrame: string;
}

/** The fields of an identity, for records that have others beside them. */
export const identityFields: { readonly [K in keyof CheckIdentity]: Codec<CheckIdentity[K]> } = {
  version: text,
  inputs: groups,
  sizes: list(f64),
  options: stepArguments,
  frameCount: u32,
  firstFrame: text,
};

/** The first record of a blob: what it is. */
export interface BlobHead extends CheckIdentity {
  /** Its steps. */
  readonly range: StepRange;
  /** Its number and how many there are, counted from 1; null for ranges of a queue. */
  readonly shard: { readonly number: number; readonly count: number } | null;
  /** The hashes of the positions of the frames at both ends of its steps. */
  readonly ends: { readonly first: string; readonly last: string };
}

/** The codec of the head. */
export const blobHead: Codec<BlobHead> = record<BlobHead>({
  ...identityFields,
  range: record<StepRange>({ from: u32, to: u32 }),
  shard: nullable(record({ number: u32, count: u32 })),
  ends: record({ first: text, last: text }),
});

const ranges: Codec<readonly VertexRange[]> = list(record<VertexRange>({ first: u32, end: u32 }));

/** What is known of the input as a whole. */
export interface BlobInput {
  /** The number of vertices. */
  readonly vertexCount: number;
  /** All faces, without welds, at their places. */
  readonly triangles: Uint32Array;
  /** The names of the parts. */
  readonly partNames: readonly string[];
  /** The part of each face. */
  readonly partOfFace: Uint32Array;
  /** The unit of its lengths. */
  readonly unit: Unit;
  /** The axis that points up. */
  readonly up: UpAxis;
  /** Which straight paths connect the frames. */
  readonly paths: string;
  /** What the user should know about the input. */
  readonly notes: readonly string[];
  /** The vertex that each vertex was welded to. */
  readonly welds: Uint32Array;
  /** Whether welds were found in all frames, because a frame of this blob refutes others. */
  readonly hasAllWelds: boolean;
  /** The vertices of objects whose faces change. */
  readonly remeshed: readonly VertexRange[];
  /** The name of each frame. */
  readonly frameNames: readonly string[];
}

/** The codec of the input as a whole. */
export const blobInput: Codec<BlobInput> = record<BlobInput>({
  vertexCount: u32,
  triangles: u32s,
  partNames: list(text),
  partOfFace: u32s,
  unit: oneOf(units),
  up: oneOf(['y', 'z']),
  paths: text,
  notes: list(text),
  welds: u32s,
  hasAllWelds: bool,
  remeshed: ranges,
  frameNames: list(text),
});

/** A frame of a blob: the number of its mesh, and what it hides. */
interface FrameShape {
  readonly mesh: number;
  readonly hidden: readonly VertexRange[];
}

/** A step of a blob: the number of the mesh that moves, and whether nothing does. */
interface StepShape {
  readonly mesh: number;
  readonly isCut: boolean;
}

/** What may change from frame to frame. Mesh 0 is that of the input, others are in the blob. */
export interface BlobShape {
  /** By frame of the blob. */
  readonly frames: readonly FrameShape[];
  /** By step of the blob. */
  readonly steps: readonly StepShape[];
}

/** The codec of what may change from frame to frame. */
export const blobShape: Codec<BlobShape> = record<BlobShape>({
  frames: list(record<FrameShape>({ mesh: u32, hidden: ranges })),
  steps: list(record<StepShape>({ mesh: u32, isCut: bool })),
});

/** The positions of a frame: in single precision, if that loses nothing. */
interface BlobPositions {
  readonly single: Float32Array | null;
  readonly double: Float64Array | null;
}

/** The codec of the positions of a frame. */
export const blobPositions: Codec<BlobPositions> = record<BlobPositions>({
  single: nullable(f32s),
  double: nullable(f64s),
});

const tally: Codec<Readonly<Tally>> = record<Tally>({
  quietFaces: f64,
  conesTried: f64,
  conesHeld: f64,
  contoursTried: f64,
  contoursFailed: f64,
  nodePairs: f64,
  boxPairs: f64,
  slabPairs: f64,
  representativeWalks: f64,
  tests: f64,
  orphansTested: f64,
  orphansSkipped: f64,
  exact: f64,
});

const counts: Codec<ContactCounts> = record<ContactCounts>({ vf: u32, ee: u32, first: nullable(f64), truncated: bool });

const clash: Codec<FrameClash> = record<FrameClash>({
  a: u32,
  b: u32,
  kind: oneOf(['crossing', 'passing', 'inside', 'touching', 'duplicate', 'near']),
  depth: nullable(f64),
  through: nullable(f64),
  distance: nullable(f64),
  method: nullable(oneOf(['parity', 'capped', 'samples', 'side', 'curve'])),
  point,
  curveLength: f64,
  pairs: u32,
  facesA: u32s,
  facesB: u32s,
  curve: f64s,
});

const place: Codec<ContactPlace> = record<ContactPlace>({
  a: u32,
  b: u32,
  firstTime: f64,
  isPassing: bool,
  isResting: bool,
  point,
  vf: u32,
  ee: u32,
  facesA: u32s,
  facesB: u32s,
});

/** The contacts of a step. How long the step took is not among them: it differs from run to run. */
type StepContacts = Omit<Step, 'index' | 'ms'>;

const contacts: Codec<StepContacts> = record<StepContacts>({
  count: u32,
  kind: u8s,
  a: u32s,
  b: u32s,
  time: f64s,
  tally,
  truncated: bool,
});

/**
 * A step as a blob has it: the positions at its end are those of the frame. Its contacts are there if
 * a report may be written.
 */
export type BlobStep = Omit<StepResult, 'ms' | 'report'> & { readonly step: StepContacts | null };

/** The codec of a step. */
export const blobStep: Codec<BlobStep> = record<BlobStep>({
  index: u32,
  isCut: bool,
  unchecked: list(record<UncheckedPart>({ part: u32, why: oneOf(['appears', 'disappears', 'other faces']) })),
  counts,
  listed: counts,
  before: nullable(list(clash)),
  places: list(place),
  after: list(clash),
  contacts: nullable(u8s),
  step: nullable(contacts),
});
