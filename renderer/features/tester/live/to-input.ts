import { liveModifiers, type LiveInput } from '../../../../shared/live-page.ts';

/** A slice of the events of the DOM, so that tests need no browser. */
type Held = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;
type Pressed = Held & Pick<KeyboardEvent, 'key' | 'code' | 'repeat'> & { isAltGraph: boolean };
type Moved = Held & Pick<MouseEvent, 'button' | 'buttons' | 'detail'>;

/** A place of the picture, in CSS pixels of the page. */
export interface Spot {
  x: number;
  y: number;
}

/** The bits of the modifier keys that are held. */
export const modifiersOf = ({ altKey, ctrlKey, metaKey, shiftKey }: Held): number =>
  (altKey ? liveModifiers.alt : 0) |
  (ctrlKey ? liveModifiers.control : 0) |
  (metaKey ? liveModifiers.meta : 0) |
  (shiftKey ? liveModifiers.shift : 0);

const buttonNames = ['left', 'middle', 'right'] as const;

/** An input of the mouse. */
export function mouseInput(type: 'move' | 'down' | 'up', event: Moved, spot: Spot): LiveInput {
  const button = type === 'move' ? 'none' : (buttonNames[event.button] ?? 'none');
  const clicks = type === 'move' ? 0 : Math.min(3, Math.max(1, event.detail));
  return {
    kind: 'mouse',
    type,
    ...spot,
    button,
    buttons: event.buttons,
    clicks,
    modifiers: modifiersOf(event),
  };
}

/** An input of a key; null: it writes a text that comes by itself, as dead keys and input methods do. */
export function keyInput(type: 'down' | 'up', event: Pressed): LiveInput | null {
  const { key, code, repeat, isAltGraph } = event;
  if (key === 'Dead' || key === 'Process' || key === 'Unidentified') return null;
  const isCommand = (event.ctrlKey || event.metaKey) && !isAltGraph;
  const text = !isCommand && Array.from(key).length === 1 ? key : null;
  const modifiers = isAltGraph
    ? modifiersOf({ ...event, altKey: false, ctrlKey: false })
    : modifiersOf(event);
  return { kind: 'key', type, key, code, text, modifiers, repeat };
}

/** Where a place of the window lies on the page, whose picture fills a box. */
export function spotIn(
  box: { left: number; top: number; width: number; height: number },
  page: { width: number; height: number },
  { clientX, clientY }: { clientX: number; clientY: number },
): Spot {
  const along = (at: number, from: number, length: number, whole: number): number =>
    length === 0 ? 0 : ((at - from) / length) * whole;
  return {
    x: along(clientX, box.left, box.width, page.width),
    y: along(clientY, box.top, box.height, page.height),
  };
}
