import { useId, type ReactNode } from 'react';
import { CircleAlert, FlaskConical, Globe, Link } from 'lucide-react';
import { Field, Input, Switch } from '../ui/field.tsx';
import { counted } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { privateStarts } from './check-overrides.ts';
import { OverridesField } from './overrides-field.tsx';
import type { StartChoice } from './start-memory.ts';
import { missingArgs, type StartPlan } from './start-plan.ts';
import type { RunOptionsState, WorkersState } from './use-run-options.ts';
import { mostWorkers } from '../../shared/run-workers.ts';
import './run-options.css';

interface RunOptionsProps {
  options: RunOptionsState;
  /** Whether the kind of the run has the focus at the beginning. */
  autoFocus?: boolean;
}

/** What a run is to do: a test or a full run, arguments, settings, processes, private addresses. */
export function RunOptions({ options, autoFocus = false }: RunOptionsProps) {
  const { choice, change, limitText, setLimitText, limitError, workers, plan, problems, text } = options;
  return (
    <>
      <KindChoice kind={choice.kind} autoFocus={autoFocus} onChange={(kind) => change({ kind })}>
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
              onChange={(event) => setLimitText(event.target.value)}
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
      {workers !== null && <WorkersField workers={workers} />}
      <PrivateSwitch
        text={text}
        checked={choice.allowPrivate}
        onChange={(allowPrivate) => change({ allowPrivate })}
      />
    </>
  );
}

interface KindChoiceProps {
  kind: StartChoice['kind'];
  autoFocus: boolean;
  onChange: (kind: StartChoice['kind']) => void;
  /** What a test run asks for. */
  children: ReactNode;
}

function KindChoice({ kind, autoFocus, onChange, children }: KindChoiceProps) {
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
          autoFocus={autoFocus && kind === 'test'}
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
          autoFocus={autoFocus && kind === 'full'}
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

/** How many processes carry the run out. */
function WorkersField({ workers: { text, setText, error } }: { workers: WorkersState }) {
  return (
    <Field
      label="Worker processes"
      help="Processes of this computer that carry the run out together. More than one helps where many sites answer fast; each site still has one at a time."
      error={error}
    >
      {(ids) => (
        <Input
          {...ids}
          className="runs-start-limit"
          type="number"
          min={1}
          max={mostWorkers}
          step={1}
          inputMode="numeric"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </Field>
  );
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
