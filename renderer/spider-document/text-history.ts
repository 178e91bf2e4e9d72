/** A text as it was, with its caret in UTF-16 units. */
export interface TextState {
  readonly text: string;
  readonly caret: number;
}

/** What can be undone and what can be redone, each with the nearest step first. */
export interface TextHistory {
  readonly past: readonly TextState[];
  readonly future: readonly TextState[];
}

/** A history without steps. */
export const noHistory: TextHistory = { past: [], future: [] };

/** The most steps that are kept. */
const maxSteps = 100;

/** The history after a change; what had been undone is forgotten. @param before the text that was changed */
export const afterChange = ({ past }: TextHistory, before: TextState): TextHistory => ({
  past: [before, ...past].slice(0, maxSteps),
  future: [],
});

/** One step back. @returns what the text is then; null: there is no step */
export function undone(
  { past: [state, ...past], future }: TextHistory,
  now: TextState,
): { history: TextHistory; state: TextState } | null {
  return state === undefined ? null : { state, history: { past, future: [now, ...future] } };
}

/** One step forth, where one was undone. @returns what the text is then; null: there is no step */
export function redone(
  { past, future: [state, ...future] }: TextHistory,
  now: TextState,
): { history: TextHistory; state: TextState } | null {
  return state === undefined ? null : { state, history: { past: [now, ...past], future } };
}
