import type { ReactNode } from 'react';
import { useCall } from '../state/query.ts';
import { shownState, useNewest } from '../state/live-runs.ts';
import { Badge, StateBadge } from '../ui/badge.tsx';
import { StandingBadge } from '../ui/standing-badge.tsx';
import { SpiderIcon } from '../contributions/spider-icon.tsx';
import { ErrorState } from '../ui/empty-state.tsx';
import type { Route } from '../contributions/feature.ts';
import { FrameActions } from '../contributions/frame-actions.tsx';
import { href } from '../navigation/router.ts';
import { runTabs } from './routes.ts';
import { ScreenTabs } from './screen-tabs.tsx';
import './frame.css';

/** The header of a run above the part of it that is shown. */
export function RunFrame({ run, current, children }: { run: string; current: Route; children: ReactNode }) {
  const { value, error, refresh } = useCall('runs.get', { run });
  const summary = useNewest(value);
  if (error !== null && value === null) return <ErrorState page error={error} onRetry={refresh} />;
  return (
    <div className="wb-frame">
      <header className="wb-frame-top">
        <div className="wb-frame-head">
          {summary !== null && <SpiderIcon project={summary.project} spider={summary.spider} size="large" />}
          <h1 className="ellipsis">
            {summary !== null && (
              <>
                <a href={href(['spider', summary.project, summary.spider])}>{summary.spider}</a>
                {' · '}
              </>
            )}
            {summary === null ? 'Run' : 'run'} {run}
          </h1>
          {summary !== null && (
            <>
              <StateBadge state={shownState(summary)} />
              {summary.kind === 'test' && <Badge>test</Badge>}
              {summary.source !== null && <Badge>extracted again from run {summary.source}</Badge>}
              <StandingBadge run={summary} />
            </>
          )}
          <ScreenTabs
            label="Parts of the run"
            category="Run"
            routes={runTabs()}
            current={current}
            params={{ run }}
            titleOf={(route) => route.runTab?.title ?? ''}
          />
          <FrameActions.Outlet />
        </div>
      </header>
      <div className="wb-frame-body">{children}</div>
    </div>
  );
}
