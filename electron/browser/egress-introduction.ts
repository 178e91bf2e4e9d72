import type { Page } from 'playwright';
import { egressWelcomeUrl } from './egress-proxy.ts';
import type { EgressSession } from './egress-session.ts';

/** Limit for the answer of the egress proxy, in milliseconds. */
const answerMs = 10_000;

/** Presents the credentials of a context to the egress proxy, which asks once; the context remembers them. */
export async function introduce(page: Page, { username, password }: EgressSession): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  const accept = { response: 'ProvideCredentials', username, password } as const;
  protocol.on('Fetch.requestPaused', ({ requestId }) => {
    protocol.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
  });
  protocol.on('Fetch.authRequired', ({ requestId }) => {
    protocol
      .send('Fetch.continueWithAuth', { requestId, authChallengeResponse: accept })
      .catch(() => undefined);
  });
  await protocol.send('Fetch.enable', {
    handleAuthRequests: true,
    patterns: [{ urlPattern: egressWelcomeUrl }],
  });
  const answer = await page.goto(egressWelcomeUrl, { timeout: answerMs });
  await protocol.detach();
  if (answer?.status() !== 200) throw new Error('The browser does not use its egress proxy.');
}
