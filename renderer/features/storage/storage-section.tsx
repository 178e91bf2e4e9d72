import { runCommand } from '../../commands/registry.ts';
import { Button } from '../../ui/button.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx';

const places = [
  {
    command: 'storage.show',
    label: 'What takes room',
    help: 'By kind, project, spider and run. Check the database, and give free room back to the disk.',
    title: 'Storage',
  },
  {
    command: 'retention.show',
    label: 'What goes by rule',
    help: 'Which runs and stored pages are kept, and for how long.',
    title: 'Retention',
  },
  {
    command: 'trash.show',
    label: 'What was deleted',
    help: 'It can be restored for thirty days.',
    title: 'Trash',
  },
] as const;

/** The section of the settings that leads to the screens about what is stored. */
export const StorageSection = () => (
  <SettingGroup label="Data folder">
    {places.map(({ command, label, help, title }) => (
      <SettingRow key={command} label={label} help={help}>
        {(id) => (
          <>
            <KeyHint command={command} />
            <Button id={id} onClick={() => runCommand(command)}>
              {title}
            </Button>
          </>
        )}
      </SettingRow>
    ))}
  </SettingGroup>
);
