import { askVersionsName, mayAskVersions } from '../../../shared/contract/version-choices.ts';
import { setPreferences, usePreference } from '../../state/preferences.ts';
import { useCall } from '../../state/query.ts';
import { Switch } from '../../ui/field.tsx';
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx';

/** Whether newer versions are asked for; nothing where there is nobody to ask. */
export function VersionsGroup() {
  const { value } = useCall('app.newerVersion', {});
  const asks = usePreference((preferences) => mayAskVersions(preferences.choices));
  if (value === null || !value.hasFeed) return null;
  return (
    <SettingGroup label="Newer versions">
      <SettingRow
        label="Ask once a day"
        help="The status bar tells of a newer version. Nothing is installed by itself."
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
