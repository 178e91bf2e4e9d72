import { useState } from 'react';
import { CalendarClock, Plus } from 'lucide-react';
import type { RouteParams } from '../../contributions/feature.ts';
import { FrameActions } from '../../contributions/frame-actions.tsx';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import { ScheduleList } from './schedule-list.tsx';
import { openAdd } from './schedules-store.ts';

/** All schedules. */
export function SchedulesScreen() {
  const { value, error, refresh } = useCall('schedules.list', {});
  const [project, setProject] = useState('');
  if (error !== null && value === null)
    return <ErrorState page error={error} title="The schedules could not be loaded." onRetry={refresh} />;
  if (value === null) return null;
  const projects = [...new Set(value.map((schedule) => schedule.project))];
  const only = projects.includes(project) ? project : '';
  const shown = only === '' ? value : value.filter((schedule) => schedule.project === only);
  const off = shown.filter(({ enabled }) => !enabled).length;
  return (
    <div className="schedules">
      <header className="schedules-head">
        <h1>Schedules</h1>
        {shown.length > 0 && (
          <p className="subtle small">
            {counted(shown.length, 'schedule')}
            {off > 0 && `, ${off} of them off`}
          </p>
        )}
        <span className="grow" />
        {projects.length > 1 && (
          <Select
            aria-label="Project"
            value={only}
            options={[
              { value: '', label: 'All projects' },
              ...projects.map((name) => ({ value: name, label: name })),
            ]}
            onChange={setProject}
          />
        )}
        <Button variant="primary" icon={Plus} onClick={() => openAdd(null)}>
          Add a schedule…
        </Button>
      </header>
      {shown.length === 0 ? (
        <EmptyState
          icon={CalendarClock}
          title="No schedules yet"
          command="schedule.add"
          actions={
            <Button icon={Plus} onClick={() => openAdd(null)}>
              Add a schedule…
            </Button>
          }
        >
          <Teaching />
        </EmptyState>
      ) : (
        <ScheduleList schedules={shown} label="Schedules" name={`schedules ${only}`} ofSpider={false} />
      )}
    </div>
  );
}

/** The schedules of a spider, beside its runs. */
export function SpiderSchedules({ params }: { params: RouteParams }) {
  const { project = '', spider = '' } = params;
  const { value, error, refresh } = useCall('schedules.list', { project, spider });
  if (error !== null && value === null)
    return <ErrorState error={error} title="The schedules could not be loaded." onRetry={refresh} />;
  if (value === null) return null;
  const add = () => openAdd({ project, spider });
  return (
    <div className="schedules">
      <FrameActions>
        <Button variant="primary" icon={Plus} onClick={add}>
          Add a schedule…
        </Button>
      </FrameActions>
      {value.length === 0 ? (
        <EmptyState
          icon={CalendarClock}
          title={`${spider} has no schedule`}
          command="schedule.add"
          actions={
            <Button icon={Plus} onClick={add}>
              Add a schedule…
            </Button>
          }
        >
          <Teaching />
        </EmptyState>
      ) : (
        <ScheduleList
          schedules={value}
          label={`Schedules of ${spider}`}
          name={`schedules ${project}/${spider}`}
          ofSpider
        />
      )}
    </div>
  );
}

const Teaching = () => (
  <>
    <p>
      A schedule queues a crawl at each of its moments: every night at 02:30, every hour, on the first of each
      month. It never starts a second crawl while the last one still runs.
    </p>
    <p>
      This application carries schedules out while it is open; <code>spider-studio daemon</code> does so
      without a window.
    </p>
  </>
);
