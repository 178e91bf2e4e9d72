import { useState, type KeyboardEvent } from 'react';
import { isSet } from '../../../../shared/spider/plain.ts';
import { Checkbox, Field, Input, Select, TextArea } from '../../../ui/field.tsx';
import { pointerOf, type JsonPath } from '../../../../shared/spider/json-path.ts';
import { useEdits, useProblem, useValue } from './form-context.ts';

/** What every control of the form takes; `path` is the value that it edits. */
export interface ControlProps {
  path: JsonPath;
  label: string;
  help?: string;
  placeholder?: string;
}

/** A value as text; values that are not strings as JSON. */
const asTyped = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

interface TextInputProps {
  path: JsonPath;
  mono?: boolean;
  lines?: boolean;
  /** Whether emptying the control removes the value or writes an empty text. */
  empty: 'remove' | 'keep';
  placeholder?: string | undefined;
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** The id of a list of suggestions. */
  list?: string | undefined;
}

/**
 * A line of text at a path. Every key press is written at once; an emptied text goes when the control is left, so that
 * the key keeps its place while something else is typed.
 */
export function TextInput({ path, mono = false, lines = false, empty, ...rest }: TextInputProps) {
  const value = useValue(path);
  const edits = useEdits();
  const [emptied, setEmptied] = useState(false);
  const { onKeyDown, list, ...shared } = rest;
  const props = {
    ...shared,
    mono,
    'data-pointer': pointerOf(path),
    value: emptied ? '' : asTyped(value),
    onChange(event: { target: { value: string } }) {
      const text = event.target.value;
      const goes = text === '' && empty === 'remove';
      setEmptied(goes);
      if (!goes) edits.write(path, text);
    },
    onBlur() {
      if (emptied) edits.remove(path);
      setEmptied(false);
    },
  };
  return lines ? (
    <TextArea rows={2} {...props} />
  ) : (
    <Input {...props} list={list} {...(onKeyDown === undefined ? {} : { onKeyDown })} />
  );
}

/** A text field bound to a string in the document. Emptying it removes the value, unless it is required. */
export function TextControl({
  path,
  label,
  help,
  placeholder,
  mono = false,
  lines = false,
  required = false,
}: ControlProps & { mono?: boolean; lines?: boolean; required?: boolean }) {
  const error = useProblem(path);
  return (
    <Field label={label} help={help} error={error}>
      {(ids) => (
        <TextInput
          {...ids}
          path={path}
          mono={mono}
          lines={lines}
          empty={required ? 'keep' : 'remove'}
          placeholder={placeholder}
        />
      )}
    </Field>
  );
}

interface NumberLooks {
  placeholder?: string | undefined;
  min?: number | null;
  max?: number | null;
  /** How far the arrow keys go. */
  step?: number;
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
}

interface NumberBoxProps extends NumberLooks {
  value: unknown;
  pointer: string;
  /** null: the box was emptied and left. */
  onChange: (value: number | null) => void;
}

/** A number in a box. What is not a number yet stays in the box. */
export function NumberBox({ value, pointer, onChange, min, max, step = 1, ...rest }: NumberBoxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      {...rest}
      inputMode="decimal"
      className="author-number"
      title={
        min !== null && min !== undefined && max !== null && max !== undefined
          ? `${min} to ${max}`
          : undefined
      }
      data-pointer={pointer}
      value={typed ?? asTyped(value)}
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        const number = numberIn(text);
        if (number !== null) onChange(number);
      }}
      onBlur={() => {
        if (typed?.trim() === '' && isSet(value)) onChange(null);
        setTyped(null);
      }}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowUp' ? step : event.key === 'ArrowDown' ? -step : 0;
        if (by === 0 || typeof value !== 'number') return;
        event.preventDefault();
        // Tenths and hundredths have no exact number; the sum is rounded to what the step can reach.
        const moved = Math.round((value + by) * 1e6) / 1e6;
        const next = Math.min(max ?? Infinity, Math.max(min ?? -Infinity, moved));
        setTyped(null);
        if (next !== value) onChange(next);
      }}
    />
  );
}

