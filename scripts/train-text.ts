import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { featureNames } from '../electron/extract/articles/text/features.ts';
import type { Forest } from '../electron/extract/articles/text/forest.ts';
import { growForest } from './train-text/grow.ts';
import { readTrainingPages, stack } from './train-text/pages.ts';

// Grows the model that tells the main text of a page from what surrounds it. Only the pages of the split "dev" are learnt from;
// "node scripts/score.ts --split held" tells how it does on pages it has not seen.

const usage = `node scripts/train-text.ts --data DIR [--out FILE]

DIR holds the sets of pages as for scripts/score.ts. Takes some minutes and 4 GB of memory
(NODE_OPTIONS=--max-old-space-size=6000).`;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    out: {
      type: 'string',
      default: join(import.meta.dirname, '../electron/extract/articles/text/model.json'),
    },
  },
});
if (values.data === undefined) {
  console.error(usage);
  process.exit(2);
}

/** Figures that the model does not need are not kept. */
function rounded(forest: Forest): Forest {
  const to = (digits: number, value: number): number => Number(value.toPrecision(digits));
  return {
    ...forest,
    base: to(4, forest.base),
    value: forest.value.map((value, node) => to((forest.feature[node] ?? -1) < 0 ? 4 : 7, value)),
  };
}

const pages = readTrainingPages(values.data).filter(({ held }) => !held);
console.log(`${pages.length} pages`);
// Chosen by three-fold cross-validation over pages; the figures move little around them.
const forest = growForest(
  stack(pages),
  {
    trees: 200,
    leaves: 16,
    rate: 0.06,
    minWeight: 8,
    lambda: 8,
    groupShare: 0.5,
    featureShare: 0.2,
    seed: 7,
  },
  (tree) => {
    if (tree % 20 === 19) console.log(`${tree + 1} trees`);
  },
);
writeFileSync(values.out, `${JSON.stringify({ features: featureNames, ...rounded(forest) })}\n`);
console.log(values.out);
