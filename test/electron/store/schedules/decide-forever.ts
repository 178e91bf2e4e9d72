import { openStore } from '../../../../electron/store/open.ts';

// Run as a process of its own, to be killed: its clock begins where it is told, passes a minute at each look at the schedules, and is
// named before and after. What the schedules queue is ended at once, so that the next moment is not skipped for it.
const [path = '', from = ''] = process.argv.slice(2);
let now = Number(from);
const { queries } = openStore(path, { now: () => now });

for (;;) {
  now += 60_000;
  process.stdout.write(`begun ${now}\n`);
  const { changed } = await queries.schedules.decideDue(now);
  for (const { entry } of changed)
    if (entry !== null) await queries.queue.cancel(entry, 'Ended by the test.');
  process.stdout.write(`done ${now}\n`);
}
