import { useState } from 'react';
import { ListFilter, X } from 'lucide-react';
import type { ItemFilter, ResultColumn } from '../../../shared/contract/types.ts';
import { Button } from '../../ui/button.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { Popover } from '../../ui/popover.tsx';
import {
  filterWords,
  firstOperator,
  operators,
  readValue,
  takesValue,
  type Operator,
} from './filter-words.ts';

interface FilterBarProps {
  columns: readonly ResultColumn[];
  filters: readonly ItemFilter[];
  onChange: (filters: readonly ItemFilter[]) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The conditions that hold, each to be taken away, and a button for one more. */
export function FilterBar({ columns, filters, onChange, open, onOpenChange }: FilterBarProps) {
  return (
    <>
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
        <NewFilter
          columns={columns}
          onAdd={(filter) => {
            onChange([...filters, filter]);
            onOpenChange(false);
          }}
        />
      </Popover>
      {filters.map((filter, index) => (
        <button
          key={`${index} ${filterWords(filter)}`}
          type="button"
          className="results-chip"
          title="Take this condition away"
          onClick={() => onChange(filters.filter((_, at) => at !== index))}
        >
          <span className="ellipsis">{filterWords(filter)}</span>
          <X size={12} aria-hidden />
        </button>
      ))}
    </>
  );
}

function NewFilter({
  columns,
  onAdd,
}: {
  columns: readonly ResultColumn[];
  onAdd: (filter: ItemFilter) => void;
}) {
  const [column, setColumn] = useState(columns.find(({ filled }) => filled > 0)?.name ?? 'url');
  const known = columns.find(({ name }) => name === column);
  const [operator, setOperator] = useState<Operator>(firstOperator(known));
  const [text, setText] = useState('');
  const add = () =>
    onAdd({ column, operator, ...(takesValue(operator) ? { value: readValue(text, known) } : {}) });
  return (
    <form
      className="results-new-filter"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Select
        small
        aria-label="Column"
        value={column}
        options={columns.map(({ name }) => ({ value: name, label: name }))}
        onChange={(name) => {
          setColumn(name);
          setOperator(firstOperator(columns.find((each) => each.name === name)));
        }}
      />
      <Select
        small
        aria-label="Condition"
        value={operator}
        options={operators.map((each) => ({ value: each.operator, label: each.words }))}
        onChange={setOperator}
      />
      {takesValue(operator) && (
        <Input
          aria-label="Value"
          placeholder="Value"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <Button
        type="submit"
        variant="primary"
        size="small"
        disabled={takesValue(operator) && text.trim() === ''}
      >
        Add
      </Button>
    </form>
  );
}
