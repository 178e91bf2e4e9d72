import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { conflicts, keysOf } from '../../../renderer/commands/keymap.ts';
import { registerCommands, useRegistry, type Command } from '../../../renderer/commands/registry.ts';
import { listenForShortcuts } from '../../../renderer/commands/shortcuts.ts';
import { defaultPreferences, usePreferencesStore } from '../../../renderer/state/preferences.ts';

const ran = vi.fn<(id: string) => void>();
const command = (id: string, keys: string[], more: Partial<Command> = {}): Command => ({
  id,
  title: id,
  category: 'Test',
  keys,
  run: () => ran(id),
  ...more,
});

let stop: () => void;
beforeEach(() => {
  ran.mockReset();
  useRegistry.setState({ commands: [] });
  usePreferencesStore.setState({ preferences: defaultPreferences });
  stop = listenForShortcuts();
});
afterEach(() => stop());

describe('shortcuts', () => {
  it('run a command from anywhere, and keep the key from the browser', () => {
    registerCommands([command('palette', ['Mod+K'])]);
    const untouched = fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true });
    expect(ran).toHaveBeenCalledWith('palette');
    expect(untouched).toBe(false);
  });

  it('leave alone what no command wants', () => {
    registerCommands([command('palette', ['Mod+K'])]);
    expect(fireEvent.keyDown(document.body, { key: 'j', code: 'KeyJ', ctrlKey: true })).toBe(true);
    expect(ran).not.toHaveBeenCalled();
  });

  it('of letters wait for no text field', () => {
    registerCommands([command('help', ['?']), command('copy', ['Mod+C']), command('palette', ['Mod+K'])]);
    render(<input aria-label="Name" />);
    const field = screen.getByLabelText('Name');
    fireEvent.keyDown(field, { key: '?', code: 'Slash', shiftKey: true });
    fireEvent.keyDown(field, { key: 'c', code: 'KeyC', ctrlKey: true });
    expect(ran).not.toHaveBeenCalled();
    fireEvent.keyDown(field, { key: 'k', code: 'KeyK', ctrlKey: true });
    expect(ran).toHaveBeenCalledWith('palette');
  });

  it('of letters work once Escape has left the field', () => {
    registerCommands([command('help', ['?'])]);
    render(
      <>
        <input aria-label="Name" />
        <input aria-label="Search" onKeyDown={(event) => event.preventDefault()} />
        <div role="dialog">
          <input aria-label="In a dialog" />
        </div>
      </>,
    );
    for (const [name, leaves] of [
      ['Name', true],
      ['Search', false],
      ['In a dialog', false],
    ] as const) {
      const field = screen.getByLabelText(name);
      field.focus();
      fireEvent.keyDown(field, { key: 'Escape', code: 'Escape' });
      expect(document.activeElement === field, name).toBe(!leaves);
    }
    screen.getByLabelText('In a dialog').blur();
    fireEvent.keyDown(document.body, { key: '?', code: 'Slash', shiftKey: true });
    expect(ran).toHaveBeenCalledExactlyOnceWith('help');
  });

  it('of two strokes need both', () => {
    registerCommands([command('runs', ['G R']), command('reload', ['R'])]);
    fireEvent.keyDown(document.body, { key: 'g', code: 'KeyG' });
    expect(ran).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 'r', code: 'KeyR' });
    expect(ran.mock.calls).toEqual([['runs']]);
    fireEvent.keyDown(document.body, { key: 'r', code: 'KeyR' });
    expect(ran.mock.calls).toEqual([['runs'], ['reload']]);
  });

  it('go to the command that was registered last and can run', () => {
    registerCommands([command('window', ['F5']), command('screen', ['F5'], { when: () => false })]);
    fireEvent.keyDown(document.body, { key: 'F5', code: 'F5' });
    expect(ran.mock.calls).toEqual([['window']]);
    registerCommands([command('pane', ['F5'])]);
    fireEvent.keyDown(document.body, { key: 'F5', code: 'F5' });
    expect(ran.mock.calls).toEqual([['window'], ['pane']]);
  });

  it('stay silent behind a dialog unless they are meant for it', () => {
    registerCommands([
      command('delete', ['Delete']),
      command('palette', ['Mod+K'], { worksInDialogs: true }),
    ]);
    render(
      <div role="dialog" aria-label="Sure?">
        <button type="button">Yes</button>
      </div>,
    );
    const button = screen.getByRole('button');
    fireEvent.keyDown(button, { key: 'Delete', code: 'Delete' });
    expect(ran).not.toHaveBeenCalled();
    fireEvent.keyDown(button, { key: 'k', code: 'KeyK', ctrlKey: true });
    expect(ran.mock.calls).toEqual([['palette']]);
  });

  it('follow what the person has chosen', () => {
    registerCommands([command('palette', ['Mod+K'])]);
    usePreferencesStore.setState({ preferences: { ...defaultPreferences, keymap: { palette: ['F2'] } } });
    fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true });
    expect(ran).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 'F2', code: 'F2' });
    expect(ran.mock.calls).toEqual([['palette']]);
  });

  it('are none where the person wants none', () => {
    expect(keysOf(command('palette', ['Mod+K']), { palette: [] })).toEqual([]);
    expect(keysOf(command('palette', ['Mod+K']), { palette: ['nonsense+K'] })).toEqual([]);
  });
});

describe('conflicts', () => {
  it('are told for the same keys and for the beginning of two strokes', () => {
    const commands = [command('a', ['F5']), command('b', ['F5']), command('c', ['G R']), command('d', ['G'])];
    expect(conflicts(commands, {})).toEqual([
      { keys: 'F5', commands: ['a', 'b'] },
      { keys: 'G R', commands: ['c', 'd'] },
    ]);
  });

  it('are none where everything is its own', () => {
    expect(conflicts([command('a', ['F5']), command('b', ['F5'])], { b: ['F6'] })).toEqual([]);
  });
});
