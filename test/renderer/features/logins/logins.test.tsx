import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { LoginDialogs } from '../../../../renderer/features/logins/login-dialogs.tsx';
import { loginWords } from '../../../../renderer/features/logins/login-words.ts';
import {
  addressOf,
  closeDialog,
  openDialog,
  type Login,
} from '../../../../renderer/features/logins/logins-store.ts';
import { LoginsSection } from '../../../../renderer/features/logins/logins-section.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import { useToasts } from '../../../../renderer/state/toasts.ts';
import { Questions } from '../../../../renderer/workbench/questions.tsx';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import { createFakeClient, failing, type FakeAnswers } from '../../fake-client.ts';

const login = (changes: Partial<Login> = {}): Login => ({
  name: 'shop',
  domains: ['shop.example'],
  cookies: 2,
  expires: '2026-12-24T10:00:00Z',
  madeAt: '2026-11-21T10:00:00Z',
  changedAt: '2026-11-21T10:00:00Z',
  usedAt: null,
  encrypted: true,
  ...changes,
});

let list: Login[];

function show(answers: FakeAnswers = {}) {
  const client = createFakeClient({
    'sessions.list': () => list,
    'sessions.canLogIn': () => ({ problem: null, hint: null }),
    ...answers,
  });
  setClient(client);
  render(
    <TooltipProvider>
      <>
        <LoginsSection />
        <LoginDialogs />
        <Questions />
      </>
    </TooltipProvider>,
  );
  return {
    /** The arguments of the calls of a name, in order. */
    args: (name: string) => client.made.filter((call) => call.name === name).map((call) => call.args),
  };
}

beforeEach(() => {
  list = [];
  closeDialog();
  useToasts.setState({ toasts: [] });
});

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the words of a login', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  it.each([
    ['a new one', {}, ['2 cookies', 'made 2 h ago', 'never used', 'first cookie expires 24 Dec']],
    [
      'one that was used and is over',
      { usedAt: '2026-11-21T11:50:00Z', expires: '2026-11-20T10:00:00Z', cookies: 1 },
      ['1 cookie', 'made 2 h ago', 'used 10 min ago', 'first cookie expired 20 Nov'],
    ],
    [
      'one whose cookies have no end',
      { expires: null },
      ['2 cookies', 'made 2 h ago', 'never used', 'no cookie with an end'],
    ],
    ['local storage alone', { expires: null, cookies: 0 }, ['0 cookies', 'made 2 h ago', 'never used']],
  ])('%s', (_, changes, words) => {
    expect(loginWords(login(changes), now)).toEqual(words);
  });

  it.each([
    [['.shop.example'], 'https://shop.example/'],
    [['http://127.0.0.1:8080'], 'http://127.0.0.1:8080'],
    [[], 'https://'],
  ])('an address of the domains %j is %s', (domains, address) => {
    expect(addressOf({ domains })).toBe(address);
  });
});

