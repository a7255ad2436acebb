// The state of the page as the fragment of its address, and back: a link restores it. Files are not
// part of it; the rest applies to whatever is opened next.
import { type RecipeName, recipeNames } from '../check/recipe-names.ts';
import type { UpAxis } from '../check/space.ts';
import { DEFAULTS, defaultStages, type Settings, STAGES_OF } from './settings.ts';

/** The state that a link restores. */
export interface ViewState {
  /** The name of the scene; null for files. */
  readonly scene: string | null;
  /** The fraction of the scene's triangles. */
  readonly detail: number;
  /** The seed of a simulation; null for other scenes and for files. */
  readonly seed: number | null;
  /** The number of the step. */
  readonly step: number;
  /** The time within the step; null for that of its first contact. */
  readonly time: number | null;
  /** The number of the selected clash in the list of linked clashes, from 0; null for none. */
  readonly clash: number | null;
  /** The settings of detection. */
  readonly settings: Settings;
  /** As in `OrbitCamera.place`; null while the whole model is in view. */
  readonly camera: readonly number[] | null;
  /** The axis that points up; null for the usual one of the source. */
  readonly up: UpAxis | null;
  /** Whether edges are drawn instead of faces. */
  readonly isWireframe: boolean;
}

/** The state without an address: a cloth around a ball, full of contacts. */
export const FIRST_STATE: ViewState = {
  scene: 'cloth-ball',
  detail: 0.1,
  seed: null,
  step: 120,
  time: null,
  clash: null,
  settings: DEFAULTS,
  camera: null,
  up: null,
  isWireframe: false,
};

/** The seed of a simulation until the user chooses another one. */
export const FIRST_SEED = 1;

const FILES = 'files';
const CAMERA_DIGITS = 5;

/** Returns the fragment of the address. */
export function formatState(state: ViewState): string {
  const { scene, detail, seed, step, time, clash, settings, camera, up, isWireframe } = state;
  const { recipe, stages, minSeparation, first, maxContacts } = settings;
  const entries = Object.entries({
    scene: scene ?? FILES,
    seed,
    detail: seed === null && scene !== null && detail,
    step: step + 1,
    t: time && Number(time.toFixed(3)),
    clash: clash !== null && clash + 1,
    recipe,
    stages: stages !== defaultStages(recipe) && stages,
    separation: minSeparation > 0 && minSeparation,
    first: first && 1,
    most: maxContacts !== DEFAULTS.maxContacts && maxContacts,
    camera: camera?.map((x) => Number(x.toPrecision(CAMERA_DIGITS))).join(',') ?? null,
    up,
    wireframe: isWireframe && 1,
  });
  // Default values are null or false, and are left out.
  const texts = entries.flatMap(([key, value]) =>
    value === null || value === false ? [] : [`${key}=${encodeURIComponent(value).replaceAll('%2C', ',')}`],
  );
  return `#${texts.join('&')}`;
}

/**
 * Returns null for an empty fragment; missing or invalid values are those of `FIRST_STATE`.
 * `simulations` are scenes that need no seed.
 */
export function parseState(fragment: string, simulations: readonly string[] = []): ViewState | null {
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  const scene = given.get('scene');
  if (scene === null) return null;
  const camera = given.get('camera')?.split(',').map(Number);
  const up = given.get('up');
  const clash = wholeIn(given, 'clash', 1);
  return {
    scene: scene === FILES ? null : scene,
    detail: numberIn(given, 'detail', 1e-3, 1) ?? FIRST_STATE.detail,
    seed: scene === FILES ? null : (wholeIn(given, 'seed', 1) ?? (simulations.includes(scene) ? FIRST_SEED : null)),
    step: (wholeIn(given, 'step', 1) ?? 1) - 1,
    time: numberIn(given, 't', 0, 1),
    clash: clash === null ? null : clash - 1,
    settings: settingsIn(given),
    camera: camera?.length === 6 && camera.every(Number.isFinite) ? camera : null,
    up: up === 'y' || up === 'z' ? up : null,
    isWireframe: given.get('wireframe') === '1',
  };
}

function settingsIn(given: URLSearchParams): Settings {
  const name = given.get('recipe') as RecipeName;
  const recipe = recipeNames.includes(name) ? name : DEFAULTS.recipe;
  const stages = given.get('stages') ?? '';
  return {
    recipe,
    stages: Object.hasOwn(STAGES_OF[recipe], stages) ? stages : defaultStages(recipe),
    minSeparation: numberIn(given, 'separation', 0, Number.MAX_VALUE) ?? 0,
    first: given.get('first') === '1',
    maxContacts: wholeIn(given, 'most', 1) ?? DEFAULTS.maxContacts,
  };
}

function wholeIn(given: URLSearchParams, key: string, least: number): number | null {
  const value = numberIn(given, key, least, Number.MAX_SAFE_INTEGER);
  return value === null ? null : Math.floor(value);
}

function numberIn(given: URLSearchParams, key: string, least: number, most: number): number | null {
  const value = Number(given.get(key) || Number.NaN);
  return value >= least && value <= most ? value : null;
}
