import { ListOrdered, ListPlus } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { navigate } from '../../navigation/router.ts';
import { loadPart } from '../../state/load-part.ts';
import { QueueBackground } from './background.tsx';
import { queueProject } from './queue-actions.ts';
import { showAddFile } from './queue-store.ts';
import { QueueCount, QueueStatusItem } from './status.tsx';

const QueueScreen = loadPart(async () => (await import('./queue-screen.tsx')).QueueScreen);

/** The queue of crawls: its screen, its dialogs and its commands. */
export const feature: Feature = {
  id: 'queue',
  routes: [{ path: 'queue', title: () => 'Queue', icon: ListOrdered, screen: QueueScreen }],
  places: [
    {
      at: 'above',
      segment: 'queue',
      title: 'Queue',
      icon: ListOrdered,
      order: 10,
      command: 'queue.show',
      badge: QueueCount,
    },
  ],
  commands: [
    {
      id: 'queue.show',
      title: 'Go to the queue',
      category: 'Queue',
      keywords: ['batch', 'pending', 'night'],
      keys: ['G U'],
      run: () => navigate(['queue']),
    },
    {
      id: 'queue.add-file',
      title: 'Queue crawls from a file…',
      category: 'Queue',
      keywords: ['csv', 'json', 'bulk', 'batch', 'import'],
      keys: ['Q F'],
      run: () => showAddFile(true),
    },
  ],
  status: [{ id: 'queue.status', side: 'left', order: 15, item: QueueStatusItem }],
  projectMenu: (project) => [
    { label: 'Queue all spiders', icon: ListPlus, run: () => void queueProject(project) },
  ],
  background: QueueBackground,
};
