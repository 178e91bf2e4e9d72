import type { Handler } from '../data/call-context.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import type { SendNotice } from '../work/notices/sender.ts';
import { testNotice } from '../work/notices/texts.ts';

/** Creates the handlers of the calls about notices that send something. */
export function createNoticeHandlers({
  database,
  sendNotice,
}: {
  database: Pick<DatabaseWorkers, 'ask'>;
  sendNotice: SendNotice;
}): { readonly [N in 'notices.test']: Handler<N> } {
  return {
    'notices.test': async ({ channel: id }) => {
      const channel = await database.ask('quick', 'noticeChannel', { channel: id });
      const problem = await sendNotice(channel, testNotice);
      await database.ask('write', 'sendingEnded', { channel: id, problem });
      return { sent: problem === null, problem };
    },
  };
}
