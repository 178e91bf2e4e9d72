import { plannedFiles } from '../../../shared/file-value.ts';
import type { Extraction, JsonValue, PageAnalysis, WhyEmpty } from '../../../shared/contract/types.ts';
import { xpathHint } from '../../../shared/selectors/read-css.ts';
import { HostError } from '../../host/errors.ts';
import { projectOption, type CommandSpec } from '../command.ts';
import { readInput } from '../input.ts';
import { count, printable, UsageError } from '../output.ts';
import { isAddress, pageDocument } from '../page-document.ts';
import { renderTable, shorten } from '../table.ts';

/** Matches that are printed as text; --json gives all. */
const matchesShown = 20;
/** Rows, and problems of rows, that are printed as text. */
const rowsShown = 50;

/** The command `analyze`. */
export const analyze: CommandSpec = {
  usage: 'analyze <page>',
  summary: 'look into a page, or test selectors on it',
  description:
    'Shows what a page contains and suggests selectors for it. With --test or --xpath it shows what a selector matches, with --spider and --callback what a callback extracts, exactly as in a crawl. The page is a file, "-" for standard input, or a URL. A URL is fetched as a crawl with the settings of --spider fetches it; with --browser, or "browser" first in EXTRACTOR_ORDER, it is rendered in a browser.',
  options: [
    { flags: '--url <url>', description: 'the URL that the page was saved from' },
    { flags: '--test <css>', description: 'show what a CSS selector matches' },
    { flags: '--xpath <expr>', description: 'show what an XPath expression matches' },
    { flags: '--browser', description: 'for a URL: render the page in a browser' },
    { flags: '--plain', description: 'for a URL: do not render the page, whatever the settings say' },
    { flags: '--allow-private', description: 'for a URL: allow loopback and private addresses' },
    { ...projectOption, description: 'for a URL: the project whose proxies are used (default: "default")' },
    {
      flags: '--spider <file>',
      description: 'a spider file, with --callback; for a URL also without, for its settings',
    },
    { flags: '--callback <name>', description: 'a callback of the spider, or parse_article' },
    { flags: '--find <text>', description: 'show the elements that contain a text, with selectors' },
  ],
  examples: [
    ['analyze page.html', 'title, headings, content, dates, authors, suggested selectors'],
    ["analyze page.html --test 'h1::text'", 'what a CSS selector matches'],
    ["analyze page.html --xpath '//a/@href' --json", 'what an XPath expression matches, for programs'],
    [
      'analyze page.html --spider shop.json --callback parse_product',
      'what a callback extracts, step by step',
    ],
    ["analyze page.html --find '19.99'", 'where a text is on the page'],
    ['analyze https://example.org/ --browser', 'a page after its scripts have run'],
  ],
  async run(context, [file = '']) {
    const { output, options } = context;
    const css = options.text('test');
    const xpath = options.text('xpath');
    const spider = options.text('spider');
    const callback = options.text('callback');
    const find = options.text('find');
    const modes = [css, xpath, callback, find].filter((mode) => mode !== null);
    if (modes.length > 1) throw new UsageError('Use one of --test, --xpath, --spider and --find at a time.');
    const isSettings = spider !== null && callback === null && isAddress(file);
    if ((spider === null) !== (callback === null) && !isSettings)
      throw new UsageError('--spider and --callback go together.');

    if (find?.trim() === '') throw new UsageError('--find is empty.', 'Name a text to look for.');
    const { ask } = context;
    const document = await pageDocument(context, file);
    const noting = <T extends { notes: string[] }>(answer: T): T => {
      for (const note of answer.notes) output.note(note);
      return answer;
    };
    if (css !== null || xpath !== null) {
      const language = css === null ? 'xpath' : 'css';
      const wanted = { document, language, selector: css ?? xpath ?? '' } as const;
      const { selection } = noting(await ask('documents.select', wanted).catch(wordedForOptions));
      output.result(selection, () => {
        const shown = selection.matches
          .slice(0, matchesShown)
          .map(({ value }, index) => `${index + 1}. ${shorten(value, 200)}`);
        const left = selection.count - shown.length;
        const more = left > 0 ? [`… and ${left} more; --json gives all.`] : [];
        return [
          count(selection.count, 'match', 'matches'),
          ...shown,
          ...more,
          ...whyLines(selection.why),
        ].join('\n');
      });
    } else if (spider !== null && callback !== null) {
      const text = await readInput(spider);
      const wanted = { document, text, file: spider, callback };
      const { extraction } = noting(await ask('documents.extract', wanted));
      output.result(extraction, () => describeExtraction(extraction));
    } else if (find !== null) {
      const { found } = noting(await ask('documents.find', { document, text: find }));
      output.result(found, () =>
        found.length === 0
          ? 'No element contains this text.'
          : found.map(({ selector, text }) => `${selector}\n    ${shorten(text, 160)}`).join('\n'),
      );
    } else {
      const { analysis } = noting(await ask('documents.analyze', { document }));
      output.result(analysis, () => describeAnalysis(analysis));
    }
  },
};

/** Why nothing matches: the line, and the selector that does. */
function whyLines(why: WhyEmpty | undefined): string[] {
  if (why === undefined) return [];
  return [why.line, ...(why.fix === null ? [] : [`try: ${why.fix.selector}`])];
}

/** Words the hint for options: here a selector is not the key of a field. */
function wordedForOptions(error: unknown): never {
  if (error instanceof HostError && error.hint === xpathHint)
    throw new HostError(error.code, error.message, 'Use --xpath instead of --test.');
  throw error;
}

