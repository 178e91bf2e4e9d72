import type { HealthFinding } from '../../../../shared/contract/types.ts';
import type { Breach, FieldMeter } from '../../../../shared/spider/expectation-report.ts';
import type { RunCause } from '../../../../shared/run-cause.ts';
import { counted } from '../../../../shared/counted.ts';
import { chanceOfAtMost } from './chance.ts';
import type { PastRun, Sample, SpiderFacts } from '../../data/health-facts.ts';
import { breachKey } from './history-findings.ts';
import { isGood, sinceWhen } from './past.ts';

/** How likely it may be that a field that is filled as expected is called broken, over all fields of a spider. */
const falseAlarm = 0.0005;

/** What a sample says of a spider. */
export interface SampleJudgement {
  findings: HealthFinding[];
  /** Why it says nothing of the spider; null: it does. */
  unknown: string | null;
}

type Told = Pick<HealthFinding, 'kind' | 'hint'>;

/** What a run that ended so says of its spider. Others say nothing bad. */
function toldBy(cause: RunCause, run: string): Told | null {
  switch (cause) {
    case 'blocked':
      return {
        kind: 'fetch',
        hint: 'A longer DOWNLOAD_DELAY, a browser or proxies may help.',
      };
    case 'no-pages':
      return { kind: 'fetch', hint: 'Open the site in a browser: it may be down, or may have moved.' };
    case 'not-allowed':
      return {
        kind: 'fetch',
        hint: 'Choose start URLs that robots.txt and the spider allow, or allow private addresses where they are yours.',
      };
    case 'login':
      return {
        kind: 'fetch',
        hint: 'Log in once, and name the login in SESSION; or choose start URLs that anybody can open.',
      };
    case 'login-expired':
      return { kind: 'fetch', hint: 'Log in again, and import the new login.' };
    case 'trapped':
      return { kind: 'fetch', hint: `Look at the requests of run ${run}.` };
    case 'nothing-extracted':
      return { kind: 'items', hint: `Look at the pages of run ${run}: the site may have a new layout.` };
    case 'empty-items':
      return { kind: 'fill', hint: `Propose a repair from run ${run}: the site may have a new layout.` };
    case 'finished':
    case 'nothing-new':
    case 'limit':
    case 'paused':
    case 'stopped':
    case 'offline':
    case 'breached':
    case 'error':
      return null;
    default:
      return cause satisfies never;
  }
}

/** Judges how the sample was fetched. */
export function fetchJudgement(sample: Sample, runs: readonly PastRun[]): SampleJudgement {
  const { cause, reason, run } = sample;
  const because = reason ?? 'No reason was recorded.';
  const told = cause === null ? null : toldBy(cause, run);
  if (told !== null) {
    const isSo = (past: PastRun): boolean => past.cause === cause;
    const finding = { ...told, field: null, message: `The sample went wrong. ${because}` };
    return { findings: [{ ...finding, ...sinceWhen(runs, isSo) }], unknown: null };
  }
  if (cause === null || cause === 'offline' || cause === 'error' || cause === 'paused' || cause === 'stopped')
    return { findings: [], unknown: `The sample was not completed. ${because}` };
  if (cause === 'limit' && sample.pages === 0) {
    const finding = {
      kind: 'fetch' as const,
      field: null,
      message: `No page of the sample was answered. ${because}`,
    };
    const hint = 'Open the site in a browser: it may be very slow, or down.';
    return {
      findings: [{ ...finding, hint, ...sinceWhen(runs, (past) => past.cause === 'no-pages') }],
      unknown: null,
    };
  }
  if (cause === 'limit' && sample.items === 0 && runs.some(isGood)) {
    const pages = counted(sample.pages, 'page');
    return { findings: [], unknown: `There was no item on the first ${pages} of the sample. ${because}` };
  }
  return { findings: [], unknown: null };
}

/**
 * What the sample does not have as the spider expects. Shares of filled values are judged only where so few have a chance below
 * `falseAlarm` if the expected share were true, and numbers of items not at all.
 */
export function expectFindings(
  { report, run }: Sample,
  { runs }: Pick<SpiderFacts, 'runs'>,
): HealthFinding[] {
  if (report === null) return [];
  const isTold = (breach: Breach): boolean => {
    if (breach.expectation === 'min_items') return false;
    if (breach.expectation !== 'fill') return true;
    return isClearlyBelow(
      report.fields.find(({ field }) => field === breach.field),
      report.fields.length,
    );
  };
  return report.breaches.filter(isTold).map((breach) => ({
    kind: 'expect' as const,
    field: breach.field,
    message: breach.message,
    hint:
      breach.expectation === 'fill'
        ? 'Propose a repair from the sample, or see on one of its pages why the field is empty.'
        : `Look at the items of run ${run}: either the selector or what is expected is wrong.`,
    ...sinceWhen(runs, (past) => past.breaches.some((other) => breachKey(other) === breachKey(breach))),
  }));
}

function isClearlyBelow(meter: FieldMeter | undefined, fields: number): boolean {
  if (meter === undefined || meter.minFill === null) return false;
  return chanceOfAtMost(meter.filled, meter.items, meter.minFill) < falseAlarm / Math.max(1, fields);
}
