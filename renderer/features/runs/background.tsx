import { Suspense, useEffect, useRef } from 'react';
import { toast } from '../../state/toasts.ts';
import { counted } from '../../ui/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { navigate } from '../../navigation/router.ts';
import { ExcludeDialog } from './exclude-dialog.tsx';
import { useExcludeDialog } from './exclude-store.ts';
import { useFollowProgress } from './live-progress.ts';
import { resumeAll, resumeRun } from './run-actions.ts';
import { useFollowFocus } from './run-focus.ts';
import { useStartDialog } from './start-store.ts';
import { closeWaiting, openWaiting, useWaitingDialog } from './waiting-store.ts';
import { useWaitingRuns, WaitingList } from './status.tsx';
import { loadPart } from '../../state/load-part.ts';

// Loaded on demand, because it brings the schema of the settings and the validation of spiders.
const StartDialog = loadPart(async () => (await import('./start-dialog.tsx')).StartDialog);

/** The dialogs of runs, and the listeners of their topics. Always mounted. */
export function RunsBackground() {
  useFollowFocus();
  useFollowProgress();
  const start = useStartDialog((state) => state.open);
  const excluding = useExcludeDialog((state) => state.run);
  return (
    <>
      <InterruptedNotice />
      <WaitingDialog />
      {excluding !== null && <ExcludeDialog run={excluding} />}
      {start !== null && (
        <Suspense fallback={null}>
          <StartDialog {...start} />
        </Suspense>
      )}
    </>
  );
}

/** Offers to resume interrupted runs, once after the window was opened. */
function InterruptedNotice() {
  const interrupted = useWaitingRuns().filter(({ state }) => state === 'interrupted');
  const told = useRef(false);
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (interrupted.length === 0) {
      // All of them were resumed or ended elsewhere.
      if (shown.current !== null) toast.dismiss(shown.current);
      shown.current = null;
      return;
    }
    if (told.current) return;
    told.current = true;
    const [first] = interrupted;
    if (first === undefined) return;
    shown.current =
      interrupted.length === 1
        ? toast.warning(`Run ${first.id} of ${first.spider} was interrupted`, {
            message: `Its process ended before the run was finished. ${counted(first.counters.items, 'item')} and all known pages are kept.`,
            actions: [
              { label: 'Resume', run: () => void resumeRun(first) },
              { label: 'Show the run', run: () => navigate(['run', first.id]) },
            ],
          })
        : toast.warning(`${interrupted.length} runs were interrupted`, {
            message:
              'Their processes ended before the runs were finished. All items and known pages are kept.',
            actions: [
              { label: 'Resume all', run: () => void resumeAll(interrupted) },
              { label: 'Show the runs', run: openWaiting },
            ],
          });
  }, [interrupted]);
  return null;
}

function WaitingDialog() {
  const open = useWaitingDialog((state) => state.open);
  const runs = useWaitingRuns();
  if (!open) return null;
  return (
    <Dialog
      open
      onClose={closeWaiting}
      size="medium"
      title="Runs that need attention"
      description={
        runs.length === 0
          ? 'None. No run was interrupted or has paused itself.'
          : 'Each continues where it stopped.'
      }
      footer={<Button onClick={closeWaiting}>Close</Button>}
    >
      <div className="runs-waiting-dialog">
        <WaitingList runs={runs} onLeave={closeWaiting} />
      </div>
    </Dialog>
  );
}
