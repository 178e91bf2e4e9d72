import { useState } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import { roleScopes, scopes, type Scope } from '../../../shared/roles.ts';
import { getClient } from '../../state/client.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, Field, Input, Select } from '../../ui/field.tsx';
import { closeDialog, keepSecret, readAgain, showView } from './api-store.ts';
import { roleHelp, said, scopeHelp } from './api-words.ts';

const day = 86_400_000;
const lives = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: '', label: 'Until it is revoked' },
] as const;

/** What a key is to be, as a person enters it. */
interface KeyForm {
  readonly name: string;
  readonly member: string;
  readonly scopes: readonly Scope[];
  /** null: all. */
  readonly projects: readonly string[] | null;
  readonly days: (typeof lives)[number]['value'];
}

const usualForm: KeyForm = { name: '', member: 'owner', scopes: ['read', 'run'], projects: null, days: '90' };

/** Creates a key. */
export function KeyDialog() {
  const [form, setForm] = useState(usualForm);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const members = useCall('members.list', {}).value ?? [];
  const role = members.find(({ name }) => name === form.member)?.role ?? 'owner';
  const allowed: readonly Scope[] = roleScopes[role];
  const chosen = scopes.filter((scope) => allowed.includes(scope) && form.scopes.includes(scope));
  const change = (next: Partial<KeyForm>) => {
    setError(null);
    setForm((before) => ({ ...before, ...next }));
  };
  const create = async () => {
    const problem = problemOf(form, chosen);
    if (problem !== null) return setError(problem);
    setBusy(true);
    const answer = await getClient().call('keys.create', {
      name: form.name.trim(),
      member: form.member,
      scopes: chosen,
      projects: form.projects === null ? null : [...form.projects],
      expiresAt: form.days === '' ? null : new Date(Date.now() + Number(form.days) * day).toISOString(),
    });
    setBusy(false);
    if (!answer.ok) return setError(answer.error);
    const { key, secret } = answer.value;
    readAgain();
    keepSecret({ of: 'key', id: key.id, name: key.name, secret });
    closeDialog();
    showView('keys');
    return undefined;
  };
  const names = [...new Set(['owner', ...members.map(({ name }) => name)])];
  return (
    <Dialog
      open
      size="medium"
      title="Create a key"
      onClose={closeDialog}
      onSubmit={() => void create()}
      footer={
        <>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy}>
            Create
          </Button>
        </>
      }
    >
      <Field
        label="Name"
        help="Which program uses it."
        error={error?.code === 'bad-arguments' ? error.message : null}
      >
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            maxLength={100}
            placeholder="Nightly report"
            value={form.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      {names.length > 1 && (
        <Field label="Member" help={`${role}: ${roleHelp[role]}.`}>
          {(ids) => (
            <Select
              {...ids}
              value={form.member}
              options={names.map((name) => ({ value: name, label: name }))}
              onChange={(member) => change({ member })}
            />
          )}
        </Field>
      )}
      <ScopeChoice allowed={allowed} chosen={chosen} onChange={(next) => change({ scopes: next })} />
      <ProjectChoice chosen={form.projects} onChange={(projects) => change({ projects })} />
      <Field label="Works for">
        {(ids) => <Select {...ids} value={form.days} options={lives} onChange={(days) => change({ days })} />}
      </Field>
      {error !== null && error.code !== 'bad-arguments' && (
        <p className="ui-field-error" role="alert">
          {said(error)}
        </p>
      )}
    </Dialog>
  );
}

/** What is missing; null: nothing. */
function problemOf({ name, projects }: KeyForm, chosen: readonly Scope[]): CallError | null {
  const missing = (code: CallError['code'], message: string): CallError => ({
    code,
    message,
    hint: null,
    action: null,
    details: {},
  });
  if (name.trim() === '') return missing('bad-arguments', 'A key needs a name.');
  if (chosen.length === 0) return missing('scope-beyond-role', 'Choose what the key may do.');
  return projects?.length === 0 ? missing('needs-project', 'Choose at least one project.') : null;
}

interface ScopeChoiceProps {
  allowed: readonly Scope[];
  chosen: readonly Scope[];
  onChange: (next: readonly Scope[]) => void;
}

const ScopeChoice = ({ allowed, chosen, onChange }: ScopeChoiceProps) => (
  <fieldset className="api-choice">
    <legend>May</legend>
    {scopes.map((scope) => (
      <Checkbox
        key={scope}
        label={scopeHelp[scope]}
        disabled={!allowed.includes(scope)}
        checked={chosen.includes(scope)}
        onChange={(on) => onChange(on ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
      />
    ))}
  </fieldset>
);

interface ProjectChoiceProps {
  /** null: all. */
  chosen: readonly string[] | null;
  onChange: (next: readonly string[] | null) => void;
}

/** Which projects a key reaches; nothing where there is one project or none. */
function ProjectChoice({ chosen, onChange }: ProjectChoiceProps) {
  const projects = useCall('projects.list', {}).value ?? [];
  if (projects.length < 2) return null;
  return (
    <fieldset className="api-choice">
      <legend>Projects</legend>
      <Checkbox
        label="All, and what belongs to no project"
        checked={chosen === null}
        onChange={(all) => onChange(all ? null : [])}
      />
      {chosen !== null &&
        projects.map(({ name }) => (
          <Checkbox
            key={name}
            label={name}
            checked={chosen.includes(name)}
            onChange={(on) => onChange(on ? [...chosen, name] : chosen.filter((one) => one !== name))}
          />
        ))}
    </fieldset>
  );
}
