import { lazy } from 'react';
import type { Feature } from '../../contributions/feature.ts';

const PagePane = lazy(async () => ({ default: (await import('./page-pane.tsx')).PagePane }));
const TesterPane = lazy(async () => ({ default: (await import('./tester-pane.tsx')).TesterPane }));

/** The panes beside a spider: the saved page, and the tester. */
export const feature: Feature = {
  id: 'tester',
  spiderPanes: [
    { id: 'page', label: 'Page', order: 10, pane: PagePane },
    { id: 'tester', label: 'Tester', order: 20, pane: TesterPane },
  ],
};
