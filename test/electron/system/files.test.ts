import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFiles, type FileCalls } from '../../../electron/system/files.ts';
import { failing } from './failing-calls.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'spider-studio-files-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A new file and the one that it is to replace, on a platform whose calls fail as given. */
function start(calls: Partial<FileCalls>, platform: NodeJS.Platform = 'win32') {
  const dir = folder();
  const [from, to] = [join(dir, 'new'), join(dir, 'items.csv')];
  writeFileSync(from, 'new');
  const pauses: number[] = [];
  const files = createFiles({ platform, calls, pause: (milliseconds) => void pauses.push(milliseconds) });
  return { files, from, to, pauses, written: () => readFileSync(to, 'utf8') };
}

const allPauses = [10, 20, 40, 80, 160, 320, 640, 1280];

describe('on Windows, a file', () => {
  it.each(['EBUSY', 'EPERM', 'EACCES'])('is replaced once %s has passed', (code) => {
    const { files, from, to, pauses, written } = start({ renameSync: failing(code, 3, renameSync) });
    writeFileSync(to, 'old');
    files.replace(from, to);
    expect(written()).toBe('new');
    expect(pauses).toEqual([10, 20, 40]);
  });

  it.each(['EBUSY', 'EPERM'])('that stays open elsewhere is told to be busy (%s)', (code) => {
    const { files, from, to, pauses, written } = start({ renameSync: failing(code) });
    writeFileSync(to, 'old');
    expect(() => files.replace(from, to)).toThrow(expect.objectContaining({ code: 'EBUSY', path: to }));
    expect(pauses).toEqual(allPauses);
    expect(written()).toBe('old');
  });

  it('that may not be written keeps its answer', () => {
    const { files, from, to } = start({ renameSync: failing('EPERM'), openSync: failing('EPERM') });
    writeFileSync(to, 'old');
    expect(() => files.replace(from, to)).toThrow(expect.objectContaining({ code: 'EPERM' }));
  });

  it('that is not there cannot be open', () => {
    const { files, from, to } = start({ renameSync: failing('EPERM') });
    expect(() => files.replace(from, to)).toThrow(expect.objectContaining({ code: 'EPERM', path: to }));
  });

  it('is asked for before the work', () => {
    const { files, to, pauses } = start({ openSync: failing('EBUSY') });
    expect(() => files.requireReplaceable(to)).toThrow(expect.objectContaining({ code: 'EBUSY' }));
    expect(pauses).toEqual(allPauses);
    const free = start({});
    free.files.requireReplaceable(free.to);
    free.files.requireReplaceable(free.from);
    expect([free.pauses, existsSync(free.to)]).toEqual([[], false]);
  });

  it('is removed once nobody has it open, and a folder once it is empty', () => {
    const { files, from, pauses } = start({ rmSync: failing('ENOTEMPTY', 2, rmSync) });
    expect(files.remove(from)).toBe(true);
    expect([existsSync(from), pauses]).toEqual([false, [10, 20]]);
  });

  it('that cannot be removed stays, and that is no failure', () => {
    const { files, from } = start({ rmSync: failing('EBUSY') });
    expect(files.remove(from)).toBe(false);
  });
});

describe('on other systems', () => {
  it.each(['linux', 'darwin'] as const)('nobody is waited for: %s', (platform) => {
    const calls = { renameSync: failing('EPERM'), rmSync: failing('EPERM'), openSync: failing('EPERM') };
    const { files, from, to, pauses } = start(calls, platform);
    writeFileSync(to, 'old');
    files.requireReplaceable(to);
    expect(() => files.replace(from, to)).toThrow(expect.objectContaining({ code: 'EPERM', path: to }));
    expect(files.remove(from)).toBe(false);
    expect(pauses).toEqual([]);
  });
});

describe('a new name', () => {
  it.each(['with links', 'without links'])('is never that of a file which is there, %s', (system) => {
    const calls = system === 'with links' ? {} : { linkSync: failing('EPERM') };
    const { files, from, to, written } = start(calls, 'linux');
    files.publish(from, to);
    expect([written(), existsSync(from)]).toEqual(['new', false]);
    writeFileSync(from, 'newer');
    expect(() => files.publish(from, to)).toThrow(expect.objectContaining({ code: 'EEXIST', path: to }));
    expect(written()).toBe('new');
  });

  it('is not that of a link which leads nowhere', () => {
    const { files, from, to } = start({}, 'linux');
    symlinkSync('nowhere', to);
    expect(() => files.publish(from, to)).toThrow(expect.objectContaining({ code: 'EEXIST', path: to }));
    expect(readlinkSync(to)).toBe('nowhere');
  });

  it('is not that of a file which has appeared while it was waited for', () => {
    const { files, from, to, written } = start({
      linkSync: failing('EBUSY'),
      renameSync(source, target) {
        if (existsSync(target)) return renameSync(source, target);
        writeFileSync(target, 'mine');
        failing('EBUSY')();
      },
    });
    expect(() => files.publish(from, to)).toThrow(expect.objectContaining({ code: 'EEXIST', path: to }));
    expect(written()).toBe('mine');
  });

  it('stays when the one before it cannot be removed', () => {
    const { files, from, to, written } = start({ rmSync: failing('EBUSY') });
    files.publish(from, to);
    expect(written()).toBe('new');
  });
});

it('a full disk is not waited for', () => {
  const { files, from, to, pauses } = start({
    linkSync: failing('ENOSPC'),
    renameSync: failing('ENOSPC'),
  });
  expect(() => files.publish(from, to)).toThrow(expect.objectContaining({ code: 'ENOSPC', path: to }));
  expect(pauses).toEqual([]);
});

it('a folder that cannot be synced is none the worse for it', () => {
  const dir = folder();
  const cannot = createFiles({ calls: { openSync: failing('EISDIR') } });
  expect(() => cannot.syncFolder(dir)).not.toThrow();
  expect(() => createFiles().syncFolder(join(dir, 'gone'))).not.toThrow();
});
