import { describe, expect, it } from 'vitest';
import { createLeaving, type Choice, type Question } from '../../../electron/shell/leaving.ts';
import { preventable } from './fake-electron.ts';

function setUp({ runs = 1, remembered = null as Choice | null, staysWithoutWindows = false } = {}) {
  const state = { runs, remembered, quits: 0, closed: 0 };
  const asked: Question[] = [];
  let answer: (given: { choice: Choice | null; remember: boolean }) => void = () => undefined;
  const leaving = createLeaving({
    runs: () => state.runs,
    remembered: () => Promise.resolve(state.remembered),
    remember(choice) {
      state.remembered = choice;
      return Promise.resolve();
    },
    ask(question) {
      asked.push(question);
      return new Promise((resolve) => (answer = resolve));
    },
    closeWindows: () => void (state.closed += 1),
    quit: () => void (state.quits += 1),
    staysWithoutWindows,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    leaving,
    state,
    asked,
    settle,
    close: async (isLast = true) => {
      const event = preventable();
      leaving.windowCloses(event, isLast);
      await settle();
      return !event.isPrevented();
    },
    quit: async () => {
      const event = preventable();
      leaving.quits(event);
      await settle();
      return !event.isPrevented();
    },
    say: async (choice: Choice | null, remember = false) => {
      answer({ choice, remember });
      await settle();
    },
  };
}

describe('leaving while a crawl runs', () => {
  it('does not ask when nothing runs, or another window stays', async () => {
    const idle = setUp({ runs: 0 });
    expect(await idle.close()).toBe(true);
    expect(await idle.quit()).toBe(true);
    idle.leaving.allClosed();
    expect(idle.state.quits).toBe(1);
    const busy = setUp();
    expect(await busy.close(false)).toBe(true);
    expect([...idle.asked, ...busy.asked]).toEqual([]);
  });

  it('asks once, however often the person closes', async () => {
    const { close, quit, asked } = setUp({ runs: 2 });
    expect(await close()).toBe(false);
    expect(await close()).toBe(false);
    expect(await quit()).toBe(false);
    expect(asked).toEqual([{ kind: 'close', runs: 2 }]);
  });

  it('stays when the person says so, and asks again the next time', async () => {
    const { close, say, state, asked } = setUp();
    await close();
    await say(null);
    expect(state).toMatchObject({ quits: 0, closed: 0, remembered: null });
    expect(await close()).toBe(false);
    expect(asked).toHaveLength(2);
  });

  it('pauses and quits', async () => {
    const { close, quit, say, state } = setUp();
    await close();
    await say('pause');
    expect(state).toMatchObject({ quits: 1, remembered: null });
    expect(await quit()).toBe(true);
    expect(await close()).toBe(true);
  });

  it('goes on without a window, and ends when the crawl does', async () => {
    const { leaving, close, say, state } = setUp({ runs: 2 });
    await close();
    await say('keep');
    expect(state.closed).toBe(1);
    expect(await close()).toBe(true);
    leaving.allClosed();
    state.runs = 1;
    leaving.runsChanged();
    expect(state.quits).toBe(0);
    state.runs = 0;
    leaving.runsChanged();
    expect(state.quits).toBe(1);
  });

  it('stays when a window was opened again meanwhile', async () => {
    const { leaving, close, say, state } = setUp();
    await close();
    await say('keep');
    leaving.allClosed();
    leaving.cameBack();
    expect(await close()).toBe(false);
    state.runs = 0;
    leaving.runsChanged();
    expect(state.quits).toBe(0);
  });

  it('remembers what the person wants remembered', async () => {
    const first = setUp();
    await first.close();
    await first.say('pause', true);
    expect(first.state.remembered).toBe('pause');
    const later = setUp({ remembered: 'pause' });
    await later.close();
    expect(later.asked).toEqual([]);
    expect(later.state.quits).toBe(1);
  });

  it('asks before quitting even if windows may close without pausing', async () => {
    const { close, quit, asked, state } = setUp({ remembered: 'keep' });
    await quit();
    expect(asked).toEqual([{ kind: 'quit', runs: 1 }]);
    expect(await close()).toBe(false);
    expect(state.quits).toBe(0);
  });

  it('asks nobody when a signal ends it, or on macOS a window closes', async () => {
    const signalled = setUp();
    signalled.leaving.withoutAsking();
    expect(await signalled.quit()).toBe(true);
    const mac = setUp({ staysWithoutWindows: true });
    expect(await mac.close()).toBe(true);
    mac.leaving.allClosed();
    expect(mac.state.quits).toBe(0);
    expect(await mac.quit()).toBe(false);
  });
});
