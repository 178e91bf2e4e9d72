// One worker process: node worker.mjs ENGINE JSON. Prints its figures as one line of JSON when a line comes in.
import { createInterface } from 'node:readline';
import { Pool } from 'pg';

const [name, json] = process.argv.slice(2);
const task = JSON.parse(json);
const { open } = await import(`./${name}.mjs`);

let slices = 0;
let overlaps = 0;
/** Who works on which host is noted in a table of its own, outside the engine. */
const notes = task.noted ? new Pool({ connectionString: task.postgres, max: 4 }) : null;
notes?.on('error', () => undefined);

async function slice(host) {
  if (notes !== null) {
    const took = 'INSERT INTO bench_owners (host, worker) VALUES ($1, $2) ON CONFLICT DO NOTHING';
    const { rowCount } = await notes.query(took, [host, process.pid]);
    if (rowCount === 0) {
      const { rows } = await notes.query('SELECT worker FROM bench_owners WHERE host = $1', [host]);
      // Left behind by a process that was killed: not an overlap, and taken over now.
      if (rows.length > 0 && isAlive(rows[0].worker)) overlaps += 1;
      await notes.query('UPDATE bench_owners SET worker = $2 WHERE host = $1', [host, process.pid]);
    }
  }
  if (task.sliceMs > 0) await new Promise((resolve) => setTimeout(resolve, task.sliceMs));
  slices += 1;
  if (notes !== null)
    await notes.query('DELETE FROM bench_owners WHERE host = $1 AND worker = $2', [host, process.pid]);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const engine = await open(task);
if (task.hosts !== undefined) {
  await engine.prepare(Array.from({ length: task.hosts }, (_, at) => `host-${at}.example`));
  await engine.close();
  process.exit(0);
}
const before = process.cpuUsage();
await engine.work(slice, task.concurrency);
console.log('ready');
createInterface({ input: process.stdin }).on('line', () => {
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ slices, overlaps, cpuMs: (user + system) / 1000 }));
});
