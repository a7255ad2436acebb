// Several inputs as one sequence: their meshes side by side, in one unit and with one up axis.
// Frame i is frame i of every input; an input with one frame stays still.
import { TriMesh } from '../index.ts';
import type { FileAccess } from './file-access.ts';
import { inputLabel } from './input-label.ts';
import { type InputSequence, STILL } from './input-sequence.ts';
import { frameFileCount, isScene, openInput } from './open-input.ts';
import type { FrameChoice } from './select-frames.ts';
import type { Sequence, SequenceRequest, VertexRange } from './sequence.ts';
import { convertSpace, isSameSpace, type Space, spaceText } from './space.ts';
import { placeCount, trianglesAtPlaces } from './triangle-places.ts';
import { UsageError } from './usage-error.ts';
import { type OpenGroup, withParts } from './with-parts.ts';

/** The ratio of sizes from which on one input probably has another unit than the other. */
const MAX_SIZE_RATIO = 50;

/** The difference in seconds up to which frames count as simultaneous: files round times. */
const MAX_TIME_DIFFERENCE = 1e-4;

/**
 * Opens all inputs of a request. `choice` are the frames that it asks for, null for all; the other
 * arguments are those of `openSequence`. Rejects with `UsageError`.
 */
export async function mergeInputs(
  request: SequenceRequest,
  choice: FrameChoice | null,
  files: FileAccess,
  counted: (frameCount: number) => void,
  known: TriMesh | null,
): Promise<Sequence> {
  const frameCounts = request.inputs.map((group) => frameFileCount(group) ?? 1);
  if (Math.max(...frameCounts) > 1) counted(Math.max(...frameCounts));
  const groups: OpenGroup[] = [];
  for (const group of request.inputs)
    groups.push({ group, input: await openInput(group, request, files, () => {}, null) });
  const chosen = withFrames(groups, choice);
  refuseOtherCounts(chosen);
  refuseOtherTimes(chosen);
  const spaces = spacesOf(chosen, request);
  if (known === null) await refuseOtherSizes(chosen, request);
  const inputs = chosen.map(({ input }) => input);
  const { unit, up } = spaces[0];
  const frames = { ...framesOf(inputs, spaces, known), paths: pathsOf(chosen), notes: notesOf(chosen), unit, up };
  return withParts(frames, chosen, request.partsBy ?? 'object');
}

/** Chooses frames of all inputs that move; if none does, of all. */
function withFrames(groups: readonly OpenGroup[], choice: FrameChoice | null): readonly OpenGroup[] {
  if (choice === null) return groups;
  const isStill = groups.every(({ input }) => input.frameCount === 1);
  return groups.map(({ group, input }) => ({
    group,
    input: isStill || input.frameCount > 1 ? choice.of(input, inputLabel(group)) : input,
  }));
}

function refuseOtherCounts(groups: readonly OpenGroup[]): void {
  const [first, ...others] = groups.filter(({ input }) => input.frameCount > 1);
  const other = others.find(({ input }) => input.frameCount !== first.input.frameCount);
  if (other === undefined) return;
  const counts = [first, other].map(({ group, input }) => `${inputLabel(group)} has ${input.frameCount} frames`);
  const last = Math.min(first.input.frameCount, other.input.frameCount) - 1;
  const scenes = [first, other].filter(({ group }) => group.files.some(isScene));
  const how =
    scenes.length > 0
      ? `sample ${inputLabel(scenes[0].group)} as often as the rest with --rate`
      : 'give both the same frames';
  throw new UsageError(`${counts.join(', ')}; ${how}, or choose frames that both have with --frames 0-${last}.`);
}

/** Refuses animations whose frames lie at different times, counted from the first. */
function refuseOtherTimes(groups: readonly OpenGroup[]): void {
  const [first, ...others] = groups.filter(({ input }) => input.frameCount > 1 && input.times !== null);
  const timesOf = ({ input: { times } }: OpenGroup): number[] => (times ?? []).map((time) => time - (times?.[0] ?? 0));
  const other = others.find((one) => {
    const expected = timesOf(first);
    return timesOf(one).some((time, i) => Math.abs(time - expected[i]) > MAX_TIME_DIFFERENCE);
  });
  if (other === undefined) return;
  const labels = `${inputLabel(first.group)} and ${inputLabel(other.group)}`;
  throw new UsageError(
    `${labels} have their keyframes at different times; sample both with --rate, such as --rate 24.`,
  );
}

