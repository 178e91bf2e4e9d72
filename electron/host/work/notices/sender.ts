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
  /** Shows a notice by the application itself or in its windows. @returns false: it cannot */
  showHere: (notice: Notice) => boolean;
}

/** Creates what sends notices. The desktop is this application where it can, and else a program of the system. */
export function createSender({ run, platform, showHere }: SenderOptions): SendNotice {
  return async ({ kind, target: { command = [], url = '', allowPrivate = false } }, notice) => {
    switch (kind) {
      case 'desktop':
        return showHere(notice) ? null : showOnDesktop(notice, run, platform);
      case 'command':
        return runCommand(command, notice, run);
      case 'webhook':
        return postNotice({ url, allowPrivate }, notice);
      default:
        return kind satisfies never;
    }
  };
}
