import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { entriesOf, memberOf } from '../../../../shared/spider/plain.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Select } from '../../../ui/field.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { insertItem, moveEntry, removeAt, setValue } from '../../../../shared/spider/json-edits.ts';
import { pointerOf, type JsonPath } from '../../../../shared/spider/json-path.ts';
import { processorParameter, processorSchema, processorTypes } from '../spider-schema.ts';
import { AnyInput, readAny } from './any-input.tsx';
import { ChoiceInput, LineListInput, NumberInput, TextInput } from './controls.tsx';
import { useEdits, useProblem, useValue } from './form-context.ts';

/** What a processor begins with. */
function newProcessor(type: string): Record<string, unknown> {
  const parameters: Readonly<Record<string, Record<string, unknown>>> = {
    replace: { old: '', new: '' },
    regex: { pattern: '(.+)' },
    cast: { to: 'float' },
    default: { default: '' },
  };
  return { type, ...parameters[type] };
}

/** What is done to a value, step by step. */
export function Processors({ path }: { path: JsonPath }) {
  const list = entriesOf(useValue(path));
  const edits = useEdits();
  return (
    <div className="author-processors">
      <ol aria-label="Processors">
        {list.map((processor, index) => (
          <ProcessorRow key={index} list={path} index={index} count={list.length} processor={processor} />
        ))}
      </ol>
      <Menu
        entries={processorTypes.map((type) => ({
          label: `${type}: ${processorSchema(type)?.description ?? ''}`,
          run: () =>
            edits.change('Add a processor', (text) =>
              insertItem(text, path, list.length, newProcessor(type)),
            ),
        }))}
      >
        <Button size="small" variant="quiet" icon={Plus}>
          Add a processor
        </Button>
      </Menu>
    </div>
  );
}

interface ProcessorRowProps {
  list: JsonPath;
  index: number;
  count: number;
  processor: unknown;
}

function ProcessorRow({ list, index, count, processor }: ProcessorRowProps) {
  const path = [...list, index];
  const edits = useEdits();
  const type = memberOf(processor, 'type');
  const name = typeof type === 'string' ? type : '';
  const known = processorTypes.includes(name);
  const schema = processorSchema(name);
  const parameters = (known ? (schema?.keys ?? []) : []).filter((key) => key !== 'type');
  const error = useProblem(path, ['type', ...parameters]);
  const move = (to: number) => edits.change('Move a processor', (text) => moveEntry(text, list, index, to));
  const remove = () =>
    edits.change('Remove a processor', (text) => removeAt(text, count === 1 ? list : path));
  return (
    <li data-pointer={pointerOf(path)}>
      <div className="author-processor">
        <span className="subtle numeric author-step">{index + 1}</span>
        <Select
          small
          aria-label={`Processor ${index + 1}`}
          title={schema?.description ?? undefined}
          value={name}
          options={[
            ...(known ? [] : [{ value: name, label: name === '' ? '(none)' : name }]),
            ...processorTypes.map((each) => ({ value: each, label: each })),
          ]}
          onChange={(next) =>
            edits.change('Change a processor', (text) => setValue(text, path, newProcessor(next)))
          }
        />
        {parameters.map((key) => (
          <Parameter key={key} path={[...path, key]} type={name} name={key} />
        ))}
        <span className="grow" />
        <IconButton
          label="Move up"
          icon={ArrowUp}
          size="small"
          disabled={index === 0}
          onClick={() => move(index - 1)}
        />
        <IconButton
          label="Move down"
          icon={ArrowDown}
          size="small"
          disabled={index === count - 1}
          onClick={() => move(index + 1)}
        />
        <IconButton label="Remove the processor" icon={X} size="small" onClick={remove} />
      </div>
      {error !== null && <p className="ui-field-error">{error}</p>}
    </li>
  );
}

function Parameter({ path, type, name }: { path: JsonPath; type: string; name: string }) {
  const schema = processorParameter(type, name);
  return (
    <label className="author-parameter" title={schema?.description ?? undefined}>
      <span className="subtle">{name}</span>
      <ParameterInput path={path} type={type} name={name} />
    </label>
  );
}

/** The control that fits the type of a parameter. */
function ParameterInput({ path, type, name }: { path: JsonPath; type: string; name: string }) {
  const schema = processorParameter(type, name);
  const label = `${name} of ${type}`;
  const isRequired = processorSchema(type)?.required.includes(name) === true;
  const preset = schema?.defaultValue ?? null;
  if (name === 'default') return <ValueInput path={path} label={label} />;
  if (schema !== null && schema.choices.length > 0) {
    const others = schema.choices.filter((choice) => isRequired || choice !== preset);
    const unset = isRequired ? [] : [[null, String(preset ?? 'Not set')] as const];
    return (
      <ChoiceInput
        small
        aria-label={label}
        path={path}
        choices={[...unset, ...others.map((choice) => [choice, choice] as const)]}
      />
    );
  }
  if (schema?.types.includes('integer') === true) {
    return <NumberInput aria-label={label} path={path} min={0} placeholder={String(preset ?? '')} />;
  }
  if (schema?.types.includes('array') === true) {
    return <LineListInput path={path} label={label} placeholder="Not set" read={(part) => part} />;
  }
  return (
    <TextInput
      aria-label={label}
      path={path}
      mono
      empty={isRequired ? 'keep' : 'remove'}
      placeholder={placeholders[`${name} of ${type}`]}
    />
  );
}

const placeholders: Readonly<Record<string, string>> = {
  'format of parse_datetime': '%d.%m.%Y',
  'separator of join': 'one space',
  'separator of split': 'white space',
};

/** Any JSON value; a text stands without its quotation marks where it cannot be taken for anything else. */
function ValueInput({ path, label }: { path: JsonPath; label: string }) {
  const value = useValue(path);
  const written =
    typeof value === 'string' && readAny(value) === value ? value : (JSON.stringify(value) ?? '');
  return <AnyInput path={path} label={label} written={written} />;
}
