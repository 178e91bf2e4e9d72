import { landmarks, type Container, type TextBlock } from './segment.ts';
import { addressMarks, claims, type PageSignals } from './page-signals.ts';
import type { NewsArticle } from '../news/body.ts';
import { newsFeatureNames, newsparserFeatures, pageNewsFeatureNames } from './newsparser-features.ts';
import { patternNames, patternsOf, repetitions } from './patterns.ts';
import { measure, measureNames, type Measures } from './measures.ts';
import { distinctContainers, surroundingsOf, type Surroundings } from './surroundings.ts';
import { phrases, roles } from './vocabulary.ts';

/**
 * The features of each block: its text, its containers, its surroundings, and the page. Counts and lengths are logarithms, all
 * other features are shares or flags. No feature depends on a site, a language, or a word of the text.
 */

const levels = [0, 1, 2, 3] as const;
const offsets = [-3, -2, -1, 1, 2, 3] as const;
const tags = [
  'p',
  'li',
  'td',
  'th',
  'dt',
  'dd',
  'div',
  'pre',
  'blockquote',
  'figcaption',
  'span',
  'section',
  'label',
];

/** Phrases that start a part of the page when they are on a short line of their own. */
const signals = ['comment', 'related', 'tags', 'share', 'signup', 'more', 'review'];
const signalIndices = signals.map((name) => phrases.indexOf(name));
const maxSignal = 60;
/** Maximum length of a title. */
const maxTitle = 500;
/** Phrases and measures that accumulate around comments, reviews, offers and lists of news. */
const crowdPhrases = ['review', 'member', 'comment', 'shop', 'byline', 'more'];
const crowdMeasures = ['time', 'price'];
const crowdReach = 8;

const ownNames = [
  'length',
  'wordCount',
  'linkDensity',
  'heading',
  'prose',
  'hidden',
  'depth',
  'seenBefore',
  'seenAgain',
  'inTitle',
  'isTitle',
  'inDescription',
  'inArticleBody',
];
const placeNames = [
  'index',
  'textBefore',
  'sinceHeading',
  'topSteps',
  'topSide',
  'inStretch',
  'stretchSide',
  'sinceFirstProse',
  'untilLastProse',
  'sectionAge',
  'sectionLevel',
];
const pageNames = [
  'pageBlocks',
  'pageText',
  'pageLinks',
  'pageProse',
  'pageProseShare',
  'pageHeadings',
  'pagePrices',
  'pageTimes',
  'groupCount',
  'groupShare',
  'bodyShare',
  'stretchShare',
  'topShare',
  'pageMembers',
  'pageShop',
];

/** Names of the features, in the order of the rows. */
export const featureNames: readonly string[] = [
  ...ownNames,
  ...measureNames,
  ...phrases.map((name) => `says-${name}`),
  ...tags.map((name) => `tag-${name}`),
  ...roles.map((name) => `role-${name}`),
  ...landmarks.map((name) => `in-${name}`),
  ...levels.flatMap((level) =>
    ['text', 'links', 'blocks', 'alike', 'inner', 'average', 'prose'].map((name) => `around${level}-${name}`),
  ),
  ...placeNames,
  ...offsets.flatMap((offset) =>
    ['length', 'links', 'heading', 'together'].map((name) => `near${offset}-${name}`),
  ),
  'windowText',
  'windowLinks',
  ...phrases.map((name) => `section-${name}`),
  ...signals.map((name) => `since-${name}`),
  ...[...crowdPhrases, ...crowdMeasures].map((name) => `crowd-${name}`),
  ...newsFeatureNames,
  ...patternNames,
  ...pageNames,
  ...claims.map((name) => `claims-${name}`),
  ...addressMarks.map((name) => `address-${name}`),
  ...pageNewsFeatureNames,
];

/** Number of features of a block. */
export const width = featureNames.length;
/** Index of the first feature of the page, after those of the block. */
export const shared = featureNames.indexOf(pageNames[0] ?? '');

/** The rows of features of a page, and the properties that they are computed from. */
export interface Described {
  measures: readonly Measures[];
  surroundings: Surroundings;
  /**
   * Computes the features of the wanted blocks, one row of `width` features at a time in the same array, which `use` must read
   * at once. The features from `shared` on are the same in all rows.
   */
  eachRow(isWanted: (index: number) => boolean, use: (index: number) => void): void;
  row: Float32Array;
  /** 1 for each block that newsparser's article contains. */
  taken: Uint8Array;
}

const wordSet = (texts: readonly string[]): Set<string> =>
  new Set(
    texts.flatMap(
      (text) =>
        text
          .slice(0, 20_000)
          .toLowerCase()
          .match(/[\p{L}\p{N}_]+/gu) ?? [],
    ),
  );

function shareIn(words: readonly string[], known: ReadonlySet<string>): number {
  if (known.size === 0 || words.length === 0) return 0;
  let found = 0;
  for (const word of words) if (known.has(word)) found += 1;
  return found / words.length;
}

