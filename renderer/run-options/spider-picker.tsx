import { useCall } from '../state/query.ts';
import { Field, Select } from '../ui/field.tsx';

/** A spider by its project and name. */
export interface SpiderName {
  readonly project: string;
  readonly spider: string;
}

/** A text that stands for a spider among all of them. */
export const idOf = ({ project, spider }: SpiderName) => `${project}/${spider}`;

interface SpiderPickerProps {
  /** Null: none is chosen yet. */
  chosen: SpiderName | null;
  onChoose: (next: SpiderName) => void;
}

/** Chooses one of all spiders. */
export function SpiderPicker({ chosen, onChoose }: SpiderPickerProps) {
  const spiders = useCall('spiders.list', {}).value ?? [];
  const options = spiders.map(({ project, name }) => ({
    value: idOf({ project, spider: name }),
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
            const found = spiders.find(({ project, name }) => idOf({ project, spider: name }) === value);
            if (found !== undefined) onChoose({ project: found.project, spider: found.name });
          }}
        />
      )}
    </Field>
  );
}
