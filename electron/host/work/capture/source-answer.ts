import type { ProposedSource } from '../../../../shared/contract/types.ts';
import type { NetworkAnswer } from '../../../../shared/network-answer.ts';

/** Whether a source is this answer. */
export const isOf = ({ kind, url, method, body }: ProposedSource, answer: NetworkAnswer): boolean =>
  kind === 'request' && url === answer.url && method === answer.method && body === answer.requestBody;