function describeExtraction({ fields, rows, strategies }: Extraction): string {
  if (rows !== null) return describeRows(rows);
  const lines = Object.entries(fields).map(([name, { value, count: matches, steps, problem }]) => {
    const chain = steps.map(
      ({ step, value: after }) =>
        `    ${step}: ${shorten(plannedFiles(after) ?? JSON.stringify(after), 140)}`,
    );
    const why = problem === null ? [] : [`    problem: ${problem}`];
    return [
      `${name}: ${shorten(JSON.stringify(value), 160)} (${count(matches, 'match', 'matches')})`,
      ...chain,
      ...why,
    ].join('\n');
  });
  const tried = strategies.map(({ strategy, reason }) => `${strategy}: ${reason ?? 'succeeded'}`);
  return printable([...tried, ...lines].join('\n'));
}

/** The lists and values of a JSON page. */
function describeData({ lists, values }: NonNullable<PageAnalysis['data']>): string {
  const described = ({ name, path, types, sample, count: times }: (typeof values)[number], of: number) => {
    const rarely = times < of ? `, in ${times} of ${of}` : '';
    return `  ${shorten(`${name}  ${path}  ${types.join(' or ')}${rarely}  ${sample}`, 180)}`;
  };
  const sections = lists.map(({ path, count: entries, fields }) =>
    [
      `${path}  ${count(entries, 'entry', 'entries')}`,
      ...fields.map((field) => described(field, entries)),
    ].join('\n'),
  );
  if (values.length > 0) sections.push(['values', ...values.map((value) => described(value, 1))].join('\n'));
  const [best] = lists;
  if (best !== undefined) {
    sections.push(
      ['a callback that makes each entry of the first list an item', ...linesOf(best.callback)].join('\n'),
    );
  }
  return printable(
    sections.length === 0 ? 'This JSON holds no lists of objects and no values.' : sections.join('\n\n'),
  );
}

/** Rows as a table: their fields, and where they lead. */
function describeRows(rows: NonNullable<Extraction['rows']>): string {
  const shown = rows.slice(0, rowsShown);
  const fields = [...new Set(shown.flatMap(({ values }) => Object.keys(values)))];
  const leads = shown.some(({ url, reason }) => url !== null || reason !== null);
  const header = ['row', ...fields, ...(leads ? ['leads to'] : [])];
  const cells = shown.map(({ values, url, reason }, index) => [
    String(index + 1),
    ...fields.map((field) => cellOf(values[field] ?? null)),
    ...(leads ? [reason === null ? (url ?? '') : `${url ?? 'nowhere'} (not followed: ${reason})`] : []),
  ]);
  const left = rows.length - shown.length;
  const problems = rows.flatMap(({ problems: told }, index) =>
    told.map(({ field, message }) => `row ${index + 1}, ${field}: ${message}`),
  );
  return [
    count(rows.length, 'row'),
    ...(shown.length === 0 ? [] : [renderTable(header, cells)]),
    ...(left > 0 ? [`… and ${left} more; --json gives all.`] : []),
    ...problems.slice(0, rowsShown).map((problem) => `problem in ${printable(problem)}`),
  ].join('\n');
}

const cellOf = (value: JsonValue): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);

function describeAnalysis(analysis: PageAnalysis): string {
  if (analysis.data !== null) return describeData(analysis.data);
  const sections: string[] = [`title: ${analysis.title ?? '(none)'}`];
  const add = (name: string, rows: readonly string[]): void => {
    if (rows.length > 0) sections.push(`\n${name}`, ...rows.map((row) => `  ${shorten(row, 180)}`));
  };
  add(
    'headings',
    analysis.headings.slice(0, 12).map(({ level, text, selector }) => `h${level}  ${text}  [${selector}]`),
  );
  add(
    'content',
    analysis.containers.map(
      ({ selector, textLength, preview }) => `${selector}  ${count(textLength, 'character')}  ${preview}`,
    ),
  );
  add(
    'dates',
    analysis.dates.map(({ text, selector }) => `${text}  [${selector}]`),
  );
  add(
    'authors',
    analysis.authors.map(({ text, selector }) => `${text}  [${selector}]`),
  );
  add(
    'JSON-LD',
    analysis.jsonLd.map((entry) => JSON.stringify(entry)),
  );
  add(
    'meta',
    Object.entries(analysis.meta)
      .slice(0, 20)
      .map(([name, value]) => `${name}: ${value}`),
  );
  add(
    'repeated blocks',
    analysis.repeated.map(({ selector, count: times }) => `${count(times, 'time')}  ${selector}`),
  );
  const [best] = analysis.repeated;
  if (best !== undefined) {
    sections.push('\na callback that makes each of the first of them an item', ...linesOf(best.callback));
  }
  add(
    'suggested selectors',
    Object.entries(analysis.suggested).map(([field, selector]) => `${field}: ${selector}`),
  );
  add('notes', analysis.notes);
  return printable(sections.join('\n'));
}

/** The lines of a callback as they stand in a spider; an object with one member takes one line. */
function linesOf(callback: object): string[] {
  const text = JSON.stringify({ parse_rows: callback }, null, 2);
  return text
    .replaceAll(/\{\n\s*(".*")\n\s*\}/gu, '{ $1 }')
    .split('\n')
    .slice(1, -1);
}
