import { expect, it, onTestFinished } from 'vitest';
import { keptInTrashMs } from '../../../../../shared/contract/trash-time.ts';
import { databaseFile } from '../../../../../electron/host/workspace/workspace.ts';
import { openStore } from '../../../../../electron/store/open.ts';
import { scratchFolder } from '../../../store/support.ts';
import { crawledRun } from '../../../store/upkeep/crawled-run.ts';
import { openHost } from '../../open-host.ts';

/** More than this passes between the deletion and the test on no machine. In milliseconds. */
const hour = 3_600_000;

it('a host removes what has been in the trash for thirty days, frees its room, and leaves the rest', async () => {
  const dataDir = scratchFolder();
  const clock = { now: Date.now() - keptInTrashMs - hour };
  const store = openStore(databaseFile(dataDir), { now: () => clock.now });
  await crawledRun(store, { 1: 'old 1', 2: 'old 2' }, { spider: 'old' });
  await crawledRun(store, { 3: 'young 1', 4: 'young 2' }, { spider: 'young' });
  await crawledRun(store, { 5: 'here 1' }, { spider: 'here' });
  await store.queries.trash.put([{ kind: 'spider', project: 'default', spider: 'old' }], {});
  clock.now += 2 * hour;
  await store.queries.trash.put([{ kind: 'spider', project: 'default', spider: 'young' }], {});
  store.close();

  const studio = await openHost(dataDir);
  onTestFinished(() => studio.close());
  const trash = studio.follow('trash', {});
  const listed = async () => (await studio.call('trash.list', {})).map(({ spider }) => spider);
  if ((await listed()).includes('old')) await trash.until(() => true);
  expect(await listed()).toEqual(['young']);
  while ((await studio.call('trash.free', {})).more);
  const after = openStore(databaseFile(dataDir), { readonly: true });
  onTestFinished(() => after.close());
  expect((await after.queries.pages.size()).pages).toBe(3);
  const [entry] = await studio.call('trash.list', {});
  await studio.call('trash.restore', { entry: entry?.id ?? '' });
  const { runs } = await studio.call('runs.list', { project: 'default', spider: 'young', limit: 10 });
  expect(runs).toMatchObject([{ counters: { done: 2, items: 2 } }]);
  expect(studio.faults).toEqual([]);
});
