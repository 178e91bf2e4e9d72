import { Archive } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { navigate } from '../../navigation/router.ts';
import { loadPart } from '../../state/load-part.ts';

const RetentionScreen = loadPart(async () => (await import('./retention-screen.tsx')).RetentionScreen);

/** The rules by which old runs and pages go. */
export const feature: Feature = {
  id: 'retention',
  routes: [{ path: 'retention', title: () => 'Retention', icon: Archive, screen: RetentionScreen }],
  commands: [
    {
      id: 'retention.show',
      title: 'Go to retention: the rules by which old runs go',
      category: 'Window',
      keywords: ['delete', 'pages', 'clean', 'storage', 'keep', 'nightly'],
      keys: ['G K'],
      run: () => navigate(['retention']),
    },
  ],
};
