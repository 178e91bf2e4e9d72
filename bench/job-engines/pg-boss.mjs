// Host slices on pg-boss: a queue with the policy "exclusive" and the host as key.
import { PgBoss } from 'pg-boss';

const queue = 'hosts';
const options = {
  schema: 'bench_jobs',
  supervise: true,
  schedule: false,
  monitorIntervalSeconds: 2,
  superviseIntervalSeconds: 1,
};

export async function open({ postgres }) {
  const boss = new PgBoss({ ...options, connectionString: postgres, max: 4 });
  boss.on('error', () => undefined);
  await boss.start();
  return {
    async prepare(hosts) {
      await boss.createQueue(queue, {
        policy: 'exclusive',
        partition: true,
        heartbeatSeconds: 10,
        retryLimit: 3,
        deleteAfterSeconds: 60,
      });
      for (let at = 0; at < hosts.length; at += 1000)
        await boss.insert(
          queue,
          hosts.slice(at, at + 1000).map((host) => ({ singletonKey: host, data: { host } })),
        );
    },
    /** Takes hosts in batches and gives them back in batches, each in one transaction. */
    work(slice, concurrency) {
      const held = new Map();
      const finished = [];
      const ending = new AbortController();
      async function settle() {
        const done = finished.splice(0);
        if (done.length === 0) return;
        const tx = await boss.getDb().beginTransaction();
        await boss.deleteJob(queue, done, { db: tx.db });
        await boss.insert(
          queue,
          done.map(({ data }) => ({ singletonKey: data.host, data })),
          { db: tx.db },
        );
        await tx.commit();
      }
      async function carryOut(job) {
        await slice(job.data.host);
        held.delete(job.id);
        finished.push(job);
      }
      async function loop() {
        while (!ending.signal.aborted) {
          try {
            await settle();
            const free = concurrency - held.size;
            const jobs = free > 0 ? await boss.fetch(queue, { batchSize: free }) : [];
            for (const job of jobs) {
              held.set(job.id, job);
              void carryOut(job);
            }
            if (jobs.length === 0 && finished.length === 0)
              await new Promise((resolve) => setTimeout(resolve, 50));
            else await new Promise((resolve) => setImmediate(resolve));
          } catch {
            await new Promise((resolve) => setTimeout(resolve, 500));
          }
        }
        await settle();
      }
      const beat = setInterval(() => {
        if (held.size > 0) boss.touch(queue, [...held.values()]).catch(() => undefined);
      }, 3000);
      const running = loop();
      return async () => {
        ending.abort();
        await running;
        clearInterval(beat);
      };
    },
    close: () => boss.stop({ graceful: false }),
  };
}
