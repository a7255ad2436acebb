// The data that the kernels of a pass read and write; one per `RasterDevice`. Most fields are set
// once per scene; the masks, the view and the witnesses are set before every pass.
import { TileBins } from './tile-bins';

/** A scene, the state of its primitives, and the pass to run. */
@unmanaged
export class PassContext {
  /** The rows of the view, by tiles. */
  bins: TileBins;
  /** Edges of a row: 3, or 6 for prisms. */
  edgeCount: i32;
  /** Number of primitives, the units that are culled: items, or groups of items such as objects. */
  primitiveCount: u32;
  /** The primitive of every item, u32 each; 0 if every item is a primitive. */
  primitiveOf: usize;
  /**
   * The group of every item, u32 each: items of one group are not tested against each other. 0 if
   * every item is a group.
   */
  groupOf: usize;
  /**
   * Four u32 per item: three vertices, and one that is no vertex. Items that share a vertex are not
   * tested against each other. 0 if they are.
   */
  corners: usize;
  /** `FIRST` and `SECOND` of every primitive, a byte each; passes only read them. */
  bits: usize;
  /** A byte per primitive; a pass sets it to 1 if the primitive is not fully visible. */
  fail: usize;
  /** Primitives with one of these bits are not tested. */
  untestedBits: u32;
  /** Primitives with one of these bits are not rendered. */
  unrenderedBits: u32;
  /** Whether the pass goes through the rendering order from its end: the second pass. */
  reversed: bool;
  /** Whether the view is from the other side of its axis: depths are negated. */
  flipped: bool;
  /** Whether equal depths make a primitive fail. */
  touching: bool;
  /** Layers per pixel. */
  layerCount: i32;
  /** The layers of one tile: `layerCount` times `LAYER_BYTES`. */
  layers: usize;
  /** Scratch of `visibilityPass` for one tile: an outline of 16 bytes, then a u32 per item. */
  scratch: usize;
  /**
   * The witness of every primitive in this pass of this view, u32 each; 0 if witnesses are not
   * kept.
   */
  witness: usize;
  /** The bits of every primitive before the last pass, to notice changes; with `corners` only. */
  seen: usize;
  /**
   * For every vertex the number of the last pass before which bits of one of its faces changed,
   * u32; with `corners` only.
   */
  changed: usize;
}
