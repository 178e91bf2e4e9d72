import type { Compaction } from '../../store/upkeep/upkeep.ts';
import type { DataContext } from './data-context.ts';

/** Database work that looks after the file. */
export const storageInternalHandlers = {
  compaction: (_: null, { workspace }: DataContext): Compaction => workspace.upkeep.compaction(),
  compactStep: (_: null, { workspace }: DataContext): number => workspace.upkeep.compactStep(),
  compactWhole: (_: null, { workspace }: DataContext): void => workspace.upkeep.compactWhole(),
  clearCacheStep: (_: null, { workspace }: DataContext): number => workspace.upkeep.clearCacheStep(),
  runsUnderWay: (_: null, { workspace }: DataContext): string[] => workspace.upkeep.runsUnderWay(),
};
