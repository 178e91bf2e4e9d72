import type { HealthFinding, SpiderHealth } from '../../../../shared/contract/types.ts';
import { counted } from '../../../../shared/counted.ts';
import { listed } from '../../../../shared/spider/wording.ts';
import type { CheckedHealth } from '../../../store/health/health-queries.ts';
import type { SpiderFacts } from '../../data/health-facts.ts';
import type { Fixtures, Sampling } from './evidence.ts';
import { fillFindings } from './fill-findings.ts';
import { breachFindings, breachKey, dropFinding, troubleFinding } from './history-findings.ts';
import { sinceWhen } from './past.ts';
import { expectFindings, fetchJudgement, type SampleJudgement } from './sample-findings.ts';

/** Names of parts that a message has at most. */
const namedParts = 5;

/** What is judged of a spider. */
export interface Evidence {
  facts: SpiderFacts;
  sampling: Sampling;
  fixtures: Fixtures;
  /** In milliseconds since 1970. */
  now: number;
}

/** Judges a spider by its sample, its saved pages and its history. The most telling findings come first. */
export function judgeSpider({ facts, sampling, fixtures, now }: Evidence): CheckedHealth {
  const judged = judgeSampling(facts, sampling);
  const sampleIsGood = judged.findings.length === 0 && judged.unknown === null;
  const told = new Set(judged.told);
  const trouble = troubleFinding(facts, { now, sampleIsGood });
  const drop = dropFinding(facts);
  const isToldBySample = judged.findings.some(
    ({ sinceRun }) => sinceRun !== null && sinceRun === trouble?.sinceRun,
  );
  const findings: HealthFinding[] = [
    ...judged.findings,
    ...fixtureFindings(fixtures),
    ...(drop === null ? [] : [drop]),
    ...(trouble === null || isToldBySample ? [] : [trouble]),
    ...breachFindings(facts, told),
  ];
  const verdict = findings.length > 0 ? 'broken' : judged.unknown === null ? 'healthy' : 'unknown';
  const sample = sampling.kind === 'made' ? sampling.sample : null;
  return {
    version: facts.version,
    verdict,
    reason: judged.unknown,
    findings,
    sampled: {
      run: sample?.run ?? (sampling.kind === 'none' ? sampling.run : null),
      items: sample?.items ?? 0,
      pages: sample?.pages ?? 0,
    },
    fixtures: {
      locked: fixtures.locked,
      failed: fixtures.failed.reduce((sum, { pages }) => sum + pages, 0),
    },
  };
}

function judgeSampling(facts: SpiderFacts, sampling: Sampling): SampleJudgement & { told: string[] } {
  if (sampling.kind === 'none') {
    const { message, hint, isBroken } = sampling;
    const finding = {
      kind: 'fetch' as const,
      field: null,
      message,
      hint,
      ...sinceWhen(facts.runs, () => false),
    };
    return isBroken
      ? { findings: [finding], unknown: null, told: [] }
      : { findings: [], unknown: message, told: [] };
  }
  const { sample } = sampling;
  const fetched = fetchJudgement(sample, facts.runs);
  // A sample that went wrong says nothing more of its fields.
  if (fetched.findings.length > 0 || fetched.unknown !== null) return { ...fetched, told: [] };
  const expected = expectFindings(sample, facts);
  const byName = new Set(expected.map(({ field }) => field));
  const lost = fillFindings(facts, sample.fields).filter(({ field }) => !byName.has(field));
  const told = (sample.report?.breaches ?? []).map(breachKey);
  return { findings: [...expected, ...lost], unknown: null, told };
}

function fixtureFindings({ locked, failed, since }: Fixtures): SpiderHealth['findings'] {
  if (failed.length === 0) return [];
  const broken = failed.reduce((sum, { pages }) => sum + pages, 0);
  const names = listed(
    failed.map(({ name, pages }) => (pages === 1 ? name : `${name} on ${counted(pages, 'page')}`)),
    namedParts,
  );
  const [only] = failed;
  return [
    {
      kind: 'fixture',
      field: failed.length === 1 ? (only?.name ?? null) : null,
      message: `${broken} of ${counted(locked, 'locked part')} of its saved pages ${broken === 1 ? 'is' : 'are'} not extracted as locked: ${names}.`,
      hint: 'See the tests of the spider; lock the values anew if they are right.',
      since,
      sinceRun: null,
    },
  ];
}
