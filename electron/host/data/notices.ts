import { isAbsolute } from 'node:path';
import type { NoticeChannel } from '../../../shared/contract/types.ts';
import { StoreError } from '../../store/errors.ts';
import type { NoticeChannelRow, NoticeTarget } from '../../store/notices/notice-queries.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DataHandlers } from './data-context.ts';
import { lastDigestEnd, makeDigest, readDigest } from './digest/make-digest.ts';
import { requireProject } from './require-project.ts';
import { changeNoticeSettings, readNoticeSettings } from './notice-settings.ts';

/** Handlers of the calls about notices that need only the database. */
export const noticeHandlers: DataHandlers<'notices'> = {
  'notices.channels': async (_, { workspace }) => ({
    channels: (await workspace.queries.notices.channels()).map(noticeChannel),
    settings: await readNoticeSettings(workspace),
  }),
  'notices.addChannel': async ({ kind, target, timing, enabled = true }, { workspace }) =>
    noticeChannel(
      await workspace.queries.notices.addChannel({
        kind,
        target: checkedTarget(kind, target),
        timing,
        enabled,
      }),
    ),
  'notices.updateChannel': async ({ channel, target, ...patch }, { workspace }) => {
    const { kind } = await requireChannel(workspace, channel);
    const checked = target === undefined ? {} : { target: checkedTarget(kind, target) };
    return noticeChannel(
      await found(
        workspace,
        channel,
        workspace.queries.notices.updateChannel(channel, { ...patch, ...checked }),
      ),
    );
  },
  'notices.removeChannel': async ({ channel }, { workspace }) =>
    noticeChannel(await found(workspace, channel, workspace.queries.notices.removeChannel(channel))),
  'notices.digest': async ({ project, from, until }, { workspace }) => {
    if (project !== undefined) await requireProject(workspace, project);
    const now = Date.now();
    const end = until === undefined ? now : timeOf(until);
    const begin = from === undefined ? await lastDigestEnd(workspace, end) : timeOf(from);
    if (begin > end)
      throw new HostError(
        'bad-time',
        'The digest ends before it begins.',
        'Name a beginning before the end.',
      );
    return makeDigest(workspace, { from: begin, until: end }, { project: project ?? null, now });
  },
  'notices.digests': async ({ limit = 30 }, { workspace }) =>
    (await workspace.queries.notices.digests(limit)).flatMap(({ document }) => readDigest(document) ?? []),
  'notices.configure': (change, { workspace }) => changeNoticeSettings(workspace, change),
};

/** @throws HostError `bad-time` */
function timeOf(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new HostError('bad-time', `"${text}" is no time.`, 'Write it like 2026-03-29T07:00:00Z.');
  return time;
}

/** A channel as the contract defines it. */
export function noticeChannel({
  target: { command, url, allowPrivate },
  ...row
}: NoticeChannelRow): NoticeChannel {
  const target = {
    ...(command === undefined ? {} : { command }),
    ...(url === undefined ? {} : { url }),
    ...(allowPrivate === undefined ? {} : { allowPrivate }),
  };
  return { ...row, target };
}

/** Reads a channel. @throws HostError `unknown-channel` */
export const requireChannel = (workspace: Workspace, id: string): Promise<NoticeChannelRow> =>
  found(workspace, id, workspace.queries.notices.channel(id));

/** @throws HostError `unknown-channel` */
async function found<T>({ queries }: Workspace, id: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'not-found') throw error;
    const known = (await queries.notices.channels()).map((channel) => channel.id).join(', ');
    throw new HostError(
      'unknown-channel',
      `There is no channel "${id}".`,
      known === '' ? 'There are none; add one first.' : `The channels are ${known}.`,
    );
  }
}

/** The keys of a target that a channel of the kind uses. @throws HostError `bad-channel` */
function checkedTarget(
  kind: NoticeChannelRow['kind'],
  { command, url, allowPrivate = false }: NoticeTarget,
): NoticeTarget {
  switch (kind) {
    case 'desktop':
      return {};
    case 'command': {
      const program = command?.[0]?.trim() ?? '';
      if (command === undefined || program === '')
        throw new HostError('bad-channel', 'A command needs a program.', 'Name a program and its arguments.');
      if (!isAbsolute(program) && /[/\\]/.test(program)) {
        const message = `"${program}" is neither the name of a program nor a whole path.`;
        throw new HostError(
          'bad-channel',
          message,
          'Write the path from its root; what runs it is in another folder.',
        );
      }
      return { command };
    }
    case 'webhook': {
      if (url === undefined) throw new HostError('bad-channel', 'A webhook needs a URL.');
      return { url: checkedUrl(url), allowPrivate };
    }
    default:
      return kind satisfies never;
  }
}

/** @throws HostError `bad-channel` */
function checkedUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new HostError('bad-channel', `"${text}" is no http(s) URL.`);
  return url.href;
}
