import { useEffect } from 'react';
import { FlaskConical, Plus, Waypoints } from 'lucide-react';
import type { Proxy } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Input, Select, Switch } from '../../ui/field.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx';
import { useProjects } from './projects.ts';
import { openAdd, proxyKey, showProject, useProxies } from './proxies-store.ts';
import { ProxyRow } from './proxy-row.tsx';
import { SystemProxy } from './system-proxy.tsx';
import { cancelTests, testProxies } from './proxy-tests.ts';
import { keepTestChoice, useTestChoice } from './test-choice.ts';
import { tiers } from './tiers.ts';
import './proxies.css';

/** The proxies of a project by tier, with actions to add, test and remove them. */
export function ProxiesSection() {
  const { value: all, error, refresh } = useCall('proxies.list', {});
  useReadAgain(refresh);
  const { names, shown } = useProjects(all ?? [], null);
  const testing = useProxies((state) => state.testing);
  const choice = useTestChoice();
  if (error !== null && all === null) {
    return <ErrorState error={error} title="The proxies could not be loaded." onRetry={refresh} />;
  }
  if (all === null) return null;
  const proxies = all.filter(({ project }) => project === shown);
  return (
    <>
      <div className="proxies-head">
        {names.length > 1 && (
          <label className="row">
            Project
            <Select
              value={shown}
              onChange={showProject}
              options={names.map((name) => ({ value: name, label: name }))}
            />
          </label>
        )}
        <span className="grow" />
        {testing !== null ? (
          <span className="row proxies-progress">
            <span className="muted numeric" role="status">
              {testing.done} of {testing.total} tested
            </span>
            <ProgressBar label="Tests of proxies" value={testing.done} max={testing.total} />
            <Button onClick={cancelTests}>Cancel</Button>
          </span>
        ) : (
          proxies.length > 0 && (
            <Button icon={FlaskConical} onClick={() => void testProxies(proxies, choice)}>
              Test all
            </Button>
          )
        )}
        {proxies.length > 0 && (
          <Button variant="primary" icon={Plus} onClick={() => openAdd(shown)}>
            Add a proxy…
          </Button>
        )}
      </div>
      <SystemProxy />
      {proxies.length === 0 ? (
        <NoProxies project={shown} isOnly={names.length < 2} />
      ) : (
        <>
          {tiers.map((each) => (
            <TierGroup
              key={each.tier}
              {...each}
              proxies={proxies.filter(({ tier }) => tier === each.tier)}
              isBusy={testing !== null}
            />
          ))}
          <TestSettings />
        </>
      )}
    </>
  );
}

/** Reads the list again when the window gets the focus, because the command line and other windows change it, too. */
function useReadAgain(refresh: () => void): void {
  useEffect(() => {
    refresh();
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [refresh]);
}

interface TierGroupProps {
  title: string;
  help: string;
  proxies: readonly Proxy[];
  isBusy: boolean;
}

function TierGroup({ title, help, proxies, isBusy }: TierGroupProps) {
  return (
    <section aria-label={`${title} proxies`} className="stack proxies-group">
      <div>
        <h2>{title}</h2>
        <p className="subtle small">{help}</p>
      </div>
      {proxies.length === 0 ? (
        <p className="proxies-none">No proxy of this tier yet.</p>
      ) : (
        <ul className="settings-group">
          {proxies.map((proxy) => (
            <ProxyRow key={proxyKey(proxy)} proxy={proxy} isLast={proxies.length === 1} isBusy={isBusy} />
          ))}
        </ul>
      )}
    </section>
  );
}

function TestSettings() {
  const choice = useTestChoice();
  const keep = (target: string) => {
    if (target.trim() !== choice.target) void keepTestChoice({ ...choice, target });
  };
  return (
    <SettingGroup label="Testing">
      <SettingRow label="Page to fetch" help="A test fetches it once through the proxy.">
        {(id) => (
          <Input
            id={id}
            key={choice.target}
            mono
            inputMode="url"
            className="proxies-target"
            defaultValue={choice.target}
            onBlur={(event) => keep(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') keep(event.currentTarget.value);
            }}
          />
        )}
      </SettingRow>
      <SettingRow label="Allow private addresses" help="Allows a page at a loopback or private address.">
        {(id) => (
          <Switch
            id={id}
            checked={choice.allowPrivate}
            onChange={(allowPrivate) => void keepTestChoice({ ...choice, allowPrivate })}
          />
        )}
      </SettingRow>
    </SettingGroup>
  );
}

/** The empty state: what proxies are for, and when a crawl uses them. */
function NoProxies({ project, isOnly }: { project: string; isOnly: boolean }) {
  return (
    <div className="proxies-empty">
      <EmptyState
        icon={Waypoints}
        title={isOnly ? 'No proxies yet' : `No proxies in the project “${project}” yet`}
        actions={
          <Button variant="primary" icon={Plus} onClick={() => openAdd(project)}>
            Add a proxy…
          </Button>
        }
      >
        Crawls reach sites directly. Proxies are additional routes to sites that refuse, tried tier by tier
        for each site.
      </EmptyState>
      <ol className="proxies-ladder">
        <li>
          <h2>Direct</h2>
          <p>
            Every site is requested directly first. A site that still refuses (403, 429, 503 or a challenge)
            after the normal retries moves up a tier for this run.
          </p>
        </li>
        <li>
          <h2>Datacenter</h2>
          <p>
            Used automatically when a site refuses direct requests. The direct route is retried from time to
            time, and a site that answers moves back.
          </p>
        </li>
        <li>
          <h2>Residential</h2>
          <p>
            Billed by the gigabyte, so used only for spiders whose setting <code>PROXY_TIERS</code> names{' '}
            <code>residential</code>, and for at most the share in <code>PROXY_RESIDENTIAL_SHARE</code>.
          </p>
        </li>
      </ol>
    </div>
  );
}
