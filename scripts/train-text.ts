import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { featureNames } from '../electron/extract/articles/text/features.ts';
import type { Forest } from '../electron/extract/articles/text/forest.ts';
import { growForest } from './train-text/grow.ts';
import { readHandLabelledPages, readTrainingPages, stack } from './train-text/pages.ts';

// Grows the model that tells the main text of a page from what surrounds it. The model that ships has learnt from all pages, once
// everything else about it was settled; one that has learnt from "dev" alone tells how it does on pages it has not seen
// ("node scripts/score.ts --split held").

const usage = `node scripts/train-text.ts --data DIR [--labels FILE] [--split all|dev] [--out FILE]

DIR holds the sets of pages as for scripts/score.ts. --labels: further pages below DIR, with labels made by hand, a JSON object a line:
{"set": FOLDER, "id": PAGE, "url": ADDRESS, "keep": "4-19,21", "sure": true}; "keep" are the blocks of the text, as segmentPage numbers them. Takes some minutes and 4 GB of memory
(NODE_OPTIONS=--max-old-space-size=6000).`;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    labels: { type: 'string' },
    split: { type: 'string', default: 'all' },
    out: {
      type: 'string',
      default: join(import.meta.dirname, '../electron/extract/articles/text/model.json'),
    },
  },
});
const { data, labels, split } = values;
if (data === undefined || (split !== 'all' && split !== 'dev')) {
  console.error(usage);
  process.exit(2);
}

/** Figures that the model does not need are not kept. Bounds stay exact: many rows lie on them, and 9 digits tell a 32-bit float. */
function rounded(forest: Forest): Forest {
  const to = (digits: number, value: number): number => Number(value.toPrecision(digits));
  return {
    ...forest,
    base: to(4, forest.base),
    value: forest.value.map((value, node) => to((forest.feature[node] ?? -1) < 0 ? 4 : 9, value)),
  };
}

/** Several forests as one: each has its share of a say. */
function together(forests: readonly Forest[]): Forest {
  const parts = forests.map((forest, index) => {
    const offset = forests.slice(0, index).reduce((sum, { feature }) => sum + feature.length, 0);
    return {
      roots: forest.roots.map((root) => root + offset),
      feature: forest.feature,
      value: forest.value.map((value, node) =>
        (forest.feature[node] ?? -1) < 0 ? value / forests.length : value,
      ),
      left: forest.left.map((left, node) => ((forest.feature[node] ?? -1) < 0 ? 0 : left + offset)),
    };
  });
  return {
    base: forests.reduce((sum, { base }) => sum + base, 0) / forests.length,
    roots: parts.flatMap(({ roots }) => roots),
    feature: parts.flatMap(({ feature }) => feature),
    value: parts.flatMap(({ value }) => value),
    left: parts.flatMap(({ left }) => left),
  };
}

/** One forest depends on chance by half a point of F1; the mean of three does less. */
const seeds = [7, 11, 23];

const given = readTrainingPages(data, split);
const labelled = labels === undefined ? [] : readHandLabelledPages(data, labels, split);
const pages = [...given, ...labelled];
console.log(`${given.length} pages, and ${labelled.length} with labels made by hand`);
const rows = stack(pages);
const forests = seeds.map((seed) => {
  // Chosen by three-fold cross-validation over pages; the figures move little around them.
  const growth = {
    trees: 200,
    leaves: 20,
    rate: 0.065,
    minWeight: 8,
    lambda: 8,
    groupShare: 0.5,
    featureShare: 0.15,
    seed,
  };
  return growForest(rows, growth, (tree) => {
    if (tree % 50 === 49) console.log(`${tree + 1} trees`);
  });
});
writeFileSync(values.out, `${JSON.stringify({ features: featureNames, ...rounded(together(forests)) })}\n`);
console.log(values.out);
