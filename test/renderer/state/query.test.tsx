import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../renderer/client/client.ts';
import type { Result } from '../../../shared/contract/errors.ts';
import { setClient } from '../../../renderer/state/client.ts';
import { invalidate, keyOf, useCall } from '../../../renderer/state/query.ts';

interface Asked {
  name: string;
  args: unknown;
  signal: AbortSignal | undefined;
  answer: (answer: Result<unknown>) => Promise<void>;
}
let asked: Asked[];

beforeEach(() => {
  asked = [];
  connect();
});

/** Gives the window a client of its own. */
function connect(): void {
  const client: Partial<Client> = {
    call: ((name: string, args: unknown, options?: { signal?: AbortSignal }) =>
      new Promise((resolve) => {
        asked.push({
          name,
          args,
          signal: options?.signal,
          answer: (answer) =>
            act(async () => {
              resolve(answer);
              await Promise.resolve();
            }),
        });
      })) as unknown as Client['call'],
  };
  setClient(client as Client);
}

const good = (value: unknown): Result<unknown> => ({ ok: true, value });
const bad: Result<unknown> = {
  ok: false,
  error: { code: 'locked', message: 'Locked.', hint: null, action: null, details: {} },
};

function Shows({ run, id = 'shows' }: { run: string | null; id?: string }) {
  const { value, error, loading, fetching } = useCall('runs.get', run === null ? null : { run });
  return (
    <p data-testid={id}>{JSON.stringify({ value, error: error?.message ?? null, loading, fetching })}</p>
  );
}
const shown = (id = 'shows') => JSON.parse(screen.getByTestId(id).textContent ?? '') as unknown;

describe('the answer of a call', () => {
  it('is shared by everybody who asks the same', async () => {
    render(
      <>
        <Shows run="1" id="a" />
        <Shows run="1" id="b" />
        <Shows run="2" id="c" />
      </>,
    );
    expect(asked.map(({ args }) => args)).toEqual([{ run: '1' }, { run: '2' }]);
    await asked[0]?.answer(good('one'));
    expect(shown('a')).toEqual({ value: 'one', error: null, loading: false, fetching: false });
    expect(shown('b')).toEqual(shown('a'));
    expect(shown('c')).toEqual({ value: null, error: null, loading: true, fetching: true });
  });

  it('is not shown for another host', async () => {
    const { unmount } = render(<Shows run="1" />);
    await asked[0]?.answer(good('one'));
    unmount();
    connect();
    render(<Shows run="1" />);
    expect(shown()).toEqual({ value: null, error: null, loading: true, fetching: true });
  });

  it('stays while it is read again, and so does it after a failure', async () => {
    render(<Shows run="1" />);
    await asked[0]?.answer(good('old'));
    act(() => invalidate((name) => name === 'runs.get'));
    expect(shown()).toEqual({ value: 'old', error: null, loading: false, fetching: true });
    await asked[1]?.answer(bad);
    expect(shown()).toEqual({ value: 'old', error: 'Locked.', loading: false, fetching: false });
    act(() => invalidate(() => true));
    await asked[2]?.answer(good('new'));
    expect(shown()).toEqual({ value: 'new', error: null, loading: false, fetching: false });
  });

  it('is given up when nobody looks any more', () => {
    const { unmount } = render(<Shows run="1" />);
    unmount();
    expect(asked[0]?.signal?.aborted).toBe(true);
  });

  it('is there at once for who comes back, and read again only when it is old', async () => {
    const first = render(<Shows run="1" />);
    await asked[0]?.answer(good('one'));
    first.unmount();
    const second = render(<Shows run="1" />);
    expect(shown()).toEqual({ value: 'one', error: null, loading: false, fetching: false });
    expect(asked).toHaveLength(1);
    second.unmount();
    invalidate(() => true);
    render(<Shows run="1" />);
    expect(asked).toHaveLength(2);
  });

  it('of other arguments does not stand for these', async () => {
    const { rerender } = render(<Shows run="1" />);
    await asked[0]?.answer(good('one'));
    rerender(<Shows run="2" />);
    expect(shown()).toEqual({ value: null, error: null, loading: true, fetching: true });
  });

  it('is not asked for before its arguments are known', () => {
    render(<Shows run={null} />);
    expect(asked).toEqual([]);
  });

  it('that comes after it was asked for again is ignored', async () => {
    render(<Shows run="1" />);
    act(() => invalidate(() => true));
    await asked[0]?.answer(good('late'));
    expect(shown()).toEqual({ value: null, error: null, loading: true, fetching: true });
    await asked[1]?.answer(good('right'));
    expect(shown()).toEqual({ value: 'right', error: null, loading: false, fetching: false });
  });
});

describe('the key of a call', () => {
  it('does not depend on the order of arguments', () => {
    expect(keyOf('a', { x: 1, y: { b: 2, a: [1, { d: 1, c: 2 }] } })).toBe(
      keyOf('a', { y: { a: [1, { c: 2, d: 1 }], b: 2 }, x: 1 }),
    );
    expect(keyOf('a', { x: 1 })).not.toBe(keyOf('b', { x: 1 }));
  });
});

it('shows an answer however many others are kept that nobody looks at', async () => {
  const { rerender } = render(<Shows run="0" />);
  for (let at = 0; at <= 120; at += 1) {
    rerender(<Shows run={String(at)} />);
    await asked.at(-1)?.answer(good(at));
    expect(shown()).toMatchObject({ value: at, loading: false });
  }
});
