import { execFile } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from './command-line.ts';

const entry = fileURLToPath(new URL('../../bin/spider-studio.mjs', import.meta.url));
const isSuperuser = process.geteuid?.() === 0;

/** A home and a temporary folder of its own, and the command line called with them as by somebody who has set nothing. */
function person() {
  const folder = scratchFolder();
  const home = join(folder, 'home');
  const temporary = join(folder, 'temporary');
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(temporary);
  const cache = join(home, '.cache');
  const { NODE_COMPILE_CACHE: _, NODE_DISABLE_COMPILE_CACHE: __, ...rest } = process.env;
  const env = {
    ...rest,
    HOME: home,
    XDG_CACHE_HOME: cache,
    LOCALAPPDATA: cache,
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
  };
  return {
    home,
    cache,
    temporary,
    /** Where the compiled code belongs on Linux. */
    compiled: join(cache, 'spider-studio', 'compiled'),
    async callOnce() {
      const { stderr } = await promisify(execFile)(process.execPath, [entry, '--version'], { env });
      expect(stderr).toBe('');
    },
  };
}

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

describe('compiled code', () => {
  it('is kept in the home of the person, and never in the temporary folder that all share', async () => {
    const { callOnce, home, temporary } = person();
    await callOnce();
    expect(readdirSync(temporary)).toEqual([]);
    expect(readdirSync(home)).not.toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'is kept in a folder that only the person may look into',
    async () => {
      const { callOnce, compiled, cache } = person();
      await callOnce();
      expect(filesIn(compiled)).not.toEqual([]);
      for (const folder of [cache, join(cache, 'spider-studio'), compiled])
        expect(statSync(folder).mode & 0o777).toBe(0o700);
    },
  );
});

describe.runIf(process.platform === 'linux')('a folder for compiled code that is open to others', () => {
  it.each([0o777, 0o1777, 0o770])('is not used where its mode is %o', async (mode) => {
    const { callOnce, compiled, temporary } = person();
    mkdirSync(compiled, { recursive: true });
    chmodSync(compiled, mode);
    await callOnce();
    expect([filesIn(compiled), filesIn(temporary)]).toEqual([[], []]);
  });

  it('is not used where it is a link to another one', async () => {
    const { callOnce, compiled, home, temporary } = person();
    const elsewhere = join(home, 'elsewhere');
    mkdirSync(elsewhere, { mode: 0o700 });
    mkdirSync(join(compiled, '..'), { recursive: true });
    symlinkSync(elsewhere, compiled);
    await callOnce();
    expect([filesIn(elsewhere), filesIn(temporary)]).toEqual([[], []]);
  });

  it('is not used where somebody could exchange the folder above it', async () => {
    const { callOnce, cache, compiled, temporary } = person();
    mkdirSync(compiled, { recursive: true, mode: 0o700 });
    chmodSync(cache, 0o777);
    await callOnce();
    expect([filesIn(compiled), filesIn(temporary)]).toEqual([[], []]);
  });

  it.runIf(isSuperuser)('is not used where it belongs to somebody else', async () => {
    const { callOnce, compiled, temporary } = person();
    mkdirSync(compiled, { recursive: true, mode: 0o700 });
    chownSync(compiled, 12_345, 12_345);
    await callOnce();
    expect([filesIn(compiled), filesIn(temporary)]).toEqual([[], []]);
  });

  it.runIf(isSuperuser)('is not made in the home of somebody else', async () => {
    const { callOnce, cache, home, temporary } = person();
    chownSync(home, 12_345, 12_345);
    await callOnce();
    expect([existsSync(cache), filesIn(temporary)]).toEqual([false, []]);
  });
});
