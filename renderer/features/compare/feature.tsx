import { GitCompareArrows } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { loadPart } from '../../state/load-part.ts';

const CompareScreen = loadPart(async () => (await import('./compare-screen.tsx')).CompareScreen);

/** The screen that compares two runs. Its address is all that others need of it. */
export const feature: Feature = {
  id: 'compare',
  routes: [
    {
      path: 'compare/:before/:after',
      title: (params) => `Run ${params['before'] ?? ''} and run ${params['after'] ?? ''}`,
      icon: GitCompareArrows,
      screen: CompareScreen,
    },
  ],
};
