import type { DataContext } from './data-context.ts';

/** What the scheduler has to know after it has decided. */
export interface SchedulesDecided {
  /** When the next moment is due, in milliseconds since 1970; null: never. */
  nextDue: number | null;
  /** How many crawls were queued. */
  queued: number;
  /** Sentences about schedules that cannot be read. */
  problems: string[];
}

/** Work about schedules for the host itself; no client can call it. */
export const scheduleInternalHandlers = {
  /** Decides every moment that is due by now, in milliseconds since 1970. */
  decideSchedules: async (
    { now }: { now: number },
    { workspace: { queries }, publish }: DataContext,
  ): Promise<SchedulesDecided> => {
    const { changed, nextDue, unreadable } = await queries.schedules.decideDue(now);
    for (const { schedule, project, entry } of changed) {
      publish('schedules', { schedule, project });
      if (entry !== null) publish('queue', { entry, project, state: 'pending' });
    }
    const queued = changed.filter(({ entry }) => entry !== null).length;
    const problems = unreadable.map(
      ({ schedule, project, spider, message }) =>
        `Schedule ${schedule} (${spider} in the project ${project}) cannot be carried out: ${message}`,
    );
    return { nextDue, queued, problems };
  },
};
