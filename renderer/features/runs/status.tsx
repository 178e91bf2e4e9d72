import { useState } from 'react';
import { CircleStop, Pause, Play, TriangleAlert } from 'lucide-react';
import type { RunSummary } from '../../../shared/contract/types.ts';
import { isUnderWay } from '../../../shared/contract/run-states.ts';
import { shownState, useLiveRuns } from '../../state/live-runs.ts';
import { useCall } from '../../state/query.ts';
import { StateDot } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ago, count, counted, rate } from '../../ui/format.ts';
import { Popover } from '../../ui/popover.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { href } from '../../navigation/router.ts';
import { newestOf, useAllProgress, useProgress } from './live-progress.ts';
import { progressOf, progressWords } from './progress.ts';
import { pauseRun, resumeAll, resumeRun, stopRun } from './run-actions.ts';
import { allows, needsPerson, networkWords, pendingWords, reasonWords } from './run-states.ts';
import './status.css';

/** Running crawls and their speed, in the status bar; a click lists them with actions. */
export function RunningStatus() {
  const live = useLiveRuns((state) => state.runs);
  const all = useAllProgress();
  const [open, setOpen] = useState(false);
  const running = [...live.values()].filter(isUnderWay);
  const [first] = running;
  if (first === undefined) return <span className="wb-status-item">No runs in progress</span>;
  const newest = running.map((run) => newestOf(run, all.get(run.id) ?? null));
  const sum = (value: (run: RunSummary) => number) => newest.reduce((total, run) => total + value(run), 0);
  const pace = running.reduce((total, { id }) => total + (all.get(id)?.pagesPerSecond ?? 0), 0);
  const finished = sum(({ counters }) => progressOf(counters).finished);
  const seen = sum(({ counters }) => counters.seen);
  const name = running.length === 1 ? first.spider : `${count(running.length)} runs`;
  return (
    <Popover
      label="Runs in progress"
      side="top"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="wb-status-item" title="Runs in progress">
          <StateDot state={shownState(first)} />
          <span className="ellipsis">{name}</span>
          <ProgressBar label={`Progress of ${name}`} value={finished} max={Math.max(1, seen)} />
          <span>
            {counted(
              sum(({ counters }) => counters.items),
              'item',
            )}{' '}
            · {rate(pace)} pages/s
          </span>
        </button>
      }
    >
      <ul className="runs-live" aria-label="Runs in progress">
        {running.map((run) => (
          <LiveRun run={run} key={run.id} onLeave={() => setOpen(false)} />
        ))}
      </ul>
    </Popover>
  );
}

function LiveRun({ run, onLeave }: { run: RunSummary; onLeave: () => void }) {
  const progress = useProgress(run.id);
  const shown = newestOf(run, progress);
  const { finished, seen } = progressOf(shown.counters);
  return (
    <li className="runs-live-run">
      <div className="row">
        <StateDot state={shownState(shown)} />
        <a className="grow ellipsis" href={href(['run', run.id])} onClick={onLeave}>
          {run.spider} <span className="subtle">run {run.id}</span>
        </a>
        {allows(run, 'pause') && (
          <IconButton
            label={`Pause run ${run.id}`}
            icon={Pause}
            size="small"
            onClick={() => void pauseRun(run)}
          />
        )}
        {allows(run, 'stop') && (
          <IconButton
            label={`Stop run ${run.id}`}
            icon={CircleStop}
            size="small"
            onClick={() => void stopRun(run)}
          />
        )}
      </div>
      <ProgressBar label={`Progress of run ${run.id}`} value={finished} max={Math.max(1, seen)} />
      <p className="small muted numeric">
        {pendingWords(shown) ??
          networkWords(shown) ??
          `${progressWords(shown.counters)} · ${counted(shown.counters.items, 'item')}`}
        {progress !== null && ` · ${rate(progress.pagesPerSecond)} pages/s`}
      </p>
    </li>
  );
}

/** Runs that need attention: interrupted, or paused because of a problem. Newest first. */
export function useWaitingRuns(): RunSummary[] {
  const status = useCall('app.status', {});
  const live = useLiveRuns((state) => state.runs);
  const found = new Map<string, RunSummary>();
  for (const run of [...(status.value?.interrupted ?? []), ...live.values()]) {
    const newest = live.get(run.id) ?? run;
    if (needsPerson(newest) === null) found.delete(newest.id);
    else found.set(newest.id, newest);
  }
  return [...found.values()].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** The number of runs that need attention, in the status bar; nothing if there are none. */
export function WaitingStatus() {
  const runs = useWaitingRuns();
  const [open, setOpen] = useState(false);
  const [first] = runs;
  if (first === undefined) return null;
  const one =
    first.state === 'interrupted'
      ? `A run of ${first.spider} was interrupted`
      : `A run of ${first.spider} has paused itself`;
  return (
    <Popover
      label="Runs that need attention"
      side="top"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="wb-status-item" data-tone="warning">
          <TriangleAlert size={13} aria-hidden />
          {runs.length === 1 ? one : `${count(runs.length)} runs need attention`}
        </button>
      }
    >
      <WaitingList runs={runs} onLeave={() => setOpen(false)} />
    </Popover>
  );
}

/** Runs that wait, each with what can be done about it. */
export function WaitingList({ runs, onLeave }: { runs: readonly RunSummary[]; onLeave: () => void }) {
  return (
    <ul className="runs-live" aria-label="Runs that need attention">
      {runs.map((run) => (
        <li className="runs-live-run" key={run.id}>
          <div className="row">
            <StateDot state={run.state} />
            <a className="grow ellipsis" href={href(['run', run.id])} onClick={onLeave}>
              {run.spider}{' '}
              <span className="subtle">
                run {run.id}, {ago(run.endedAt ?? run.startedAt ?? run.createdAt)}
              </span>
            </a>
            <Button size="small" icon={Play} onClick={() => void resumeRun(run)}>
              Resume
            </Button>
            <IconButton
              label={`Stop run ${run.id} for good`}
              icon={CircleStop}
              size="small"
              onClick={() => void stopRun(run)}
            />
          </div>
          <p className="small muted">
            {reasonWords(run)} {counted(run.counters.queued + run.counters.active, 'page')} left,{' '}
            {counted(run.counters.items, 'item')} kept.
          </p>
        </li>
      ))}
      {runs.length > 1 && (
        <li className="runs-live-foot">
          <Button
            size="small"
            variant="primary"
            icon={Play}
            onClick={() => {
              onLeave();
              void resumeAll(runs);
            }}
          >
            Resume all
          </Button>
        </li>
      )}
    </ul>
  );
}
