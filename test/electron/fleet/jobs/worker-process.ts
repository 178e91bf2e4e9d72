// A worker of a fleet as a process of its own: node worker-process.ts ROLE JSON. What it does is written to tables of the test, and
// each event is a line of its output.
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { clientConfig } from '../../../../electron/postgres/connection.ts';
import { openJobEngine, type JobEngineOptions } from '../../../../electron/fleet/jobs/job-engine.ts';

const [role = '', json = ''] = process.argv.slice(2);
const { address }: Pick<JobEngineOptions, 'address'> = JSON.parse(json);
const worker = String(process.pid);
const engine = await openJobEngine({ address, worker, onError: () => undefined });
const notes = new Pool({ ...clientConfig(address), max: 4 });
notes.on('error', () => undefined);

const roles: Record<string, () => Promise<void>> = { slices, hold, lead };
tell('ready');
await roles[role]?.();

/** Works on hosts for a moment, and notes when each slice began and ended. */
async function slices(): Promise<void> {
  let held = 0;
  for (;;) {
    const taken = await engine.hosts.take(10 - held, 'http');
    if (taken.length === 0) await delay(50);
    for (const slice of taken) {
      held += 1;
      void (async () => {
        await note('INSERT INTO slices (host, epoch, worker) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
          slice.host,
          slice.epoch,
          worker,
        ]);
        await delay(20 + Math.random() * 80);
        await note('UPDATE slices SET ended = clock_timestamp() WHERE host = $1 AND epoch = $2', [
          slice.host,
          slice.epoch,
        ]);
        await slice.done({ againMs: 0 });
        held -= 1;
      })();
    }
  }
}

/** Takes one host and keeps it. */
async function hold(): Promise<void> {
  for (;;) {
    const [slice] = await engine.hosts.take(1, 'http');
    if (slice !== undefined) {
      tell('took', slice.epoch);
      if (!slice.lost.aborted) await new Promise((resolve) => slice.lost.addEventListener('abort', resolve));
      tell('lost', slice.isHeld, await slice.done({ againMs: null }));
      return;
    }
    await delay(50);
  }
}

/** Leads run 7 where nobody else does. */
async function lead(): Promise<void> {
  for (;;) {
    const taken = await engine.leads.take(7);
    if (taken === null) await delay(100);
    else {
      await note('INSERT INTO leads (epoch, worker, losses) VALUES ($1, $2, $3)', [
        taken.epoch,
        worker,
        taken.losses,
      ]);
      await new Promise((resolve) => taken.lost.addEventListener('abort', resolve));
    }
  }
}

function tell(...words: unknown[]): void {
  process.stdout.write(`${words.join(' ')}\n`);
}

/** Writes a note, also while the server restarts. Every note may be written twice. */
async function note(statement: string, values: unknown[]): Promise<void> {
  for (;;) {
    try {
      await notes.query(statement, values);
      return;
    } catch {
      await delay(100);
    }
  }
}
