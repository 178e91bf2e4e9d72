import { createHash } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exportItems } from '../../../electron/export/export.ts';
import { createFiles, type Files } from '../../../electron/system/files.ts';
import { exportFormats, type ExportFormat } from '../../../shared/export-formats.ts';
import { inBatches, row } from './support.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'spider-studio-cut-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/**
 * File operations that fail from one of them on: `once` as on a full disk, after which there is a clean-up; `for ever` as for a process
 * that was killed, which does nothing more. @param at counted from 1
 */
function failingFiles(at: number, ends: 'once' | 'for ever'): { files: Files; calls: () => number } {
  let calls = 0;
  const step = <A extends unknown[], R>(act: (...args: A) => R) => {
    return (...args: A): R => {
      calls += 1;
      if (calls === at || (ends === 'for ever' && calls > at))
        throw Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC', syscall: 'write' });
      return act(...args);
    };
  };
  const files = createFiles({
    calls: {
      open: step(async (path, flags) => {
        const handle = await open(path, flags);
        return Object.assign(handle, {
          writeFile: step(handle.writeFile.bind(handle)),
          sync: step(handle.sync.bind(handle)),
        });
      }),
      linkSync: step(linkSync),
      renameSync: step(renameSync),
      rmSync: step(rmSync),
    },
  });
  return { files, calls: () => calls };
}

const items = Array.from({ length: 400 }, (_, n) =>
  row({ n, text: `text ${n} `.repeat(60), tags: [{ tag: 'a' }, { tag: `b${n}` }] }, { id: String(n + 1) }),
);

const ways = exportFormats.flatMap((format) => {
  const ends = ['once', 'for ever'] as const;
  const isAppendable = ['csv', 'jsonl', 'sqlite'].includes(format);
  return ends.flatMap((end) =>
    (isAppendable ? (['new', 'replace', 'append'] as const) : (['new', 'replace'] as const)).map(
      (way) => [format, way, end] as const,
    ),
  );
});

const write = (
  file: string,
  format: ExportFormat,
  { way, files, rows = items }: { way: 'new' | 'replace' | 'append'; files?: Files; rows?: typeof items },
) =>
  exportItems({
    batches: () => inBatches(rows),
    format,
    rows: null,
    columns: null,
    flatten: [{ path: 'tags', as: 'table' }],
    target: { file, force: way === 'replace', append: way === 'append' },
    ...(files === undefined ? {} : { system: { files, platform: process.platform } }),
  });

/** The hashes of the files of a folder, by name. */
const contents = (dir: string, isPartial: boolean): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dir)
      .filter((name) => name.endsWith('.partial') === isPartial)
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(dir, name)))
          .digest('hex'),
      ]),
  );

/** What is in a folder before, and after an export that succeeds. */
async function expected(format: ExportFormat, way: 'new' | 'replace' | 'append') {
  const begin = async (): Promise<string> => {
    const dir = folder();
    if (way !== 'new')
      await write(join(dir, `items.${format}`), format, { way: 'new', rows: items.slice(0, 9) });
    return dir;
  };
  const dir = await begin();
  const before = contents(dir, false);
  const counted = failingFiles(Infinity, 'once');
  await write(join(dir, `items.${format}`), format, { way, files: counted.files });
  return { begin, before, after: contents(dir, false), calls: counted.calls() };
}

describe('an export whose file operations fail', () => {
  it.each(ways)(
    '%s, %s, at any of them, %s: each file is the old one or the new one',
    async (format, way, ends) => {
      const { begin, before, after, calls } = await expected(format, way);
      expect(calls).toBeGreaterThan(2);
      for (let at = 1; at <= calls; at += 1) {
        const dir = await begin();
        const file = `items.${format}`;
        const failed = await write(join(dir, file), format, {
          way,
          files: failingFiles(at, ends).files,
        }).then(
          () => false,
          () => true,
        );
        const left = contents(dir, false);
        // With the new file come those beside it; a clean-up leaves nothing of an export that failed.
        const isNew = left[file] === after[file] && before[file] !== after[file];
        const isCleared = failed && way === 'new' && ends === 'once';
        const whole = isNew || !failed ? after : isCleared ? before : left;
        const mixed = Object.keys(left).filter((name) => ![before[name], after[name]].includes(left[name]));
        const lost = Object.keys(before).filter((name) => left[name] === undefined);
        const partials = failed && ends === 'once' ? Object.keys(contents(dir, true)) : [];
        expect({ left, mixed, lost, partials }).toEqual({ left: whole, mixed: [], lost: [], partials: [] });
      }
    },
  );
});

it('rows are not added to a file that another program changes meanwhile', async () => {
  const file = join(folder(), 'items.jsonl');
  writeFileSync(file, '{"n":1}\n');
  const batches = async function* () {
    writeFileSync(file, '{"n":1}\n{"theirs":2}\n');
    yield [row()];
  };
  const target = { file, append: true };
  await expect(
    exportItems({ batches, format: 'jsonl', rows: null, columns: null, target }),
  ).rejects.toMatchObject({
    code: 'file-in-use',
    message: `Another program has changed "${file}" meanwhile.`,
  });
  expect(readFileSync(file, 'utf8')).toBe('{"n":1}\n{"theirs":2}\n');
  expect(readdirSync(join(file, '..'))).toEqual(['items.jsonl']);
});

it.skipIf(process.platform === 'win32').each(['csv', 'sqlite'] as const)(
  '%s: a file that only its owner may read stays so when it is replaced',
  async (format) => {
    const file = join(folder(), `items.${format}`);
    await write(file, format, { way: 'new' });
    chmodSync(file, 0o600);
    await write(file, format, { way: 'replace' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  },
);
