import { Suspense, useState } from 'react';
import { Wrench } from 'lucide-react';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { RunSummary } from '../../../shared/contract/types.ts';
import { isUnderWay } from '../../../shared/contract/run-states.ts';
import { fallWords } from '../../../shared/contract/repair-words.ts';
import { loadPart } from '../../state/load-part.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { counted } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';

const RepairDialog = loadPart(async () => (await import('./repair-dialog.tsx')).RepairDialog);

/** Falls that are told by name. */
const maxTold = 6;

/** Says which fields of a run are filled less often than in an earlier one, or are not as expected, and offers to find them again. */
export function RepairFinding({ run }: { run: RunSummary }) {
  const { value } = useCall('repair.falls', isUnderWay(run) ? null : { run: run.id });
  const [open, setOpen] = useState(false);
  if (value === null) return null;
  const found = findingWords(value);
  if (found === null) return null;
  const more = found.told.length - maxTold;
  const told = [...found.told.slice(0, maxTold), ...(more > 0 ? [`and ${more} more`] : [])];
  return (
    <section className="runs-findings" aria-label="Compared with an earlier run">
      <Notice
        tone="warning"
        icon={Wrench}
        title={found.title}
        actions={
          <Button size="small" variant="primary" onClick={() => setOpen(true)}>
            Find it again…
          </Button>
        }
      >
        {told.join('; ')}.
      </Notice>
      {open && (
        <Suspense fallback={null}>
          <RepairDialog run={run} against={value.against?.id ?? null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}

/** What may be repaired, in words; null: nothing. */
function findingWords({
  against,
  falls,
  breaches,
}: CallValue<'repair.falls'>): { title: string; told: string[] } | null {
  if (against !== null && falls.length > 0) {
    const title = `${counted(falls.length, 'field is', 'fields are')} filled less often than in run ${against.id}`;
    return { title, told: falls.map((fall) => fallWords(fall, against.id)) };
  }
  const fields = [...new Set(breaches.flatMap(({ field }) => field ?? []))];
  if (fields.length === 0) {
    if (breaches.length === 0 || against === null) return null;
    return {
      title: 'There are fewer items than expected',
      told: [`The rows and links of run ${against.id} can be looked for on the pages of this run`],
    };
  }
  return {
    title: `${counted(fields.length, 'field is', 'fields are')} not as expected`,
    told: [
      `The selectors of ${fields.join(', ')} may no longer fit the pages; what they took ${
        against === null ? 'on good pages' : `in run ${against.id}`
      } can be looked for on the others`,
    ],
  };
}
