import type { Proxy } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { useProxies } from './proxies-store.ts';

/**
 * The projects that proxies can belong to, and the one that is shown: the wanted or chosen one, else one that has proxies,
 * else the default. The command line may have given proxies to a project that is still to come.
 */
export function projectsOf(
  stored: readonly string[],
  proxies: readonly Pick<Proxy, 'project'>[],
  wanted: readonly (string | null)[],
): { names: string[]; shown: string } {
  const withProxies = proxies.map(({ project }) => project);
  const names = [...new Set([...stored, ...withProxies])].sort((a, b) => a.localeCompare(b));
  const candidates = [...wanted, withProxies[0] ?? null, 'default', names[0] ?? null];
  const shown = candidates.find((name) => name !== null && names.includes(name));
  return { names, shown: shown ?? 'default' };
}

/** The projects to choose from: those stored, those of the proxies, and the two that are asked for or chosen. */
export function useProjects(proxies: readonly Pick<Proxy, 'project'>[], wanted: string | null) {
  const chosen = useProxies((state) => state.project);
  const { value } = useCall('projects.list', {});
  return projectsOf(
    (value ?? []).map(({ name }) => name),
    proxies,
    [wanted, chosen],
  );
}
