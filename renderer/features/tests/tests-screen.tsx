import { DatabaseZap, ListChecks, Plus } from 'lucide-react';
import { runCommand } from '../../commands/registry.ts';
import type { RouteParams } from '../../contributions/feature.ts';
import { href, navigate } from '../../navigation/router.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { useOpened } from '../../spider-document/use-opened.ts';
import { useCall } from '../../state/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ProofState } from './proof/proof-state.tsx';
import { ProofView } from './proof/proof-view.tsx';
import { DriftView } from './drift-view.tsx';
import { TestsActions } from './tests-actions.tsx';
import { TestsStrips } from './tests-strips.tsx';
import { TestsSummary } from './tests-summary.tsx';
import { cellAt } from './grid-groups.ts';
import { GridWithCell } from './grid-with-cell.tsx';
import { look, useLooking, type TestsView } from './tests-store.ts';
import { lockAll } from './actions.ts';
import { useEditedText, useTests, type TestReport, type Tests } from './use-tests.ts';
import { useCellRows } from './use-cell-rows.ts';
import { useTestsCommands } from './tests-commands.ts';
import './tests.css';

/** The screen with the saved pages of a spider and what is locked on them, live with the text that is edited, and with its proof. */
export function TestsScreen({ params }: { params: RouteParams }) {
  const { project = '', spider = '' } = params;
  return <Opening project={project} spider={spider} key={`${project}/${spider}`} />;
}

function Opening({ project, spider }: SpiderKey) {
  const { isOpen, error, retry } = useOpened({ project, spider });
  const { value: pages, error: unlisted, refresh } = useCall('pages.list', { project, spider });
  const failure = error ?? unlisted;
  if (failure !== null && (!isOpen || pages === null)) {
    const again = error === null ? refresh : retry;
    return <ErrorState error={failure} title="The tests could not be loaded." onRetry={again} />;
  }
  if (!isOpen || pages === null) return null;
  return <Views project={project} spider={spider} hasPages={pages.length > 0} />;
}

const views: readonly TestsView[] = ['tests', 'copies', 'proof'];

function Views({ hasPages, ...key }: SpiderKey & { hasPages: boolean }) {
  const tests = useTests(key, hasPages);
  const { view, place } = useLooking(key);
  const report = hasPages ? tests.report : null;
  const waiting = report?.grid.pages.filter(({ newer }) => newer !== null).length ?? 0;
  useTestsCommands(key, { report, place: view === 'tests' ? place : null });
  const tabs = [
    { id: 'tests', title: 'Saved pages' },
    ...(waiting > 0 || view === 'copies'
      ? [{ id: 'copies', title: 'Newer copies', badge: waiting > 0 && <Badge>{waiting}</Badge> }]
      : []),
    { id: 'proof', title: 'Proof' },
  ];
  const show = (id: string): void => {
    const next = views.find((each) => each === id);
    if (next !== undefined) look(key, { view: next });
  };
  return (
    <div className="tests">
      <TestsActions {...key} hasPages={hasPages} isTested={report !== null} />
      <Tabs
        label="Tests and proof"
        className="tests-views grow"
        tabs={tabs}
        value={view}
        onChange={show}
        aside={view !== 'proof' && <ProofState {...key} onShow={() => show('proof')} />}
      >
        {view === 'proof' ? (
          <ProofView {...key} />
        ) : hasPages ? (
          <Bench {...key} tests={tests} />
        ) : (
          <NoPages {...key} />
        )}
      </Tabs>
    </div>
  );
}

function NoPages({ project, spider }: SpiderKey) {
  return (
    <EmptyState
      icon={ListChecks}
      title={`${spider} has no tests yet`}
      actions={
        <>
          <Button variant="primary" icon={DatabaseZap} onClick={() => runCommand('tests.sample')}>
            Add pages of the last run
          </Button>
          <Button icon={Plus} onClick={() => navigate(href(['spider', project, spider, 'author']))}>
            Add pages by hand
          </Button>
        </>
      }
    >
      <p>
        A test is a saved page with the values that are right for it. Save a few different pages, look at what
        the spider takes from them, and lock what is right.
      </p>
      <p>
        From then on you see at once what an edit fills, changes or breaks, and so does spider-studio test.
      </p>
    </EmptyState>
  );
}

function Bench({ tests, ...key }: SpiderKey & { tests: Tests }) {
  const { report, error } = tests;
  const { view } = useLooking(key);
  if (report === null) {
    return error === null ? null : (
      <ErrorState error={error} title="The spider could not be tested." onRetry={tests.again} />
    );
  }
  return (
    <div className="tests">
      <TestsStrips {...key} report={report} error={error} />
      {view === 'copies' ? <DriftView {...key} /> : <Grid {...key} report={report} />}
      <TestsSummary report={report} />
    </div>
  );
}

function Grid({ report, ...key }: SpiderKey & { report: TestReport }) {
  const { grid } = report;
  const { place, isOpen } = useLooking(key);
  const text = useEditedText(key);
  const cell = place === null ? null : cellAt(grid, place);
  const rows = useCellRows(key, cell === null || !isOpen ? null : place, { text, report });
  return (
    <GridWithCell
      label={`Tests of ${key.spider}`}
      grid={grid}
      place={place}
      isOpen={isOpen}
      onLook={(change) => look(key, change)}
      rows={rows}
      onLock={(meant) => void lockAll(key, meant)}
    />
  );
}
