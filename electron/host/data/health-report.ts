import { healthVerdicts } from '../../../shared/spider/health-schema.ts';
import type { HealthReport, SpiderHealth } from '../../../shared/contract/types.ts';
import { healthWords, minuteWords, sinceWords } from '../../../shared/contract/health-words.ts';

/** A report of some checks. @param at when they ended, for a project without spiders; ISO 8601 */
export function healthReport(project: string, checks: readonly SpiderHealth[], at = ''): HealthReport {
  const spiders = checks.toSorted(
    (a, b) =>
      healthVerdicts.indexOf(a.verdict) - healthVerdicts.indexOf(b.verdict) || (a.spider < b.spider ? -1 : 1),
  );
  const of = (verdict: SpiderHealth['verdict']): number =>
    spiders.filter((spider) => spider.verdict === verdict).length;
  const report = {
    project,
    checkedAt: spiders.reduce((newest, { checkedAt }) => (checkedAt > newest ? checkedAt : newest), at),
    healthy: of('healthy'),
    broken: of('broken'),
    unknown: of('unknown'),
    spiders,
  };
  return { ...report, markdown: markdownOf(report) };
}

function markdownOf(report: Omit<HealthReport, 'markdown'>): string {
  const sections = [
    `# Health of ${plain(report.project)}`,
    `${healthWords(report)} Checked at ${minuteWords(report.checkedAt)}.`,
    ...report.spiders.filter(({ verdict }) => verdict === 'broken').map(brokenSection),
  ];
  const unknown = report.spiders.filter(({ verdict }) => verdict === 'unknown');
  if (unknown.length > 0)
    sections.push(
      '## Could not be judged',
      unknown.map(({ spider, reason }) => `- **${plain(spider)}**: ${plain(reason ?? '')}`).join('\n'),
    );
  return `${sections.join('\n\n')}\n`;
}

function brokenSection({ spider, findings }: SpiderHealth): string {
  const lines = findings.map((finding) => {
    const since = sinceWords(finding);
    const hint = finding.hint === null ? '' : ` _${plain(finding.hint)}_`;
    return `- ${plain(finding.message)}${since === '' ? '' : ` **${plain(sentence(since))}**`}${hint}`;
  });
  return `## ${plain(spider)}\n\n${lines.join('\n')}`;
}

const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;

/** A text in one line, without anything that Markdown or HTML would read. */
const plain = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>|#~&]/g, String.raw`\$&`);
