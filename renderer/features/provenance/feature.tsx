import { Waypoints } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { loadPart } from '../../state/load-part.ts';

const ProvenanceScreen = loadPart(async () => (await import('./provenance-screen.tsx')).ProvenanceScreen);

/** The screen that tells where a value of an item comes from. */
export const feature: Feature = {
  id: 'provenance',
  routes: [
    {
      path: 'item/:item/from/:column',
      title: (params) => `Where ${params['column'] ?? ''} of item ${params['item'] ?? ''} comes from`,
      icon: Waypoints,
      screen: ProvenanceScreen,
    },
  ],
};
