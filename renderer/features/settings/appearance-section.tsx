import { setPreferences, usePreference } from '../../state/preferences.ts';
import { Input, Select, Switch } from '../../ui/field.tsx';
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx';

/** Settings of the window and the editor: theme, density, fonts. */
export function AppearanceSection() {
  const preferences = usePreference((all) => all);
  const { editor } = preferences;
  return (
    <>
      <SettingGroup label="Window">
        <SettingRow label="Theme" help="System follows the light or dark mode of your desktop.">
          {(id) => (
            <Select
              id={id}
              value={preferences.theme}
              onChange={(theme) => void setPreferences({ theme })}
              options={[
                { value: 'system', label: 'System' },
                { value: 'light', label: 'Light' },
                { value: 'dark', label: 'Dark' },
              ]}
            />
          )}
        </SettingRow>
        <SettingRow label="Density" help="The height of rows and controls.">
          {(id) => (
            <Select
              id={id}
              value={preferences.density}
              onChange={(density) => void setPreferences({ density })}
              options={[
                { value: 'compact', label: 'Compact' },
                { value: 'comfortable', label: 'Comfortable' },
              ]}
            />
          )}
        </SettingRow>
        <SettingRow label="Motion" help="Reduced turns animations off, regardless of the system setting.">
          {(id) => (
            <Select
              id={id}
              value={preferences.motion}
              onChange={(motion) => void setPreferences({ motion })}
              options={[
                { value: 'system', label: 'System' },
                { value: 'reduced', label: 'Reduced' },
              ]}
            />
          )}
        </SettingRow>
      </SettingGroup>
      <SettingGroup label="Editor">
        <SettingRow label="Font size" help="In pixels, from 8 to 40.">
          {(id) => (
            <Input
              id={id}
              type="number"
              min={8}
              max={40}
              style={{ width: 72 }}
              value={editor.fontSize}
              onChange={(event) => {
                const fontSize = Math.round(event.target.valueAsNumber);
                if (fontSize >= 8 && fontSize <= 40) void setPreferences({ editor: { fontSize } });
              }}
            />
          )}
        </SettingRow>
        <SettingRow label="Wrap long lines">
          {(id) => (
            <Switch
              id={id}
              checked={editor.wordWrap}
              onChange={(wordWrap) => void setPreferences({ editor: { wordWrap } })}
            />
          )}
        </SettingRow>
        <SettingRow label="Show the minimap">
          {(id) => (
            <Switch
              id={id}
              checked={editor.minimap}
              onChange={(minimap) => void setPreferences({ editor: { minimap } })}
            />
          )}
        </SettingRow>
      </SettingGroup>
    </>
  );
}
