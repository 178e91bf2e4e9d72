import { useMemo, useRef } from 'react';
import {
  CircleHelp,
  FileUp,
  FolderOpen,
  HeartPulse,
  ListPlus,
  Plus,
  Settings2,
  SlidersHorizontal,
} from 'lucide-react';
import type { ProjectOverview } from '../../../shared/contract/types.ts';
import { runCommand, useCommands } from '../../commands/registry.ts';
import type { RouteParams } from '../../contributions/feature.ts';
import { navigate } from '../../navigation/router.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { FoldingRow } from '../../ui/folding-row.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { useSmallerThan } from '../../ui/smaller-than.ts';
import { Pane, SplitPanes } from '../../ui/split-panes.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Attention } from './attention.tsx';
import { DaysCard } from './days-card.tsx';
import { HealthPart } from './health-part.tsx';
import { checkHealth } from './health-store.ts';
import { readProjectAgain } from './need-actions.ts';
import { NightPart } from './night-part.tsx';

import { changeView, openProjectDialog, selectedIn, useProjectView } from './project-store.ts';
import { totalsWords } from './project-words.ts';
import { queueSpiders } from './queue-spiders.ts';
import { SpiderTable } from './spider-table.tsx';
import { useReadAgain } from './use-read-again.ts';
import './project.css';

/** Pixels of the page below which the cards stand below one another, and the table behind a switch. */
const cardsBeside = 860;
/** Pixels of height below which the cards and the table do not stand below one another. */
const tableBelow = 560;
/** Folds whatever the height is. */
const always = 100_000;

/** A project at a glance: what needs a person, what it brought, and all its spiders. */
export function ProjectScreen({ params }: { params: RouteParams }) {
  const { project = '' } = params;
  const { value, error, refresh } = useCall('projects.overview', { project });
  useReadAgain(project, readProjectAgain);
  if (error !== null && value === null) {
    if (error.code === 'unknown-project') return <NoSuchProject project={project} />;
    return <ErrorState page error={error} title="The project could not be loaded." onRetry={refresh} />;
  }
  if (value === null) {
    return (
      <div className="project-loading" role="status">
        <Spinner size={18} />
        <span className="visually-hidden">Loading</span>
      </div>
    );
  }
  return <ProjectPage project={project} overview={value} />;
}

function ProjectPage({ project, overview }: { project: string; overview: ProjectOverview }) {
  const { spiders, totals } = overview;
  const box = useRef<HTMLDivElement | null>(null);
  const narrow = useSmallerThan(box, cardsBeside);
  const names = useMemo(() => spiders.map(({ spider }) => spider), [spiders]);
  useProjectCommands(project, names);
  return (
    <div className="project" ref={box} data-narrow={narrow || undefined}>
      <header className="project-head">
        <FolderOpen size={16} aria-hidden />
        <h1 className="ellipsis">{project}</h1>
        <p className="subtle ellipsis numeric" title="Items: those of the newest full run of each spider">
          {totalsWords(totals)}
        </p>
        <HeadActions project={project} names={names} />
      </header>
      {spiders.length === 0 ? (
        <NoSpiders />
      ) : (
        <SplitPanes
          name="project"
          direction="vertical"
          foldBelow={narrow ? always : tableBelow}
          className="grow"
        >
          <Pane id="overview" label="Overview" size={38} min={200}>
            <div className="project-cards" data-pane="project-overview">
              <Attention project={project} needs={overview.needsPerson} spiders={spiders.length} />
              <DaysCard days={overview.days} totals={totals} />
              <StandCard project={project} names={names} />
            </div>
          </Pane>
          <Pane id="spiders" label="Spiders" min={160}>
            <SpiderTable project={project} spiders={spiders} />
          </Pane>
        </SplitPanes>
      )}
    </div>
  );
}

