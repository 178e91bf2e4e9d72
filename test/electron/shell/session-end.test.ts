import { describe, expect, it } from 'vitest';
import { preventable } from './fake-electron.ts';
import { settle, start } from './open-shell.ts';

const logOff = { ...preventable(), reasons: ['logoff'] };

describe('the end of a session', () => {
  it('on Windows pauses runs before the event is over, asks nothing, and quits', async () => {
    const shell = await start({ platform: 'win32', runs: ['1', '2'] });
    shell.windows[0]?.emitWindow('session-end', logOff);
    expect(shell.timesPaused()).toBe(1);
    await settle();
    expect(shell.questions).toEqual([]);
    expect([shell.calls.filter((call) => call === 'quit').length, shell.closedHosts()]).toEqual([1, 1]);
    expect(logOff.isPrevented()).toBe(false);
    expect(shell.calls.at(-1)).toBe('exit 0');
  });

  it('on Windows is told to every window, and acted on once', async () => {
    const shell = await start({ platform: 'win32', runs: ['1'] });
    shell.app.emit('second-instance', {}, []);
    for (const { emitWindow } of [...shell.windows, ...shell.windows]) emitWindow('session-end', logOff);
    await settle();
    expect([shell.timesPaused(), shell.closedHosts()]).toEqual([1, 1]);
  });

  it.each(['darwin', 'linux'] as const)(
    'on %s has the system wait until the application has quit, and asks nothing',
    async (platform) => {
      const shell = await start({ platform, runs: ['1'] });
      const event = preventable();
      shell.power.emit('shutdown', event);
      expect(event.isPrevented()).toBe(true);
      await settle();
      expect(shell.questions).toEqual([]);
      expect(shell.closedHosts()).toBe(1);
      expect(shell.calls.at(-1)).toBe('exit 0');
    },
  );

  it('is heard of by nobody while a person quits, who is asked', async () => {
    const shell = await start({ platform: 'win32', runs: ['1'] });
    shell.answers.push({ response: 1, checkboxChecked: false });
    shell.electron.app.quit();
    await settle();
    expect([shell.questions.length, shell.timesPaused(), shell.closedHosts()]).toEqual([1, 0, 0]);
  });
});
