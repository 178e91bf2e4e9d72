// Host slices on graphile-worker: a queue for each host, because a key alone does not keep a second job from starting.
import { createRequire } from 'node:module';

const require = createRequire(new URL('../.rivals/package.json', import.meta.url));
const { makeWorkerUtils, run, Logger } = require('graphile-worker');
const logger = new Logger(() => () => undefined);

export async function open({ postgres }) {
  const utils = await makeWorkerUtils({ connectionString: postgres, logger });
  await utils.migrate();
  return {
    async prepare(hosts) {
      for (let at = 0; at < hosts.length; at += 1000)
        await utils.addJobs(
          hosts
            .slice(at, at + 1000)
            .map((host) => ({ identifier: 'slice', payload: { host }, jobKey: host, queueName: host })),
        );
    },
    async work(slice, concurrency) {
      const runner = await run({
        connectionString: postgres,
        concurrency,
        pollInterval: 500,
        noHandleSignals: true,
        logger,
        maxPoolSize: 8,
        taskList: {
          async slice({ host }, { addJob }) {
            await slice(host);
            await addJob('slice', { host }, { jobKey: host, queueName: host });
          },
        },
      });
      return () => runner.stop();
    },
    close: () => utils.release(),
  };
}
