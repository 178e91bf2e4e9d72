// What the product makes of pg-boss: epochs and leases included.
import { openJobEngine } from '../../electron/fleet/jobs/job-engine.ts';
import { prepareJobEngine } from '../../electron/fleet/jobs/prepare.ts';
import { readPostgresUrl } from '../../electron/postgres/address.ts';

export async function open({ postgres }) {
  const address = readPostgresUrl(postgres, true);
  let engine = null;
  const opened = async () =>
    (engine ??= await openJobEngine({ address, worker: 'bench', onError: () => undefined }));
  return {
    async prepare(hosts) {
      await prepareJobEngine(address);
      const { hosts: slices } = await opened();
      for (let at = 0; at < hosts.length; at += 1000)
        await slices.offer(hosts.slice(at, at + 1000).map((name) => ({ host: name, class: 'http' })));
    },
    async work(slice, concurrency) {
      const { hosts } = await opened();
      let held = 0;
      async function carryOut(taken) {
        await slice(taken.host);
        await taken.done({ againMs: 0 });
        held -= 1;
      }
      void (async () => {
        for (;;) {
          const taken = held < concurrency ? await hosts.take(concurrency - held, 'http') : [];
          held += taken.length;
          for (const one of taken) void carryOut(one);
          await new Promise((resolve) => setTimeout(resolve, taken.length === 0 ? 50 : 0));
        }
      })();
    },
    close: async () => engine?.close(),
  };
}
