import { useState } from 'react';
import { ListFilter, X } from 'lucide-react';
import type { ItemFilter, ResultColumn } from '../../../shared/contract/types.ts';
import { Button } from '../../ui/button.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import {
  filterWords,
  firstOperator,
  operators,
  readValue,
  takesValue,
  valueProblem,
  type Operator,
} from './filter-words.ts';

interface NewFilterProps {
  columns: readonly ResultColumn[];
  /** The default column of a new condition; null: the first with values. */
  column: string | null;
  onAdd: (filter: ItemFilter) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A button that opens the form of a new condition. */
export function NewFilterButton({ columns, column, onAdd, open, onOpenChange }: NewFilterProps) {
  return (
    <Popover
      label="New condition"
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Button size="small" variant="quiet" icon={ListFilter}>
          Filter
        </Button>
      }
    >
      <FilterForm
        columns={columns}
        filter={null}
        column={column}
        onDone={(filter) => {
          onAdd(filter);
          onOpenChange(false);
        }}
      />
    </Popover>
  );
}

interface FilterChipsProps {
  columns: readonly ResultColumn[];
  filters: readonly ItemFilter[];
  onChange: (filters: readonly ItemFilter[]) => void;
}

/** The conditions that apply: a click edits one, its cross removes it. */
export function FilterChips({ columns, filters, onChange }: FilterChipsProps) {
  return (
    <ul className="results-chips" aria-label="Conditions">
      {filters.map((filter, index) => (
        <Chip
          // The place tells two equal ones apart.
          key={`${index} ${filterWords(filter)}`}
          columns={columns}
          filter={filter}
          onChange={(next) =>
            onChange(
              next === null
                ? filters.filter((_, at) => at !== index)
                : filters.map((each, at) => (at === index ? next : each)),
            )
          }
        />
      ))}
    </ul>
  );
}

interface ChipProps {
  columns: readonly ResultColumn[];
  filter: ItemFilter;
  onChange: (filter: ItemFilter | null) => void;
}

function Chip({ columns, filter, onChange }: ChipProps) {
  const [open, setOpen] = useState(false);
  const words = filterWords(filter);
  return (
    <li className="results-chip">
      <Popover
        label={`Change the condition ${words}`}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className="results-chip-words ellipsis" title={words}>
            {words}
          </button>
        }
      >
        <FilterForm
          columns={columns}
          filter={filter}
          column={filter.column}
          onDone={(next) => {
            setOpen(false);
            onChange(next);
          }}
        />
      </Popover>
      <Tooltip text="Remove the condition">
        <button
          type="button"
          className="results-chip-away"
          aria-label={`Remove condition: ${words}`}
          onClick={() => onChange(null)}
        >
          <X size={12} aria-hidden />
        </button>
      </Tooltip>
    </li>
  );
}

interface FilterFormProps {
  columns: readonly ResultColumn[];
  /** The one that is changed; null: a new one. */
  filter: ItemFilter | null;
  column: string | null;
  onDone: (filter: ItemFilter) => void;
}

function FilterForm({ columns, filter, column: wanted, onDone }: FilterFormProps) {
  const named = (name: string) => columns.find((each) => each.name === name);
  const [column, setColumn] = useState(wanted ?? columns.find(({ filled }) => filled > 0)?.name ?? 'url');
  const known = named(column);
  const [operator, setOperator] = useState<Operator>(filter?.operator ?? firstOperator(known));
  const [text, setText] = useState(filter?.value === undefined ? '' : String(filter.value));
  const problem = valueProblem(text, operator, known);
  const needsValue = takesValue(operator);
  const isReady = !needsValue || (text.trim() !== '' && problem === null);
  const options = columns.map(({ name }) => ({ value: name, label: name }));
  return (
    <form
      className="results-new-filter"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        onDone({ column, operator, ...(needsValue ? { value: readValue(text, known) } : {}) });
      }}
    >
      <Select
        aria-label="Column"
        value={column}
        options={known === undefined ? [{ value: column, label: column }, ...options] : options}
        onChange={(name) => {
          setColumn(name);
          setOperator(firstOperator(named(name)));
        }}
      />
      <Select
        aria-label="Condition"
        value={operator}
        options={operators.map((each) => ({ value: each.operator, label: each.words }))}
        onChange={setOperator}
      />
      {needsValue && (
        <Input
          aria-label="Value"
          placeholder={known?.type === 'date' ? '2026-01-31' : 'Value'}
          value={text}
          aria-invalid={problem !== null || undefined}
          title={problem ?? undefined}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <Button type="submit" variant="primary" disabled={!isReady}>
        {filter === null ? 'Add' : 'Change'}
      </Button>
      {problem !== null && (
        <p className="results-filter-problem small" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
