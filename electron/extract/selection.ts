import type { FieldProblem, JsonValue } from './types.ts';

/** The selected value of a field, before processors. */
export interface Selection {
  value: JsonValue;
  matches: number;
  /** Why nothing was selected; null: something was. */
  reason: string | null;
  failures: FieldProblem[];
}

/** Maximum number of characters of a field: nested matches grow with the square of the page. */
export const maxCharacters = 64_000_000;

/** The problem of a field that exceeds `maxCharacters`. */
export const tooMuch = 'The matches hold too much text; choose a selector that matches less.';

/** A selection without matches. It is no failure: the page has nothing there. */
export const nothing = (value: JsonValue, reason: string): Selection => ({
  value,
  matches: 0,
  reason,
  failures: [],
});

/** A selection that could not be made. */
export const failed = (value: JsonValue, message: string): Selection => ({
  value,
  matches: 0,
  reason: message,
  failures: [{ field: '', message }],
});

/** Describes an error in one sentence for people. */
export function explain(error: unknown): string {
  if (error instanceof RangeError)
    return 'The page is nested too deeply for this selector; choose one that matches less of it.';
  const message = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
