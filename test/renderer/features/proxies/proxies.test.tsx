import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ProxyDialogs } from '../../../../renderer/features/proxies/add-dialog.tsx';
import { projectsOf } from '../../../../renderer/features/proxies/projects.ts';
import { ProxiesSection } from '../../../../renderer/features/proxies/proxies-section.tsx';
import { openAdd, useProxies } from '../../../../renderer/features/proxies/proxies-store.ts';
import { testChoiceOf } from '../../../../renderer/features/proxies/test-choice.ts';
import { testWords, type TestState } from '../../../../renderer/features/proxies/test-words.ts';
import { withoutLogin } from '../../../../renderer/features/proxies/tiers.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { useToasts } from '../../../../renderer/state/toasts.ts';
import { Questions } from '../../../../renderer/workbench/questions.tsx';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import type { Proxy } from '../../../../shared/contract/types.ts';
import { given } from '../../../given.ts';
import { createFakeClient, failing, type FakeAnswers } from '../../fake-client.ts';

type Tests = CallValue<'proxies.test'>;

const proxy = (n: number, changes: Partial<Proxy> = {}): Proxy => ({
  project: 'default',
  tier: 'datacenter',
  url: `http://10.0.0.${n}:3128`,
  secret: null,
  ...changes,
});
const works = (one: Proxy): Tests[number] => ({
  ...one,
  works: true,
  status: 200,
  durationMs: 84,
  problem: null,
});
const project = (name: string) => ({ name, spiders: 0, createdAt: '2026-11-21T10:00:00Z' });

let list: Proxy[];
let system: CallValue<'proxies.system'>;
let proxySource: 'settings' | 'variables';

function show(answers: FakeAnswers = {}, projects = ['default']) {
  const client = createFakeClient({
    'proxies.list': () => list,
    'proxies.system': () => system,
    'proxies.useSystem': ({ used }) => (system = { ...system, used }),
    'app.info': () => ({ proxySource }) as never,
    'projects.list': () => projects.map(project) as never,
    ...answers,
  });
  setClient(client);
  render(
    <TooltipProvider>
      <>
        <ProxiesSection />
        <ProxyDialogs />
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
  system = { used: false, variables: ['HTTPS_PROXY', 'NO_PROXY'] };
  proxySource = 'variables';
  useProxies.setState({ project: null, adding: null, tests: new Map(), testing: null });
  useToasts.setState({ toasts: [] });
});

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the words of a test', () => {
  const tested = (result: Partial<Tests[number]>): TestState => ({
    kind: 'tested',
    result: { works: true, status: 200, durationMs: 84, problem: null, ...result },
  });
  it.each([
    ['an answer', tested({}), 'success', 'Works: 200 after 84 ms.'],
    [
      'a page that refuses',
      tested({ status: 403 }),
      'warning',
      'The proxy works, but the page answered 403 after 84 ms.',
    ],
    ['a proxy that does not', tested({ works: false, problem: 'It refused.' }), 'danger', 'It refused.'],
    ['no test at all', { kind: 'failed', message: 'Gone.' }, 'danger', 'Gone.'],
  ] as const)('%s', (_, state, tone, text) => {
    expect(testWords(state as Extract<TestState, { kind: 'tested' }>)).toEqual({ tone, text });
  });
});

describe('a URL', () => {
  it.each([
    ['http://me:s3cret@proxy.example:80', 'http://proxy.example:80'],
    ['me:s3cret@proxy.example:80', 'proxy.example:80'],
    ['socks5://a:b@c:d@proxy.example:80', 'socks5://proxy.example:80'],
    ['http://proxy.example:80', 'http://proxy.example:80'],
  ])('%s without its login is %s', (url, expected) => {
    expect(withoutLogin(url)).toBe(expected);
  });
});

