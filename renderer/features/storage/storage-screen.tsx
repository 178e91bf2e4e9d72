import { useEffect, type ReactNode } from 'react';
import { Archive, ChevronRight, Eraser, FileSearch, HardDrive, Minimize2, RotateCw } from 'lucide-react';
import type { StorageReport } from '../../../shared/contract/types.ts';
import type { RouteParams } from '../../contributions/feature.ts';
import { href, navigate } from '../../navigation/router.ts';
import { useTopicState } from '../../state/topics.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { agoInWords, bytes } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { CheckDialog } from './check-dialog.tsx';
import { bytesOf } from './kind-groups.ts';
import { RoomBar } from './room-bar.tsx';
import { ProjectRooms, RunRooms, SpiderRooms } from './room-tables.tsx';
import { check, clearCache, compact, measure, useStorage, type StorageTask } from './storage-store.ts';
import './storage.css';

/** What takes the room of the data folder, and what can be done about it. */
export function StorageScreen({ params }: { params: RouteParams }) {
  const { report, error, measuring, task } = useStorage();
  useEffect(() => void measure(false), []);
  const working = task ?? measuring;
  if (report === null && error !== null) {
    return (
      <>
        {working !== null && <Working task={working} />}
        <ErrorState
          page
          error={error}
          title="What takes room could not be measured."
          onRetry={() => void measure(true)}
          actions={<CheckButton busy={working !== null} />}
        />
        <CheckDialog />
      </>
    );
  }
  return (
    <div className="storage">
      <header className="storage-head">
        <h1>Storage</h1>
        {report !== null && (
          <p className="subtle ellipsis" title={report.dataFolder}>
            Measured {agoInWords(report.measuredAt)}
          </p>
        )}
        <div className="storage-actions">
          <Button icon={RotateCw} disabled={working !== null} onClick={() => void measure(true)}>
            Measure again
          </Button>
          {report !== null && <Actions report={report} busy={working !== null} />}
        </div>
      </header>
      {working !== null && <Working task={working} />}
      {report !== null && <Report report={report} {...params} />}
      <CheckDialog />
    </div>
  );
}

function Actions({ report, busy }: { report: StorageReport; busy: boolean }) {
  const free = report.compaction.bytes;
  return (
    <>
      <CheckButton busy={busy} />
      <Button icon={Archive} onClick={() => navigate(['retention'])}>
        Retention…
      </Button>
      <Button
        icon={Minimize2}
        disabled={busy || free === 0}
        title={free === 0 ? 'There is no free room inside the database' : `Gives ${bytes(free)} back`}
        onClick={() => void compact(report)}
      >
        Compact
      </Button>
      <Button
        icon={Eraser}
        disabled={busy || bytesOf(report.kinds, ['cache']) === 0}
        onClick={() => void clearCache()}
      >
        Clear HTTP cache…
      </Button>
    </>
  );
}

const CheckButton = ({ busy }: { busy: boolean }) => (
  <Button
    icon={FileSearch}
    disabled={busy}
    title="Reads the whole database, and tells what is not as it should be"
    onClick={() => void check()}
  >
    Check
  </Button>
);

function Working({ task: { title, operation, abort } }: { task: StorageTask }) {
  const progress = useTopicState('progress', { operation });
  return (
    <div className="storage-working" role="status">
      <p className="small muted">{title}…</p>
      <ProgressBar label={title} value={progress?.percent ?? null} max={100} />
      <Button size="small" onClick={() => abort.abort()}>
        Cancel
      </Button>
    </div>
  );
}

function Report({ report, project, spider }: { report: StorageReport; project?: string; spider?: string }) {
  return (
    <>
      <section className="storage-sum" aria-label="All in all">
        <p className="storage-total">
          <strong className="numeric">{bytes(report.bytes)}</strong>
          <span className="muted mono ellipsis">{report.dataFolder}</span>
          {report.diskFreeBytes !== null && (
            <span className="muted numeric storage-disk">
              <HardDrive size={14} aria-hidden /> {bytes(report.diskFreeBytes)} free on this disk
            </span>
          )}
        </p>
        <RoomBar report={report} />
      </section>
      <nav className="storage-path" aria-label="What is shown">
        <Crumb to={['storage']} here={project === undefined}>
          All projects
        </Crumb>
        {project !== undefined && (
          <Crumb to={['storage', project]} here={spider === undefined}>
            {project}
          </Crumb>
        )}
        {spider !== undefined && (
          <Crumb to={['storage', project ?? '', spider]} here>
            {spider}
          </Crumb>
        )}
      </nav>
      <div className="storage-table" data-pane="storage">
        {project === undefined ? (
          <ProjectRooms report={report} />
        ) : spider === undefined ? (
          <SpiderRooms key={project} report={report} project={project} />
        ) : (
          <RunRooms key={`${project}/${spider}`} report={report} project={project} spider={spider} />
        )}
      </div>
    </>
  );
}

interface CrumbProps {
  to: readonly string[];
  here: boolean;
  children: ReactNode;
}

const Crumb = ({ to, here, children }: CrumbProps) => (
  <>
    {to.length > 1 && <ChevronRight size={14} aria-hidden />}
    {here ? <span aria-current="page">{children}</span> : <a href={href(to)}>{children}</a>}
  </>
);
