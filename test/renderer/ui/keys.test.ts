import { describe, expect, it } from 'vitest';
import {
  ariaKeys,
  keycaps,
  keysText,
  normalizeKeys,
  strokeOf,
  type KeyStroke,
} from '../../../renderer/ui/keys.ts';

const press = (key: string, code: string, held: Partial<KeyStroke> = {}): KeyStroke => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('a key press as a shortcut', () => {
  it.each([
    [press('k', 'KeyK', { ctrlKey: true }), 'Mod+K'],
    [press('P', 'KeyP', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+P'],
    [press('?', 'Slash', { shiftKey: true }), '?'],
    [press('g', 'KeyG'), 'G'],
    [press('G', 'KeyG', { shiftKey: true }), 'Shift+G'],
    [press('F6', 'F6', { shiftKey: true }), 'Shift+F6'],
    [press('ArrowLeft', 'ArrowLeft', { altKey: true }), 'Alt+Left'],
    [press('1', 'Digit1', { altKey: true }), 'Alt+1'],
    [press(' ', 'Space'), 'Space'],
    [press(',', 'Comma', { ctrlKey: true }), 'Mod+,'],
    [press('+', 'Equal', { ctrlKey: true, shiftKey: true }), 'Mod+Shift++'],
  ])('%j is %s', (event, keys) => {
    expect(strokeOf(event, 'other')).toBe(keys);
  });

  it('is nothing while only modifiers are held', () => {
    expect(strokeOf(press('Control', 'ControlLeft', { ctrlKey: true }), 'other')).toBeNull();
    expect(strokeOf(press('AltGraph', 'AltRight'), 'other')).toBeNull();
  });

  it('is told by the place of the key where Alt makes another sign of it', () => {
    expect(strokeOf(press('∑', 'KeyW', { altKey: true }), 'mac')).toBe('Alt+W');
    expect(strokeOf(press('˜', 'KeyN', { altKey: true, metaKey: true }), 'mac')).toBe('Mod+Alt+N');
  });

  it('tells Control from Command on a Mac', () => {
    expect(strokeOf(press('k', 'KeyK', { metaKey: true }), 'mac')).toBe('Mod+K');
    expect(strokeOf(press('k', 'KeyK', { ctrlKey: true }), 'mac')).toBe('Ctrl+K');
  });

  it('keeps to the letter that is typed on another layout', () => {
    expect(strokeOf(press('z', 'KeyY', { ctrlKey: true }), 'other')).toBe('Mod+Z');
  });
});

describe('the one spelling of a shortcut', () => {
  it.each([
    ['mod+shift+p', 'Mod+Shift+P'],
    ['Shift+Mod+P', 'Mod+Shift+P'],
    ['g r', 'G R'],
    [' G  R ', 'G R'],
    ['F5', 'F5'],
    ['Mod++', 'Mod++'],
    ['+', '+'],
    ['Mod+Plus', 'Mod++'],
  ])('%s is %s', (text, keys) => {
    expect(normalizeKeys(text)).toBe(keys);
  });

  it.each(['', 'Foo+K', 'Mod+Mod+K', 'A B C', 'Mod+'])('%j is none', (text) => {
    expect(normalizeKeys(text)).toBeNull();
  });
});

describe('a shortcut for people', () => {
  it('shows the signs of the platform', () => {
    expect(keycaps('Mod+Shift+P', 'other')).toEqual([['Ctrl', 'Shift', 'P']]);
    expect(keycaps('Mod+Shift+P', 'mac')).toEqual([['⌘', '⇧', 'P']]);
    expect(keycaps('G R', 'other')).toEqual([['G'], ['R']]);
    expect(keysText('Mod+Alt+Left', 'other')).toBe('Ctrl+Alt+←');
    expect(keysText('Mod+K', 'mac')).toBe('⌘K');
  });

  it('says to assistive technology what it is', () => {
    expect(ariaKeys('Mod+Shift+P', 'other')).toBe('Control+Shift+P');
    expect(ariaKeys('Mod+K', 'mac')).toBe('Meta+K');
  });
});
