import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { coalesced } from '../../../renderer/state/coalesce.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('calls at once, then once for all that came in the meantime, and loses none', () => {
  const run = vi.fn();
  const call = coalesced(run, 200);
  call();
  expect(run).toHaveBeenCalledTimes(1);
  call();
  call();
  vi.advanceTimersByTime(199);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(2);
  call();
  vi.advanceTimersByTime(200);
  expect(run).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(1000);
  expect(run).toHaveBeenCalledTimes(3);
  call();
  expect(run).toHaveBeenCalledTimes(4);
});

it('drops what waits where it is cancelled', () => {
  const run = vi.fn();
  const call = coalesced(run, 200);
  call();
  call();
  call.cancel();
  vi.advanceTimersByTime(1000);
  expect(run).toHaveBeenCalledTimes(1);
});
