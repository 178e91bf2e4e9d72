import type { CallArgs, CallName, CallValue } from '../../../../shared/contract/index.ts';
import type { CamePage, PackedPage } from '../capture/pack-page.ts';
import { HostPool, usualGraceMs } from '../../threads/host-pool.ts';
import type { ShownPage } from './work.ts';

/** What is asked for by windows, by the second half of its name. */
export type TestName = Extract<CallName, `tester.${string}`> extends `tester.${infer N}` ? N : never;

/**
 * Tries spiders on saved pages, in a thread of its own: by the very code that a crawl runs. A page or a selector that
 * takes too long costs that thread, and is told; the next test gets a new one.
 */
export interface Tester {
  test<N extends TestName>(
    name: N,
    args: CallArgs<`tester.${N}`>,
    signal: AbortSignal,
  ): Promise<CallValue<`tester.${N}`>>;
  render(place: { page: string } | { request: string }, signal: AbortSignal): Promise<ShownPage>;
  /** The style sheets that a saved page asks for, by their addresses. */
  sheets(page: string, signal: AbortSignal): Promise<string[]>;
  pack(page: CamePage): Promise<PackedPage>;
  close(): Promise<void>;
}

export interface TesterOptions {
  dataDir: string;
  /** Milliseconds that one test may take. */
  timeLimitMs?: number;
  /** Whether the thread starts before anything is asked; by default it does. */
  warm?: boolean;
}

/** Tests that take seconds on a large page: nobody who types shall wait for them either. */
const slow: ReadonlySet<TestName> = new Set<TestName>(['article', 'analyze']);

/** Memory of the thread's heap, in megabytes: several times what the tree of the largest page needs. */
const heapMb = 2048;

export function createTester({ dataDir, timeLimitMs = 20_000, warm = true }: TesterOptions): Tester {
  const thread = (): HostPool =>
    new HostPool({
      entry: new URL('./tester-worker.ts', import.meta.url),
      data: { dataDir },
      threads: 1,
      keepIdle: true,
      timeLimitMs,
      graceMs: usualGraceMs,
      heapMb,
    });
  // Previews take longer than tests, and nobody who types shall wait for one.
  const tests = thread();
  const previews = thread();
  if (warm) tests.warmUp();
  return {
    test: (name, args, signal) => (slow.has(name) ? previews : tests).run(name, args, { signal }),
    render: (place, signal) => previews.run('render', place, { signal }),
    sheets: (page, signal) => previews.run('sheets', { page }, { signal }),
    pack: (page) => previews.run('pack', page),
    async close() {
      await Promise.all([tests.close({ wait: false }), previews.close({ wait: false })]);
    },
  };
}
