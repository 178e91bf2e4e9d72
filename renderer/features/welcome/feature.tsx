import { House } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { WelcomeScreen } from './welcome-screen.tsx';

/** The first screen, where a spider begins. */
export const feature: Feature = {
  id: 'welcome',
  routes: [{ path: 'welcome', title: () => 'Start', icon: House, screen: WelcomeScreen }],
};
