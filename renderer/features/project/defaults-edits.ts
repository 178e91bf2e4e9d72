import { useEffect } from 'react';
import { create } from 'zustand';
import type { ProjectDefaults } from '../../../shared/contract/types.ts';

/** Defaults as a person edits them: the text of each setting, and how items are exported. */
export interface DefaultsTexts {
  readonly texts: Readonly<Record<string, string>>;
  readonly exports: ProjectDefaults['exports'];
}

/** Unsaved edits of the defaults of all projects, which stay while other screens are shown; null: none. */
const useHeld = create<{ edits: DefaultsTexts | null }>(() => ({ edits: null }));

export const heldEdits = (): DefaultsTexts | null => useHeld.getState().edits;
export const holdEdits = (edits: DefaultsTexts | null): void => useHeld.setState({ edits });
/** Whether the defaults of all projects have unsaved edits. */
export const useHasEdits = (): boolean => useHeld(({ edits }) => edits !== null);

/** Has the browser ask before the window is closed with unsaved edits in it. */
export function useAskBeforeLeaving(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (heldEdits() !== null) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}

/** Whether two say the same; a setting without a text is not set. */
export function sameDefaults(a: DefaultsTexts, b: DefaultsTexts): boolean {
  const names = new Set([...Object.keys(a.texts), ...Object.keys(b.texts)]);
  return (
    [...names].every((name) => (a.texts[name] ?? '') === (b.texts[name] ?? '')) &&
    a.exports.format === b.exports.format &&
    a.exports.dialect === b.exports.dialect
  );
}
