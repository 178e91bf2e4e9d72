import { spawn } from 'node:child_process';
import type { QueueEntry } from '../../shared/contract/types.ts';
import { databaseForChild } from '../postgres/chosen-database.ts';
import { environment } from '../system/environment.ts';
import type { Context } from './command.ts';
import { count, printable } from './output.ts';
import { heldWords } from './queue-words.ts';

/**
 * Queues crawls and returns. Where nothing would carry them out, a daemon is started that ends when the queue is empty.
 * @param queue adds the entries, one or several
 */
export async function detach(
  { ask, output, dataDir }: Context,
  queue: () => Promise<QueueEntry | QueueEntry[]>,
): Promise<void> {
  const added = await queue();
  // Asked after they were added: a daemon that ends meanwhile has seen them, or is gone from the list.
  const { workers, held } = await ask('queue.status', {});
  const carrier =
    workers.find(({ kind }) => kind === 'daemon') ?? workers.find(({ kind }) => kind === 'window');
  if (carrier !== undefined) output.note(`A ${carrier.kind} (process ${carrier.pid}) carries the queue out.`);
  else if (held) output.note(heldWords);
  else {
    const pid = startDaemon(dataDir);
    output.note(
      `Nothing carried the queue out, so a daemon was started in the background (process ${pid ?? 'unknown'}). It ends when the queue is empty.`,
    );
  }
  output.result(added, () =>
    printable(
      Array.isArray(added)
        ? `${count(added.length, 'crawl')} queued.`
        : `Queued as entry ${added.id}. "spider-studio queue list" shows it.`,
    ),
  );
}

/** Starts a daemon that outlives this process and ends when the queue is empty. @returns its process */
function startDaemon(dataDir: string): number | undefined {
  const [, program = ''] = process.argv;
  const args = [...process.execArgv, program, 'daemon', '--drain', '--data-dir', dataDir];
  // By the environment: arguments are there for others to read, and a password is not for them.
  const env = { ...environment, ...databaseForChild() };
  const child = spawn(process.execPath, args, { detached: true, stdio: 'ignore', windowsHide: true, env });
  child.on('error', () => undefined);
  child.unref();
  return child.pid;
}
