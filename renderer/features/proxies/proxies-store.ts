import { create } from 'zustand';
import type { Proxy } from '../../../shared/contract/types.ts';
import type { TestState } from './test-words.ts';

interface ProxiesState {
  /** The project that the section shows; null: none was chosen. */
  project: string | null;
  /** The dialog that adds one, and the project that it is opened for. */
  adding: { project: string | null } | null;
  /** Tests since the window was opened, by `proxyKey`. */
  tests: ReadonlyMap<string, TestState>;
  /** The progress of running tests. */
  testing: { done: number; total: number } | null;
}

/** State of the proxies that outlives the section of the settings. */
export const useProxies = create<ProxiesState>(() => ({
  project: null,
  adding: null,
  tests: new Map(),
  testing: null,
}));

/** The key of a proxy. */
export const proxyKey = ({ project, tier, url, secret }: Proxy) =>
  JSON.stringify([project, tier, url, secret]);

/** Shows the proxies of a project. */
export const showProject = (project: string) => useProxies.setState({ project });

/** Opens the dialog that adds a proxy; `project` is its default. */
export const openAdd = (project: string | null) => useProxies.setState({ adding: { project } });

/** Closes the dialog that adds a proxy. */
export const closeAdd = () => useProxies.setState({ adding: null });

/** Updates the states of tests; null removes one. */
export function noteTests(changes: readonly (readonly [proxy: Proxy, state: TestState | null])[]): void {
  const tests = new Map(useProxies.getState().tests);
  for (const [proxy, state] of changes) {
    if (state === null) tests.delete(proxyKey(proxy));
    else tests.set(proxyKey(proxy), state);
  }
  useProxies.setState({ tests });
}
