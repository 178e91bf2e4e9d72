import { parseArgs } from 'node:util';
import {
  featureNames,
  type FeatureName,
  type Features,
} from '../../electron/authoring/pagination/features.ts';
import { candidatesOf, scoreOf } from '../../electron/authoring/pagination/rank.ts';
import { readPagerPage } from '../../electron/authoring/pagination/read-page.ts';
import { describeTree } from '../../electron/authoring/tree.ts';
import { PageContext } from '../../electron/extract/page-context.ts';
import { nextLinks, openSet } from './labelled-set.ts';

const usage = `Learns the weights that rank controls for the next page, and prints electron/authoring/pagination/weights.ts.

  npm run train:pagination -- --data DIR

DIR holds the folder "pagination", with truth.json and the gzipped pages that it names. What weights learned on nine tenths of the
sites find on the others goes to the standard error.`;

/** A candidate with its label. */
interface Row {
  page: string;
  site: string;
  href: string;
  features: Features;
  isNext: boolean;
}

/** Penalty for large weights: pages are few. */
const penalty = 1;
const folds = 10;
const rounds = 4000;

/** Learns a weight for each feature by logistic regression, with gradient descent. */
function learn(rows: readonly Row[]): Record<FeatureName | 'bias', number> {
  const names = ['bias', ...featureNames] as const;
  const inputs = rows.map(({ features }) => [
    0,
    ...featureNames.flatMap((name, index) => (features.has(name) ? [index + 1] : [])),
  ]);
  const sums = new Float64Array(names.length);
  const values = new Float64Array(names.length);
  const squares = new Float64Array(names.length).fill(1);
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < names.length; index += 1)
      sums[index] = index === 0 ? 0 : penalty * (values[index] ?? 0);
    for (const [at, input] of inputs.entries()) {
      const score = input.reduce((sum, index) => sum + (values[index] ?? 0), 0);
      const error = 1 / (1 + Math.exp(-score)) - (rows[at]?.isNext === true ? 1 : 0);
      for (const index of input) sums[index] = (sums[index] ?? 0) + error;
    }
    for (let index = 0; index < names.length; index += 1) {
      const slope = sums[index] ?? 0;
      squares[index] = 0.99 * (squares[index] ?? 1) + 0.01 * slope * slope;
      values[index] = (values[index] ?? 0) - (0.02 * slope) / Math.sqrt((squares[index] ?? 1) + 1e-9);
    }
  }
  const learned: Record<string, number> = Object.fromEntries(
    names.map((name, index) => [name, values[index] ?? 0]),
  );
  return learned;
}

const { values } = parseArgs({ options: { data: { type: 'string' } } });
if (values.data === undefined) {
  console.error(usage);
  process.exit(2);
}
const set = openSet(values.data, 'pagination');
const rows: Row[] = [];
for (const page of set.pages) {
  const truth = nextLinks(page);
  if (truth === null) continue;
  const parsed = set.parse(page);
  const tree = describeTree(parsed);
  const read = readPagerPage(tree, new PageContext(parsed, { url: page.url ?? null, fetchedAt: 0 }));
  for (const { control, features } of candidatesOf(read)) {
    if (control.href === '') continue;
    rows.push({
      page: page.id,
      site: page.site ?? page.id,
      href: control.href,
      features,
      isNext: truth.has(control.href),
    });
  }
}

const sites = [...new Set(rows.map(({ site }) => site))].sort();
const best = new Map<string, { score: number; isNext: boolean }>();
for (let fold = 0; fold < folds; fold += 1) {
  const held = new Set(sites.filter((_, index) => index % folds === fold));
  const learned = learn(rows.filter(({ site }) => !held.has(site)));
  for (const row of rows.filter(({ site }) => held.has(site))) {
    const score = scoreOf(row.features, learned);
    if (score > (best.get(row.page)?.score ?? -Infinity)) best.set(row.page, { score, isNext: row.isNext });
  }
}
const truths = new Map(set.pages.map((page) => [page.id, nextLinks(page)]));
const withNext = [...truths].filter(([, truth]) => truth !== null && truth.size > 0);
const without = [...truths].filter(([, truth]) => truth !== null && truth.size === 0);
for (const threshold of [-2, -1.5, -1, -0.8, -0.5, 0, 0.5]) {
  const right = withNext.filter(
    ([id]) => (best.get(id)?.score ?? -9) > threshold && best.get(id)?.isNext === true,
  ).length;
  const alarms = without.filter(([id]) => (best.get(id)?.score ?? -9) > threshold).length;
  const share = (part: number, all: number): string => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;
  console.error(
    `other sites, above ${threshold}: right ${share(right, withNext.length)}, false alarms ${share(alarms, without.length)}`,
  );
}
const learned = learn(rows);
const lines = Object.entries(learned).map(
  ([name, weight]) => `  ${/^\w+$/.test(name) ? name : `'${name}'`}: ${weight.toFixed(2)},`,
);
console.log(`import type { FeatureName } from './features.ts';

/**
 * How much a feature speaks for the next page, in logits. Learned by logistic regression from labelled pages of ${sites.length} sites
 * (bench/authoring/train-pagination.ts).
 */
export const weights: Readonly<Record<FeatureName | 'bias', number>> = {
${lines.join('\n')}
};`);