describe('the project that is shown', () => {
  const of = (names: string[], withProxies: string[], ...wanted: (string | null)[]) =>
    projectsOf(
      names,
      withProxies.map((name) => ({ project: name })),
      wanted,
    );
  it('is the wanted one, else one that has proxies, else the default', () => {
    expect(of(['default', 'press'], [], 'press').shown).toBe('press');
    expect(of(['default', 'press'], ['press'], null, 'gone').shown).toBe('press');
    expect(of(['archive', 'default'], []).shown).toBe('default');
    expect(of(['archive'], []).shown).toBe('archive');
    expect(of([], []).shown).toBe('default');
  });
  it('may be one that only the list of proxies knows', () => {
    expect(of(['default'], ['later'], 'later')).toEqual({ names: ['default', 'later'], shown: 'later' });
  });
});

describe('what is fetched for a test', () => {
  it.each([
    [{}, { target: 'https://example.com/', allowPrivate: false }],
    [{ 'proxies-test': 'nonsense' }, { target: 'https://example.com/', allowPrivate: false }],
    [
      { 'proxies-test': { target: '', allowPrivate: 1 } },
      { target: 'https://example.com/', allowPrivate: false },
    ],
    [
      { 'proxies-test': { target: 'http://x/', allowPrivate: true } },
      { target: 'http://x/', allowPrivate: true },
    ],
  ])('of %j is %j', (choices, expected) => {
    expect(testChoiceOf(choices)).toEqual(expected);
  });
});

