import { lazy } from 'react';
import { History } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { getLocation, navigate } from '../../navigation/router.ts';

const MemoryScreen = lazy(async () => ({ default: (await import('./memory-screen.tsx')).MemoryScreen }));

/** The crawl history of a spider: its tab and its command. */
export const feature: Feature = {
  id: 'memory',
  routes: [
    {
      path: 'spider/:project/:spider/memory',
      title: (params) => `Memory of ${params['spider'] ?? ''}`,
      icon: History,
      spiderTab: { title: 'Memory', order: 50 },
      screen: MemoryScreen,
    },
  ],
  commands: [
    {
      id: 'memory.show',
      title: 'Show what the spider remembers',
      category: 'Spider',
      keywords: ['memory', 'incremental', 'deltafetch', 'cache', 'pages'],
      when: () => getLocation().segments[0] === 'spider',
      run: () => {
        const [, project, spider] = getLocation().segments;
        if (project !== undefined && spider !== undefined) navigate(['spider', project, spider, 'memory']);
      },
    },
  ],
};
