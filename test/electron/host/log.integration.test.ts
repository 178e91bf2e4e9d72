import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandSpec } from '../../../electron/cli/command.ts';
import { HostError } from '../../../electron/host/errors.ts';
import { logCrashes, logFault, logFile, logNote, withoutSecrets } from '../../../electron/host/log.ts';
import { errorOf, plainError } from '../../../electron/host/threads/plain-error.ts';
import { callCommand } from '../cli/call-command.ts';
import { openHost } from './open-host.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'host-log-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const read = (): string => (existsSync(logFile(dataDir)) ? readFileSync(logFile(dataDir), 'utf8') : '');

describe('the log', () => {
  it('has a time, a process and a level on each entry, and the rest below it', () => {
    logNote(dataDir, 'one\ntwo');
    expect(read()).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z \d+ info {2}one\n {4}two\n$/m);
  });

  it('says where in the code a fault comes from, with what has led to it', () => {
    logFault(
      dataDir,
      'runs.list',
      new HostError('internal', 'It broke.', null, {}, new TypeError('x is not y')),
    );
    expect(read()).toMatch(/fault runs\.list: (?:Host)?Error: It broke\./);
    expect(read()).toMatch(/caused by TypeError: x is not y\n\s+at .*log\.integration\.test\.ts/);
  });

  it('has the stack of a fault in another thread', () => {
    const sent = plainError(new RangeError('too deep'));
    logFault(
      dataDir,
      'tester.callback',
      errorOf(structuredClone(plainError(errorOf(structuredClone(sent))))),
    );
    expect(read()).toMatch(/caused by RangeError: too deep\n\s+at .*log\.integration\.test\.ts/);
  });

  it('is bounded, whatever it is told', () => {
    logFault(dataDir, 'x', 'y'.repeat(1_000_000));
    expect(read().length).toBeLessThan(17_000);
  });

  it('tells what ends the process', () => {
    const events: NodeJS.EventEmitter = process;
    const end = logCrashes(dataDir);
    events.emit('uncaughtExceptionMonitor', new Error('lost'));
    end();
    events.emit('uncaughtExceptionMonitor', new Error('later'));
    expect(read()).toMatch(/fault The process ended: Error: lost\n\s+at /);
    expect(read()).not.toContain('later');
  });

  it('stops nothing where it cannot be written', () => {
    expect(() => logNote('/proc/none', 'text')).not.toThrow();
  });
});

describe('what is not for others', () => {
  const home = '/home/zoe';
  it.each([
    ['Fetching https://zoe:geheim@shop.example/a failed.', 'Fetching https://…@shop.example/a failed.'],
    ['at https://shop.example/a?token=geheim#top, then', 'at https://shop.example/a?… then'],
    ['"https://shop.example/?a=1"', '"https://shop.example/?…"'],
    ['socks5://u:p@w@h:1 and ws://h/x', 'socks5://…@h:1 and ws://h/x'],
    ['Cookie: a=geheim; b=c\nnext', 'Cookie: …\nnext'],
    ['Proxy-Authorization: Basic Z2VoZWlt', 'Proxy-Authorization: …'],
    ['set-cookie=a=geheim', 'set-cookie: …'],
    ['at run (file:///home/zoe/studio/x.ts?v=1:2:3)', 'at run (file://~/studio/x.ts?v=1:2:3)'],
    ['"/home/zoe/data" is full', '"~/data" is full'],
    ['plain words: no address', 'plain words: no address'],
  ])('%s', (text, shown) => {
    expect(withoutSecrets(text, home)).toBe(shown);
    expect(withoutSecrets(text, home)).not.toContain('geheim');
  });
});

describe('what is written down', () => {
  it('opening and closing of a window’s host, and runs with the reason of their end', async () => {
    const studio = await openHost(join(dataDir, 'kept'));
    const kept = logFile(join(dataDir, 'kept'));
    const runs = studio.follow('runs', {});
    const { run } = await studio.call('app.startSample', {});
    await runs.until((event) => event.kind === 'run' && event.run.state === 'completed');
    expect((await studio.call('app.info', {})).logFile).toBe(kept);
    await studio.call('app.reportFault', { text: 'TypeError: x\n    at Items (app://bundle/items.js:1:2)' });
    // The log follows the ledger, which is what the window watches.
    await expect.poll(() => readFileSync(kept, 'utf8')).toMatch(new RegExp(`info  Run ${run} completed: .+`));
    const log = readFileSync(kept, 'utf8');
    expect(log).toMatch(/info {2}Open for windows\./);
    expect(log).toMatch(new RegExp(`info  Run ${run} of default/sample-shop began\\.`));
    expect(log).toMatch(
      /fault A client \(web\): TypeError: x\n {4} {4}at Items \(app:\/\/bundle\/items\.js:1:2\)/,
    );
    await studio.close();
  });

  it('that a data folder could not be opened', async () => {
    mkdirSync(join(dataDir, 'spider-studio.db'));
    await expect(openHost(dataDir)).rejects.toThrow('spider-studio.db');
    expect(read()).toMatch(/fault The data folder could not be opened: /);
  });

  it('faults of a command, and not what a person did wrong', async () => {
    const broken = (error: Error): CommandSpec => ({
      usage: 'break',
      summary: 'breaks',
      examples: [],
      async run() {
        throw error;
      },
    });
    const args = ['break', '--data-dir', dataDir];
    expect((await callCommand([broken(new HostError('not-found', 'Not there.'))], args)).code).toBe(1);
    expect(read()).toBe('');
    expect((await callCommand([broken(new TypeError('odd'))], args)).code).toBe(1);
    expect(read()).toMatch(/fault break: TypeError: odd\n\s+at /);
  });
});
