import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HostError } from '../../../electron/host/errors.ts';
import { channels } from '../../../electron/shell/channels.ts';
import { preventable, type BeforeReady } from './fake-electron.ts';
import { settle, start } from './open-shell.ts';

describe('starting', () => {
  it('makes everything safe before Electron is ready', async () => {
    const { calls, schemes, dataDir } = await start();
    expect(calls).toEqual([
      'name Spider Studio',
      'enableSandbox',
      'registerSchemes',
      `userData ${join(dataDir, 'desktop')}`,
      'protocol client spider-studio',
      'whenReady',
    ]);
    expect(schemes).toMatchObject([{ scheme: 'app', privileges: { standard: true, bypassCSP: false } }]);
  });

  it('lets its host ask the desktop by which proxy a site is reached', async () => {
    const { resolveProxy } = await start();
    expect(await resolveProxy('https://shop.example/a')).toBe('PROXY shop.example.proxy:3128');
  });

  it('hands over to the application that runs on the same data folder', async () => {
    const { windows, calls } = await start({ hasLock: false });
    expect(windows).toEqual([]);
    expect(calls).toContain('quit');
    expect(calls).not.toContain('whenReady');
  });

  it('says what can be done about a database that is damaged', async () => {
    const failure = new HostError('damaged', 'The database is damaged.', {
      hint: null,
      action: { action: 'repair-database' },
    });
    const { calls } = await start({ failure });
    expect(calls.join()).toContain('"spider-studio storage repair" keeps all that can be read');
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

  it('refuses to start without a sandbox, however it is called so', async () => {
    const { calls, windows } = await start({ args: ['--no-sandbox'] });
    expect(windows).toEqual([]);
    expect(calls).toEqual([
      expect.stringMatching(
        /^Spider Studio cannot start: .*started without one \("--no-sandbox"\).*Debian and Ubuntu/,
      ),
      'exit 1',
    ]);
    expect((await start({ args: ['--no-sandbox'], isSuperuser: true })).windows).toHaveLength(1);
  });

  it.each([
    ['opens its window', {}],
    ['hands over to another one', { hasLock: false }],
    ['says why it cannot start', { failure: new HostError('locked', 'In use.', null) }],
    ['refuses to start', { changedFiles: ['linux-x64.node'] }],
  ])('tells who started it that it %s', async (_, options) => {
    expect((await start(options)).timesShown()).toBe(1);
  });

  it('refuses to start with native code that was exchanged', async () => {
    const { calls, windows } = await start({ changedFiles: ['linux-x64.node'] });
    expect(windows).toEqual([]);
    expect(calls).toEqual([
      'Spider Studio cannot start: The file linux-x64.node is not the one that Spider Studio was packaged with. Install Spider Studio again.',
      'exit 1',
    ]);
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

describe('a link that macOS hands over', () => {
  const open =
    (link: string): BeforeReady =>
    (app) =>
      app.emit('open-url', preventable(), link);

  it('is shown in the first window where it has started the application', async () => {
    const { windows } = await start({
      platform: 'darwin',
      beforeReady: open('spider-studio://run/7'),
    });
    expect(windows.map(({ loaded }) => loaded)).toEqual([['app://bundle/#/run/7']]);
  });

  it('opens a window where all are closed, and is kept from other programs', async () => {
    const { windows, app } = await start({ platform: 'darwin' });
    windows[0]?.window.close();
    const event = preventable();
    app.emit('open-url', event, 'spider-studio://item/9');
    expect(event.isPrevented()).toBe(true);
    expect(windows[1]?.loaded).toEqual(['app://bundle/#/item/9']);
  });

  it('brings a window to the front, and that one to its place, where there are some', async () => {
    const { windows, app } = await start({ platform: 'darwin' });
    app.emit('open-url', preventable(), 'spider-studio://settings');
    app.emit('activate');
    expect(windows).toHaveLength(1);
    expect(windows[0]?.sent).toEqual([[channels.show, '#/settings']]);
    expect(windows[0]?.calls).toEqual(['show', 'focus', 'show', 'focus']);
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

  it('ends with the last run that goes on without a window', async () => {
    const { windows, calls, setRuns } = await start({
      runs: ['7', '8'],
      choices: { 'close-while-running': 'keep' },
    });
    windows[0]?.window.close();
    await settle();
    setRuns(['8']);
    expect(calls).not.toContain('quit');
    setRuns([]);
    await settle();
    expect(calls.slice(-2)).toEqual(['quit', 'exit 0']);
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
