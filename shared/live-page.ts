/** The size of the picture of a live page in CSS pixels. */
export interface LiveSize {
  width: number;
  height: number;
}

/** Bits of the modifier keys, as the DevTools protocol has them. */
export const liveModifiers = { alt: 1, control: 2, meta: 4, shift: 8 } as const;

/** What a person does on a live page. Places are in CSS pixels from the upper left corner of the picture. */
export type LiveInput =
  | {
      kind: 'mouse';
      type: 'move' | 'down' | 'up';
      x: number;
      y: number;
      button: 'none' | 'left' | 'middle' | 'right';
      /** Buttons that are held, as in `MouseEvent.buttons`. */
      buttons: number;
      clicks: number;
      modifiers: number;
    }
  | { kind: 'wheel'; x: number; y: number; dx: number; dy: number; modifiers: number }
  /** `text`: what the key writes; null: nothing. */
  | {
      kind: 'key';
      type: 'down' | 'up';
      key: string;
      code: string;
      text: string | null;
      modifiers: number;
      repeat: boolean;
    }
  /** A text that no single key writes: from the clipboard, or an input method. */
  | { kind: 'text'; text: string }
  /** What an input method has so far: it is shown in the field, and a text replaces it. Empty: it was given up. */
  | { kind: 'compose'; text: string }
  /** An entry of the list of choices that is open; null: none, and the list is closed. */
  | { kind: 'choose'; index: number | null };

/** A list of choices that the page has opened, with its place. The window shows it, because it is in no picture. */
export interface LiveChoices {
  x: number;
  y: number;
  width: number;
  height: number;
  options: { label: string; disabled: boolean }[];
  /** null: none is chosen. */
  chosen: number | null;
}

/** How a live page is. `crashed`: it can be loaded again. `ended`: it cannot. */
export const livePhases = ['loading', 'ready', 'crashed', 'ended'] as const;
