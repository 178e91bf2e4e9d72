import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPasswordFile } from '../../../electron/postgres/password-file.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'password-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(text: string, mode: number): string {
  const file = join(folder, 'password');
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

it.each([
  ['secret', 'secret'],
  ['secret\n', 'secret'],
  ['  a "b" ü \r\nmore\n', '  a "b" ü '],
])('reads the first line of %j', (text, password) => {
  expect(readPasswordFile(written(text, 0o600))).toBe(password);
});

it.skipIf(process.platform === 'win32').each([0o640, 0o604, 0o660])(
  'refuses a file of mode %o, which others reach',
  (mode) => {
    const file = written('secret', mode);
    expect(() => readPasswordFile(file, 'linux')).toThrow(
      expect.objectContaining({ code: 'usage', hint: expect.stringContaining('chmod 600') }),
    );
    expect(readPasswordFile(file, 'win32')).toBe('secret');
  },
);

it('tells of a file that is empty or missing', () => {
  expect(() => readPasswordFile(written('\n', 0o600))).toThrow(expect.objectContaining({ code: 'usage' }));
  expect(() => readPasswordFile(join(folder, 'none'))).toThrow(expect.objectContaining({ code: 'missing' }));
});
