// A composed prim: what all its places say together.
import { usdError } from '../usd-error.ts';
import type { LayerValue, PrimMetadata, ValueShape } from '../usd-layer.ts';
import { MAX_PRIM_DEPTH } from '../usd-limits.ts';
import type { SharedValues } from './usd-shared-values.ts';
import { joinPath, pathOnStage, type Site, sitesByStrength } from './usd-site.ts';
import type { UsdStage } from './usd-stage.ts';
import { StageAttribute } from './usd-stage-attribute.ts';
import type { StageBudget } from './usd-stage-budget.ts';

/** A composed prim. */
export class StagePrim {
  /** The path on the stage. */
  readonly path: string;
  /** Such as `Mesh`; '' if no place says. */
  readonly typeName: string;
  private readonly stage: UsdStage;
  private readonly depth: number;
  private readonly site: Site;
  private readonly sites: readonly Site[];
  private knownChildren: ReadonlyMap<string, StagePrim> | undefined;

  /** `site` is the tree of its places; `depth` is how many prims are above. */
  constructor(stage: UsdStage, path: string, depth: number, site: Site) {
    if (depth > MAX_PRIM_DEPTH) throw usdError(path, `at most ${MAX_PRIM_DEPTH} prims in prims`, 'more');
    stage.budget.take('pathLetters', path.length, path);
    this.stage = stage;
    this.path = path;
    this.depth = depth;
    this.site = site;
    this.sites = sitesByStrength(site);
    this.typeName = this.sites.map(({ prim }) => prim?.typeName).find(Boolean) ?? '';
  }

  /** `over` if it only adds opinions to a prim that nothing defines, `class` if it is not drawn itself. */
  get specifier(): 'def' | 'over' | 'class' {
    for (const { prim, arc } of this.sites) {
      const isInherited = arc === 'inherits' || arc === 'specializes';
      if (prim?.specifier === 'def' || (prim?.specifier === 'class' && !isInherited)) return prim.specifier;
    }
    return 'over';
  }

  /** Whether it takes part at all. */
  get isActive(): boolean {
    return this.strongest(({ active }) => active) ?? true;
  }

  /** What all prims together have taken of each limit. */
  get budget(): StageBudget {
    return this.stage.budget;
  }

  /** Values that several prims share. */
  get shared(): SharedValues {
    return this.stage.shared;
  }

  /** The ids of instances that a PointInstancer leaves out. */
  get inactiveIds(): readonly number[] {
    return this.sites.flatMap(({ prim }) => prim?.metadata.inactiveIds ?? []);
  }

  /** The prims below it. */
  get children(): ReadonlyMap<string, StagePrim> {
    this.knownChildren ??= this.findChildren();
    return this.knownChildren;
  }

  /** The names of all properties that begin so. */
  propertyNames(prefix: string): string[] {
    const names = new Set<string>();
    for (const { prim } of this.sites) {
      for (const name of prim?.propertyNames() ?? []) if (name.startsWith(prefix)) names.add(name);
    }
    return [...names];
  }

  /** Returns an attribute that has a value, from its strongest place. */
  attribute(name: string): StageAttribute | undefined {
    for (const { prim, mapping, layer } of this.sites) {
      const attribute = prim?.attribute(name);
      if (attribute === undefined) continue;
      if (attribute.hasSpline && attribute.times.length === 0) {
        this.stage.notes.add('Splines are not read, what they move stands still', `${this.path}.${name}`);
      }
      if (attribute.times.length > 0 || (attribute.value && !attribute.value.isBlocked)) {
        const times = this.stage.secondsOf(attribute.times, mapping);
        return new StageAttribute(`${this.path}.${name}`, layer.name, attribute, times, (mapping?.scale ?? 1) < 0);
      }
      if (attribute.value?.isBlocked) return undefined;
    }
    return undefined;
  }

  /** Returns a metadata value of an attribute from its strongest place. */
  attributeMetadata(name: string, key: string): LayerValue | undefined {
    for (const { prim } of this.sites) {
      const value = prim?.attribute(name)?.metadata(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** Returns the token of an attribute that has one value for all times. */
  token(name: string): string | undefined {
    const value = this.attribute(name)?.firstValue();
    return value === undefined || value.isBlocked ? undefined : value.strings()[0];
  }

  /** Returns the numbers of an attribute that has one value for all times; they are shared, not to be changed. */
  numbers(name: string, shape: ValueShape): Float64Array | undefined {
    const attribute = this.attribute(name);
    return attribute && this.shared.numbers(attribute, shape);
  }

  /** Returns the names that an attribute lists, which are the same at all times; they are shared. */
  names(name: string): readonly string[] | undefined {
    const attribute = this.attribute(name);
    const value = attribute?.firstValue();
    if (attribute === undefined || value === undefined || value.isBlocked) return undefined;
    return this.shared.get(`${attribute.valueKey} names`, () => value.strings());
  }

  /** Returns the index of each name that an attribute lists; shared, too. */
  indexOfName(name: string): ReadonlyMap<string, number> {
    const names = this.names(name) ?? [];
    const key = this.attribute(name)?.valueKey ?? '';
    return this.shared.get(`${key} indices`, () => new Map(names.map((one, i) => [one, i])));
  }

  /** Returns the paths of the targets of a relationship. */
  targets(name: string): readonly string[] | undefined {
    for (const { prim, mapping } of this.sites) {
      const targets = prim?.targets(name);
      if (targets !== undefined) return targets.map((path) => pathOnStage(path, mapping));
    }
    return undefined;
  }

  /** Returns the prim that a relationship points to first. */
  target(name: string): StagePrim | undefined {
    const path = this.targets(name)?.[0];
    return path === undefined ? undefined : this.stage.primAt(path);
  }

  /** Returns the prim at a path of the stage. */
  primAt(path: string): StagePrim | undefined {
    return this.stage.primAt(path);
  }

  private strongest<T>(of: (metadata: PrimMetadata) => T | undefined): T | undefined {
    for (const { prim } of this.sites) {
      const value = prim && of(prim.metadata);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** Weaker places come first in the order; what an instance itself says below it does not count. */
  private findChildren(): Map<string, StagePrim> {
    const isInstance = this.sites.length > 1 && (this.strongest(({ instanceable }) => instanceable) ?? false);
    const site = isInstance ? { ...this.site, prim: undefined } : this.site;
    const names = new Set<string>();
    for (const { prim } of sitesByStrength(site).reverse())
      for (const name of prim?.children.keys() ?? []) names.add(name);
    const children = new Map<string, StagePrim>();
    for (const name of names) {
      const path = joinPath(this.path, name);
      const below = this.stage.childSite(site, name, path);
      if (below) children.set(name, new StagePrim(this.stage, path, this.depth + 1, below));
    }
    return children;
  }
}
