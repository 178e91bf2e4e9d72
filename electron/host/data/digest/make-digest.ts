import { DigestSchema } from '../../../../shared/contract/calls/notices.ts';
import type { Digest } from '../../../../shared/contract/types.ts';
import { ownCheck } from '../../../schemas/checker.ts';
import { readNoticeSettings } from '../notice-settings.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { writeDigest } from './digest.ts';
import { lookBack, type Stretch } from './night.ts';

const msPerDay = 86_400_000;

const isDigest = ownCheck(DigestSchema);

/** Makes a digest of a stretch of time. @param now when it is made, in milliseconds since 1970 */
export async function makeDigest(
  workspace: Pick<Workspace, 'queries'>,
  stretch: Stretch,
  { project, now }: { project: string | null; now: number },
): Promise<Digest> {
  const settings = await readNoticeSettings(workspace);
  return writeDigest(await lookBack(workspace, stretch, { project, on: settings.on }), settings, now);
}

/** Where a digest begins that ends at a time: at the end of the last one that was made by itself, else a day before. */
export async function lastDigestEnd({ queries }: Pick<Workspace, 'queries'>, until: number): Promise<number> {
  const [last] = await queries.notices.digests(1);
  return last === undefined || last.dueAt >= until ? until - msPerDay : last.dueAt;
}

/** Reads a digest that is kept. @returns null: it is damaged */
export function readDigest(document: string): Digest | null {
  try {
    const value: unknown = JSON.parse(document);
    return isDigest(value) ? value : null;
  } catch {
    return null;
  }
}
