import { analyzeDocument, extractWith, findInDocument, readPage, testSelector } from '../../host/pages.ts';
import type { CommandSpec } from '../command.ts';
import { count, printable, shorten, UsageError } from '../output.ts';

/** Matches that a terminal gets; --json gives all. */
const matchesShown = 20;

export const analyze: CommandSpec = {
  usage: 'analyze <page>',
  summary: 'look into a saved page, or test selectors on it',
  description:
    'Tells what a saved page holds and which selectors would extract it. With --test or --xpath it shows what a selector matches, with --spider and --callback what a callback extracts: exactly as a crawl would. "-" reads the page from standard input.',
  options: [
    { flags: '--url <url>', description: 'the address the page was saved from' },
    { flags: '--test <css>', description: 'show what a CSS selector matches' },
    { flags: '--xpath <expr>', description: 'show what an XPath expression matches' },
    { flags: '--spider <file>', description: 'a spider file, with --callback' },
    { flags: '--callback <name>', description: 'a callback of the spider, or parse_article' },
    { flags: '--find <text>', description: 'show the elements that hold a text, with selectors' },
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
  ],
  async run({ output, options }, [file = '']) {
    const css = options.text('test');
    const xpath = options.text('xpath');
    const spider = options.text('spider');
    const callback = options.text('callback');
    const find = options.text('find');
    const modes = [css, xpath, spider ?? callback, find].filter((mode) => mode !== null);
    if (modes.length > 1) throw new UsageError('Use one of --test, --xpath, --spider and --find at a time.');
    if ((spider === null) !== (callback === null))
      throw new UsageError('--spider and --callback go together.');

    if (find?.trim() === '') throw new UsageError('--find is empty.', 'Name a text to look for.');
    const page = await readPage(file, options.text('url'));
    if (css !== null || xpath !== null) {
      const tested = css === null ? testSelector(page, 'xpath', xpath ?? '') : testSelector(page, 'css', css);
      output.result(tested, () => {
        const shown = tested.matches
          .slice(0, matchesShown)
          .map(({ value }, index) => `${index + 1}. ${shorten(value, 200)}`);
        const more =
          tested.count > shown.length ? [`… and ${tested.count - shown.length} more; --json gives all.`] : [];
        return [count(tested.count, 'match', 'matches'), ...shown, ...more].join('\n');
      });
    } else if (spider !== null && callback !== null) {
      const extracted = await extractWith(page, spider, callback);
      output.result(extracted, () => describeExtraction(extracted));
    } else if (find !== null) {
      const found = findInDocument(page, find);
      output.result(found, () =>
        found.length === 0
          ? 'No element holds this text.'
          : found.map(({ selector, text }) => `${selector}\n    ${shorten(text, 160)}`).join('\n'),
      );
    } else {
      const analysis = analyzeDocument(page);
      output.result(analysis, () => describeAnalysis(analysis));
    }
  },
};

function describeExtraction({ fields, strategies }: Awaited<ReturnType<typeof extractWith>>): string {
  const lines = Object.entries(fields).map(([name, { value, count: matches, steps, problem }]) => {
    const chain = steps.map(
      ({ step, value: after }) => `    ${step}: ${shorten(JSON.stringify(after), 140)}`,
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

function describeAnalysis(analysis: ReturnType<typeof analyzeDocument>): string {
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
  add(
    'suggested selectors',
    Object.entries(analysis.suggested).map(([field, selector]) => `${field}: ${selector}`),
  );
  add('notes', analysis.notes);
  return printable(sections.join('\n'));
}
