// What the reader of Alembic tells of a file beside its meshes: what it leaves out, and what is
// only approximate, counted by kind.
import { quoted } from '../file-error.ts';

/** Something that notes count. */
interface Kind {
  readonly one: string;
  readonly several: string;
  /** What is said of them, and why. */
  readonly remark: string;
}

const leftOut = (one: string, several: string, reason: string): Kind => ({
  one: `${one} is`,
  several: `${several} are`,
  remark: `left out, for ${reason}`,
});

/** Schemas of geometry without faces, by the start of their names. */
const SCHEMAS: readonly (readonly [schema: string, kind: Kind])[] = [
  ['AbcGeom_Camera', leftOut('camera', 'cameras', 'cameras have no faces')],
  ['AbcGeom_Light', leftOut('light', 'lights', 'lights have no faces')],
  ['AbcGeom_Curve', leftOut('set of curves', 'sets of curves', 'curves have no faces')],
  ['AbcGeom_Points', leftOut('set of points', 'sets of points', 'points have no faces')],
  [
    'AbcGeom_NuPatch',
    leftOut('NURBS patch', 'NURBS patches', 'only polygons are read: convert to them before the export'),
  ],
];

/** Schemas of objects that describe others and show nothing themselves. */
const SILENT = ['AbcGeom_FaceSet', 'AbcMaterial_', 'AbcCollection_'];

/** Kinds that are not told by their schema. */
export const KIND: Readonly<Record<'cage' | 'holes' | 'hidden' | 'empty' | 'lost', Kind>> = {
  cage: {
    one: 'subdivision surface is',
    several: 'subdivision surfaces are',
    remark: 'read as the control cage, from which the smooth surface differs',
  },
  holes: {
    one: 'subdivision surface has',
    several: 'subdivision surfaces have',
    remark: 'holes, which are read as faces',
  },
  hidden: { one: 'mesh is', several: 'meshes are', remark: 'never shown and therefore left out' },
  empty: leftOut('mesh', 'meshes', 'samples of points or faces are missing'),
  lost: leftOut('instance', 'instances', 'the file does not hold the source'),
};

/** The number of kinds that are named; a damaged file could have thousands of schemas. */
const MAX_KINDS = 20;
const OTHERS = leftOut('object of another schema', 'objects of other schemas', 'only meshes are read');

/** The sentences about a file. */
export class AlembicNotes {
  /** The notes so far, one sentence each; the array grows while faces are read. */
  readonly sentences: string[] = [];
  private readonly counts = new Map<Kind | string, number>();
  private hasDropped = false;

  /** Counts something that is told by its kind. */
  count(kind: Kind): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  /** Counts an object whose schema holds no polygons. */
  countSchema(schema: string): void {
    if (schema === '' || SILENT.some((start) => schema.startsWith(start))) return;
    const key = this.keyOf(schema);
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** Notes that faces of fewer than three corners were left out; once for all. */
  dropFaces(): void {
    if (this.hasDropped) return;
    this.hasDropped = true;
    this.sentences.push('Faces of fewer than 3 corners are left out, for they are no polygons.');
  }

  private keyOf(schema: string): Kind | string {
    const kind = SCHEMAS.find(([start]) => schema.startsWith(start))?.[1];
    if (kind !== undefined) return kind;
    if (this.counts.has(schema) || this.counts.size < MAX_KINDS) return schema;
    return OTHERS;
  }

  /** Writes the sentences about all that was counted. */
  finish(): void {
    const sentences = [...this.counts].map(([key, count]) => {
      const kind = typeof key === 'string' ? unknownKind(key) : key;
      return `${count} ${count === 1 ? kind.one : kind.several} ${kind.remark}.`;
    });
    this.sentences.unshift(...sentences);
  }
}

function unknownKind(schema: string): Kind {
  const bytes = new TextEncoder().encode(schema);
  const name = quoted(bytes, 0, bytes.length);
  return leftOut(`object of the schema ${name}`, `objects of the schema ${name}`, 'only meshes are read');
}
