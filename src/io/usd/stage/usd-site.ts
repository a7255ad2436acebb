// Places of the layer that contribute opinions to one prim, as a tree: the prim itself, and below
// each place those that its arcs bring in. Sorted by strength: inherits, variants, references,
// payloads, specializes; an arc of the prim itself is stronger than the same arc of a prim above.
import { ARC_KINDS, type ArcKind, type Layer, type LayerPrim } from '../usd-layer.ts';

/** How the paths and times of a prim that is brought in become those of the stage. */
export interface SiteMapping {
  /** The layer of the prim that has the arc. */
  readonly layer: Layer;
  /** The path of the prim that is brought in. */
  readonly from: string;
  /** The path of the prim that has the arc, for which it stands. */
  readonly to: string;
  /** Multiplies time codes, before `offset`; all arcs up to the stage are included. */
  readonly scale: number;
  /** Added to time codes; all arcs up to the stage are included. */
  readonly offset: number;
  /** The mapping of the place whose arc it is. */
  readonly next: SiteMapping | undefined;
  /** How many arcs lead here. */
  readonly depth: number;
}

/** A place of a layer that contributes opinions to a prim. */
export interface Site {
  /** The layer. */
  readonly layer: Layer;
  /** What the layer says there; undefined if only places below say something. */
  readonly prim: LayerPrim | undefined;
  /** The path there. */
  readonly path: string;
  /** How it was brought in; undefined for the prim itself. */
  readonly arc: ArcKind | undefined;
  /** Whether the arc belongs to this prim, not to one above. */
  readonly isDirect: boolean;
  /** How paths and times there become those of the stage; undefined if they are the same. */
  readonly mapping: SiteMapping | undefined;
  /** What its arcs bring in, the strongest first. */
  readonly sites: Site[];
  /** Variant sets that are decided already; undefined for none. */
  decided: Set<string> | undefined;
}

/** Returns the path below another one. */
export function joinPath(parent: string, name: string): string {
  return parent === '/' ? `/${name}` : `${parent}/${name}`;
}

/** Whether a path is another one or lies below it. */
export function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root === '/' ? '/' : `${root}/`);
}

/** Returns a path of the layer as one of the stage. */
export function pathOnStage(path: string, mapping: SiteMapping | undefined): string {
  let mapped = path;
  for (let one = mapping; one; one = one.next) {
    if (isWithin(mapped, one.from)) mapped = one.to + mapped.slice(one.from === '/' ? 0 : one.from.length);
  }
  return mapped;
}

/** Adds a place below another one, by its strength. */
export function addSite(parent: Site, site: Site): void {
  const rank = rankOf(site);
  let at = 0;
  while (at < parent.sites.length && rankOf(parent.sites[at]) <= rank && !isWeaker(parent.sites[at], site)) at++;
  parent.sites.splice(at, 0, site);
}

/** Returns all places that say something, the strongest first; what is specialized comes last. */
export function sitesByStrength(root: Site): Site[] {
  const found: Site[] = [];
  const later: Site[] = [];
  const visit = (site: Site): void => {
    if (site.prim) found.push(site);
    for (const below of site.sites) {
      if (below.arc === 'specializes') later.push(below);
      else visit(below);
    }
  };
  visit(root);
  for (let i = 0; i < later.length; i++) visit(later[i]);
  return found;
}

/** Of one kind, arcs of prims above are weaker than arcs of the prim itself. */
function isWeaker(known: Site, site: Site): boolean {
  return known.arc === site.arc && site.isDirect && !known.isDirect;
}

function rankOf(site: Site): number {
  return site.arc === undefined ? -1 : ARC_KINDS.indexOf(site.arc);
}
