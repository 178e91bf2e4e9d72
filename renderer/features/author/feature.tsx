import { Suspense } from 'react';
import { SquarePen } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { loadPart } from '../../state/load-part.ts';

const AuthorScreen = loadPart(async () => (await import('./author-screen.tsx')).AuthorScreen);

const AuthorBackground = loadPart(async () => (await import('./background.tsx')).AuthorBackground);

const Background = () => (
  <Suspense fallback={null}>
    <AuthorBackground />
  </Suspense>
);

/** The screen on which a spider is written, its commands and its settings. */
export const feature: Feature = {
  id: 'author',
  routes: [
    {
      path: 'spider/:project/:spider/author',
      title: (params) => params['spider'] ?? 'Author',
      icon: SquarePen,
      spiderTab: { title: 'Author', order: 10 },
      screen: AuthorScreen,
    },
  ],
  background: Background,
};
