import type {
  PageState,
  Proposal,
  ProposedChoice,
  ProposedList,
  ProposedSource,
} from '../../../shared/contract/types.ts';
import { spiderNameFor } from '../../../shared/spider/new-spider.ts';
import { projectOption, type CommandSpec } from '../command.ts';
import { count, printable, UsageError } from '../output.ts';
import { pageDocument } from '../page-document.ts';
import { renderTable, shorten } from '../table.ts';

/** Lists, rows of a list and groups of links that are printed as text; --json gives all. */
const shownOf = { lists: 3, rows: 5, groups: 8, pages: 10 } as const;

/** The command `propose`. */
export const propose: CommandSpec = {
  usage: 'propose <page>',
  summary: 'read a page and propose a spider for it',
  description:
    'Shows the lists of a page with their fields, the next page, the links by pattern, and the spiders that could be made of it. The page is a file, "-" for standard input, or a URL. A URL is fetched as a crawl fetches it, robots.txt included; a page that is empty without a browser is rendered if there is one. With --choice it prints that spider, ready for "import" and "crawl".',
  options: [
    { flags: '--url <url>', description: 'the URL that the page was saved from' },
    { flags: '--choice <id>', description: 'print the spider of this choice, for example list-0-all' },
    { flags: '--name <name>', description: 'with --choice: the name of the spider (default: from the URL)' },
    { flags: '--browser', description: 'for a URL: render the page in a browser' },
    { flags: '--plain', description: 'for a URL: do not render the page' },
    { flags: '--allow-private', description: 'for a URL: allow loopback and private addresses' },
    { ...projectOption, description: 'for a URL: the project whose proxies are used (default: "default")' },
    { flags: '--spider <file>', description: 'for a URL: a spider file for its settings' },
  ],
  examples: [
    ['propose https://example.org/shop', 'what a spider could take from a page'],
    ['propose page.html --url https://example.org/shop --json', 'the same of a saved page, for programs'],
    [
      'propose https://example.org/shop --choice list-0-all > shop.json',
      'a spider that takes the whole first list',
    ],
  ],
  async run(context, [page = '']) {
    const { output, options, ask } = context;
    const choice = options.text('choice');
    const name = options.text('name');
    if (name !== null && choice === null) throw new UsageError('--name goes together with --choice.');
    const document = await pageDocument(context, page);
    const wanted = choice === null ? { document } : { document, choice };
    const { proposal, notes } = await ask('documents.propose', wanted);
    for (const note of notes) output.note(note);
    if (proposal.url === null)
      output.note('No spider can be made without the URL of the page. Give it with --url.');
    if (choice === null) {
      output.result(proposal, () => describe(proposal));
      return;
    }
    const chosen = proposal.choices.find(({ id }) => id === choice);
    if (chosen === undefined) return;
    if (chosen.note !== null) output.note(chosen.note);
    const spider = spiderOf(chosen, name ?? spiderNameFor(proposal.url ?? ''), proposal.url);
    output.result(spider, () => JSON.stringify(spider, null, 2));
  },
};

/** The document of a choice. */
function spiderOf({ parts }: ProposedChoice, name: string, url: string | null): Record<string, unknown> {
  const { start_urls, start_requests, allowed_domains, rules, callbacks, settings } = parts;
  return {
    name,
    ...(url === null ? {} : { source_url: url }),
    allowed_domains,
    start_urls,
    ...(start_requests === undefined ? {} : { start_requests }),
    ...(rules.length === 0 ? {} : { rules }),
    ...(Object.keys(callbacks).length === 0 ? {} : { callbacks }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  };
}

function describe(proposal: Proposal): string {
  const { title, state, lists, next, pages, groups, structured, sources, choices } = proposal;
  const sections: string[][] = [[...(title === '' ? [] : [title]), ...describeState(state)]];
  for (const [index, list] of lists.slice(0, shownOf.lists).entries()) {
    sections.push(describeList(list, index));
  }
  const left = lists.length - shownOf.lists;
  if (left > 0) sections.push([`… and ${count(left, 'more list', 'more lists')}; --json gives all.`]);
  for (const source of sources) sections.push(describeSource(source));
  const [first] = next;
  if (first !== undefined) {
    sections.push(['next page', `  ${first.url ?? first.kind}  (${first.why})`]);
  }
  if (pages.length > 0) {
    sections.push(['numbered pages', `  ${shorten(pages.slice(0, shownOf.pages).join('  '), 180)}`]);
  }
  if (groups.length > 0) {
    const rows = groups
      .slice(0, shownOf.groups)
      .map((group) => [String(group.count), group.kind, group.pattern]);
    sections.push(['links', renderTable(['links', 'kind', 'pattern'], rows)]);
  }
  if (structured !== null) {
    const fields = structured.fields.map(
      ({ name, samples }) => `  ${name}: ${shorten(samples[0] ?? '', 140)}`,
    );
    sections.push([`the page says of itself: ${structured.type}`, ...fields]);
  }
  if (choices.length > 0) {
    const rows = choices.map(({ id, label, expected, note }) => [
      id,
      note === null ? label : `${label}. ${note}`,
      told(expected.pages),
      told(expected.rows),
      expected.seconds === null ? '?' : `${expected.seconds} s`,
    ]);
    sections.push([
      'spiders, printed by --choice',
      renderTable(['choice', 'what it takes', 'pages', 'rows', 'time'], rows),
    ]);
  }
  return printable(sections.map((lines) => lines.join('\n')).join('\n\n'));
}

const told = (value: number | null): string => (value === null ? '?' : value.toLocaleString('en'));

function describeState({ title, detail, step }: PageState): string[] {
  const next = step === null ? [] : [`${step.label}${step.url === null ? '' : `: ${step.url}`}`];
  return [title, detail, ...next].filter((line) => line !== '');
}

function describeList(
  { selector, count: records, label, fields, rows, detail }: ProposedList,
  index: number,
) {
  const header = fields.map(({ name }) => name);
  const cells = rows.slice(0, shownOf.rows).map((row) => header.map((name) => cell(row[name])));
  const leads = detail === null ? [] : [`each leads to a page of its own, by "${detail.field}"`];
  return [
    `list ${index}: ${records} ${label}  ${selector}`,
    ...fields.map(
      ({ name, type, selector: own, filled }) => `  ${name}  ${type}, ${filled} of ${records}  ${own}`,
    ),
    ...leads.map((line) => `  ${line}`),
    renderTable(header, cells),
  ];
}

function describeSource({ kind, url, method, list, seen, of, script, notes }: ProposedSource): string[] {
  const where =
    kind === 'script' ? `the script ${script ?? ''}` : method === 'GET' ? url : `${method} ${url}`;
  const what = seen === 0 ? count(list.count, 'entry', 'entries') : `these ${seen} rows`;
  const origin = of === null ? 'what this page is about comes from' : `${what} come from`;
  return [
    `${origin} ${where}  ${list.selector}`,
    ...list.fields.map(({ name, type, selector }) => `  ${name}  ${type}  ${selector}`),
    ...notes.map((note) => `  ${note}`),
  ];
}

const cell = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : shorten(typeof value === 'string' ? value : JSON.stringify(value), 40);
