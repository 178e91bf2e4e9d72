import { describe, expect, it } from 'vitest';
import { keyInput, mouseInput, spotIn } from '../../../../../renderer/features/tester/live/to-input.ts';
import { liveModifiers } from '../../../../../shared/live-page.ts';

const held = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
const key = (given: object) => ({
  ...held,
  key: 'a',
  code: 'KeyA',
  repeat: false,
  isAltGraph: false,
  ...given,
});

describe('keys', () => {
  it.each<[string, object, object | null]>([
    ['a letter writes itself', {}, { key: 'a', text: 'a', modifiers: 0 }],
    ['a sign of two code units does, too', { key: '😀' }, { text: '😀' }],
    ['a shortcut writes nothing', { ctrlKey: true }, { text: null, modifiers: liveModifiers.control }],
    [
      'AltGr writes',
      { key: '@', ctrlKey: true, altKey: true, isAltGraph: true },
      { text: '@', modifiers: 0 },
    ],
    ['an arrow writes nothing', { key: 'ArrowUp', code: 'ArrowUp' }, { text: null }],
    ['a key that is held repeats', { repeat: true }, { repeat: true }],
    ['a dead key waits for its letter', { key: 'Dead' }, null],
    ['a key of an input method waits for its text', { key: 'Process' }, null],
  ])('%s', (_what, given, input) => {
    const made = keyInput('down', key(given));
    expect(made === null ? null : { ...made, ...input }).toEqual(input === null ? null : made);
  });
});

it('tells the buttons of the mouse, and a double click', () => {
  const event = { ...held, shiftKey: true, button: 2, buttons: 2, detail: 2 };
  expect(mouseInput('down', event, { x: 1, y: 2 })).toEqual({
    kind: 'mouse',
    type: 'down',
    x: 1,
    y: 2,
    button: 'right',
    buttons: 2,
    clicks: 2,
    modifiers: liveModifiers.shift,
  });
  expect(mouseInput('move', event, { x: 1, y: 2 })).toMatchObject({ button: 'none', clicks: 0 });
  expect(mouseInput('up', { ...event, detail: 9 }, { x: 1, y: 2 })).toMatchObject({ clicks: 3 });
});

it('finds the place on a page whose picture is shown smaller', () => {
  const box = { left: 100, top: 50, width: 500, height: 300 };
  const page = { width: 1000, height: 600 };
  expect(spotIn(box, page, { clientX: 350, clientY: 200 })).toEqual({ x: 500, y: 300 });
  expect(spotIn({ ...box, width: 0 }, page, { clientX: 350, clientY: 200 })).toMatchObject({ x: 0 });
});
