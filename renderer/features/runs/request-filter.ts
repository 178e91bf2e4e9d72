import type { CallArgs } from '../../../shared/contract/index.ts';
import { statusWords, type AnswerStatus } from './http-words.ts';
import { requestStates, type RequestState } from './progress.ts';

/** Which requests of a run are shown. */
export interface RequestFilter {
  /** None: all. */
  readonly states: readonly RequestState[];
  /** None: all. */
  readonly statuses: readonly AnswerStatus[];
  readonly origin: string | null;
  /** `undefined`: all; null: pages that are read for links only. */
  readonly callback: string | null | undefined;
  /** Only files of items. */
  readonly files: boolean;
  /** A part of the URL. */
  readonly url: string;
  /** A part of the reason. */
  readonly reason: string;
}

/** The filter that leaves no request out. */
export const everything: RequestFilter = {
  states: [],
  statuses: [],
  origin: null,
  callback: undefined,
  files: false,
  url: '',
  reason: '',
};

/** A filter in an address: "#/run/5/requests?state=failed&status=403". */
export interface RequestQuery {
  readonly state?: RequestState | undefined;
  /** A number, "none" (failed without an answer), or "not-fetched" (skipped without one). */
  readonly status?: string | undefined;
  readonly host?: string | undefined;
  /** "none": read for links only. */
  readonly callback?: string | undefined;
  /** "files": only files of items. */
  readonly kind?: string | undefined;
  readonly url?: string | undefined;
  readonly reason?: string | undefined;
  /** The request that is inspected. */
  readonly request?: string | undefined;
}

/** Whether a filter leaves no request out. */
export const isEverything = (filter: RequestFilter) =>
  filter.states.length === 0 &&
  filter.statuses.length === 0 &&
  filter.origin === null &&
  filter.callback === undefined &&
  !filter.files &&
  filter.url === '' &&
  filter.reason === '';

const isState = (text: string): text is RequestState => requestStates.some(({ state }) => state === text);

/** A status as it stands in an address. */
export const statusText = (status: AnswerStatus): string => String(status ?? 'none');

/** The inverse of `statusText`; NaN if the text is not a status. */
export const statusFromText = (text: string): AnswerStatus =>
  text === 'none' ? null : text === 'not-fetched' ? text : Number(text);

/** Reads a filter from an address; ignores unknown values. */
export function filterFromQuery(query: URLSearchParams): RequestFilter {
  const callback = query.get('callback');
  return {
    states: query.getAll('state').filter(isState),
    statuses: query
      .getAll('status')
      .map(statusFromText)
      .filter((status) => typeof status !== 'number' || Number.isInteger(status)),
    origin: query.get('host'),
    callback: callback === null ? undefined : callback === 'none' ? null : callback,
    files: query.get('kind') === 'files',
    url: query.get('url') ?? '',
    reason: query.get('reason') ?? '',
  };
}

/** The query of an address that shows these requests. */
export function queryText(query: RequestQuery): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

type RequestArgs = CallArgs<'runs.requests'>;
/** The filter as arguments of `runs.requests`. */
export function filterArgs(filter: RequestFilter): Omit<RequestArgs, 'run' | 'offset' | 'limit' | 'sort'> {
  const { states, statuses, origin, callback, files, url, reason } = filter;
  return {
    ...(states.length === 0 ? {} : { states: [...states] }),
    ...(statuses.length === 0 ? {} : { statuses: [...statuses] }),
    ...(origin === null ? {} : { origin }),
    ...(callback === undefined ? {} : { callback }),
    // Files have no callback either, and are no pages with links.
    ...(files ? { files } : callback === null ? { files: false } : {}),
    ...(url === '' ? {} : { url }),
    ...(reason === '' ? {} : { reason }),
  };
}

/** The conditions of a filter as labels, each with the filter without it, for removable chips. */
export function filterParts(filter: RequestFilter): { label: string; without: RequestFilter }[] {
  const { states, statuses, origin, callback, url, reason } = filter;
  const parts: { label: string; without: RequestFilter }[] = [];
  if (statuses.length > 0) {
    const words = statuses.map((status) => (typeof status === 'number' ? status : statusWords(status)));
    parts.push({ label: `Status: ${words.join(', ')}`, without: { ...filter, statuses: [] } });
  }
  if (origin !== null) parts.push({ label: `Host ${origin}`, without: { ...filter, origin: null } });
  if (callback !== undefined) {
    const label = callback === null ? 'No callback' : `Callback ${callback}`;
    parts.push({ label, without: { ...filter, callback: undefined } });
  }
  if (filter.files) parts.push({ label: 'Files', without: { ...filter, files: false } });
  if (reason !== '') parts.push({ label: `Reason: ${reason}`, without: { ...filter, reason: '' } });
  if (url !== '') parts.push({ label: `URL: ${url}`, without: { ...filter, url: '' } });
  if (states.length > 0) {
    const words = states.map((state) => requestStates.find((each) => each.state === state)?.title ?? state);
    parts.unshift({ label: words.join(', '), without: { ...filter, states: [] } });
  }
  return parts;
}
