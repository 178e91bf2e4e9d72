import type { CallValue } from '../../../shared/contract/index.ts';
import type { Tone } from '../../ui/badge.tsx';
import { duration } from '../../ui/format.ts';

type Tested = CallValue<'proxies.test'>[number];

/** The state of the test of a proxy. */
export type TestState =
  | { readonly kind: 'waiting' }
  /** `since`: as `performance.now` counts. */
  | { readonly kind: 'testing'; readonly since: number }
  | { readonly kind: 'tested'; readonly result: Pick<Tested, 'works' | 'status' | 'durationMs' | 'problem'> }
  /** The test itself could not be made. */
  | { readonly kind: 'failed'; readonly message: string };

/** The result of a test as a sentence, with its colour. */
export function testWords(state: Extract<TestState, { kind: 'tested' | 'failed' }>): {
  tone: Extract<Tone, 'success' | 'warning' | 'danger'>;
  text: string;
} {
  if (state.kind === 'failed') return { tone: 'danger', text: state.message };
  const { works, status, durationMs, problem } = state.result;
  if (!works) return { tone: 'danger', text: problem ?? 'It does not work.' };
  const after = durationMs === null ? '' : ` after ${duration(durationMs)}`;
  if (status !== null && status >= 400) {
    return { tone: 'warning', text: `The proxy works, but the page answered ${status}${after}.` };
  }
  return { tone: 'success', text: `Works: ${status ?? 'an answer'}${after}.` };
}
