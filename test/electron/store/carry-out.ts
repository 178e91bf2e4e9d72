import { openStore } from '../../../electron/store/open.ts';

// Run as a process of its own, to be killed: takes a run, says who carries it out, or why it may not, and stays.
const store = openStore(process.argv[2] ?? '');
try {
  const run = process.argv[3] ?? '';
  await store.crawlPorts(run).control.begin();
  const { owner } = await store.queries.runs.get(run);
  process.stdout.write(`${JSON.stringify(owner)}\n`);
  setInterval(() => store.path, 1000);
} catch (error) {
  process.stdout.write(`${JSON.stringify(String(error))}\n`);
}
