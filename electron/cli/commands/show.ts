import type { Item, ItemView } from '../../../shared/contract/types.ts';
import { metadataName } from '../../../shared/item-columns.ts';
import { HostError } from '../../host/errors.ts';
import { worded } from '../actions.ts';
import { projectOption, wholeNumber, type CommandSpec, type Context } from '../command.ts';
import { describeEvidence, writeEvidence } from '../evidence.ts';
import { count, printable, UsageError } from '../output.ts';
import { renderTable } from '../table.ts';
import { viewOf, viewOptions } from '../view-options.ts';

/** Rows that are printed as text unless --limit says otherwise. */
const rowsShown = 20;

/** The command `show`. */
export const show: CommandSpec = {
  usage: 'show <spider> [index]',
  summary: 'show the items of a crawl',
  description:
    'Shows the items of the latest run of a spider as a table, or one of them in full: INDEX counts from 1.',
  options: [
    projectOption,
    {
      flags: '--run <id>',
      description:
        'the items of this run, of "all" runs, or of the "dataset": the newest of each over all runs',
    },
    {
      flags: '--limit <n>',
      description: `rows to show (default: ${rowsShown} on a terminal, all with --json)`,
    },
    ...viewOptions,
    {
      flags: '--evidence <path>',
      description:
        'write the files that prove where the values of the item come from: into this new folder, or into one archive where the path ends with ".zip"',
    },
    { flags: '--field <name>', description: 'with --evidence: the value that it is about' },
    { flags: '--force', description: 'with --evidence: replace an existing archive' },
  ],
  examples: [
    ['show news', 'the items of the latest run'],
    ['show news 3', 'the third item in full'],
    ['show news 3 --evidence proof.zip', 'the page, the way to each value, and checksums'],
    ['show shop --where "price > 100" --sort "price desc"', 'the dearest first'],
    ['show shop --run dataset --where "gone = true"', 'what the newest full run did not find any more'],
    ['show news --run all --json', 'the items of every run, for programs'],
  ],
  async run(context, [spider = '', index]) {
    const { output, options, ask } = context;
    const source = { project: options.project(), spider, run: options.text('run') ?? 'latest' };
    const view = await viewOf(context, source);
    const evidence = options.text('evidence');
    if (evidence === null && (options.text('field') !== null || options.flag('force')))
      throw new UsageError('--field and --force go with --evidence.', 'Add --evidence with a path.');
    if (evidence !== null) {
      if (index === undefined) throw new UsageError('--evidence is for one item.', 'Add its INDEX.');
      const item = await itemAt(ask, view, wholeNumber(index, 'INDEX'));
      const written = await writeEvidence(context, item.id, evidence);
      output.result(written, () => describeEvidence(written));
      return;
    }
    if (index !== undefined) {
      const item = await itemAt(ask, view, wholeNumber(index, 'INDEX'));
      output.result(item, () => describeItem(item));
      return;
    }
    const limit = options.count('limit') ?? (output.json ? Infinity : rowsShown);
    const { items, total, ...found } = await itemsOf(ask, view, limit);
    output.result(items, () =>
      total === 0
        ? isNarrowed(view)
          ? 'No item fits.'
          : explainNoItems(found)
        : describeItems(items, total, 'add --limit to see them'),
    );
  },
};

/** An item as the command line shows it: the columns of the store, the other fields as an object. */
export type ShownItem = ReturnType<typeof shownItem>;

/** Items that are asked for at once. */
const portion = 500;

interface FoundItems {
  items: ShownItem[];
  total: number;
  /** null: all runs. */
  run: string | null;
  /** The newest run with items, where this one has none. */
  earlier: { run: string; items: number } | null;
}

const isNarrowed = ({ filters, search }: ItemView): boolean => filters !== undefined || search !== undefined;

/** The first items of a view, all from one snapshot. */
export async function itemsOf(ask: Context['ask'], view: ItemView, limit: number): Promise<FoundItems> {
  const items: ShownItem[] = [];
  let snapshot: { snapshot?: string } = {};
  for (;;) {
    const wanted = Math.min(portion, limit - items.length);
    const found = await ask('results.items', { ...view, offset: items.length, limit: wanted, ...snapshot });
    items.push(...found.items.map(shownItem));
    snapshot = { snapshot: found.snapshot };
    const isAll = found.items.length === 0 || items.length >= Math.min(limit, found.total);
    if (isAll) return { items, total: found.total, run: found.run, earlier: found.earlier };
  }
}

async function itemAt(ask: Context['ask'], view: ItemView, index: number): Promise<ShownItem> {
  const { items, total } = await ask('results.items', { ...view, offset: index - 1, limit: 1 });
  const [item] = items;
  if (item !== undefined) return shownItem(item);
  throw new HostError(
    'no-item',
    `There is no item ${index}.`,
    isNarrowed(view)
      ? `${count(total, 'item fits', 'items fit')}.`
      : total === 0
        ? 'The run has no items.'
        : `The run has ${total}.`,
  );
}

/** Explains in sentences why a source has no items. */
export function explainNoItems({ run, earlier }: Pick<FoundItems, 'run' | 'earlier'>): string {
  if (run === null) return 'No run has items.';
  const none = `Run ${run} has no items.`;
  if (earlier === null) return none;
  const hint = `${none} Run ${earlier.run} has ${count(earlier.items, 'item')}.`;
  return worded({ hint, action: { action: 'choose-run', run: earlier.run } }) ?? hint;
}

/** An item as the command line prints it: the metadata under the name of its column. */
function shownItem({ metadata, scraped_at, problems, dataset, ...columns }: Item) {
  return { ...columns, metadata_json: metadata, scraped_at, ...dataset, problems };
}

/**
 * A table of items: their numbers and the first six fields that have a value.
 * @param total how many items there are
 * @param where where to find those that are not shown
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
  const fields = Object.entries(metadata_json).map(([name, value]) => [metadataName(name), value] as const);
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
  const more = Object.entries(metadata_json).map(([name, value]) => [metadataName(name), value] as const);
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
