// Files are read into given memory if it suffices, and only once.
import { execFileSync, spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { diskFiles } from '../../src/cli/disk-files.ts';
import { Folder } from './command.ts';

const folder = new Folder();
const CONTENT = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);
const path = folder.put('content.bin', CONTENT);

describe('a file', () => {
  it.each([1000, 1001, 5000])('goes into room of %d bytes', (size) => {
    const room = new Uint8Array(size);
    const bytes = diskFiles.read(path, room);
    expect(Uint8Array.from(bytes)).toEqual(CONTENT);
    expect(bytes.buffer).toBe(room.buffer);
  });

  it.each([0, 999])('does not go into room of %d bytes', (size) => {
    const room = new Uint8Array(size);
    expect(Uint8Array.from(diskFiles.read(path, room))).toEqual(CONTENT);
    expect(room).toEqual(new Uint8Array(size));
  });

  it('that is not there, or a folder, is told by its name', () => {
    const room = new Uint8Array(10_000);
    expect(() => diskFiles.read(folder.at('missing.ply'), room)).toThrow(/missing\.ply/);
    expect(() => diskFiles.read(folder.at('.'), room)).toThrow(/directory/);
  });

  it.skipIf(process.platform === 'win32')('may be a pipe, which can be opened once', () => {
    const pipe = folder.at('pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('sh', ['-c', 'cat "$0" > "$1"', path, pipe], { stdio: 'ignore' });
    try {
      expect(Uint8Array.from(diskFiles.read(pipe, new Uint8Array(2000)))).toEqual(CONTENT);
    } finally {
      writer.kill();
    }
  });
});