function spacesOf(groups: readonly OpenGroup[], { unit, up }: SequenceRequest): Space[] {
  const stating = groups.find(({ input }) => input.space !== null);
  const silent = groups.find(({ input }) => input.space === null);
  const missing = [...(unit === undefined ? ['--unit'] : []), ...(up === undefined ? ['--up'] : [])];
  if (stating?.input.space && silent && missing.length > 0)
    throw new UsageError(
      `${inputLabel(stating.group)} is ${spaceText(stating.input.space)}; ${inputLabel(silent.group)} states neither: add ${missing.join(' and ')}.`,
    );
  return groups.map(({ input }) => input.space ?? { unit: unit ?? 'm', up: up ?? 'y' });
}

/** Refuses inputs that differ much in size if nothing states their unit. */
async function refuseOtherSizes(groups: readonly OpenGroup[], { unit }: SequenceRequest): Promise<void> {
  if (unit !== undefined || groups.some(({ input }) => input.space !== null)) return;
  const sizes: { label: string; size: number }[] = [];
  for (const { group, input } of groups) sizes.push({ label: inputLabel(group), size: await sizeOf(input) });
  sizes.sort((a, b) => b.size - a.size);
  const [large, small] = [sizes[0], sizes[sizes.length - 1]];
  // A size of 0 is no matter of units.
  if (small.size === 0 || large.size <= MAX_SIZE_RATIO * small.size) return;
  const [a, b] = [large, small].map(({ size }) => Number(size.toPrecision(3)));
  throw new UsageError(
    `${large.label} is ${a} long and ${small.label} ${b}: do they have the same unit? If so, add it, such as --unit m; if not, export both in one unit.`,
  );
}

/** Returns the longest side of the box around all faces in the first frame. */
async function sizeOf(input: InputSequence): Promise<number> {
  const x = await input.read(0);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const v of input.mesh.triangles)
    for (let axis = 0; axis < 3; axis++) {
      const at = x[3 * v + axis];
      if (at < low[axis]) low[axis] = at;
      if (at > high[axis]) high[axis] = at;
    }
  return Math.max(0, ...high.map((most, axis) => most - low[axis]));
}

function pathsOf(groups: readonly OpenGroup[]): string {
  const moving = groups.filter(({ input }) => input.frameCount > 1);
  if (moving.length === 0) return STILL;
  const paths = new Set(moving.map(({ input }) => input.paths));
  const text = paths.size === 1 ? [...paths] : moving.map(({ group, input }) => `${inputLabel(group)}: ${input.paths}`);
  const still = groups
    .filter((group) => !moving.includes(group))
    .map(({ group }) => `${inputLabel(group)} stays still`);
  return [...text, ...still].join('; ');
}

function notesOf(groups: readonly OpenGroup[]): string[] {
  return groups.flatMap(({ group, input }) => input.notes.map((note) => `${inputLabel(group)}: ${note}`));
}

type Frames = Pick<
  Sequence,
  | 'mesh'
  | 'frameCount'
  | 'droppedFaces'
  | 'nameOf'
  | 'isCut'
  | 'meshOf'
  | 'meshBetween'
  | 'remeshed'
  | 'hiddenIn'
  | 'read'
>;

