import { useLayoutEffect, useRef, type RefObject } from 'react';

interface Wanted {
  /** Of the control among those of the box. */
  index: number;
  /** How many controls there are once the edit is shown. */
  count: number;
  isSelected: boolean;
}

interface EntryFocus {
  /** Around the controls. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** Puts the focus into a control as soon as there are `count` of them; at once where there are so many already. */
  readonly focus: (index: number, count: number, options?: { select: boolean }) => void;
}

/**
 * The focus among the controls of a list that grows and shrinks. An edit is shown some frames later where the window is busy,
 * so the focus waits for the rendering that shows it.
 * @param selector the controls inside the box
 */
export function useEntryFocus(selector: string): EntryFocus {
  const box = useRef<HTMLDivElement | null>(null);
  const wanted = useRef<Wanted | null>(null);
  const settle = () => {
    if (wanted.current === null) return;
    const { index, count, isSelected } = wanted.current;
    const controls = box.current?.querySelectorAll<HTMLInputElement>(selector) ?? [];
    if (controls.length !== count) return;
    wanted.current = null;
    controls[index]?.focus();
    if (isSelected) controls[index]?.select();
  };
  useLayoutEffect(settle);
  return {
    box,
    focus(index, count, { select } = { select: false }) {
      wanted.current = { index, count, isSelected: select };
      settle();
    },
  };
}
