import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findCandidates, type Candidate } from '../electron/authoring/lists/candidates.ts';
import { featureNames, insightsOf, looksOf, outerCount } from '../electron/authoring/lists/features.ts';
import { measurePage } from '../electron/authoring/lists/page-measures.ts';
import { mostRead } from '../electron/authoring/lists/rank.ts';
import { nodesOf } from '../electron/authoring/lists/records.ts';
import { describeTree } from '../electron/authoring/tree.ts';
import { openSet, textsOf, type LabelledPage } from '../bench/authoring/labelled-set.ts';
import { recordText } from '../bench/authoring/record-text.ts';
import { hitsOf, isRight } from '../bench/authoring/is-right.ts';
import { learnWeights, rankOf, type TrainingPage } from './train-lists/learn-weights.ts';

// Learns the weights by which the lists of a page are ranked. The weights that ship have learnt from all pages, once everything
// else about them was settled; --folds tells how such weights do on sites that they have not seen.

const usage = `node scripts/train-lists.ts --data DIR [--folds N] [--out FILE]

DIR holds the sets "lists" and "lists-modern" as for npm run score:authoring. --folds N leaves one Nth of the sites out in turn,
and prints how often the first and one of the first five proposals is right on them.`;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    folds: { type: 'string' },
    out: { type: 'string', default: join(import.meta.dirname, '../electron/authoring/lists/weights.json') },
  },
});
if (values.data === undefined) {
  console.error(usage);
  process.exit(2);
}

const sets = ['lists', 'lists-modern'].map((name) => openSet(values.data ?? '', name));
const pages = sets.flatMap((set) =>
  set.pages.map((page): TrainingPage & { set: string } => {
    const tree = describeTree(set.parse(page));
    const measures = measurePage(tree);
    const texts = textsOf(page);
    const candidates = findCandidates(tree);
    return {
      set: set.name,
      site: siteOf(page),
      features: candidates.map((candidate) => [
        ...looksOf(measures, candidate),
        ...insightsOf(measures, candidate),
      ]),
      right: candidates.map((candidate) => isRight(hitsOf(texts, readRecords(candidate, texts.length)))),
      heads: candidates.map(({ heads }) => heads.map(({ at }) => at)),
    };
  }),
);

if (values.folds === undefined) {
  const { looks, all } = learn(pages);
  const named = (weights: readonly number[]): Record<string, number> =>
    Object.fromEntries(weights.map((weight, at) => [featureNames[at] ?? '', Number(weight.toPrecision(4))]));
  writeFileSync(values.out, `${JSON.stringify({ looks: named(looks), all: named(all) }, null, 2)}\n`);
} else {
  const folds = Number(values.folds);
  const sites = [...new Set(pages.map(({ site }) => site))].sort();
  const foldOf = ({ site }: TrainingPage): number => sites.indexOf(site) % folds;
  const results = Array.from({ length: folds }, (_, fold) => {
    const { looks, all } = learn(pages.filter((page) => foldOf(page) !== fold));
    return pages
      .filter((page) => foldOf(page) === fold)
      .map((page) => ({ page, rank: rankOf(bestByLook(page, looks), all) }));
  }).flat();
  for (const { name } of sets) {
    const own = results.filter(({ page }) => page.set === name);
    const share = (limit: number): string =>
      ((100 * own.filter(({ rank }) => rank < limit).length) / own.length).toFixed(1);
    console.log(
      `${name}: first ${share(1)} %, in five ${share(5)} %, at all ${share(Number.POSITIVE_INFINITY)} % of ${own.length} pages`,
    );
  }
}

/** Weights of the look first; those of all features from the candidates that it leaves, as the product ranks them. */
function learn(from: readonly TrainingPage[]): { looks: number[]; all: number[] } {
  const looks = learnWeights(
    from.map((page) => ({ ...page, features: page.features.map((row) => row.slice(0, outerCount)) })),
  );
  return { looks, all: learnWeights(from.map((page) => bestByLook(page, looks))) };
}

function bestByLook(page: TrainingPage, looks: readonly number[]): TrainingPage {
  const scores = page.features.map((row) =>
    looks.reduce((sum, weight, at) => sum + weight * (row[at] ?? 0), 0),
  );
  const kept = scores
    .map((score, at) => ({ score, at }))
    .sort((a, b) => b.score - a.score)
    .slice(0, mostRead)
    .map(({ at }) => at);
  return {
    ...page,
    features: kept.map((at) => page.features[at] ?? []),
    right: kept.map((at) => page.right[at] ?? false),
    heads: kept.map((at) => page.heads[at] ?? []),
  };
}

/** Records far from the number of those wanted are not worth reading. */
function readRecords(candidate: Candidate, wanted: number): string[] {
  const count = candidate.heads.length;
  if (count * 0.9 > wanted / 0.7 || count < wanted * 0.8) return [];
  return candidate.heads.map((_, at) => recordText(nodesOf(candidate, at)));
}

/** Pages of one site are learnt from together or not at all. */
function siteOf({ id, site }: LabelledPage): string {
  return (
    site ?? /[\w-]+\.(?:com|org|gov|edu|ca|uk|mil|net)[^/]*(?=\/)/.exec(id)?.[0] ?? id.replace(/[^/]*$/, '')
  );
}
