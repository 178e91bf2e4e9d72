import type { RequestMessage } from '../../shared/request-message.ts';

/** What is wrong in a spider, or missing in what it was given. */
export interface ProofProblem {
  /** Place in the spider document, as a JSON pointer; "" is the whole document. */
  readonly pointer: string;
  /** URL of the page that shows it; null: no single page does. */
  readonly page: string | null;
  /** What should be there, in a few words; null: nothing can be named. */
  readonly expected: string | null;
  /** What is there instead; null: nothing. */
  readonly got: string | null;
  /** What to do about it; null: unknown. */
  readonly hint: string | null;
}

/** The names of the checks, in their order; a check's number is its place, from 1. */
export const checkNames = [
  'valid',
  'grounded',
  'examples',
  'fill and type',
  'complete lists',
  'next page',
  'rules',
  'held-back pages',
  'stress',
  'simpler',
  'polite and safe',
] as const;
export type CheckName = (typeof checkNames)[number];

/** What a check found. */
export interface Finding {
  /** `not-run`: the pages cannot answer it, and the problems say what is missing. */
  readonly result: 'pass' | 'fail' | 'not-run';
  /** Of a check that passed: remarks. */
  readonly problems: readonly ProofProblem[];
}

/** A check with its result. */
export interface CheckResult extends Finding {
  /** From 1 to 11. */
  readonly number: number;
  readonly name: CheckName;
}

/**
 * `proved`: no check failed, and pages that were held back were among those checked, or a crawl takes only the one page that was.
 * `refused`: a check failed. `incomplete`: none failed, and no pages could be held back.
 */
export type Verdict = 'proved' | 'refused' | 'incomplete';

/**
 * An edition of the checks: a proof is repeated with the one that made it. From the second on a spider can be proved by the only page
 * that its crawl takes.
 */
export type Edition = 1 | 2;
/** The edition of new proofs. */
export const presentEdition = 2;

/** A page that a spider is judged by. */
export interface ProofPage {
  /** Name of its file; null: it came from elsewhere. */
  readonly file: string | null;
  /** URL after redirects. */
  readonly url: string;
  /** The URL that was requested, which leads here; null: the same, or it is not known. */
  readonly requested: string | null;
  /** What was sent besides the URL; left out: nothing, or it is not known. */
  readonly message?: RequestMessage;
  /** Pages of one group are of one kind. */
  readonly group: string | null;
  /** HTTP status of its fetch. */
  readonly status: number;
  readonly contentType: string | null;
  /** When it was received from the site, in milliseconds since 1970. */
  readonly fetchedAt: number;
  readonly rendered: boolean;
}

export const failing = (problems: readonly ProofProblem[]): Finding => ({
  result: problems.length === 0 ? 'pass' : 'fail',
  problems,
});

/** A check that the pages cannot answer. @param got what the pages give instead of what is expected */
export const notRun = (expected: string, got: string, hint: string | null = null): Finding => ({
  result: 'not-run',
  problems: [{ pointer: '', page: null, expected, got, hint }],
});
