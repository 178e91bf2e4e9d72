import { useEffect } from 'react';
import type { RunSummary } from '../../../shared/contract/types.ts';
import { isUnderWay } from '../../../shared/contract/run-states.ts';
import { href } from '../../navigation/router.ts';
import { useCall } from '../../state/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { counted } from '../../ui/format.ts';

/** How often it is asked which workers carry a run out, in milliseconds. */
const readEveryMs = 2000;

/** The workers that carry a run out now; none where the workspace is on this computer, or one program has the run to itself. */
export function useRunWorkers(run: string): readonly string[] {
  return useCall('fleet.status', {}).value?.runs.find((one) => one.run === run)?.workers ?? [];
}

/** Who carries a run out, where it is not this application alone. */
export function CarriedOutBy({ run }: { run: RunSummary }) {
  return isUnderWay(run) ? <Carriers run={run} /> : null;
}

function Carriers({ run }: { run: RunSummary }) {
  const { value, loading, refresh } = useCall('fleet.status', {});
  const workers = useRunWorkers(run.id);
  const isFleet = value !== null;
  useEffect(() => {
    if (!isFleet) return undefined;
    const timer = setInterval(() => document.hidden || refresh(), readEveryMs);
    return () => clearInterval(timer);
  }, [isFleet, refresh]);
  if (workers.length > 0)
    return (
      <a href={href(['fleet'])} title={workers.join(', ')}>
        <Badge>by {counted(workers.length, 'worker')}</Badge>
      </a>
    );
  if (run.here || loading) return null;
  return (
    <Badge title="Another program, for example the command line, carries out this run. You can pause and stop it here.">
      run by another program
    </Badge>
  );
}
