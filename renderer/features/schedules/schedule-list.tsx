import { useEffect, useMemo, useState } from 'react';
import { Pencil, Play, Power, Trash2 } from 'lucide-react';
import type { Schedule } from '../../../shared/contract/types.ts';
import { useCommands } from '../../commands/registry.ts';
import { useLocation } from '../../navigation/router.ts';
import type { MenuEntries } from '../../ui/menu.tsx';
import { Pane, SplitPanes } from '../../ui/split-panes.tsx';
import { Table } from '../../ui/table/table.tsx';
import { arraySource } from '../../ui/table/types.ts';
import { removeSchedule, runNow, toggleSchedule } from './schedule-actions.ts';
import { allColumns, ownColumns } from './schedule-columns.tsx';
import { ScheduleInspector } from './schedule-inspector.tsx';
import { openChange } from './schedules-store.ts';
import './schedules.css';

interface ScheduleListProps {
  schedules: readonly Schedule[];
  label: string;
  /** The place that is remembered, and the rows that are shown. */
  name: string;
  /** Whether they are those of one spider. */
  ofSpider: boolean;
}

/** Schedules, with the chosen one in full below. */
export function ScheduleList({ schedules, label, name, ofSpider }: ScheduleListProps) {
  const [shown, setShown] = useState({ schedules, version: 0 });
  if (shown.schedules !== schedules) setShown({ schedules, version: shown.version + 1 });
  const source = useMemo(() => arraySource(name, shown.schedules, shown.version), [name, shown]);
  const [chosen, setChosen] = useState<Schedule | null>(null);
  const named = useLocation().query.get('schedule');
  const [goTo, setGoTo] = useState<{ row: number } | null>(null);
  useEffect(() => {
    const row = schedules.findIndex(({ id }) => id === named);
    if (row >= 0) setGoTo({ row });
    // Only where the address names another one: a person goes elsewhere afterwards.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [named]);
  useScheduleCommands(chosen);
  return (
    <SplitPanes name="schedules" direction="vertical" foldBelow={340} className="grow">
      <Pane id="table" label="Schedules" size={55} min={100}>
        <div className="schedules-pane" data-pane="schedules">
          <Table
            label={label}
            source={source}
            columns={ofSpider ? ownColumns : allColumns}
            layoutName={ofSpider ? 'spider-schedules' : 'schedules'}
            placeName={name}
            rowId={(row) => row.id}
            selectFirst
            goTo={goTo}
            onSelect={setChosen}
            onOpen={openChange}
            onCell={(row, column) => column === 'enabled' && void toggleSchedule(row)}
            rowMenu={scheduleMenu}
          />
        </div>
      </Pane>
      <Pane id="inspector" label="Details" min={100} collapsible>
        <div className="schedules-pane" data-pane="inspector">
          <ScheduleInspector schedule={chosen} />
        </div>
      </Pane>
    </SplitPanes>
  );
}

function scheduleMenu(schedule: Schedule): MenuEntries {
  return [
    { label: 'Change…', icon: Pencil, command: 'schedule.change', run: () => openChange(schedule) },
    { label: 'Run now', icon: Play, command: 'schedule.run', run: () => void runNow(schedule) },
    {
      label: schedule.enabled ? 'Turn off' : 'Turn on',
      icon: Power,
      command: 'schedule.toggle',
      run: () => void toggleSchedule(schedule),
    },
    { kind: 'separator' },
    {
      label: 'Remove…',
      icon: Trash2,
      command: 'schedule.remove',
      danger: true,
      run: () => void removeSchedule(schedule),
    },
  ];
}

/** The commands for the chosen schedule. */
function useScheduleCommands(chosen: Schedule | null): void {
  const category = 'Schedules';
  const ofChosen = (run: (schedule: Schedule) => void | Promise<void>) => ({
    category,
    when: () => chosen !== null,
    run: () => (chosen === null ? undefined : run(chosen)),
  });
  useCommands([
    {
      id: 'schedule.change',
      title: 'Change the schedule…',
      keywords: ['edit', 'cron', 'time zone'],
      keys: ['S C'],
      ...ofChosen(openChange),
    },
    { id: 'schedule.run', title: 'Run what is scheduled now', keys: ['S R'], ...ofChosen(runNow) },
    {
      id: 'schedule.toggle',
      title: 'Turn the schedule on or off',
      keywords: ['enable', 'disable', 'pause'],
      keys: ['S T'],
      ...ofChosen(toggleSchedule),
    },
    {
      id: 'schedule.remove',
      title: 'Remove the schedule…',
      keywords: ['delete'],
      keys: ['Delete'],
      ...ofChosen(removeSchedule),
    },
  ]);
}
