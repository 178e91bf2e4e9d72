import type { ReactNode } from 'react';
import { CircleHelp } from 'lucide-react';
import { useCall } from '../state/query.ts';
import { shownState, useNewest } from '../state/live-runs.ts';
import { Badge, StateDot } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { SpiderIcon } from '../contributions/spider-icon.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import type { Route } from '../contributions/feature.ts';
import { FrameActions } from '../contributions/frame-actions.tsx';
import { navigate } from '../navigation/router.ts';
import { spiderTabs } from './routes.ts';
import { ScreenTabs } from './screen-tabs.tsx';
import './frame.css';

interface SpiderFrameProps {
  project: string;
  spider: string;
  current: Route;
  children: ReactNode;
}

/** The header of a spider above the part of it that is shown. */
export function SpiderFrame({ project, spider, current, children }: SpiderFrameProps) {
  const { value, loading } = useCall('spiders.list', {});
  const summary = value?.find((each) => each.project === project && each.name === spider) ?? null;
  const lastRun = useNewest(summary?.lastRun ?? null);
  if (!loading && value !== null && summary === null) {
    return (
      <EmptyState
        page
        icon={CircleHelp}
        title={`There is no spider “${spider}” in the project “${project}”`}
        actions={<Button onClick={() => navigate(['welcome'])}>Go to the welcome page</Button>}
        command="window.palette"
      >
        It may have been renamed or deleted in another window.
      </EmptyState>
    );
  }
  return (
    <div className="wb-frame">
      <header className="wb-frame-top">
        <div className="wb-frame-head">
          <SpiderIcon project={project} spider={spider} size="large" />
          <StateDot state={lastRun === null ? null : shownState(lastRun)} />
          <h1 className="ellipsis">{spider}</h1>
          {project !== 'default' && <span className="subtle ellipsis">{project}</span>}
          {summary !== null && (
            <span className="wb-frame-version">
              <Badge title="The newest version">v{summary.version}</Badge>
              {summary.hasDraft && <Badge tone="warning">unsaved edits</Badge>}
            </span>
          )}
          <ScreenTabs
            label="Parts of the spider"
            category="Spider"
            routes={spiderTabs()}
            current={current}
            params={{ project, spider }}
            titleOf={(route) => route.spiderTab?.title ?? ''}
            badgeOf={({ spiderTab }) => {
              const Sign = spiderTab?.badge;
              return Sign === undefined ? null : <Sign project={project} spider={spider} />;
            }}
          />
          <FrameActions.Outlet />
        </div>
      </header>
      <div className="wb-frame-body">{children}</div>
    </div>
  );
}
