import { useState } from 'react';
import { CircleAlert, FileWarning, Info, Play } from 'lucide-react';
import type { CallError } from '../../../shared/contract/errors.ts';
import { isUnderWay } from '../../../shared/contract/run-states.ts';
import { href } from '../../navigation/router.ts';
import { RunOptions } from '../../run-options/run-options.tsx';
import { SpiderPicker, idOf, type SpiderName } from '../../run-options/spider-picker.tsx';
import { rememberedChoice, type StartChoice } from '../../run-options/start-memory.ts';
import { useRunOptions } from '../../run-options/use-run-options.ts';
import { useLiveRuns } from '../../state/live-runs.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { counted } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { closeStart, startRun } from './start-store.ts';

interface StartDialogProps {
  spider: SpiderName | null;
  preset: Partial<StartChoice>;
}

/** The dialog that starts a run: test or full run, settings, private addresses. */
export function StartDialog({ spider: given, preset }: StartDialogProps) {
  const [chosen, setChosen] = useState(given);
  const spiders = useCall('spiders.list', {}).value;
  const only = spiders?.length === 1 ? spiders[0] : undefined;
  const target = chosen ?? (only === undefined ? null : { project: only.project, spider: only.name });
  if (target !== null) {
    return (
      <ChoiceForm
        key={idOf(target)}
        target={target}
        preset={preset}
        picker={given === null ? <SpiderPicker chosen={target} onChoose={setChosen} /> : null}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={closeStart}
      title="Start a run"
      description={
        spiders?.length === 0 ? 'No spiders yet. Create or import one first.' : 'Choose the spider to run.'
      }
      footer={<Button onClick={closeStart}>Cancel</Button>}
    >
      <SpiderPicker chosen={null} onChoose={setChosen} />
    </Dialog>
  );
}

interface ChoiceFormProps {
  target: SpiderName;
  preset: Partial<StartChoice>;
  picker: React.ReactNode;
}

function ChoiceForm({ target, preset, picker }: ChoiceFormProps) {
  const { project, spider } = target;
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<CallError | null>(null);
  const options = useRunOptions(
    target,
    () => ({ ...rememberedChoice(project, spider), ...preset }),
    () => setRefused(null),
  );
  const { choice, wrong } = options;
  const { value } = useCall('spiders.get', { project, spider });
  const submit = async () => {
    if (wrong || busy) return;
    setBusy(true);
    setRefused(null);
    const started = await startRun(target, options.given, (error) => {
      setRefused(error);
      return true;
    });
    setBusy(false);
    if (started) closeStart();
  };
  return (
    <Dialog
      open
      onClose={closeStart}
      size="medium"
      title={picker === null ? `Start a run of ${spider}` : 'Start a run'}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={closeStart}>Cancel</Button>
          <Button variant="primary" type="submit" icon={Play} busy={busy} disabled={wrong}>
            {choice.kind === 'test' ? 'Start the test run' : 'Start the full run'}
          </Button>
        </>
      }
    >
      {picker}
      <Notices
        target={target}
        hasDraft={value?.summary.hasDraft === true}
        version={value?.summary.version ?? null}
      />
      <RunOptions options={options} autoFocus />
      {refused !== null && <Refused error={refused} target={target} />}
    </Dialog>
  );
}

function Notices({
  target,
  hasDraft,
  version,
}: {
  target: SpiderName;
  hasDraft: boolean;
  version: number | null;
}) {
  const live = useLiveRuns((state) => state.runs);
  const running = [...live.values()].find(
    (run) => run.project === target.project && run.spider === target.spider && isUnderWay(run),
  );
  return (
    <>
      {running !== undefined && (
        <Notice tone="info" icon={Info}>
          <a href={href(['run', running.id])} onClick={closeStart}>
            Run {running.id}
          </a>{' '}
          of this spider is in progress, with {counted(running.counters.items, 'item')} so far. A second run
          doubles the requests to the site.
        </Notice>
      )}
      {hasDraft && (
        <Notice tone="warning" icon={FileWarning}>
          The spider has unsaved edits. The run uses version {version ?? ''}, the latest saved version.
        </Notice>
      )}
    </>
  );
}

function Refused({ error, target }: { error: CallError; target: SpiderName }) {
  return (
    <Notice tone="danger" icon={CircleAlert} alert>
      {error.message}
      {error.hint === null ? '' : ` ${error.hint}`}
      {error.code === 'invalid-spider' && (
        <>
          {' '}
          <a href={href(['spider', target.project, target.spider, 'author'])} onClick={closeStart}>
            Open the spider
          </a>
        </>
      )}
    </Notice>
  );
}
