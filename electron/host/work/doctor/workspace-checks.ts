import type { AppInfo, QueueStatus, Schedule } from '../../../../shared/contract/types.ts';
import { listed } from '../../../../shared/spider/wording.ts';
import { environmentRoute, proxyVariables } from '../../../system/proxy.ts';
import { toHostError } from '../../errors.ts';
import type { ProxySettings } from '../../data/proxy-file.ts';
import { readCredentials, type SecretSources } from '../proxy-secrets.ts';
import { attention, broken, good, type Found } from './finding.ts';

/** Whether the database opens. @param read reads from it */
export async function checkDatabase(read: () => Promise<Pick<AppInfo, 'databaseBytes'>>): Promise<Found> {
  try {
    const { databaseBytes } = await read();
    return good(`The database opens; it takes ${Math.ceil(databaseBytes / 1e6).toLocaleString('en')} MB.`);
  } catch (error) {
    const failure = toHostError(error);
    return broken(failure.message, failure);
  }
}

/** Whether the proxies that would be used can be used, as far as that shows without a connection. */
export async function checkProxies(read: () => ProxySettings, sources: SecretSources): Promise<Found> {
  let settings: ProxySettings;
  try {
    settings = read();
  } catch (error) {
    const failure = toHostError(error);
    return broken(failure.message, failure);
  }
  const { system, proxies } = settings;
  const faults = await Promise.all(
    proxies.map(async ({ secret, url }) => {
      if (secret === undefined) return [];
      try {
        await readCredentials(secret, sources);
        return [];
      } catch (error) {
        const { message, hint } = toHostError(error);
        return [{ found: `The proxy ${url} cannot be used: ${message}`, hint }];
      }
    }),
  );
  const [first, ...others] = faults.flat();
  if (first !== undefined) {
    const more = others.length === 0 ? '' : ` ${others.length} more cannot be used either.`;
    return broken(`${first.found}${more}`, first.hint);
  }
  const own =
    proxies.length === 0
      ? 'No proxy is configured.'
      : `${proxies.length === 1 ? '1 proxy is' : `${proxies.length} proxies are`} configured.`;
  const variables = proxyVariables(sources.env);
  const routes = ['http://example.org/', 'https://example.org/'].map((url) =>
    environmentRoute(sources.env, new URL(url)),
  );
  const unusable = routes.find((route) => route.kind === 'unusable');
  if (system && unusable !== undefined)
    return broken(unusable.reason, 'Correct the variable where Spider Studio is started, or remove it.');
  if (!system && variables.length > 0)
    return attention(
      `${own} The environment names a proxy (${listed(variables, 5)}), but the proxy of the system is not used.`,
      'If sites can be reached only through it, turn on the use of the system proxy.',
    );
  return good(system ? `${own} Sites are reached as the system says.` : `${own} Sites are reached directly.`);
}

/** What carries schedules out, and how many there are. */
export interface Carrying {
  schedules: readonly Pick<Schedule, 'enabled'>[];
  workers: readonly Pick<QueueStatus['workers'][number], 'kind'>[];
}

/** Whether schedules that are on are carried out by a process. */
export async function checkSchedules(read: () => Promise<Carrying>): Promise<Found> {
  let carrying: Carrying;
  try {
    carrying = await read();
  } catch {
    return attention('Schedules cannot be looked at while the database does not open.', null);
  }
  const on = carrying.schedules.filter(({ enabled }) => enabled).length;
  if (on === 0) return good('No schedule is on.');
  const are = on === 1 ? '1 schedule is' : `${on} schedules are`;
  const carrier = carrying.workers.find(({ kind }) => kind !== 'command');
  if (carrier !== undefined) return good(`${are} on, and a ${carrier.kind} carries them out.`);
  return attention(
    `${are} on, but nothing carries them out now.`,
    'Keep a window open, or run the daemon, for example as a service of the system.',
  );
}
