import { parseArgs } from 'node:util';
import type { AnyNode } from 'domhandler';
import { findLists } from '../../electron/authoring/lists/find-lists.ts';
import { recordSelector } from '../../electron/authoring/lists/record-selector.ts';
import { heal } from '../../electron/authoring/repair/heal.ts';
import { valueAt, type HealPage, type Pair } from '../../electron/authoring/repair/places.ts';
import { rankByValues } from '../../electron/authoring/selectors/by-value.ts';
import { describeTree } from '../../electron/authoring/tree.ts';
import { renderTable } from '../../electron/cli/table.ts';
import { PageContext } from '../../electron/extract/page-context.ts';
import { selectMatches } from '../../electron/extract/select-matches.ts';
import type { PageTree } from '../../electron/extract/tree.ts';
import { elementsBelow } from '../../electron/extract/walk.ts';
import { isObject } from '../../shared/spider/plain.ts';
import type { Callback, FieldExtract } from '../../shared/spider/schema.ts';
import { hitsOf, isRight } from '../authoring/is-right.ts';
import { openSet, textsOf, type LabelledPage, type LabelledSet } from '../authoring/labelled-set.ts';
import { recordText } from '../authoring/record-text.ts';
import { changeSite, siteChanges } from './site-change.ts';

const usage = `Measures how well the rows of a list and the fields of a product are found again on one page that has changed.

  npm run bench:heal-pages -- --data DIR [--seed N] [--limit N] [--verbose]

DIR holds lists, lists-modern and product. Each page is of another site, so that there is one page before and one after the change.`;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    seed: { type: 'string', default: '1' },
    limit: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
if (values.data === undefined) {
  console.error(usage);
  process.exit(2);
}

type Result = 'right' | 'wrong' | 'offered' | 'refused' | 'unseen' | 'kept' | 'spoilt';
const results = new Map<string, Map<Result, number>>();
const spent: number[] = [];

interface Case {
  readonly callback: Callback;
  readonly source: Source;
  readonly name: string;
}

const placeOf = (on: HealPage) => ({
  scope: on.page.kind === 'json' ? { value: null } : on.page.document,
  on,
});

function rowsAt({ page }: HealPage, source: string): AnyNode[] {
  const found = page.kind === 'json' ? null : selectMatches(page.document, 'css', source);
  return found?.ok === true ? found.matches.flatMap(({ node }) => node ?? []) : [];
}

function listCase(page: LabelledPage, tree: PageTree): Case[] {
  const described = describeTree(tree);
  for (const { records } of findLists(tree, described)) {
    if (!isRight(hitsOf(textsOf(page), records.map(recordText)))) continue;
    const heads = records.flatMap(([head]) => described.factsOf(head ?? null) ?? []);
    const selector = recordSelector(described, heads);
    if (selector !== null)
      return [{ callback: { iterate: { selector }, extract: {} }, source: selector, name: 'rows' }];
  }
  return [];
}

function productCases({ truth }: LabelledPage, tree: PageTree): Case[] {
  return Object.entries(isObject(truth) ? truth : {}).flatMap(([name, given]) => {
    const [value]: unknown[] = Array.isArray(given) ? given : [];
    if (typeof value !== 'string' || ['url', 'availability', 'InStock', 'OutOfStock'].includes(name))
      return [];
    const [best] = rankByValues([{ page: tree, value }], []);
    if (best === undefined) return [];
    const source: FieldExtract = best.language === 'css' ? { css: best.selector } : { xpath: best.selector };
    return [{ callback: { extract: { [name]: source } }, source, name }];
  });
}

