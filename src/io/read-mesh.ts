// Reads a mesh of any supported format: the extension of the file name decides, and without a known
// extension the content does.
import { FileError, quotedFile } from './file-error.ts';
import { bytesOf, type MeshData, type MeshSource } from './mesh-data.ts';
import { isObjStatement, readObj } from './read-obj.ts';
import { isOffHeader, readOff } from './read-off.ts';
import { readPly } from './read-ply.ts';
import { isAsciiStl, isBinaryStl, readStl } from './read-stl.ts';
import { TextScanner } from './text-scanner.ts';

type Reader = (source: MeshSource) => MeshData;

const READERS: ReadonlyMap<string, Reader> = new Map([
  ['obj', readObj],
  ['ply', readPly],
  ['stl', readStl],
  ['off', readOff],
]);

/** Reads an OBJ, PLY, STL or OFF file. Throws `FileError`. */
export function readMesh(source: MeshSource, fileName = ''): MeshData {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  const read = READERS.get(extension) ?? readerFor(bytesOf(source));
  return read(source);
}

function readerFor(bytes: Uint8Array): Reader {
  if (isBinaryStl(bytes)) return readStl;
  const scanner = new TextScanner(bytes, 'mesh', { comments: true });
  scanner.next();
  const word = scanner.word();
  if (word === 'ply') return readPly;
  if (isOffHeader(word)) return readOff;
  if (isAsciiStl(bytes)) return readStl;
  if (isObjStatement(word)) return readObj;
  throw new FileError('mesh', { byte: 0 }, 'an OBJ, PLY, STL or OFF file', quotedFile(bytes));
}
