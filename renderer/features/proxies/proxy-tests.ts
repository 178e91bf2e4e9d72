import type { Proxy } from '../../../shared/contract/types.ts';
import { getClient } from '../../state/client.ts';
import { noteTests, proxyKey, useProxies } from './proxies-store.ts';
import type { TestChoice } from './test-choice.ts';
import type { TestState } from './test-words.ts';

let underWay: AbortController | null = null;

/**
 * Tests proxies one after the other, and notes what comes of each as it comes. Those of one URL are one question to the
 * host. Does nothing while others are tested.
 */
export async function testProxies(proxies: readonly Proxy[], choice: TestChoice): Promise<void> {
  if (underWay !== null || proxies.length === 0) return;
  const abort = new AbortController();
  underWay = abort;
  const progress = (done: number) => useProxies.setState({ testing: { done, total: proxies.length } });
  progress(0);
  noteAll(proxies, () => ({ kind: 'waiting' }));
  const groups = Map.groupBy(proxies, ({ project, url }) => JSON.stringify([project, url]));
  let done = 0;
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined || abort.signal.aborted) break;
    noteAll(group, () => ({ kind: 'testing', since: performance.now() }));
    const answer = await getClient().call(
      'proxies.test',
      { project: first.project, url: first.url, ...choice },
      { signal: abort.signal },
    );
    if (abort.signal.aborted) break;
    if (answer.ok) {
      const results = new Map(answer.value.map((result) => [proxyKey(result), result]));
      noteAll(group, (proxy) => {
        const result = results.get(proxyKey(proxy));
        return result === undefined ? null : { kind: 'tested', result };
      });
    } else {
      const { message, hint } = answer.error;
      const said = hint === null ? message : `${message} ${hint}`;
      noteAll(group, () => ({ kind: 'failed', message: said }));
    }
    done += group.length;
    progress(done);
  }
  const { tests } = useProxies.getState();
  const isOpen = (proxy: Proxy) => /waiting|testing/u.test(tests.get(proxyKey(proxy))?.kind ?? '');
  noteAll(proxies.filter(isOpen), () => null);
  underWay = null;
  useProxies.setState({ testing: null });
}

/** Cancels running tests. Proxies without a result count as untested. */
export function cancelTests(): void {
  underWay?.abort();
}

const noteAll = (proxies: readonly Proxy[], stateOf: (proxy: Proxy) => TestState | null) =>
  noteTests(proxies.map((proxy) => [proxy, stateOf(proxy)] as const));
