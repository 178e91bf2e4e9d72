import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { VersionsGroup } from '../../../../renderer/features/about/versions-group.tsx';
import { NewerVersionStatus } from '../../../../renderer/features/versions/newer-version-status.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import { defaultPreferences, usePreferencesStore } from '../../../../renderer/state/preferences.ts';
import { createFakeClient } from '../../fake-client.ts';

const newer = { version: '9.1.0', url: 'https://example.org/9.1.0', notes: 'It is faster.' };

function open(answer: { hasFeed: boolean; newer: typeof newer | null }) {
  const client = createFakeClient({
    'app.newerVersion': () => answer,
    'app.setPreferences': () => defaultPreferences,
  });
  setClient(client);
  return client;
}

beforeEach(() => usePreferencesStore.setState({ preferences: defaultPreferences }));

it('tells of a newer version, leads to its page, and is put away', async () => {
  const client = open({ hasFeed: true, newer });
  const user = userEvent.setup();
  render(<NewerVersionStatus />);
  await user.click(await screen.findByRole('button', { name: 'Version 9.1.0 is there' }));
  expect(screen.getByText('It is faster.')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Open its page' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([newer.url, '_blank']);
  await user.click(screen.getByRole('button', { name: 'Do not show it again' }));
  expect(screen.queryByText(/9\.1\.0/)).toBeNull();
  expect(client.made.at(-1)).toEqual({
    name: 'app.setPreferences',
    args: { patch: { choices: { 'version-put-away': '9.1.0' } } },
  });
});

it('tells of the next one all the same', async () => {
  usePreferencesStore.setState({
    preferences: { ...defaultPreferences, choices: { 'version-put-away': '9.0.0' } },
  });
  open({ hasFeed: true, newer });
  render(<NewerVersionStatus />);
  expect(await screen.findByText(/Version 9\.1\.0/)).toBeTruthy();
});

it('says nothing where nothing is newer, and asks nothing of a person where there is no feed', async () => {
  const client = open({ hasFeed: false, newer: null });
  const { container } = render(
    <>
      <NewerVersionStatus />
      <VersionsGroup />
    </>,
  );
  await waitFor(() => expect(client.made).toHaveLength(1));
  expect(container.textContent).toBe('');
});

it('is turned off', async () => {
  const client = open({ hasFeed: true, newer: null });
  const user = userEvent.setup();
  render(<VersionsGroup />);
  const control = await screen.findByRole('switch', { name: 'Check once a day' });
  expect(control.getAttribute('aria-checked')).toBe('true');
  await user.click(control);
  expect(control.getAttribute('aria-checked')).toBe('false');
  expect(client.made.at(-1)?.args).toEqual({ patch: { choices: { 'ask-for-newer-versions': false } } });
});
