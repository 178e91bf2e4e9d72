import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBridge } from '../../../electron/shell/bridge.ts';
import { channels } from '../../../electron/shell/channels.ts';
import { start } from './open-shell.ts';

describe('the way to the host', () => {
  it('carries frames both ways until either side closes', async () => {
    const { send, speaker, lines, windows } = await start();
    send(channels.open, speaker(), 'page', 1);
    send(channels.frame, speaker(), 'page', 1, '{"kind":"ping"}');
    lines[0]?.send({ kind: 'pong' });
    expect(lines[0]).toMatchObject({ client: 'desktop', received: [{ kind: 'ping' }] });
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
    const { send, invoke, speaker, lines, saves, opens } = await start();
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
      expect(await invoke(channels.chooseFolder, stranger, '')).toBeNull();
    }
    expect([lines, saves, opens]).toEqual([[], [], []]);
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

  it('lets a folder be used that the dialog of the window has named, once', async () => {
    const { send, invoke, speaker, lines, folders, opens } = await start();
    send(channels.open, speaker(), 'page', 1);
    const beginAt = resolve('/home/me');
    folders.push(
      { canceled: false, filePaths: ['/home/me/spiders'] },
      { canceled: true, filePaths: ['/home/me/other'] },
      { canceled: false, filePaths: [] },
    );
    expect(await invoke(channels.chooseFolder, speaker(), beginAt)).toBe('/home/me/spiders');
    for (const other of ['spiders', '', 'x'.repeat(1001), 7])
      expect(await invoke(channels.chooseFolder, speaker(), other)).toBeNull();
    expect(opens.map(({ defaultPath }) => defaultPath)).toEqual([beginAt, undefined, undefined]);
    expect(opens[0]?.properties).toContain('openDirectory');
    const [own] = lines;
    for (const path of ['/home/me/other', '/home/me', '/home/me/spiders/'])
      expect(own?.takePath?.(path)).toBe(false);
    expect(own?.takePath?.('/home/me/spiders')).toBe(true);
    expect(own?.takePath?.('/home/me/spiders')).toBe(false);
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
    const commands: string[] = [];
    heard.get(channels.command)?.('event', 'too.early');
    bridge.onCommand((id) => commands.push(id));
    heard.get(channels.command)?.('event', 'window.close-tab');
    heard.get(channels.command)?.('event', { id: 'x' });
    expect(commands).toEqual(['window.close-tab']);
    expect(await bridge.chooseSavePath('a')).toBeNull();
    expect(await bridge.chooseFolder('')).toBeNull();
  });
});
