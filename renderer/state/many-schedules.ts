import { create } from 'zustand';

/** Spiders of one project that are to be scheduled together. */
export interface ManySchedules {
  readonly project: string;
  /** Not empty. */
  readonly spiders: readonly string[];
}

/** What is to be scheduled together, in a dialog; null: nothing. */
export const useManySchedules = create<{ wanted: ManySchedules | null }>(() => ({ wanted: null }));

/** Opens the dialog that schedules spiders of a project together. */
export const scheduleMany = (project: string, spiders: readonly string[]): void =>
  useManySchedules.setState({ wanted: { project, spiders } });

/** Closes that dialog. */
export const closeManySchedules = (): void => useManySchedules.setState({ wanted: null });
