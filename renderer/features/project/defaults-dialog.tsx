import { useId, useMemo, useState } from 'react';
import { RotateCcw } from 'lucide-react';
import { csvDialects, exportFormats, formatNames } from '../../../shared/export-formats.ts';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { ProjectDefaults } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { invalidate, useCall } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { counted } from '../../ui/format.ts';
import { defaultGroups } from './default-groups.ts';
import { closeProjectDialog } from './project-store.ts';
import { SettingInput } from './setting-input.tsx';
import { errorWords, hasErrors, problemsOfTexts, problemWords, settingsOf } from './setting-problems.ts';
import { settingOf, textOf } from './setting-text.ts';
import './dialogs.css';

/** What a project, or the workspace (null), gives to all its spiders: settings, and how their items are exported. */
export function DefaultsDialog({ project }: { project: string | null }) {
  const ofProject = useCall('projects.defaults', project === null ? null : { project });
  const ofWorkspace = useCall('app.defaults', project === null ? {} : null);
  const { value, error, refresh } = project === null ? ofWorkspace : ofProject;
  if (value !== null) return <DefaultsForm project={project} defaults={value} />;
  return (
    <Dialog open size="large" title={titleOf(project)} onClose={closeProjectDialog}>
      {error === null ? (
        <div className="project-loading" role="status">
          <Spinner />
          <span className="visually-hidden">Loading</span>
        </div>
      ) : (
        <ErrorState error={error} title="The defaults could not be loaded." onRetry={refresh} />
      )}
    </Dialog>
  );
}

const titleOf = (project: string | null) =>
  project === null ? 'Defaults of all projects' : `Defaults of the project ${project}`;
const dialectWords = {
  standard: 'Standard (RFC 4180)',
  excel: 'Excel',
  bom: 'Standard with a byte order mark',
} as const;

/** What a choice of a select is for nothing chosen. */
const open = '';

function DefaultsForm({ project, defaults }: { project: string | null; defaults: ProjectDefaults }) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(Object.entries(defaults.settings).map(([name, value]) => [name, textOf(name, value)])),
  );
  const [exports, setExports] = useState(defaults.exports);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const problems = useMemo(() => problemsOfTexts(texts), [texts]);
  const set = Object.values(texts).filter((text) => text.trim() !== '').length;
  const change = (name: string, text: string) => {
    setRefused(null);
    setTexts((before) => ({ ...before, [name]: text }));
  };
  const save = async () => {
    if (hasErrors(problems)) return;
    setBusy(true);
    const given = { settings: settingsOf(texts), exports };
    const options = {
      handle: (error: CallError) => {
        setRefused(errorWords(error));
        return true;
      },
    };
    const answer = await (project === null
      ? act('app.setDefaults', given, options)
      : act('projects.setDefaults', { project, ...given }, options));
    setBusy(false);
    if (answer === null) return;
    invalidate((name) => name === 'projects.defaults' || name === 'app.defaults');
    closeProjectDialog();
    toast.success(`The defaults of ${project ?? 'all projects'} are saved`, {
      message: 'They hold from the next runs on.',
    });
  };
  return (
    <Dialog
      open
      size="large"
      title={titleOf(project)}
      description={`They hold for every spider ${project === null ? 'whose project does' : 'of the project that does'} not set the same itself. Runs that have begun keep what they began with.`}
      onClose={closeProjectDialog}
      onSubmit={() => void save()}
      footer={
        <>
          <span className="subtle small grow">
            {set === 0 ? 'Nothing is set' : `${counted(set, 'setting')} set`}
          </span>
          <Button onClick={closeProjectDialog}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy} disabled={hasErrors(problems)}>
            Save
          </Button>
        </>
      }
    >
      {refused !== null && (
        <p className="ui-field-error" role="alert">
          {refused}
        </p>
      )}
      {defaultGroups().map(({ title, names }) => (
        <section key={title} aria-label={title} className="project-settings">
          <h3>{title}</h3>
          {names.map((name) => {
            const problem = problems.get(name);
            return (
              <SettingLine
                key={name}
                name={name}
                text={texts[name] ?? ''}
                problem={problem === undefined ? null : problemWords(problem)}
                onChange={(text) => change(name, text)}
              />
            );
          })}
        </section>
      ))}
      <section aria-label="Exports" className="project-settings">
        <h3>Exports</h3>
        <div className="project-exports">
          <Field label="Format" help="What an export begins with unless another one is chosen.">
            {(ids) => (
              <Select
                {...ids}
                value={exports.format ?? open}
                options={[
                  { value: open, label: 'Not set' },
                  ...exportFormats.map((value) => ({ value, label: formatNames[value] })),
                ]}
                onChange={(format) =>
                  setExports(({ dialect }) => ({
                    ...(format === open ? {} : { format }),
                    ...(dialect === undefined ? {} : { dialect }),
                  }))
                }
              />
            )}
          </Field>
          <Field label="Dialect of CSV">
            {(ids) => (
              <Select
                {...ids}
                value={exports.dialect ?? open}
                options={[
                  { value: open, label: 'Not set' },
                  ...csvDialects.map((value) => ({ value, label: dialectWords[value] })),
                ]}
                onChange={(dialect) =>
                  setExports(({ format }) => ({
                    ...(format === undefined ? {} : { format }),
                    ...(dialect === open ? {} : { dialect }),
                  }))
                }
              />
            )}
          </Field>
        </div>
      </section>
    </Dialog>
  );
}

interface SettingLineProps {
  name: string;
  text: string;
  problem: string | null;
  onChange: (text: string) => void;
}

function SettingLine({ name, text, problem, onChange }: SettingLineProps) {
  const id = useId();
  return (
    <div className="project-setting" data-set={text !== '' || undefined}>
      <div>
        <span className="mono">{name}</span>
        <p className="subtle small" id={id}>
          {settingOf(name)?.description}
        </p>
        {problem !== null && (
          <p className="ui-field-error" role="alert">
            {problem}
          </p>
        )}
      </div>
      <div className="project-setting-control">
        <SettingInput
          name={name}
          text={text}
          optional
          invalid={problem !== null}
          describedBy={id}
          onChange={onChange}
        />
        {text === '' ? (
          <span className="project-reset" />
        ) : (
          <IconButton
            label={`Leave ${name} open`}
            icon={RotateCcw}
            size="small"
            onClick={() => onChange('')}
          />
        )}
      </div>
    </div>
  );
}
