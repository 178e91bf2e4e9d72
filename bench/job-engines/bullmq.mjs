// Host slices on BullMQ: the host is the job's id, and a finished slice moves its own job back to the end of the queue.
import { createRequire } from 'node:module';

const require = createRequire(new URL('../.rivals/package.json', import.meta.url));
const { DelayedError, Queue, Worker } = require('bullmq');

export async function open({ redis }) {
  const connection = { host: '127.0.0.1', port: redis, maxRetriesPerRequest: null };
  const queue = new Queue('hosts', { connection });
  queue.on('error', () => undefined);
  return {
    async prepare(hosts) {
      for (let at = 0; at < hosts.length; at += 1000)
        await queue.addBulk(
          hosts
            .slice(at, at + 1000)
            .map((host) => ({ name: 'slice', data: { host }, opts: { jobId: host } })),
        );
    },
    work(slice, concurrency) {
      const worker = new Worker(
        'hosts',
        async (job, token) => {
          await slice(job.data.host);
          await job.moveToDelayed(Date.now(), token);
          throw new DelayedError();
        },
        { connection, concurrency, lockDuration: 10_000, stalledInterval: 2000, maxStalledCount: 1000 },
      );
      worker.on('error', () => undefined);
      return () => worker.close(true);
    },
    close: () => queue.close(),
  };
}
