import type { ItemSource, ItemView } from '../../shared/contract/types.ts';
import { readFilters, readNames, readSort } from '../../shared/filters/read-filters.ts';
import { FilterProblem } from '../../shared/filters/scanner.ts';
import type { Context, OptionSpec } from './command.ts';
import { UsageError } from './output.ts';

/** The options that say which items of a source are meant, and in which order. */
export const viewOptions: readonly OptionSpec[] = [
  {
    flags: '--where <conditions>',
    description: 'only items that fit, for example: price >= 10 and title contains "blue lamp"',
  },
  { flags: '--sort <columns>', description: 'the order, for example: price desc, title' },
];

/**
 * The items that the options name.
 * @throws UsageError with the place, where a text cannot be read or names a column that the items do not have
 */
export async function viewOf(
  { options, ask, output }: Pick<Context, 'options' | 'ask' | 'output'>,
  source: ItemSource,
): Promise<ItemView> {
  const where = options.text('where');
  const order = options.text('sort');
  if (where === null && order === null) return { source };
  const { filters, search } = placed('where', where ?? '', (text) => readFilters(text));
  const sort = placed('sort', order ?? '', (text) => readSort(text));
  const named = [...filters, ...sort].map(({ column }) => column);
  if (named.length > 0) {
    const { columns, sampled, items } = await ask('results.columns', { source });
    const names = columns.map(({ name }) => name);
    const unknown = named.find((name) => !names.includes(name));
    if (unknown !== undefined && sampled)
      output.note(`None of the items that were looked at has a column "${unknown}".`);
    else if (unknown !== undefined && items > 0) {
      placed('where', where ?? '', (text) => readFilters(text, names));
      placed('sort', order ?? '', (text) => readSort(text, names));
    }
  }
  return {
    source,
    ...(filters.length === 0 ? {} : { filters }),
    ...(search === '' ? {} : { search }),
    ...(sort.length === 0 ? {} : { sort }),
  };
}

/** The names of `--columns`; null: all columns. @throws UsageError */
export function columnsOf({ options }: Pick<Context, 'options'>): string[] | null {
  const text = options.text('columns');
  if (text === null) return null;
  const columns = placed('columns', text, readNames);
  if (columns.length === 0)
    throw new UsageError('--columns names no column.', 'For example --columns title,url.');
  return columns;
}

/** Reads the text of an option. @throws UsageError which shows the text and the place in it */
export function placed<R>(option: string, text: string, read: (text: string) => R): R {
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof FilterProblem)) throw error;
    const before = text.slice(0, error.at).replace(/[^\t]/gu, ' ');
    const mark = '^'.repeat(Math.max(1, error.length));
    throw new UsageError(
      `--${option}, character ${error.at + 1}: ${error.message}\n  ${text}\n  ${before}${mark}`,
      error.hint,
    );
  }
}
