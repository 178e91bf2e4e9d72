import type { SpiderSummary } from '../../../shared/contract/types.ts';
import { href, useLocation } from '../../navigation/router.ts';
import { itemsOfSpider, shownState, useNewest } from '../../state/live-runs.ts';
import { useCall } from '../../state/query.ts';
import { StateBadge } from '../../ui/badge.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { ago, counted } from '../../ui/format.ts';
import { SiteIcon } from '../../ui/site-icon.tsx';
import { BeginForm } from './begin-form.tsx';
import './welcome.css';

/** The most recent spiders on the screen; all are in the sidebar. */
const shownSpiders = 6;

/** The first screen: the address that a spider begins with, and the spiders that were worked on last. */
export function WelcomeScreen() {
  const { query } = useLocation();
  const { value, error, refresh } = useCall('spiders.list', {});
  const projects = useCall('projects.list', {});
  if (error !== null && value === null) {
    return <ErrorState page title="The spiders could not be loaded" error={error} onRetry={refresh} />;
  }
  const recent = [...(value ?? [])].sort((a, b) => (lastTouched(a) < lastTouched(b) ? 1 : -1));
  const names = (projects.value ?? []).map(({ name }) => name);
  const project = [query.get('project') ?? '', 'default', ...names].find((name) => names.includes(name));
  return (
    <div className="welcome">
      <BeginForm project={project ?? 'default'} />
      {recent.length > 0 && (
        <section aria-labelledby="welcome-recent">
          <h2 id="welcome-recent">Recent</h2>
          <ul className="welcome-cards">
            {recent.slice(0, shownSpiders).map((spider) => (
              <Card spider={spider} key={`${spider.project}/${spider.name}`} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const lastTouched = ({ updatedAt, lastRun }: SpiderSummary) =>
  lastRun !== null && lastRun.createdAt > updatedAt ? lastRun.createdAt : updatedAt;

/** A spider: its rows, when it was worked on, and how its last run ended. */
function Card({ spider }: { spider: SpiderSummary }) {
  const run = useNewest(spider.lastRun);
  return (
    <li>
      <a className="welcome-card" href={href(['spider', spider.project, spider.name])}>
        <span className="welcome-card-name">
          <SiteIcon name={spider.name} />
          <span className="ellipsis strong">{spider.name}</span>
          {spider.project !== 'default' && <span className="subtle ellipsis">{spider.project}</span>}
        </span>
        {run === null ? (
          <span className="muted">never run</span>
        ) : (
          <span className="numeric">{counted(itemsOfSpider(run, spider.latestItems).items, 'row')}</span>
        )}
        <span className="welcome-card-foot">
          {run !== null && <StateBadge state={shownState(run)} />}
          <span className="muted numeric">{ago(lastTouched(spider))}</span>
        </span>
      </a>
    </li>
  );
}
