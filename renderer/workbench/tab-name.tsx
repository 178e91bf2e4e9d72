import { useCall } from '../state/query.ts';
import { shownState, useNewest } from '../state/live-runs.ts';
import { SpiderIcon } from '../contributions/spider-icon.tsx';
import { StateDot } from '../ui/badge.tsx';
import type { OpenTab } from '../navigation/open-tabs.ts';
import { parseHash } from '../navigation/router.ts';
import { findRoute } from './routes.ts';

/** The icon and the name of a tab: of the spider or of its run, not of the part that is shown. */
export function TabName({ tab }: { tab: OpenTab }) {
  const { segments } = parseHash(tab.hash);
  if (segments[0] === 'spider') {
    return <SpiderName project={segments[1] ?? ''} spider={segments[2] ?? ''} text={segments[2] ?? ''} />;
  }
  if (segments[0] === 'run') return <RunName run={segments[1] ?? ''} />;
  const found = findRoute(segments);
  const Icon = found?.route.icon;
  return (
    <>
      {Icon !== undefined && <Icon size={14} aria-hidden />}
      <Name text={found?.title ?? tab.key} />
    </>
  );
}

const Name = ({ text }: { text: string }) => (
  <span className="ellipsis" title={text}>
    {text}
  </span>
);

const SpiderName = ({ project, spider, text }: { project: string; spider: string; text: string }) => (
  <>
    <SpiderIcon project={project} spider={spider} />
    <Name text={text} />
  </>
);

/** A run by its spider and its number, with its state while there is more to come. */
function RunName({ run: id }: { run: string }) {
  const run = useNewest(useCall('runs.get', { run: id }).value);
  if (run === null) return <Name text={`Run ${id}`} />;
  const state = shownState(run);
  return (
    <>
      <SpiderName project={run.project} spider={run.spider} text={`${run.spider} · run ${id}`} />
      {state !== 'completed' && <StateDot state={state} />}
    </>
  );
}
