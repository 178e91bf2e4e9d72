/**
 * What happens to running crawls when the last window of the desktop application closes: they are paused, or they
 * continue until they end. Without a remembered choice the application asks.
 */
export type CloseChoice = 'pause' | 'keep';

/** The key of this choice among the remembered choices of the preferences. */
export const closeChoiceName = 'close-while-running';

/** Reads the remembered choice; null where there is none or its value is unknown. */
export function closeChoiceOf(choices: Readonly<Record<string, unknown>>): CloseChoice | null {
  const choice = choices[closeChoiceName];
  return choice === 'pause' || choice === 'keep' ? choice : null;
}
