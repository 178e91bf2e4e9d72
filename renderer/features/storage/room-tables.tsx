import { useMemo } from 'react';
import { Activity, Inbox } from 'lucide-react';
import type { StorageReport } from '../../../shared/contract/types.ts';
import { navigate } from '../../navigation/router.ts';
import { getClient } from '../../state/client.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Table } from '../../ui/table/table.tsx';
import { arraySource, type RowSource } from '../../ui/table/types.ts';
import { projectColumns, runColumns, spiderColumns, type RoomRow } from './room-columns.tsx';

interface Room {
  readonly bytes: number;
  readonly kinds: StorageReport['kinds'];
}

/** Rows with their share of the largest one. */
function rowsOf<T extends Room>(rooms: readonly T[], nameOf: (room: T) => string): (T & RoomRow)[] {
  const most = Math.max(1, ...rooms.map(({ bytes }) => bytes));
  return rooms.map((room) => ({ ...room, name: nameOf(room), share: room.bytes / most }));
}

/** The projects. A double click, or Enter, goes into one. */
export function ProjectRooms({ report }: { report: StorageReport }) {
  const source = useMemo(
    () =>
      arraySource(
        report.measuredAt,
        rowsOf(report.projects, ({ project }) => project),
      ),
    [report],
  );
  return (
    <Table
      label="Projects by size"
      source={source}
      columns={projectColumns}
      layoutName="storage-projects"
      rowId={({ name }) => name}
      onOpen={({ project }) => navigate(['storage', project])}
      rowMenu={({ project }) => [
        { label: 'Show its spiders', run: () => navigate(['storage', project]) },
        { label: 'Open the project', run: () => navigate(['project', project]) },
      ]}
      empty={<Nothing what="project" />}
    />
  );
}

/** The spiders of a project. */
export function SpiderRooms({ report, project }: { report: StorageReport; project: string }) {
  const source = useMemo(() => {
    const own = report.spiders.filter((each) => each.project === project);
    return arraySource(
      `${report.measuredAt} ${project}`,
      rowsOf(own, ({ spider }) => spider),
    );
  }, [report, project]);
  return (
    <Table
      label={`Spiders of ${project} by size`}
      source={source}
      columns={spiderColumns}
      layoutName="storage-spiders"
      rowId={({ name }) => name}
      onOpen={({ spider }) => navigate(['storage', project, spider])}
      rowMenu={({ spider }) => [
        { label: 'Show its runs', run: () => navigate(['storage', project, spider]) },
        { label: 'Open the spider', run: () => navigate(['spider', project, spider]) },
      ]}
      empty={<Nothing what="spider" />}
    />
  );
}

type RunRow = Parameters<NonNullable<(typeof runColumns)[number]['cell']>>[0];

/** The runs of a spider, the newest first. */
export function RunRooms({
  report,
  project,
  spider,
}: {
  report: StorageReport;
  project: string;
  spider: string;
}) {
  const source = useMemo((): RowSource<RunRow> => {
    const most = Math.max(1, report.spiders.find((each) => each.spider === spider)?.bytes ?? 1);
    return {
      key: `${report.measuredAt} ${project}/${spider}`,
      count: null,
      async load(offset, limit, signal) {
        const answer = await getClient().call('storage.runs', { project, spider, offset, limit }, { signal });
        if (!answer.ok) return answer;
        const { rows, total } = answer.value;
        return {
          ok: true,
          count: total,
          rows: rows.map((run) => ({
            run,
            name: run.run,
            bytes: run.bytes,
            kinds: run.kinds,
            share: run.bytes / most,
          })),
        };
      },
    };
  }, [report, project, spider]);
  return (
    <Table
      label={`Runs of ${spider} by time`}
      source={source}
      columns={runColumns}
      layoutName="storage-runs"
      rowId={({ name }) => name}
      onOpen={({ name }) => navigate(['run', name])}
      rowMenu={({ name }) => [{ label: 'Open the run', icon: Activity, run: () => navigate(['run', name]) }]}
      empty={<Nothing what="run" />}
    />
  );
}

const Nothing = ({ what }: { what: string }) => (
  <EmptyState icon={Inbox} title={`No ${what} takes room`}>
    What is crawled is shown here.
  </EmptyState>
);
