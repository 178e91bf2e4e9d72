import { afterEach, describe, expect, it } from 'vitest';
import { openLocalDatabase, type LocalDatabase } from '../../../../electron/host/database/local-database.ts';
import type { CallArgs, DataCallName } from '../../../../shared/contract/index.ts';
import { scratchFolder } from '../../store/support.ts';

const opened: LocalDatabase[] = [];

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

function open() {
  const database = openLocalDatabase({
    dataDir: scratchFolder(),
    onOpen: () => undefined,
    publish: () => undefined,
  });
  opened.push(database);
  return <N extends DataCallName>(name: N, args: CallArgs<N>) => database.call(name, args, { window: null });
}

describe('channels of notices', () => {
  type Given = CallArgs<'notices.addChannel'>;

  it.each<[string, Omit<Given, 'timing'>, Given['target']]>([
    ['the desktop, which needs nothing', { kind: 'desktop', target: {} }, {}],
    [
      'the desktop, without what it has no use for',
      { kind: 'desktop', target: { url: 'https://a.example' } },
      {},
    ],
    [
      'a program in the path',
      { kind: 'command', target: { command: ['notify-me', '--loud', 'a b'] } },
      { command: ['notify-me', '--loud', 'a b'] },
    ],
    [
      'a program by its path',
      { kind: 'command', target: { command: ['/opt/notify'] } },
      { command: ['/opt/notify'] },
    ],
    [
      'a webhook, which is on the public network',
      { kind: 'webhook', target: { url: 'HTTPS://Hooks.Example/a b' } },
      { url: 'https://hooks.example/a%20b', allowPrivate: false },
    ],
    [
      'a webhook on this machine',
      { kind: 'webhook', target: { url: 'http://127.0.0.1:9/x', allowPrivate: true } },
      { url: 'http://127.0.0.1:9/x', allowPrivate: true },
    ],
  ])('are %s', async (_, given, target) => {
    const call = open();
    const added = await call('notices.addChannel', { ...given, timing: 'each' });
    expect(added).toMatchObject({
      kind: given.kind,
      target,
      timing: 'each',
      enabled: true,
      lastProblem: null,
    });
    expect((await call('notices.channels', {})).channels).toEqual([added]);
  });

  it.each<[string, Omit<Given, 'timing'>]>([
    ['a command without a program', { kind: 'command', target: {} }],
    ['a program without a name', { kind: 'command', target: { command: [' ', 'x'] } }],
    [
      'a program in a folder that depends on who runs it',
      { kind: 'command', target: { command: ['./notify'] } },
    ],
    ['a webhook without a URL', { kind: 'webhook', target: { command: ['x'] } }],
    ['a webhook that is no page', { kind: 'webhook', target: { url: 'mailto:a@b.example' } }],
    ['a webhook without a host', { kind: 'webhook', target: { url: 'hooks/a' } }],
  ])('are not %s', async (_, given) => {
    const call = open();
    await expect(call('notices.addChannel', { ...given, timing: 'digest' })).rejects.toMatchObject({
      code: 'bad-channel',
    });
    expect((await call('notices.channels', {})).channels).toEqual([]);
  });

  it('can be changed as far as their kind allows, and removed', async () => {
    const call = open();
    const target = { command: ['notify'] };
    const { id } = await call('notices.addChannel', {
      kind: 'command',
      target,
      timing: 'each',
      enabled: false,
    });
    const changed = await call('notices.updateChannel', { channel: id, enabled: true, timing: 'digest' });
    expect(changed).toMatchObject({ target, enabled: true, timing: 'digest' });
    const bad = call('notices.updateChannel', { channel: id, target: { url: 'https://a.example' } });
    await expect(bad).rejects.toMatchObject({ code: 'bad-channel' });
    expect(await call('notices.removeChannel', { channel: id })).toEqual(changed);
    for (const gone of [
      call('notices.updateChannel', { channel: id }),
      call('notices.removeChannel', { channel: id }),
    ])
      await expect(gone).rejects.toMatchObject({ code: 'unknown-channel' });
  });
});

describe('what notices are about', () => {
  it('is everything, with a digest at seven in the zone of the machine, until it is chosen', async () => {
    const { settings } = await open()('notices.channels', {});
    expect(settings).toMatchObject({ digestAt: '07:00', ownZone: true, quietNights: true });
    expect(settings.zone).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(Object.values(settings.on)).not.toContain(false);
  });

  it('is changed part by part', async () => {
    const call = open();
    await call('notices.configure', { zone: 'America/New_York', on: { drop: false } });
    const changed = await call('notices.configure', { digestAt: '23:59', on: { skipped: false } });
    expect(changed).toMatchObject({ digestAt: '23:59', zone: 'America/New_York', ownZone: false });
    expect(changed.on).toMatchObject({ drop: false, skipped: false, failed: true });
    expect((await call('notices.channels', {})).settings).toEqual(changed);
    expect(await call('notices.configure', { zone: null })).toMatchObject({ ownZone: true });
  });

  it('is not changed by a zone that does not exist', async () => {
    const call = open();
    const refused = call('notices.configure', { zone: 'Europe/Atlantis', digestAt: '01:00' });
    await expect(refused).rejects.toMatchObject({ code: 'unknown-zone' });
    expect((await call('notices.channels', {})).settings.digestAt).toBe('07:00');
  });
});
