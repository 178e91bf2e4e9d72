import { closeChoiceName } from '../../../shared/window/close-choice.ts';
import { setPreferences, usePreference } from '../../state/preferences.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { counted } from '../../ui/format.ts';
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx';
import { CloseGroup } from './close-group.tsx';

const nulls = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, null] as const));

/** Resets remembered answers and layouts. */
export function QuestionsSection() {
  const preferences = usePreference((all) => all);
  const answers = Object.keys(preferences.choices).filter(
    (key) => key.startsWith('confirm:') || key === closeChoiceName,
  );
  const layouts = [Object.keys(preferences.panels), Object.keys(preferences.columns)];
  const [panels = [], columns = []] = layouts;
  const forget = async (patch: Parameters<typeof setPreferences>[0], told: string) => {
    await setPreferences(patch);
    toast.success(told);
  };
  return (
    <>
      <CloseGroup />
      <SettingGroup label="Remembered">
        <SettingRow
          label="Remembered answers"
          help={
            answers.length === 0
              ? 'All confirmations are shown.'
              : `${counted(answers.length, 'confirmation is', 'confirmations are')} turned off.`
          }
        >
          {(id) => (
            <Button
              id={id}
              disabled={answers.length === 0}
              onClick={() => void forget({ choices: nulls(answers) }, 'All confirmations are shown again')}
            >
              Ask again
            </Button>
          )}
        </SettingRow>
        <SettingRow label="Sizes of panes" help="Panes return to their default sizes when next shown.">
          {(id) => (
            <Button
              id={id}
              disabled={panels.length === 0}
              onClick={() => void forget({ panels: nulls(panels.slice(0, 100)) }, 'Pane sizes reset')}
            >
              Reset
            </Button>
          )}
        </SettingRow>
        <SettingRow label="Columns of tables" help="Their order, their widths, and which are hidden.">
          {(id) => (
            <Button
              id={id}
              disabled={columns.length === 0}
              onClick={() => void forget({ columns: nulls(columns.slice(0, 100)) }, 'Table columns reset')}
            >
              Reset
            </Button>
          )}
        </SettingRow>
      </SettingGroup>
    </>
  );
}
