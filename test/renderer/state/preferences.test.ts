import { describe, expect, it } from 'vitest';
import { defaultPreferences, patched } from '../../../renderer/state/preferences.ts';

describe('a patch of the preferences', () => {
  it('changes what it names and leaves the rest', () => {
    const next = patched(defaultPreferences, { theme: 'dark', editor: { fontSize: 16 } });
    expect(next.theme).toBe('dark');
    expect(next.editor).toEqual({ ...defaultPreferences.editor, fontSize: 16 });
    expect(next.density).toBe(defaultPreferences.density);
  });

  it('merges by key, and null removes one', () => {
    const once = patched(defaultPreferences, { choices: { a: true, b: 1 }, panels: { x: [30, 70] } });
    const twice = patched(once, { choices: { a: null, c: 'new' } });
    expect(twice.choices).toEqual({ b: 1, c: 'new' });
    expect(twice.panels).toEqual({ x: [30, 70] });
    expect(once.choices).toEqual({ a: true, b: 1 });
  });
});
