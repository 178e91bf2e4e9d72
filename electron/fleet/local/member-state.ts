import type { AnswerWindow, CrawlEnd } from '../../engine/limits.ts';
import type { CrawlPorts } from '../../engine/ports/crawl-ports.ts';
import type { Verdict } from '../../engine/ports/run-share.ts';

/** What a session asks of its share without waiting: a session in another process keeps what it was told last. */
export interface MemberState {
  leads: boolean;
  verdict: Verdict | null;
  isDismissed: boolean;
  proposed: CrawlEnd | null;
  isStopped: boolean;
  /** The windows of the other sessions. */
  windows: readonly AnswerWindow[];
  /** Working time of the run at this moment, in milliseconds. */
  spentMs: number;
}

/** The ports of a session that are in the process of the run. What hosts other runs contact, each process finds out by itself. */
export type SentPorts = Omit<CrawlPorts, 'hosts' | 'close'>;
