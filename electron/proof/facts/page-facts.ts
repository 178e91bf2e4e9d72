import { startPrints } from '../../engine/seeds.ts';
import { isTag, type AnyNode, type Element } from 'domhandler';
import { languageOfEntries } from '../../../shared/selectors/language.ts';
import {
  builtInCallback,
  type Callback,
  type FieldExtract,
  type Spider,
} from '../../../shared/spider/schema.ts';
import { findLists, type DetectedList } from '../../authoring/lists/find-lists.ts';
import { describeTree, type DescribedTree } from '../../authoring/tree.ts';
import { fingerprintUrl } from '../../engine/fingerprint.ts';
import type { OfflineExtractor, OfflineOutput, ReadPage } from '../../engine/offline.ts';
import { selectEntries, selectRows } from '../../extract/entries.ts';
import { PageContext } from '../../extract/page-context.ts';
import { selectMatches } from '../../extract/select-matches.ts';
import { isJson, scopeOf, type Scope } from '../../extract/scope.ts';
import type { SelectorTrials, TriedField } from '../stress/selector-trials.ts';
import type { ProofPage } from '../types.ts';
import { articleFacts } from './article.ts';
import { escaped, fieldFacts, hashOf } from './fields.ts';
import { followingFacts, listCallbacks, openRules, suspectsOf } from './following.ts';
import { elementOf } from './grounding.ts';
import { gatheredFacts, listFacts } from './lists.ts';
import { PageText } from './page-text.ts';
import type { FieldFacts, FollowingFacts, ListFacts, PageFacts, UnreadList } from './types.ts';

/** How a page is reached, and which callback takes it. */
export type TakenPage = Pick<PageFacts, 'callback' | 'by' | 'isHeld'>;

/** Most records of a page that are kept to compare pages by. */
const maxRecords = 100;

/** A spider with what is needed to judge its pages. */
export interface JudgedSpider {
  readonly spider: Spider;
  readonly offline: OfflineExtractor;
  readonly trials: SelectorTrials;
}

/** Examines one page: what the spider takes from it, and what the page shows without the spider. */
export function pageFacts(
  judged: JudgedSpider,
  about: ProofPage,
  read: ReadPage,
  taken: TakenPage,
): { facts: PageFacts; output: OfflineOutput } {
  const output = judged.offline.extract(read, taken.callback);
  const shown = read.page === null ? nothing : examine(judged, { ...read, page: read.page }, output);
  const counts = new Map<number, number>();
  for (const { rule } of output.links) if (rule !== null) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return {
    output,
    facts: {
      ...about,
      ...taken,
      failure: output.failure ?? output.empty,
      ...shown,
      records: recordsOf(output),
      unread: unreadList(judged, read, output, shown.following),
      links: [...counts],
      suspects: suspectsOf(output.links),
    },
  };
}

interface Shown {
  readonly fields: readonly FieldFacts[];
  readonly lists: readonly ListFacts[];
  readonly following: FollowingFacts | null;
}

const nothing: Shown = { fields: [], lists: [], following: null };

type Readable = Omit<ReadPage, 'page'> & { page: NonNullable<ReadPage['page']> };

function examine({ spider, trials }: JudgedSpider, read: Readable, output: OfflineOutput): Shown {
  const { page, url, fetchedAt } = read;
  const { callback: name } = output;
  const context = new PageContext(page, { url, fetchedAt });
  const text = new PageText(page);
  let tree: DescribedTree | null = null;
  let detected: readonly DetectedList[] | null = null;
  const treeOf = (): DescribedTree | null => (page.kind === 'json' ? null : (tree ??= describeTree(page)));
  const listsOf = (): readonly DetectedList[] => {
    const described = treeOf();
    if (page.kind !== 'html' || described === null) return [];
    return (detected ??= findLists(page, described));
  };
  const callback = name === null ? undefined : spider.callbacks?.[name];
  const expected = spider.expect?.fields ?? {};
  const described =
    page.kind === 'html' && (name === null || listCallbacks(spider).has(name)) ? treeOf() : null;
  const following =
    described === null
      ? null
      : followingFacts(described, context, {
          callback: name,
          links: output.links,
          url,
          starts: startPrints(spider),
          open: new Set(openRules(spider)),
        });
  if (name === builtInCallback)
    return { fields: articleFacts(output, expected, { context, text }), lists: [], following };
  if (name === null || callback === undefined) return { ...nothing, following };
  const { scopes, iterated } = scopesOf(callback, scopeOf(page), context);
  const extract = callback.extract ?? {};
  const pointer = `/callbacks/${escaped(name)}`;
  const rows = scopes.filter(isElement);
  if (page.kind === 'html') {
    const fields = triedFields(callback, pointer);
    const nodes = scopes.flatMap((scope) => (isJson(scope) ? [] : scope));
    trials.see(page, fields, { scopes: nodes, size: treeOf()?.elements.length ?? 0 });
  }
  const records = { scopes, rows: new Set<AnyNode>(iterated ? rows : []), context, text };
  const judged = { pointer, context };
  const lists = [
    ...(iterated
      ? [listFacts({ ...judged, pointer: `${pointer}/iterate/selector`, rows, extract }, listsOf())]
      : []),
    ...gathered(extract, pointer, scopes).map((each) =>
      gatheredFacts(each.elements, each.pointer, listsOf()),
    ),
    ...nestedLists(extract, pointer, scopes).map((nested) => listFacts({ context, ...nested }, listsOf())),
  ];
  return { fields: fieldFacts({ extract, pointer, expected }, records), lists, following };
}

