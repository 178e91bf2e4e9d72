import { Info } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { AboutScreen } from './about-screen.tsx';

/** The screen "About". */
export const feature: Feature = {
  id: 'about',
  routes: [{ path: 'about', title: () => 'About', icon: Info, screen: AboutScreen }],
};
