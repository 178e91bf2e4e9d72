import { useId, useState } from 'react';
import { CircleAlert, FileWarning, Info, ListPlus, Play } from 'lucide-react';
import type { CallError } from '../../../shared/contract/errors.ts';
import { isUnderWay } from '../../../shared/contract/run-states.ts';
import { mostPriority, readPriority } from '../../../shared/queue-priority.ts';
import { href } from '../../navigation/router.ts';
import { RunOptions } from '../../run-options/run-options.tsx';
import { SpiderPicker, idOf, type SpiderName } from '../../run-options/spider-picker.tsx';
import { rememberedChoice, type StartChoice } from '../../run-options/start-memory.ts';
import { useRunOptions } from '../../run-options/use-run-options.ts';
import { useLiveRuns } from '../../state/live-runs.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Input } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { closeStart, queueRun, startRun } from './start-store.ts';

interface StartDialogProps {
  spider: SpiderName | null;
  preset: Partial<StartChoice>;
  /** Whether Enter queues the run; default: it starts it. */
  queues?: boolean;
}

/** The dialog that starts or queues a run: test or full run, settings, private addresses. */
export function StartDialog({ spider: given, preset, queues = false }: StartDialogProps) {
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
        queues={queues}
        picker={given === null ? <SpiderPicker chosen={target} onChoose={setChosen} /> : null}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={closeStart}
      title={queues ? 'Add a run to the queue' : 'Start a run'}
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
  queues: boolean;
  picker: React.ReactNode;
}

function ChoiceForm({ target, preset, queues, picker }: ChoiceFormProps) {
  const { project, spider } = target;
  const [busy, setBusy] = useState<'start' | 'queue' | null>(null);
  const [priority, setPriority] = useState('0');
  const [refused, setRefused] = useState<CallError | null>(null);
  const options = useRunOptions(
    target,
    () => ({ ...rememberedChoice(project, spider), ...preset }),
    () => setRefused(null),
  );
  const { choice, wrong } = options;
  const { value } = useCall('spiders.get', { project, spider });
  const handle = (error: CallError) => {
    setRefused(error);
    return true;
  };
  const carryOut = async (what: 'start' | 'queue') => {
    if (wrong || busy !== null) return;
    setBusy(what);
    setRefused(null);
    const { given } = options;
    const done =
      what === 'start'
        ? await startRun(target, given, handle)
        : await queueRun(target, given, { priority: readPriority(priority) ?? 0, handle });
    setBusy(null);
    if (done) closeStart();
  };
  return (
    <Dialog
      open
      onClose={closeStart}
      size="medium"
      title={titleOf(queues, picker === null ? spider : null)}
      onSubmit={() => void carryOut(queues ? 'queue' : 'start')}
      footer={
        <>
          {queues && <PriorityField value={priority} onChange={setPriority} />}
          <span className="grow" />
          <Button onClick={closeStart}>Cancel</Button>
          {queues ? (
            <Button disabled={wrong} busy={busy === 'start'} onClick={() => void carryOut('start')}>
              Start at once
            </Button>
          ) : (
            <Tooltip text="It begins when its turn comes">
              <Button
                icon={ListPlus}
                disabled={wrong}
                busy={busy === 'queue'}
                onClick={() => void carryOut('queue')}
              >
                Add to queue
              </Button>
            </Tooltip>
          )}
          <Button
            variant="primary"
            type="submit"
            icon={queues ? ListPlus : Play}
            busy={busy === (queues ? 'queue' : 'start')}
            disabled={wrong || (queues && readPriority(priority) === null)}
          >
            {queues ? 'Add to queue' : choice.kind === 'test' ? 'Start the test run' : 'Start the full run'}
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

const titleOf = (queues: boolean, spider: string | null) =>
  queues
    ? `Add a run${spider === null ? '' : ` of ${spider}`} to the queue`
    : `Start a run${spider === null ? '' : ` of ${spider}`}`;

/** The priority of a run that is queued, beside the buttons. */
function PriorityField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>Priority</label>
      <Input
        id={id}
        className="runs-priority"
        type="number"
        min={-mostPriority}
        max={mostPriority}
        step={1}
        title={`From -${mostPriority} to ${mostPriority}: runs with a higher one begin first.`}
        aria-invalid={readPriority(value) === null || undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
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
