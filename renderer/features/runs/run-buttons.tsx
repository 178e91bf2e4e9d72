import {
  CircleStop,
  Copy,
  Ellipsis,
  FilterX,
  LogIn,
  Pause,
  Pin,
  PinOff,
  Play,
  RotateCcw,
  RotateCw,
  Trash2,
} from 'lucide-react';
import type { RunSummary } from '../../../shared/contract/types.ts';
import { useLogIn } from '../../contributions/log-in.ts';
import { isOver } from '../../state/live-runs.ts';
import { useCall } from '../../state/query.ts';
import { copyText } from '../../state/clipboard.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu, type MenuEntries } from '../../ui/menu.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { openExclude } from './exclude-store.ts';
import { deleteRun, pauseRun, pinRun, requeueRun, resumeRun, stopRun } from './run-actions.ts';
import { allows } from './run-states.ts';
import { choiceOf } from '../../run-options/call-options.ts';
import { openStart } from './start-store.ts';

/** What can be done with a run, in its header. */
export function RunButtons({ run }: { run: RunSummary }) {
  const logIn = useLoggingIn(run);
  const isPinned = (useCall('runs.retention', { run: run.id }).value?.pinnedAt ?? null) !== null;
  const pending = run.requested !== null || run.state === 'pausing';
  return (
    <>
      {logIn !== null && (
        <Button variant="primary" icon={LogIn} onClick={logIn}>
          Log in again and go on
        </Button>
      )}
      {logIn === null && allows(run, 'resume') && (
        <Tooltip text="Continue where it stopped" command="run.resume">
          <Button variant="primary" icon={Play} onClick={() => void resumeRun(run)}>
            Resume
          </Button>
        </Tooltip>
      )}
      {(allows(run, 'pause') || (pending && run.requested !== 'stop')) && (
        <Tooltip text="Finish requests in flight, then pause" command="run.pause">
          <Button icon={Pause} busy={pending} onClick={() => void pauseRun(run)}>
            {pending ? 'Pausing' : 'Pause'}
          </Button>
        </Tooltip>
      )}
      {(allows(run, 'stop') || run.requested === 'stop') && (
        <Tooltip text="End the run permanently" command="run.stop">
          <Button icon={CircleStop} busy={run.requested === 'stop'} onClick={() => void stopRun(run)}>
            {run.requested === 'stop' ? 'Stopping' : 'Stop'}
          </Button>
        </Tooltip>
      )}
      {logIn === null && run.counters.failed > 0 && allows(run, 'requeue') && (
        <Tooltip text="Add the failed requests to the queue again" command="run.requeue">
          <Button icon={RotateCw} onClick={() => void requeueRun(run)}>
            Requeue failed
          </Button>
        </Tooltip>
      )}
      {isOver(run) && (
        <Tooltip text="A new run with the same options" command="run.again">
          <Button icon={RotateCcw} onClick={() => again(run)}>
            Start again…
          </Button>
        </Tooltip>
      )}
      <Menu align="end" entries={moreEntries(run, isPinned, logIn !== null)}>
        <IconButton label="More actions" icon={Ellipsis} />
      </Menu>
    </>
  );
}

/** Asks for the login that a run waits for, and resumes the run with it; null: it waits for none. */
function useLoggingIn(run: RunSummary): (() => void) | null {
  const isExpired = run.cause === 'login-expired' && allows(run, 'resume');
  const login = useCall('runs.show', isExpired ? { run: run.id } : null).value?.expiredLogin ?? null;
  const logIn = useLogIn();
  if (!isExpired || login === null || logIn === null) return null;
  return () => logIn({ ...login, onKept: () => void resumeRun(run) });
}

/** @param hasLogin whether logging in is offered in place of resuming */
function moreEntries(run: RunSummary, isPinned: boolean, hasLogin: boolean): MenuEntries {
  return [
    hasLogin && {
      label: 'Resume: there is a new login already',
      icon: Play,
      command: 'run.resume',
      run: () => void resumeRun(run),
    },
    hasLogin &&
      allows(run, 'requeue') && {
        label: 'Requeue the failed requests',
        icon: RotateCw,
        command: 'run.requeue',
        run: () => void requeueRun(run),
      },
    allows(run, 'exclude') && {
      label: 'Exclude URLs…',
      icon: FilterX,
      command: 'run.exclude',
      run: () => openExclude(run),
    },
    !isOver(run) && {
      label: 'Start another run with these options…',
      icon: RotateCcw,
      command: 'run.again',
      run: () => again(run),
    },
    {
      label: 'Copy a link to the run',
      icon: Copy,
      run: () => void copyText(`${window.location.origin}${window.location.pathname}#/run/${run.id}`),
    },
    {
      label: isPinned ? 'Unpin: rules may remove it' : 'Pin: no rule removes it',
      icon: isPinned ? PinOff : Pin,
      run: () => void pinRun(run, !isPinned),
    },
    { kind: 'separator' },
    {
      label: 'Delete the run…',
      icon: Trash2,
      command: 'run.delete',
      danger: true,
      disabled: !allows(run, 'delete'),
      run: () => void deleteRun(run),
    },
  ];
}

/** Opens the start dialog with the choices of an earlier run. */
export const again = (run: RunSummary) =>
  openStart({ project: run.project, spider: run.spider }, choiceOf(run));

/** What can be done with a run, in the menu of its row. */
export const runEntries = (run: RunSummary): MenuEntries => [
  allows(run, 'resume') && { label: 'Resume', icon: Play, run: () => void resumeRun(run) },
  allows(run, 'pause') && { label: 'Pause', icon: Pause, run: () => void pauseRun(run) },
  allows(run, 'stop') && { label: 'Stop…', icon: CircleStop, run: () => void stopRun(run) },
  allows(run, 'exclude') && { label: 'Exclude URLs…', icon: FilterX, run: () => openExclude(run) },
  allows(run, 'requeue') && {
    label: 'Requeue the failed requests',
    icon: RotateCw,
    run: () => void requeueRun(run),
  },
  { label: 'Start again with its options…', icon: RotateCcw, run: () => again(run) },
  { kind: 'separator' },
  {
    label: 'Delete…',
    icon: Trash2,
    danger: true,
    disabled: !allows(run, 'delete'),
    run: () => void deleteRun(run),
  },
];
