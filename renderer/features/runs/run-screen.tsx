import { createElement, memo, Suspense, useState } from 'react';
import { CircleAlert, Info, ShieldCheck, TriangleAlert } from 'lucide-react';
import type { RunDetails, RunSummary } from '../../../shared/contract/types.ts';
import { isUnderWay } from '../../../shared/contract/run-states.ts';
import { href } from '../../navigation/router.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import type { RouteParams } from '../../contributions/feature.ts';
import { FrameActions } from '../../contributions/frame-actions.tsx';
import { useRunRows } from '../../contributions/run-rows.ts';
import { diagnose, type Finding, type Remedy } from './diagnosis.ts';
import { Notice } from '../../ui/notice.tsx';
import { CompareWithBefore } from './compare-runs.tsx';
import { ExtractAgainButton, GenerationNotice } from './generation-notice.tsx';
import { RetentionNotice } from './retention-notice.tsx';
import { RunHead, RunNumbers } from './run-head.tsx';
import { ExpectationCard } from './expectation-card.tsx';
import { RunCharts } from './run-charts.tsx';
import { RepairFinding } from './repair-finding.tsx';
import { WhyNoItems } from './why-empty-field.tsx';
import { RunSections } from './run-sections.tsx';
import { receiptWords } from './receipt-words.ts';
import { logHref, requestsHref } from './run-actions.ts';
import { RunButtons } from './run-buttons.tsx';
import { choiceOf } from '../../run-options/call-options.ts';
import { openStart } from './start-store.ts';
import { openInTester } from './tester-page.ts';
import { useRefreshing, useRun } from './use-run.ts';
import './run-screen.css';

/** The overview of a run: what it brought, findings, the first items, then numbers and charts. */
export function RunScreen({ params }: { params: RouteParams }) {
  const { run: id = '' } = params;
  const { run, progress, error } = useRun(id);
  const { value: details, error: unread, fetching, refresh } = useCall('runs.show', { run: id });
  const rows = useRunRows();
  const [beat, setBeat] = useState(0);
  useRefreshing(run, fetching, () => {
    refresh();
    setBeat((before) => before + 1);
  });
  if (error !== null) return <ErrorState error={error} title="The run could not be loaded." />;
  if (run === null) return null;
  const live = isUnderWay(run);
  const expected = details?.expectations ?? null;
  const fields = details?.fields ?? [];
  const card = expected !== null && <ExpectationCard run={run} fields={fields} expectations={expected} />;
  // The items come first where nothing is wrong with them.
  const isWell = !live && expected?.breaches.length === 0;
  const charts = <RunCharts run={id} beat={beat} />;
  return (
    <div className="runs-overview">
      <FrameActions>
        <CompareWithBefore run={run} />
        <ExtractAgainButton run={run} hasPages={details?.hasPages ?? null} />
        <RunButtons run={run} />
      </FrameActions>
      <div className="runs-overview-inner">
        <RunHead run={run} />
        <GenerationNotice run={run} />
        {!live && <RetentionNotice run={id} />}
        {details !== null && <Findings details={details} />}
        {!isWell && card}
        <RepairFinding run={run} />
        {run.counters.items > 0 && rows !== null && (
          <Suspense fallback={null}>{createElement(rows, { run, beat })}</Suspense>
        )}
        {isWell && card}
        <RunNumbers run={run} progress={progress} details={details} />
        {live && charts}
        {details === null ? (
          unread === null ? (
            <Skeleton width="40%" />
          ) : (
            <ErrorState
              error={unread}
              title="The statistics of the run could not be loaded."
              onRetry={refresh}
            />
          )
        ) : (
          <RunSections details={details} />
        )}
        {!live && charts}
      </div>
    </div>
  );
}

const icons = { danger: CircleAlert, warning: TriangleAlert, info: Info };

/** The findings. Rendered again when the details change, not with every page of a running crawl. */
const Findings = memo(function Findings({ details }: { details: RunDetails }) {
  const findings = diagnose(details);
  return (
    <>
      {findings.length > 0 && (
        <section className="runs-findings" aria-label="Notes on this run">
          {findings.map((finding) => (
            <FindingNotice finding={finding} run={details.run} key={finding.id} />
          ))}
        </section>
      )}
      <WhyNoItems details={details} />
      <ReceiptNote details={details} />
    </>
  );
});

function FindingNotice({ finding, run }: { finding: Finding; run: RunSummary }) {
  return (
    <Notice
      tone={finding.tone}
      icon={icons[finding.tone]}
      title={finding.title}
      actions={finding.remedies.map((remedy, index) => (
        <RemedyButton remedy={remedy} run={run} primary={index === 0} key={remedy.label} />
      ))}
    >
      {finding.text}
    </Notice>
  );
}

function RemedyButton({ remedy, run, primary }: { remedy: Remedy; run: RunSummary; primary: boolean }) {
  const [busy, setBusy] = useState(false);
  const to = placeOf(remedy, run);
  if (to !== null) {
    return (
      <a className="ui-button ui-button-normal ui-button-small" href={to}>
        {remedy.label}
      </a>
    );
  }
  const act = async () => {
    if (remedy.kind === 'start') {
      openStart(
        { project: run.project, spider: run.spider },
        { ...choiceOf(run), allowPrivate: remedy.allowPrivate },
      );
      return;
    }
    setBusy(true);
    await openInTester(run);
    setBusy(false);
  };
  return (
    <Button size="small" variant={primary ? 'primary' : 'normal'} busy={busy} onClick={() => void act()}>
      {remedy.label}
    </Button>
  );
}

/** Where a remedy leads; null: it does something. */
function placeOf(remedy: Remedy, run: RunSummary): string | null {
  switch (remedy.kind) {
    case 'requests':
      return requestsHref(run.id, remedy.query);
    case 'log':
      return logHref(run.id, remedy.kinds);
    case 'logins':
      return href(['settings'], { section: 'logins' });
    case 'tester':
    case 'start':
      return null;
    default:
      return remedy satisfies never;
  }
}

function ReceiptNote({ details }: { details: RunDetails }) {
  const words = receiptWords(details.receipt);
  if (words === null) return null;
  return (
    <Notice
      tone={words.clean ? 'success' : 'danger'}
      icon={words.clean ? ShieldCheck : CircleAlert}
      title={words.title}
    >
      {words.sentences.join(' ')}
    </Notice>
  );
}
