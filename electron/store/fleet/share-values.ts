import { Type } from 'typebox';
import type { AnswerWindow, CrawlEnd } from '../../engine/limits.ts';
import type { FoundSitemap, Verdict } from '../../engine/ports/run-share.ts';
import { ownCheck } from '../../schemas/checker.ts';
import { parsedJson } from '../database/json-columns.ts';
import { damagedRow } from '../errors.ts';

const Text = Type.String();
const Count = Type.Number();

export const EndSchema = Type.Union([
  Type.Object({ kind: Type.Literal('exhausted') }),
  Type.Object({ kind: Type.Literal('item-limit'), limit: Count }),
  Type.Object({ kind: Type.Literal('page-limit'), limit: Count }),
  Type.Object({ kind: Type.Literal('time-limit'), limitMs: Count }),
  Type.Object({ kind: Type.Literal('error-limit'), limit: Count }),
  Type.Object({ kind: Type.Literal('paused') }),
  Type.Object({ kind: Type.Literal('stopped') }),
  Type.Object({ kind: Type.Literal('login-expired'), login: Text, message: Text }),
  Type.Object({ kind: Type.Literal('blocked'), blocked: Count, of: Count }),
  Type.Object({ kind: Type.Literal('trapped'), pages: Count, url: Text }),
  Type.Object({
    kind: Type.Literal('breached'),
    action: Type.Union([Type.Literal('pause'), Type.Literal('fail')]),
    message: Text,
  }),
  Type.Object({ kind: Type.Literal('stuck'), reason: Text }),
]);
export const VerdictSchema = Type.Object({ end: EndSchema, finishesFiles: Type.Boolean() });
export const SitemapSchema = Type.Object({
  url: Text,
  level: Count,
  of: Type.Union([Text, Type.Null()]),
  guessed: Type.Boolean(),
});
export const LookSchema = Type.Object({
  proposed: Type.Union([Text, Type.Null()]),
  verdict: Type.Union([Text, Type.Null()]),
  spentMs: Count,
  members: Type.Array(
    Type.Object({ session: Count, hosts: Count, capacity: Count, of: Count, refused: Count }),
  ),
  waiting: Type.Array(Text),
});

const isEnd = ownCheck(EndSchema);
const isVerdict = ownCheck(VerdictSchema);
const isSitemap = ownCheck(SitemapSchema);
const isLook = ownCheck(LookSchema);

/** A session of a run, how many hosts it has and may have at most, and the last answers that it got. */
export interface ShareMemberRow extends AnswerWindow {
  session: number;
  hosts: number;
  capacity: number;
}

/** A run as its sessions see it. */
export interface ShareLook {
  proposed: CrawlEnd | null;
  verdict: Verdict | null;
  /** Working time of the run so far, in milliseconds. */
  spentMs: number;
  /** Sessions that take hosts. */
  members: ShareMemberRow[];
  /** Hosts with queued requests that no session of the run has. */
  waiting: string[];
}

/** Reads what a session has seen of its run. @throws StoreError `damaged` */
export function readLook(text: string, run: number): ShareLook {
  const look = parsedJson(text);
  if (!isLook(look)) throw damagedRow(`Run ${run} (its sessions)`);
  const proposed = look.proposed === null ? null : parsedJson(look.proposed);
  const verdict = look.verdict === null ? null : parsedJson(look.verdict);
  if ((proposed !== null && !isEnd(proposed)) || (verdict !== null && !isVerdict(verdict)))
    throw damagedRow(`Run ${run} (its end)`);
  return { ...look, proposed, verdict };
}

/** Reads how a run ends. @throws StoreError `damaged` */
export function readVerdict(text: string | null, run: number): Verdict | null {
  if (text === null) return null;
  const verdict = parsedJson(text);
  if (!isVerdict(verdict)) throw damagedRow(`Run ${run} (its end)`);
  return verdict;
}

/** Reads a sitemap that was found. @throws StoreError `damaged` */
export function readSitemap(text: string, run: number): FoundSitemap {
  const sitemap = parsedJson(text);
  if (!isSitemap(sitemap)) throw damagedRow(`Run ${run} (its sitemaps)`);
  return sitemap;
}
