import { useState } from 'react';

/**
 * Gives the focus back to what had it when the calling component was first rendered; for `onCloseAutoFocus`. Radix notes
 * what has the focus only after a field with `autoFocus` inside the dialog has taken it.
 */
export function useFocusBack(): (event: Event) => void {
  const [before] = useState(() => document.activeElement);
  return (event) => {
    if (!(before instanceof HTMLElement) || !before.isConnected) return;
    event.preventDefault();
    before.focus();
  };
}
