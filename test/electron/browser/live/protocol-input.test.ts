import { expect, it } from 'vitest';
import { inputCommand } from '../../../../electron/browser/live/protocol-input.ts';
import { liveModifiers, type LiveInput } from '../../../../shared/live-page.ts';

const key = (given: Partial<Extract<LiveInput, { kind: 'key' }>>): LiveInput => ({
  kind: 'key',
  type: 'down',
  key: 'a',
  code: 'KeyA',
  text: null,
  modifiers: 0,
  repeat: false,
  ...given,
});

it.each<[string, LiveInput, object]>([
  ['a letter', key({ text: 'a' }), { type: 'keyDown', text: 'a', windowsVirtualKeyCode: 65 }],
  ['a letter that is let go', key({ type: 'up', text: 'a' }), { type: 'keyUp', windowsVirtualKeyCode: 65 }],
  ['a digit', key({ key: '7', code: 'Digit7', text: '7' }), { text: '7', windowsVirtualKeyCode: 55 }],
  ['a letter of another layout', key({ key: 'ф', text: 'ф' }), { text: 'ф', windowsVirtualKeyCode: 65 }],
  ['Enter', key({ key: 'Enter', code: 'Enter' }), { text: '\r', windowsVirtualKeyCode: 13 }],
  [
    'an arrow',
    key({ key: 'ArrowDown', code: 'ArrowDown' }),
    { type: 'rawKeyDown', windowsVirtualKeyCode: 40 },
  ],
  ['a function key', key({ key: 'F5', code: 'F5' }), { type: 'rawKeyDown', windowsVirtualKeyCode: 116 }],
  ['the space bar', key({ key: ' ', code: 'Space', text: ' ' }), { text: ' ', windowsVirtualKeyCode: 32 }],
])('hands on %s', (_what, input, params) => {
  const command = inputCommand(input, 'linux');
  expect(command).toMatchObject({ method: 'Input.dispatchKeyEvent', params });
  expect('text' in (command?.params ?? {})).toBe('text' in params);
});

it('says what a key with Command does on macOS only', () => {
  const all = key({ modifiers: liveModifiers.meta });
  expect(inputCommand(all, 'darwin')?.params).toMatchObject({ commands: ['selectAll'] });
  expect(inputCommand(all, 'win32')?.params).not.toHaveProperty('commands');
  expect(inputCommand(key({}), 'darwin')?.params).not.toHaveProperty('commands');
});

it('hands on the mouse, the wheel and texts', () => {
  const mouse = { kind: 'mouse', x: 3, y: 4, button: 'left', buttons: 1, clicks: 2, modifiers: 8 } as const;
  expect(inputCommand({ ...mouse, type: 'down' })).toEqual({
    method: 'Input.dispatchMouseEvent',
    params: { type: 'mousePressed', x: 3, y: 4, button: 'left', buttons: 1, clickCount: 2, modifiers: 8 },
  });
  expect(inputCommand({ kind: 'wheel', x: 1, y: 2, dx: 0, dy: 120, modifiers: 0 })?.params).toMatchObject({
    type: 'mouseWheel',
    deltaY: 120,
  });
  expect(inputCommand({ kind: 'text', text: '日本' })).toEqual({
    method: 'Input.insertText',
    params: { text: '日本' },
  });
  expect(inputCommand({ kind: 'choose', index: 1 })).toBeNull();
});
