import { useEffect, useState, useSyncExternalStore } from 'react';
import type { CallArgs, CallValue } from '../../../shared/contract/index.ts';
import { TestRunner, type TestCall, type TestState } from '../../state/test-runner.ts';

/** A test that is kept up to date. */
export interface Test<T> extends TestState<T> {
  readonly again: () => void;
  readonly cancel: () => void;
}

/** The tester's newest answer to what is asked, kept up with. See `TestRunner`. */
export function useTest<N extends TestCall>(
  name: N,
  args: CallArgs<N> | null,
  subject: string,
): Test<CallValue<N>> {
  const [runner] = useState(() => new TestRunner(name));
  const state = useSyncExternalStore(runner.subscribe, () => runner.stateOf(subject));
  useEffect(() => runner.ask(args, subject));
  useEffect(() => () => runner.close(), [runner]);
  return { ...state, again: () => runner.again(), cancel: () => runner.cancel() };
}
