import { count } from '../format.ts';
import type { UiEnvironment } from '../ui-context.ts';
import type { PageCache } from './page-cache.ts';
import { selectedCount, type Selection } from './selection.ts';
import type { Column } from './types.ts';

/** More are a matter for an export. */
const maxRows = 10_000;

/** A value as a cell of tab-separated text: quoted as spreadsheets expect it where it holds tabs, quotes or line ends. */
export const tsvCell = (text: string) => (/[\t\n\r"]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Puts the selected rows onto the clipboard, with a header, as spreadsheets take them. */
export async function copyRows<Row>(
  cache: PageCache<Row>,
  columns: readonly Column<Row>[],
  selection: Selection,
  { copy, notify }: Pick<UiEnvironment, 'copy' | 'notify'>,
): Promise<void> {
  const lines = [columns.map((column) => tsvCell(column.title)).join('\t')];
  const wanted = selectedCount(selection);
  let left = maxRows;
  for (const [first, last] of selection) {
    const size = Math.min(left, last - first + 1);
    if (size <= 0) break;
    const answer = await cache.read(first, size, new AbortController().signal);
    if (!answer.ok) {
      const { message, hint, code } = answer.error;
      return notify({ severity: 'error', title: 'The rows were not copied.', message, hint, code });
    }
    for (const row of answer.rows) lines.push(columns.map((column) => tsvCell(column.text(row))).join('\t'));
    left -= size;
  }
  if (!(await copy(lines.join('\n')))) return;
  if (wanted > maxRows) {
    notify({
      severity: 'information',
      title: `The first ${count(maxRows)} of ${count(wanted)} rows were copied`,
      hint: 'Export them to have all.',
    });
  } else {
    notify({
      severity: 'success',
      title: wanted === 1 ? 'The row was copied' : `${count(wanted)} rows were copied`,
    });
  }
}
