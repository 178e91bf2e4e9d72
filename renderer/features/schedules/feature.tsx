import { CalendarClock } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { getLocation, navigate } from '../../navigation/router.ts';
import { loadPart } from '../../state/load-part.ts';
import { SchedulesBackground } from './background.tsx';
import { openAdd } from './schedules-store.ts';

const SchedulesScreen = loadPart(async () => (await import('./schedules-screen.tsx')).SchedulesScreen);
const SpiderSchedules = loadPart(async () => (await import('./schedules-screen.tsx')).SpiderSchedules);

/** The spider that is shown; null: none is. */
function shownSpider(): { project: string; spider: string } | null {
  const [kind, project, spider] = getLocation().segments;
  return kind === 'spider' && project !== undefined && spider !== undefined ? { project, spider } : null;
}

/** What is crawled by the clock: the screen of all schedules, the tab of a spider, the dialog. */
export const feature: Feature = {
  id: 'schedules',
  routes: [
    { path: 'schedules', title: () => 'Schedules', icon: CalendarClock, screen: SchedulesScreen },
    {
      path: 'spider/:project/:spider/schedule',
      title: (params) => `Schedule of ${params['spider'] ?? ''}`,
      icon: CalendarClock,
      spiderTab: { title: 'Schedule', order: 45 },
      screen: SpiderSchedules,
    },
  ],
  places: [
    {
      at: 'above',
      segment: 'schedules',
      title: 'Schedules',
      icon: CalendarClock,
      order: 20,
      command: 'schedule.show',
    },
  ],
  commands: [
    {
      id: 'schedule.show',
      title: 'Go to the schedules',
      category: 'Schedules',
      keywords: ['cron', 'night', 'clock', 'time'],
      keys: ['G S'],
      run: () => navigate(['schedules']),
    },
    {
      id: 'schedule.add',
      title: 'Add a schedule…',
      category: 'Schedules',
      keywords: ['cron', 'night', 'every', 'new', 'time'],
      keys: ['S N'],
      run: () => openAdd(shownSpider()),
    },
  ],
  spiderMenu: ({ project, name }) => [
    { label: 'Schedule…', icon: CalendarClock, run: () => openAdd({ project, spider: name }) },
  ],
  background: SchedulesBackground,
};
