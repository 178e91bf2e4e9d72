import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { convert } from '../../../../electron/converters/convert.ts';
import { mayHoldSpiders, readDropped } from '../../../../renderer/features/spiders/dropped-files.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures/converters/portia/', import.meta.url));

/** A file or a folder as a browser hands it over when it is dropped; a folder gives its entries two at a time. */
function entryOf(path: string): unknown {
  const name = basename(path);
  if (!statSync(path).isDirectory()) {
    const file = new File([readFileSync(path)], name);
    return { name, isFile: true, isDirectory: false, file: (done: (file: File) => void) => done(file) };
  }
  const createReader = () => {
    const left = readdirSync(path).map((each) => entryOf(join(path, each)));
    return { readEntries: (done: (entries: unknown[]) => void) => done(left.splice(0, 2)) };
  };
  return { name, isFile: false, isDirectory: true, createReader };
}

function dropped(...entries: unknown[]): DataTransfer {
  const items = entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry }));
  const files = entries.map((entry) => new File([], String(Object(entry).name)));
  return { items, files } as unknown as DataTransfer;
}

it('reads the folder of a project of another tool, with all that is in it', async () => {
  const transfer = dropped(entryOf(join(fixtures, 'shop')));
  expect(mayHoldSpiders(transfer)).toBe(true);
  const [read, ...more] = await readDropped(transfer);
  expect(more).toEqual([]);
  expect(read).toMatchObject({ name: 'shop', problem: null });
  expect(read?.folder?.map(({ name }) => name)).toEqual([
    'shop/extractors.json',
    'shop/items.json',
    'shop/project.json',
    'shop/spiders/shop.json',
    'shop/spiders/shop/brand.json',
    'shop/spiders/shop/list.json',
    'shop/spiders/shop/product.json',
  ]);
  const { from, spiders } = convert(
    null,
    (read?.folder ?? []).map((each) => ({ ...each })),
  );
  expect(from).toBe('portia');
  expect(spiders.map(({ name, text }) => [name, text === null])).toEqual([['shop', false]]);
});

it('says that a folder has nothing to import, or cannot be read', async () => {
  const empty = {
    name: 'empty',
    isDirectory: true,
    createReader: () => ({ readEntries: (done: (all: []) => void) => done([]) }),
  };
  const gone = {
    name: 'gone',
    isDirectory: true,
    createReader: () => ({
      readEntries: (_: unknown, failed: (why: Error) => void) => failed(new Error('gone')),
    }),
  };
  const read = await readDropped(dropped(empty, gone));
  expect(read.map(({ name, problem }) => [name, problem])).toEqual([
    ['empty', 'It has no files of spiders: .json or .py.'],
    ['gone', 'It could not be read: it may have been moved.'],
  ]);
});

it('takes files of spiders beside folders, and no others', async () => {
  const file = { name: 'a.json', isFile: true, isDirectory: false };
  expect((await readDropped(dropped(file))).map(({ name }) => name)).toEqual(['a.json']);
  expect(mayHoldSpiders(dropped({ name: 'a.png', isFile: true, isDirectory: false }))).toBe(false);
});
