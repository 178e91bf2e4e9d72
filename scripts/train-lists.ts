import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { featureNames, outerCount } from '../electron/authoring/lists/features.ts';
import { mostRead } from '../electron/authoring/lists/rank.ts';
import { believed, learnWeights, rankOf, type TrainingPage } from './train-lists/learn-weights.ts';
import { exercises, labelledPages, unlabelledPages } from './train-lists/training-pages.ts';

// Learns the weights by which the lists of a page are ranked. The weights that ship have learnt from all pages, once everything
// else about them was settled; --folds tells how such weights do on sites that they have not seen.

const usage = `node scripts/train-lists.ts --data DIR [--folds N] [--out FILE]

DIR holds the sets "lists", "lists-modern" and "pagination" as for npm run score:authoring. --folds N leaves one Nth of the sites
out in turn, and prints how often the first and one of the first five proposals is right on them.`;

/** Scores by which the best candidate of a page without labels is to be ahead, the pages of a site, and how much each counts. */
const margin = 1;
const mostOfSite = 2;
const believedWeight = 0.5;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    folds: { type: 'string' },
    out: { type: 'string', default: join(import.meta.dirname, '../electron/authoring/lists/weights.json') },
  },
});
const { data, folds, out } = values;
if (data === undefined) {
  console.error(usage);
  process.exit(2);
}

const sets = ['lists', 'lists-modern'].map((name) => ({ name, pages: labelledPages(data, name) }));
const pages = sets.flatMap((set) => set.pages);
const made = exercises();
const unlabelled = unlabelledPages(data, 'pagination');

if (folds === undefined) {
  const { looks, all } = learn(pages);
  const named = (weights: readonly number[]): Record<string, number> =>
    Object.fromEntries(weights.map((weight, at) => [featureNames[at] ?? '', Number(weight.toPrecision(4))]));
  writeFileSync(out, `${JSON.stringify({ looks: named(looks), all: named(all) }, null, 2)}\n`);
} else {
  const sites = [...new Set(pages.map(({ site }) => site))].sort();
  const foldOf = ({ site }: TrainingPage): number => sites.indexOf(site) % Number(folds);
  const ranks = new Map<TrainingPage, number>();
  for (let fold = 0; fold < Number(folds); fold += 1) {
    const { looks, all } = learn(pages.filter((page) => foldOf(page) !== fold));
    for (const page of pages)
      if (foldOf(page) === fold) ranks.set(page, rankOf(bestByLook(page, looks), all));
  }
  for (const set of sets) {
    const share = (limit: number): string =>
      (
        (100 * set.pages.filter((page) => (ranks.get(page) ?? limit) < limit).length) /
        set.pages.length
      ).toFixed(1);
    console.log(
      `${set.name}: first ${share(1)} %, in five ${share(5)} %, at all ${share(Number.POSITIVE_INFINITY)} % of ${set.pages.length} pages`,
    );
  }
}

interface Weights {
  readonly looks: readonly number[];
  readonly all: readonly number[];
}

/** Learns from labelled and made pages, then once more with what these weights are sure of on pages without labels. */
function learn(from: readonly TrainingPage[]): Weights {
  const known = [...from, ...made];
  const before = learnOnce(known);
  const ofSite = new Map<string, number>();
  const more = unlabelled.flatMap((page) => {
    const times = ofSite.get(page.site) ?? 0;
    const best = times >= mostOfSite ? null : believed(bestByLook(page, before.looks), before.all, margin);
    if (best === null) return [];
    ofSite.set(page.site, times + 1);
    return { ...best, weight: believedWeight };
  });
  return learnOnce([...known, ...more]);
}

/** Weights of the look first; those of all features from the candidates that it leaves, as the product ranks them. */
function learnOnce(from: readonly TrainingPage[]): Weights {
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
