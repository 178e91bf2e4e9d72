import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Terminal, X } from 'lucide-react';
import type { ItemFilter, ResultColumn } from '../../../shared/contract/types.ts';
import { completeFilters, type Choice, type Completion } from '../../../shared/filters/complete-filters.ts';
import { printFilters } from '../../../shared/filters/print-filters.ts';
import { readFilters } from '../../../shared/filters/read-filters.ts';
import { FilterProblem } from '../../../shared/filters/scanner.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';

interface Given {
  filters: readonly ItemFilter[];
  search: string;
}

interface FilterTextProps {
  columns: readonly ResultColumn[];
  /** Whether there are no others, so that another name is a mistake. */
  areAll: boolean;
  /** What the table shows now. */
  given: Given;
  onChange: (next: Given) => void;
  onCopyCommand: () => void;
  onClose: () => void;
}

const fieldId = 'results-filter-text';

/** Brings the focus to the conditions as text, as soon as they are there. */
export const focusFilterText = (): void =>
  void requestAnimationFrame(() => document.getElementById(fieldId)?.focus());

/** The conditions as a text, which `--where` of the command line takes, too. Enter applies it. */
export function FilterText({ columns, areAll, given, onChange, onCopyCommand, onClose }: FilterTextProps) {
  const printed = printFilters({ filters: [...given.filters], search: given.search });
  return (
    <div className="results-filter-text">
      <FilterTextField
        columns={columns}
        areAll={areAll}
        printed={printed}
        onChange={onChange}
        onClose={onClose}
      />
      <Button
        size="small"
        variant="quiet"
        icon={Terminal}
        title="The export command for these conditions, columns and order"
        onClick={onCopyCommand}
      >
        Copy as command
      </Button>
      <IconButton size="small" icon={X} label="Close the text of the conditions" onClick={onClose} />
    </div>
  );
}

interface FieldProps {
  columns: readonly ResultColumn[];
  areAll: boolean;
  printed: string;
  onChange: (next: Given) => void;
  onClose: () => void;
}

function FilterTextField({ columns, areAll, printed, onChange, onClose }: FieldProps) {
  const listId = useId();
  const problemId = useId();
  const field = useRef<HTMLInputElement | null>(null);
  const [text, setText] = useState(printed);
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(-1);
  const [problem, setProblem] = useState<FilterProblem | null>(null);
  /** Where the caret goes once a choice is in the text. */
  const placed = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (placed.current === null) return;
    field.current?.setSelectionRange(placed.current, placed.current);
    placed.current = null;
  }, [text]);
  const shown: Completion = caret === null ? { from: 0, options: [] } : completeFilters(text, caret, columns);
  const current = shown.options[active];
  // Conditions that were made elsewhere take the place of the text.
  const [shownPrinted, setShownPrinted] = useState(printed);
  if (shownPrinted !== printed) {
    setShownPrinted(printed);
    setText(printed);
    setProblem(null);
  }

  const change = (next: string, at: number) => {
    setText(next);
    setCaret(at);
    setActive(-1);
    setProblem(null);
  };
  const choose = (option: string) => {
    const at = caret ?? text.length;
    const rest = text.slice(at).replace(/^ /u, '');
    const next = `${text.slice(0, shown.from)}${option} ${rest}`;
    const place = shown.from + option.length + 1;
    change(next, place);
    placed.current = place;
  };
  const apply = () => {
    setCaret(null);
    try {
      onChange(readFilters(text, areAll ? columns.map(({ name }) => name) : null));
      setProblem(null);
    } catch (error) {
      if (!(error instanceof FilterProblem)) throw error;
      setProblem(error);
      field.current?.setSelectionRange(error.at, error.at + error.length);
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { options } = shown;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (caret === null) {
        setCaret(event.currentTarget.selectionStart ?? text.length);
        return;
      }
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (options.length > 0)
        setActive((before) =>
          before < 0 && step < 0 ? options.length - 1 : (before + step + options.length) % options.length,
        );
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (current === undefined) apply();
      else choose(current.text);
    } else if (event.key === 'Tab' && !event.shiftKey && options.length > 0 && text.length > shown.from) {
      const first = current ?? options[0];
      if (first === undefined) return;
      event.preventDefault();
      choose(first.text);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (options.length > 0) setCaret(null);
      else if (text === printed) onClose();
      else change(printed, printed.length);
    }
  };
  return (
    <div className="results-filter-text-field">
      <Input
        id={fieldId}
        ref={field}
        mono
        role="combobox"
        aria-label="Conditions as text"
        aria-autocomplete="list"
        aria-expanded={shown.options.length > 0}
        aria-controls={listId}
        aria-activedescendant={current === undefined ? undefined : `${listId}-${active}`}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : problemId}
        placeholder='price >= 10 and title contains "blue lamp"'
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) =>
          change(event.target.value, event.target.selectionStart ?? event.target.value.length)
        }
        onBlur={() => setCaret(null)}
        onKeyDown={onKeyDown}
      />
      {shown.options.length > 0 && (
        <Choices id={listId} options={shown.options} active={active} onChoose={choose} />
      )}
      {problem !== null && (
        <p className="results-filter-problem small" id={problemId} role="alert">
          {problem.message} {problem.hint}
        </p>
      )}
    </div>
  );
}

interface ChoicesProps {
  id: string;
  options: readonly Choice[];
  active: number;
  onChoose: (text: string) => void;
}

function Choices({ id, options, active, onChoose }: ChoicesProps) {
  return (
    <div className="results-completion" id={id} role="listbox" aria-label="What may stand here">
      {options.map(({ text, detail }, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys are those of the field, which keeps the focus
        <div
          key={text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className="results-completion-entry"
          ref={(element) => {
            if (index === active) element?.scrollIntoView?.({ block: 'nearest' });
          }}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(text)}
        >
          <code>{text}</code>
          <span className="subtle small">{detail}</span>
        </div>
      ))}
    </div>
  );
}
