// Folders of OBJ frames as `graze convert` writes them, read without the reader of the project.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An object of a frame. */
export interface ObjFrameObject {
  readonly positions: number[];
  readonly faces: number[][];
}

/** The objects of a file by name; vertices count from 0 within their object. */
export function objObjects(path: string): Map<string, ObjFrameObject> {
  const objects = new Map<string, ObjFrameObject>();
  let [object, first, count]: [ObjFrameObject | undefined, number, number] = [undefined, 0, 0];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [word, ...rest] = line.split(' ');
    if (word === 'o') {
      object = { positions: [], faces: [] };
      first = count;
      objects.set(rest.join(' '), object);
    } else if (word === 'v') {
      object?.positions.push(...rest.map(Number));
      count++;
    } else if (word === 'f') object?.faces.push(rest.map((corner) => Number(corner) - 1 - first));
  }
  return objects;
}

/** The files of a folder in their order. */
export function framePaths(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
}
