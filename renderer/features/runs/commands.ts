import type { RunSummary } from '../../../shared/contract/types.ts';
import type { Command } from '../../commands/registry.ts';
import { navigate } from '../../navigation/router.ts';
import { expectFromRun } from '../../spider-document/expect-from-run.ts';
import { openExclude } from './exclude-store.ts';
import { extractAgain } from './reextract-actions.ts';
import { deleteRun, pauseRun, requeueRun, requestsHref, resumeRun, stopRun } from './run-actions.ts';
import { again } from './run-buttons.tsx';
import { useRunFocus } from './run-focus.ts';
import { allows, type RunAction } from './run-states.ts';
import { openQueue, openStart, startFull, startTest } from './start-store.ts';
import { openWaiting } from './waiting-store.ts';

const category = 'Run';
const focused = () => useRunFocus.getState();

/** A command for the focused run, available while its state allows it. */
function onRun(
  command: Pick<Command, 'id' | 'title' | 'keywords' | 'keys'>,
  run: (run: RunSummary) => void,
  action?: RunAction,
): Command {
  return {
    ...command,
    category,
    when() {
      const { run: meant } = focused();
      return meant !== null && (action === undefined || allows(meant, action));
    },
    run() {
      const { run: meant } = focused();
      if (meant !== null) run(meant);
    },
  };
}

/** Commands for runs in the whole window. Shortcuts with "R" act, those with "G" navigate. */
export const runCommands: readonly Command[] = [
  {
    id: 'run.start',
    title: 'Start a run…',
    category,
    keywords: ['crawl', 'test', 'full', 'limit', 'overrides', 'settings'],
    keys: ['Mod+F5'],
    run: () => openStart(focused().spider),
  },
  {
    id: 'run.test',
    title: 'Start a test run at once',
    category,
    keywords: ['crawl', 'try', 'limit'],
    keys: ['Shift+F5'],
    async run() {
      const { spider } = focused();
      if (spider === null) openStart(null, { kind: 'test' });
      else await startTest(spider);
    },
  },
  {
    id: 'run.full',
    title: 'Start a full run at once',
    category,
    keywords: ['crawl', 'all'],
    async run() {
      const { spider } = focused();
      if (spider === null) openStart(null, { kind: 'full' });
      else await startFull(spider);
    },
  },
  {
    id: 'run.queue',
    title: 'Add a run to the queue…',
    category,
    keywords: ['batch', 'later', 'priority', 'enqueue'],
    keys: ['Q A'],
    run: () => openQueue(focused().spider),
  },
  onRun(
    { id: 'run.pause', title: 'Pause the run', keywords: ['hold', 'wait'], keys: ['R P'] },
    (run) => void pauseRun(run),
    'pause',
  ),
  onRun(
    { id: 'run.resume', title: 'Resume the run', keywords: ['continue', 'go on'], keys: ['R R'] },
    (run) => void resumeRun(run),
    'resume',
  ),
  onRun(
    { id: 'run.stop', title: 'Stop the run', keywords: ['end', 'cancel', 'abort'], keys: ['R S'] },
    (run) => void stopRun(run),
    'stop',
  ),
  onRun(
    {
      id: 'run.exclude',
      title: 'Exclude URLs of the run…',
      keywords: ['skip', 'deny', 'ignore', 'calendar', 'pattern'],
      keys: ['R X'],
    },
    openExclude,
    'exclude',
  ),
  onRun(
    { id: 'run.requeue', title: 'Requeue the failed requests', keywords: ['retry'], keys: ['R Q'] },
    (run) => void requeueRun(run),
    'requeue',
  ),
  onRun(
    {
      id: 'run.again',
      title: 'Start again with the same options…',
      keywords: ['repeat', 'rerun'],
      keys: ['R A'],
    },
    again,
  ),
  onRun(
    {
      id: 'run.expect',
      title: 'Expect what this run has from now on',
      keywords: ['expectations', 'quality', 'required', 'types', 'key', 'duplicates'],
    },
    (run) => void expectFromRun(run),
    'expect',
  ),
  onRun(
    {
      id: 'run.reextract',
      title: 'Extract the items of the run again',
      keywords: ['reextract', 'stored pages', 'offline', 'version', 'generation'],
      keys: ['R E'],
    },
    (run) => void extractAgain(run),
    'delete',
  ),
  onRun(
    { id: 'run.delete', title: 'Delete the run', keywords: ['remove'], keys: ['R D'] },
    (run) => void deleteRun(run),
    'delete',
  ),
  {
    id: 'run.waiting',
    title: 'Show the runs that need attention',
    category,
    keywords: ['interrupted', 'blocked', 'resume'],
    keys: ['R W'],
    run: openWaiting,
  },
  {
    id: 'run.list',
    title: 'Go to the runs of the spider',
    category,
    keywords: ['history'],
    keys: ['G R'],
    when: () => focused().spider !== null,
    run() {
      const { spider } = focused();
      if (spider !== null) navigate(['spider', spider.project, spider.spider, 'runs']);
    },
  },
  onRun(
    { id: 'run.open', title: 'Go to the run', keywords: ['overview', 'progress'], keys: ['G O'] },
    ({ id }) => navigate(['run', id]),
  ),
  onRun(
    {
      id: 'run.requests',
      title: 'Go to the requests of the run',
      keywords: ['urls', 'pages'],
      keys: ['G Q'],
    },
    ({ id }) => navigate(['run', id, 'requests']),
  ),
  onRun(
    { id: 'run.failed', title: 'Go to the failed requests', keywords: ['errors', 'reasons'], keys: ['G F'] },
    ({ id }) => navigate(requestsHref(id, { state: 'failed' })),
  ),
  onRun({ id: 'run.log', title: 'Go to the log of the run', keywords: ['events'], keys: ['G L'] }, ({ id }) =>
    navigate(['run', id, 'log']),
  ),
];
