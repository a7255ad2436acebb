// Values that many prims share, because references bring one place of the layer to many places of
// the stage. They are decoded once and must not be changed.
import { SHAPE_WIDTH, type ValueShape } from '../usd-layer.ts';
import type { StageAttribute } from './usd-stage-attribute.ts';
import type { StageBudget } from './usd-stage-budget.ts';

/** Values that many prims share. */
export class SharedValues {
  private readonly budget: StageBudget;
  private readonly known: Map<string, unknown> = new Map();
  private readonly tokens: WeakMap<object, readonly string[]> = new WeakMap();

  /** What is kept is taken from `budget`. */
  constructor(budget: StageBudget) {
    this.budget = budget;
  }

  /** Returns what `make` makes of values, the same for the same key. */
  get<T>(key: string, make: () => T): T {
    if (!this.known.has(key)) this.known.set(key, make());
    return this.known.get(key) as T;
  }

  /** Returns the numbers of an attribute that has one value for all times. */
  numbers(attribute: StageAttribute, shape: ValueShape): Float64Array {
    return this.get(`${attribute.valueKey} ${shape}`, () => {
      const value = attribute.firstValue();
      if (value.isBlocked) return new Float64Array();
      this.budget.take('keptNumbers', SHAPE_WIDTH[shape] * value.count(shape), attribute.path);
      return value.numbers(shape);
    });
  }

  /** Returns the token of each sample of an attribute, or its only one; '' where there is no value. */
  tokensOf(attribute: StageAttribute): readonly string[] {
    const tokenOf = (index: number): string => {
      const value = attribute.times.length === 0 ? attribute.firstValue() : attribute.sampleAt(index);
      return value.isBlocked ? '' : (value.strings()[0] ?? '');
    };
    const known =
      attribute.times.length === 0 || attribute.isReversed ? undefined : this.tokens.get(attribute.identity);
    if (known) return known;
    const count = Math.max(1, attribute.times.length);
    this.budget.take('sampleVisits', count, attribute.path);
    const tokens = Array.from({ length: count }, (_, i) => tokenOf(i));
    if (attribute.times.length > 0 && !attribute.isReversed) this.tokens.set(attribute.identity, tokens);
    return tokens;
  }
}
