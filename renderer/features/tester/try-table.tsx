import { createElement } from 'react';
import { ArrowLeft, ArrowUpRight, Square } from 'lucide-react';
import type { RunSummary } from '../../../shared/contract/types.ts';
import { useRunRows } from '../../contributions/run-rows.ts';
import { href } from '../../navigation/router.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { act } from '../../state/act.ts';
import { isOver, shownState, useNewest } from '../../state/live-runs.ts';
import { mayReachPrivate } from '../../state/private-sites.ts';
import { StateBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { agoInWords, counted } from '../../ui/format.ts';
import { changeTester } from './tester-store.ts';
import { tryPrivate } from './try-spider.ts';

/** The rows that a try has taken from the site, in the place of those of the saved page. */
export function TryTable({ spiderKey: key, tried }: { spiderKey: SpiderKey; tried: RunSummary }) {
  const run = useNewest(tried) ?? tried;
  const rows = useRunRows();
  const { items, done, failed } = run.counters;
  const over = isOver(run);
  const isRefused = over && items === 0 && !mayReachPrivate(key.project, key.spider);
  return (
    <section className="tester-tab" aria-label="Rows from the site">
      <div className="tester-bar row">
        <h2 className="strong tester-tried-head">From the site:</h2>
        <span role="status" className="numeric ellipsis">
          {counted(items, 'row')} of {counted(done + failed, 'page')}
        </span>
        <StateBadge state={shownState(run)} />
        {run.endedAt !== null && (
          <span className="muted ellipsis tester-tried-when">{agoInWords(run.endedAt)}</span>
        )}
        <span className="grow" />
        {!over && (
          <Button size="small" icon={Square} onClick={() => void stop(run)}>
            Stop
          </Button>
        )}
        <a className="ui-button ui-button-normal ui-button-small" href={href(['run', run.id])}>
          <ArrowUpRight size={13} aria-hidden /> Show the run
        </a>
        <Button size="small" icon={ArrowLeft} onClick={() => changeTester(key, { tried: null })}>
          Back to the saved pages
        </Button>
      </div>
      <div className="tester-tried">
        {items > 0 && rows !== null && createElement(rows, { run, beat: items + (over ? 1 : 0), bare: true })}
        {over && items === 0 && (
          <p className="tester-rows-note">
            {run.reason ?? 'No row was found.'}{' '}
            {isRefused && (
              <Button size="small" onClick={() => tryPrivate(key)}>
                Try it with private addresses allowed
              </Button>
            )}
          </p>
        )}
      </div>
    </section>
  );
}

const stop = (run: RunSummary) => act('runs.stop', { run: run.id }, { failure: 'The try was not stopped.' });
