// The panel of controls above the numbers of the step: the scene, and the settings of detection.
import GUI, { type Controller } from 'lil-gui';
import { recipeNames } from '../../check/recipe-names.ts';
import { byId } from '../../display/element.ts';
import { DEFAULTS, defaultStages, type Settings, STAGES_OF } from '../settings.ts';
import { FIRST_SEED, FIRST_STATE, type ViewState } from '../view-state.ts';

/** Fractions of a scene's triangles, by their labels. */
const DETAILS = { 'coarse, 2 %': 0.02, 'light, 10 %': 0.1, 'half, 50 %': 0.5, 'full, 100 %': 1 };
/** The entry for files in the list of scenes. */
const FILES = '(files)';
/** Simulations that take a tenth of a second per step, or more. */
const SLOW_SIMULATIONS = ['cloth-ball', 'walk-high'];
/** The largest separation that the panel offers, as a fraction of the model's size. */
const MAX_SEPARATION = 0.01;
/** The number of positions of that slider. */
const SEPARATION_STEPS = 1000;

/** The requests of the user. */
export interface ControlEvents {
  /** A scene, with the fraction of its triangles. */
  onScene(scene: string, detail: number): void;
  /** A simulation with a seed. */
  onSimulation(scene: string, seed: number): void;
  /** Other settings of detection. */
  onSettings(settings: Settings): void;
  /** Steps that are not shown should, or should no longer, be checked too. */
  onAhead(): void;
  /** The dialog to open files. */
  onFiles(): void;
}

/** The panel. */
export class Controls {
  private readonly gui = new GUI({ container: byId('controls'), title: 'Controls', injectStyles: false });
  private readonly events: ControlEvents;
  private readonly values = { scene: FILES, detail: FIRST_STATE.detail, seed: FIRST_SEED, ahead: true, ...DEFAULTS };
  /** Names of simulations by their labels in the list. */
  private readonly simulations: ReadonlyMap<string, string>;
  private readonly detail: Controller;
  private readonly seed: Controller;
  private readonly stages: Controller;
  private readonly separation: Controller;

  /** `scenes` and `simulations` are names. */
  constructor(scenes: readonly string[], simulations: readonly string[], events: ControlEvents) {
    this.events = events;
    this.simulations = new Map(simulations.map((name) => [labelOf(name), name]));
    const { gui, values } = this;
    const open = () => {
      const simulation = this.simulations.get(values.scene);
      if (simulation !== undefined) events.onSimulation(simulation, values.seed);
      else if (values.scene !== FILES) events.onScene(values.scene, values.detail);
    };
    const source = gui.addFolder('Source');
    source.add(values, 'scene', [...scenes, ...this.simulations.keys(), FILES]).onChange(open);
    this.detail = source.add(values, 'detail', DETAILS).onChange(open);
    this.seed = source.add(values, 'seed', 1).step(1).onFinishChange(open);
    source.add({ files: () => events.onFiles() }, 'files').name('Open files… (O)');
    const detection = gui.addFolder('Detection');
    const emit = () => this.emitSettings();
    detection.add(values, 'recipe', recipeNames).onChange(() => this.chooseRecipe());
    this.stages = detection.add(values, 'stages', {}).onChange(emit);
    this.offerStages();
    this.separation = detection.add(values, 'minSeparation', 0, 1).name('min separation').onFinishChange(emit);
    detection.add(values, 'first').name('first contact only').onChange(emit);
    detection.add(values, 'maxContacts', 1).step(1).name('most contacts').onFinishChange(emit);
    const ahead = detection.add(values, 'ahead').name('check all steps');
    ahead.onChange(() => events.onAhead());
  }

  /** Whether steps that are not shown are checked too. */
  get ahead(): boolean {
    return this.values.ahead;
  }

  /** Shows what is open, without an event. */
  show({ scene, detail, seed, settings }: ViewState): void {
    const hasOtherStages = settings.recipe !== this.values.recipe;
    const place = scene === null ? FILES : seed === null ? scene : labelOf(scene);
    Object.assign(this.values, settings, { scene: place, detail, seed: seed ?? this.values.seed });
    if (hasOtherStages) this.offerStages();
    this.detail.enable(scene !== null && seed === null);
    this.seed.enable(seed !== null);
    for (const controller of this.gui.controllersRecursive()) controller.updateDisplay();
  }

  /** Scales the separations on offer to a model of this size. */
  setSize(size: number): void {
    const most = Number((MAX_SEPARATION * size).toPrecision(1));
    this.separation.max(most).step(most / SEPARATION_STEPS);
  }

  /** Selects the next recipe. */
  nextRecipe(): void {
    const next = (recipeNames.indexOf(this.values.recipe) + 1) % recipeNames.length;
    this.values.recipe = recipeNames[next];
    this.chooseRecipe();
  }

  private chooseRecipe(): void {
    this.values.stages = defaultStages(this.values.recipe);
    this.offerStages();
    for (const controller of this.gui.controllersRecursive()) controller.updateDisplay();
    this.emitSettings();
  }

  private offerStages(): void {
    const labels = Object.entries(STAGES_OF[this.values.recipe]).map(([key, label]) => [label, key]);
    this.stages.options(Object.fromEntries(labels));
  }

  private emitSettings(): void {
    const { recipe, stages, minSeparation, first, maxContacts } = this.values;
    this.events.onSettings({ recipe, stages, minSeparation, first, maxContacts });
  }
}

function labelOf(simulation: string): string {
  return `${simulation}, simulated${SLOW_SIMULATIONS.includes(simulation) ? ' (slow)' : ''}`;
}