/** The last day, and the health of the spiders. */
function StandCard({ project, names }: { project: string; names: readonly string[] }) {
  const { tab } = useProjectView(project);
  return (
    <section className="project-card project-stand" aria-label="The last day and the health">
      <Tabs
        label="The last day and the health"
        tabs={[
          { id: 'night', title: 'Last 24 hours' },
          { id: 'health', title: 'Health' },
        ]}
        value={tab}
        onChange={(next) => changeView(project, { tab: next === 'health' ? 'health' : 'night' })}
        scrolls
      >
        {tab === 'night' ? <NightPart project={project} /> : <HealthPart project={project} spiders={names} />}
      </Tabs>
    </section>
  );
}

/** What is selected, or else all spiders. */
const chosenOf = (project: string, names: readonly string[]) => {
  const selected = selectedIn(project);
  return selected.length === 0 ? names : selected;
};

function useProjectCommands(project: string, names: readonly string[]): void {
  const has = () => names.length > 0;
  useCommands([
    {
      id: 'project.queue',
      title: 'Queue the selected spiders, or all of the project',
      category: 'Project',
      keywords: ['batch', 'crawl', 'run', 'all'],
      keys: ['P Q'],
      when: has,
      run: () => queueSpiders(project, chosenOf(project, names)),
    },
    {
      id: 'project.health',
      title: 'Check the health of the selected spiders, or of all',
      category: 'Project',
      keywords: ['sample', 'broken'],
      keys: ['P H'],
      when: has,
      run: () => checkHealth(project, chosenOf(project, names)),
    },
    {
      id: 'project.change',
      title: 'Change settings of the selected spiders, or of all',
      category: 'Project',
      keywords: ['many', 'bulk', 'delay'],
      keys: ['P C'],
      when: has,
      run: () => {
        const selected = selectedIn(project);
        openProjectDialog({ kind: 'change', project, spiders: selected.length === 0 ? null : selected });
      },
    },
  ]);
}

function HeadActions({ project, names }: { project: string; names: readonly string[] }) {
  const defaults = () => openProjectDialog({ kind: 'defaults', project });
  const change = () => openProjectDialog({ kind: 'change', project, spiders: null });
  const actions = [
    {
      label: 'Queue all',
      icon: ListPlus,
      command: 'project.queue',
      run: () => void queueSpiders(project, names),
    },
    { label: 'Check health', icon: HeartPulse, run: () => void checkHealth(project, names) },
    { label: 'Change settings…', icon: SlidersHorizontal, run: change },
    { label: 'Defaults…', icon: Settings2, run: defaults },
  ].filter(({ run }) => names.length > 0 || run === defaults);
  return (
    <div className="project-actions">
      <FoldingRow
        parts={actions.map(({ label, icon, run }, index) => ({
          id: label,
          rank: index,
          part: (
            <Button
              icon={icon}
              variant={index === 0 && names.length > 0 ? 'primary' : 'normal'}
              onClick={run}
            >
              {label}
            </Button>
          ),
          entry: { label, icon, run },
        }))}
      />
    </div>
  );
}

const NoSuchProject = ({ project }: { project: string }) => (
  <EmptyState
    page
    icon={CircleHelp}
    title={`There is no project “${project}”`}
    actions={<Button onClick={() => navigate(['welcome'])}>Go to the welcome page</Button>}
    command="window.palette"
  >
    It may have been renamed or deleted in another window.
  </EmptyState>
);

/** A project without spiders: what this page is for. */
const NoSpiders = () => (
  <EmptyState
    icon={FolderOpen}
    title="No spider in this project yet"
    command="spider.new"
    actions={
      <>
        <Button variant="primary" icon={Plus} onClick={() => runCommand('spider.new')}>
          New spider…
        </Button>
        <Button icon={FileUp} onClick={() => runCommand('spider.import')}>
          Import spiders…
        </Button>
      </>
    }
  >
    <p>
      This page shows all spiders of a project at a glance: what each brought, what broke, and what needs you.
    </p>
    <p>Make a spider, queue it or give it a schedule, and look here in the morning.</p>
  </EmptyState>
);
