import { createHttpClient, type HttpClient } from '../../../fetch/client.ts';
import type { SystemRoutes } from '../../../fetch/system-routes.ts';
import type { CrawlSettings } from '../../../../shared/spider/settings.ts';
import type { RunLedger } from '../../../store/ledger/ledger.ts';
import type { RunOptions } from '../../../store/runs/runs.ts';
import { openSystemRoutes, systemProxyUsed } from '../system-proxy.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** What a run fetches with, and the ways that the system has, of which the run's log tells; null: straight. */
export function openRunClient(
  workspace: Pick<Workspace, 'dataDir'>,
  given: {
    settings: CrawlSettings;
    options: Pick<RunOptions, 'allowPrivate'>;
    watch: { proxyChannel?: string | null };
    ledger: Pick<RunLedger, 'record'>;
  },
): { http: HttpClient; system: SystemRoutes | null } {
  const { settings, options, watch, ledger } = given;
  const { userAgent, headers, timeoutMs, maxBytes, maxRedirects, perOrigin, cookies } = settings;
  const system = openSystemRoutes(workspace, watch.proxyChannel ?? null, ({ url, ...use }) => {
    void ledger.record([{ kind: 'proxy', url, message: systemProxyUsed(use) }]);
  });
  const http = createHttpClient({
    userAgent,
    headers: { ...headers },
    limits: { timeoutMs, maxBytes, maxRedirects },
    allowPrivate: options.allowPrivate,
    connectionsPerOrigin: perOrigin,
    cookies,
    system,
  });
  return { http, system };
}
