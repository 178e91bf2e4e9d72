import {
  actionKinds,
  actionOptions,
  readActions,
  type ActionKind,
} from '../../../../shared/spider/browser-actions.ts';
import { inTurn, removeAt, renameKey, setValue, type Edits } from '../../../../shared/spider/json-edits.ts';
import type { JsonPath } from '../../../../shared/spider/json-path.ts';
import { isObject, isSet, memberOf, membersOf } from '../../../../shared/spider/plain.ts';
import { Select } from '../../../ui/field.tsx';
import { schemaAt } from '../spider-schema.ts';
import { CheckControl, ChoiceInput, NumberInput, TextInput } from './controls.tsx';
import { EntryList, type EntryProps } from './entry-list.tsx';
import { useEdits, useProblem } from './form-context.ts';
import { ListControl } from './list-control.tsx';
import { Parameter } from './parameter.tsx';

const place = ['settings', 'BROWSER_ACTIONS'];

/** What the browser does on a page, step by step. */
export function BrowserActions() {
  return (
    <EntryList
      path={place}
      label="BROWSER_ACTIONS"
      noun="action"
      initial={() => ({ click: '' })}
      told={[...actionKinds, ...options]}
      fits={fits}
    >
      {(props) => <Action {...props} />}
    </EntryList>
  );
}

type Option = keyof typeof actionOptions;
const options: readonly Option[] = ['value', 'times', 'until', 'wait'];

/** Whether an action does one thing, with nothing that the controls have no place for. */
function fits(action: unknown): boolean {
  if (!isObject(action)) return false;
  const [kind, ...others] = kindsOf(action);
  if (kind === undefined || others.length > 0 || typeof action[kind] !== 'string') return false;
  return membersOf(action).every(([key, value]) => !isSet(value) || (shapes[key]?.(value) ?? isKind(key)));
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';

const shapes: Readonly<Record<string, (value: unknown) => boolean>> = {
  value: isText,
  times: isNumber,
  until: isText,
  wait: isNumber,
  on: (value) => Array.isArray(value) && value.every(isText),
  required: (value) => typeof value === 'boolean',
};

const isKind = (key: string): key is ActionKind => actionKinds.some((kind) => kind === key);
const kindsOf = (action: unknown): ActionKind[] =>
  actionKinds.filter((kind) => isSet(memberOf(action, kind)));

const kindNames: Readonly<Record<ActionKind, string>> = {
  click: 'Click',
  fill: 'Fill',
  press: 'Press',
  scroll: 'Scroll',
  wait_for: 'Wait for',
  dismiss: 'Dismiss',
};

function Action({ entry, path, tools }: EntryProps) {
  const edits = useEdits();
  const [kind = 'click'] = kindsOf(entry);
  const shown = options.filter(
    (option) => actionOptions[option].includes(kind) || isSet(memberOf(entry, option)),
  );
  return (
    <>
      <div className="author-generated-head">
        <Select
          className="author-action-kind"
          aria-label="Kind of action"
          value={kind}
          options={actionKinds.map((each) => ({ value: each, label: kindNames[each] }))}
          onChange={(next) => edits.change('Change an action', (text) => changeKind(text, path, entry, next))}
        />
        <Target path={[...path, kind]} kind={kind} />
        {tools}
      </div>
      {shown.length > 0 && (
        <div className="author-variable">
          {shown.map((option) => (
            <OptionInput key={option} option={option} path={[...path, option]} action={entry} />
          ))}
        </div>
      )}
      <ListControl
        path={[...path, 'on']}
        label="Only on pages"
        entry="pattern"
        mono
        placeholder="/catalogue$"
      />
      <CheckControl path={[...path, 'required']} label="The page fails where this cannot be done" />
    </>
  );
}

const placeholders: Readonly<Record<ActionKind, string>> = {
  click: '.load-more',
  fill: 'input[name=q]',
  press: '',
  scroll: '',
  wait_for: '.results',
  dismiss: '#cookies .accept',
};

/** What an action is for: the selector of an element, a key, or the end of the page. */
function Target({ path, kind }: { path: JsonPath; kind: ActionKind }) {
  const error = useProblem(path);
  if (kind === 'press' || kind === 'scroll') {
    const { choices } = schemaAt(path, undefined) ?? { choices: [] };
    return (
      <span className="grow">
        <ChoiceInput
          aria-label={kind === 'press' ? 'Key' : 'Scroll to'}
          path={path}
          choices={choices.map((choice) => [choice, kind === 'press' ? choice : 'To the end'] as const)}
        />
      </span>
    );
  }
  return (
    <TextInput
      aria-label={`Selector to ${kindNames[kind].toLowerCase()}`}
      aria-invalid={error === null ? undefined : true}
      path={path}
      mono
      empty="keep"
      placeholder={placeholders[kind]}
    />
  );
}

interface OptionProps {
  option: Option;
  path: JsonPath;
  action: unknown;
}

function OptionInput({ option, path, action }: OptionProps) {
  const schema = schemaAt(path, undefined);
  if (option === 'value') {
    return (
      <Parameter label="value">
        <TextInput aria-label="Value" path={path} mono empty="keep" />
      </Parameter>
    );
  }
  if (option === 'until') {
    return (
      <Parameter label="until">
        <ChoiceInput
          small
          aria-label="Until"
          path={path}
          choices={[
            [null, 'Not set'],
            ['gone', 'it is gone'],
            ['no-change', 'nothing changes'],
          ]}
        />
      </Parameter>
    );
  }
  return (
    <Parameter label={option === 'times' ? 'times' : 'wait (s)'}>
      <NumberInput
        aria-label={option === 'times' ? 'Times' : 'Seconds after each'}
        path={path}
        min={schema?.minimum ?? null}
        max={schema?.maximum ?? null}
        placeholder={option === 'times' ? usualTimes(action) : '1'}
      />
    </Parameter>
  );
}

/** How often an action is done that does not say it. */
function usualTimes(action: unknown): string {
  const [read] = readActions({ BROWSER_ACTIONS: [Object(action)] });
  return read !== undefined && 'times' in read.step ? String(read.step.times) : '';
}

/** An action of another kind: the selector stays where the new kind has one, and what only the old kind reads goes. */
function changeKind(text: string, path: JsonPath, action: unknown, next: ActionKind): Edits | null {
  const [kind] = kindsOf(action);
  if (kind === undefined) return null;
  const fixed = next === 'press' ? 'Enter' : next === 'scroll' ? 'end' : null;
  const hadSelector = kind !== 'press' && kind !== 'scroll';
  const gone = options.filter(
    (option) => memberOf(action, option) !== undefined && !actionOptions[option].includes(next),
  );
  return inTurn(text, [
    ...gone.map((option) => (now: string) => removeAt(now, [...path, option])),
    (now) => renameKey(now, [...path, kind], next),
    ...(fixed !== null || !hadSelector ? [(now: string) => setValue(now, [...path, next], fixed ?? '')] : []),
    ...(next === 'fill' && !isSet(memberOf(action, 'value'))
      ? [(now: string) => setValue(now, [...path, 'value'], '')]
      : []),
  ]);
}
