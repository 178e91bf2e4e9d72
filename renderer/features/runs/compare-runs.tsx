import { GitCompareArrows } from 'lucide-react';
import type { RunSummary } from '../../../shared/contract/types.ts';
import { navigate } from '../../navigation/router.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import type { MenuEntry } from '../../ui/menu.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

/** Two runs, the one that began first in front. */
const inOrder = (one: RunSummary, other: RunSummary): readonly [RunSummary, RunSummary] =>
  Number(one.id) < Number(other.id) ? [one, other] : [other, one];

const goTo = ([before, after]: readonly [RunSummary, RunSummary]) =>
  navigate(['compare', before.id, after.id]);

/** The entry of a run's menu that compares it with the run before it. */
export function compareEntry(run: RunSummary, before: RunSummary | undefined): MenuEntry {
  return {
    label: before === undefined ? 'Compare with the run before' : `Compare with run ${before.id}`,
    icon: GitCompareArrows,
    disabled: before === undefined,
    run: () => {
      if (before !== undefined) goTo([before, run]);
    },
  };
}

/** Leads to the comparison of two runs that are selected. */
export function CompareSelected({ runs: [one, other] }: { runs: readonly [RunSummary, RunSummary] }) {
  const pair = inOrder(one, other);
  return (
    <Button icon={GitCompareArrows} onClick={() => goTo(pair)}>
      Compare {pair[0].id} and {pair[1].id}
    </Button>
  );
}

/** Leads from a run to its comparison with the run before; nothing for the first run of a spider. */
export function CompareWithBefore({ run }: { run: RunSummary }) {
  const { id, project, spider } = run;
  const { value } = useCall('runs.list', { project, spider, before: id, limit: 1 });
  const before = value?.runs[0];
  if (before === undefined) return null;
  return (
    <Tooltip text={`What differs from run ${before.id}, and whether the site or the spider made it`}>
      <Button icon={GitCompareArrows} onClick={() => goTo([before, run])}>
        Compare
      </Button>
    </Tooltip>
  );
}
