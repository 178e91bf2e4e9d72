import type { EmptyField, RunDetails, RunSummary } from '../../shared/contract/types.ts';
import { duration } from '../../shared/duration.ts';
import { count } from './output.ts';
import { describeExpectations } from './expectation-lines.ts';
import { renderTable } from './table.ts';
import { describeReceipt } from './receipt.ts';
import { whyEmptyLines } from './why-empty-lines.ts';

type TierTotals = NonNullable<RunDetails['tiers']>;

/** The part of `runs show` below the counters: field coverage, why fields are empty, timings, the receipt and the kinds of events. */
export function describeInsight(
  { waitedMs }: RunSummary,
  { fields, sampled, timings, receipt, eventKinds, tiers, expectations, files }: Omit<RunDetails, 'run'>,
  empty: readonly EmptyField[],
): string[] {
  const lines: string[] = [];
  if (fields.length > 0) {
    const rows = fields.map(({ callback, field, filled, items, rate }) => [
      field,
      callback,
      `${filled}/${items}`,
      `${Math.floor(rate * 1000) / 10} %`,
    ]);
    lines.push('', renderTable(['field', 'callback', 'filled', 'rate'], rows));
    if (sampled) lines.push('The run has so many items that these numbers are from a sample of them.');
  }
  if (empty.length > 0) lines.push('', ...whyEmptyLines(empty));
  if (expectations !== null) lines.push(...describeExpectations(expectations));
  const { activeMs, answered, pagesPerSecond, medianMs, p95Ms } = timings;
  const speed = pagesPerSecond === null ? '' : `, ${pagesPerSecond.toFixed(1)} pages per second`;
  lines.push('', `${count(answered, 'response')} in ${seconds(activeMs)} of working time${speed}.`);
  const { downloaded, failed, waiting, bytes } = files;
  if (downloaded + failed + waiting > 0)
    lines.push(
      `Files of items: ${downloaded} downloaded with ${bytes.toLocaleString('en')} bytes, ${failed} not downloaded, ${waiting} waiting.`,
    );
  if (waitedMs > 0) lines.push(`The run waited ${duration(waitedMs)} for the network.`);
  if (medianMs !== null && p95Ms !== null) {
    lines.push(`Response time: median ${Math.round(medianMs)} ms, 95th percentile ${Math.round(p95Ms)} ms.`);
  }
  if (tiers !== null) lines.push('', tierTable(tiers));
  if (receipt.fetchedAgainInAll > 0 || receipt.requeued > 0) lines.push(describeReceipt(receipt));
  if (eventKinds.length > 0) {
    const kinds = eventKinds.map(({ kind, count: times }) => `${kind} (${times})`).join(', ');
    lines.push(`Events: ${kinds}. "runs tail" shows them.`);
  }
  return lines;
}

/** Requests by tier; unused tiers are left out. */
function tierTable(tiers: TierTotals): string {
  const rows = Object.entries(tiers)
    .filter(([, { requests }]) => requests > 0)
    .map(([tier, { requests, answered, blocked, failed }]) =>
      [tier, requests, answered, blocked, failed].map(String),
    );
  return renderTable(['tier', 'requests', 'answered', 'blocked', 'failed'], rows);
}

/** Requests by tier in one line. */
export function describeTiers(tiers: TierTotals): string {
  const used = Object.entries(tiers).filter(([, { requests }]) => requests > 0);
  return `Requests by tier: ${used.map(([tier, { requests }]) => `${requests} ${tier}`).join(', ')}.`;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
