import { CircleAlert, CircleHelp, HeartPulse, X } from 'lucide-react';
import type { HealthReport } from '../../../shared/contract/types.ts';
import { href } from '../../navigation/router.ts';
import { copyText } from '../../state/clipboard.ts';
import { useCall } from '../../state/query.ts';
import { useTopic, useTopicState } from '../../state/topics.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { agoInWords, counted, dateTime, shortDate } from '../../ui/format.ts';
import { ProgressBar, Skeleton } from '../../ui/progress.tsx';
import { cancelHealthCheck, checkHealth, useHealth, type HealthCheck } from './health-store.ts';
import { healthWords, troubledSpiders } from './health-words.ts';

interface HealthPartProps {
  project: string;
  spiders: readonly string[];
}

/** What the last check of the spiders found, and the check that is under way. */
export function HealthPart({ project, spiders }: HealthPartProps) {
  const { value: report, loading, error, refresh } = useCall('health.last', { project });
  const check = useHealth((state) => state.check);
  useTopic('health', { project }, refresh, refresh);
  if (error !== null && report === null) {
    return <ErrorState error={error} title="The last report could not be loaded." onRetry={refresh} />;
  }
  return (
    <div className="project-health">
      {check?.project === project ? (
        <CheckProgress check={check} />
      ) : (
        <div className="project-health-head">
          <p className="grow">
            {loading ? (
              <Skeleton width="70%" />
            ) : report === null ? (
              <NotChecked />
            ) : (
              <Summary report={report} />
            )}
          </p>
          <Button
            size="small"
            icon={HeartPulse}
            disabled={check !== null}
            onClick={() => void checkHealth(project, spiders)}
          >
            Check health
          </Button>
        </div>
      )}
      {report !== null && <Findings report={report} />}
    </div>
  );
}

const NotChecked = () => (
  <span className="muted">
    Not checked yet. A check samples every spider: its saved pages, a few items from its site, and its last
    runs.
  </span>
);

const Summary = ({ report }: { report: HealthReport }) => (
  <>
    <span className={report.broken > 0 ? 'project-bad' : ''}>{healthWords(report)}</span>{' '}
    <span className="subtle" title={dateTime(report.checkedAt)}>
      {agoInWords(report.checkedAt)}
    </span>
  </>
);

function CheckProgress({ check }: { check: HealthCheck }) {
  const progress = useTopicState('progress', { operation: check.operation });
  return (
    <div className="project-health-head" role="status">
      <div className="grow">
        <p className="muted">Checking {counted(check.spiders, 'spider')}</p>
        <ProgressBar label="Check of the health" value={progress?.percent ?? null} max={100} />
      </div>
      <Button size="small" icon={X} onClick={cancelHealthCheck}>
        Cancel
      </Button>
    </div>
  );
}

function Findings({ report }: { report: HealthReport }) {
  const troubled = troubledSpiders(report);
  if (troubled.length === 0) return null;
  return (
    <>
      <ul className="project-findings" aria-label="What the check found">
        {troubled.map(({ spider, verdict, reason, findings, sampled }) => (
          <li key={spider} data-verdict={verdict}>
            {verdict === 'broken' ? (
              <CircleAlert size={13} aria-label="Broken" />
            ) : (
              <CircleHelp size={13} aria-label="Unknown" />
            )}
            <div>
              <a href={href(['spider', report.project, spider])}>{spider}</a>
              {reason !== null && <p>{reason}</p>}
              {findings.map(({ message, hint, since, sinceRun }) => (
                <p key={message}>
                  {message}
                  {since !== null && <Since since={since} run={sinceRun} />}
                  {hint !== null && <span className="subtle"> {hint}</span>}
                </p>
              ))}
              {sampled.run !== null && (
                <p>
                  <a href={href(['run', sampled.run])}>
                    The sample: {counted(sampled.items, 'item')} from {counted(sampled.pages, 'page')}
                  </a>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <div>
        <Button size="small" variant="quiet" onClick={() => void copyText(report.markdown)}>
          Copy the report as Markdown
        </Button>
      </div>
    </>
  );
}

const Since = ({ since, run }: { since: string; run: string | null }) => (
  <span className="subtle" title={dateTime(since)}>
    {' '}
    Since {shortDate(since)}
    {run !== null && (
      <>
        , <a href={href(['run', run])}>run {run}</a>
      </>
    )}
    .
  </span>
);
