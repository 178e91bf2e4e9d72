import { describe, expect, it } from 'vitest';
import { copyRows } from '../../../renderer/ui/table/copy.ts';
import { PageCache } from '../../../renderer/ui/table/page-cache.ts';
import type { Selection } from '../../../renderer/ui/table/selection.ts';
import { arraySource, type Column, type RowSource } from '../../../renderer/ui/table/types.ts';

const columns: Column<number>[] = [
  { name: 'n', title: 'Number', cell: String, text: String },
  { name: 'square', title: 'Square', cell: (n) => n * n, text: (n) => String(n * n) },
];

/** Copies rows of a table; what was written, and what the person was told. */
async function copied(source: RowSource<number>, selection: Selection, isAllowed = true) {
  const written: string[] = [];
  const told: string[] = [];
  await copyRows(new PageCache(source), columns, selection, {
    copy: (text) => {
      if (isAllowed) written.push(text);
      return Promise.resolve(isAllowed);
    },
    notify: ({ severity, title, message }) => told.push([severity, title, message ?? ''].join('|')),
  });
  return { written, told };
}

const squares = arraySource('squares', [1, 2, 3]);

describe('rows that are copied', () => {
  it('are written with their header, and the person is told', async () => {
    expect(await copied(squares, [[1, 2]])).toEqual({
      written: ['Number\tSquare\n2\t4\n3\t9'],
      told: ['success|2 rows were copied|'],
    });
  });

  it('are not said to be copied where the clipboard is forbidden', async () => {
    expect(await copied(squares, [[0, 0]], false)).toEqual({ written: [], told: [] });
  });

  it('that cannot be read are told, with the reason', async () => {
    const broken: RowSource<number> = {
      ...squares,
      load: () =>
        Promise.resolve({
          ok: false,
          error: { code: 'disk-full', message: 'The disk is full.', hint: null },
        }),
    };
    expect(await copied(broken, [[0, 0]])).toEqual({
      written: [],
      told: ['error|The rows were not copied.|The disk is full.'],
    });
  });
});
