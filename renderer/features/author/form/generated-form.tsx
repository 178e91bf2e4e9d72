import { isSet, memberOf } from '../../../../shared/spider/plain.ts';
import { inTurn, removeAt, setValue } from '../../../../shared/spider/json-edits.ts';
import type { JsonPath } from '../../../../shared/spider/json-path.ts';
import { Field, Select } from '../../../ui/field.tsx';
import { useEdits, useProblem } from './form-context.ts';
import { MapControl } from './map-control.tsx';

/** What is sent to the URLs of a template: nothing, or a form by POST. */
export function GeneratedForm({ path, entry }: { path: JsonPath; entry: unknown }) {
  const edits = useEdits();
  const form = [...path, 'formdata'];
  const error = useProblem(form, []);
  const isPost = memberOf(entry, 'method') === 'POST';
  const hasForm = isSet(memberOf(entry, 'formdata'));
  const choose = (next: string) =>
    edits.change('Change what is sent', (text) =>
      next === 'form'
        ? inTurn(text, [
            (now: string) => setValue(now, [...path, 'method'], 'POST'),
            ...(hasForm ? [] : [(now: string) => setValue(now, form, { q: '' })]),
          ])
        : inTurn(
            text,
            ['method', 'formdata']
              .filter((key) => memberOf(entry, key) !== undefined)
              .map((key) => (now: string) => removeAt(now, [...path, key])),
          ),
    );
  return (
    <>
      <Field label="Sends">
        {(ids) => (
          <Select
            {...ids}
            value={isPost || hasForm ? 'form' : ''}
            options={[
              { value: '', label: 'Nothing' },
              { value: 'form', label: 'A form, by POST' },
            ]}
            onChange={choose}
          />
        )}
      </Field>
      {(isPost || hasForm) && (
        <Field label="Form" help="Values may have names in braces, as the template." error={error}>
          {() => <MapControl path={form} label="Form" keyName="name" valueName="Value" />}
        </Field>
      )}
    </>
  );
}
