import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Connection, ConnectionOptions } from '../../../electron/host/gateway.ts';
import type { Host } from '../../../electron/host/host.ts';
import { HostError } from '../../../electron/host/errors.ts';
import { createBridge } from '../../../electron/shell/bridge.ts';
import { channels } from '../../../electron/shell/channels.ts';
import { startShell } from '../../../electron/shell/shell.ts';
import { createFakeElectron, preventable, strict } from './fake-electron.ts';

interface Line extends ConnectionOptions {
  received: unknown[];
  isClosed: boolean;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** The shell, started on a fake of Electron and a host that answers nothing but preferences. */
async function start({
  args = [] as string[],
  runs = [] as string[],
  failure = null as Error | null,
  hasLock = true,
  choices = {},
} = {}) {
  const fake = createFakeElectron({ hasLock });
  const lines: Line[] = [];
  const patches: unknown[] = [];
  let closed = 0;
  let end: () => void = () => undefined;
  const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-shell-'));
  const host = strict('host', {
    gateway: {
      connect(options: ConnectionOptions): Connection {
        const line: Line = { ...options, received: [], isClosed: false };
        lines.push(line);
        return {
          receive: (frame) => void line.received.push(frame),
          closed: () => void (line.isClosed = true),
        };
      },
    },
    dispatch(name: string, given: unknown) {
      if (name === 'app.setPreferences') patches.push(given);
      return Promise.resolve({ ok: true, value: { choices } });
    },
    resource: () => null,
    runs: () => runs,
    close() {
      closed += 1;
      return Promise.resolve();
    },
  }) as unknown as Host;
  await startShell({
    electron: fake.electron,
    createHost() {
      if (failure !== null) throw failure;
      return host;
    },
    args: ['--data-dir', dataDir, ...args],
    env: {},
    platform: 'linux',
    folder: '/nowhere',
    preload: '/app/preload.cjs',
    onSignal: (given) => (end = given),
    onFault: () => undefined,
  });
  const [first] = fake.windows;
  const speaker = (changes: object = {}) => ({
    sender: first?.contents,
    senderFrame: first?.mainFrame,
    ...changes,
  });
  return { ...fake, dataDir, lines, patches, speaker, signal: () => end(), closedHosts: () => closed };
}

describe('starting', () => {
  it('makes everything safe before Electron is ready', async () => {
    const { calls, schemes, dataDir } = await start();
    expect(calls).toEqual([
      'enableSandbox',
      'registerSchemes',
      `userData ${join(dataDir, 'desktop')}`,
      'protocol client spider-studio',
      'whenReady',
    ]);
    expect(schemes).toMatchObject([{ scheme: 'app', privileges: { standard: true, bypassCSP: false } }]);
  });

  it('hands over to the application that runs on the same data folder', async () => {
    const { windows, calls } = await start({ hasLock: false });
    expect(windows).toEqual([]);
    expect(calls).toContain('quit');
    expect(calls).not.toContain('whenReady');
  });

  it('says why it cannot start', async () => {
    const failure = new HostError('locked', 'The database is in use.', 'Close the other program.');
    const { calls, windows } = await start({ failure });
    expect(calls.slice(-2)).toEqual([
      'Spider Studio cannot start: The database is in use.\n\nClose the other program.',
      'exit 1',
    ]);
    expect(windows).toEqual([]);
  });

  it('opens a window that keeps the page in a sandbox', async () => {
    const { windows } = await start();
    expect(windows[0]?.loaded).toEqual(['app://bundle/']);
    expect(windows[0]?.options.webPreferences).toEqual({
      preload: '/app/preload.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: false,
    });
  });

  it('shows the place of a link, at the start and later', async () => {
    const { windows, app } = await start({ args: ['spider-studio://run/7'] });
    expect(windows[0]?.loaded).toEqual(['app://bundle/#/run/7']);
    app.emit('second-instance', {}, ['spider-studio', 'spider-studio://item/9'], '/');
    app.emit('open-url', preventable(), 'spider-studio://delete/everything');
    expect(windows).toHaveLength(1);
    expect(windows[0]?.sent).toEqual([[channels.show, '#/item/9']]);
  });
});

describe('what a page tries', () => {
  it.each([
    ['app://bundle/#/settings', true, []],
    ['app://bundle/download/1a/shop.csv', true, []],
    ['app://bundle/preview/1a', false, []],
    ['https://example.org/', false, ['https://example.org/']],
    ['file:///etc/passwd', false, []],
    ['javascript:alert(1)', false, []],
    ['app://bundle@example.org/', false, []],
  ])('to go to %s', async (url, may, external) => {
    const { windows, opened } = await start();
    const event = preventable({ url });
    windows[0]?.emit('will-navigate', event);
    expect(!event.isPrevented()).toBe(may);
    expect(opened).toEqual(external);
  });

  it.each([
    ['app://bundle/preview/1a', true],
    ['app://bundle/', false],
    ['https://example.org/', false],
  ])('to show %s in a frame', async (url, may) => {
    const { windows } = await start();
    const event = preventable({ url, isMainFrame: false });
    windows[0]?.emit('will-frame-navigate', event);
    expect(!event.isPrevented()).toBe(may);
  });

  it('to open windows: ours is made by us, the web goes to the browser, nothing else happens', async () => {
    const { windows, opened } = await start();
    const open = windows[0]?.openHandler();
    for (const url of ['app://bundle/#/run/7', 'https://example.org/a', 'file:///etc/passwd', 'about:blank'])
      expect(open?.({ url })).toEqual({ action: 'deny' });
    expect(windows.map(({ loaded }) => loaded[0])).toEqual(['app://bundle/', 'app://bundle/#/run/7']);
    expect(opened).toEqual(['https://example.org/a']);
  });

  it('to attach a webview, or be redirected', async () => {
    const { windows } = await start();
    for (const name of ['will-attach-webview', 'will-redirect']) {
      const event = preventable();
      windows[0]?.emit(name, event);
      expect(event.isPrevented()).toBe(true);
    }
  });

  it('to get permissions: none but copying, asked for or looked up', async () => {
    const { set } = await start();
    const ours = { isMainFrame: true, requestingUrl: 'app://bundle/' };
    const ask = (permission: string, details: object) => {
      const granted: boolean[] = [];
      set.request?.(null, permission, (answer) => granted.push(answer), details);
      return [...granted, set.check?.(null, permission, '', details)];
    };
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'clipboard-read',
      'openExternal',
      'fileSystem',
    ])
      expect(ask(permission, ours)).toEqual([false, false]);
    expect(ask('clipboard-sanitized-write', ours)).toEqual([true, true]);
    for (const stranger of [
      { ...ours, isMainFrame: false },
      { ...ours, requestingUrl: 'https://example.org/' },
    ])
      expect(ask('clipboard-sanitized-write', stranger)).toEqual([false, false]);
    expect(set.device?.()).toBe(false);
  });

