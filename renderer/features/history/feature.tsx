import { History } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { getLocation, navigate } from '../../navigation/router.ts';
import { loadPart } from '../../state/load-part.ts';

const HistoryScreen = loadPart(async () => (await import('./history-screen.tsx')).HistoryScreen);

/** The crawl history of a spider: its tab and its command. */
export const feature: Feature = {
  id: 'history',
  routes: [
    {
      path: 'spider/:project/:spider/history',
      title: (params) => `Crawl history of ${params['spider'] ?? ''}`,
      icon: History,
      spiderTab: { title: 'Crawl history', order: 50 },
      screen: HistoryScreen,
    },
  ],
  commands: [
    {
      id: 'history.show',
      title: 'Show the crawl history',
      category: 'Spider',
      keywords: ['memory', 'incremental', 'deltafetch', 'cache', 'pages'],
      when: () => getLocation().segments[0] === 'spider',
      run: () => {
        const [, project, spider] = getLocation().segments;
        if (project !== undefined && spider !== undefined) navigate(['spider', project, spider, 'history']);
      },
    },
  ],
};
