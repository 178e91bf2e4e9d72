import { useEffect, useSyncExternalStore } from 'react';
import type { CallArgs, CallValue } from '../../../shared/contract/index.ts';
import { keyOf, type SpiderKey } from '../../spider-document/document.ts';
import { TestRunner, type TestCall } from '../../state/test-runner.ts';
import type { Test } from './use-test.ts';

/** Asks the tester about a spider. See `TestRunner`. */
export type UseSharedTest<N extends TestCall> = (
  key: SpiderKey,
  args: CallArgs<N> | null,
  subject: string,
) => Test<CallValue<N>>;

/** Makes a hook like `useTest` whose answer all parts of a spider's screen share: they ask once. */
export function createSharedTest<N extends TestCall>(call: N): UseSharedTest<N> {
  const shared = new Map<string, { readonly runner: TestRunner<N>; users: number }>();
  const sharedBy = (name: string) => {
    const known = shared.get(name) ?? { runner: new TestRunner(call), users: 0 };
    shared.set(name, known);
    return known;
  };
  return function useSharedTest(key, args, subject) {
    const name = keyOf(key);
    const { runner } = sharedBy(name);
    const state = useSyncExternalStore(runner.subscribe, () => runner.stateOf(subject));
    useEffect(() => runner.ask(args, subject));
    useEffect(() => {
      const own = sharedBy(name);
      own.users += 1;
      return () => {
        own.users -= 1;
        if (own.users === 0) own.runner.close();
      };
    }, [name]);
    return { ...state, again: () => runner.again(), cancel: () => runner.cancel() };
  };
}
