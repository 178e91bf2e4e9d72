import { Server } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { navigate } from '../../navigation/router.ts';
import { useHasFleet } from '../../state/fleet.ts';
import { loadPart } from '../../state/load-part.ts';
import { WorkerCount } from './status.tsx';

const FleetScreen = loadPart(async () => (await import('./fleet-screen.tsx')).FleetScreen);

/** Who works on what, where several machines share a workspace. */
export const feature: Feature = {
  id: 'fleet',
  routes: [{ path: 'fleet', title: () => 'Fleet', icon: Server, screen: FleetScreen }],
  places: [
    {
      at: 'above',
      segment: 'fleet',
      title: 'Fleet',
      icon: Server,
      order: 20,
      command: 'fleet.show',
      badge: WorkerCount,
      useIsShown: useHasFleet,
    },
  ],
  commands: [
    {
      id: 'fleet.show',
      title: 'Go to the fleet: who works on what',
      category: 'Window',
      keywords: ['workers', 'machines', 'cluster', 'hosts', 'distributed', 'servers', 'nodes', 'scale'],
      keys: ['G W'],
      run: () => navigate(['fleet']),
    },
  ],
};
