import { count, counted } from '../counted.ts';
import type { HealthFinding, HealthReport } from './types.ts';

/** "12 of 200 spiders are broken, 3 could not be judged." */
export function healthWords({
  healthy,
  broken,
  unknown,
}: Pick<HealthReport, 'healthy' | 'broken' | 'unknown'>): string {
  const all = healthy + broken + unknown;
  if (all === 0) return 'There are no spiders.';
  const judged = unknown === 0 ? '' : `, ${count(unknown)} could not be judged`;
  const told = broken === 0 ? healthy : broken;
  const what = broken === 0 ? 'healthy' : 'broken';
  if (told === all) {
    const every = all === 1 ? 'The spider is' : `All ${count(all)} spiders are`;
    return `${every} ${what}.`;
  }
  return `${count(told)} of ${counted(all, 'spider')} ${told === 1 || all === 1 ? 'is' : 'are'} ${what}${judged}.`;
}

/** "since 2026-11-19 02:10 UTC (run 12)", "since after 2026-11-19 02:10 UTC"; empty where it is not known. */
export function sinceWords({ since, sinceRun }: Pick<HealthFinding, 'since' | 'sinceRun'>): string {
  if (since === null) return sinceRun === null ? '' : `since run ${sinceRun}`;
  return sinceRun === null
    ? `since after ${minuteWords(since)}`
    : `since ${minuteWords(since)} (run ${sinceRun})`;
}

/** "2026-11-19 02:10 UTC" */
export const minuteWords = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
