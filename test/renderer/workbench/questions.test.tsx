import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { setClient } from '../../../renderer/state/client.ts';
import { defaultPreferences, patched, usePreferencesStore } from '../../../renderer/state/preferences.ts';
import { confirm } from '../../../renderer/state/questions.ts';
import { Questions } from '../../../renderer/workbench/questions.tsx';
import { UiProvider } from '../../../renderer/workbench/ui-provider.tsx';
import { createFakeClient } from '../fake-client.ts';

const question = { title: 'Delete the run?', message: 'Its items go with it.', confirm: 'Delete' };
const choices = () => usePreferencesStore.getState().preferences.choices;

beforeEach(() => {
  setClient(createFakeClient({ 'app.setPreferences': ({ patch }) => patched(defaultPreferences, patch) }));
  usePreferencesStore.setState({ preferences: defaultPreferences, known: true });
  render(
    <UiProvider>
      <Questions />
    </UiProvider>,
  );
});

describe('a question', () => {
  it.each([
    ['Delete', true],
    ['Cancel', false],
    ['Close', false],
  ])('that is answered by "%s" is answered %s, and asked again the next time', async (button, answer) => {
    const user = userEvent.setup();
    const asked = confirm({ ...question, remember: 'delete-run' });
    await user.click(await screen.findByRole('button', { name: button }));
    expect(await asked).toBe(answer);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(choices()).toEqual({});
  });

  it('is not asked again when a person wants that, unless they refuse', async () => {
    const user = userEvent.setup();
    const refused = confirm({ ...question, remember: 'delete-run' });
    await user.click(await screen.findByRole('checkbox', { name: 'Do not ask again' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await refused).toBe(false);
    expect(choices()).toEqual({});

    const agreed = confirm({ ...question, remember: 'delete-run' });
    await user.click(await screen.findByRole('checkbox', { name: 'Do not ask again' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await agreed).toBe(true);
    expect(choices()).toEqual({ 'confirm:delete-run': true });
    expect(await confirm({ ...question, remember: 'delete-run' })).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('waits until the one before is answered', async () => {
    const user = userEvent.setup();
    const first = confirm(question);
    const second = confirm({ ...question, title: 'Delete the spider?' });
    await screen.findByRole('dialog', { name: 'Delete the run?' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await Promise.all([first, second])).toEqual([false, true]);
  });
});
