// Composes a layer: follows inherits, variants, internal references, payloads and specializes, so
// that a prim is the sum of all places that describe it. Prims are composed when they are visited.
import { needsFlattening, usdError } from '../usd-error.ts';
import type { UsdFiles } from '../usd-files.ts';
import type { Layer, LayerArc, LayerPrim } from '../usd-layer.ts';
import { MAX_ARC_DEPTH, MAX_PRIM_DEPTH } from '../usd-limits.ts';
import { UsdNotes } from '../usd-notes.ts';
import { SharedValues } from './usd-shared-values.ts';
import { addSite, isWithin, joinPath, type Site, type SiteMapping, sitesByStrength } from './usd-site.ts';
import { StageBudget } from './usd-stage-budget.ts';
import { StagePrim } from './usd-stage-prim.ts';

/** A composed layer. */
export class UsdStage {
  /** Stands for the layer; its children are the prims at the top. */
  readonly root: StagePrim;
  /** What is left out or only approximate. */
  readonly notes: UsdNotes = new UsdNotes();
  /** The layer of the file. */
  readonly layer: Layer;
  private readonly files: UsdFiles;
  private readonly rate: number;
  /** What all prims together have taken of each limit. */
  readonly budget: StageBudget;
  /** Numbers and tokens of attributes that several prims share, by where they come from. */
  readonly shared: SharedValues;
  /** Times in seconds by the time codes that they come from, and by offset and scale. */
  private readonly seconds: WeakMap<Float64Array, Map<string, Float64Array>> = new WeakMap();

  /** Refuses layers that are made of other files. */
  constructor(files: UsdFiles) {
    this.files = files;
    this.layer = files.root;
    this.budget = new StageBudget(files.size);
    this.shared = new SharedValues(this.budget);
    checkAlone(this.layer, '/');
    this.rate = rateOf(this.layer);
    this.root = new StagePrim(this, '/', 0, siteOf(this.layer, this.layer.root, '/'));
  }

  /** Returns the prim at a path of the stage. */
  primAt(path: string): StagePrim | undefined {
    let prim: StagePrim | undefined = this.root;
    for (const name of path.split('/').filter(Boolean)) prim = prim?.children.get(name);
    return prim;
  }

  /** Returns time codes of the layer in seconds, ascending; attributes with equal ones share them. */
  secondsOf(codes: Float64Array, mapping: SiteMapping | undefined): Float64Array {
    const { scale, offset } = mapping ?? { scale: 1, offset: 0 };
    const known = this.seconds.get(codes) ?? new Map<string, Float64Array>();
    const key = `${scale} ${offset}`;
    const times = known.get(key);
    if (times) return times;
    this.budget.take('times', codes.length, '/');
    const seconds = codes.map((code) => (code * scale + offset) / this.rate);
    if (scale < 0) seconds.reverse();
    this.seconds.set(codes, known.set(key, seconds));
    return seconds;
  }

  /** Returns the places of a child, with those that its own arcs bring in; undefined if it is switched off. */
  childSite(parent: Site, name: string, stagePath: string): Site | undefined {
    const site = this.siteBelow(parent, name);
    if (site === undefined) return undefined;
    const active = sitesByStrength(site).map(({ prim }) => prim?.metadata.active);
    if (active.find((flag) => flag !== undefined) === false) return undefined;
    this.addArcs(site, stagePath);
    this.addVariants(site, stagePath);
    return site;
  }

  private siteBelow(parent: Site, name: string): Site | undefined {
    const prim = parent.prim?.children.get(name);
    const sites: Site[] = [];
    for (const one of parent.sites) {
      const below = this.siteBelow(one, name);
      if (below) sites.push(below);
    }
    if (prim === undefined && sites.length === 0) return undefined;
    this.budget.take('sites', 1, parent.path);
    const site: Site = {
      ...siteOf(parent.layer, prim, joinPath(parent.path, name), parent.mapping),
      arc: parent.arc,
    };
    site.sites.push(...sites);
    return site;
  }

  /** Follows the arcs of all places that are there already, then those of the places that they bring in. */
  private addArcs(site: Site, stagePath: string): void {
    for (const below of [...site.sites]) this.addArcs(below, stagePath);
    if (site.prim === undefined) return;
    const { arcs, hasClips } = site.prim.metadata;
    if (hasClips) throw needsFlattening(stagePath, 'value clips', 'clips of other files');
    for (const arc of arcs) this.addArc(site, arc, stagePath);
  }

  private addArc(site: Site, arc: LayerArc, stagePath: string): void {
    const layer = arc.asset === '' ? site.layer : this.files.layer(arc.asset, site.layer);
    if (layer === undefined) throw needsFlattening(stagePath, 'other files', `the ${nameOfArc(arc)} @${arc.asset}@`);
    if (layer !== site.layer) checkAlone(layer, stagePath);
    const path = arc.path === '' ? defaultPath(layer) : arc.path;
    const mapping = path === '' ? undefined : this.mappingOf(site, arc, layer, path, stagePath);
    const target = mapping && this.siteAt(layer, path, mapping, stagePath);
    if (target !== undefined) {
      const whole: Site = { ...target, arc: arc.kind, isDirect: true };
      addSite(site, whole);
    } else if (arc.kind === 'references' || arc.kind === 'payload') {
      this.notes.add(
        'References to prims that do not exist are left out',
        `${stagePath} to ${path || 'the default prim'}`,
      );
    }
  }

