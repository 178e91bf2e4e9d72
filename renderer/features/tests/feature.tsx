import { ListChecks } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { loadPart } from '../../state/load-part.ts';
import { proveCommand } from './prove-command.ts';
import { TestsBadge } from './tests-badge.tsx';
import { VersionMark } from './version-mark.tsx';

const TestsScreen = loadPart(async () => (await import('./tests-screen.tsx')).TestsScreen);

/** The tests of a spider: its saved pages with the values that a person has locked. */
export const feature: Feature = {
  id: 'tests',
  commands: [proveCommand],
  versionMark: VersionMark,
  routes: [
    {
      path: 'spider/:project/:spider/tests',
      title: (params) => `Tests of ${params['spider'] ?? ''}`,
      icon: ListChecks,
      spiderTab: { title: 'Tests', order: 15, badge: TestsBadge },
      screen: TestsScreen,
    },
  ],
};
