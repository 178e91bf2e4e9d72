import type { Proposal } from '../../../../shared/contract/types.ts';
import type { NetworkAnswer } from '../../../../shared/network-answer.ts';
import { forbiddenNote } from '../../../authoring/network-sources/sent-headers.ts';
import type { PageSession } from './page-session.ts';
import { isOf } from './source-answer.ts';

/**
 * Asks the hosts of the sources of a proposal whether a crawl may read them. One that is forbidden stays, with a note, and its answer is
 * marked.
 */
export async function askRobots(
  proposal: Proposal,
  answers: readonly NetworkAnswer[],
  session: Pick<PageSession, 'forbids'>,
): Promise<Proposal> {
  const noted = new Map<number, string>();
  for (const [index, source] of proposal.sources.entries()) {
    if (source.kind !== 'request' || (await session.forbids(source.url)) === null) continue;
    noted.set(index, forbiddenNote(source.url));
    for (const answer of answers) if (isOf(source, answer)) answer.isForbidden = true;
  }
  if (noted.size === 0) return proposal;
  const sources = proposal.sources.map((source, index) => {
    const note = noted.get(index);
    return note === undefined ? source : { ...source, notes: [...source.notes, note] };
  });
  const choices = proposal.choices.map((choice) => {
    const note = noted.get(choice.source ?? -1);
    return note === undefined
      ? choice
      : { ...choice, note: choice.note === null ? note : `${choice.note} ${note}` };
  });
  return { ...proposal, sources, choices };
}
