import type { KeptProof } from '../../../../shared/contract/types.ts';
import { counted, shortDate } from '../../../ui/format.ts';

/** What a proof came to. */
export type Verdict = KeptProof['verdict'];

/** A verdict in one word, for a mark. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  proved: 'Proved',
  refused: 'Refused',
  incomplete: 'Incomplete',
};

/** The colour of a verdict; the word stands beside it. */
export const verdictTones: Readonly<Record<Verdict, 'success' | 'danger' | 'warning'>> = {
  proved: 'success',
  refused: 'danger',
  incomplete: 'warning',
};

/** How many of the eleven checks failed. */
export const failedWords = (failed: number): string => `${failed} of 11 checks failed`;

/** What is known of a version: "Version 4 was proved on 23 Nov with 42 pages" */
export function versionProofSentence(
  {
    version,
    verdict,
    provedAt,
    pages,
    failed,
  }: Pick<KeptProof, 'version' | 'verdict' | 'provedAt' | 'pages' | 'failed'>,
  now: number = Date.now(),
): string {
  const when = `Version ${version} was ${verdict === 'refused' ? 'refused' : 'proved'} on ${shortDate(provedAt, now)}`;
  if (verdict === 'proved') return `${when} with ${counted(pages, 'page')}`;
  if (verdict === 'refused') return `${when}: ${failedWords(failed.length)}`;
  return `Version ${version} is not proved: on ${shortDate(provedAt, now)} no pages could be held back`;
}