function measure(set: LabelledSet, page: LabelledPage, kind: string): void {
  const url = page.url ?? 'https://shop.example/';
  const open = (): OpenPage => {
    const tree = set.parse(page);
    return { url, page: tree, context: new PageContext(tree, { url, fetchedAt: 0 }) };
  };
  const old = open();
  const cases = set.name === 'product' ? productCases(page, old.page) : listCase(page, old.page);
  const kinds =
    kind === 'all at once'
      ? siteChanges.filter((each) => each !== 'values changed')
      : [siteChanges.find((each) => each === kind) ?? 'classes renamed'];
  for (const { callback, source, name } of cases) {
    const fresh = open();
    const fits = judgeOf(old, fresh, source);
    changeSite(fresh.page, kinds, { seed: `${values.seed} ${page.id} ${kind}`, page: url, values: [] });
    const pairs: Pair[] = [{ old: placeOf(old), fresh: placeOf(fresh), isSame: true }];
    const began = process.cpuUsage();
    const healed = heal(callback, pairs).find(({ slot }) => slot.name === name);
    const { user, system } = process.cpuUsage(began);
    spent.push((user + system) / 1000);
    if (healed === undefined) continue;
    const good = healed.repairs.map(({ replacement }) => fits(replacement));
    const line = results.get(`${set.name} ${kind}`) ?? new Map<Result, number>();
    results.set(`${set.name} ${kind}`, line);
    const result = resultOf(!fits(source), healed.verdict, good);
    if (values.verbose && !['right', 'kept'].includes(result))
      console.error(
        result,
        kind,
        page.id,
        name,
        source,
        healed.present,
        healed.repairs.map(({ replacement, score }) => [replacement, score]),
      );
    line.set(result, (line.get(result) ?? 0) + 1);
  }
}

const squeezed = (value: unknown): string => (JSON.stringify(value) ?? 'null').replaceAll(/\\n|\s+/g, '');

type Source = FieldExtract | string;
type OpenPage = HealPage & { readonly page: PageTree };

/** Tells, once the page has changed, whether a source takes the old value, or rows with the texts of the old ones. */
function judgeOf(old: OpenPage, fresh: OpenPage, source: Source): (tried: Source) => boolean {
  if (typeof source !== 'string') {
    const wanted = squeezed(valueAt(placeOf(old), source));
    return (tried) => typeof tried !== 'string' && squeezed(valueAt(placeOf(fresh), tried)) === wanted;
  }
  const numbers = new Map<AnyNode, number>(
    elementsBelow(old.page.document).map((element, at) => [element, at]),
  );
  const elements = elementsBelow(fresh.page.document);
  const twins = rowsAt(old, source).flatMap((row) => elements[numbers.get(row) ?? -1] ?? []);
  const texts = (nodes: readonly AnyNode[]): string[] => nodes.map((node) => recordText([node]));
  return (tried) => typeof tried === 'string' && isRight(hitsOf(texts(twins), texts(rowsAt(fresh, tried))));
}

function resultOf(isBroken: boolean, verdict: string, good: readonly boolean[]): Result {
  if (!isBroken) return verdict === 'sure' && good[0] !== true ? 'spoilt' : 'kept';
  if (verdict === 'fine') return 'unseen';
  if (verdict === 'sure') return good[0] === true ? 'right' : 'wrong';
  return good.includes(true) ? 'offered' : 'refused';
}

for (const name of ['product', 'lists', 'lists-modern']) {
  const set = openSet(values.data, name);
  for (const page of set.pages.slice(0, Number(values.limit ?? set.pages.length)))
    for (const kind of ['classes renamed', 'tags changed', 'all at once']) measure(set, page, kind);
}
const columns: readonly Result[] = ['right', 'wrong', 'offered', 'refused', 'unseen'];
console.log(
  renderTable(
    ['', 'broken', ...columns.map((column) => `${column} %`), 'spoilt'],
    [...results].map(([kind, line]) => {
      const broken = columns.reduce((sum, column) => sum + (line.get(column) ?? 0), 0);
      const share = (column: Result): string =>
        broken === 0 ? '–' : ((100 * (line.get(column) ?? 0)) / broken).toFixed(1);
      const spoilt = line.get('spoilt') ?? 0;
      return [
        kind,
        String(broken),
        ...columns.map(share),
        `${spoilt} of ${spoilt + (line.get('kept') ?? 0)}`,
      ];
    }),
  ),
);
const sorted = spent.toSorted((a, b) => a - b);
const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0);
console.log(
  `Processor time for one field or the rows of a page: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms.`,
);
