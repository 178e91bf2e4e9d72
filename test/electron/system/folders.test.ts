import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, win32, type PlatformPath } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createFolder, MissingRootError } from '../../../electron/system/folders.ts';

/** A disk of folders only. */
function disk(path: PlatformPath, ...there: string[]) {
  const folders = new Set(there);
  const made: string[] = [];
  const make = (folder: string): void => {
    if (!folders.has(path.dirname(folder))) throw new Error(`There is nothing above ${folder}.`);
    folders.add(folder);
    made.push(folder);
  };
  return { made, system: { path, exists: (folder: string) => folders.has(folder), make } };
}

const long = `C:\\${Array.from({ length: 40 }, () => 'a-folder-name').join('\\')}`;
const temporary: string[] = [];
afterEach(() => {
  for (const folder of temporary.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('a folder', () => {
  it.each([
    ['a drive', win32, ['C:\\'], 'C:\\Users\\Zoë', ['C:\\Users', 'C:\\Users\\Zoë']],
    ['a path with slashes', win32, ['C:/'], 'C:/data/x', ['C:/data', 'C:/data/x']],
    ['a share', win32, ['\\\\nas\\share\\'], '\\\\nas\\share\\x', ['\\\\nas\\share\\x']],
    ['a long path', win32, ['\\\\?\\C:\\'], '\\\\?\\C:\\a\\b', ['\\\\?\\C:\\a', '\\\\?\\C:\\a\\b']],
    ['a folder of a drive', win32, ['C:'], 'C:foo', ['C:foo']],
    ['a name with a dot at its end', win32, ['D:\\'], 'D:\\data. ', ['D:\\data. ']],
    ['the root', posix, ['/'], '/data/x', ['/data', '/data/x']],
    ['the folder that one is in', posix, ['.'], 'data', ['data']],
  ])('is made below %s, with those above it', (_, path, there, folder, made) => {
    const { system, made: done } = disk(path, ...there);
    createFolder(folder, system);
    expect(done).toEqual(made);
    createFolder(folder, system);
    expect(done).toEqual(made);
  });

  it('is made however many are missing above it', () => {
    const { system, made } = disk(win32, 'C:\\');
    createFolder(long, system);
    expect(made).toHaveLength(40);
  });

  it.each([
    ['Z:\\', 'The drive "Z:\\"'],
    ['Z:\\data\\x', 'The drive "Z:\\"'],
    ['Z:\\CON\\x', 'The drive "Z:\\"'],
    ['Z:data', 'The drive "Z:"'],
    ['\\\\nas\\share', 'The network share "\\\\nas\\share"'],
    ['\\\\nas\\share\\', 'The network share "\\\\nas\\share\\"'],
    ['\\\\nas\\share\\x\\y', 'The network share "\\\\nas\\share\\"'],
    ['//nas/share/x', 'The network share "//nas/share/"'],
    ['\\\\?\\Z:\\data', 'The volume "\\\\?\\Z:\\"'],
  ])('cannot be made at %s where that is not there', (folder, root) => {
    const { system, made } = disk(win32, 'C:\\');
    expect(() => createFolder(folder, system)).toThrow(MissingRootError);
    expect(() => createFolder(folder, system)).toThrow(`${root} is not there, or cannot be reached.`);
    expect(made).toEqual([]);
  });

  it('cannot be made in a folder that was deleted while one was in it', () => {
    expect(() => createFolder('data/x', disk(posix).system)).toThrow('The folder "." is not there');
  });

  it('is for its owner only', () => {
    const folder = mkdtempSync(join(tmpdir(), 'folders-'));
    temporary.push(folder);
    createFolder(join(folder, 'a', 'b'));
    expect(statSync(join(folder, 'a', 'b')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700);
  });
});
