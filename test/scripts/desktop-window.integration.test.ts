import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runDesktopWindow } from '../../scripts/desktop-window.mjs';

/** A program that stands in for Electron. */
function program(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-program-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'electron');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

const left = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('spider-studio-start-'));

describe.runIf(process.platform !== 'win32')('the desktop window of "npm start"', () => {
  it.each([
    [
      'a library is missing',
      'exit 127',
      'Electron ended with code 127 before its window opened; its output is above.',
    ],
    [
      'it crashes',
      'kill -SEGV $$',
      'Electron ended by SIGSEGV before its window opened; its output is above.',
    ],
  ])('gives a reason where %s', async (_, script, reason) => {
    const before = left();
    expect((await runDesktopWindow(program(script), [])).reason).toBe(reason);
    expect(left()).toEqual(before);
  });

  it('gives a reason where the program cannot be started', async () => {
    const { reason } = await runDesktopWindow(join(tmpdir(), 'no-such-program'), []);
    expect(reason).toBe('Electron could not be started (ENOENT).');
  });

  it.each([
    ['that was opened and ended', ': > "$SPIDER_STUDIO_OPENED"; exit 0', 0],
    ['that was opened and crashed', ': > "$SPIDER_STUDIO_OPENED"; exit 3', 3],
    ['that somebody ended before it opened', 'kill -TERM $$', 1],
  ])('is left alone where it is one %s', async (_, script, code) => {
    expect(await runDesktopWindow(program(script), [])).toEqual({ reason: null, code });
  });

  it('is called with the arguments', async () => {
    expect(
      await runDesktopWindow(program('[ "$1" = main.js ] && : > "$SPIDER_STUDIO_OPENED"'), ['main.js']),
    ).toEqual({
      reason: null,
      code: 0,
    });
  });
});
