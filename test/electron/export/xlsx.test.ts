import { expect, it } from 'vitest';
import { columnLetters, entriesOf } from '../../../electron/export/formats/xlsx.ts';
import { createNotes } from '../../../electron/export/notes.ts';

it.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
  [16_383, 'XFD'],
])('the column %i is %s', (at, letters) => {
  expect(columnLetters(at)).toBe(letters);
});

/** The files of a workbook with one column, by name. */
async function bookOf(rows: number, most: number): Promise<{ files: Map<string, string>; notes: string[] }> {
  const notes = createNotes();
  async function* batches() {
    for (let n = 0; n < rows; n += 1) yield [new Map([['n', n]])];
  }
  const table = { name: 'items', columns: [{ name: 'n', type: 'integer' as const }], rows: batches };
  const files = new Map<string, string>();
  for await (const { name, content } of entriesOf([table], notes, { rows: most })) {
    let text = '';
    for await (const chunk of content()) text += String(chunk);
    files.set(name, text);
  }
  return { files, notes: notes.sentences() };
}

it.each([
  [0, [0]],
  [3, [3]],
  [4, [3, 1]],
  [6, [3, 3]],
  [7, [3, 3, 1]],
])('%i rows in sheets of three below a header', async (rows, expected) => {
  const { files, notes } = await bookOf(rows, 4);
  const sheets = [...files].filter(([name]) => name.startsWith('xl/worksheets/')).map(([, text]) => text);
  expect(sheets.map((text) => text.split('<row ').length - 2)).toEqual(expected);
  const names = [...(files.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]+)"/g)].map(
    ([, name]) => name,
  );
  expect(names).toEqual(['items', 'items 2', 'items 3'].slice(0, expected.length));
  expect(notes).toHaveLength(expected.length > 1 ? 1 : 0);
});
