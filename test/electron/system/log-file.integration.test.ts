import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { appendToLog } from '../../../electron/system/log-file.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
  file = join(folder, 'logs', 'studio.log');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (path: string): string => readFileSync(path, 'utf8');

it('keeps what was written, for its owner only', () => {
  appendToLog(file, 'one\n');
  appendToLog(file, 'two\n');
  expect(read(file)).toBe('one\ntwo\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'logs')).mode & 0o777).toBe(0o700);
});

it('begins a new file when one is full, and keeps the one before it', () => {
  for (let entry = 0; entry < 7; entry += 1) appendToLog(file, `entry ${entry}\n`, { maxBytes: 20 });
  expect([read(file), read(`${file}.old`)]).toEqual(['entry 6\n', 'entry 3\nentry 4\nentry 5\n']);
  expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['studio.log', 'studio.log.old']);
});

it('goes on while another process begins the new file, and ends before it grows for ever', () => {
  appendToLog(file, `${'x'.repeat(20)}\n`);
  writeFileSync(`${file}.lock`, '');
  for (let entry = 0; entry < 9; entry += 1) appendToLog(file, `entry ${entry}\n`, { maxBytes: 20 });
  expect(read(file)).toContain('entry 1\n');
  expect(statSync(file).size).toBeLessThan(50);
  expect(readdirSync(join(folder, 'logs'))).not.toContain('studio.log.old');
});

it('goes on after a process has ended while it began the new file', () => {
  appendToLog(file, `${'x'.repeat(50)}\n`);
  writeFileSync(`${file}.lock`, '');
  utimesSync(`${file}.lock`, 0, 0);
  appendToLog(file, 'lost\n', { maxBytes: 20 });
  appendToLog(file, 'kept\n', { maxBytes: 20 });
  expect(read(file)).toBe('kept\n');
});

it.each([
  ['the disk is full', () => symlinkSync('/dev/full', file)],
  ['a folder has its name', () => mkdirSync(file)],
  ['no folder can be made', () => (file = '/proc/none/studio.log')],
  ['a file is where its folder should be', () => (file = join(import.meta.filename, 'studio.log'))],
])('loses the entry and nothing else where %s', (_, prepare) => {
  mkdirSync(join(folder, 'logs'));
  prepare();
  expect(() => appendToLog(file, 'entry\n')).not.toThrow();
});

it('takes entries of several processes at once, each whole', async () => {
  const script = fileURLToPath(new URL('./write-log.ts', import.meta.url));
  const names = ['a', 'b', 'c'];
  const codes = await Promise.all(
    names.map(
      async (name) => (await once(spawn(process.execPath, [script, file, name, '600']), 'exit'))[0] as number,
    ),
  );
  expect(codes).toEqual([0, 0, 0]);
  const lines = [read(`${file}.old`), read(file)].flatMap((text) => text.split('\n').slice(0, -1));
  expect(lines.filter((line) => !/^[abc] \d+ x{80}$/.test(line))).toEqual([]);
  // The old file was full when it was put away, whoever did it.
  expect(statSync(`${file}.old`).size).toBeGreaterThanOrEqual(20_000);
  expect(statSync(file).size).toBeLessThan(40_100);
  expect(readdirSync(join(folder, 'logs'))).toHaveLength(2);
});
