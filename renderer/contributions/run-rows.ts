import { createContext, useContext, type ComponentType } from 'react';
import type { RunSummary } from '../../shared/contract/types.ts';

/** See `RunRows`. */
export interface RunRowsProps {
  /** It has items. */
  run: RunSummary;
  /** Grows when there may be more to read. */
  beat: number;
  /** Inside of another part, without a frame of its own; default: with one. */
  bare?: boolean;
}

/** The first items of a run, for its overview. The workbench provides what a feature adds; null: no feature does. */
export const RunRows = createContext<ComponentType<RunRowsProps> | null>(null);

/** What shows the first items of a run. */
export const useRunRows = (): ComponentType<RunRowsProps> | null => useContext(RunRows);
