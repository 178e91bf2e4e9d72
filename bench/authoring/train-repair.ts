import { parseArgs } from 'node:util';
import { likenessFeatures, type LikenessFeature } from '../../electron/authoring/repair/likeness-features.ts';
import { compareElements, readElement } from '../../electron/authoring/repair/likeness.ts';
import { enough, jointChances } from '../../electron/authoring/repair/match-elements.ts';
import { openSet } from './labelled-set.ts';
import { describeLocated, isLocatedSite, type LocatedSite } from './locators.ts';

const usage = `Learns how much elements must share to be the same after a site has changed, and prints electron/authoring/repair/weights.ts.

  npm run train:repair -- --data DIR

DIR holds the folder "locators", with truth.json.gz. What weights learned without a site find on that site goes to the standard error.`;

/** Penalty for large weights: pairs are few, and those of a site are alike. */
const penalty = 1;
const rounds = 400;
const step = 0.05;

/** The old elements of a site, each with what it shares with every new one, and which is the right one. */
interface Compared {
  readonly site: string;
  readonly rows: readonly { readonly features: readonly Float64Array[]; readonly right: number }[];
}

function compare({ site, old, new: fresh, pairs }: LocatedSite): Compared {
  const read = fresh.map((each) => readElement(describeLocated(each)));
  return {
    site,
    rows: pairs.flatMap(([at, right]) => {
      const before = old[at];
      if (before === undefined) return [];
      const one = readElement(describeLocated(before));
      const features = read.map((other) => {
        const shared = compareElements(one, other);
        return Float64Array.from(likenessFeatures, (name) => shared[name]);
      });
      return [{ features, right }];
    }),
  };
}

const scoreOf = (features: Float64Array, weights: Float64Array): number =>
  features.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);

/** Learns a weight for each feature: the right element against all others of its page (softmax), by gradient descent. */
function learn(sites: readonly Compared[]): Float64Array {
  const weights = new Float64Array(likenessFeatures.length);
  const squares = new Float64Array(likenessFeatures.length).fill(1);
  for (let round = 0; round < rounds; round += 1) {
    const slope = weights.map((weight) => penalty * weight);
    for (const { rows } of sites) {
      for (const { features, right } of rows) {
        const likely = features.map((each) => Math.exp(scoreOf(each, weights)));
        const all = likely.reduce((sum, each) => sum + each, 0);
        for (const [at, each] of features.entries()) {
          const error = (likely[at] ?? 0) / all - (at === right ? 1 : 0);
          if (Math.abs(error) < 1e-5) continue;
          for (const [index, value] of each.entries()) slope[index] = (slope[index] ?? 0) + error * value;
        }
      }
    }
    for (const [index, each] of slope.entries()) {
      squares[index] = 0.95 * (squares[index] ?? 1) + 0.05 * each * each;
      weights[index] = (weights[index] ?? 0) - (step * each) / Math.sqrt((squares[index] ?? 1) + 1e-9);
    }
  }
  return weights;
}

/** For each old element of a site how sure the best is, and whether it is the right one. */
function tried({ rows }: Compared, weights: Float64Array): { sure: number; isRight: boolean }[] {
  const likeness = rows.map(({ features }) => features.map((each) => Math.exp(scoreOf(each, weights))));
  return jointChances(likeness).map((chances, at) => {
    const best = chances.indexOf(Math.max(...chances));
    return { sure: chances[best] ?? 0, isRight: best === rows[at]?.right };
  });
}

const { values } = parseArgs({ options: { data: { type: 'string' } } });
if (values.data === undefined) {
  console.error(usage);
  process.exit(2);
}
const sites = openSet(values.data, 'locators').truth.filter(isLocatedSite).map(compare);
const held = sites.flatMap((site) => tried(site, learn(sites.filter((each) => each !== site))));
const whole = learn(sites);
const own = sites.flatMap((site) => tried(site, whole));
const share = (part: number, all: number): string => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;
for (const threshold of [...new Set([0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, enough])].sort((a, b) => a - b)) {
  const figures = (all: typeof held): string => {
    const sure = all.filter((each) => each.sure >= threshold);
    const right = sure.filter(({ isRight }) => isRight).length;
    return `right ${share(right, all.length)}, wrong when sure ${share(sure.length - right, all.length)}`;
  };
  console.error(
    `sure from ${threshold}: sites left out: ${figures(held)}; sites learned from: ${figures(own)}`,
  );
}
const learned: [LikenessFeature, number][] = likenessFeatures.map((name, at) => [name, whole[at] ?? 0]);
console.log(`import type { LikenessFeature } from './likeness-features.ts';

/**
 * How much what two elements share speaks for their being the same, in logits. Learned from elements of ${sites.length} sites found again
 * years later (bench/authoring/train-repair.ts).
 */
export const weights: Readonly<Record<LikenessFeature, number>> = {
${learned.map(([name, weight]) => `  ${name}: ${weight.toFixed(2)},`).join('\n')}
};`);
