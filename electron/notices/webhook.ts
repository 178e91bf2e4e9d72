import type { Notice, SendProblem } from './notice.ts';
import { postJson, type WebhookTarget } from './post.ts';

const usualTimeoutMs = 10_000;

/**
 * Sends a notice by one POST, as JSON. Never rejects.
 * @param target the most time for it is 10 seconds unless it says otherwise, which a person who tries a channel can wait
 */
export async function postNotice(
  { timeoutMs = usualTimeoutMs, ...target }: Omit<WebhookTarget, 'timeoutMs'> & { timeoutMs?: number },
  notice: Notice,
): Promise<SendProblem> {
  return (await postJson({ ...target, timeoutMs }, JSON.stringify(notice))).problem;
}
