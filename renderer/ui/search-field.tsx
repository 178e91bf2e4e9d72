import { useRef, type KeyboardEvent, type Ref } from 'react';
import { Search, X } from 'lucide-react';
import { classes } from './classes.ts';
import { KeyHint } from './key-hint.tsx';
import './search-field.css';

/** See `SearchField`. */
export interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /** The number of matches, beside the text: "12 of 340". */
  count?: string | null;
  /** The command that brings the focus here: its shortcut is shown while the field is empty. */
  command?: string;
  /** Enter; with Shift: backwards. */
  onSubmit?: (backwards: boolean) => void;
  /** The text cannot be searched for, for example a broken pattern. */
  error?: string | null;
  mono?: boolean;
  className?: string;
  ref?: Ref<HTMLInputElement>;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** A field to search or filter by. Escape empties it. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, placeholder, count, command, onSubmit, error, mono, className, ref } =
    props;
  const own = useRef<HTMLInputElement | null>(null);
  return (
    <div className={classes('ui-search', className)} data-invalid={typeof error === 'string' || undefined}>
      <Search size={13} aria-hidden />
      <input
        ref={(element) => {
          own.current = element;
          if (typeof ref === 'function') ref(element);
          else if (ref !== undefined && ref !== null) ref.current = element;
        }}
        type="text"
        role="searchbox"
        aria-label={label}
        aria-invalid={typeof error === 'string' || undefined}
        title={error ?? undefined}
        className={mono === true ? 'mono' : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder ?? label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          props.onKeyDown?.(event);
          if (event.defaultPrevented) return;
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault();
            event.stopPropagation();
            onChange('');
          } else if (event.key === 'Enter') {
            onSubmit?.(event.shiftKey);
          }
        }}
      />
      {count !== null && count !== undefined && value !== '' && (
        <span className="ui-search-count numeric" role="status">
          {count}
        </span>
      )}
      {value === '' ? (
        command !== undefined && <KeyHint command={command} />
      ) : (
        <button
          type="button"
          className="ui-search-clear"
          aria-label="Clear the search"
          onClick={() => {
            onChange('');
            own.current?.focus();
          }}
        >
          <X size={13} aria-hidden />
        </button>
      )}
    </div>
  );
}