  private mappingOf(site: Site, arc: LayerArc, layer: Layer, path: string, stagePath: string): SiteMapping {
    const next = site.mapping;
    const depth = (next?.depth ?? 0) + 1;
    const isCircle = (site.layer === layer && isWithin(site.path, path)) || isWithinChain(next, layer, path);
    if (isCircle) throw usdError(stagePath, 'references that do not lead in a circle', path);
    if (depth > MAX_ARC_DEPTH) throw usdError(stagePath, `at most ${MAX_ARC_DEPTH} references in a row`, 'more');
    if (!(Number.isFinite(arc.scale) && arc.scale !== 0 && Number.isFinite(arc.offset))) {
      throw usdError(stagePath, 'a finite time offset and scale', `${arc.offset} and ${arc.scale}`);
    }
    const [outer, offset] = [next?.scale ?? 1, next?.offset ?? 0];
    // Layers may count time codes at rates of their own.
    const scale = outer * arc.scale * (layer === site.layer ? 1 : rateOf(site.layer) / rateOf(layer));
    return { layer: site.layer, from: path, to: site.path, scale, offset: outer * arc.offset + offset, next, depth };
  }

  /** Composes a prim of the layer as if it stood elsewhere; prims above it may bring it in, too. */
  private siteAt(layer: Layer, path: string, mapping: SiteMapping, stagePath: string): Site | undefined {
    let site: Site | undefined = siteOf(layer, layer.root, '/', mapping);
    const names = path.split('/').filter(Boolean);
    if (names.length > MAX_PRIM_DEPTH)
      throw usdError(stagePath, `at most ${MAX_PRIM_DEPTH} prims in prims`, names.length);
    names.forEach((name, i) => {
      site = site && this.siteBelow(site, name);
      if (site) this.addArcs(site, stagePath);
      if (site && i < names.length - 1) this.addVariants(site, stagePath);
    });
    return site;
  }

  /** Brings in the selected variant of each set; a variant may select others. */
  private addVariants(root: Site, stagePath: string): void {
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      const sites = sitesByStrength(root);
      for (const site of sites) {
        for (const [set, variants] of site.prim?.variants ?? []) {
          const variant = site.decided?.has(set) ? undefined : variants.get(selectedIn(sites, set));
          if (variant === undefined) continue;
          site.decided ??= new Set();
          site.decided.add(set);
          this.addVariant(site, variant, stagePath);
          isChanged = true;
        }
      }
    }
  }

  private addVariant(site: Site, prim: LayerPrim, stagePath: string): void {
    this.budget.take('sites', 1, stagePath);
    const depth = (site.mapping?.depth ?? 0) + 1;
    if (depth > MAX_ARC_DEPTH) throw usdError(stagePath, `at most ${MAX_ARC_DEPTH} variants in variants`, 'more');
    const variant: Site = { ...siteOf(site.layer, prim, site.path, site.mapping), arc: 'variant', isDirect: true };
    addSite(site, variant);
    this.addArcs(variant, stagePath);
  }
}

function siteOf(layer: Layer, prim: LayerPrim | undefined, path: string, mapping?: SiteMapping): Site {
  return { layer, prim, path, arc: undefined, isDirect: false, mapping, sites: [], decided: undefined };
}

/** Refuses a layer that is made of others. */
function checkAlone({ subLayers, hasRelocates }: Layer, stagePath: string): void {
  if (subLayers.length > 0) throw needsFlattening(stagePath, 'sublayers', `the sublayer @${subLayers[0]}@`);
  if (hasRelocates) throw needsFlattening(stagePath, 'relocates', 'relocates');
}

function isWithinChain(mapping: SiteMapping | undefined, layer: Layer, path: string): boolean {
  for (let one = mapping; one; one = one.next) if (one.layer === layer && isWithin(one.to, path)) return true;
  return false;
}

/** The strongest place that selects a variant of the set decides. */
function selectedIn(sites: readonly Site[], set: string): string {
  for (const { prim } of sites) {
    const selected = prim?.metadata.selections.get(set);
    if (selected !== undefined) return selected;
  }
  return '';
}

/** The default prim is named, or given by its path. */
function defaultPath({ defaultPrim }: Layer): string {
  return defaultPrim === '' || defaultPrim.startsWith('/') ? defaultPrim : `/${defaultPrim}`;
}

function nameOfArc({ kind }: LayerArc): string {
  return kind === 'references' ? 'reference' : kind;
}

/** Files without a rate have 24 time codes per second, or as many as frames. */
function rateOf(layer: Layer): number {
  for (const name of ['timeCodesPerSecond', 'framesPerSecond']) {
    const rate = layer.metadata(name)?.numbers('scalar')[0];
    if (rate === undefined) continue;
    if (!(rate > 0 && rate < Infinity)) throw usdError(name, 'a positive rate', rate);
    return rate;
  }
  return 24;
}
