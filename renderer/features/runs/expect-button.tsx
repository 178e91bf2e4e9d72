import { useState } from 'react';
import { ClipboardCheck } from 'lucide-react';
import type { RunSummary } from '../../../shared/contract/types.ts';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { expectFromRun } from '../../spider-document/expect-from-run.ts';
import { allows } from './run-states.ts';

/** Writes what the data of a run shows into its spider, so that later runs are measured by it. */
export function ExpectButton({ run }: { run: RunSummary }) {
  const [busy, setBusy] = useState(false);
  if (!allows(run, 'expect')) return null;
  const act = async () => {
    setBusy(true);
    await expectFromRun(run);
    setBusy(false);
  };
  return (
    <Tooltip
      text="Writes types, how often fields are filled, the key and the number of items into the spider"
      command="run.expect"
    >
      <Button size="small" icon={ClipboardCheck} busy={busy} onClick={() => void act()}>
        Expect this from now on
      </Button>
    </Tooltip>
  );
}
