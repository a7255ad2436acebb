// The import rule refuses what it is there to refuse, in TypeScript and in kernels.
import { describe, expect, it } from 'vitest';
import { importViolations } from '../../scripts/import-rule.mjs';

describe('the import rule', () => {
  it.each([
    ['core/tree/face-tree.ts', "import { Block } from '../memory/block.ts';"],
    ['core/tree/kernels/tree.ts', "import { Slabs } from '../../bounds/kernels/slabs';"],
    ['papers/iccd/kernels/representatives.ts', "import { Tree } from '../../../core/tree/kernels/tree';"],
    ['engine/kernels/mesh.ts', "export * from '../../papers/iccd/kernels/cones';"],
  ])('lets %s import %s', (file, text) => {
    expect(importViolations(file, text)).toEqual([]);
  });

  it.each([
    ['core is ordered', 'core/memory/block.ts', "import { FaceTree } from '../tree/face-tree.ts';"],
    ['core knows no paper', 'core/tree/face-tree.ts', "import { iccd } from '../../papers/iccd/iccd-recipes.ts';"],
    ['a paper knows no other', 'papers/iccd/cones.ts', "import { fan } from '../mezger/fan.ts';"],
    ['kernels of core are ordered', 'core/bounds/kernels/slabs.ts', "import { Tree } from '../../tree/kernels/tree';"],
    [
      'a kernel of a paper knows no other paper',
      'papers/iccd/kernels/orphans.ts',
      "import { Represented } from '../../r-triangles/kernels/represented';",
    ],
    [
      'a kernel of core knows no paper',
      'core/tree/kernels/tree.ts',
      "import {\n  Cones,\n} from '../../../papers/iccd/kernels/cones';",
    ],
    ['a kernel imports no TypeScript', 'core/tree/kernels/tree.ts', "import { NONE } from '../../mesh/topology.ts';"],
    ['TypeScript imports no kernel', 'core/tree/face-tree.ts', "import { Tree } from './kernels/tree';"],
    ['a kernel has nothing from outside', 'core/tree/kernels/tree.ts', "import { orient3d } from 'robust-predicates';"],
    ['every folder has a rule', 'other/file.ts', ''],
  ])('%s', (_, file, text) => {
    expect(importViolations(file, text)).toHaveLength(1);
  });
});
