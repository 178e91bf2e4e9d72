import type { ProofCheck } from '../../../../shared/contract/types.ts';
import { counted } from '../../../ui/format.ts';
import { failedWords, type Verdict } from './version-proof.ts';

interface CheckWords {
  readonly title: string;
  readonly pass: string;
  readonly fail: string;
}

/** What the checks are called, and what it means that one passes or fails, by the name in the report. */
const words: Readonly<Record<string, CheckWords>> = {
  valid: {
    title: 'Valid document',
    pass: 'The document has no errors.',
    fail: 'The document has errors, so nothing else could be judged.',
  },
  grounded: {
    title: 'Values from the page',
    pass: 'Every value comes from its page and its row.',
    fail: 'Values are not from their page or row, or are the same everywhere.',
  },
  examples: {
    title: 'Examples',
    pass: 'Every example is among the values of its field.',
    fail: 'Examples are not among the values of their fields.',
  },
  'fill and type': {
    title: 'Fill and types',
    pass: 'Fields are filled as often as demanded, with what is demanded.',
    fail: 'Fields are empty too often, or have something else than is demanded.',
  },
  'complete lists': {
    title: 'Complete lists',
    pass: 'Rows are the records that the pages show.',
    fail: 'Rows are not the records that the pages show.',
  },
  'next page': {
    title: 'Next page',
    pass: 'Rules lead on from page to page.',
    fail: 'Rules do not lead on to the next page.',
  },
  rules: {
    title: 'Rules',
    pass: 'Every page is reached, and pages of one kind go to one callback.',
    fail: 'Pages are not reached, go to several callbacks, or should not be taken.',
  },
  'held-back pages': {
    title: 'Held-back pages',
    pass: 'What is true of the other pages is true of those that were held back.',
    fail: 'On pages that were held back, it is not as on the others.',
  },
  stress: {
    title: 'Changes of the pages',
    pass: 'Selectors survive small changes of the pages.',
    fail: 'Selectors break where pages change a little, and better ones are known.',
  },
  simpler: {
    title: 'Simple selectors',
    pass: 'No selector has a part that it does not need.',
    fail: 'Selectors have parts that they do not need.',
  },
  'polite and safe': {
    title: 'Polite and safe',
    pass: 'robots.txt is obeyed, and no private address stands beside public ones.',
    fail: 'The crawl would not be polite, or not safe.',
  },
};

/** What a check is called. */
export const checkTitle = ({ name }: Pick<ProofCheck, 'name'>): string => words[name]?.title ?? name;

/** What a check says, in one sentence; of one that was not run what is missing. */
export function checkSentence({ name, result, problems }: ProofCheck): string {
  if (result !== 'not-run') {
    if (name === 'held-back pages' && result === 'pass' && isWhole(problems)) return problems[0]?.got ?? '';
    if (name === 'simpler' && problems.length > 0) return words[name]?.fail ?? '';
    return words[name]?.[result] ?? '';
  }
  const [missing] = problems;
  if (missing === undefined) return 'The pages cannot answer it.';
  const { expected, got, hint } = missing;
  const needs = `Not run: it needs ${expected ?? 'other pages'}${got === null ? '' : `; ${got}`}.`;
  return hint === null ? needs : `${needs} ${hint}`;
}

/** Whether the remarks say that a crawl takes only the page that was judged: other remarks name the pages that they expect. */
const isWhole = ([first]: ProofCheck['problems']): boolean => first?.expected === null;

/** What a proof came to, in one line: "Proved with 42 pages, 9 of them held back." */
export function verdictLine(
  verdict: Verdict,
  { checks, pages, held }: { checks: readonly Pick<ProofCheck, 'result'>[]; pages: number; held: number },
): string {
  if (verdict === 'proved' && held === 0) return 'Proved with the one page that the crawl takes.';
  if (verdict === 'proved') return `Proved with ${counted(pages, 'page')}, ${held} of them held back.`;
  if (verdict === 'refused')
    return `Refused: ${failedWords(checks.filter(({ result }) => result === 'fail').length)}.`;
  return 'Incomplete: no pages could be held back. Run it once to store more pages.';
}

/** The part of a document that a pointer names, in a few words: "price of parse_item". */
export function placeWords(pointer: string): string {
  const [root, name, ...inner] = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (root === undefined) return 'The spider';
  if (name === undefined) return root;
  if (root === 'rules') return `Rule ${Number(name) + 1}`;
  if (root === 'expect') return ['expect', name, ...inner].join('.');
  if (root !== 'callbacks') return /^\d+$/u.test(name) ? `${root} ${Number(name) + 1}` : name;
  if (inner[0] === 'iterate') return `Rows of ${name}`;
  // Fields stand two levels apart: extract, name, extract, name.
  const field = inner.filter((_, at) => at % 2 === 1 && inner[at - 1] === 'extract');
  return field.length === 0 ? name : `${field.join('.')} of ${name}`;
}
