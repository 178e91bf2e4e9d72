import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import { Checkbox as RadixCheckbox, Switch as RadixSwitch } from 'radix-ui';
import { Check, ChevronDown, Minus } from 'lucide-react';
import { classes } from './classes.ts';
import './field.css';

/** See `Field`. */
export interface FieldProps {
  label: string;
  /** Below the control: what it means. */
  help?: ReactNode;
  /** What is wrong with it; announced. */
  error?: string | null | undefined;
  /** Beside the label, for example a unit or "optional". */
  aside?: ReactNode;
  children: (ids: FieldIds) => ReactNode;
}

interface FieldIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

/** A label, a control, what it means and what is wrong with it, tied together. Spread what `children` is given. */
export function Field({ label, help, error, aside, children }: FieldProps) {
  const id = useId();
  const said = error !== null && error !== undefined && error !== '';
  const described = classes(help !== undefined && `${id}-help`, said && `${id}-error`);
  return (
    <div className="ui-field">
      <div className="ui-field-head">
        <label htmlFor={id}>{label}</label>
        {aside !== undefined && <span className="ui-field-aside">{aside}</span>}
      </div>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': said || undefined,
      })}
      {said && (
        <p className="ui-field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {help !== undefined && (
        <p className="ui-field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

/** See `Input`. */
export type InputProps = InputHTMLAttributes<HTMLInputElement> & {
  mono?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** A line of text. Give it `aria-label` where it stands in no `Field`. */
export const Input = ({ mono = false, className, ...rest }: InputProps) => (
  <input
    autoComplete="off"
    spellCheck={false}
    {...rest}
    className={classes('ui-input', mono && 'ui-input-mono', className)}
  />
);

/** What an `Input` may be: give it the same `list` as this has as `id`. Without names there is nothing. */
export function Suggestions({ id, names }: { id: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </datalist>
  );
}

/** See `TextArea`. */
export type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  mono?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
};

/** Several lines of text. Needs an `aria-label` outside of a `Field`. */
export const TextArea = ({ mono = false, className, ...rest }: TextAreaProps) => (
  <textarea
    spellCheck={false}
    {...rest}
    className={classes('ui-input ui-textarea', mono && 'ui-input-mono', className)}
  />
);

/** A choice of a `Select`. */
export interface SelectOption<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly disabled?: boolean;
}

/** See `Select`. */
export interface SelectProps<V extends string> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'value' | 'onChange'
> {
  value: V;
  options: readonly SelectOption<V>[];
  onChange: (value: V) => void;
  small?: boolean;
}

/** One of a few choices. The native control is never clipped and works with all screen readers. */
export function Select<V extends string>({
  value,
  options,
  onChange,
  small = false,
  className,
  ...rest
}: SelectProps<V>) {
  return (
    <span className={classes('ui-select', small && 'ui-select-small', className)}>
      <select
        {...rest}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={13} aria-hidden />
    </span>
  );
}

/** See `Checkbox` and `Switch`. */
export interface ToggleProps {
  /** Left out where the label stands elsewhere and names the control by `id`. */
  label?: ReactNode;
  id?: string;
  help?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** See `Checkbox`. */
export interface CheckboxProps extends Omit<ToggleProps, 'checked'> {
  /** `mixed`: some of what it stands for. */
  checked: boolean | 'mixed';
}

/** A checkbox, with its label beside it. */
export function Checkbox({ id: givenId, label, help, checked, onChange, disabled = false }: CheckboxProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <div className="ui-check">
      <RadixCheckbox.Root
        id={id}
        className="ui-checkbox"
        checked={checked === 'mixed' ? 'indeterminate' : checked}
        onCheckedChange={(next) => onChange(next === true)}
        disabled={disabled}
        {...(help === undefined ? {} : { 'aria-describedby': `${id}-help` })}
      >
        <RadixCheckbox.Indicator>
          {checked === 'mixed' ? <Minus size={12} strokeWidth={3} /> : <Check size={12} strokeWidth={3} />}
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <ToggleText id={id} label={label} help={help} />
    </div>
  );
}

/** A switch, with its label beside it; takes effect at once. */
export function Switch({ id: givenId, label, help, checked, onChange, disabled = false }: ToggleProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <div className="ui-check">
      <RadixSwitch.Root
        id={id}
        className="ui-switch"
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        {...(help === undefined ? {} : { 'aria-describedby': `${id}-help` })}
      >
        <RadixSwitch.Thumb className="ui-switch-thumb" />
      </RadixSwitch.Root>
      <ToggleText id={id} label={label} help={help} />
    </div>
  );
}

function ToggleText({ id, label, help }: { id: string; label: ReactNode; help: ReactNode }) {
  if (label === undefined) return null;
  return (
    <div className="ui-check-text">
      <label htmlFor={id}>{label}</label>
      {help !== undefined && (
        <p className="ui-field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}