/** Pairs of successive words of a text. */
function pairsOf(text: string): Set<string> {
  const words =
    text
      .slice(0, 60_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  return new Set(words.slice(1).map((word, index) => `${words[index]} ${word}`));
}

function sharePairs(words: readonly string[], pairs: ReadonlySet<string>): number {
  if (pairs.size === 0 || words.length < 2) return 0;
  let found = 0;
  for (let at = 1; at < words.length; at += 1) if (pairs.has(`${words[at - 1]} ${words[at]}`)) found += 1;
  return found / (words.length - 1);
}

const size = (value: number): number => Math.log1p(value);

/** Position of a block relative to a range: -1 before, 0 inside, 1 after. */
const sideOf = (index: number, { start, end }: { start: number; end: number }): number =>
  index < start ? -1 : index >= end ? 1 : 0;

function describePage(
  blocks: readonly TextBlock[],
  measures: readonly Measures[],
  surroundings: Surroundings,
  pageSignals: PageSignals,
): number[] {
  let text = 0;
  let links = 0;
  let prose = 0;
  let proseText = 0;
  let headings = 0;
  let prices = 0;
  let times = 0;
  let members = 0;
  let shop = 0;
  let stretch = 0;
  const priceAt = measureNames.indexOf('price');
  const timeAt = measureNames.indexOf('time');
  const memberAt = phrases.indexOf('member');
  const shopAt = phrases.indexOf('shop');
  for (const [index, measured] of measures.entries()) {
    text += measured.length;
    links += measured.length * measured.linkDensity;
    if (measured.isProse) {
      prose += 1;
      proseText += measured.length;
    }
    if (measured.headingLevel > 0) headings += 1;
    prices += measured.values[priceAt] ?? 0;
    times += measured.values[timeAt] ?? 0;
    if ((measured.marks[memberAt] ?? 0) > 0) members += 1;
    if ((measured.marks[shopAt] ?? 0) > 0) shop += 1;
    if (sideOf(index, surroundings.stretch) === 0) stretch += measured.length;
  }
  const total = Math.max(1, text);
  return [
    size(blocks.length),
    size(text),
    links / total,
    size(prose),
    proseText / total,
    size(headings),
    size(prices),
    size(times),
    size(surroundings.group.count),
    surroundings.group.share,
    Math.min(2, pageSignals.articleBody.length / total),
    stretch / total,
    (surroundings.top?.text ?? 0) / total,
    size(members),
    size(shop),
    ...pageSignals.claimed,
    ...pageSignals.address,
  ];
}

/** Prefix sums of the accumulating features over the blocks. */
function crowdSums(measures: readonly Measures[]): Float64Array[] {
  const sumOf = (read: (measured: Measures) => number): Float64Array => {
    const sums = new Float64Array(measures.length + 1);
    for (const [index, measured] of measures.entries()) sums[index + 1] = (sums[index] ?? 0) + read(measured);
    return sums;
  };
  return [
    ...crowdPhrases.map((name) => {
      const mark = phrases.indexOf(name);
      return sumOf(({ marks }) => Number((marks[mark] ?? 0) > 0));
    }),
    ...crowdMeasures.map((name) => {
      const value = measureNames.indexOf(name);
      return sumOf(({ values }) => values[value] ?? 0);
    }),
  ];
}

/** Creates the feature rows of all blocks of a page. */
export function describe(
  blocks: readonly TextBlock[],
  pageSignals: PageSignals,
  news: NewsArticle,
): Described {
  const measures = blocks.map(measure);
  const titles = wordSet(pageSignals.titles);
  const wholeTitles = new Set(pageSignals.titles.map((title) => title.toLowerCase()));
  const descriptions = wordSet(pageSignals.descriptions);
  const bodyPairs = pairsOf(pageSignals.articleBody);
  const surroundings = surroundingsOf(blocks, measures, titles);
  const newsFeatures = newsparserFeatures(blocks, measures, news);
  const writePatterns = patternsOf(blocks, measures, newsFeatures);
  const page = [...describePage(blocks, measures, surroundings, pageSignals), ...newsFeatures.page];
  const { before, after } = repetitions(blocks);
  const allText = Math.max(
    1,
    measures.reduce((sum, { length }) => sum + length, 0),
  );
  const aboveTop = new Map<Container, number>();
  for (
    let container = surroundings.top, step = 0;
    container !== null;
    container = container.parent, step += 1
  ) {
    aboveTop.set(container, step);
  }
  const distances = new Map<Container, { near: Container[]; top: number }>();
  const row = new Float32Array(width);
  row.set(page, shared);
  // Prefix sums over blocks, for windows and containers.
  const plainSums = new Float64Array(blocks.length + 1);
  const linkSums = new Float64Array(blocks.length + 1);
  const proseSums = new Float64Array(blocks.length + 1);
  for (const [index, { length, linkDensity, isProse }] of measures.entries()) {
    proseSums[index + 1] = (proseSums[index] ?? 0) + (isProse ? length : 0);
    plainSums[index + 1] = (plainSums[index] ?? 0) + length;
    linkSums[index + 1] = (linkSums[index] ?? 0) + length * linkDensity;
  }
  const noMarks: readonly number[] = phrases.map(() => 0);
  const crowds = crowdSums(measures);
  let at = 0;
  const put = (value: number): void => {
    row[at] = value;
    at += 1;
  };
  const placeOf = (container: Container): { near: Container[]; top: number } => {
    let place = distances.get(container);
    if (place === undefined) {
      const near = distinctContainers(container, levels.length);
      let current: Container | null = container;
      let steps = 0;
      while (current !== null && !aboveTop.has(current) && steps < 60) {
        current = current.parent;
        steps += 1;
      }
      // Steps from the densest container down to the block, or up to their common ancestor: negative outside of it.
      const shared = current === null ? 60 : (aboveTop.get(current) ?? 0);
      place = { near, top: shared === 0 ? steps : -Math.min(60, shared) };
      distances.set(container, place);
    }
    return place;
  };
  let section = { index: -1, level: 0, marks: noMarks };
  const lastSignals = signals.map(() => -1);
  const fill = (index: number, block: TextBlock, own: Measures): void => {
    const { container, text } = block;
    const place = placeOf(container);
    at = 0;
    put(size(own.length));
    put(size(own.words.length));
    put(own.linkDensity);
    put(own.headingLevel);
    put(Number(own.isProse));
    put(Number(container.hidden));
    put(Math.min(60, container.depth));
    put(before[index] ?? 0);
    put(after[index] ?? 0);
    put(shareIn(own.words, titles));
    put(Number(own.length <= maxTitle && wholeTitles.has(text.toLowerCase())));
    put(shareIn(own.words, descriptions));
    put(sharePairs(own.words, bodyPairs));
    row.set(own.values, at);
    at += own.values.length;
    row.set(own.marks, at);
    at += own.marks.length;
    for (const tag of tags) put(Number(container.element.name === tag));
    row.set(container.distances, at);
    for (const role of block.inlineRoles) row[at + role] = 0;
    at += container.distances.length;
    for (const level of levels) {
      const around = place.near[level] ?? place.near.at(-1) ?? container;
      put(size(around.text));
      put(around.link / Math.max(1, around.text));
      put(size(around.end - around.start));
      put(size(around.alike));
      put(size(around.inner));
      const inside = (plainSums[around.end] ?? 0) - (plainSums[around.start] ?? 0);
      put(size(inside / Math.max(1, around.end - around.start)));
      put(((proseSums[around.end] ?? 0) - (proseSums[around.start] ?? 0)) / Math.max(1, inside));
    }
    put(index / blocks.length);
    put((plainSums[index] ?? 0) / allText);
    put(
      surroundings.heading < 0
        ? -1000
        : Math.sign(index - surroundings.heading) * size(Math.abs(index - surroundings.heading)),
    );
    put(place.top);
    put(surroundings.top === null ? 0 : sideOf(index, surroundings.top));
    put(Number(sideOf(index, surroundings.stretch) === 0));
    put(sideOf(index, surroundings.stretch));
    put(Math.max(-200, Math.min(200, index - surroundings.firstProse)));
    put(Math.max(-200, Math.min(200, surroundings.lastProse - index)));
    put(section.index < 0 ? -1 : size(index - section.index));
    put(section.level);
    for (const offset of offsets) {
      const neighbour = measures[index + offset];
      put(neighbour === undefined ? -1 : size(neighbour.length));
      put(neighbour?.linkDensity ?? -1);
      put(neighbour?.headingLevel ?? -1);
      put(Number(blocks[index + offset]?.container.parent === container.parent));
    }
    const from = Math.max(0, index - crowdReach);
    const to = Math.min(blocks.length, index + crowdReach + 1);
    const windowText = (plainSums[to] ?? 0) - (plainSums[from] ?? 0);
    put(size(windowText / (to - from)));
    put(((linkSums[to] ?? 0) - (linkSums[from] ?? 0)) / Math.max(1, windowText));
    row.set(section.marks, at);
    at += section.marks.length;
    for (const last of lastSignals) put(last < 0 ? -1 : size(index - last));
    for (const sums of crowds) put(((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from));
    newsFeatures.write(index, row, at);
    writePatterns(index, row, at + newsFeatureNames.length);
  };
  const eachRow: Described['eachRow'] = (isWanted, use) => {
    section = { index: -1, level: 0, marks: noMarks };
    lastSignals.fill(-1);
    for (const [index, block] of blocks.entries()) {
      const own = measures[index];
      if (own === undefined) continue;
      if (isWanted(index)) {
        fill(index, block, own);
        use(index);
      }
      if (own.length <= maxSignal) {
        for (const [signal, mark] of signalIndices.entries()) {
          if ((own.marks[mark] ?? 0) === 2) lastSignals[signal] = index;
        }
      }
      if (own.headingLevel > 0) section = { index, level: own.headingLevel, marks: own.marks };
    }
  };
  return { measures, surroundings, eachRow, row, taken: newsFeatures.taken };
}
