import { create } from 'zustand';
import type { Proxy } from '../../../shared/contract/types.ts';
import type { TestState } from './test-words.ts';

interface ProxiesState {
  /** The project that the section shows; null: nobody has chosen one. */
  project: string | null;
  /** The dialog that adds one, and the project that it is opened for. */
  adding: { project: string | null } | null;
  /** What is known of the proxies that were tested since the window was opened, by `proxyKey`. */
  tests: ReadonlyMap<string, TestState>;
  /** The tests that are under way: how many of how many are through. */
  testing: { done: number; total: number } | null;
}

/** What of the proxies outlives the section of the settings. */
export const useProxies = create<ProxiesState>(() => ({
  project: null,
  adding: null,
  tests: new Map(),
  testing: null,
}));

/** Tells a proxy from all others. */
export const proxyKey = ({ project, tier, url, secret }: Proxy) =>
  JSON.stringify([project, tier, url, secret]);

/** Shows the proxies of a project. */
export const showProject = (project: string) => useProxies.setState({ project });

/** Opens the dialog that adds a proxy; `project` is its default. */
export const openAdd = (project: string | null) => useProxies.setState({ adding: { project } });

/** Closes the dialog that adds a proxy. */
export const closeAdd = () => useProxies.setState({ adding: null });

/** Notes how tests stand; null: nothing is known any more. */
export function noteTests(changes: readonly (readonly [proxy: Proxy, state: TestState | null])[]): void {
  const tests = new Map(useProxies.getState().tests);
  for (const [proxy, state] of changes) {
    if (state === null) tests.delete(proxyKey(proxy));
    else tests.set(proxyKey(proxy), state);
  }
  useProxies.setState({ tests });
}