  it('to save files: only what the application exports', async () => {
    const { session } = await start();
    const item = (url: string) => ({
      getURL: () => url,
      getFilename: () => 'a.csv',
      setSaveDialogOptions: () => undefined,
    });
    const ours = preventable();
    session.emit('will-download', ours, item('app://bundle/download/1a/shop.csv'));
    const foreign = preventable();
    session.emit('will-download', foreign, item('https://example.org/a.exe'));
    expect([ours.isPrevented(), foreign.isPrevented()]).toEqual([false, true]);
  });
});

describe('the way to the host', () => {
  it('carries frames both ways until either side closes', async () => {
    const { send, speaker, lines, windows } = await start();
    send(channels.open, speaker(), 'page', 1);
    send(channels.frame, speaker(), 'page', 1, '{"kind":"ping"}');
    lines[0]?.send({ kind: 'pong' });
    expect(lines[0]).toMatchObject({ door: 'desktop', received: [{ kind: 'ping' }] });
    expect(windows[0]?.sent).toEqual([[channels.frame, 'page', 1, { kind: 'pong' }]]);
    send(channels.close, speaker(), 'page', 1);
    send(channels.frame, speaker(), 'page', 1, '{"kind":"ping"}');
    expect(lines[0]).toMatchObject({ isClosed: true, received: [{ kind: 'ping' }] });
  });

  it('is closed by the host, and ends with the page and the window', async () => {
    const { send, speaker, lines, windows } = await start();
    send(channels.open, speaker(), 'page', 1);
    lines[0]?.fail('no');
    expect(windows[0]?.sent).toEqual([[channels.close, 'page', 1]]);
    send(channels.open, speaker(), 'page', 2);
    send(channels.open, speaker(), 'reloaded', 1);
    expect(lines.map(({ isClosed }) => isClosed)).toEqual([true, true, false]);
    windows[0]?.window.close();
    expect(lines[2]?.isClosed).toBe(true);
  });

  it('does not hear strangers', async () => {
    const { send, invoke, speaker, lines, saves } = await start();
    const strangers = [
      speaker({ senderFrame: null }),
      speaker({ senderFrame: { url: 'app://bundle/preview/1', parent: {} } }),
      speaker({ senderFrame: { url: 'app://bundle/', parent: {} } }),
      speaker({ senderFrame: { url: 'https://example.org/', parent: null } }),
      speaker({ sender: { id: 99 } }),
    ];
    for (const stranger of strangers) {
      send(channels.open, stranger, 'page', 1);
      expect(await invoke(channels.choosePath, stranger, 'a.csv')).toBeNull();
    }
    expect([lines, saves]).toEqual([[], []]);
  });

  it('does not take what is no connection, nor any number of them or of frames', async () => {
    const { send, speaker, lines, windows } = await start();
    for (const [document, id] of [
      [1, 1],
      ['', 1],
      ['page', '1'],
      ['page', 0.5],
      ['x'.repeat(65), 1],
    ])
      send(channels.open, speaker(), document, id);
    expect(lines).toEqual([]);
    for (let id = 1; id <= 9; id++) send(channels.open, speaker(), 'page', id);
    expect(lines).toHaveLength(8);
    expect(windows[0]?.sent).toEqual([[channels.close, 'page', 9]]);
    for (let n = 0; n < 200_000 && lines[0]?.isClosed === false; n++)
      send(channels.frame, speaker(), 'page', 1, '{}');
    expect(lines[0]?.isClosed).toBe(true);
  });

  it.each([
    ['that is longer than the loopback door takes', `"${'x'.repeat(16 * 1024 * 1024)}"`],
    ['that is no JSON', '{"kind":'],
    ['that is no text', { kind: 'ping' }],
  ])('is closed by a frame %s', async (_, frame) => {
    const { send, speaker, lines, windows } = await start();
    send(channels.open, speaker(), 'page', 1);
    send(channels.frame, speaker(), 'page', 1, frame);
    expect(lines[0]).toMatchObject({ isClosed: true, received: [] });
    expect(windows[0]?.sent).toEqual([[channels.close, 'page', 1]]);
  });

  it('lets a file be written where the dialog of the window said, once', async () => {
    const { send, invoke, speaker, lines, paths, app, windows } = await start();
    app.emit('second-instance', {}, ['spider-studio'], '/');
    windows[0]?.openHandler()({ url: 'app://bundle/#/runs' });
    const [, second] = windows;
    const other = speaker({ sender: second?.contents, senderFrame: second?.mainFrame });
    send(channels.open, speaker(), 'page', 1);
    send(channels.open, other, 'page', 1);
    const [own, foreign] = lines;
    paths.push(
      { canceled: false, filePath: '/home/me/a.csv' },
      { canceled: true, filePath: '/home/me/b.csv' },
    );
    for (const name of ['a.csv', 'b.csv']) await invoke(channels.choosePath, speaker(), name);
    expect(foreign?.takePath?.('/home/me/a.csv')).toBe(false);
    for (const path of ['/home/me/.bashrc', '/home/me/b.csv', '/home/me/x/../a.csv', ''])
      expect(own?.takePath?.(path)).toBe(false);
    expect(own?.takePath?.('/home/me/a.csv')).toBe(true);
    expect(own?.takePath?.('/home/me/a.csv')).toBe(false);
  });

  it('forgets what was chosen when the page is loaded anew', async () => {
    const { send, invoke, speaker, lines, paths } = await start();
    send(channels.open, speaker(), 'page', 1);
    paths.push({ canceled: false, filePath: '/home/me/a.csv' });
    await invoke(channels.choosePath, speaker(), 'a.csv');
    send(channels.open, speaker(), 'reloaded', 1);
    expect(lines[1]?.takePath?.('/home/me/a.csv')).toBe(false);
  });

  it('asks where to save under the name alone', async () => {
    const { invoke, speaker, saves, paths } = await start();
    paths.push({ canceled: false, filePath: '/home/me/a.csv' });
    expect(await invoke(channels.choosePath, speaker(), '../../etc\\a.csv')).toBe('/home/me/a.csv');
    expect(await invoke(channels.choosePath, speaker(), 'b.csv')).toBeNull();
    expect(saves.map(({ defaultPath }) => defaultPath)).toEqual(['a.csv', 'b.csv']);
  });

  it('is a bridge of functions for the page, without channels or events', async () => {
    const heard = new Map<string, (...args: unknown[]) => void>();
    const sent: unknown[][] = [];
    const shown: string[] = [];
    const bridge = createBridge({
      ipc: {
        on: ((channel: string, listener: never) => void heard.set(channel, listener)) as never,
        send: (...args) => void sent.push(args),
        invoke: () => Promise.resolve({ path: 'x' }),
      },
      document: 'page',
      show: (hash) => void shown.push(hash),
    });
    const received: unknown[][] = [];
    let ends = 0;
    const line = bridge.connect({ received: (...args) => received.push(args), closed: () => (ends += 1) });
    line.send({ kind: 'ping' });
    heard.get(channels.frame)?.('event', 'page', 1, { kind: 'pong' });
    heard.get(channels.frame)?.('event', 'page before', 1, { kind: 'pong' });
    heard.get(channels.show)?.('event', '#/run/1');
    heard.get(channels.show)?.('event', 'javascript:1');
    heard.get(channels.close)?.('event', 'page', 1);
    line.send({ kind: 'ping' });
    line.close();
    expect(sent).toEqual([
      [channels.open, 'page', 1],
      [channels.frame, 'page', 1, '{"kind":"ping"}'],
    ]);
    expect([received, ends, shown]).toEqual([[[{ kind: 'pong' }]], 1, ['#/run/1']]);
    expect(await bridge.chooseSavePath('a')).toBeNull();
  });
});

