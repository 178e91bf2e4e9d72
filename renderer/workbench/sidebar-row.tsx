import type { SpiderSummary } from '../../shared/contract/types.ts';
import { itemsOfSpider, shownState, useNewest } from '../state/live-runs.ts';
import { StateDot, stateWord } from '../ui/badge.tsx';
import { ago, counted, dateTime, shortCount } from '../ui/format.ts';
import { ContextMenu, type MenuEntries } from '../ui/menu.tsx';
import { SpiderIcon } from '../contributions/spider-icon.tsx';
import { spiderMenu } from './features.ts';
import { pinTab, tabKey } from '../navigation/open-tabs.ts';
import { href, navigate } from '../navigation/router.ts';

/** A spider in the sidebar: how its last run went, and how many items it has. */
export function SpiderRow({ spider, current }: { spider: SpiderSummary; current: boolean }) {
  const run = useNewest(spider.lastRun);
  const there = run === null ? null : itemsOfSpider(run, spider.latestItems);
  const { project, name } = spider;
  const entries: MenuEntries = [
    { label: 'Open', run: () => navigate(['spider', project, name]) },
    { label: 'Runs', run: () => navigate(['spider', project, name, 'runs']) },
    { label: 'Results', run: () => navigate(['spider', project, name, 'results']) },
    { kind: 'separator' },
    ...spiderMenu(spider),
  ];
  const told = [
    run === null
      ? 'Never run'
      : `${stateWord(shownState(run))}, ${counted(run.counters.items, 'item')}, ${dateTime(run.createdAt)}`,
    there === null || there.run === run?.id ? null : `Run ${there.run} has ${counted(there.items, 'item')}`,
    spider.description,
  ];
  return (
    <li>
      <ContextMenu entries={entries}>
        <a
          className="wb-tree-spider"
          href={href(['spider', project, name])}
          aria-current={current ? 'page' : undefined}
          onDoubleClick={() => pinTab(tabKey({ segments: ['spider', project, name] }))}
          title={told.filter((part) => part !== null).join('\n')}
        >
          <span className="wb-tree-icon">
            <SpiderIcon project={project} spider={name} />
            <StateDot state={run === null ? null : shownState(run)} />
          </span>
          <span className="ellipsis">{name}</span>
          {spider.hasDraft && <span className="wb-tree-draft" role="img" aria-label="unsaved edits" />}
          {run !== null && there !== null && (
            <span className="wb-tree-detail">
              <span>{shortCount(there.items)}</span> <span>· {ago(run.endedAt ?? run.createdAt)}</span>
            </span>
          )}
        </a>
      </ContextMenu>
    </li>
  );
}
