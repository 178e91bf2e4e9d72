import { useState } from 'react';
import { ProjectSelect, useProject } from '../../run-options/project-select.tsx';
import { Field, Input } from '../../ui/field.tsx';

/** Where a spider goes: the project, and the name that it gets. */
export interface Target {
  project: string;
  /** Empty: its own. */
  name: string;
  setProject: (project: string) => void;
  setName: (name: string) => void;
  /** As calls take it. */
  args: { project: string; name?: string };
  /** Why there can be no spider of this name; null: there can. */
  wrong: string | null;
}

/** Where a spider is to go, as a person chooses it. */
export function useTarget(): Target {
  const standard = useProject(null);
  const [chosen, setProject] = useState<string | null>(null);
  const [name, setName] = useState('');
  const project = chosen ?? standard;
  const trimmed = name.trim();
  const isFine = trimmed === '' || /^[a-zA-Z0-9_-]{1,255}$/u.test(trimmed);
  return {
    project,
    name,
    setProject,
    setName,
    args: { project, ...(trimmed === '' || !isFine ? {} : { name: trimmed }) },
    wrong: isFine ? null : 'Use letters, digits, "-" and "_" only.',
  };
}

/** Asks where a spider goes. @param own the name that it has */
export function TargetFields({ target, own }: { target: Target; own: string | null }) {
  return (
    <div className="library-target">
      <Field label="Name" aside="optional" error={target.wrong}>
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            placeholder={own ?? 'as in the pack'}
            value={target.name}
            onChange={(event) => target.setName(event.target.value)}
          />
        )}
      </Field>
      <ProjectSelect value={target.project} onChange={target.setProject} label="Into the project" />
    </div>
  );
}
