import type { ReactNode } from 'react';
import type {
  Counters,
  RunDetails,
  RunProgress as Pace,
  RunSummary,
} from '../../../shared/contract/types.ts';
import { isUnderWay } from '../../../shared/contract/run-states.ts';
import { isOver, shownState } from '../../state/live-runs.ts';
import { href } from '../../navigation/router.ts';
import { useCall } from '../../state/query.ts';
import { StateDot, stateWord } from '../../ui/badge.tsx';
import { bytes, count, counted, duration, rate } from '../../ui/format.ts';
import { CarriedOutBy } from './carried-out-by.tsx';
import { limitProgress, progressOf, progressWords, requestStates } from './progress.ts';
import { requestsHref } from './run-actions.ts';
import { outcomeWords, reasonWords } from './run-states.ts';

/** What a run has brought, its state and why, and how far it is. */
export function RunHead({ run }: { run: RunSummary }) {
  return (
    <section className="runs-head" aria-label="State of the run">
      <div className="runs-head-state">
        <StateDot state={shownState(run)} />
        <h2 aria-live="polite">{stateWord(shownState(run))}</h2>
        <p>{reasonWords(run)}</p>
        <CarriedOutBy run={run} />
        <FromQueue run={run.id} />
        <span className="runs-head-version subtle">version {run.version}</span>
      </div>
      <p className="runs-outcome numeric">{outcomeWords(run)}</p>
      <RunProgress run={run} />
    </section>
  );
}

/** That a run was queued, with the way there; nothing where it was not. */
function FromQueue({ run }: { run: string }) {
  const [entry] = useCall('queue.list', { run, cleared: true, limit: 1 }).value?.entries ?? [];
  if (entry === undefined) return null;
  return (
    <a className="runs-from-queue" href={href(['queue'], { entry: entry.id })}>
      {entry.source === 'schedule' ? 'queued by its schedule' : 'from the queue'}
    </a>
  );
}

/** How much of what is known is done, by state; each state leads to its requests. Of a run that did all of it, no bar. */
function RunProgress({ run }: { run: RunSummary }) {
  const { counters } = run;
  const { seen } = progressOf(counters);
  const limit = limitProgress(run);
  const grows = isUnderWay(run) && seen > 0;
  const all = isOver(run) && counters.done === seen;
  return (
    <div className="runs-progress">
      {!all && (
        <>
          <div className="runs-progress-words">
            <span className="numeric strong">{progressWords(counters)}</span>
            {grows && <span className="subtle">more may be found</span>}
            <span className="grow" />
            {limit !== null && (
              <span className="numeric muted">
                {count(limit.items)} of at most {counted(limit.limit, 'item')}
              </span>
            )}
          </div>
          <Bar counters={counters} />
        </>
      )}
      <ul className="runs-legend" aria-label="Requests by state">
        {requestStates.map(({ state, title, means }) => (
          <li key={state}>
            <a
              href={requestsHref(run.id, { state })}
              title={means}
              data-none={counters[state] === 0 || undefined}
            >
              <span className="runs-key" data-state={state} aria-hidden />
              {title} <span className="numeric">{count(counters[state])}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Bar({ counters }: { counters: Counters }) {
  const { finished, seen, parts } = progressOf(counters);
  return (
    <div
      className="runs-bar"
      role="progressbar"
      aria-label="Pages done"
      aria-valuemin={0}
      aria-valuemax={seen}
      aria-valuenow={finished}
      aria-valuetext={progressWords(counters)}
    >
      {parts.map(
        ({ state, count: times, share }) =>
          times > 0 && <div key={state} data-state={state} style={{ width: `${share * 100}%` }} />,
      )}
    </div>
  );
}

const hasFiles = ({ files: { downloaded, failed, waiting } }: RunDetails): boolean =>
  downloaded + failed + waiting > 0;

/** What there is of the files of a run, in words. */
const filesWords = ({ bytes: size, failed, waiting }: RunDetails['files']): string =>
  [
    bytes(size),
    ...(failed === 0 ? [] : [`${count(failed)} failed`]),
    ...(waiting === 0 ? [] : [`${count(waiting)} waiting`]),
  ].join(', ');

interface RunNumbersProps {
  run: RunSummary;
  progress: Pace | null;
  details: RunDetails | null;
}

/** The pace of a run and what it cost. */
export function RunNumbers({ run, progress, details }: RunNumbersProps) {
  const live = isUnderWay(run);
  const { counters } = run;
  const mean = details?.timings.pagesPerSecond ?? null;
  const median = details?.timings.medianMs ?? null;
  const p95 = details?.timings.p95Ms ?? null;
  return (
    <dl className="runs-card runs-tiles">
      {live && (
        <Tile name="Items" value={count(counters.items)}>
          {progress === null ? '' : `${rate(progress.itemsPerSecond)} a second`}
        </Tile>
      )}
      <Tile
        name={live ? 'Pages a second, now' : 'Pages a second'}
        value={paceText(live ? (progress?.pagesPerSecond ?? null) : mean)}
      >
        {live ? (mean === null ? 'measured over ten seconds' : `${rate(mean)} on average`) : 'on average'}
      </Tile>
      {details !== null && hasFiles(details) && (
        <Tile name="Files" value={count(details.files.downloaded)}>
          <a href={requestsHref(run.id, { kind: 'files' })}>{filesWords(details.files)}</a>
        </Tile>
      )}
      <Tile name="Failed" value={count(counters.failed)} bad={counters.failed > 0}>
        {counters.failed === 0 ? (
          live ? (
            'none so far'
          ) : (
            'none'
          )
        ) : (
          <a href={requestsHref(run.id, { state: 'failed' })}>show them</a>
        )}
      </Tile>
      <Tile name="Working time" value={run.startedAt === null ? '–' : duration(run.activeMs)}>
        {run.waitedMs === 0 ? 'without pauses' : `and ${duration(run.waitedMs)} without a network`}
      </Tile>
      <Tile name="Response time" value={median === null ? '–' : duration(median)}>
        {p95 === null ? 'median' : `median; 95 % within ${duration(p95)}`}
      </Tile>
      <Tile name="Read" value={details === null ? '–' : bytes(details.bytes)}>
        {details === null ? '' : counted(details.hostCount, 'host')}
      </Tile>
    </dl>
  );
}

const paceText = (pace: number | null) => (pace === null ? '–' : rate(pace));

interface TileProps {
  name: string;
  value: string;
  bad?: boolean;
  children?: ReactNode;
}

const Tile = ({ name, value, bad = false, children }: TileProps) => (
  <div className="runs-tile" data-bad={bad || undefined}>
    <dt>{name}</dt>
    <dd>
      <span className="runs-tile-value numeric">{value}</span>
      <span className="runs-tile-note">{children}</span>
    </dd>
  </div>
);
