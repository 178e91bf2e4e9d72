import { Suspense, useState } from 'react';
import { Wrench } from 'lucide-react';
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

/** Says which fields of a run are filled less often than in an earlier one, and offers to find their values again. */
export function RepairFinding({ run }: { run: RunSummary }) {
  const { value } = useCall('repair.falls', isUnderWay(run) ? null : { run: run.id });
  const [open, setOpen] = useState(false);
  const against = value?.against ?? null;
  if (value === null || against === null || value.falls.length === 0) return null;
  const { falls } = value;
  const told = falls.slice(0, maxTold).map((fall) => fallWords(fall, against.id));
  const more = falls.length - told.length;
  return (
    <section className="runs-findings" aria-label="Compared with an earlier run">
      <Notice
        tone="warning"
        icon={Wrench}
        title={`${counted(falls.length, 'field is', 'fields are')} filled less often than in run ${against.id}`}
        actions={
          <Button size="small" variant="primary" onClick={() => setOpen(true)}>
            Find it again…
          </Button>
        }
      >
        {[...told, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')}.
      </Notice>
      {open && (
        <Suspense fallback={null}>
          <RepairDialog run={run} against={against.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
