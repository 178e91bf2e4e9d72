import { useState } from 'react';
import { RotateCcw } from 'lucide-react';
import { membersOf } from '../../../../shared/spider/plain.ts';
import { IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { removeAt } from '../../../../shared/spider/json-edits.ts';
import { pointerOf } from '../../../../shared/spider/json-path.ts';
import { settingNames, settingSchema } from '../spider-schema.ts';
import { useEdits, useProblem, useValue } from './form-context.ts';
import { SettingControl } from './setting-control.tsx';
import { settingGroups } from './setting-groups.ts';

/** All settings with what they mean; the text has only those that are set. */
export function SettingsSection({ caret }: { caret: string | null }) {
  const [search, setSearch] = useState('');
  const [onlySet, setOnlySet] = useState(false);
  const settings = membersOf(useValue(['settings']));
  const set = new Map(settings.filter(([, value]) => value !== null));
  const others = settings.map(([name]) => name).filter((name) => !settingNames.includes(name));
  const groups = [...settingGroups, { title: 'Not used', names: others }]
    .map(({ title, names }) => ({
      title,
      names: names.filter((name) => (!onlySet || set.has(name)) && fits(name, title, search)),
    }))
    .filter(({ names }) => names.length > 0);
  const shown = groups.reduce((sum, { names }) => sum + names.length, 0);
  return (
    <div className="author-section">
      <div className="author-settings-search">
        <SearchField
          label="Search the settings"
          value={search}
          onChange={setSearch}
          count={`${shown} of ${settingNames.length + others.length}`}
          className="grow"
        />
        <Checkbox label={`Only set (${set.size})`} checked={onlySet} onChange={setOnlySet} />
      </div>
      {groups.map(({ title, names }) => (
        <section key={title} aria-label={title} className="author-setting-group">
          <h2>{title}</h2>
          {names.map((name) => (
            <SettingRow key={name} name={name} isSet={set.has(name)} hasCaret={caret === name} />
          ))}
        </section>
      ))}
      {shown === 0 && (
        <p className="subtle">
          {onlySet && set.size === 0 ? 'No settings are set.' : 'No matching settings.'}
        </p>
      )}
    </div>
  );
}

/** Every word has to be in the name, the group or the description. */
function fits(name: string, title: string, search: string): boolean {
  const text =
    `${name} ${name.replaceAll('_', ' ')} ${title} ${settingSchema(name)?.description ?? ''}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}

/** Settings that need the whole width. */
const wideSettings: ReadonlySet<string> = new Set([
  'GENERATED_URLS',
  'PAGINATED_LISTINGS',
  'BROWSER_ACTIONS',
]);

function SettingRow({ name, isSet, hasCaret }: { name: string; isSet: boolean; hasCaret: boolean }) {
  const path = ['settings', name];
  const edits = useEdits();
  const schema = settingSchema(name);
  const error = useProblem(path);
  return (
    <div
      className={classes(
        'author-setting',
        isSet && 'author-setting-set',
        wideSettings.has(name) && 'author-setting-wide',
      )}
      data-pointer={pointerOf(path)}
      data-caret={hasCaret || undefined}
    >
      <div className="author-setting-text">
        <span className="author-setting-name mono">{name}</span>
        <p className="subtle small">
          {schema?.description ?? 'Stored with the spider, but not used by this version.'}
        </p>
        {error !== null && <p className="author-setting-problem small">{error}</p>}
      </div>
      <div className="author-setting-control">
        <SettingControl name={name} />
        {isSet ? (
          <IconButton
            label={`Reset ${name}`}
            icon={RotateCcw}
            size="small"
            onClick={() => edits.change(`Reset ${name}`, (text) => removeAt(text, path))}
          />
        ) : (
          <span className="author-setting-reset" />
        )}
      </div>
    </div>
  );
}
