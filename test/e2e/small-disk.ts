import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Called } from './call.ts';
import { studio } from './command-line.ts';

function mount(folder: string, megabytes: number): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status === 0;
}

/** Whether this user may mount a small disk. */
export function mayMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-disk-'));
  const may = mount(folder, 1);
  if (may) spawnSync('umount', [folder]);
  rmdirSync(folder);
  return may;
}

/** A data folder on a disk of its own, of which other files take `ballast` bytes. */
export function smallDisk(megabytes: number) {
  const { data, ...rest } = studio();
  mkdirSync(data);
  expect(mount(data, megabytes)).toBe(true);
  onTestFinished(() => void spawnSync('umount', ['-l', data]));
  const other = join(data, 'other-files');
  return {
    ...rest,
    data,
    /** Other programs write so much, or until the disk is full. */
    fill(bytes: number): void {
      try {
        writeFileSync(other, Buffer.alloc(bytes));
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' });
      }
    },
    makeRoom: () => rmSync(other),
  };
}

/** Expects that a call says that the disk of a file is full. @returns what to do about it */
export function expectFull(called: Called, path: string): string {
  const { error } = called.json<{ error: { code: string; message: string; hint: string } }>();
  expect(error.code).toBe('disk-full');
  expect(error.message).toContain(`"${path}"`);
  expect(error.message).toMatch(/ Its disk has \d+\.\d MB of free room\.$/);
  expect(called.code).toBe(1);
  expect(called.stdout + called.stderr).not.toMatch(/\n\s+at .+:\d+:\d+/);
  return error.hint;
}
