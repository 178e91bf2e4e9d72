import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CallArgs, CallValue } from '../../../shared/contract/index.ts';
import { TestRunner } from '../../../renderer/state/test-runner.ts';
import { setClient } from '../../../renderer/state/client.ts';
import { createFakeClient, failing } from '../fake-client.ts';

type Found = CallValue<'tester.selector'>;

const found = (matches: number): Found => ({
  matches,
  samples: [],
  nodes: { total: matches, elements: [], cut: false },
  problem: null,
  hint: null,
  empty: null,
  parsed: false,
  elapsedMs: 1,
});
const args = (selector: string): CallArgs<'tester.selector'> => ({ page: '1', language: 'css', selector });

/** A host that answers when it is told to. */
function slowHost() {
  const waiting = new Map<string, (value: Found) => void>();
  const client = createFakeClient({
    'tester.selector': ({ selector }) =>
      selector === 'bad'
        ? failing('timed-out', 'It took too long.')
        : new Promise((resolve) => waiting.set(selector, resolve)),
  });
  setClient(client);
  const answer = async (selector: string, matches: number): Promise<void> => {
    await vi.waitFor(() => expect(waiting.has(selector)).toBe(true));
    waiting.get(selector)?.(found(matches));
    await vi.waitFor(() => expect(client.made.length).toBeGreaterThan(0));
  };
  return { client, answer };
}

afterEach(() => vi.useRealTimers());

describe('a test that is asked for with every letter', () => {
  it('has one question under way, and asks the newest at once behind it', async () => {
    const { client, answer } = slowHost();
    const runner = new TestRunner('tester.selector');
    runner.ask(args('a'), 'page');
    runner.ask(args('ab'), 'page');
    runner.ask(args('abc'), 'page');
    expect(client.made).toHaveLength(1);
    await answer('a', 1);
    await vi.waitFor(() => expect(client.made).toHaveLength(2));
    expect(runner.state).toMatchObject({ value: { matches: 1 }, running: true });
    await answer('abc', 3);
    await vi.waitFor(() => expect(runner.state).toMatchObject({ value: { matches: 3 }, running: false }));
    expect(client.made.map(({ args: asked }) => asked)).toEqual([args('a'), args('abc')]);
  });

  it('does not ask the same twice, and shows nothing of another subject', async () => {
    const { client, answer } = slowHost();
    const runner = new TestRunner('tester.selector');
    runner.ask(args('a'), 'one page');
    runner.ask(args('a'), 'one page');
    await answer('a', 1);
    await vi.waitFor(() => expect(runner.state.value?.matches).toBe(1));
    expect(client.made).toHaveLength(1);
    runner.ask(args('a'), 'another page');
    expect(runner.state).toMatchObject({ value: null, running: true });
    expect(client.made).toHaveLength(2);
    runner.ask(null, 'another page');
    expect(runner.state).toMatchObject({ value: null, running: false });
  });

  it('is ended by a person, and goes on when something changes', async () => {
    const { client, answer } = slowHost();
    const runner = new TestRunner('tester.selector');
    runner.ask(args('a'), 'page');
    runner.cancel();
    expect(runner.state).toMatchObject({ running: false, cancelled: true });
    runner.ask(args('b'), 'page');
    await answer('b', 2);
    await vi.waitFor(() => expect(runner.state).toMatchObject({ value: { matches: 2 }, cancelled: false }));
    expect(client.made).toHaveLength(2);
  });

  it('tells a failure, and forgets it with the next answer', async () => {
    const { answer } = slowHost();
    const runner = new TestRunner('tester.selector');
    runner.ask(args('bad'), 'page');
    await vi.waitFor(() => expect(runner.state.error?.code).toBe('timed-out'));
    runner.ask(args('good'), 'page');
    await answer('good', 1);
    await vi.waitFor(() => expect(runner.state).toMatchObject({ error: null, value: { matches: 1 } }));
  });

  it('counts as slow after a while', () => {
    vi.useFakeTimers();
    slowHost();
    const runner = new TestRunner('tester.selector');
    runner.ask(args('a'), 'page');
    expect(runner.state.slow).toBe(false);
    vi.advanceTimersByTime(500);
    expect(runner.state.slow).toBe(true);
    runner.close();
  });
});
