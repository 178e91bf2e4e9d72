import { Trash2 } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { navigate } from '../../navigation/router.ts';
import { loadPart } from '../../state/load-part.ts';

const TrashScreen = loadPart(async () => (await import('./trash-screen.tsx')).TrashScreen);

/** What was deleted: the screen of the trash. */
export const feature: Feature = {
  id: 'trash',
  routes: [{ path: 'trash', title: () => 'Trash', icon: Trash2, screen: TrashScreen }],
  places: [{ at: 'below', segment: 'trash', title: 'Trash', icon: Trash2, order: 20, command: 'trash.show' }],
  commands: [
    {
      id: 'trash.show',
      title: 'Go to the trash: what was deleted',
      category: 'Window',
      keywords: ['deleted', 'restore', 'undo', 'bin', 'undelete', 'remove'],
      keys: ['G X'],
      run: () => navigate(['trash']),
    },
  ],
};
