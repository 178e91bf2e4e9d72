import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { SavedWhen } from '../../../../renderer/features/tester/saved-when.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import type { SavedPage } from '../../../../shared/contract/types.ts';
import { createFakeClient, failing } from '../../fake-client.ts';

const key = { project: 'default', spider: 'saved' };
const page: SavedPage = {
  id: 'p1',
  url: 'https://shop.example/list',
  title: 'List',
  source: 'url',
  run: null,
  bytes: 100,
  encoding: 'utf-8',
  kind: 'html',
  icon: null,
  addedAt: '2026-03-05T12:00:00.000Z',
};

afterEach(() => vi.restoreAllMocks());

it('says how old the page is, and fetches it again', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse(page.addedAt) + 5 * 60_000);
  const client = createFakeClient({
    'pages.fetchAgain': () => failing('fetch-failed', 'The site does not answer.'),
  });
  setClient(client);
  render(<SavedWhen spiderKey={key} page={page} />);
  expect(screen.getByText('saved 5 min ago')).toBeDefined();
  const button = screen.getByRole('button', { name: 'Fetch again' });
  await userEvent.click(button);
  expect(client.made).toEqual([{ name: 'pages.fetchAgain', args: { page: 'p1', allowPrivate: false } }]);
  // It can be tried again.
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
});

it('has nothing to fetch again where the address is not known', () => {
  render(<SavedWhen spiderKey={key} page={{ ...page, url: null }} />);
  expect(screen.queryByRole('button')).toBeNull();
});
