import { once } from 'node:events';
import {
  createReadStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
  mkdtempSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { Writable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exportItems } from '../../../electron/export/export.ts';
import type { ItemRow } from '../../../electron/store/items.ts';
import { readCsvObjects } from './csv-reader.ts';
import { row } from './support.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'spider-studio-export-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const toFile = (file: string, rows: () => Iterable<ItemRow> = () => [row()], force = false) =>
  exportItems({ rows, format: 'csv', columns: null, target: { file, force } });

describe('exporting to a file', () => {
  it('writes all of it and says how much', async () => {
    const file = join(folder(), 'items.csv');
    const items = Array.from({ length: 2000 }, (_, n) => row({ n, text: 'x'.repeat(100) }));
    expect(await toFile(file, () => items)).toEqual({ file, rows: 2000, format: 'csv', notes: [] });
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
    const request = { rows, format: 'jsonl', columns: null, target: { file, force: true } } as const;
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

describe('exporting to a stream', () => {
  const toStream = (stream: Writable, count: number) => {
    let produced = 0;
    const rows = function* () {
      for (; produced < count; produced += 1) yield row({ text: 'x'.repeat(1000) });
    };
    const result = exportItems({ rows, format: 'jsonl', columns: null, target: { stream } });
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
