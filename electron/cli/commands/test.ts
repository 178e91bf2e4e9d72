import { writeFile } from 'node:fs/promises';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { JsonValue, TestCell, TestGrid, TestPage } from '../../../shared/contract/types.ts';
import { HostError } from '../../host/errors.ts';
import { junitXml, type JUnitCase } from '../../proof/junit.ts';
import { projectOption, type CommandSpec, type Context } from '../command.ts';
import { readInput } from '../input.ts';
import { count, printable, UsageError } from '../output.ts';
import { renderTable } from '../table.ts';
import { textOfVersion, versionOption } from './versions.ts';

/** A cell as programs read it. */
interface TestedField {
  /** The URL of the page, or its title where the URL is unknown. */
  page: string;
  field: string;
  state: TestCell['state'];
  /** By row where the page makes rows, and for links; null: nothing is locked. */
  expected: JsonValue;
  got: JsonValue;
}

const failing: ReadonlySet<TestCell['state']> = new Set(['changed', 'empty', 'missing']);

/** The command `test`. */
export const test: CommandSpec = {
  usage: 'test <spider>',
  summary: 'run a spider on its saved pages and compare with what is locked',
  description:
    'Runs the newest version of a spider on its saved pages, without a network, and compares what it takes with the values that were locked as right, in the window or with --lock. The exit code is 1 when a value has changed, is empty or is no longer extracted. New values fail nothing. --drift fetches the pages again and compares their newer copies; they wait beside the earlier ones until --keep, and nothing is replaced before.',
  options: [
    projectOption,
    {
      flags: '--file <file>',
      description: 'test this text instead of the newest version ("-": standard input)',
    },
    versionOption,
    { flags: '--junit <file>', description: 'write the results to a file as JUnit XML, too' },
    { flags: '--sample', description: 'first save a varied sample of the pages of the last run' },
    { flags: '--lock', description: 'lock everything that the spider takes now as right' },
    { flags: '--drift', description: 'fetch the pages again and compare the newer copies' },
    {
      flags: '--keep <copy>',
      description: 'keep these copies of pages fetched again',
      choices: ['newer', 'earlier'],
    },
    { flags: '--allow-private', description: 'with --drift: allow loopback and private addresses' },
  ],
  examples: [
    ['test shop', 'whether the spider still takes what is locked'],
    [
      'test shop --sample --lock',
      'begins: saves pages of the last run and locks what the spider takes from them',
    ],
    ['test shop --file shop.json --junit results.xml', 'an edit before it is saved, for a CI system'],
    ['test shop --drift', 'what has changed on the site since the pages were saved'],
  ],
  async run(context, [spider = '']) {
    const { options, ask, output } = context;
    const of = { project: options.project(), spider };
    const file = options.text('file');
    const keep = options.text('keep');
    if (file !== null && options.text('version') !== null)
      throw new UsageError('Give --file or --version, not both.');
    const isDrift = options.flag('drift');
    if (isDrift && (keep !== null || options.flag('lock')))
      throw new UsageError('--drift goes with neither --keep nor --lock.', 'Look at what has changed first.');
    const edit = file === null ? await textOfVersion(context, of) : { text: await readInput(file) };
    if (options.flag('sample')) {
      const { run, pages } = await ask('tests.sample', of);
      output.note(`Saved ${count(pages.length, 'page')} of run ${run}.`);
    }
    if (keep !== null) await keepCopies(context, of, keep === 'newer' ? 'newer' : 'earlier');
    if (isDrift) return drift(context, { ...of, ...edit });
    if (options.flag('lock')) {
      const { locked } = await ask('tests.lock', { ...of, ...edit });
      output.note(`Locked ${count(locked, 'value')}.`);
    }
    const tested = await ask('tests.run', { ...of, ...edit, rows: true });
    noteUnacted(output, tested.grid.pages);
    await noteEmptySelectors(context, of, edit.text);
    if (tested.locked === 0) throw nothingLocked(spider, tested.grid.pages.length);
    const fields = fieldsOf(tested.grid);
    await writeJUnit(context, spider, fields);
    output.result({ passed: tested.passed, fields }, () =>
      [describeGrid(tested.grid), tested.edit?.sentence ?? '', summary(tested)]
        .filter((part) => part !== '')
        .join('\n\n'),
    );
    return tested.passed ? 0 : 1;
  },
};

/** Tells which selectors of actions and lists match nothing on the saved pages. */
async function noteEmptySelectors(
  { ask, output }: Context,
  of: Of,
  given: string | undefined,
): Promise<void> {
  const { project, spider } = of;
  const text = given ?? (await ask('spiders.get', { project, spider })).text;
  const { selectors } = await ask('tester.empty', { project, spider, text });
  for (const { pointer, why } of selectors) output.note(printable(`${pointer}: ${why.line}`));
}

/** Tells which pages are not as a run would see them, and how to save them again. */
function noteUnacted(output: Context['output'], pages: readonly TestPage[]): void {
  const told = pages.filter(({ unacted }) => unacted !== null);
  for (const page of told) output.note(printable(`${pageName(page)}: ${page.unacted ?? ''}`));
  if (told.length > 0) output.note('"pages fetch" saves a page again.');
}

interface Of {
  project: string;
  spider: string;
  text?: string;
}

async function keepCopies({ ask, output }: Context, of: Of, copy: 'newer' | 'earlier'): Promise<void> {
  const { grid } = await ask('tests.run', of);
  const waiting = grid.pages.filter(({ newer }) => newer !== null);
  for (const { page } of waiting) await ask('tests.keep', { page, copy });
  output.note(`Kept the ${copy} copy of ${count(waiting.length, 'page')}.`);
}

