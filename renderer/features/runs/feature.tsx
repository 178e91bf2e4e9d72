import { Activity, FlaskConical, ListPlus, ListTree, Play, ScrollText } from 'lucide-react';
import { useCall } from '../../state/query.ts';
import { StateDot, stateWord } from '../../ui/badge.tsx';
import { ago, counted } from '../../ui/format.ts';
import type { Feature, PaletteEntry } from '../../contributions/feature.ts';
import { navigate } from '../../navigation/router.ts';
import { RunsBackground } from './background.tsx';
import { runCommands } from './commands.ts';
import { RunsScreen } from './runs-screen.tsx';
import { openStart, queueFull, startTest } from './start-store.ts';
import { RunningStatus, WaitingStatus } from './status.tsx';
import { shownState } from '../../state/live-runs.ts';
import { loadPart } from '../../state/load-part.ts';

const RunScreen = loadPart(async () => (await import('./run-screen.tsx')).RunScreen);
const RequestsScreen = loadPart(async () => (await import('./requests-screen.tsx')).RequestsScreen);
const LogScreen = loadPart(async () => (await import('./log-screen.tsx')).LogScreen);

/** The newest runs of all spiders, in the palette. */
function useRunEntries(): PaletteEntry[] {
  const { value } = useCall('runs.list', { limit: 50 });
  return (value?.runs ?? []).map((run) => ({
    id: run.id,
    title: `Run ${run.id} of ${run.spider}`,
    detail: `${stateWord(shownState(run))}, ${counted(run.counters.items, 'item')}, ${ago(run.createdAt)}`,
    keywords: [run.project, run.kind],
    icon: <StateDot state={shownState(run)} />,
    run: () => navigate(['run', run.id]),
  }));
}

/** The lists of runs, the screen of a run, its dialogs and its commands. */
export const feature: Feature = {
  id: 'runs',
  routes: [
    {
      path: 'spider/:project/:spider/runs',
      title: (params) => `Runs of ${params['spider'] ?? ''}`,
      icon: Activity,
      spiderTab: { title: 'Runs', order: 20 },
      screen: RunsScreen,
    },
    {
      path: 'run/:run',
      title: (params) => `Run ${params['run'] ?? ''}`,
      icon: Activity,
      runTab: { title: 'Overview', order: 10 },
      screen: RunScreen,
    },
    {
      path: 'run/:run/requests',
      title: (params) => `Requests of run ${params['run'] ?? ''}`,
      icon: ListTree,
      runTab: { title: 'Requests', order: 20 },
      screen: RequestsScreen,
    },
    {
      path: 'run/:run/log',
      title: (params) => `Log of run ${params['run'] ?? ''}`,
      icon: ScrollText,
      runTab: { title: 'Log', order: 30 },
      screen: LogScreen,
    },
  ],
  commands: runCommands,
  status: [
    { id: 'runs.running', side: 'left', order: 10, item: RunningStatus },
    { id: 'runs.waiting', side: 'left', order: 20, item: WaitingStatus },
  ],
  palette: [{ heading: 'Runs', useEntries: useRunEntries }],
  spiderMenu: ({ project, name }) => [
    {
      label: 'Start a test run',
      icon: FlaskConical,
      run: () => void startTest({ project, spider: name }),
    },
    { label: 'Start a run…', icon: Play, run: () => openStart({ project, spider: name }) },
    { label: 'Add to queue', icon: ListPlus, run: () => void queueFull({ project, spider: name }) },
  ],
  background: RunsBackground,
};