describe('ending', () => {
  it('closes the host when the last window is closed', async () => {
    const { windows, calls, closedHosts } = await start();
    windows[0]?.openHandler()({ url: 'app://bundle/' });
    windows[0]?.window.close();
    expect(calls).not.toContain('quit');
    windows[1]?.window.close();
    await settle();
    expect(calls.slice(-2)).toEqual(['quit', 'exit 0']);
    expect(closedHosts()).toBe(1);
  });

  it('asks while a crawl runs, keeps the answer, and pauses', async () => {
    const { windows, questions, answers, patches, closedHosts } = await start({ runs: ['7'] });
    answers.push({ response: 0, checkboxChecked: true });
    windows[0]?.window.close();
    await settle();
    expect(windows[0]?.isClosed()).toBe(true);
    expect(questions[0]).toMatchObject({
      message: 'A crawl is running.',
      buttons: ['Pause and Close', 'Keep Crawling', 'Cancel'],
      cancelId: 2,
    });
    expect(patches).toEqual([{ patch: { choices: { 'close-while-running': 'pause' } } }]);
    expect(closedHosts()).toBe(1);
  });

  it.each([
    ['pause', 'pause', { questions: 0, quits: true, isClosed: true }],
    ['keep', 'keep', { questions: 0, quits: false, isClosed: true }],
    ['nothing', undefined, { questions: 1, quits: false, isClosed: false }],
    ['something unknown', 'whatever', { questions: 1, quits: false, isClosed: false }],
  ])('asks only where the settings have no answer: %s', async (_, choice, expected) => {
    const { windows, questions, answers, calls } = await start({
      runs: ['7'],
      choices: { 'close-while-running': choice },
    });
    answers.push({ response: 2, checkboxChecked: false });
    windows[0]?.window.close();
    await settle();
    expect({
      questions: questions.length,
      quits: calls.includes('quit'),
      isClosed: windows[0]?.isClosed(),
    }).toEqual(expected);
  });

  it('ends by a signal without a question', async () => {
    const { signal, questions, closedHosts } = await start({ runs: ['7'] });
    signal();
    await settle();
    expect([questions, closedHosts()]).toEqual([[], 1]);
  });

  it('offers to reload a window that has crashed', async () => {
    const { windows, answers, questions } = await start();
    answers.push({ response: 0, checkboxChecked: false });
    windows[0]?.emit('render-process-gone', {}, { reason: 'crashed' });
    await settle();
    expect(questions).toHaveLength(1);
    expect(windows[0]?.reloads()).toBe(1);
  });
});
