import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { X } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import { Field, Input, Suggestions } from '../ui/field.tsx';
import { knownSettings, type KnownSetting, type OverrideProblem } from './check-overrides.ts';
import { completions, type Completion } from './complete-override.ts';
import { readOverride, readOverrides, typedValue, withOverride, type Override } from './overrides.ts';

interface OverridesFieldProps {
  overrides: readonly Override[];
  problems: ReadonlyMap<string, OverrideProblem>;
  /** The spider's text, for what it sets itself; null: not known yet. */
  text: string | null;
  onChange: (overrides: readonly Override[]) => void;
}

/** Settings for one run: typed as KEY=VALUE with completion, then listed, each with what is wrong with it. */
export function OverridesField({ overrides, problems, text, onChange }: OverridesFieldProps) {
  const own = settingsOf(text);
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field
      label="Settings for this run"
      aside="optional"
      help={
        <>
          As <code>KEY=VALUE</code>, then Enter. They override the settings of the spider for this run only.
        </>
      }
    >
      {(ids) => (
        <div>
          {overrides.length > 0 && (
            <ul className="runs-overrides-list" aria-label="Chosen settings">
              {overrides.map((override) => (
                <OverrideRow
                  key={override.name}
                  override={override}
                  problem={problems.get(override.name) ?? null}
                  own={own[override.name]}
                  onChange={(next) => onChange(withOverride(overrides, next))}
                  onRemove={() => {
                    onChange(overrides.filter((each) => each !== override));
                    input.current?.focus();
                  }}
                />
              ))}
            </ul>
          )}
          <OverrideInput
            ids={ids}
            ref={input}
            onAdd={(added) => onChange(added.reduce<Override[]>(withOverride, [...overrides]))}
          />
        </div>
      )}
    </Field>
  );
}

function settingsOf(text: string | null): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    return { ...Object(Reflect.get(Object(parsed), 'settings')) };
  } catch {
    return {};
  }
}

interface OverrideRowProps {
  override: Override;
  problem: OverrideProblem | null;
  /** What the spider itself sets. */
  own: unknown;
  onChange: (next: Override) => void;
  onRemove: () => void;
}

function OverrideRow({ override, problem, own, onChange, onRemove }: OverrideRowProps) {
  const list = useId();
  const { name, value } = override;
  const setting = knownSettings.find((each) => each.name === name);
  const values = setting?.values ?? [];
  return (
    <li className="runs-override">
      <code title={setting?.description}>{name}</code>
      <Input
        mono
        aria-label={`Value of ${name}`}
        aria-invalid={problem?.severity === 'error' || undefined}
        aria-describedby={`${list}-note`}
        value={value}
        onChange={(event) => onChange({ name, value: event.target.value })}
        {...(values.length === 0 ? {} : { list })}
      />
      <Suggestions id={list} names={values} />
      <IconButton label={`Remove ${name}`} icon={X} size="small" onClick={onRemove} />
      <p className="runs-override-note" id={`${list}-note`} data-severity={problem?.severity}>
        {problem === null
          ? noteOf(setting, own)
          : [problem.message, problem.hint].filter((part) => part !== null).join('. ')}
      </p>
    </li>
  );
}

function noteOf(setting: KnownSetting | undefined, own: unknown): string {
  if (own !== undefined && own !== null) return `The spider says ${typedValue(own)}.`;
  return setting?.description ?? '';
}

interface OverrideInputProps {
  ids: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean | undefined };
  ref: React.Ref<HTMLInputElement>;
  onAdd: (overrides: readonly Override[]) => void;
}

function OverrideInput({ ids, ref, onAdd }: OverrideInputProps) {
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(-1);
  const [open, setOpen] = useState(false);
  const shown = open ? completions(text, knownSettings) : [];
  const current = shown[active];
  const choose = ({ text: next, complete }: Completion) => {
    const override = complete ? readOverride(next) : null;
    setActive(-1);
    if (override === null) {
      setText(next);
      setOpen(true);
    } else {
      onAdd([override]);
      setText('');
      setOpen(false);
    }
  };
  const add = () => {
    const override = readOverride(text);
    if (override === null) return;
    onAdd([override]);
    setText('');
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !event.altKey) {
      event.preventDefault();
      setOpen(true);
      const length = completions(text, knownSettings).length;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (length > 0)
        setActive((before) => (before < 0 && step < 0 ? length - 1 : (before + step + length) % length));
    } else if (event.key === 'Enter') {
      // With nothing typed, Enter starts the run.
      if (text.trim() === '' && current === undefined) return;
      event.preventDefault();
      if (current !== undefined) choose(current);
      else if (readOverride(text) !== null) add();
      else if (shown[0] !== undefined) choose(shown[0]);
    } else if (event.key === 'Tab' && !event.shiftKey && shown.length > 0 && text !== '') {
      const first = current ?? shown[0];
      if (first === undefined || first.complete) return;
      event.preventDefault();
      choose(first);
    } else if (event.key === 'Escape' && shown.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      setActive(-1);
    }
  };
  return (
    <>
      <Input
        {...ids}
        ref={ref}
        mono
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={listId}
        aria-activedescendant={current === undefined ? undefined : `${listId}-${active}`}
        placeholder="DOWNLOAD_DELAY=2"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(-1);
          setOpen(true);
        }}
        onPaste={(event) => {
          const { overrides } = readOverrides(event.clipboardData.getData('text'));
          if (overrides.length < 2) return;
          event.preventDefault();
          onAdd(overrides);
        }}
        onBlur={() => {
          setOpen(false);
          // What was typed in full counts, whether Enter was pressed or not.
          add();
        }}
        onKeyDown={onKeyDown}
      />
      {shown.length > 0 && (
        <div className="runs-completion" id={listId} role="listbox" aria-label="Settings">
          {shown.map((entry, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys are those of the field, which keeps the focus
            <div
              key={entry.text}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              className="runs-completion-entry"
              ref={(element) => {
                if (index === active) element?.scrollIntoView?.({ block: 'nearest' });
              }}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(entry)}
            >
              <div className="runs-completion-head">
                <code>{entry.title}</code>
                {entry.aside !== null && <span className="subtle small">{entry.aside}</span>}
              </div>
              {entry.detail !== null && <p>{entry.detail}</p>}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
