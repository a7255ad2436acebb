// What a layer says, before anything is composed: prims, their attributes with time samples, and
// the arcs by which prims bring in others. The crate and the text parser both produce it; the stage
// composes it. Values are decoded when they are asked for.

/** What the numbers of a value are: 1, 3, 4 or 16 of them belong together. */
export type ValueShape = 'scalar' | 'vector' | 'quaternion' | 'matrix';

/** How many numbers belong together. */
export const SHAPE_WIDTH: Readonly<Record<ValueShape, number>> = { scalar: 1, vector: 3, quaternion: 4, matrix: 16 };

/** A value as it stands in the file. */
export interface LayerValue {
  /** Values with equal keys are equal. */
  readonly key: string;
  /** Whether it is `None`, which stands for no value and hides weaker opinions. */
  readonly isBlocked: boolean;
  /**
   * Returns the numbers of a scalar or an array, flat; quaternions as x, y, z, w, matrices row by
   * row for row vectors. Throws `FileError` for other values.
   */
  numbers(shape: ValueShape): Float64Array;
  /** Returns how many elements `numbers` would give, without decoding them where that is possible. */
  count(shape: ValueShape): number;
  /** Returns the text of a token, a string or an array of them. Throws `FileError` for other values. */
  strings(): readonly string[];
}

/** An attribute of a prim as one place of the layer states it. */
export interface LayerAttribute {
  /** Attributes of one layer with the same identity have the same samples. */
  readonly identity: object;
  /** The value where there are no samples. */
  readonly value: LayerValue | undefined;
  /** The time codes of the samples, ascending and distinct. */
  readonly times: Float64Array;
  /** Whether a curve of another kind than samples gives the value. */
  readonly hasSpline: boolean;
  /** Whether there is at most one sample, or all are known to be the same. */
  readonly isConstant: boolean;
  /** Returns the value at `times[index]`. */
  sample(index: number): LayerValue;
  /** Returns a metadata value, such as `elementSize`. */
  metadata(name: string): LayerValue | undefined;
}

/** How an arc brings in another prim, the strongest kind first. */
export const ARC_KINDS = ['inherits', 'variant', 'references', 'payload', 'specializes'] as const;
/** How an arc brings in another prim. */
export type ArcKind = (typeof ARC_KINDS)[number];

/** An arc from a prim to another one. */
export interface LayerArc {
  /** How it brings in the other prim. */
  readonly kind: ArcKind;
  /** The file that holds the other prim; '' for this layer. */
  readonly asset: string;
  /** The path of the other prim; '' for the default prim. */
  readonly path: string;
  /** Added to the time codes of the other prim after scaling. */
  readonly offset: number;
  /** Multiplies the time codes of the other prim. */
  readonly scale: number;
}

/** What a prim says besides its properties and children. */
export interface PrimMetadata {
  /** False removes the prim and all below it. */
  readonly active: boolean | undefined;
  /** Whether overrides below the prim are ignored. */
  readonly instanceable: boolean | undefined;
  /** Arcs other than variants, in the order of their strength within each kind. */
  readonly arcs: readonly LayerArc[];
  /** The selected variant of each variant set. */
  readonly selections: ReadonlyMap<string, string>;
  /** Whether values come from other files by `clips`. */
  readonly hasClips: boolean;
  /** The ids of instances that a PointInstancer leaves out. */
  readonly inactiveIds: readonly number[];
}

/** A prim as one place of the layer states it; also a variant. */
export interface LayerPrim {
  /** The path in the layer. */
  readonly path: string;
  /** `over` only adds opinions to a prim that another place defines; `class` is not drawn itself. */
  readonly specifier: 'def' | 'over' | 'class';
  /** Such as `Mesh`; '' if this place does not say. */
  readonly typeName: string;
  /** The prims below it, in the order of the file. */
  readonly children: ReadonlyMap<string, LayerPrim>;
  /** The variants by set and name. */
  readonly variants: ReadonlyMap<string, ReadonlyMap<string, LayerPrim>>;
  /** What it says besides properties and children. */
  readonly metadata: PrimMetadata;
  /** The names of all properties. */
  propertyNames(): Iterable<string>;
  /** Returns an attribute by its name. */
  attribute(name: string): LayerAttribute | undefined;
  /** Returns the targets of a relationship by its name. */
  targets(name: string): readonly string[] | undefined;
}

/** The content of a layer. */
export interface Layer {
  /** Stands for the layer itself; its children are the prims at the top. */
  readonly root: LayerPrim;
  /** The path in a package; '' for a file of its own. */
  readonly name: string;
  /** Returns a value of the layer itself, such as `upAxis`. */
  metadata(name: string): LayerValue | undefined;
  /** The name of the prim that references without a path mean; '' if there is none. */
  readonly defaultPrim: string;
  /** The other layers that this one is made of. */
  readonly subLayers: readonly string[];
  /** Whether the layer moves prims to other paths. */
  readonly hasRelocates: boolean;
}
