import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { scratchFolder } from './command-line.ts';

const entry = fileURLToPath(new URL('../../bin/spider-studio-web.mjs', import.meta.url));

/** The web door, and a stand-in for the program that opens addresses, which writes down what it was called with. */
async function startWithOpener() {
  const folder = scratchFolder();
  const note = join(folder, 'called');
  const temporary = join(folder, 'temporary');
  const programs = join(folder, 'programs');
  for (const made of [temporary, programs]) mkdirSync(made);
  const opener = join(programs, 'xdg-open');
  writeFileSync(opener, `#!/bin/sh\nprintf '%s\\n' "$@" > "${note}.part"\nmv "${note}.part" "${note}"\n`);
  chmodSync(opener, 0o755);
  const child = spawn(process.execPath, [entry, '--data-dir', join(folder, 'data')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DISPLAY: ':99',
      TMPDIR: temporary,
      PATH: `${programs}${delimiter}${process.env['PATH']}`,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await vi.waitFor(() => expect(existsSync(note)).toBe(true), { timeout: 50_000 });
  await vi.waitFor(() => expect(output).toContain('/enter?token='), { timeout: 50_000 });
  return { child, temporary, output: () => output, called: readFileSync(note, 'utf8').trim() };
}

describe.runIf(process.platform === 'linux')('opening the browser', () => {
  it('shows the token to nobody: neither in the arguments, nor in a file that others can read', async () => {
    const { child, temporary, output, called } = await startWithOpener();
    expect(called).toMatch(/^file:\/\/\S+\/open\.html$/);
    const file = fileURLToPath(called);
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);

    // Whoever reads the file is led in, and the address that was printed works beside it.
    const inFile = /url=(http:[^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
    const printed = /http:\S+/.exec(output())?.[0] ?? '';
    expect(inFile).not.toBe(printed);
    for (const address of [inFile, printed]) expect((await fetch(address)).status).toBe(200);

    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(readdirSync(temporary)).toEqual([]);
  });
});
