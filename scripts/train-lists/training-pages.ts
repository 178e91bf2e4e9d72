import { hitsOf, isRight } from '../../bench/authoring/is-right.ts';
import { openSet, textsOf, type LabelledPage } from '../../bench/authoring/labelled-set.ts';
import { recordText } from '../../bench/authoring/record-text.ts';
import { findCandidates, type Candidate } from '../../electron/authoring/lists/candidates.ts';
import { insightsOf, looksOf } from '../../electron/authoring/lists/features.ts';
import { measurePage } from '../../electron/authoring/lists/page-measures.ts';
import { nodesOf } from '../../electron/authoring/lists/records.ts';
import { describeTree } from '../../electron/authoring/tree.ts';
import type { PageTree } from '../../electron/extract/tree.ts';
import type { TrainingPage } from './learn-weights.ts';
import { madePages } from './made-pages.ts';

/** How much a made page counts beside a real one: all of them are made by a few hands. */
const madeWeight = 0.06;

/** The pages of a set whose records are known. */
export const labelledPages = (folder: string, name: string): TrainingPage[] => {
  const set = openSet(folder, name);
  return set.pages.map((page) =>
    trainingPage(set.parse(page), [textsOf(page)], { site: siteOf(page), weight: 1 }),
  );
};

/** Made pages, which show makings that are rare among the labelled ones. */
export const exercises = (): TrainingPage[] =>
  madePages().map(({ making, page, texts }) =>
    trainingPage(page, texts, { site: `made: ${making}`, weight: madeWeight }),
  );

/** The pages of a set that have a next page or numbered ones, and so a list; which one is not known. */
export function unlabelledPages(folder: string, name: string): TrainingPage[] {
  const set = openSet(folder, name);
  return set.pages
    .filter(
      ({ labels }) => typeof labels === 'object' && labels !== null && ('NEXT' in labels || 'PAGE' in labels),
    )
    .map((page) => trainingPage(set.parse(page), [], { site: siteOf(page), weight: 0 }));
}

/** @param texts the texts of the records; several lists of them: each is right */
function trainingPage(
  page: PageTree,
  texts: readonly (readonly string[])[],
  about: { site: string; weight: number },
): TrainingPage {
  const tree = describeTree(page);
  const measures = measurePage(tree);
  const candidates = findCandidates(tree);
  return {
    ...about,
    features: candidates.map((candidate) => [
      ...looksOf(measures, candidate),
      ...insightsOf(measures, candidate),
    ]),
    right: candidates.map((candidate) =>
      texts.some((wanted) => isRight(hitsOf(wanted, readRecords(candidate, wanted.length)))),
    ),
    heads: candidates.map(({ heads }) => heads),
  };
}

/** Records far from the number of those wanted are not worth reading. */
function readRecords(candidate: Candidate, wanted: number): string[] {
  const count = candidate.heads.length;
  if (count * 0.9 > wanted / 0.7 || count < wanted * 0.8) return [];
  return candidate.heads.map((_, at) => recordText(nodesOf(candidate, at)));
}

/** Pages of one site are learnt from together or not at all. */
function siteOf({ id, site, url }: LabelledPage): string {
  const host = URL.parse(url ?? '')?.hostname;
  return (
    site ??
    /[\w-]+\.(?:com|org|gov|edu|ca|uk|mil|net)[^/]*(?=\/)/.exec(id)?.[0] ??
    host ??
    id.replace(/[^/]*$/, '')
  );
}
