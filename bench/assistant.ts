import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { draftLists } from '../electron/authoring/lists/draft-lists.ts';
import { describeTree } from '../electron/authoring/tree.ts';
import { renderTable } from '../electron/cli/table.ts';
import { PageContext } from '../electron/extract/page-context.ts';
import { selectMatches } from '../electron/extract/select-matches.ts';
import { validateSpider } from '../shared/spider/validate.ts';
import { hostTools } from '../test/assistants/host-tools.ts';
import { makeSpider, type Made } from '../test/assistants/good-assistant.ts';
import { ask, type Tools } from '../test/assistants/tools.ts';
import { openHost } from '../test/electron/host/open-host.ts';
import { madeSites, serveMadeSite } from '../test/servers/made-sites.ts';
import { servePage } from './authoring/interactions/page-site.ts';
import { hitsOf, isRight } from './authoring/is-right.ts';
import { openSet, textsOf, type LabelledPage, type LabelledSet } from './authoring/labelled-set.ts';
import { recordText } from './authoring/record-text.ts';
import { readOptions, refuse } from './read-options.ts';

const usage = `Measures how far an assistant without a model comes: from an address to a proved spider.

  npm run bench:assistant -- [--pages DIR] [--set lists-modern] [--from N] [--limit N] [--json] [--verbose]

The assistant of test/assistants takes proposals, proves, mends what the proof names, and saves what is proved. It works on generated
sites, and, with --pages, on the labelled lists of DIR/SET (lists-modern, lists), each served on this computer as a page without others:
of one page none can be held back, so that checks 1 to 7 count there.`;

const values = readOptions(
  {
    pages: { type: 'string' },
    set: { type: 'string', default: 'lists-modern' },
    from: { type: 'string', default: '1' },
    limit: { type: 'string', default: '1000' },
    json: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
  usage,
);
const { pages: folder, set: name } = values;
if (folder !== undefined && !existsSync(join(folder, name, 'truth.json'))) refuse(usage);

/** How far the assistant came with a page or a site. */
interface Tried extends Pick<Made, 'verdict' | 'failures' | 'spider' | 'rounds'> {
  of: string;
  /** Whether its rows are the labelled records; null: nobody has said which are. */
  isRight: boolean | null;
}

// What a page needs must not depend on the browser of this machine.
process.env['SPIDER_STUDIO_BROWSER'] = 'none';
const studio = await openHost();

async function onMadeSites(): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const site of madeSites) {
    const server = await serveMadeSite(site);
    const made = await makeSpider(hostTools(studio, 'made'), {
      url: server.url(site.start),
      scope: site.scope,
    });
    tried.push({ ...made, of: site.name, isRight: null });
    await server.close();
  }
  return tried;
}

/** Where a page was whose address is not known. */
const unknownAddress = 'http://site.example/list';

async function onSet(set: LabelledSet): Promise<Tried[]> {
  const tried: Tried[] = [];
  const from = Number(values.from) - 1;
  for (const [at, page] of set.pages.slice(from, from + Number(values.limit)).entries()) {
    const site = await servePage(URL.parse(page.url ?? '') ?? new URL(unknownAddress), set.bytes(page));
    const tools = hostTools(studio, `page-${at}`);
    const made = await makeSpider(tools, { url: site.url, scope: 'all' }).catch((error: unknown) => {
      if (values.verbose) console.error(`${page.id}: ${String(error)}`);
      return null;
    });
    const none = { verdict: 'none', failures: [], spider: null, rounds: 0 };
    const right = made !== null && (await takesRecords(tools, made.draft, { set, page }));
    tried.push({ ...(made ?? none), of: page.id, isRight: right });
    await site.close();
  }
  return tried;
}

/** Whether the rows of a draft are the labelled records of its page. */
async function takesRecords(
  tools: Tools,
  draft: string,
  { set, page }: { set: LabelledSet; page: LabelledPage },
): Promise<boolean> {
  const { text } = await ask(tools, 'read_spider', { draft });
  const { callbacks } = validateSpider(String(text)).spider ?? {};
  const selector = Object.values(callbacks ?? {}).flatMap(({ iterate }) => iterate?.selector ?? [])[0];
  if (selector === undefined) return false;
  const tree = set.parse(page);
  const context = new PageContext(tree, { url: page.url ?? unknownAddress, fetchedAt: 0 });
  const draftOf = draftLists(tree, context, describeTree(tree)).find((each) => each.selector === selector);
  const records = new Map((draftOf?.list.records ?? []).map((record) => [record[0], record]));
  const language = selector.startsWith('/') || selector.startsWith('./') ? 'xpath' : 'css';
  const selected = selectMatches(tree.document, language, selector);
  const heads = selected.ok ? selected.matches.flatMap(({ node }) => node ?? []) : [];
  const found = heads.map((head) => recordText(records.get(head) ?? [head]));
  return isRight(hitsOf(textsOf(page), found));
}

/** Whether a spider was made that fails none of the checks 1 to 7. */
const stands = ({ verdict, failures }: Tried): boolean =>
  verdict !== 'none' && failures.every(({ check }) => check > 7);

const share = (some: readonly Tried[], is: (tried: Tried) => boolean): string =>
  `${some.filter(is).length} of ${some.length}`;

const made = await onMadeSites();
const listed = folder === undefined ? [] : await onSet(openSet(folder, name));
await studio.close();
const rowOf = (what: string, some: readonly Tried[]): string[] => [
  what,
  share(some, stands),
  share(some, ({ verdict }) => verdict === 'proved'),
  share(some, ({ spider }) => spider !== null),
  some.every((each) => each.isRight === null)
    ? ''
    : share(some, (each) => each.isRight === true && stands(each)),
  String(some.map(({ rounds }) => rounds).toSorted((a, b) => a - b)[some.length >> 1] ?? 0),
];
if (values.json) console.log(JSON.stringify({ made, [name]: listed }));
else {
  const rows = [rowOf('generated sites', made), ...(listed.length === 0 ? [] : [rowOf(name, listed)])];
  const heads = [
    'pages',
    'no check of 1 to 7 fails',
    'proved',
    'saved',
    'and labelled rows',
    'calls (median)',
  ];
  console.log(renderTable(heads, rows));
}
if (values.verbose) {
  for (const { of, verdict, failures } of [...made, ...listed]) {
    if (verdict === 'proved' || (verdict === 'incomplete' && failures.length === 0)) continue;
    console.log(`${of}: ${verdict}`);
    for (const { check, pointer, expected, got } of failures.slice(0, 5))
      console.log(`  ${check} ${pointer}: ${expected ?? ''} / ${got ?? ''}`);
  }
}
