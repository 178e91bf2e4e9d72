import type { RequestRow } from '../../../shared/contract/types.ts';
import { Badge } from '../../ui/badge.tsx';
import { bytes, count, dateTime, duration, timeOfDay } from '../../ui/format.ts';
import type { Column } from '../../ui/table/types.ts';
import { statusTone, statusWords } from './http-words.ts';
import { requestStateTitle, type RequestState } from './progress.ts';

/** The state of a request, recognizable by shape without colour. */
export const RequestStateDot = ({ state }: { state: RequestState }) => (
  <span className="runs-request-dot" data-state={state} aria-hidden />
);

/** Labels of where a response came from. */
export const answeredByWords = {
  site: 'the site',
  'stored-page': 'an earlier run, because it has not changed',
  cache: 'the cache',
  memory: 'the crawl history',
} as const;

/** Labels of how a page compares with earlier runs. */
export const freshnessWords = {
  new: 'new',
  unchanged: 'unchanged since an earlier run',
  changed: 'changed since an earlier run',
} as const;

/** A URL with its path emphasized, because most requests of a run share the rest. */
function Url({ url }: { url: string }) {
  const at = url.indexOf('/', url.indexOf('://') + 3);
  if (at < 0) return url;
  return (
    <>
      <span className="subtle">{url.slice(0, at)}</span>
      {url.slice(at)}
    </>
  );
}

const dash = <span className="subtle">–</span>;

/** The columns of the table of requests. */
export const requestColumns: readonly Column<RequestRow>[] = [
  {
    name: 'state',
    title: 'State',
    width: 96,
    sortable: true,
    cell: ({ state }) => (
      <span className="runs-request-state">
        <RequestStateDot state={state} />
        {requestStateTitle(state)}
      </span>
    ),
    text: ({ state }) => state,
  },
  {
    name: 'status',
    title: 'Status',
    width: 72,
    sortable: true,
    cell: ({ status }) =>
      status === null ? (
        dash
      ) : (
        <Badge tone={statusTone(status)} title={statusWords(status)}>
          {status}
        </Badge>
      ),
    text: ({ status }) => String(status ?? ''),
  },
  {
    name: 'url',
    title: 'URL',
    width: 380,
    sortable: true,
    cell: ({ url, method }) => (
      <span className="mono" title={method === undefined ? url : `${method} ${url}`}>
        {method !== undefined && `${method} `}
        <Url url={url} />
      </span>
    ),
    text: ({ url, method }) => (method === undefined ? url : `${method} ${url}`),
  },
  {
    name: 'callback',
    title: 'Callback',
    width: 120,
    sortable: true,
    cell: ({ callback, isFile }) =>
      callback === null ? (
        <span className="subtle">{isFile === true ? 'file' : 'links only'}</span>
      ) : (
        <span>{callback}</span>
      ),
    text: ({ callback, isFile }) => callback ?? (isFile === true ? 'file' : ''),
  },
  number('items', 'Items', 60, ({ items }) => items),
  {
    name: 'durationMs',
    title: 'Time',
    width: 76,
    align: 'right',
    sortable: true,
    cell: ({ durationMs }) => (durationMs === null ? dash : <span>{duration(durationMs)}</span>),
    text: ({ durationMs }) => String(durationMs ?? ''),
  },
  {
    name: 'bytes',
    title: 'Size',
    width: 76,
    align: 'right',
    sortable: true,
    cell: (row) => (row.bytes === null ? dash : <span>{bytes(row.bytes)}</span>),
    text: (row) => String(row.bytes ?? ''),
  },
  {
    name: 'reason',
    title: 'Why',
    width: 320,
    cell: ({ reason }) =>
      reason === null ? (
        dash
      ) : (
        <span className="muted" title={reason}>
          {reason}
        </span>
      ),
    text: ({ reason }) => reason ?? '',
  },
  number('depth', 'Depth', 64, ({ depth }) => depth),
  number('tries', 'Tries', 64, ({ tries }) => tries),
  {
    name: 'contentType',
    title: 'Type',
    width: 130,
    sortable: true,
    cell: ({ contentType }) => (contentType === null ? dash : <span>{contentType}</span>),
    text: ({ contentType }) => contentType ?? '',
  },
  {
    name: 'finishedAt',
    title: 'Finished',
    width: 92,
    sortable: true,
    cell: ({ finishedAt }) =>
      finishedAt === null ? dash : <span title={dateTime(finishedAt)}>{timeOfDay(finishedAt)}</span>,
    text: ({ finishedAt }) => finishedAt ?? '',
  },
  { ...number('priority', 'Priority', 78, ({ priority }) => priority), hidden: true },
  {
    name: 'rule',
    title: 'Rule',
    width: 64,
    align: 'right',
    hidden: true,
    cell: ({ rule }) => (rule === null ? dash : <span>{rule}</span>),
    text: ({ rule }) => String(rule ?? ''),
  },
  {
    name: 'answeredBy',
    title: 'Answered by',
    width: 130,
    hidden: true,
    cell: ({ answeredBy }) => (answeredBy === null ? dash : <span>{answeredByWords[answeredBy]}</span>),
    text: ({ answeredBy }) => answeredBy ?? '',
  },
  {
    name: 'freshness',
    title: 'Freshness',
    width: 110,
    hidden: true,
    cell: ({ freshness }) => (freshness === null ? dash : <span>{freshnessWords[freshness]}</span>),
    text: ({ freshness }) => freshness ?? '',
  },
  {
    name: 'id',
    title: 'Id',
    width: 80,
    hidden: true,
    sortable: true,
    align: 'right',
    cell: ({ id }) => <span>{id}</span>,
    text: ({ id }) => id,
  },
];

function number(
  name: string,
  title: string,
  width: number,
  value: (row: RequestRow) => number,
): Column<RequestRow> {
  return {
    name,
    title,
    width,
    align: 'right',
    sortable: true,
    cell: (row) => (value(row) === 0 ? <span className="subtle">0</span> : <span>{count(value(row))}</span>),
    text: (row) => String(value(row)),
  };
}