describe('the section', () => {
  it('teaches the tiers where there is no proxy', async () => {
    show();
    await screen.findByRole('heading', { name: 'No proxies yet' });
    for (const name of ['Direct', 'Datacenter', 'Residential']) screen.getByRole('heading', { name });
    expect(screen.getAllByText('PROXY_TIERS')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Test all' })).toBeNull();
  });

  it('shows those of one project by tier, secrets by their name', async () => {
    list = [proxy(1), proxy(2, { tier: 'residential', secret: 'env:LOGIN' }), proxy(3, { project: 'press' })];
    show({}, ['default', 'press']);
    const residential = await screen.findByRole('region', { name: 'Residential proxies' });
    within(residential).getByText('http://10.0.0.2:3128');
    within(residential).getByText('env:LOGIN');
    expect(screen.queryByText('http://10.0.0.3:3128')).toBeNull();
    fireEvent.change(screen.getByLabelText('Project'), { target: { value: 'press' } });
    within(screen.getByRole('region', { name: 'Datacenter proxies' })).getByText('http://10.0.0.3:3128');
    within(screen.getByRole('region', { name: 'Residential proxies' })).getByText(
      'No proxy of this tier yet.',
    );
  });

  it('says why they cannot be read', async () => {
    show({ 'proxies.list': () => failing('damaged-proxies', 'The list is damaged.', 'Correct it.') });
    await screen.findByText('The proxies could not be loaded.');
    expect(screen.getByRole('alert').textContent).toContain('The list is damaged.Correct it.');
  });
});

describe('the system proxy', () => {
  const choice = () => screen.findByRole('switch', { name: 'Use the system proxy' });

  it('is used when somebody has chosen so, and no longer when not', async () => {
    const { args } = show();
    expect((await choice()).getAttribute('aria-checked')).toBe('false');
    screen.getByText(/Of these, HTTPS_PROXY, NO_PROXY are set\./u);
    fireEvent.click(await choice());
    await waitFor(async () => expect((await choice()).getAttribute('aria-checked')).toBe('true'));
    fireEvent.click(await choice());
    await waitFor(async () => expect((await choice()).getAttribute('aria-checked')).toBe('false'));
    expect(args('proxies.useSystem')).toEqual([{ used: true }, { used: false }]);
  });

  it('is what the settings of the computer say where the host can ask for them', async () => {
    proxySource = 'settings';
    show();
    await choice();
    expect(screen.queryByText(/network settings of this computer/u)).not.toBeNull();
  });

  it('that cannot be chosen says why', async () => {
    show({ 'proxies.useSystem': () => failing('read-only', 'The folder may not be written.') });
    fireEvent.click(await choice());
    await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
    expect((await choice()).getAttribute('aria-checked')).toBe('false');
  });
});

describe('adding', () => {
  it('sends what was chosen, and shows it', async () => {
    const { args } = show({
      'proxies.add': (added) => {
        list = [added];
        return added;
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Add a proxy…' }));
    fireEvent.click(screen.getByRole('radio', { name: /^Residential/u }));
    type('URL', ' http://10.0.0.9:3128 ');
    type('Login', 'env:LOGIN');
    fireEvent.click(button('Add'));
    await within(await screen.findByRole('region', { name: 'Residential proxies' })).findByText('env:LOGIN');
    expect(args('proxies.add')).toEqual([
      { project: 'default', tier: 'residential', url: 'http://10.0.0.9:3128', secret: 'env:LOGIN' },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['credentials-in-url', 'URL'],
    ['bad-proxy', 'URL'],
    ['proxy-exists', 'URL'],
    ['bad-secret-reference', 'Login'],
  ] as const)('shows %s with its hint at the field %s, until that is changed', async (code, field) => {
    show({ 'proxies.add': () => failing(code, 'It is refused.', 'Do this instead.') });
    act(() => openAdd(null));
    type('URL', 'http://x:1');
    fireEvent.click(button('Add'));
    await screen.findByText('It is refused. Do this instead.');
    expect(screen.getByLabelText(field).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText(field));
    type(field, 'http://y:1');
    expect(screen.queryByText('It is refused. Do this instead.')).toBeNull();
  });

  it('takes the login out of a URL that was refused for it', async () => {
    show({ 'proxies.add': () => failing('credentials-in-url', 'No.', null) });
    act(() => openAdd(null));
    type('URL', 'http://me:s3cret@x:1');
    fireEvent.click(button('Add'));
    fireEvent.click(await screen.findByRole('button', { name: 'Remove the login from the URL' }));
    expect(screen.getByLabelText<HTMLInputElement>('URL').value).toBe('http://x:1');
    expect(document.activeElement).toBe(screen.getByLabelText('Login'));
  });

  it('asks nobody without a URL', async () => {
    const { args } = show();
    act(() => openAdd(null));
    fireEvent.click(button('Add'));
    await screen.findByText(/^A proxy needs a URL\./u);
    expect(args('proxies.add')).toEqual([]);
  });
});

describe('removing', () => {
  it('asks first, tells what goes with the last one, and can be undone', async () => {
    list = [proxy(1, { secret: 'env:LOGIN' })];
    const { args } = show({
      'proxies.remove': () => {
        const [gone] = list.splice(0);
        return given(gone);
      },
      'proxies.add': (added) => {
        list = [added];
        return added;
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Remove http://10.0.0.1:3128' }));
    screen.getByText(/It is the last proxy of its tier/u);
    fireEvent.click(button('Cancel'));
    expect(args('proxies.remove')).toEqual([]);
    fireEvent.click(button('Remove http://10.0.0.1:3128'));
    fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    await screen.findByRole('heading', { name: 'No proxies yet' });
    const [undo] = given(useToasts.getState().toasts.at(-1)).actions;
    act(() => given(undo).run());
    await screen.findByText('http://10.0.0.1:3128');
    expect(args('proxies.add')).toEqual([proxy(1, { secret: 'env:LOGIN' })]);
  });
});

describe('testing', () => {
  it('asks for one URL after the other, and tells how many are through', async () => {
    list = [proxy(1), proxy(2), proxy(1, { tier: 'residential' })];
    const answers: ((tests: Tests) => void)[] = [];
    const { args } = show({ 'proxies.test': () => new Promise<Tests>((resolve) => answers.push(resolve)) });
    fireEvent.click(await screen.findByRole('button', { name: 'Test all' }));
    await screen.findByText('0 of 3 tested');
    screen.getByText('Waiting for other tests.');
    await act(async () => given(answers[0])([works(proxy(1)), works(proxy(1, { tier: 'residential' }))]));
    await screen.findByText('2 of 3 tested');
    expect(screen.getAllByText('Works: 200 after 84 ms.')).toHaveLength(2);
    await act(async () =>
      given(answers[1])([{ ...works(proxy(2)), works: false, problem: 'It is silent.' }]),
    );
    await screen.findByText('It is silent.');
    button('Test all');
    expect(args('proxies.test').map((each) => (each as CallArgs<'proxies.test'>).url)).toEqual([
      'http://10.0.0.1:3128',
      'http://10.0.0.2:3128',
    ]);
  });

  it('is cancelled: what is through stays, the rest is not known', async () => {
    list = [proxy(1), proxy(2)];
    const answers: ((tests: Tests) => void)[] = [];
    const { args } = show({ 'proxies.test': () => new Promise<Tests>((resolve) => answers.push(resolve)) });
    fireEvent.click(await screen.findByRole('button', { name: 'Test all' }));
    await waitFor(() => expect(answers).toHaveLength(1));
    await act(async () => given(answers[0])([works(proxy(1))]));
    await waitFor(() => expect(answers).toHaveLength(2));
    fireEvent.click(given(screen.getAllByRole('button', { name: 'Cancel' })[0]));
    await act(async () => given(answers[1])([works(proxy(2))]));
    await screen.findByRole('button', { name: 'Test all' });
    screen.getByText('Works: 200 after 84 ms.');
    screen.getByText('Not tested since this window was opened.');
    expect(args('proxies.test')).toHaveLength(2);
  });

  it('shows why a test could not be made', async () => {
    list = [proxy(1)];
    show({ 'proxies.test': () => failing('bad-url', 'This is no URL.', 'Give one.') });
    fireEvent.click(await screen.findByRole('button', { name: 'Test http://10.0.0.1:3128' }));
    const said = await screen.findByText('This is no URL. Give one.');
    expect(said.getAttribute('data-tone')).toBe('danger');
  });
});

describe('a login for the keychain', () => {
  it('is kept there, and the proxy names it', async () => {
    const { args } = show({
      'secrets.set': ({ name }) => ({ name, reference: `keychain:${name}` }),
      'proxies.add': (one) => one,
    });
    act(() => openAdd(null));
    type('URL', 'http://10.0.0.7:3128');
    fireEvent.click(button('Keep a login in the keychain'));
    fireEvent.click(button('Keep'));
    expect((await screen.findByRole('alert')).textContent).toContain('Enter a user name without a colon');
    type('User name', 'zoe:x');
    fireEvent.click(button('Keep'));
    expect(args('secrets.set')).toEqual([]);
    type('User name', 'zoe');
    type('Password', 's3cret:1');
    fireEvent.keyDown(screen.getByLabelText('Password'), { key: 'Enter' });
    await waitFor(() =>
      expect(screen.getByLabelText('Login')).toHaveProperty('value', 'keychain:PROXY_LOGIN'),
    );
    expect(args('secrets.set')).toEqual([{ name: 'PROXY_LOGIN', value: 'zoe:s3cret:1' }]);
    expect(args('proxies.add')).toEqual([]);
    expect(document.body.innerHTML).not.toContain('s3cret');
    fireEvent.click(button('Add'));
    await waitFor(() => expect(args('proxies.add')).toMatchObject([{ secret: 'keychain:PROXY_LOGIN' }]));
  });

  it('stays in its fields where the keychain does not take it', async () => {
    show({ 'secrets.set': () => failing('no-keychain', 'The keychain is locked.', 'Unlock it.') });
    act(() => openAdd(null));
    fireEvent.click(button('Keep a login in the keychain'));
    type('User name', 'zoe');
    type('Password', 's3cret');
    fireEvent.click(button('Keep'));
    expect((await screen.findByRole('alert')).textContent).toBe('The keychain is locked. Unlock it.');
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 's3cret');
    expect(screen.getByLabelText('Login')).toHaveProperty('value', '');
  });
});
