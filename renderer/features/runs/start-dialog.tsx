import { useId, useMemo, useState } from 'react';
import { CircleAlert, FileWarning, FlaskConical, Globe, Info, Link, Play } from 'lucide-react';
import type { CallError } from '../../../shared/contract/errors.ts';
import { isUnderWay } from '../../../shared/contract/run-states.ts';
import { useLiveRuns } from '../../state/live-runs.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input, Select, Switch } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import { href } from '../../navigation/router.ts';
import { checkOverrides, privateStarts } from './check-overrides.ts';
import { Notice } from '../../ui/notice.tsx';
import { OverridesField } from './overrides-field.tsx';
import type { SpiderName } from './run-focus.ts';
import { rememberedChoice, type StartChoice } from './start-memory.ts';
import { givenArgs, missingArgs, startPlan, type StartPlan } from './start-plan.ts';
import { closeStart, startRun } from './start-store.ts';
import './start-dialog.css';

interface StartDialogProps {
  spider: SpiderName | null;
  preset: Partial<StartChoice>;
}

const idOf = ({ project, spider }: SpiderName) => `${project}/${spider}`;

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

function SpiderPicker({
  chosen,
  onChoose,
}: {
  chosen: SpiderName | null;
  onChoose: (next: SpiderName) => void;
}) {
  const spiders = useCall('spiders.list', {}).value ?? [];
  const options = spiders.map(({ project, name }) => ({
    value: `${project}/${name}`,
    label: project === 'default' ? name : `${project} / ${name}`,
  }));
  return (
    <Field label="Spider">
      {(ids) => (
        <Select
          {...ids}
          autoFocus={chosen === null}
          value={chosen === null ? '' : idOf(chosen)}
          options={
            chosen === null ? [{ value: '', label: 'Choose a spider…', disabled: true }, ...options] : options
          }
          onChange={(value) => {
            const found = spiders.find(({ project, name }) => `${project}/${name}` === value);
            if (found !== undefined) onChoose({ project: found.project, spider: found.name });
          }}
        />
      )}
    </Field>
  );
}

interface ChoiceFormProps {
  target: SpiderName;
  preset: Partial<StartChoice>;
  picker: React.ReactNode;
}

function ChoiceForm({ target, preset, picker }: ChoiceFormProps) {
  const { project, spider } = target;
  const [choice, setChoice] = useState<StartChoice>(() => ({
    ...rememberedChoice(project, spider),
    ...preset,
  }));
  const [limitText, setLimitText] = useState(String(choice.limit));
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<CallError | null>(null);
  const { value } = useCall('spiders.get', { project, spider });
  const text = value?.text ?? null;
  const problems = checkOverrides(text, choice.overrides);
  const plan = useMemo(() => startPlan(text, choice.overrides), [text, choice.overrides]);
  const limit = Number(limitText);
  const limitError =
    choice.kind === 'test' && (!Number.isInteger(limit) || limit < 1)
      ? 'A test run needs a whole number of items, 1 or more.'
      : null;
  const wrong =
    limitError !== null ||
    missingArgs(plan, choice.args).length > 0 ||
    [...problems.values()].some(({ severity }) => severity === 'error');
  const change = (next: Partial<StartChoice>) => {
    setChoice((before) => ({ ...before, ...next }));
    setRefused(null);
  };
  const submit = async () => {
    if (wrong || busy) return;
    setBusy(true);
    setRefused(null);
    const started = await startRun(
      target,
      { ...choice, args: givenArgs(plan, choice.args), ...(limitError === null ? { limit } : {}) },
      (error) => {
        setRefused(error);
        return true;
      },
    );
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
      <KindChoice kind={choice.kind} onChange={(kind) => change({ kind })}>
        <Field label="Maximum items" error={limitError}>
          {(ids) => (
            <Input
              {...ids}
              className="runs-start-limit"
              type="number"
              min={1}
              step={1}
              inputMode="numeric"
              value={limitText}
              onChange={(event) => {
                setLimitText(event.target.value);
                setRefused(null);
              }}
            />
          )}
        </Field>
      </KindChoice>
      <ArgFields plan={plan} typed={choice.args} onChange={(args) => change({ args })} />
      {plan.generated > 0 && (
        <Notice tone="info" icon={Link}>
          GENERATED_URLS makes {counted(plan.generated, 'start URL')}.
        </Notice>
      )}
      <OverridesField
        overrides={choice.overrides}
        problems={problems}
        text={text}
        onChange={(overrides) => change({ overrides })}
      />
      <PrivateSwitch
        text={text}
        checked={choice.allowPrivate}
        onChange={(allowPrivate) => change({ allowPrivate })}
      />
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

interface KindChoiceProps {
  kind: StartChoice['kind'];
  onChange: (kind: StartChoice['kind']) => void;
  /** What a test run asks for. */
  children: React.ReactNode;
}

function KindChoice({ kind, onChange, children }: KindChoiceProps) {
  const name = useId();
  return (
    <fieldset className="runs-kinds">
      <legend className="visually-hidden">Kind of run</legend>
      <label className="runs-kind" data-chosen={kind === 'test' || undefined}>
        <input
          type="radio"
          name={name}
          checked={kind === 'test'}
          onChange={() => onChange('test')}
          autoFocus={kind === 'test'}
        />
        <FlaskConical size={16} aria-hidden />
        <span>
          <strong>Test run</strong>
          <span className="runs-kind-text">
            Stops after a number of items, to see what the spider returns.
          </span>
        </span>
      </label>
      <label className="runs-kind" data-chosen={kind === 'full' || undefined}>
        <input
          type="radio"
          name={name}
          checked={kind === 'full'}
          onChange={() => onChange('full')}
          autoFocus={kind === 'full'}
        />
        <Globe size={16} aria-hidden />
        <span>
          <strong>Full run</strong>
          <span className="runs-kind-text">
            Follows every link that matches a rule, until no pages are left.
          </span>
        </span>
      </label>
      {kind === 'test' && <div className="runs-kind-more">{children}</div>}
    </fieldset>
  );
}

interface ArgFieldsProps {
  plan: StartPlan;
  typed: StartChoice['args'];
  onChange: (typed: StartChoice['args']) => void;
}

/** An input for each argument of the spider. */
function ArgFields({ plan, typed, onChange }: ArgFieldsProps) {
  const missing = missingArgs(plan, typed);
  return plan.args.map(({ name, default: usual, description }) => (
    <Field
      key={name}
      label={name}
      {...(description === null ? {} : { help: description })}
      error={missing.includes(name) ? `${name} needs a value.` : null}
    >
      {(ids) => (
        <Input
          {...ids}
          value={typed[name] ?? usual ?? ''}
          spellCheck={false}
          onChange={(event) => onChange({ ...typed, [name]: event.target.value })}
        />
      )}
    </Field>
  ));
}

interface PrivateSwitchProps {
  text: string | null;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function PrivateSwitch({ text, checked, onChange }: PrivateSwitchProps) {
  const starts = text === null ? [] : privateStarts(text);
  const [first] = starts;
  return (
    <div className="runs-private">
      <Switch
        label="Allow private addresses"
        help="Lets this run reach this computer and its local network (127.0.0.1, 192.168.…, names that end in .local). When off, links to such addresses are refused."
        checked={checked}
        onChange={onChange}
      />
      {first !== undefined && !checked && (
        <Notice tone="warning" icon={CircleAlert}>
          The spider starts at <code>{first}</code>, a private address: without this, no page can be fetched.
        </Notice>
      )}
    </div>
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
