import { Package, Table2 } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { ResultsBackground } from './results-background.tsx';
import { ExportStatus } from './export-status.tsx';
import { loadPart } from '../../state/load-part.ts';

const SpiderResultsScreen = loadPart(async () => (await import('./screens.tsx')).SpiderResultsScreen);
const RunItemsScreen = loadPart(async () => (await import('./screens.tsx')).RunItemsScreen);
const RunRows = loadPart(async () => (await import('./run-rows.tsx')).RunRows);
const ItemScreen = loadPart(async () => (await import('./screens.tsx')).ItemScreen);

/** The screen with the items of a spider, its exports and its commands. */
export const feature: Feature = {
  id: 'results',
  routes: [
    {
      path: 'spider/:project/:spider/results',
      title: (params) => `Results of ${params['spider'] ?? ''}`,
      icon: Table2,
      spiderTab: { title: 'Results', order: 30 },
      screen: SpiderResultsScreen,
    },
    {
      path: 'run/:run/items',
      title: (params) => `Items of run ${params['run'] ?? ''}`,
      icon: Table2,
      runTab: { title: 'Items', order: 40 },
      screen: RunItemsScreen,
    },
    {
      path: 'item/:item',
      title: (params) => `Item ${params['item'] ?? ''}`,
      icon: Package,
      screen: ItemScreen,
    },
  ],
  runRows: RunRows,
  status: [{ id: 'results.exports', side: 'right', order: 20, item: ExportStatus }],
  background: ResultsBackground,
};
