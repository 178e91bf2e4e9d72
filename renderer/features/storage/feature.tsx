import { HardDrive } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { navigate } from '../../navigation/router.ts';
import { loadPart } from '../../state/load-part.ts';
import { StorageSection } from './storage-section.tsx';

const StorageScreen = loadPart(async () => (await import('./storage-screen.tsx')).StorageScreen);
const route = (path: string) => ({ path, title: () => 'Storage', icon: HardDrive, screen: StorageScreen });

/** What takes the room of the data folder. */
export const feature: Feature = {
  id: 'storage',
  routes: [route('storage'), route('storage/:project'), route('storage/:project/:spider')],
  places: [
    {
      at: 'below',
      segment: 'storage',
      title: 'Storage',
      icon: HardDrive,
      order: 10,
      command: 'storage.show',
    },
  ],
  settings: [
    {
      id: 'storage',
      title: 'Storage',
      icon: HardDrive,
      order: 50,
      keywords: [
        'disk',
        'space',
        'retention',
        'rules',
        'old runs',
        'trash',
        'deleted',
        'restore',
        'database',
      ],
      screen: StorageSection,
    },
  ],
  commands: [
    {
      id: 'storage.show',
      title: 'Go to storage: what takes room',
      category: 'Window',
      keywords: ['disk', 'usage', 'space', 'size', 'compact', 'vacuum', 'cache', 'full'],
      keys: ['G D'],
      run: () => navigate(['storage']),
    },
  ],
};