async function drift(context: Context, of: Of): Promise<number> {
  const { ask, options, output } = context;
  const { project, spider } = of;
  const allowPrivate = options.flag('allowPrivate');
  const { failed } = await ask('tests.fetchAgain', { project, spider, allowPrivate });
  const { changes, grid } = await ask('tests.drift', of);
  const fields = fieldsOf(grid);
  const passed = failed.length === 0 && !fields.some(({ state }) => failing.has(state));
  await writeJUnit(context, spider, fields);
  const { grid: earlier } = await ask('tests.run', of);
  const nameOf = (page: string): string => pageName(earlier.pages.find((each) => each.page === page));
  const pages = [
    ...changes.map(({ page, sentence }) => ({ page: nameOf(page), change: sentence, problem: null })),
    ...failed.map(({ page, message }) => ({ page: nameOf(page), change: null, problem: message })),
  ];
  output.result({ passed, fields, pages }, () => {
    const told = pages.map(({ page, change, problem }) =>
      printable(`${page}\n    ${change ?? problem ?? ''}`),
    );
    const hint =
      changes.length === 0
        ? 'No page was fetched.'
        : 'Keep the newer copies with --keep newer, or discard them with --keep earlier.';
    return [...told, describeGrid(grid), hint].filter((part) => part !== '').join('\n\n');
  });
  return passed ? 0 : 1;
}

const pageName = (page: Pick<TestPage, 'url' | 'title'> | undefined): string =>
  page?.url ?? page?.title ?? '';

function fieldsOf({ pages, cells }: TestGrid): TestedField[] {
  return cells.map((cell) => {
    const page = pages.find((each) => each.page === cell.page);
    const isList = cell.kind === 'links' || page?.rows !== null;
    const rows = cell.rows ?? [];
    const expected = rows.filter(({ state }) => state !== 'added').map((row) => row.expected);
    const got = rows.filter(({ state }) => state !== 'removed').map((row) => row.got);
    const whole = (values: JsonValue[]): JsonValue =>
      isList || values.length > 1 ? values : (values[0] ?? null);
    return {
      page: pageName(page),
      field: cell.name,
      state: cell.state,
      expected: cell.locked ? whole(expected) : null,
      got: cell.state === 'missing' ? null : whole(got),
    };
  });
}

async function writeJUnit(
  { options, output }: Context,
  spider: string,
  fields: readonly TestedField[],
): Promise<void> {
  const file = options.text('junit');
  if (file === null) return;
  const cases = fields.map(({ page, field, state, expected, got }): JUnitCase => ({
    name: field,
    group: page,
    failure: failing.has(state)
      ? {
          message: messages[state],
          detail: `expected: ${JSON.stringify(expected)}\ngot: ${JSON.stringify(got)}`,
        }
      : null,
    skipped: state === 'new' && expected === null ? 'Nothing is locked.' : null,
  }));
  await writeFile(file, junitXml(spider, cases)).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new HostError('output-failed', `"${file}" cannot be written: ${why}`, 'Name another file.');
  });
  output.note(`Wrote ${file}.`);
}

const messages: Readonly<Record<TestCell['state'], string>> = {
  same: 'It is as locked.',
  new: 'There are values that nobody has locked.',
  changed: 'A value is not as it was locked.',
  empty: 'The values are gone.',
  missing: 'The spider no longer extracts it.',
};

/** The cells that are not as locked. */
function describeGrid({ pages, cells }: TestGrid): string {
  const told = cells.filter(({ state, locked }) => failing.has(state) || (state === 'new' && locked));
  if (told.length === 0) return '';
  const rows = told.map((cell) => {
    const differing = (cell.rows ?? []).filter(({ state }) => state !== 'same');
    const [first] = differing;
    const more = differing.length > 1 ? ` (and ${differing.length - 1} more)` : '';
    const got = cell.state === 'empty' ? (cell.why ?? '') : `${shown(first?.got)}${more}`;
    const page = pages.find((each) => each.page === cell.page);
    return [
      cell.name,
      cell.state,
      shown(first?.expected),
      cell.state === 'missing' ? '' : got,
      pageName(page),
    ];
  });
  return renderTable(['FIELD', 'STATE', 'EXPECTED', 'GOT', 'PAGE'], rows);
}

const shown = (value: JsonValue | undefined): string =>
  value === undefined || value === null ? '–' : JSON.stringify(value);

function summary({ grid, passed }: CallValue<'tests.run'>): string {
  const locked = grid.cells.filter((cell) => cell.locked);
  const good = locked.filter(({ state }) => !failing.has(state)).length;
  const open = grid.cells.length - locked.length;
  const unlocked = open === 0 ? '' : ` ${count(open, 'value is', 'values are')} not locked.`;
  const left = grid.left === 0 ? '' : ` ${count(grid.left, 'page was', 'pages were')} not looked at.`;
  const what = `${good} of ${count(locked.length, 'locked value')} on ${count(grid.pages.length, 'page')}`;
  return `${passed ? 'Passed' : 'Failed'}: ${what} ${good === 1 ? 'is' : 'are'} as locked.${unlocked}${left}`;
}

function nothingLocked(spider: string, pages: number): HostError {
  const what =
    pages === 0 ? `"${spider}" has no saved pages` : `Nothing is locked on the saved pages of "${spider}"`;
  return new HostError(
    'no-tests',
    `${what}, so there is nothing to test.`,
    pages === 0
      ? 'Save pages in the window, or a sample of the last run with --sample; then lock what is right with --lock.'
      : 'Lock what is right in the window under Tests, or all of it with --lock.',
  );
}
