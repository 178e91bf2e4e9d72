import { Info } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { navigate } from '../../navigation/router.ts';
import { AboutScreen } from './about-screen.tsx';
import { checkComputer } from './check-store.ts';

/** The screen "About", and the check of this computer. */
export const feature: Feature = {
  id: 'about',
  commands: [
    {
      id: 'about.check',
      title: 'Check this computer',
      category: 'Window',
      keywords: ['doctor', 'disk', 'network', 'keychain', 'problem', 'support'],
      run: () => {
        navigate(['about']);
        void checkComputer();
      },
    },
  ],
  routes: [{ path: 'about', title: () => 'About', icon: Info, screen: AboutScreen }],
};
