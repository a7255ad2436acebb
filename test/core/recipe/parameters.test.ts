// Parameters of a recipe: a changed recipe is another one, and a wrong name or value is refused with the nearest right one.
import { expect, it } from 'vitest';
import { rTriangles } from '../../../src/index.ts';

it('changes some parameters, and leaves the recipe as it was', () => {
  const stored = rTriangles.with({ edgeVolumes: 'stored' });
  const both = stored.with({ assignment: 'maximal' });
  expect(rTriangles.parameters).toEqual({ assignment: 'greedy', edgeVolumes: 'on-demand' });
  expect(stored.parameters).toEqual({ assignment: 'greedy', edgeVolumes: 'stored' });
  expect(both.parameters).toEqual({ assignment: 'maximal', edgeVolumes: 'stored' });
});

it.each([
  [{ assignement: 'greedy' }, "r-triangles has no parameter 'assignement' (Did you mean 'assignment'?)"],
  [{ toString: 'greedy' }, "r-triangles has no parameter 'toString'; there are 'assignment', 'edgeVolumes'."],
  [{ assignment: 'maximum' }, "assignment of r-triangles cannot be 'maximum' (Did you mean 'maximal'?)"],
  [{ assignment: 'best' }, "assignment of r-triangles cannot be 'best'; there are 'greedy', 'maximal', 'uniform'."],
  [{ edgeVolumes: true }, "edgeVolumes of r-triangles cannot be true; there are 'on-demand', 'stored'."],
  [{ edgeVolumes: undefined }, "edgeVolumes of r-triangles cannot be undefined; there are 'on-demand', 'stored'."],
])('refuses %j', (wrong, message) => {
  expect(() => rTriangles.with(wrong as object)).toThrow(new TypeError(message));
});
