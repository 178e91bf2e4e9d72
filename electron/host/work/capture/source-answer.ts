import type { ProposedSource } from '../../../../shared/contract/types.ts';
import type { NetworkAnswer } from '../../../../shared/network-answer.ts';

/** Whether an answer belongs to a source: it is the source, or another portion of the same list. */
export function belongsTo(source: ProposedSource, answer: NetworkAnswer): boolean {
  const { kind, url, method } = source;
  return kind === 'request' && method === answer.method && endpoint(url) === endpoint(answer.url);
}

/** The address without what says which portion is wanted. */
const endpoint = (url: string): string => url.split(/[?#]/, 1)[0] ?? url;

/** Whether a source is this answer. */
export const isOf = ({ kind, url, method, body }: ProposedSource, answer: NetworkAnswer): boolean =>
  kind === 'request' && url === answer.url && method === answer.method && body === answer.requestBody;
