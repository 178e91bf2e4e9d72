import { BookOpen } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { navigate } from '../../navigation/router.ts';
import { loadPart } from '../../state/load-part.ts';

const GuideScreen = loadPart(async () => (await import('./guide-screen.tsx')).GuideScreen);

/** The guide, without a network. */
export const feature: Feature = {
  id: 'guide',
  routes: [
    { path: 'guide', title: () => 'Guide', icon: BookOpen, screen: GuideScreen },
    { path: 'guide/:page', title: () => 'Guide', icon: BookOpen, screen: GuideScreen },
  ],
  commands: [
    {
      id: 'guide.show',
      title: 'Open the guide',
      category: 'Window',
      keywords: [
        'help',
        'manual',
        'documentation',
        'learn',
        'tutorial',
        'reference',
        'settings',
        'processors',
      ],
      keys: ['G M'],
      run: () => navigate(['guide']),
    },
    {
      id: 'guide.troubleshooting',
      title: 'Troubleshooting, by what you see',
      category: 'Window',
      keywords: ['help', 'empty', 'nothing', 'wrong', 'problem'],
      run: () => navigate(['guide', 'troubleshooting']),
    },
  ],
};
