import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { extractArticle } from '../electron/extract/articles/chain.ts';
import { readMetadata } from '../electron/extract/articles/metadata.ts';
import { readNews } from '../electron/extract/articles/news/body.ts';
import { readMainText } from '../electron/extract/articles/text/main-text.ts';
import { parsePage, type PageTree } from '../electron/extract/tree.ts';
import type { Settings } from '../shared/spider/settings-schema.ts';
import { pairedBootstrap } from './score/bootstrap.ts';
import { readPredictions } from './score/predictions.ts';
import { readSets, type Split, type Truth } from './score/sets.ts';
import { bodyScore, scorePage, table, worst, type PageScore, type Predicted } from './score/table.ts';

const usage = `Scores the extraction of articles on real pages with expected values.

  node scripts/score.ts --data DIR [--out FOLDER] [--set NAME] [--split dev|held|all] [--strategy NAME,…]
                        [--every N] [--worst N] [--against FOLDER]

DIR holds a folder per set with truth.json and html/ID.html.gz. --out writes what the chain found, a SET.json per set.
--strategy: newsparser, textparser, chain (all three when it is left out). --every N takes every Nth page only.
--against: compares with what another extractor or version found, a SET.json per set as --out writes it, by a paired bootstrap.
The times are CPU time beyond the parse, in milliseconds; kernels that count it in ticks of 4 ms make them coarse.`;

const orders = {
  newsparser: ['newsparser'],
  textparser: ['textparser'],
  chain: [],
} satisfies Record<string, NonNullable<Settings['EXTRACTOR_ORDER']>>;
type Extractor = keyof typeof orders;

const isExtractor = (name: string): name is Extractor => Object.hasOwn(orders, name);
const isSplit = (name: string): name is Split => ['dev', 'held', 'all'].includes(name);

function predict(tree: PageTree, url: string, extractor: Extractor): { predicted: Predicted; ms: number } {
  const before = process.threadCpuUsage();
  const { article } = extractArticle(tree, { url, settings: { EXTRACTOR_ORDER: orders[extractor] } });
  const { user, system } = process.threadCpuUsage(before);
  const ms = (user + system) / 1000;
  // What is too short for a crawl to take as an article is still scored: the sets ask what is found, not whether it is enough.
  if (article === null && extractor !== 'newsparser') return { predicted: whatIsThere(tree, url), ms };
  return {
    predicted: {
      title: article?.title ?? null,
      author: article?.author ?? null,
      date: article?.published_date ?? null,
      text: article?.content ?? '',
    },
    ms,
  };
}

/** Fewer words are what a page shows before its scripts have run: no text. */
const minWords = 10;
const wordCount = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

function whatIsThere(tree: PageTree, url: string): Predicted {
  const metadata = readMetadata(tree, url);
  const { title, author, publishedDate } = metadata;
  const { text } = readMainText(tree, metadata, readNews(tree, metadata.language), url);
  return { title, author, date: publishedDate, text: wordCount(text) < minWords ? '' : text };
}

/** Tells in a line how an extractor does beside what another one found on the same pages. */
function compare(
  extractor: Extractor,
  scored: readonly PageScore[],
  others: ReadonlyMap<string, Predicted>,
  pages: readonly { id: string; truth: Truth }[],
): string {
  const truths = new Map(pages.map(({ id, truth }) => [id, truth]));
  const pairs = scored.flatMap((ours) => {
    const [truth, other] = [truths.get(ours.id), others.get(ours.id)];
    return truth === undefined || other === undefined
      ? []
      : [{ ours, theirs: scorePage(ours.id, truth, other, 0) }];
  });
  const ours = pairs.map((pair) => pair.ours);
  const [own, other] = [bodyScore(ours), bodyScore(pairs.map((pair) => pair.theirs))];
  if (own === null || other === null) return `${extractor} cannot be compared: no page has a text in both`;
  const { difference, low, high, better } = pairedBootstrap(
    ours,
    pairs.map((pair) => pair.theirs),
  );
  const signed = (value: number): string => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(3)}`;
  return (
    `${extractor} less the other on ${pairs.length} pages: F1 ${own.f1.toFixed(3)} less ${other.f1.toFixed(3)}, ${signed(difference)}, 95 % of samples from ${signed(low)} ` +
    `to ${signed(high)}, better in ${(better * 100).toFixed(1)} %`
  );
}

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    out: { type: 'string' },
    set: { type: 'string' },
    split: { type: 'string', default: 'all' },
    strategy: { type: 'string', default: Object.keys(orders).join(',') },
    every: { type: 'string', default: '1' },
    worst: { type: 'string', default: '20' },
    against: { type: 'string' },
  },
});
const extractors = values.strategy.split(',');
const { split } = values;
if (values.data === undefined || !isSplit(split) || !extractors.every(isExtractor)) {
  console.error(usage);
  process.exit(2);
}

for (const { name, pages, readHtml } of readSets(values.data, values.set ?? null, split)) {
  const scores = new Map<Extractor, PageScore[]>(extractors.map((extractor) => [extractor, []]));
  const found: [string, Predicted][] = [];
  for (const { id, truth } of pages.filter((_, index) => index % Number(values.every) === 0)) {
    const html = readHtml(id);
    for (const extractor of extractors) {
      // A tree of its own for each: none profits from what another has read.
      const { predicted, ms } = predict(parsePage(html), truth.url, extractor);
      scores.get(extractor)?.push(scorePage(id, truth, predicted, ms));
      if (extractor === 'chain') found.push([id, predicted]);
    }
  }
  for (const [extractor, scored] of scores) console.log(`${table(`${name} ${extractor}`, scored)}\n`);
  const last = [...scores].at(-1);
  if (last !== undefined) {
    console.log(`Worst of ${name} by ${last[0]}:\n${worst(last[1], Number(values.worst))}\n`);
  }
  const others = values.against === undefined ? null : readPredictions(join(values.against, `${name}.json`));
  if (others !== null) {
    for (const [extractor, scored] of scores)
      console.log(`${name}: ${compare(extractor, scored, others, pages)}\n`);
  }
  if (values.out !== undefined && found.length > 0) {
    mkdirSync(values.out, { recursive: true });
    writeFileSync(join(values.out, `${name}.json`), JSON.stringify(Object.fromEntries(found), null, 1));
  }
}
console.log(`Peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB.`);
