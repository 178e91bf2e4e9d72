import { CircleCheck, FileUp, Pause, Play, Plus, TriangleAlert } from 'lucide-react';
import type { QueueStatus } from '../../../shared/contract/types.ts';
import { runCommand } from '../../commands/registry.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Strip } from '../../ui/strip.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { configureQueue, queueProject } from './queue-actions.ts';
import { showAddFile } from './queue-store.ts';
import { carrier } from './queue-words.ts';

/** How many crawls may run at once; the limits of `queue.configure`. */
const concurrencies = Array.from({ length: 32 }, (_, index) => String(index + 1));

/** The title of the queue, what carries it out, and what can be done with all of it. */
export function QueueHead({ status }: { status: QueueStatus }) {
  const { tone, text, todo } = carrier(status);
  const Icon = tone === 'success' ? CircleCheck : TriangleAlert;
  return (
    <header className="queue-head">
      <h1>Queue</h1>
      <p className="queue-carrier" data-tone={tone} role="status">
        <Icon size={14} aria-hidden />
        <span>
          {text}.{todo === null ? '' : ` ${todo}`}
        </span>
      </p>
      <div className="queue-actions">
        <label className="queue-concurrency">
          At once
          <Select
            value={String(status.concurrency)}
            options={concurrencies.map((value) => ({ value, label: value }))}
            onChange={(value) => void configureQueue({ concurrency: Number(value) })}
          />
        </label>
        <Tooltip
          text={status.held ? 'Begin pending crawls again' : 'Begin no further crawl; those that run go on'}
          command="queue.hold"
        >
          <Button
            icon={status.held ? Play : Pause}
            onClick={() => void configureQueue({ held: !status.held })}
          >
            {status.held ? 'Release' : 'Hold'}
          </Button>
        </Tooltip>
        <AddMenu />
      </div>
    </header>
  );
}

/** Ways to queue crawls. */
export function AddMenu() {
  const projects = useCall('projects.list', {}).value ?? [];
  const [only, ...others] = projects;
  return (
    <Menu
      align="end"
      entries={[
        { label: 'A crawl…', icon: Play, run: () => runCommand('run.queue') },
        { label: 'From a file…', icon: FileUp, command: 'queue.add-file', run: () => showAddFile(true) },
        { kind: 'separator' },
        ...(others.length === 0
          ? [
              {
                label: 'All spiders',
                icon: Plus,
                disabled: only === undefined,
                run: () => void (only !== undefined && queueProject(only.name)),
              },
            ]
          : [
              {
                kind: 'submenu' as const,
                label: 'All spiders of',
                icon: Plus,
                entries: projects.map(({ name }) => ({
                  label: name,
                  run: () => void queueProject(name),
                })),
              },
            ]),
      ]}
    >
      <Button variant="primary" icon={Plus}>
        Add
      </Button>
    </Menu>
  );
}

/** Says that the queue is held, in a line above the table. */
export const HeldNotice = () => (
  <Strip icon={Pause} tone="warning">
    The queue is held: crawls that run go on, and no further one begins.
  </Strip>
);
