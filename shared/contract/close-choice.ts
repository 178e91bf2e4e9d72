/**
 * What becomes of crawls that run when the last window of the desktop is closed: they are paused, or go on until they are
 * through. Nothing remembered: it is asked.
 */
export type CloseChoice = 'pause' | 'keep';

/** The name of it among the remembered choices of the preferences. */
export const closeChoiceName = 'close-while-running';

/** What is remembered; null: nothing, or something that nobody knows. */
export function closeChoiceOf(choices: Readonly<Record<string, unknown>>): CloseChoice | null {
  const choice = choices[closeChoiceName];
  return choice === 'pause' || choice === 'keep' ? choice : null;
}
