import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { getDocument, useDocuments } from '../../../../renderer/spider-document/document.ts';
import { FormPane } from '../../../../renderer/features/author/form/form-pane.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import { createFakeClient } from '../../fake-client.ts';
import { openDocument } from '../../open-document.ts';

const key = { project: 'default', spider: 'shop' };
const session = () => JSON.parse(getDocument(key)?.text ?? '').settings?.SESSION;

const at = '2026-11-21T10:00:00Z';
const login = (name: string) => ({
  name,
  domains: ['shop.example'],
  cookies: 1,
  expires: null,
  madeAt: at,
  changedAt: at,
  usedAt: null,
  encrypted: true,
});

afterEach(() => useDocuments.setState({ documents: {} }));

it('chooses one of the logins, and keeps a name that none has with a warning', async () => {
  setClient(createFakeClient({ 'sessions.list': () => [login('news'), login('shop')] }));
  const settings = { SESSION: 'gone', DOWNLOAD_DELAY: 1 };
  openDocument(key, JSON.stringify({ name: 'shop', settings }, null, 2));
  render(
    <TooltipProvider>
      <FormPane {...key} />
    </TooltipProvider>,
  );
  await userEvent.setup().click(screen.getByRole('tab', { name: /Settings/ }));
  expect(await screen.findByText(/No login has this name\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: /Settings → Logins/ }).getAttribute('href')).toContain(
    'section=logins',
  );
  const choice = screen.getByRole('combobox', { name: 'SESSION' });
  const choose = (name: string) => {
    const option = screen.getByRole<HTMLOptionElement>('option', { name });
    fireEvent.change(choice, { target: { value: option.value } });
  };
  expect(session()).toBe('gone');
  choose('news');
  expect(session()).toBe('news');
  expect(screen.queryByText(/No login has this name\./)).toBeNull();
  choose('None');
  expect(session()).toBeUndefined();
});
