import { useRef, type KeyboardEvent } from 'react';
import type { LiveInput } from '../../../../shared/live-page.ts';
import { keyInput } from './to-input.ts';

/** How soon Escape must follow Escape to leave the page, in milliseconds. */
const twiceMs = 500;

/**
 * Hands keys to the page, but for those that leave it and that paste, which comes as a text. Those that copy and cut also put what is
 * selected on the page onto the clipboard, before it is cut.
 */
export function useKeys(
  put: (input: LiveInput | null) => void,
  { onLeave, copy }: { onLeave: () => void; copy: () => Promise<void> },
): (type: 'down' | 'up', event: KeyboardEvent<HTMLTextAreaElement>) => void {
  const escapedAt = useRef(-Infinity);
  const leaves = (event: KeyboardEvent): boolean => {
    if (event.key === 'F6') return true;
    if (event.key !== 'Escape' || event.repeat) return false;
    const isSecond = event.timeStamp - escapedAt.current < twiceMs;
    escapedAt.current = event.timeStamp;
    return isSecond;
  };
  return (type, event) => {
    if (event.nativeEvent.isComposing) return;
    const letter = (event.ctrlKey || event.metaKey) && !event.altKey ? event.key.toLowerCase() : '';
    if (letter === 'v') return;
    if (type === 'down' && leaves(event)) {
      event.preventDefault();
      return onLeave();
    }
    const input = keyInput(type, {
      key: event.key,
      code: event.code,
      repeat: event.repeat,
      altKey: event.altKey,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      shiftKey: event.shiftKey,
      isAltGraph: event.getModifierState('AltGraph'),
    });
    if (input === null) return;
    event.preventDefault();
    if (type === 'down' && (letter === 'c' || letter === 'x') && !event.repeat)
      void copy().then(() => put(input));
    else put(input);
  };
}
