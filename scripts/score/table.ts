import {
  comparable,
  compareShingles,
  compareWords,
  countSnippets,
  dayOf,
  harmonicMean,
  type PrecisionRecall,
  type Snippets,
} from './metrics.ts';
import type { Truth } from './sets.ts';

/** What an article strategy extracted from a page. */
export interface Predicted {
  title: string | null;
  author: string | null;
  date: string | null;
  text: string;
}

/** How one page went. What the truth does not tell is null. */
export interface PageScore {
  id: string;
  type: string | null;
  url: string;
  predicted: boolean;
  body: (PrecisionRecall & { metric: 'shingles' | 'words' }) | null;
  snippets: Snippets | null;
  title: boolean | null;
  author: boolean | null;
  date: boolean | null;
  /** An author where the truth has none. */
  falseAuthor: boolean | null;
  /** Milliseconds beyond the parse. */
  ms: number;
}

/**
 * Compares what was extracted from a page with the truth.
 * @param ms time of the extraction in milliseconds
 */
export function scorePage(id: string, truth: Truth, predicted: Predicted, ms: number): PageScore {
  const { text } = predicted;
  const same = (ours: string | null, theirs: string | null): boolean | null =>
    theirs === null ? null : comparable(ours ?? '') === comparable(theirs);
  const body =
    truth.articleBody !== null
      ? { metric: 'shingles' as const, ...compareShingles(text, truth.articleBody) }
      : truth.mainContent !== null
        ? { metric: 'words' as const, ...compareWords(text, truth.mainContent) }
        : null;
  return {
    id,
    type: truth.type,
    url: truth.url,
    predicted: text.trim() !== '',
    body,
    snippets: body === null && truth.with.length > 0 ? countSnippets(text, truth) : null,
    title: same(predicted.title, truth.title),
    author: same(predicted.author, truth.author),
    date: truth.date === null ? null : dayOf(predicted.date ?? '') === dayOf(truth.date),
    falseAuthor: truth.labelsAuthor && truth.author === null ? predicted.author !== null : null,
    ms,
  };
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
const known = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null);
const share = (values: readonly (boolean | null)[]): number | null => mean(known(values).map(Number));

/** The value below which a share of the values lies; 0 without values. */
function quantile(values: readonly number[], at: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(at * sorted.length))] ?? 0;
}

/** The body's scores over pages: by shingles from the means of precision and recall, by words the mean, by snippets the sums. */
export function bodyScore(pages: readonly PageScore[]): PrecisionRecall | null {
  const bodies = known(pages.map(({ body }) => body));
  if (bodies.length > 0) {
    const told = known(
      pages.map(({ body, predicted }) => (predicted || body?.precision === 1 ? body : null)),
    );
    const precision = mean(told.map((body) => body.precision)) ?? 0;
    const recall = mean(bodies.map((body) => body.recall)) ?? 0;
    const f1 =
      bodies[0]?.metric === 'shingles'
        ? harmonicMean(precision, recall)
        : (mean(bodies.map((body) => body.f1)) ?? 0);
    return { precision, recall, f1 };
  }
  const snippets = known(pages.map((page) => page.snippets));
  if (snippets.length === 0) return null;
  const sum = (key: keyof Snippets): number => snippets.reduce((all, page) => all + page[key], 0);
  const [found, missed, wrong] = [sum('found'), sum('missed'), sum('wrong')];
  const precision = found + wrong === 0 ? 0 : found / (found + wrong);
  const recall = found + missed === 0 ? 0 : found / (found + missed);
  return { precision, recall, f1: harmonicMean(precision, recall) };
}

const columns = ['pages', 'F1', 'P', 'R', 'title', 'author', 'false', 'date', 'ms50', 'ms99', 'max'];

function row(pages: readonly PageScore[]): string[] {
  const body = bodyScore(pages);
  const score = (value: number | null | undefined): string =>
    value === null || value === undefined ? '' : value.toFixed(3);
  const percent = (value: number | null): string => (value === null ? '' : (value * 100).toFixed(1));
  const times = pages.map(({ ms }) => ms);
  return [
    String(pages.length),
    score(body?.f1),
    score(body?.precision),
    score(body?.recall),
    percent(share(pages.map(({ title }) => title))),
    percent(share(pages.map(({ author }) => author))),
    percent(share(pages.map(({ falseAuthor }) => falseAuthor))),
    percent(share(pages.map(({ date }) => date))),
    ...[quantile(times, 0.5), quantile(times, 0.99), Math.max(0, ...times)].map((value) => value.toFixed(1)),
  ];
}

/** A table of a set: one row over all pages, and one for each kind of page. */
export function table(name: string, pages: readonly PageScore[]): string {
  const types = [...new Set(known(pages.map(({ type }) => type)))].sort();
  const rows = [
    [name, ...columns],
    ['all', ...row(pages)],
    ...types.map((type) => [type, ...row(pages.filter((page) => page.type === type))]),
  ];
  const first = Math.max(...rows.map(([label = '']) => label.length));
  return rows
    .map(([label = '', ...cells]) => label.padEnd(first) + cells.map((cell) => cell.padStart(8)).join(''))
    .join('\n');
}

/** Between 0 and 1, the lower the worse; by the body where it is known, else by the date. */
function goodness({ body, snippets, date }: PageScore): number {
  if (body !== null) return body.f1;
  if (snippets !== null) {
    const { found, missed, wrong } = snippets;
    return found === 0 ? 0 : (2 * found) / (2 * found + missed + wrong);
  }
  return date === null ? 1 : Number(date);
}

/** The worst pages, one line each. */
export function worst(pages: readonly PageScore[], count: number): string {
  return [...pages]
    .sort((a, b) => goodness(a) - goodness(b))
    .slice(0, count)
    .map((page) => {
      const { id, type, url, body } = page;
      const detail = body === null ? '' : ` P ${body.precision.toFixed(2)} R ${body.recall.toFixed(2)}`;
      return `  ${goodness(page).toFixed(3)}${detail}  ${id.slice(0, 16)}  ${type ?? ''}  ${url.slice(0, 120)}`;
    })
    .join('\n');
}
