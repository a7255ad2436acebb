// The numbers of the current step, beside the model and in the chart of the stages.
import { byId } from '../../display/element.ts';
import type { ShownModel } from '../../display/shown-model.ts';
import { StepPanel } from '../../display/step-panel.ts';
import type { Checked } from '../protocol.ts';
import { nameOf } from '../settings.ts';
import type { StepResults } from '../step-results.ts';

/** A `StepPanel` that shows answers of the worker. */
export class CheckedPanel {
  private readonly panel = new StepPanel();
  private frameNames: readonly string[] = [];
  private checked: Checked | undefined;

  /** `onFocus` examines a contact. */
  constructor(onFocus: NonNullable<StepPanel['onFocus']>) {
    this.panel.onFocus = onFocus;
  }

  /** Prepares for another source. */
  open(frameNames: readonly string[]): void {
    this.frameNames = frameNames;
    this.checked = undefined;
  }

  /** Shows a step that has been checked. */
  show(checked: Checked, model: ShownModel | undefined): void {
    this.panel.model = model;
    this.fill(checked);
  }

  /** Updates the numbers: the step may have been measured again. */
  refresh(results: StepResults): void {
    const { checked } = this;
    const again = checked && results.at(checked.step, checked.settings);
    if (checked && again && again !== checked.numbers) this.fill({ ...checked, numbers: again });
  }

  private fill(checked: Checked): void {
    const { step, settings, numbers, shown } = checked;
    const { count, tally, faceCount } = numbers;
    this.checked = checked;
    this.panel.show({
      ...numbers,
      index: step,
      stepCount: this.frameNames.length - 1,
      from: this.frameNames[step],
      to: this.frameNames[step + 1],
      earliest: shown?.earliest ?? [],
      leftOut: 0,
      tally: { ...tally, faces: faceCount, contacts: count },
    });
    byId('tally-step-title').textContent = `Step ${step + 1}: ${nameOf(settings)}`;
  }
}
