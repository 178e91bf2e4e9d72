import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Play } from 'lucide-react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerCommands } from '../../../renderer/commands/registry.ts';
import { setClient } from '../../../renderer/state/client.ts';
import {
  defaultPreferences,
  setPreferences,
  usePreferencesStore,
} from '../../../renderer/state/preferences.ts';
import { IconButton } from '../../../renderer/ui/button.tsx';
import { Menu } from '../../../renderer/ui/menu.tsx';
import { UiProvider } from '../../../renderer/workbench/ui-provider.tsx';
import { createFakeClient } from '../fake-client.ts';

let end = () => {};
const run = vi.fn<() => void>();

beforeEach(() => {
  setClient(createFakeClient({ 'app.setPreferences': () => defaultPreferences }));
  usePreferencesStore.setState({ preferences: defaultPreferences, known: true });
  run.mockClear();
  end = registerCommands([
    { id: 'test.go', title: 'Go', category: 'Test', keys: ['Mod+Shift+G'], run: () => run() },
  ]);
});
afterEach(() => end());

describe('the components of the window', () => {
  it('show the shortcuts that a person has set, and follow them', () => {
    render(
      <UiProvider>
        <IconButton label="Go" icon={Play} command="test.go" />
      </UiProvider>,
    );
    const keys = () => screen.getByRole('button', { name: 'Go' }).getAttribute('aria-keyshortcuts');
    expect(keys()).toBe('Control+Shift+G');
    act(() => void setPreferences({ keymap: { 'test.go': ['F9'] } }));
    expect(keys()).toBe('F9');
    act(() => end());
    expect(keys()).toBeNull();
  });

  it('run commands from a menu', async () => {
    const user = userEvent.setup();
    render(
      <UiProvider>
        <Menu entries={[{ label: 'Go on', command: 'test.go' }]}>
          <button type="button">More</button>
        </Menu>
      </UiProvider>,
    );
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(screen.getByRole('menuitem', { name: /Go on/u }));
    expect(run).toHaveBeenCalledOnce();
  });
});
