import { useId, useMemo, useState } from 'react';
import { RotateCcw } from 'lucide-react';
import { csvDialects, exportFormats, formatNames } from '../../../shared/export-formats.ts';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { ProjectDefaults } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { invalidate } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { IconButton } from '../../ui/button.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import { sameDefaults, type DefaultsTexts } from './defaults-edits.ts';
import { defaultGroups } from './default-groups.ts';
import { SettingInput } from './setting-input.tsx';
import { errorWords, hasErrors, problemsOfTexts, problemWords, settingsOf } from './setting-problems.ts';
import { settingOf, textOf } from './setting-text.ts';
import './dialogs.css';

const dialectWords = {
  standard: 'Standard (RFC 4180)',
  excel: 'Excel',
  bom: 'Standard with a byte order mark',
} as const;

/** What a choice of a select is for nothing chosen. */
const open = '';

/** Defaults that a person edits: those of a project, or of the workspace (null). */
export function useDefaultsForm(
  project: string | null,
  defaults: ProjectDefaults,
  edits: DefaultsTexts | null = null,
) {
  const [saved, setSaved] = useState(() => asTexts(defaults));
  const [texts, setTexts] = useState((edits ?? saved).texts);
  const [exports, setExports] = useState((edits ?? saved).exports);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const problems = useMemo(() => problemsOfTexts(texts), [texts]);
  const set = Object.values(texts).filter((text) => text.trim() !== '').length;
  return {
    texts,
    exports,
    problems,
    refused,
    busy,
    canSave: !hasErrors(problems),
    isEdited: !sameDefaults({ texts, exports }, saved),
    /** How many settings are set, in words. */
    words: set === 0 ? 'Nothing is set' : `${counted(set, 'setting')} set`,
    setExports,
    discard: () => {
      setRefused(null);
      setTexts(saved.texts);
      setExports(saved.exports);
    },
    change: (name: string, text: string) => {
      setRefused(null);
      setTexts((before) => ({ ...before, [name]: text }));
    },
    /** @returns whether they are saved */
    save: async (): Promise<boolean> => {
      if (hasErrors(problems)) return false;
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
      if (answer === null) return false;
      setSaved({ texts, exports });
      invalidate((name) => name === 'projects.defaults' || name === 'app.defaults');
      toast.success(`The defaults of ${project ?? 'all projects'} are saved`, {
        message: 'They hold from the next runs on.',
      });
      return true;
    },
  };
}

const asTexts = ({ settings, exports }: ProjectDefaults): DefaultsTexts => ({
  texts: Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, textOf(name, value)])),
  exports,
});

interface DefaultsFieldsProps {
  form: ReturnType<typeof useDefaultsForm>;
  /** The level of the headings of the groups. */
  heading: 'h2' | 'h3';
}

/** The settings that can be defaults, by what they are about, and how items are exported. */
export function DefaultsFields({ form, heading: Heading }: DefaultsFieldsProps) {
  const { texts, exports, problems, refused, change, setExports } = form;
  return (
    <>
      {refused !== null && (
        <p className="ui-field-error" role="alert">
          {refused}
        </p>
      )}
      {defaultGroups().map(({ title, names }) => (
        <section key={title} aria-label={title} className="project-settings">
          <Heading>{title}</Heading>
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
        <Heading>Exports</Heading>
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
    </>
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
