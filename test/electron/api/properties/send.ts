import { generalCodes } from '../../../../electron/api/documents/general-codes.ts';
import type { Arguments } from './kinds.ts';
import { isProblem, type ReadOperation } from './operations.ts';

/** The longest that an answer may take, in milliseconds. */
const patience = 30_000;
/** Operations that wait for others, and how long that is looked at. */
const waiting: ReadonlySet<string> = new Set(['queue_wait', 'runs_wait']);
const glance = 500;

/** Codes of faults of the application, which no request may bring about. */
const faults: ReadonlySet<unknown> = new Set(['internal', 'crawl-crashed', 'timed-out', 'connection-lost']);

/** Sends a request. @returns what is wrong with the answer; null: nothing */
export async function wrongAnswer(
  origin: string,
  key: string,
  operation: ReadOperation,
  args: Arguments,
): Promise<string | null> {
  const mayWait = waiting.has(operation.id);
  const end = AbortSignal.timeout(mayWait ? glance : patience);
  const leave = new AbortController();
  try {
    const answer = await fetch(`${origin}${placeOf(operation, args)}`, {
      method: operation.method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(operation.hasBody ? { 'content-type': 'application/json' } : {}),
      },
      ...(operation.hasBody ? { body: JSON.stringify(bodyOf(operation, args)) } : {}),
      signal: AbortSignal.any([end, leave.signal]),
    });
    const type = (answer.headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
    if (type === 'text/event-stream') return null;
    const text = await answer.text();
    return answer.status < 400
      ? wrongSuccess(operation, answer.status, type, text)
      : wrongProblem(operation, answer.status, type, text);
  } catch (error) {
    if (end.aborted && mayWait) return null;
    return end.aborted
      ? 'no answer in time'
      : `no answer: ${String(error)} ${String((error as Error).cause)}`;
  } finally {
    leave.abort();
  }
}

function wrongSuccess({ status, media, fits }: ReadOperation, given: number, type: string, text: string) {
  if (given !== status) return `status ${given} and not ${status}`;
  if (!media.includes(type)) return `an answer of ${type}`;
  if (type !== 'application/json' || fits(JSON.parse(text))) return null;
  const [first] = fits.errors ?? [];
  return `an answer that does not fit: ${first?.instancePath} ${first?.message}`;
}

function wrongProblem({ codes }: ReadOperation, status: number, type: string, text: string) {
  if (type !== 'application/problem+json') return `${status} with ${type}`;
  const problem: unknown = JSON.parse(text);
  if (!isProblem(problem)) return `a problem that does not fit: ${text.slice(0, 300)}`;
  const { code, status: told, detail } = problem as { code: string; status: number; detail: string };
  if (told !== status) return `${status}, and ${told} in the problem`;
  if (faults.has(code)) return `${status} ${code}: ${detail.slice(0, 200)}`;
  const isKnown = codes.includes(code) || (generalCodes as readonly string[]).includes(code);
  return isKnown ? null : `the undocumented code ${code}`;
}

const written = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

function placeOf({ path, inPath, hasBody }: ReadOperation, args: Arguments): string {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(written(args[name])));
  if (hasBody) return place;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(args))
    if (!inPath.includes(name)) query.append(name.toWellFormed(), value === null ? '' : written(value));
  return query.size === 0 ? place : `${place}?${query.toString()}`;
}

function bodyOf({ inPath }: ReadOperation, args: Arguments): Arguments {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    if (inPath.includes(name)) continue;
    Object.defineProperty(body, name, { value, enumerable: true });
  }
  return body;
}
