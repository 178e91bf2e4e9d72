import { HostError } from '../../errors.ts';
import { PageSession, type CaptureObserver, type CaptureRequest } from './page-session.ts';

/** What a page tells of the login with which it was fetched. */
export interface LoginFinding {
  holds: boolean;
  /** HTTP status; null: the answer was not read. */
  status: number | null;
  /** URL after redirects. */
  finalUrl: string;
  /** What tells it, in a sentence. */
  reason: string;
}

/** Fetches a page with the login that the settings name. @throws HostError `fetch-failed`, and like `PageSession.open` */
export async function checkLogin(request: CaptureRequest, observer: CaptureObserver): Promise<LoginFinding> {
  const session = await PageSession.open(request, observer);
  try {
    const answer = await session.answer();
    if (!answer.ok) throw session.failure(answer.problem);
    const { status, finalUrl } = answer.page;
    const found = { status, finalUrl };
    try {
      session.requireLogin(answer.page);
      if (status >= 400) return { ...found, holds: false, reason: `The site answered ${status}.` };
      const captured = await session.captured(answer.page);
      return {
        ...found,
        finalUrl: captured.url,
        holds: true,
        reason: goodReason(request.url, captured.url, status),
      };
    } catch (error) {
      if (error instanceof HostError && error.code === 'login-expired')
        return { ...found, holds: false, reason: error.message };
      throw error;
    }
  } finally {
    await session.close();
  }
}

function goodReason(asked: string, url: string, status: number): string {
  const from = new URL(asked).href === new URL(url).href ? '' : ` from ${url}`;
  return `The site answered ${status}${from}, and asks for no login.`;
}
