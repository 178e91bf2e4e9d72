import { median } from '../../../shared/median.ts';

/** How many full runs a run is compared with: with a run each night, a week, which has every kind of day. */
export const runsCompared = 7;
/** With fewer runs than this, a single odd one would decide. */
const fewestCompared = 3;
/**
 * The share of the usual items below which a run has dropped. The contents of sites change by less from day to day, and a selector
 * that no longer matches one of two layouts loses about half.
 */
const dropShare = 0.5;

/** How many items the runs of a spider usually have. */
export interface UsualItems {
  /** How many runs say so. */
  runs: number;
  median: number;
  least: number;
  /** A run with fewer items has dropped. */
  dropBelow: number;
}

/** What is usual before a run; null: too few runs say. @param before numbers of items of comparable runs, newest first */
export function usualItems(before: readonly number[]): UsualItems | null {
  const compared = before.slice(0, runsCompared);
  const middle = compared.length < fewestCompared ? null : median(compared);
  if (middle === null) return null;
  return {
    runs: compared.length,
    median: middle,
    least: Math.min(...compared),
    dropBelow: middle * dropShare,
  };
}
