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

/**
 * The run that another one is best compared with: the one whose pages were extracted again, else the newest of its kind before it, else
 * the newest before it. Undefined: there is none.
 * @param older the runs before it, newest first
 */
export function partnerOf(
  { kind, source }: Pick<RunSummary, 'kind' | 'source'>,
  older: readonly RunSummary[],
): RunSummary | undefined {
  if (kind === 'reextract') return older.find(({ id }) => id === source);
  const crawled = older.filter((run) => run.kind !== 'reextract');
  return crawled.find((run) => run.kind === kind) ?? crawled[0];
}

/** The entry of a run's menu that compares it with its partner. */
export function compareEntry(run: RunSummary, older: readonly RunSummary[]): MenuEntry {
  const partner = partnerOf(run, older);
  return {
    label: partner === undefined ? 'Compare with the run before' : `Compare with run ${partner.id}`,
    icon: GitCompareArrows,
    disabled: partner === undefined,
    run: () => {
      if (partner !== undefined) goTo([partner, run]);
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

/** Runs before a run among which its partner is looked for. */
const maxOlder = 50;

/** Leads from a run to its comparison with the run before; nothing for the first run of a spider, and one that extracted again, which says so itself. */
export function CompareWithBefore({ run }: { run: RunSummary }) {
  const { id, project, spider } = run;
  const { value } = useCall('runs.list', { project, spider, before: id, limit: maxOlder });
  const partner = partnerOf(run, value?.runs ?? []);
  if (partner === undefined || run.source !== null) return null;
  return (
    <Tooltip text={`What differs from run ${partner.id}, and whether the site or the spider made it`}>
      <Button icon={GitCompareArrows} onClick={() => goTo([partner, run])}>
        Compare
      </Button>
    </Tooltip>
  );
}