/** The frames of all inputs side by side, in the space of the first. */
function framesOf(inputs: readonly InputSequence[], spaces: readonly Space[], known: TriMesh | null): Frames {
  const frameCount = Math.max(...inputs.map((input) => input.frameCount));
  const leading = inputs.find((input) => input.frameCount === frameCount) ?? inputs[0];
  const frameOf = (input: InputSequence, frame: number): number => (input.frameCount === 1 ? 0 : frame);
  const wholes = inputs.map(({ mesh }) => mesh);
  const mesh = known ?? sideBySide(wholes);
  const joined = new JoinedMeshes(wholes, mesh);
  const ranges = vertexRanges(wholes);
  const still = new Map<InputSequence, Float64Array>();
  const readInto = async (input: InputSequence, space: Space, frame: number, out: Float64Array): Promise<void> => {
    const isConverted = !isSameSpace(space, spaces[0]);
    const kept = still.get(input);
    const x =
      kept ?? (await input.read(frameOf(input, frame), isConverted || input.frameCount === 1 ? undefined : out));
    if (input.frameCount === 1) still.set(input, x);
    if (isConverted) convertSpace(x, space, spaces[0], out);
    else if (x !== out) out.set(x);
  };
  return {
    mesh,
    frameCount,
    droppedFaces: inputs.reduce((sum, { droppedFaces }) => sum + droppedFaces, 0),
    nameOf: (frame) => leading.nameOf(frame),
    isCut: (frame) => inputs.some((input) => input.frameCount > 1 && input.isCut(frame)),
    meshOf: (frame) => joined.of(inputs.map((input) => input.meshOf(frameOf(input, frame)))),
    meshBetween: (from, to) =>
      joined.of(inputs.map((input) => input.meshBetween(frameOf(input, from), frameOf(input, to)))),
    remeshed: inputs.flatMap(({ remeshed }, i) => moved(remeshed, ranges[i].first)),
    hiddenIn: (frame) => inputs.flatMap((input, i) => moved(input.hiddenIn(frameOf(input, frame)), ranges[i].first)),
    read: async (frame, room) => {
      const out = room ?? new Float64Array(3 * mesh.vertexCount);
      let start = 0;
      for (const [i, input] of inputs.entries()) {
        const end = start + 3 * input.mesh.vertexCount;
        await readInto(input, spaces[i], frame, out.subarray(start, end));
        start = end;
      }
      return out;
    },
  };
}

/** The vertices of each mesh among those of all. */
function vertexRanges(meshes: readonly TriMesh[]): VertexRange[] {
  let end = 0;
  return meshes.map(({ vertexCount }) => {
    const first = end;
    end += vertexCount;
    return { first, end };
  });
}

function moved(ranges: readonly VertexRange[], by: number): VertexRange[] {
  return ranges.map(({ first, end }) => ({ first: first + by, end: end + by }));
}

/** The number of joined meshes that are kept: a step needs those of its frames and of its motion. */
const KEPT_MESHES = 3;

/** Meshes of all inputs side by side; the same inputs give the same object for some time. */
class JoinedMeshes {
  private known: { readonly meshes: readonly TriMesh[]; readonly mesh: TriMesh }[];

  /** `mesh` consists of `wholes`. */
  constructor(wholes: readonly TriMesh[], mesh: TriMesh) {
    this.known = [{ meshes: wholes, mesh }];
  }

  of(meshes: readonly TriMesh[]): TriMesh {
    const found = this.known.find((one) => one.meshes.every((mesh, i) => mesh === meshes[i]));
    const entry = found ?? { meshes, mesh: sideBySide(meshes) };
    const [whole, ...others] = this.known;
    if (entry !== whole)
      this.known = [whole, entry, ...others.filter((one) => one !== entry)].slice(0, 1 + KEPT_MESHES);
    return entry.mesh;
  }
}

/** Returns one mesh of all, in which every triangle keeps its place, dropped ones included. */
function sideBySide(meshes: readonly TriMesh[]): TriMesh {
  const triangles = new Uint32Array(3 * meshes.reduce((sum, mesh) => sum + placeCount(mesh), 0));
  let [vertex, at] = [0, 0];
  for (const mesh of meshes) {
    const first = vertex;
    const list = trianglesAtPlaces(mesh);
    triangles.set(
      list.map((v) => v + first),
      at,
    );
    at += list.length;
    vertex += mesh.vertexCount;
  }
  return TriMesh.from(triangles, vertex, { repeatedVertices: 'drop' });
}
