/**
 * Shortcuts as text. One stroke is modifiers and a key joined by "+", in the order Mod, Ctrl, Alt, Shift: "Mod+Shift+P",
 * "F5", "?". `Mod` is Command on a Mac and Control elsewhere. Two strokes after one another are joined by a space: "G R".
 */
export type Platform = 'mac' | 'other';

/** The keyboard that shortcuts are shown for. */
export const platform: Platform = /mac|iphone|ipad/iu.test(navigator.userAgent) ? 'mac' : 'other';

/** Shortcuts that differ: with Alt a Mac types signs and moves by words, so Control stands for it there. */
export const onMac = (mac: string, other: string) => (platform === 'mac' ? mac : other);

const modifierKeys = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process']);
const names: Readonly<Record<string, string>> = {
  ' ': 'Space',
  Esc: 'Escape',
  Del: 'Delete',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};

/** What of a keyboard event a shortcut is made of; a slice, so that tests need no DOM. */
export type KeyStroke = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The text of a key press, or null while only modifiers are held. */
export function strokeOf(event: KeyStroke, on: Platform = platform): string | null {
  if (modifierKeys.has(event.key)) return null;
  const modified = event.ctrlKey || event.metaKey || event.altKey;
  const key = keyName(event, modified);
  const parts: string[] = [];
  if (on === 'mac' ? event.metaKey : event.ctrlKey) parts.push('Mod');
  if (on === 'mac' && event.ctrlKey) parts.push('Ctrl');
  if (event.altKey) parts.push('Alt');
  // Shift is part of a printed sign ("?"), and a modifier of everything else.
  if (event.shiftKey && (modified || key.length > 1 || /^[A-Z]$/u.test(key))) parts.push('Shift');
  parts.push(key);
  return parts.join('+');
}

function keyName(event: KeyStroke, modified: boolean): string {
  // With Alt or Shift the key may be a sign of the layout ("¬"); the place on the keyboard still tells the letter.
  const letter = /^Key([A-Z])$/u.exec(event.code)?.[1];
  if (letter !== undefined && (event.altKey || !/^[a-z]$/iu.test(event.key))) {
    if (event.altKey || event.key.length > 1) return letter;
  }
  const digit = /^Digit(\d)$/u.exec(event.code)?.[1];
  if (digit !== undefined && modified) return digit;
  return names[event.key] ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key);
}

const order = ['Mod', 'Ctrl', 'Alt', 'Shift'];

/** The same shortcut in its one spelling, or null where the text is none. */
export function normalizeKeys(text: string): string | null {
  const strokes = text.trim().split(/\s+/u);
  if (strokes.length === 0 || strokes.length > 2) return null;
  const normal = strokes.map(normalizeStroke);
  return normal.every((stroke) => stroke !== null) ? normal.join(' ') : null;
}

function normalizeStroke(stroke: string): string | null {
  const parts = stroke === '+' ? ['+'] : stroke.replace(/\+\+$/u, '+Plus').split('+');
  const key = parts.pop();
  if (key === undefined || key === '') return null;
  const modifiers = parts.map((part) => order.find((name) => name.toLowerCase() === part.toLowerCase()));
  if (modifiers.includes(undefined) || new Set(modifiers).size !== modifiers.length) return null;
  const sorted = order.filter((name) => modifiers.includes(name));
  const plain = key === 'Plus' ? '+' : key;
  return [...sorted, plain.length === 1 ? plain.toUpperCase() : plain].join('+');
}

const macSigns: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Ctrl: '⌃',
  Alt: '⌥',
  Shift: '⇧',
  Enter: '↩',
  Backspace: '⌫',
  Delete: '⌦',
  Escape: '⎋',
};
const signs: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Escape: 'Esc',
  Up: '↑',
  Down: '↓',
  Left: '←',
  Right: '→',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
};

/** A shortcut as a person reads it on this platform: strokes, each a list of keycaps. */
export function keycaps(keys: string, on: Platform = platform): string[][] {
  return keys.split(' ').map((stroke) =>
    stroke
      .replace(/\+\+$/u, '+Plus')
      .split('+')
      .map((part) => (on === 'mac' ? (macSigns[part] ?? signs[part] ?? part) : (signs[part] ?? part))),
  );
}

/** A shortcut in one line, for titles and for screen readers: "Ctrl+Shift+P". */
export function keysText(keys: string, on: Platform = platform): string {
  return keycaps(keys, on)
    .map((caps) => caps.join(on === 'mac' ? '' : '+'))
    .join(' ');
}

/** A shortcut as `aria-keyshortcuts` wants it: "Control+Shift+P". */
export function ariaKeys(keys: string, on: Platform = platform): string {
  return keys.replaceAll('Mod', on === 'mac' ? 'Meta' : 'Control').replaceAll('Ctrl', 'Control');
}
