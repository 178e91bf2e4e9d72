import { useCall } from '../state/query.ts';
import { Field, Select } from '../ui/field.tsx';

interface ProjectSelectProps {
  value: string;
  onChange: (project: string) => void;
  label?: string;
}

/** A choice of project; nothing if there is only one. */
export function ProjectSelect({ value, onChange, label = 'Project' }: ProjectSelectProps) {
  const { value: projects } = useCall('projects.list', {});
  if (projects === null || projects.length < 2) return null;
  return (
    <Field label={label}>
      {(ids) => (
        <Select
          {...ids}
          value={value}
          onChange={onChange}
          options={projects.map((project) => ({ value: project.name, label: project.name }))}
        />
      )}
    </Field>
  );
}

/** The default project: the wanted one, else that of the shown spider, else the first. */
export function useProject(wanted: string | null): string {
  const { value: projects } = useCall('projects.list', {});
  const [, shown] = /^#\/spider\/([^/]+)\//u.exec(window.location.hash) ?? [];
  const names = (projects ?? []).map((project) => project.name);
  for (const name of [wanted, shown === undefined ? null : decodeURIComponent(shown), 'default']) {
    if (name !== null && names.includes(name)) return name;
  }
  return names[0] ?? 'default';
}
