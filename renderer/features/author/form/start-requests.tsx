import { Plus, Trash2 } from 'lucide-react';
import { entriesOf, isSet, memberOf, membersOf } from '../../../../shared/spider/plain.ts';
import { requestMethods } from '../../../../shared/spider/schema.ts';
import { inTurn, insertItem, removeAt, setValue } from '../../../../shared/spider/json-edits.ts';
import { pointerOf, type JsonPath } from '../../../../shared/spider/json-path.ts';
import { StartRequestActions } from '../../../contributions/start-request-action.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { AnyInput } from './any-input.tsx';
import { ChoiceControl, TextControl } from './controls.tsx';
import { firstStartUrl } from './first-start-url.ts';
import { useEdits, useForm, useProblem, useValue } from './form-context.ts';
import { MapControl } from './map-control.tsx';

const place = ['start_requests'];

/** Requests that the crawl begins with: such that send a form or JSON, or have headers of their own. */
export function StartRequests() {
  const requests = entriesOf(useValue(place));
  const edits = useEdits();
  const error = useProblem(place);
  const add = () =>
    edits.change('Add a start request', (text) =>
      insertItem(text, place, requests.length, { url: firstStartUrl(text), form: { q: '' } }),
    );
  return (
    <div
      className="author-generated"
      role="group"
      aria-label="Start requests"
      data-pointer={pointerOf(place)}
    >
      {requests.map((request, index) => (
        <StartRequest key={index} request={request} index={index} count={requests.length} />
      ))}
      {error !== null && (
        <p className="ui-field-error" role="alert">
          {error}
        </p>
      )}
      <Button size="small" variant="quiet" icon={Plus} onClick={add}>
        Add a request
      </Button>
    </div>
  );
}

interface RequestProps {
  request: unknown;
  index: number;
  count: number;
}

function StartRequest({ request, index, count }: RequestProps) {
  const path = [...place, index];
  const edits = useEdits();
  const { key, value } = useForm();
  const error = useProblem(path, []);
  const callbacks = membersOf(memberOf(value, 'callbacks')).map(([name]) => name);
  const remove = () =>
    edits.change('Remove a start request', (text) => removeAt(text, count === 1 ? place : path));
  return (
    <div className="author-generated-entry" role="group" aria-label={`Request ${index + 1}`}>
      <div className="author-generated-head">
        <TextControl path={[...path, 'url']} label="URL" mono required />
        <IconButton label={`Remove request ${index + 1}`} icon={Trash2} size="small" onClick={remove} />
      </div>
      <div className="author-columns">
        <Sends path={path} request={request} />
        <ChoiceControl
          path={[...path, 'method']}
          label="Method"
          choices={[
            [null, contentOf(request) === null ? 'GET' : 'POST'],
            ...requestMethods.map((method) => [method, method] as const),
          ]}
        />
      </div>
      <Content path={path} request={request} />
      <div className="author-columns">
        <ChoiceControl
          path={[...path, 'callback']}
          label="Extract with"
          choices={[
            [null, 'As the rules say'],
            ...callbacks.map((name) => [name, name] as const),
            ['parse_article', 'parse_article (built in)'],
          ]}
        />
        <ChoiceControl
          path={[...path, 'follow']}
          label="Links"
          choices={[
            [null, 'Go through the rules'],
            [false, 'Are not followed'],
          ]}
        />
      </div>
      <Field label="Headers">
        {() => <MapControl path={[...path, 'headers']} label="Headers" keyName="header" valueName="Value" />}
      </Field>
      <StartRequestActions spiderKey={key} number={index + 1} />
      {error !== null && <p className="ui-field-error">{error}</p>}
    </div>
  );
}

/** What a request can send, with what it begins with. */
const contents = [
  { key: 'form', label: 'A form', initial: { q: '' } },
  { key: 'json', label: 'JSON', initial: {} },
  { key: 'body', label: 'A text', initial: '' },
] as const;

const contentOf = (request: unknown): string | null =>
  contents.find(({ key }) => isSet(memberOf(request, key)))?.key ?? null;

function Sends({ path, request }: { path: JsonPath; request: unknown }) {
  const edits = useEdits();
  const chosen = contentOf(request) ?? '';
  const choose = (next: string) =>
    edits.change('Change what is sent', (text) =>
      inTurn(text, [
        ...contents
          .filter(({ key }) => key !== next && memberOf(request, key) !== undefined)
          .map(
            ({ key }) =>
              (now: string) =>
                removeAt(now, [...path, key]),
          ),
        ...contents
          .filter(({ key }) => key === next)
          .map(
            ({ key, initial }) =>
              (now: string) =>
                setValue(now, [...path, key], initial),
          ),
      ]),
    );
  return (
    <Field label="Sends">
      {(ids) => (
        <Select
          {...ids}
          value={chosen}
          options={[
            { value: '', label: 'Nothing' },
            ...contents.map(({ key, label }) => ({ value: key, label })),
          ]}
          onChange={choose}
        />
      )}
    </Field>
  );
}

function Content({ path, request }: { path: JsonPath; request: unknown }) {
  const content = contentOf(request);
  const at = [...path, content ?? ''];
  const error = useProblem(at, []);
  const value = useValue(at);
  if (content === null) return null;
  if (content === 'body') return <TextControl path={at} label="Text" mono lines required />;
  return (
    <Field label={content === 'form' ? 'Form' : 'JSON'} error={error}>
      {(ids) =>
        content === 'form' ? (
          <MapControl path={at} label="Form" keyName="name" valueName="Value" />
        ) : (
          <AnyInput path={at} label="JSON to send" written={JSON.stringify(value)} {...describedBy(ids)} />
        )
      }
    </Field>
  );
}

const describedBy = (ids: {
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
}) => ({
  'aria-describedby': ids['aria-describedby'],
  'aria-invalid': ids['aria-invalid'],
});
