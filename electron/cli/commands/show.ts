import { worded } from '../actions.ts';
import { explainNoItems, itemsOf, itemAt } from '../../host/data/run-items.ts';
import { projectOption, wholeNumber, type CommandSpec } from '../command.ts';
import { count, printable } from '../output.ts';
import { renderTable } from '../table.ts';
import { fieldName, type ShownItem } from '../../host/data/run-items.ts';

/** Rows that a terminal gets unless asked for more. */
const rowsShown = 20;

export const show: CommandSpec = {
  usage: 'show <spider> [index]',
  summary: 'show the items of a crawl',
  description:
    'Shows the items of the latest run of a spider as a table, or one of them in full: INDEX counts from 1.',
  options: [
    projectOption,
    { flags: '--run <id>', description: 'the items of this run, or of "all" runs' },
    {
      flags: '--limit <n>',
      description: `rows to show (default: ${rowsShown} on a terminal, all with --json)`,
    },
  ],
  examples: [
    ['show news', 'the items of the latest run'],
    ['show news 3', 'the third item in full'],
    ['show news --run all --json', 'the items of every run, for programs'],
  ],
  async run({ output, options, reading }, [spider = '', index]) {
    const query = { project: options.project(), spider, run: options.text('run') };
    if (index !== undefined) {
      const item = itemAt(reading(), query, wholeNumber(index, 'INDEX'));
      output.result(item, () => describeItem(item));
      return;
    }
    const limit = options.count('limit') ?? (output.json ? Infinity : rowsShown);
    const { items, total } = itemsOf(reading(), query, limit);
    output.result(items, () =>
      total === 0
        ? (worded(explainNoItems(reading(), query)) ?? '')
        : describeItems(items, total, 'add --limit to see them'),
    );
  },
};

/**
 * A table of items: their number, the columns that hold something, then as many other fields as fit.
 * @param total how many there are; `where` says where to find those that are not shown
 */
export function describeItems(items: readonly ShownItem[], total: number, where: string): string {
  if (items.length === 0) return 'No items.';
  const names: string[] = [];
  for (const item of items) {
    for (const [name, value] of Object.entries(cells(item))) {
      if (value !== '' && !names.includes(name)) names.push(name);
    }
  }
  const shown = names.slice(0, 6);
  const rows = items.map((item, row) => {
    const values = cells(item);
    return [String(row + 1), ...shown.map((name) => values[name] ?? '')];
  });
  const more = total > items.length ? `\n${count(total - items.length, 'more item')}; ${where}.` : '';
  const hidden =
    names.length > shown.length ? `\nFurther fields: ${names.slice(shown.length).join(', ')}.` : '';
  return `${renderTable(['#', ...shown], rows)}\n${hidden}${more}`.trimEnd();
}

function cells(item: ShownItem): Record<string, string> {
  const { title, author, published_date, url, content, metadata_json } = item;
  const fields = Object.entries(metadata_json).map(([name, value]) => [fieldName(name), value] as const);
  return Object.fromEntries(
    Object.entries({ title, ...Object.fromEntries(fields), author, published_date, content, url }).map(
      ([name, value]) => [name, cellText(value)],
    ),
  );
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.some((entry) => typeof entry === 'object'))
    return count(value.length, 'entry', 'entries');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function describeItem(item: ShownItem): string {
  const { metadata_json, problems, ...columns } = item;
  const more = Object.entries(metadata_json).map(([name, value]) => [fieldName(name), value] as const);
  const lines = [
    ...Object.entries(columns),
    ...more,
    ...(problems.length > 0 ? [['problems', problems] as const] : []),
  ].map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    return `${name}: ${text.replaceAll('\n', '\n  ')}`;
  });
  return printable(lines.join('\n'));
}
