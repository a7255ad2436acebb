// Whether objects are shown: an object says so itself or leaves it to its parent, and at the top
// objects are shown.
import type { AlembicArchive } from './alembic-archive.ts';
import { ELEMENT, type PropertyHeader, SampledProperty } from './alembic-property.ts';

const HIDDEN = 0;
/** Leaves it to the parent; any other value shows the object. */
const DEFERRED = -1;

/** The visibility that an object states; instances of the object share it. */
export class StatedVisibility {
  /** The samples, one of which holds at a time. */
  readonly property: SampledProperty;
  private readonly archive: AlembicArchive;
  private readonly valueAt = new Map<number, number>();

  /** `property` has at least one sample. */
  constructor(archive: AlembicArchive, property: SampledProperty) {
    this.archive = archive;
    this.property = property;
  }

  /** Returns the visibility of an object that states this one. Throws `FileError`. */
  below(parent: PlacedVisibility | undefined): PlacedVisibility | undefined {
    if (!this.property.isConstant) return new PlacedVisibility(this, parent);
    return this.value(0) === DEFERRED ? parent : new PlacedVisibility(this, undefined);
  }

  /** Returns the value that holds at a time in seconds. Throws `FileError`. */
  value(time: number): number {
    const { property, archive } = this;
    property.seek(time);
    const block = property.block(property.lower);
    const known = this.valueAt.get(block.at);
    if (known !== undefined) return known;
    const elements = property.elements(block);
    // The lowest byte decides, however many an integer has.
    if (elements.byteLength === 0) archive.file.fail(block.at, 'a visibility', 'nothing');
    const value = elements.getInt8(0);
    this.valueAt.set(block.at, value);
    return value;
  }
}

/** Reads the property `visible` of an object. Throws `FileError`. */
export function visibilityOf(archive: AlembicArchive, header: PropertyHeader): StatedVisibility | undefined {
  const property = new SampledProperty(archive, header);
  if (property.storedCount === 0) return undefined;
  if (property.element >= ELEMENT.float16) {
    archive.file.fail(property.place, 'a visibility, which is an integer', `element type ${property.element}`);
  }
  return new StatedVisibility(archive, property);
}

/** The visibility of an object in its place in the scene. */
export class PlacedVisibility {
  /** That of the nearest object above which states one. */
  readonly parent: PlacedVisibility | undefined;
  /** What the object states. */
  readonly stated: StatedVisibility;
  /** The number of samples that change it, those of the visibilities above included. */
  readonly sampleCount: number;
  private readonly depth: number;
  private changeTimes: readonly number[] | undefined;
  private shown: boolean | undefined;

  /** Nothing is read yet. */
  constructor(stated: StatedVisibility, parent: PlacedVisibility | undefined) {
    this.stated = stated;
    this.parent = parent;
    this.depth = 1 + (parent?.depth ?? 0);
    this.sampleCount = (parent?.sampleCount ?? 0) + (stated.property.isConstant ? 0 : stated.property.storedCount);
  }

  /** Whether the object is shown at a time in seconds. Throws `FileError`. */
  isShown(time: number): boolean {
    const value = this.stated.value(time);
    if (value !== DEFERRED) return value !== HIDDEN;
    return this.parent?.isShown(time) ?? true;
  }

  /**
   * Whether the object is shown at some time. `spend` is told before how many samples that may
   * have to look at. Throws `FileError`.
   */
  isEverShown(spend: (samples: number) => void): boolean {
    if (this.shown === undefined) {
      const times = this.changes();
      spend(times.length * this.depth);
      this.shown = times.some((time) => this.isShown(time));
    }
    return this.shown;
  }

  /** The times at which this visibility or one above may change, and the first one. */
  private changes(): readonly number[] {
    if (this.changeTimes === undefined) {
      const above = this.parent?.changes() ?? [];
      const times = new Set(above);
      for (const time of this.stated.property.changes()) times.add(time);
      this.changeTimes = times.size === above.length ? above : [...times];
    }
    return this.changeTimes;
  }
}
