import { useMemo, useState } from 'react';
import { CircleCheck, CircleStop, RotateCcw, Server, TriangleAlert } from 'lucide-react';
import { fleetSentence } from '../../../shared/contract/fleet-words.ts';
import type { FleetHost, FleetStatus, FleetWorker } from '../../../shared/contract/types.ts';
import { useCommands } from '../../commands/registry.ts';
import { navigate } from '../../navigation/router.ts';
import { getClient } from '../../state/client.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { counted } from '../../ui/format.ts';
import { Table } from '../../ui/table/table.tsx';
import { arraySource, type RowSource } from '../../ui/table/types.ts';
import { useVersionOf } from '../../ui/table/use-version-of.ts';
import { drainWorker, reviveHost } from './fleet-actions.ts';
import { hostColumns, workerColumns } from './fleet-columns.tsx';
import { useFollowedFleet } from './use-fleet.ts';
import './fleet.css';

const moveLine = 'spider-studio migrate --to postgresql://db.example/spiders';
const workerLine = 'spider-studio worker --database postgresql://db.example/spiders';

/** Who works on what: the workers and hosts of a workspace that several machines share. */
export function FleetScreen() {
  const { value, error, loading, refresh } = useCall('fleet.status', {});
  if (error !== null && value === null)
    return <ErrorState page error={error} title="The fleet could not be read." onRetry={refresh} />;
  if (loading) return null;
  return value === null ? <NoFleet /> : <Fleet status={value} />;
}

/** What a fleet is and how to get one, where the workspace is on this computer. */
const NoFleet = () => (
  <div className="fleet-none-yet">
    <EmptyState
      page
      icon={Server}
      title="This workspace is on this computer"
      actions={<Button onClick={() => navigate(['guide', 'fleet'])}>Read the guide</Button>}
    >
      <p>
        On a PostgreSQL server, several computers can carry its runs out together: a fleet. One of them has a
        host at a time, so sites are asked as gently as by one. Move the workspace there, then start a worker
        on each computer:
      </p>
      <CommandLine line={moveLine} />
      <CommandLine line={workerLine} />
    </EmptyState>
  </div>
);

function Fleet({ status }: { status: FleetStatus }) {
  const times = useFollowedFleet();
  const [worker, setWorker] = useState<FleetWorker | null>(null);
  const [host, setHost] = useState<FleetHost | null>(null);
  const isFine = status.workers.gone === 0 && status.setAside === 0 && status.workers.working > 0;
  const Icon = isFine ? CircleCheck : TriangleAlert;
  useCommands([
    {
      id: 'fleet.drain',
      title: 'End the chosen worker…',
      category: 'Fleet',
      when: () => worker?.state === 'working',
      run: () => (worker === null ? undefined : drainWorker(worker)),
    },
    {
      id: 'fleet.revive',
      title: 'Take the chosen host again',
      category: 'Fleet',
      when: () => host?.state === 'set-aside',
      run: () => (host === null ? undefined : reviveHost(host)),
    },
  ]);
  return (
    <div className="fleet">
      <header className="fleet-head">
        <h1>Fleet</h1>
        <p className="fleet-sum" data-tone={isFine ? 'success' : 'warning'} role="status">
          <Icon size={14} aria-hidden />
          <span className="ellipsis">{fleetSentence(status)}</span>
        </p>
        <Button
          icon={CircleStop}
          disabled={worker?.state !== 'working'}
          onClick={() => (worker === null ? undefined : void drainWorker(worker))}
        >
          End worker…
        </Button>
      </header>
      <Workers onSelect={setWorker} />
      <Hosts status={status} version={times} onSelect={setHost} />
    </div>
  );
}

function Workers({ onSelect }: { onSelect: (worker: FleetWorker | null) => void }) {
  const { value, error, refresh } = useCall('fleet.workers', {});
  const version = useVersionOf(value);
  const source = useMemo(() => arraySource('workers', value ?? [], version), [value, version]);
  if (error !== null && value === null)
    return <ErrorState error={error} title="The workers could not be read." onRetry={refresh} />;
  if (value?.length === 0)
    return (
      <section className="fleet-none" aria-label="Workers">
        <p>
          <strong>No worker is here.</strong> Start one on each computer that is to take part:
        </p>
        <CommandLine line={workerLine} />
      </section>
    );
  return (
    <section
      className="fleet-workers"
      aria-label="Workers"
      data-pane="workers"
      style={{ height: `calc(${(value?.length ?? 1) + 1} * var(--row) + 2px)` }}
    >
      <Table
        label="Workers"
        source={source}
        columns={workerColumns}
        layoutName="fleet-workers"
        placeName="fleet-workers"
        rowId={({ name }) => name}
        onSelect={onSelect}
        rowMenu={(row) =>
          row.state === 'working'
            ? [{ label: 'End it…', icon: CircleStop, danger: true, run: () => void drainWorker(row) }]
            : []
        }
      />
    </section>
  );
}

interface HostsProps {
  status: FleetStatus;
  version: number;
  onSelect: (host: FleetHost | null) => void;
}

function Hosts({ status: { active, waiting, setAside }, version, onSelect }: HostsProps) {
  const source = useMemo(
    (): RowSource<FleetHost> => ({
      key: 'hosts',
      version,
      count: null,
      async load(offset, limit, signal) {
        const answer = await getClient().call('fleet.hosts', { offset, limit }, { signal });
        if (!answer.ok) return answer;
        const { hosts, total } = answer.value;
        return { ok: true, rows: hosts, count: total };
      },
    }),
    [version],
  );
  return (
    <section className="fleet-hosts" aria-label="Hosts" data-pane="hosts">
      <header className="fleet-hosts-head">
        <h2>Hosts</h2>
        <p className="subtle numeric">
          {active} at work, {waiting} waiting
          {setAside > 0 && `, ${counted(setAside, 'host')} set aside`}
        </p>
      </header>
      <div className="fleet-hosts-table">
        <Table
          label="Hosts"
          source={source}
          columns={hostColumns}
          layoutName="fleet-hosts"
          placeName="fleet-hosts"
          rowId={({ host }) => host}
          onSelect={onSelect}
          rowMenu={(row) => [
            ...row.runs.map(({ run, spider }) => ({
              label: `Show run ${run} of ${spider}`,
              run: () => navigate(['run', run]),
            })),
            ...(row.state === 'set-aside'
              ? [{ label: 'Take it again', icon: RotateCcw, run: () => void reviveHost(row) }]
              : []),
          ]}
          empty={
            <EmptyState icon={Server} title="No host is worked on or waits">
              Hosts of runs are shown here from the moment that a run finds them.
            </EmptyState>
          }
        />
      </div>
    </section>
  );
}
