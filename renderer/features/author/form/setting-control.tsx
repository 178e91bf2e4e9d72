import { entriesOf } from '../../../../shared/spider/plain.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { insertItem, removeAt } from '../../../../shared/spider/json-edits.ts';
import type { JsonPath } from '../../../../shared/spider/json-path.ts';
import { saidDefault, schemaAt, settingSchema } from '../spider-schema.ts';
import { AnyInput } from './any-input.tsx';
import { BrowserActions } from './browser-actions.tsx';
import { ChoiceInput, LineListInput, NumberInput, TextInput } from './controls.tsx';
import { useEdits, useProblem, useValue } from './form-context.ts';
import { GeneratedUrls } from './generated-urls.tsx';
import { LoginChoice } from './login-choice.tsx';
import { MapControl } from './map-control.tsx';
import { PaginatedListings } from './paginated-listings.tsx';

/** The control that fits the type of a setting. */
export function SettingControl({ name }: { name: string }) {
  const path = ['settings', name];
  const schema = settingSchema(name);
  const error = useProblem(path) === null ? undefined : true;
  if (name === 'GENERATED_URLS') return <GeneratedUrls />;
  if (name === 'SESSION') return <LoginChoice path={path} label={name} />;
  if (name === 'BROWSER_ACTIONS') return <BrowserActions />;
  if (name === 'PAGINATED_LISTINGS') return <PaginatedListings />;
  if (schema === null) return <JsonInput path={path} label={name} />;
  const [type] = schema.types;
  const preset = saidDefault(schema);
  if (type === 'boolean') {
    return (
      <ChoiceInput
        small
        aria-label={name}
        path={path}
        choices={[
          [null, preset === null ? 'Not set' : `Default: ${preset}`],
          [true, 'On'],
          [false, 'Off'],
        ]}
      />
    );
  }
  if (schema.choices.length > 0) {
    return (
      <ChoiceInput
        small
        aria-label={name}
        path={path}
        choices={[[null, 'Not set'], ...schema.choices.map((choice) => [choice, choice] as const)]}
      />
    );
  }
  if (type === 'integer' || type === 'number') {
    return (
      <NumberInput
        aria-label={name}
        aria-invalid={error}
        path={path}
        min={schema.minimum}
        max={schema.maximum}
        placeholder={preset ?? 'Not set'}
      />
    );
  }
  if (type === 'object') {
    return (
      <MapControl
        path={path}
        label={name}
        keyName={name === 'CUSTOM_SELECTORS' ? 'field' : 'header'}
        valueName={name === 'CUSTOM_SELECTORS' ? 'Selector' : 'Value'}
      />
    );
  }
  if (type === 'array') {
    const { choices } = schemaAt([...path, 0], undefined) ?? { choices: [] };
    return choices.length > 0 ? (
      <OrderControl path={path} choices={choices} label={name} />
    ) : (
      <LineListInput
        path={path}
        label={name}
        placeholder={preset ?? 'Not set'}
        read={(part) => (/^\d+$/.test(part) ? Number(part) : part)}
      />
    );
  }
  return (
    <TextInput
      aria-label={name}
      aria-invalid={error}
      path={path}
      mono
      empty="remove"
      placeholder={preset ?? 'Not set'}
    />
  );
}

interface OrderControlProps {
  path: JsonPath;
  choices: readonly string[];
  label: string;
}

/** Some of a few, in the order in which they were chosen. */
function OrderControl({ path, choices, label }: OrderControlProps) {
  const chosen = entriesOf(useValue(path)).filter((entry) => typeof entry === 'string');
  const edits = useEdits();
  const toggle = (choice: string, on: boolean) =>
    edits.change(`Change ${label}`, (text) => {
      if (on) return insertItem(text, path, chosen.length, choice);
      return removeAt(text, chosen.length === 1 ? path : [...path, chosen.indexOf(choice)]);
    });
  return (
    <div className="author-order" role="group" aria-label={label}>
      {choices.map((choice) => {
        const place = chosen.indexOf(choice);
        return (
          <Checkbox
            key={choice}
            label={
              <>
                {choice}
                {place >= 0 && chosen.length > 1 && <span className="author-order-place">{place + 1}</span>}
              </>
            }
            checked={place >= 0}
            onChange={(on) => toggle(choice, on)}
          />
        );
      })}
    </div>
  );
}

/** A value of any kind, as JSON. */
function JsonInput({ path, label }: { path: JsonPath; label: string }) {
  const value = useValue(path);
  return <AnyInput path={path} label={label} written={value === undefined ? '' : JSON.stringify(value)} />;
}
