import { closeChoiceName, closeChoiceOf, type CloseChoice } from '../../../shared/window/close-choice.ts';
import { desktopBridge } from '../../client/connect.ts';
import { setPreferences, usePreference } from '../../state/preferences.ts';
import { useCall } from '../../state/query.ts';
import { Select, type SelectOption } from '../../ui/field.tsx';
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx';

const options: readonly SelectOption<CloseChoice | 'ask'>[] = [
  { value: 'ask', label: 'Ask' },
  { value: 'pause', label: 'Pause the crawl' },
  { value: 'keep', label: 'Keep crawling' },
];

/**
 * What the choice means where it is made: in a browser, on macOS, on other desktops.
 * @param platform as Node names it
 */
export function closeHelp(inDesktop: boolean, platform: string): string {
  if (!inDesktop) {
    return 'For the window of the desktop application. Closing a tab of a browser never stops a crawl.';
  }
  if (platform === 'darwin') {
    return 'Closing a window never stops a crawl on macOS. Quitting does: it asks, unless a crawl is to be paused.';
  }
  return 'A paused crawl can be resumed at the next start. A crawl that keeps running shows an icon in the notification area and ends when it is finished; quitting still asks.';
}

/** What happens to running crawls when the desktop window closes: the remembered answer to its question. */
export function CloseGroup() {
  const choice = usePreference((preferences) => closeChoiceOf(preferences.choices)) ?? 'ask';
  const { value: info } = useCall('app.info', {});
  return (
    <SettingGroup label="Closing">
      <SettingRow
        label="When a window is closed while a crawl runs"
        help={info === null ? '' : closeHelp(desktopBridge() !== null, info.platform)}
      >
        {(id) => (
          <Select
            id={id}
            value={choice}
            options={options}
            onChange={(next) =>
              void setPreferences({ choices: { [closeChoiceName]: next === 'ask' ? null : next } })
            }
          />
        )}
      </SettingRow>
    </SettingGroup>
  );
}
