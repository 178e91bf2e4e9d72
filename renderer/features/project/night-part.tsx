import { Fragment, useState } from 'react';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { Digest } from '../../../shared/contract/types.ts';
import { href } from '../../navigation/router.ts';
import { copyText } from '../../state/clipboard.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { count, counted, dateTime, shortDate } from '../../ui/format.ts';
import { Skeleton } from '../../ui/progress.tsx';

const dayMs = 86_400_000;
/** The beginning of what is told moves by so much, in milliseconds: an answer is kept in between. */
const stepMs = 600_000;

/** What the last day brought: the digest that is sent in the morning, made now and sent to nobody. */
export function NightPart({ project }: { project: string }) {
  const [from] = useState(() => new Date(Math.floor(Date.now() / stepMs) * stepMs - dayMs).toISOString());
  const { value, error, refresh } = useCall('notices.digest', { project, from });
  if (error !== null && value === null) {
    return <ErrorState error={error} title="The digest could not be made." onRetry={refresh} />;
  }
  if (value === null) return <Skeleton width="70%" />;
  return (
    <div className="project-health">
      <p>
        <NightWords digest={value} />{' '}
        <span className="subtle" title={`${dateTime(value.from)} to ${dateTime(value.until)}`}>
          since {dateTime(value.from)}
        </span>
      </p>
      {value.troubles.length === 0 ? (
        value.counts.runs > 0 && (
          <p className="project-well">
            <CircleCheck size={15} aria-hidden />
            All of it went well.
          </p>
        )
      ) : (
        <ul className="project-findings" aria-label="Trouble of the last day">
          {value.troubles.map(({ spider, run, message, others, since, alsoWaiting = [] }) => (
            <li key={spider} data-verdict="broken">
              <CircleAlert size={13} aria-hidden />
              <div>
                {[{ spider, run }, ...alsoWaiting].map((one, at) => (
                  <Fragment key={one.spider}>
                    {at > 0 && ', '}
                    <a
                      href={href(
                        one.run === null ? ['spider', project, one.spider, 'runs'] : ['run', one.run],
                      )}
                    >
                      {one.spider}
                    </a>
                  </Fragment>
                ))}
                <p>
                  {message}
                  {others.map((other) => (
                    <span key={other.what}> {other.message}</span>
                  ))}
                  {since !== null && <span className="subtle"> Since {shortDate(since)}.</span>}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className="row project-night-actions">
        <Button size="small" variant="quiet" onClick={() => void copyText(value.markdown)}>
          Copy the digest as Markdown
        </Button>
        <a className="small" href={href(['settings'], { section: 'notices' })}>
          Who is told
        </a>
      </div>
    </div>
  );
}

function NightWords({ digest: { counts } }: { digest: Digest }) {
  if (counts.runs === 0) return <>No run</>;
  return (
    <>
      {counted(counts.runs, 'run')}, {counted(counts.items, 'item')},{' '}
      <span className={counts.withTrouble > 0 ? 'project-bad' : ''}>
        {counts.withTrouble === 0 ? 'no' : count(counts.withTrouble)} with trouble
      </span>
    </>
  );
}
