import { useId, useState } from 'react';
import { Plus, X } from 'lucide-react';
import { knownSettings } from '../../run-options/check-overrides.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Input, Select } from '../../ui/field.tsx';
import type { ChangeForm, SettingEdit } from './change-request.ts';
import { SettingInput } from './setting-input.tsx';
import { problemsOfTexts, problemWords } from './setting-problems.ts';
import { settingOf } from './setting-text.ts';

interface ChangeFieldsProps {
  form: ChangeForm;
  onChange: (form: ChangeForm) => void;
}

/** What is to be changed: a line for each setting, and a domain or the beginning of URLs. */
export function ChangeFields({ form, onChange }: ChangeFieldsProps) {
  const { edits } = form;
  const change = (edit: SettingEdit) =>
    onChange({ ...form, edits: edits.map((each) => (each.id === edit.id ? edit : each)) });
  const add = () => {
    const id = Math.max(-1, ...edits.map((edit) => edit.id)) + 1;
    onChange({ ...form, edits: [...edits, { id, name: '', what: 'set', text: '' }] });
  };
  return (
    <div className="project-change-fields">
      <div className="project-edits">
        {edits.map((edit) => (
          <EditLine
            key={edit.id}
            edit={edit}
            taken={edits.filter(({ id }) => id !== edit.id).map(({ name }) => name)}
            onChange={change}
            onRemove={() => onChange({ ...form, edits: edits.filter(({ id }) => id !== edit.id) })}
          />
        ))}
      </div>
      <div>
        <Button size="small" icon={Plus} onClick={add}>
          Add a setting
        </Button>
      </div>
      <ReplaceFields form={form} onChange={onChange} />
    </div>
  );
}

interface EditLineProps {
  edit: SettingEdit;
  /** Settings of other lines. */
  taken: readonly string[];
  onChange: (edit: SettingEdit) => void;
  onRemove: () => void;
}

function EditLine({ edit, taken, onChange, onRemove }: EditLineProps) {
  const { name, what, text } = edit;
  const id = useId();
  const names = knownSettings.map((setting) => setting.name).filter((each) => !taken.includes(each));
  const problem = what === 'set' && name !== '' ? problemsOfTexts({ [name]: text }).get(name) : undefined;
  return (
    <div className="project-edit">
      <Select
        small
        aria-label="Setting"
        value={name}
        options={[
          { value: '', label: 'Choose a setting' },
          ...names.map((each) => ({ value: each, label: each })),
        ]}
        onChange={(next) => onChange({ ...edit, name: next, text: '' })}
      />
      <Select
        small
        aria-label="What is done with it"
        value={what}
        options={[
          { value: 'set', label: 'set to' },
          { value: 'unset', label: 'remove' },
        ]}
        onChange={(next) => onChange({ ...edit, what: next })}
      />
      <span className="grow">
        {what === 'set' && name !== '' && (
          <SettingInput
            name={name}
            text={text}
            optional={false}
            invalid={problem !== undefined}
            describedBy={id}
            onChange={(next) => onChange({ ...edit, text: next })}
          />
        )}
      </span>
      <IconButton
        label={name === '' ? 'Remove the line' : `Do not change ${name}`}
        icon={X}
        size="small"
        onClick={onRemove}
      />
      {name !== '' && (
        <p id={id} className={problem === undefined ? 'subtle small' : 'ui-field-error'}>
          {problem === undefined ? settingOf(name)?.description : problemWords(problem)}
        </p>
      )}
    </div>
  );
}

/** Replaces a domain or the beginning of URLs; out of the way until it is wanted. */
function ReplaceFields({ form, onChange }: ChangeFieldsProps) {
  const [open, setOpen] = useState(form.from !== '');
  return (
    <details className="project-replace" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Replace a domain or the beginning of URLs</summary>
      <div className="row">
        <Input
          mono
          aria-label="What is replaced"
          placeholder="http://old.example.org"
          value={form.from}
          onChange={(event) => onChange({ ...form, from: event.target.value })}
        />
        <span className="subtle">with</span>
        <Input
          mono
          aria-label="What takes its place"
          placeholder="https://new.example.org"
          value={form.to}
          onChange={(event) => onChange({ ...form, to: event.target.value })}
        />
      </div>
      <p className="subtle small">
        In start URLs, allowed domains, templates of URLs and the source URL. Patterns of rules are told, not
        changed.
      </p>
    </details>
  );
}
