import { createHash, randomBytes } from 'node:crypto';
import type { Route, Visit, VisitRequest } from './server.ts';

export interface ChallengeRules {
  /** Milliseconds that the challenge takes its time. */
  delayMs?: number;
  /** A clearance is good for the name of the browser that was given it, and for no other. */
  boundToUserAgent?: boolean;
  /** So many pages are given for a clearance; then it has expired. */
  pages?: number;
  /** It never clears. */
  never?: boolean;
  /** Cookies are of use to nobody but the connection's own program: plain HTTP is challenged whatever it brings. */
  onlyBrowsers?: boolean;
  /** Status of the challenge. */
  status?: number;
}

export interface ChallengeGate {
  /** Puts the challenge before a route. */
  before(route: Route): Route;
  /** Takes the answers of challenges; to be served at `/challenge-answer`. */
  answer: Route;
  /** Challenges that were sent, and clearances that were given. */
  counts: { challenged: number; cleared: number };
}

/**
 * A challenge of our own, in the shape of the well-known ones: a page with next to nothing but a script, which works out an
 * answer, sends it in, is given a cookie for it and comes again.
 */
export function challengeGate(rules: ChallengeRules = {}): ChallengeGate {
  const { delayMs = 0, boundToUserAgent = false, pages = Infinity, never = false, status = 403 } = rules;
  const left = new Map<string, number>();
  const counts = { challenged: 0, cleared: 0 };

  function isCleared(request: VisitRequest): boolean {
    const pass = cookieOf(request, 'clearance');
    const good = left.get(pass) ?? 0;
    if (good <= 0 || (boundToUserAgent && !pass.endsWith(nameOf(request)))) return false;
    if (rules.onlyBrowsers === true && request.headers['sec-fetch-mode'] === undefined) return false;
    left.set(pass, good - 1);
    return true;
  }

  const challenge = ({ response }: Visit): void => {
    counts.challenged += 1;
    const seed = randomBytes(8).toString('hex');
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.end(`<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title><meta name="robots" content="noindex,nofollow"></head>
<body><noscript>Enable JavaScript and cookies to continue</noscript><script>
window._cf_chl_opt = { seed: '${seed}' };
const answer = async () => {
  const said = await fetch('/challenge-answer?seed=${seed}&sum=' + [...'${seed}'].reduce((sum, letter) => sum + letter.charCodeAt(0), 0), { method: 'POST' });
  if (said.ok) location.reload();
};
setTimeout(answer, ${delayMs});
</script></body></html>`);
  };

  return {
    counts,
    before: (route) => (visit) => (isCleared(visit.request) ? route(visit) : challenge(visit)),
    answer: ({ request, response }) => {
      const query = new URL(request.url ?? '/', 'http://x').searchParams;
      const sum = Buffer.from(query.get('seed') ?? '').reduce((total, byte) => total + byte, 0);
      if (never || String(sum) !== query.get('sum')) {
        response.writeHead(403).end();
        return;
      }
      counts.cleared += 1;
      const pass = `${randomBytes(8).toString('hex')}.${nameOf(request)}`;
      left.set(pass, pages);
      response.writeHead(200, { 'set-cookie': `clearance=${pass}; Path=/; HttpOnly` }).end('{}');
    },
  };
}

function nameOf(request: VisitRequest): string {
  return createHash('sha256')
    .update(request.headers['user-agent'] ?? '')
    .digest('hex')
    .slice(0, 12);
}

function cookieOf(request: VisitRequest, name: string): string {
  const found = (request.headers.cookie ?? '').split('; ').find((one) => one.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? '';
}
