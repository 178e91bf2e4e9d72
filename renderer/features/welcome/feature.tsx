import { House } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { WelcomeScreen } from './welcome-screen.tsx';

/** The first screen of a workspace. */
export const feature: Feature = {
  id: 'welcome',
  routes: [{ path: 'welcome', title: () => 'Welcome', icon: House, screen: WelcomeScreen }],
};
