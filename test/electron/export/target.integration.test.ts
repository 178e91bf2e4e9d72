import { once } from 'node:events';
import {
  createReadStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
  mkdtempSync,
  rmSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { Writable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exportItems } from '../../../electron/export/export.ts';
import { writeTo } from '../../../electron/export/target.ts';
import { createFiles, type FileCalls } from '../../../electron/system/files.ts';
import type { ItemRow } from '../../../electron/store/items/item-queries.ts';
import { failing } from '../system/failing-calls.ts';
import { readCsvObjects } from './csv-reader.ts';
import { inBatches, row } from './support.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'spider-studio-export-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const toFile = (file: string, rows: () => Iterable<ItemRow> = () => [row()], force = false) =>
  exportItems({
    batches: () => inBatches(rows()),
    format: 'csv',
    rows: null,
    columns: null,
    target: { file, force },
  });

describe('exporting to a file', () => {
  it('writes all of it and says how much', async () => {
    const file = join(folder(), 'items.csv');
    const items = Array.from({ length: 2000 }, (_, n) => row({ n, text: 'x'.repeat(100) }));
    expect(await toFile(file, () => items)).toEqual({
      file,
      others: [],
      rows: 2000,
      format: 'csv',
      notes: [],
    });
    const read = readCsvObjects(readFileSync(file, 'utf8'));
    expect(read.map(({ n }) => Number(n))).toEqual(items.map((_, n) => n));
    expect(readdirSync(join(file, '..'))).toEqual(['items.csv']);
  });

  it('never replaces a file unasked', async () => {
    const file = join(folder(), 'items.csv');
    writeFileSync(file, 'mine');
    await expect(toFile(file)).rejects.toMatchObject({
      name: 'ExportError',
      code: 'exists',
      message: `The file "${file}" exists already.`,
    });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await toFile(file, undefined, true);
    expect(readFileSync(file, 'utf8')).toContain('https://example.org/a');
  });

  it('never replaces one that has appeared meanwhile', async () => {
    const file = join(folder(), 'items.csv');
    const rows = function* () {
      yield row();
      writeFileSync(file, 'mine');
    };
    await expect(toFile(file, rows)).rejects.toMatchObject({ code: 'exists' });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(readdirSync(join(file, '..'))).toEqual(['items.csv']);
  });

  it('leaves everything as it was when it fails half way', async () => {
    const file = join(folder(), 'items.jsonl');
    writeFileSync(file, 'mine');
    const rows = function* () {
      for (let n = 0; n < 1000; n += 1) yield row({ text: 'x'.repeat(200) });
      throw new Error('The database is damaged.');
    };
    const target = { file, force: true };
    const request = {
      batches: () => inBatches(rows()),
      format: 'jsonl',
      rows: null,
      columns: null,
      target,
    } as const;
    await expect(exportItems(request)).rejects.toThrow('The database is damaged.');
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(readdirSync(join(file, '..'))).toEqual(['items.jsonl']);
  });

  it('follows a symbolic link', async () => {
    const dir = folder();
    mkdirSync(join(dir, 'real'));
    writeFileSync(join(dir, 'real', 'items.csv'), 'old');
    symlinkSync('real/items.csv', join(dir, 'link.csv'));
    await toFile(join(dir, 'link.csv'), undefined, true);
    expect(readlinkSync(join(dir, 'link.csv'))).toBe('real/items.csv');
    expect(readFileSync(join(dir, 'real', 'items.csv'), 'utf8')).toContain('example.org');
  });

  it.skipIf(process.platform === 'win32')('writes into a pipe instead of replacing it', async () => {
    const pipe = join(folder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = createReadStream(pipe, 'utf8');
    let text = '';
    reader.on('data', (chunk) => (text += String(chunk)));
    await Promise.all([toFile(pipe), once(reader, 'end')]);
    expect(readCsvObjects(text)).toHaveLength(1);
  });

  it('says what is wrong with a path', async () => {
    const dir = folder();
    await expect(toFile(dir)).rejects.toMatchObject({
      code: 'is-a-folder',
      message: `"${dir}" is a folder.`,
    });
    const lost = join(dir, 'no', 'items.csv');
    await expect(toFile(lost)).rejects.toMatchObject({
      code: 'missing',
      message: `The folder of "${lost}" does not exist.`,
    });
    expect(readdirSync(dir)).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('says when the disk is full', async () => {
    await expect(toFile('/dev/full')).rejects.toMatchObject({ code: 'disk-full' });
  });
});

describe('exporting to a file on Windows', () => {
  const start = (calls: Partial<FileCalls>, existing: string | null = 'old') => {
    const file = join(folder(), 'items.csv');
    if (existing !== null) writeFileSync(file, existing);
    const files = createFiles({ platform: 'win32', calls, pause: () => undefined });
    let asked = 0;
    async function* texts() {
      asked += 1;
      yield ['new'];
    }
    return {
      file,
      write: (name = file, force = true) =>
        writeTo({ file: name, force }, texts(), { files, platform: 'win32' }),
      asked: () => asked,
      left: () => readdirSync(join(file, '..')),
    };
  };

  it.each(['EBUSY', 'EPERM', 'EACCES'])('waits while a scanner reads it (%s)', async (code) => {
    const { file, write, left } = start({
      renameSync: failing(code, 4, renameSync),
      rmSync: failing(code, 4, rmSync),
    });
    await write();
    expect([readFileSync(file, 'utf8'), left()]).toEqual(['new', ['items.csv']]);
  });

  it('says before the work that another program has it open', async () => {
    const { file, write, asked, left } = start({ openSync: failing('EBUSY') });
    await expect(write()).rejects.toMatchObject({
      name: 'ExportError',
      code: 'file-in-use',
      message: `"${file}" is open in another program.`,
      hint: 'Close it there, for example in Excel, or choose another name.',
    });
    expect([asked(), left(), readFileSync(file, 'utf8')]).toEqual([0, ['items.csv'], 'old']);
  });

  it('says so when it was opened meanwhile', async () => {
    const { file, write, left } = start({ renameSync: failing('EPERM') });
    await expect(write()).rejects.toMatchObject({ code: 'file-in-use' });
    expect([left(), readFileSync(file, 'utf8')]).toEqual([['items.csv'], 'old']);
  });

  it('tells a file that may not be written from one that is open', async () => {
    const { write } = start({ openSync: failing('EPERM') });
    await expect(write()).rejects.toMatchObject({ code: 'read-only' });
  });

  it('has succeeded when the file is there, whatever becomes of the clean-up', async () => {
    for (const force of [true, false]) {
      const { file, write } = start({ rmSync: failing('EBUSY'), openSync: failing('EPERM') }, null);
      await write(file, force);
      expect(readFileSync(file, 'utf8')).toBe('new');
    }
  });

  /** A disk that is full after some calls of a file. */
  const full = (method: 'writeFile' | 'sync'): Partial<FileCalls> => ({
    open: async (path, flags) => {
      const handle = await open(path, flags);
      return Object.assign(handle, { [method]: failing('ENOSPC') });
    },
  });

  it.each(['writeFile', 'sync'] as const)('leaves nothing on a full disk (%s)', async (method) => {
    const { file, write, left } = start(full(method));
    await expect(write()).rejects.toMatchObject({
      code: 'disk-full',
      message: `The disk is full: "${file}" was not written.`,
      hint: 'Free some space on that disk, or write elsewhere.',
    });
    expect([left(), readFileSync(file, 'utf8')]).toEqual([['items.csv'], 'old']);
  });

  it('names what it could not remove', async () => {
    const { write, left } = start({ ...full('sync'), rmSync: failing('EBUSY') });
    const error = await write().catch((thrown: unknown) => thrown);
    const [partial] = left().filter((name) => name.endsWith('.partial'));
    expect(error).toMatchObject({ code: 'disk-full', hint: expect.stringContaining(String(partial)) });
  });

  it('refuses a name that means a device, before anything is asked for', async () => {
    for (const name of ['CON', 'nul.csv', 'a?b.csv', 'items.csv:hidden', 'items.csv.']) {
      const { file, write, asked, left } = start({}, null);
      await expect(write(join(file, '..', name))).rejects.toMatchObject({
        name: 'ExportError',
        code: 'bad-name',
        hint: expect.stringMatching(/^Choose another name, for example ".+"\.$/),
      });
      expect([asked(), left()]).toEqual([0, []]);
    }
  });
});

describe('exporting to a stream', () => {
  const toStream = (stream: Writable, count: number) => {
    let produced = 0;
    const rows = function* () {
      for (; produced < count; produced += 1) yield row({ text: 'x'.repeat(1000) });
    };
    const result = exportItems({
      batches: () => inBatches(rows()),
      format: 'jsonl',
      rows: null,
      columns: null,
      target: { stream },
    });
    return { result, produced: () => produced };
  };

  it('waits for a slow reader instead of filling the memory', async () => {
    const waiting: (() => void)[] = [];
    let received = 0;
    const stream = new Writable({
      highWaterMark: 1000,
      write(chunk: Buffer, _encoding, done) {
        received += chunk.toString().split('\n').length - 1;
        waiting.push(done);
      },
    });
    const { result, produced } = toStream(stream, 2000);
    const settled = result.then(() => true);
    await Promise.resolve();
    expect(produced()).toBeLessThan(100);
    while (!(await Promise.race([settled, new Promise<false>((resolve) => setImmediate(resolve, false))]))) {
      for (const done of waiting.splice(0)) done();
    }
    expect([produced(), received]).toEqual([2000, 2000]);
    expect((await result).file).toBeNull();
  });

  it('ends with a clear error when the reader goes away', async () => {
    const stream = new Writable({
      write(_chunk, _encoding, done) {
        done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }));
      },
    });
    await expect(toStream(stream, 2000).result).rejects.toMatchObject({
      name: 'ExportError',
      code: 'closed',
    });
    const closed = new Writable({ write: (_chunk, _encoding, done) => done() });
    closed.destroy();
    await expect(toStream(closed, 10).result).rejects.toMatchObject({ code: 'closed' });
  });

  it('tells of a failure at the very end, too', async () => {
    const stream = new Writable({
      write(_chunk, _encoding, done) {
        setImmediate(done, Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC', syscall: 'write' }));
      },
    });
    await expect(toStream(stream, 1).result).rejects.toMatchObject({
      code: 'disk-full',
      message: 'The disk is full: the output was not written.',
    });
  });

  it('leaves the stream open', async () => {
    const stream = new Writable({ write: (_chunk, _encoding, done) => done() });
    await toStream(stream, 3).result;
    expect(stream.writableEnded).toBe(false);
  });
});

describe('adding to a file', () => {
  const add = (file: string, rows: ItemRow[], format: 'csv' | 'jsonl' | 'json' = 'csv') =>
    exportItems({
      batches: () => inBatches(rows),
      format,
      rows: null,
      columns: null,
      target: { file, append: true },
    });

  it('creates it, and then adds rows in its columns', async () => {
    const file = join(folder(), 'items.csv');
    await add(file, [row({ a: 1, b: 2 })]);
    await add(file, [row({ b: 4 }), row({ a: 5 })]);
    expect(readCsvObjects(readFileSync(file, 'utf8')).map(({ a, b }) => [a, b])).toEqual([
      ['1', '2'],
      ['', '4'],
      ['5', ''],
    ]);
    expect(readdirSync(join(file, '..'))).toEqual(['items.csv']);
  });

  it('refuses columns that are not there, and leaves the file', async () => {
    const file = join(folder(), 'items.csv');
    await add(file, [row({ a: 1 })]);
    const before = readFileSync(file, 'utf8');
    await expect(add(file, [row({ a: 1, new: 2 })])).rejects.toMatchObject({
      code: 'other-columns',
      message: 'The file has no column for new.',
    });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('ends a line that has no end', async () => {
    const file = join(folder(), 'items.jsonl');
    writeFileSync(file, '{"mine":1}');
    await add(file, [row()], 'jsonl');
    const [first, second] = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect([first, JSON.parse(second ?? '').title]).toEqual(['{"mine":1}', 'Title']);
  });

  it('is refused where the format is closed at its end', async () => {
    await expect(add(join(folder(), 'items.json'), [row()], 'json')).rejects.toMatchObject({
      code: 'not-appendable',
    });
  });
});