/** A number at a path. Emptying it removes the value. */
export function NumberInput({ path, ...rest }: NumberLooks & { path: JsonPath }) {
  const value = useValue(path);
  const edits = useEdits();
  return (
    <NumberBox
      {...rest}
      value={value}
      pointer={pointerOf(path)}
      onChange={(number) => (number === null ? edits.remove(path) : edits.write(path, number))}
    />
  );
}

/** A number bound to a value in the document. */
export function NumberControl({
  path,
  label,
  help,
  ...looks
}: ControlProps & Pick<NumberLooks, 'min' | 'max' | 'step' | 'placeholder'>) {
  const error = useProblem(path);
  return (
    <Field label={label} help={help} error={error}>
      {(ids) => <NumberInput {...ids} {...looks} path={path} />}
    </Field>
  );
}

/** Something that is on or off, and off where the document has nothing. */
export function CheckControl({ path, label, help }: ControlProps) {
  const value = useValue(path);
  const edits = useEdits();
  const error = useProblem(path);
  return (
    <div data-pointer={pointerOf(path)}>
      <Checkbox
        label={label}
        help={help}
        checked={value === true}
        onChange={(isOn) => (isOn ? edits.write(path, true) : edits.remove(path))}
      />
      {error !== null && (
        <p className="ui-field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** "12", "0.5" and "-1" are numbers; "", "1." and "1e9" are not, or not yet. */
function numberIn(text: string): number | null {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text.trim()) ? Number(text) : null;
}

interface ChoiceInputProps {
  path: JsonPath;
  /** Values with their labels; the value null removes the key. */
  choices: readonly (readonly [value: unknown, label: string])[];
  id?: string;
  'aria-label'?: string;
  small?: boolean;
}

/** One of a few values at a path. Another value in the text is shown as well. */
export function ChoiceInput({ path, choices, ...rest }: ChoiceInputProps) {
  const value = useValue(path) ?? null;
  const edits = useEdits();
  const known = choices.some(([each]) => each === value);
  const all = known ? choices : [...choices, [value, asTyped(value)] as const];
  const chosen = all.findIndex(([each]) => each === value);
  return (
    <Select
      {...rest}
      data-pointer={pointerOf(path)}
      value={String(chosen)}
      options={all.map(([, label], index) => ({ value: String(index), label }))}
      onChange={(index) => {
        const next = all[Number(index)]?.[0] ?? null;
        if (next === null) edits.remove(path);
        else edits.write(path, next);
      }}
    />
  );
}

/** A list of choices bound to a value in the document. */
export function ChoiceControl({
  path,
  label,
  help,
  choices,
}: ControlProps & Pick<ChoiceInputProps, 'choices'>) {
  const error = useProblem(path);
  return (
    <Field label={label} help={help} error={error}>
      {(ids) => <ChoiceInput {...ids} path={path} choices={choices} />}
    </Field>
  );
}

interface LineListInputProps {
  path: JsonPath;
  label: string;
  placeholder: string;
  /** The value of a part. */
  read: (part: string) => string | number;
}

/** A list of short values in one line, with commas between them. It is written when the control is left. */
export function LineListInput({ path, label, placeholder, read }: LineListInputProps) {
  const value = useValue(path);
  const edits = useEdits();
  const [typed, setTyped] = useState<string | null>(null);
  const written = Array.isArray(value) ? value.map(String).join(', ') : asTyped(value);
  const commit = () => {
    if (typed !== null && typed !== written) {
      const parts = typed.split(/[\s,;]+/u).filter((part) => part !== '');
      if (parts.length === 0) edits.remove(path);
      else edits.write(path, parts.map(read));
    }
    setTyped(null);
  };
  return (
    <Input
      mono
      aria-label={label}
      placeholder={placeholder}
      data-pointer={pointerOf(path)}
      value={typed ?? written}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}
