import { useEffect, useState, type RefObject } from 'react';

/**
 * Whether a card is open. It opens when the caret of the text comes in, or a problem does; not when it was the form that
 * moved the caret here, for then a click that closes it would open it first.
 */
export function useOpen(
  box: RefObject<HTMLElement | null>,
  initially: boolean,
  wanted: boolean,
): [open: boolean, setOpen: (open: boolean) => void] {
  const [open, setOpen] = useState(initially || wanted);
  useEffect(() => {
    if (wanted && box.current?.contains(document.activeElement) !== true) setOpen(true);
  }, [wanted]);
  return [open, setOpen];
}
