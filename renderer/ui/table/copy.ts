import { toast } from '../../state/toasts.ts';
import { count } from '../format.ts';
import type { PageCache } from './page-cache.ts';
import { selectedCount, type Selection } from './selection.ts';
import type { Column } from './types.ts';

/** More are a matter for an export. */
const mostRows = 10_000;

/** A value as a cell of tab-separated text: quoted as spreadsheets expect it where it holds tabs, quotes or line ends. */
export const tsvCell = (text: string) => (/[\t\n\r"]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Puts the selected rows onto the clipboard, with a header, as spreadsheets take them. */
export async function copyRows<Row>(
  cache: PageCache<Row>,
  columns: readonly Column<Row>[],
  selection: Selection,
): Promise<void> {
  const lines = [columns.map((column) => tsvCell(column.title)).join('\t')];
  const wanted = selectedCount(selection);
  let left = mostRows;
  for (const [first, last] of selection) {
    const size = Math.min(left, last - first + 1);
    if (size <= 0) break;
    const answer = await cache.read(first, size, new AbortController().signal);
    if (!answer.ok) {
      toast.error(answer.error, 'The rows were not copied.');
      return;
    }
    for (const row of answer.rows) lines.push(columns.map((column) => tsvCell(column.text(row))).join('\t'));
    left -= size;
  }
  await writeClipboard(lines.join('\n'));
  if (wanted > mostRows) {
    toast.information(`The first ${count(mostRows)} of ${count(wanted)} rows were copied`, {
      hint: 'Export them to have all.',
    });
  } else {
    toast.success(wanted === 1 ? 'The row was copied' : `${count(wanted)} rows were copied`);
  }
}

/** Writes to the clipboard; where the browser forbids that, it is told. */
export async function writeClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    toast.warning('The clipboard cannot be written', {
      hint: 'Allow this page to use the clipboard, or select the text and copy it.',
    });
  }
}
