import { liveModifiers, type LiveInput } from '../../../shared/live-page.ts';

/** A command of the DevTools protocol that stands for an input. */
export type InputCommand =
  | { method: 'Input.dispatchMouseEvent'; params: MouseParams }
  | { method: 'Input.dispatchKeyEvent'; params: KeyParams }
  | { method: 'Input.insertText'; params: { text: string } }
  | {
      method: 'Input.imeSetComposition';
      params: { text: string; selectionStart: number; selectionEnd: number };
    };

interface MouseParams {
  type: 'mousePressed' | 'mouseReleased' | 'mouseMoved' | 'mouseWheel';
  x: number;
  y: number;
  button?: 'none' | 'left' | 'middle' | 'right';
  buttons?: number;
  clickCount?: number;
  deltaX?: number;
  deltaY?: number;
  modifiers: number;
}

interface KeyParams {
  type: 'keyDown' | 'keyUp' | 'rawKeyDown';
  key: string;
  code: string;
  windowsVirtualKeyCode: number;
  modifiers: number;
  autoRepeat: boolean;
  text?: string;
  commands?: string[];
}

const mouseTypes = { down: 'mousePressed', up: 'mouseReleased', move: 'mouseMoved' } as const;

/** Windows virtual key codes of keys that write nothing, by `KeyboardEvent.key`; Chromium has these on all systems. */
const virtualKeys: Readonly<Record<string, number>> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Shift: 16,
  Control: 17,
  Alt: 18,
  Pause: 19,
  CapsLock: 20,
  Escape: 27,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Insert: 45,
  Delete: 46,
  Meta: 91,
  ContextMenu: 93,
};

/** What keys with Command do on macOS, where Chromium leaves it to the program. */
const macCommands: Readonly<Record<string, string>> = {
  KeyA: 'selectAll',
  KeyC: 'copy',
  KeyX: 'cut',
  KeyZ: 'undo',
};

/** The command for an input; null: none stands for it. */
export function inputCommand(
  input: LiveInput,
  platform: NodeJS.Platform = process.platform,
): InputCommand | null {
  switch (input.kind) {
    case 'mouse': {
      const { type, x, y, button, buttons, clicks, modifiers } = input;
      const params = { type: mouseTypes[type], x, y, button, buttons, clickCount: clicks, modifiers };
      return { method: 'Input.dispatchMouseEvent', params };
    }
    case 'wheel': {
      const { x, y, dx, dy, modifiers } = input;
      return {
        method: 'Input.dispatchMouseEvent',
        params: { type: 'mouseWheel', x, y, deltaX: dx, deltaY: dy, modifiers },
      };
    }
    case 'key':
      return { method: 'Input.dispatchKeyEvent', params: keyParams(input, platform) };
    case 'text':
      return { method: 'Input.insertText', params: { text: input.text } };
    case 'compose': {
      const { text } = input;
      const params = { text, selectionStart: text.length, selectionEnd: text.length };
      return { method: 'Input.imeSetComposition', params };
    }
    case 'choose':
      return null;
    default:
      return input satisfies never;
  }
}

function keyParams(
  { type, key, code, text, modifiers, repeat }: Extract<LiveInput, { kind: 'key' }>,
  platform: NodeJS.Platform,
): KeyParams {
  const written = key === 'Enter' ? '\r' : text;
  const command =
    platform === 'darwin' && (modifiers & liveModifiers.meta) !== 0 ? macCommands[code] : undefined;
  return {
    type: type === 'up' ? 'keyUp' : written === null ? 'rawKeyDown' : 'keyDown',
    key,
    code,
    windowsVirtualKeyCode: virtualKeyOf(key, code),
    modifiers,
    autoRepeat: repeat,
    ...(type === 'down' && written !== null ? { text: written } : {}),
    ...(type === 'down' && command !== undefined ? { commands: [command] } : {}),
  };
}

function virtualKeyOf(key: string, code: string): number {
  const known = virtualKeys[key];
  if (known !== undefined) return known;
  const named = /^(?:Key([A-Z])|Digit(\d))$/.exec(code);
  const character = named?.[1] ?? named?.[2];
  if (character !== undefined) return character.charCodeAt(0);
  const functionKey = /^F(\d{1,2})$/.exec(key)?.[1];
  if (functionKey !== undefined) return 111 + Number(functionKey);
  return key === ' ' ? 32 : 0;
}