/** The fields of a callback whose selectors are tried. */
function triedFields({ extract, iterate }: Callback, pointer: string): TriedField[] {
  const rows = iterate?.selector ?? null;
  if (rows?.startsWith('$') === true || typeof iterate?.json_path === 'string') return [];
  return Object.entries(extract ?? {}).map(([name, definition]) => ({
    pointer: `${pointer}/extract/${escaped(name)}`,
    definition,
    rows,
  }));
}

const isElement = (scope: Scope): scope is Element => !isJson(scope) && isTag(scope);

/** Where the fields of a callback are evaluated: at the page, or at its rows. */
function scopesOf(
  { iterate }: Callback,
  page: Scope,
  context: PageContext,
): { scopes: readonly Scope[]; iterated: boolean } {
  if (iterate === null || iterate === undefined) return { scopes: [page], iterated: false };
  const selected = selectRows(page, iterate, context);
  return { scopes: selected.ok ? selected.scopes : [], iterated: true };
}

/** The elements of the fields that take all matches of a page. */
function gathered(
  extract: Readonly<Record<string, FieldExtract>>,
  pointer: string,
  scopes: readonly Scope[],
): { elements: Element[]; pointer: string }[] {
  const [page] = scopes;
  if (scopes.length !== 1 || page === undefined || isJson(page)) return [];
  return Object.entries(extract).flatMap(([name, { css, xpath, get_all: all, type }]) => {
    const source = css ?? xpath;
    if (all !== true || type === 'nested_list' || typeof source !== 'string') return [];
    const selected = selectMatches(page, typeof css === 'string' ? 'css' : 'xpath', source);
    const nodes = selected.ok ? selected.matches.flatMap(({ node }) => node ?? []) : [];
    const elements = [...new Set(nodes.flatMap((node) => elementOf(node) ?? []))];
    return { elements, pointer: `${pointer}/extract/${escaped(name)}` };
  });
}

/** Most lists inside rows that are looked at. */
const maxNested = 20;

interface NestedRows {
  readonly rows: readonly Element[];
  readonly extract: Readonly<Record<string, FieldExtract>>;
  readonly pointer: string;
}

/** The entries of the nested lists of a callback, for each row on its own. */
function nestedLists(
  extract: Readonly<Record<string, FieldExtract>>,
  pointer: string,
  scopes: readonly Scope[],
): NestedRows[] {
  return Object.entries(extract).flatMap(([name, { type, selector, extract: inner, as }]) => {
    if (type !== 'nested_list' || typeof selector !== 'string' || as === 'html') return [];
    const language = languageOfEntries(selector);
    return scopes.slice(0, maxNested).flatMap((scope) => {
      const entries = selectEntries(scope, {
        source: selector,
        language,
        what: 'the items of a nested_list',
      });
      const rows = entries.ok ? entries.scopes.filter(isElement) : [];
      return rows.length === 0
        ? []
        : { rows, extract: inner ?? {}, pointer: `${pointer}/extract/${escaped(name)}/selector` };
    });
  });
}

/** Hashes of the values of the first records, whatever their place. */
/** What the callback of the next page takes from a page without a callback; null: there is no such page, or it takes nothing. */
function unreadList(
  { spider, offline }: JudgedSpider,
  read: ReadPage,
  { callback: own, links }: OfflineOutput,
  following: FollowingFacts | null,
): UnreadList | null {
  if (own !== null || following === null) return null;
  const lists = listCallbacks(spider);
  const ahead = new Set(following.ahead.map(fingerprintUrl));
  const link = links.find(
    ({ fingerprint, callback }) => callback !== null && lists.has(callback) && ahead.has(fingerprint),
  );
  if (link === undefined || link.callback === null) return null;
  const { callback, url: next } = link;
  const records = recordsOf(offline.extract(read, callback));
  return records.length === 0 ? null : { callback, next, records };
}

function recordsOf({ items, rows }: OfflineOutput): number[] {
  const values = [
    ...items.map(({ title, content, author, published_date, metadata }) => [
      title,
      content,
      author,
      published_date,
      metadata,
    ]),
    ...rows.map((row) => [row.values, row.request?.url ?? null]),
  ];
  return values.slice(0, maxRecords).map((each) => hashOf(JSON.stringify(each)));
}
