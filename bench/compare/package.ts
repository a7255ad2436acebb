// The entry points of a built checkout, under the names that all versions have.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A built checkout; each method imports one entry point. */
export interface Package {
  readonly root: string;
  graze(): Promise<typeof import('../../src/index.ts')>;
  rigid(): Promise<typeof import('../../src/rigid.ts')>;
  cloth(): Promise<typeof import('../../src/cloth.ts')>;
  gpu(): Promise<typeof import('../../src/gpu.ts')>;
  io(): Promise<typeof import('../../src/io.ts')>;
  proximity(): Promise<typeof import('../../src/proximity.ts')>;
}

/** Returns the package of the checkout in `root`. */
export function packageIn(root: string): Package {
  const entry = (name: string) => () => import(pathToFileURL(join(root, 'dist', `${name}.js`)).href);
  return {
    root,
    graze: entry('index'),
    rigid: entry('rigid'),
    cloth: entry('cloth'),
    gpu: entry('gpu'),
    io: entry('io'),
    proximity: entry('proximity'),
  };
}
