import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { closeHelp } from '../../../../renderer/features/settings/close-group.tsx';
import { QuestionsSection } from '../../../../renderer/features/settings/questions-section.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import { defaultPreferences, usePreferencesStore } from '../../../../renderer/state/preferences.ts';
import { closeChoiceOf } from '../../../../shared/window/close-choice.ts';
import { createFakeClient } from '../../fake-client.ts';

function show(choices: Record<string, never>) {
  const preferences = { ...defaultPreferences, choices };
  usePreferencesStore.setState({ preferences, known: true });
  const client = createFakeClient({
    'app.info': () => ({ platform: 'linux' }) as never,
    'app.setPreferences': () => preferences,
  });
  setClient(client);
  render(<QuestionsSection />);
  return () => client.made.filter(({ name }) => name === 'app.setPreferences').map(({ args }) => args);
}

const select = () => screen.getByLabelText<HTMLSelectElement>('When a window is closed while a crawl runs');

describe('the answer to closing while a crawl runs', () => {
  it.each([
    [{}, null, 'ask'],
    [{ 'close-while-running': 'pause' }, 'pause', 'pause'],
    [{ 'close-while-running': 'keep' }, 'keep', 'keep'],
    [{ 'close-while-running': 'whatever' }, null, 'ask'],
    [{ 'close-while-running': true }, null, 'ask'],
  ])('of %j is %s, shown as %s', (choices, choice, shown) => {
    expect(closeChoiceOf(choices)).toBe(choice);
    show(choices as never);
    expect(select().value).toBe(shown);
  });

  it('is written as the desktop reads it', () => {
    const written = show({});
    fireEvent.change(select(), { target: { value: 'keep' } });
    fireEvent.change(select(), { target: { value: 'ask' } });
    expect(written()).toEqual([
      { patch: { choices: { 'close-while-running': 'keep' } } },
      { patch: { choices: { 'close-while-running': null } } },
    ]);
  });

  it('is forgotten with the other answers, and nothing else is', async () => {
    const kept = { 'close-while-running': 'keep', 'confirm:history-page': true, 'proxies-test': {} };
    const written = show(kept as never);
    screen.getByText('2 confirmations are turned off.');
    fireEvent.click(screen.getByText('Ask again'));
    await waitFor(() => expect(select().value).toBe('ask'));
    expect(written()).toEqual([
      { patch: { choices: { 'close-while-running': null, 'confirm:history-page': null } } },
    ]);
  });

  it.each([
    [false, 'linux', /^For the window of the desktop application/u],
    [true, 'darwin', /never stops a crawl on macOS/u],
    [true, 'win32', /quitting still asks/u],
  ] as const)('says what it means in the desktop window (%s) on %s', (inDesktop, platform, expected) => {
    expect(closeHelp(inDesktop, platform)).toMatch(expected);
  });
});
