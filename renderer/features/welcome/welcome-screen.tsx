import { ArrowRight, FileUp, Keyboard, Play, Plus, Search, type LucideIcon } from 'lucide-react';
import type { SpiderSummary } from '../../../shared/contract/types.ts';
import { runCommand } from '../../commands/registry.ts';
import { itemsOfSpider, shownState, useNewest } from '../../state/live-runs.ts';
import { useCall } from '../../state/query.ts';
import { StateBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { ago, counted } from '../../ui/format.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { href } from '../../navigation/router.ts';
import './welcome.css';

/** The most recent spiders on the screen; all are in the sidebar. */
const shownSpiders = 6;

/** The start page: what to do, and recent spiders; at the first start the sample site. */
export function WelcomeScreen() {
  const spiders = useCall('spiders.list', {});
  const { value, error, refresh } = spiders;
  if (error !== null && value === null) {
    return <ErrorState page title="The spiders could not be loaded" error={error} onRetry={refresh} />;
  }
  const recent = [...(value ?? [])].sort((a, b) => (lastTouched(a) < lastTouched(b) ? 1 : -1));
  return (
    <div className="welcome">
      <header>
        <img src="./icon.svg" width={40} height={40} alt="" />
        <div>
          <h1>Describe a website once.</h1>
          <p className="muted">
            A spider says which links to follow and what to take from which pages. Spider Studio checks it,
            crawls the site and shows the items.
          </p>
        </div>
      </header>
      {value !== null && value.length === 0 && <Sample />}
      <div className="welcome-columns">
        <section aria-labelledby="welcome-start">
          <h2 id="welcome-start">Start</h2>
          <ul>
            <Action icon={Plus} title="New spider" command="spider.new" />
            <Action icon={FileUp} title="Import spiders" command="spider.import" />
            {value !== null && value.length > 0 && (
              <Action icon={Play} title="Crawl the sample site" command="app.sample" />
            )}
            <Action icon={Search} title="Go to anything" command="window.palette" />
            <Action icon={Keyboard} title="Keyboard shortcuts" command="window.shortcuts" />
          </ul>
        </section>
        <section aria-labelledby="welcome-recent">
          <h2 id="welcome-recent">Recent</h2>
          {value === null && <Skeleton width="80%" />}
          {value?.length === 0 && (
            <p className="muted">Spiders that you work on appear here and in the sidebar.</p>
          )}
          <ul>
            {recent.slice(0, shownSpiders).map((spider) => (
              <Recent spider={spider} key={`${spider.project}/${spider.name}`} />
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

const lastTouched = ({ updatedAt, lastRun }: SpiderSummary) =>
  lastRun !== null && lastRun.createdAt > updatedAt ? lastRun.createdAt : updatedAt;

/** The offer to crawl the sample site at the first start. */
const Sample = () => (
  <section className="welcome-sample" aria-labelledby="welcome-sample">
    <div className="grow">
      <h2 id="welcome-sample">Try the sample</h2>
      <p className="muted">
        A small shop comes with the application. One click crawls it without a network and adds a spider, a
        run and items to explore.
      </p>
    </div>
    <Button variant="primary" icon={Play} onClick={() => runCommand('app.sample')}>
      Crawl the sample site
    </Button>
  </section>
);

function Action({ icon: Icon, title, command }: { icon: LucideIcon; title: string; command: string }) {
  return (
    <li>
      <button type="button" className="welcome-action" onClick={() => runCommand(command)}>
        <Icon size={15} aria-hidden />
        <span className="grow">{title}</span>
        <KeyHint command={command} />
      </button>
    </li>
  );
}

function Recent({ spider }: { spider: SpiderSummary }) {
  const run = useNewest(spider.lastRun);
  return (
    <li>
      <a className="welcome-action" href={href(['spider', spider.project, spider.name])}>
        <span className="ellipsis strong">{spider.name}</span>
        {spider.project !== 'default' && <span className="subtle ellipsis">{spider.project}</span>}
        <span className="grow" />
        {run === null ? (
          <span className="subtle">Never run</span>
        ) : (
          <>
            <span className="muted numeric">
              {counted(itemsOfSpider(run, spider.latestItems).items, 'item')}
            </span>
            <StateBadge state={shownState(run)} />
          </>
        )}
        <span className="welcome-when subtle numeric">{ago(lastTouched(spider))}</span>
        <ArrowRight size={13} aria-hidden />
      </a>
    </li>
  );
}
