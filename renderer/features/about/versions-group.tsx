import { askVersionsName, mayAskVersions } from '../../../shared/contract/version-choices.ts';
import { setPreferences, usePreference } from '../../state/preferences.ts';
import { useCall } from '../../state/query.ts';
import { Switch } from '../../ui/field.tsx';
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx';

/** The setting for looking for newer versions; nothing if no feed is configured. */
export function VersionsGroup() {
  const { value } = useCall('app.newerVersion', {});
  const asks = usePreference((preferences) => mayAskVersions(preferences.choices));
  if (value === null || !value.hasFeed) return null;
  return (
    <SettingGroup label="Newer versions">
      <SettingRow
        label="Check once a day"
        help="The status bar shows when a newer version is available. Nothing is installed automatically."
      >
        {(id) => (
          <Switch
            id={id}
            checked={asks}
            onChange={(on) => void setPreferences({ choices: { [askVersionsName]: on } })}
          />
        )}
      </SettingRow>
    </SettingGroup>
  );
}
