import {
  hostStateWords,
  lossWords,
  shortTime,
  workerStateWords,
} from '../../../shared/contract/fleet-words.ts';
import type { FleetHost, FleetWorker } from '../../../shared/contract/types.ts';
import { href } from '../../navigation/router.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { clockTime, count } from '../../ui/format.ts';
import type { Column } from '../../ui/table/types.ts';
import { reviveHost } from './fleet-actions.ts';

const nothing = <span className="subtle">–</span>;

const workerTones: Readonly<Record<FleetWorker['state'], Tone>> = {
  working: 'success',
  draining: 'info',
  gone: 'danger',
};

const hostTones: Readonly<Record<FleetHost['state'], Tone>> = {
  'set-aside': 'danger',
  active: 'success',
  ready: 'info',
  waiting: 'neutral',
};

const speedOf = ({ pagesPerMinute }: FleetWorker): string =>
  pagesPerMinute === null ? '' : count(Math.round(pagesPerMinute));

/** The columns of the workers. */
export const workerColumns: readonly Column<FleetWorker>[] = [
  {
    name: 'name',
    title: 'Worker',
    width: 140,
    pinned: true,
    cell: ({ name }) => name,
    text: ({ name }) => name,
  },
  {
    name: 'state',
    title: 'State',
    width: 90,
    cell: ({ state }) => <Badge tone={workerTones[state]}>{workerStateWords[state]}</Badge>,
    text: ({ state }) => workerStateWords[state],
  },
  {
    name: 'slots',
    title: 'Slots used',
    width: 130,
    cell: ({ busy, slots }) => (
      <span className="fleet-slots">
        <span className="fleet-share" aria-hidden>
          <span style={{ width: `${Math.min(1, busy / slots) * 100}%` }} />
        </span>
        <span className="numeric">
          {busy} of {slots}
        </span>
      </span>
    ),
    text: ({ busy, slots }) => `${busy} of ${slots}`,
  },
  {
    name: 'hosts',
    title: 'Hosts',
    width: 60,
    align: 'right',
    cell: ({ hosts }) => (hosts === 0 ? nothing : count(hosts)),
    text: ({ hosts }) => String(hosts),
  },
  {
    name: 'speed',
    title: 'Pages a minute',
    width: 112,
    align: 'right',
    cell: (row) => (row.pagesPerMinute === null ? nothing : speedOf(row)),
    text: speedOf,
  },
  {
    name: 'silent',
    title: 'Last sign',
    width: 80,
    align: 'right',
    cell: ({ silentMs }) => `${shortTime(silentMs)} ago`,
    text: ({ silentMs }) => `${shortTime(silentMs)} ago`,
  },
  {
    name: 'machine',
    title: 'Machine',
    width: 150,
    cell: ({ machine, pid }) => (
      <>
        {machine} <span className="subtle">{pid}</span>
      </>
    ),
    text: ({ machine }) => machine,
  },
  {
    name: 'pages',
    title: 'Pages',
    width: 76,
    align: 'right',
    cell: ({ pages }) => count(pages),
    text: ({ pages }) => String(pages),
  },
  {
    name: 'items',
    title: 'Items',
    width: 76,
    align: 'right',
    cell: ({ items }) => count(items),
    text: ({ items }) => String(items),
  },
  {
    name: 'version',
    title: 'Version',
    width: 76,
    cell: ({ version }) => version,
    text: ({ version }) => version,
  },
];

const queuedOf = ({ runs }: FleetHost): number => runs.reduce((sum, { queued }) => sum + queued, 0);

/** Since when it is so, or from when on it is otherwise. */
function timeOf({ state, at }: FleetHost): string {
  if (at === null) return '';
  return `${state === 'waiting' ? 'from' : 'since'} ${clockTime(at)}`;
}

/** The columns of the hosts. */
export const hostColumns: readonly Column<FleetHost>[] = [
  {
    name: 'host',
    title: 'Host',
    width: 200,
    pinned: true,
    cell: ({ host }) => host,
    text: ({ host }) => host,
  },
  {
    name: 'state',
    title: 'State',
    width: 100,
    cell: ({ state }) => <Badge tone={hostTones[state]}>{hostStateWords[state]}</Badge>,
    text: ({ state }) => hostStateWords[state],
  },
  {
    name: 'worker',
    title: 'Worker',
    width: 320,
    cell: (row) =>
      row.losses === null ? (
        (row.worker ?? nothing)
      ) : (
        <span className="fleet-aside">
          <span className="ellipsis">{lossWords(row.losses)}</span>
          <Button size="small" onClick={() => void reviveHost(row)}>
            Take it again
          </Button>
        </span>
      ),
    text: ({ worker, losses }) => (losses === null ? (worker ?? '') : lossWords(losses)),
  },
  {
    name: 'runs',
    title: 'Runs',
    width: 140,
    cell: ({ runs }) =>
      runs.length === 0 ? (
        nothing
      ) : (
        <span className="ellipsis">
          {runs.map(({ run, spider }, index) => (
            <span key={run}>
              {index > 0 && ', '}
              <a href={href(['run', run])}>
                {spider} {run}
              </a>
            </span>
          ))}
        </span>
      ),
    text: ({ runs }) => runs.map(({ run, spider }) => `${spider} ${run}`).join(', '),
  },
  {
    name: 'queued',
    title: 'Queued',
    width: 80,
    align: 'right',
    cell: (row) => (queuedOf(row) === 0 ? nothing : count(queuedOf(row))),
    text: (row) => String(queuedOf(row)),
  },
  {
    name: 'time',
    title: 'Since, or from',
    width: 150,
    cell: (row) => <span className="subtle numeric">{timeOf(row)}</span>,
    text: ({ at }) => at ?? '',
  },
];
