import type { CallArgs, CallName, CallValue } from '../../../../shared/contract/index.ts';
import type { PackTest, Proposal, Provenance } from '../../../../shared/contract/types.ts';
import type { RawPage, PackedPage } from '../capture/pack-page.ts';
import type { ArchivedFile } from '../../../evidence/zip.ts';
import { HostPool, usualGraceMs } from '../../threads/host-pool.ts';
import type { NewLockedValues } from '../../../store/pages/locked-value-queries.ts';
import type { JudgedPages } from '../packs/judge-pack.ts';
import type { PictureOrder, TakenPicture } from './evidence-report.ts';
import type { PageFileLinks, PagePlace, ShownPage } from './work.ts';

/** Name of a `tester` call without its group. */
export type TestName = Extract<CallName, `tester.${string}`> extends `tester.${infer N}` ? N : never;

/**
 * Tests spiders on saved pages in a worker thread, with the code of a crawl. A test that takes too long ends the thread and fails with
 * `timed-out`; the next test starts a new one.
 */
export interface Tester {
  test<N extends TestName>(
    name: N,
    args: CallArgs<`tester.${N}`>,
    signal: AbortSignal,
  ): Promise<CallValue<`tester.${N}`>>;
  /** Carries out `tests.run`. */
  runTests(args: CallArgs<'tests.run'>, signal: AbortSignal): Promise<CallValue<'tests.run'>>;
  /** Carries out `tests.drift`. */
  drift(args: CallArgs<'tests.drift'>, signal: AbortSignal): Promise<CallValue<'tests.drift'>>;
  /** What a spider takes from the pages of a pack that is not stored. */
  judge(pack: JudgedPages, signal: AbortSignal): Promise<PackTest>;
  /** What a spider takes from its saved pages, to be locked. */
  valuesToLock(args: CallArgs<'tests.lock'>, signal: AbortSignal): Promise<NewLockedValues[]>;
  render(place: PagePlace, signal: AbortSignal): Promise<ShownPage>;
  /** What a spider could take from a saved page. @param what `durationMs`: how long the site took to answer; null: unknown */
  propose(what: { page: string; durationMs: number | null }, signal: AbortSignal): Promise<Proposal>;
  /** What a page refers to for its looks. */
  files(place: PagePlace, signal: AbortSignal): Promise<PageFileLinks>;
  /** Carries out `pages.treeOfRequest`. */
  treeOfRequest(
    args: CallArgs<'pages.treeOfRequest'>,
    signal: AbortSignal,
  ): Promise<CallValue<'pages.treeOfRequest'>>;
  /** Where a value of an item comes from. */
  provenance(args: CallArgs<'results.provenance'>, signal: AbortSignal): Promise<Provenance>;
  /** The page of a value as a document to take a picture of. */
  picture(args: CallArgs<'results.evidence'>, signal: AbortSignal): Promise<PictureOrder>;
  /** The files that prove where the values of an item come from. */
  evidence(
    args: CallArgs<'results.evidence'> & { picture: TakenPicture },
    signal: AbortSignal,
  ): Promise<ArchivedFile[]>;
  pack(page: RawPage): Promise<PackedPage>;
  close(): Promise<void>;
}

/** Options of `createTester`. */
export interface TesterOptions {
  dataDir: string;
  /** Time limit of a test, in milliseconds. */
  timeLimitMs?: number;
  /** Whether a thread starts before the first test. */
  warm: boolean;
}

/** Tests that take long on large pages or many, and run apart from those of the page that is shown. */
const slow: ReadonlySet<TestName> = new Set<TestName>(['article', 'analyze', 'pages', 'empty', 'emptyInRun']);

/** Heap limit of a thread in megabytes: several times the tree of the largest page. */
const heapMb = 2048;

/** Creates the tester with its threads. */
export function createTester({ dataDir, timeLimitMs = 20_000, warm }: TesterOptions): Tester {
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
  // Previews are slower than tests, so they run in another thread.
  const tests = thread();
  const previews = thread();
  if (warm) tests.warmUp();
  return {
    test: (name, args, signal) => (slow.has(name) ? previews : tests).run(name, args, { signal }),
    runTests: (args, signal) => previews.run('tests.run', args, { signal }),
    drift: (args, signal) => previews.run('tests.drift', args, { signal }),
    judge: (pack, signal) => previews.run('judge', pack, { signal }),
    valuesToLock: (args, signal) => previews.run('tests.values', args, { signal }),
    render: (place, signal) => previews.run('render', place, { signal }),
    propose: (what, signal) => previews.run('propose', what, { signal }),
    files: (place, signal) => previews.run('files', place, { signal }),
    treeOfRequest: (args, signal) => previews.run('treeOfRequest', args, { signal }),
    provenance: (args, signal) => previews.run('provenance', args, { signal }),
    picture: (args, signal) => previews.run('picture', args, { signal }),
    evidence: (args, signal) => previews.run('evidence', args, { signal }),
    pack: (page) => previews.run('pack', page),
    async close() {
      await Promise.all([tests.close({ wait: false }), previews.close({ wait: false })]);
    },
  };
}
