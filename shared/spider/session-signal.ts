import { readPattern, type Pattern } from '../patterns/read.ts';
import { readCss } from '../selectors/read-css.ts';

/** What tells that a login has expired. */
export type SessionSignal =
  { kind: 'text'; text: string } | { kind: 'css'; source: string } | { kind: 'url'; pattern: Pattern };

/** Reads the setting SESSION_EXPIRED_SIGNAL. @returns null: it is not valid */
export function readSignal(signal: string): SessionSignal | null {
  const source = signal.slice(4).trim();
  if (signal.startsWith('css:')) return readCss(source).ok ? { kind: 'css', source } : null;
  if (!signal.startsWith('url:')) return { kind: 'text', text: signal };
  const read = readPattern(source);
  return source !== '' && read.ok ? { kind: 'url', pattern: read.pattern } : null;
}

/** Why the setting SESSION_EXPIRED_SIGNAL is not valid, after a colon; null: it is. */
export function signalProblem(signal: string): string | null {
  if (readSignal(signal) !== null) return null;
  const source = signal.slice(4).trim();
  if (source === '') return 'nothing follows';
  const read = signal.startsWith('css:') ? readCss(source) : readPattern(source);
  return read.ok ? null : read.problem.message;
}