describe('the section', () => {
  it('teaches what a login is where there is none, and that no password is read', async () => {
    show();
    expect(await screen.findByRole('heading', { name: 'No logins yet' })).toBeTruthy();
    expect(screen.getByText(/password is never read or kept/u)).toBeTruthy();
  });

  it('says that a login is not encrypted', async () => {
    list = [login({ encrypted: false }), login({ name: 'news', domains: ['news.example'] })];
    show();
    const [shop, news] = await screen.findAllByRole('listitem');
    expect(shop?.textContent).toContain('Not encrypted');
    expect(news?.textContent).toContain('news.example');
    expect(news?.textContent).not.toContain('Not encrypted');
  });

  it('removes a login after a confirmation alone', async () => {
    list = [login()];
    const { args } = show({
      'sessions.remove': ({ name }) => {
        list = [];
        return { name };
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Remove shop' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(args('sessions.remove')).toEqual([]);
    press('Remove shop');
    fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('heading', { name: 'No logins yet' })).toBeTruthy();
    expect(args('sessions.remove')).toEqual([{ name: 'shop' }]);
  });
});

describe('importing', () => {
  const choose = (text: string) =>
    fireEvent.change(screen.getByLabelText('File of a login'), {
      target: { files: [new File([text], 'state.json')] },
    });

  const importable = () => !screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled;

  it('stores the text of the file, and says why another holds no login', async () => {
    list = [login()];
    const { args } = show({
      'sessions.import': ({ name, text }) =>
        text === '{}' ? failing('bad-login', 'The file holds no cookies.') : login({ name }),
    });
    await screen.findByRole('button', { name: 'Check shop…' });
    press('Import a file…');
    expect(importable()).toBe(false);
    type('Name', 'shop');
    expect(screen.getByText('Replaces the login shop.')).toBeTruthy();
    choose('{}');
    await screen.findByText('state.json');
    press('Import');
    expect(await screen.findByText('The file holds no cookies.')).toBeTruthy();
    choose('{"cookies":[]}');
    await waitFor(() => expect(importable()).toBe(true));
    press('Import');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(args('sessions.import')).toEqual([
      { name: 'shop', text: '{}' },
      { name: 'shop', text: '{"cookies":[]}' },
    ]);
  });
});

describe('logging in', () => {
  it('waits for the person, and keeps the login when they are done', async () => {
    const window = Promise.withResolvers<Login>();
    const { args } = show({
      'sessions.login': () => window.promise,
      'sessions.finish': () => {
        list = [login()];
        window.resolve(login());
        return {};
      },
    });
    await screen.findByRole('heading', { name: 'No logins yet' });
    press('Log in…');
    await screen.findByRole('dialog', { name: 'Log in' });
    type('Name', 'shop');
    type('Address', 'https://shop.example/login');
    type('Other sites', 'a.example, b.example');
    press('Open the browser');
    expect(await screen.findByText('Log in in the browser window, then press Done')).toBeTruthy();
    press('Done');
    expect(await screen.findByRole('button', { name: 'Check shop…' })).toBeTruthy();
    expect(args('sessions.login')).toEqual([
      { name: 'shop', url: 'https://shop.example/login', domains: ['a.example', 'b.example'] },
    ]);
    expect(args('sessions.finish')).toEqual([{ name: 'shop' }]);
  });

  it('keeps nothing when it is cancelled', async () => {
    const { args } = show({ 'sessions.login': () => new Promise<Login>(() => undefined) });
    await screen.findByRole('heading', { name: 'No logins yet' });
    openDialog({ kind: 'log-in', name: 'shop', url: 'https://shop.example/' });
    await screen.findByRole('dialog', { name: 'Log in' });
    press('Open the browser');
    await screen.findByText('Log in in the browser window, then press Done');
    press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(args('sessions.finish')).toEqual([]);
    expect(useToasts.getState().toasts).toEqual([]);
  });

  it('says why no window can be shown, and offers the import', async () => {
    show({
      'sessions.canLogIn': () => ({ problem: 'There is no screen here.', hint: 'Log in elsewhere.' }),
    });
    await screen.findByRole('heading', { name: 'No logins yet' });
    press('Log in…');
    const dialog = await screen.findByRole('dialog', { name: 'Log in' });
    expect(dialog.textContent).toContain('There is no screen here.');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Import a file…' }));
    expect(await screen.findByRole('dialog', { name: 'Import a login' })).toBeTruthy();
  });
});

describe('checking', () => {
  it.each([
    [true, 'The login holds'],
    [false, 'The login does not hold'],
  ])('holds: %s', async (holds, title) => {
    list = [login()];
    const { args } = show({
      'sessions.check': ({ name, url }) => ({
        name,
        url,
        holds,
        status: 200,
        finalUrl: 'https://shop.example/login',
        reason: 'It says so.',
      }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Check shop…' }));
    press('Check');
    const verdict = await screen.findByRole('alert');
    expect(verdict.textContent).toContain(title);
    expect(verdict.textContent).toContain('It says so.');
    // Where it does not hold, the reason tells where the page has led.
    expect(verdict.textContent.includes('The page led to https://shop.example/login.')).toBe(holds);
    expect(within(verdict).queryAllByRole('button', { name: 'Log in again…' })).toHaveLength(holds ? 0 : 1);
    expect(args('sessions.check')).toEqual([
      { name: 'shop', url: 'https://shop.example/', allowPrivate: false },
    ]);
  });
});
