import type { NoticeChannel } from '../../../../shared/contract/types.ts';
import type { Notice, SendProblem } from '../../../notices/notice.ts';
import { runCommand, showOnDesktop } from '../../../notices/programs.ts';
import { postNotice } from '../../../notices/webhook.ts';
import type { RunProgram } from '../../../system/program.ts';

/** Sends a notice through a channel. Never rejects. */
export type SendNotice = (
  channel: Pick<NoticeChannel, 'kind' | 'target'>,
  notice: Notice,
) => Promise<SendProblem>;

/** What sending needs of the process. */
export interface SenderOptions {
  run: RunProgram;
  platform: NodeJS.Platform;
  /** Shows a notice in the windows of this process. @returns false: there are none */
  showInWindows: (notice: Notice) => boolean;
}

/** Creates what sends notices. The desktop is the windows of this process, and what the system has where there are none. */
export function createSender({ run, platform, showInWindows }: SenderOptions): SendNotice {
  return async ({ kind, target: { command = [], url = '', allowPrivate = false } }, notice) => {
    switch (kind) {
      case 'desktop':
        return showInWindows(notice) ? null : showOnDesktop(notice, run, platform);
      case 'command':
        return runCommand(command, notice, run);
      case 'webhook':
        return postNotice({ url, allowPrivate }, notice);
      default:
        return kind satisfies never;
    }
  };
}
