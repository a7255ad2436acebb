// Checks the parameters that a caller gives to `with` of a recipe: a misspelt name or value must not
// leave the recipe as it was without a word.

/** The values that each parameter of a recipe may have. */
export type Choices<Parameters> = { readonly [Name in keyof Parameters]: readonly Parameters[Name][] };

/**
 * The parameters with some of them changed. Throws a `TypeError` if there is no such parameter, or
 * if it has no such value; `recipe` is its name.
 */
export function changedParameters<Parameters extends object>(
  recipe: string,
  choices: Choices<Parameters>,
  before: Readonly<Parameters>,
  changes: Partial<Parameters>,
): Parameters {
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(choices, name))
      throw new TypeError(`${recipe} has no parameter ${shown(name)}${hint(name, Object.keys(choices))}`);
    const valid = choices[name as keyof Parameters];
    if (!valid.some((one) => one === value))
      throw new TypeError(`${name} of ${recipe} cannot be ${shown(value)}${hint(value, valid)}`);
  }
  return { ...before, ...changes };
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/** Ends the sentence with the nearest valid value, or with all of them. */
function hint(value: unknown, valid: readonly unknown[]): string {
  const near = valid.find((one) => typeof value === 'string' && isNear(value.toLowerCase(), String(one).toLowerCase()));
  return near === undefined ? `; it has ${valid.map(shown).join(', ')}.` : ` (Did you mean ${shown(near)}?)`;
}

/** Whether two words differ in one piece of at most two letters on either side. */
function isNear(a: string, b: string): boolean {
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end <= 2;
}
