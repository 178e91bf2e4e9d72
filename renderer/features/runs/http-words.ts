import type { RunDetails } from '../../../shared/contract/types.ts';

/** What a request came to: a status, null for a failure without an answer, or a request that was skipped without one. */
export type AnswerStatus = number | 'not-fetched' | null;

/** The reason phrase of a status, as in RFC 9110 and RFC 6585. */
export function statusWords(status: AnswerStatus): string {
  if (status === null) return 'No answer';
  if (status === 'not-fetched') return 'Not fetched (skipped)';
  return words[status] ?? classes[Math.floor(status / 100)] ?? 'Unknown';
}

const words: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  203: 'Non-authoritative',
  204: 'No content',
  206: 'Partial content',
  301: 'Moved permanently',
  302: 'Found elsewhere',
  303: 'See other',
  304: 'Not modified',
  307: 'Moved for now',
  308: 'Moved permanently',
  400: 'Bad request',
  401: 'Login required',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  406: 'Not acceptable',
  408: 'Request timeout',
  410: 'Gone',
  418: 'Refused',
  429: 'Too many requests',
  451: 'Legal reasons',
  500: 'Server error',
  502: 'Bad gateway',
  503: 'Unavailable',
  504: 'Gateway timeout',
  520: 'Unknown error',
  522: 'Connection timeout',
  524: 'Timeout',
};

const classes: Readonly<Record<number, string>> = {
  1: 'Information',
  2: 'Success',
  3: 'Redirect',
  4: 'Refused',
  5: 'Server error',
};

/** The colour of an HTTP status. */
export type StatusTone = 'success' | 'info' | 'warning' | 'danger' | 'neutral';

/** The colour of an HTTP status; a request that failed without an answer counts as an error. */
export function statusTone(status: AnswerStatus): StatusTone {
  if (status === null) return 'danger';
  if (status === 'not-fetched') return 'neutral';
  if (status < 300) return 'success';
  if (status < 400) return 'info';
  return status < 500 ? 'warning' : 'danger';
}

/** The outcomes of the requests of a run, most frequent first; those skipped without a response are last. */
export const answersOf = ({
  statuses,
  notFetched,
}: Pick<RunDetails, 'statuses' | 'notFetched'>): { status: AnswerStatus; count: number }[] => [
  ...statuses,
  ...(notFetched === 0 ? [] : [{ status: 'not-fetched' as const, count: notFetched }]),
];
