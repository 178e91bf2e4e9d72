import { join } from 'node:path';
import { expect, it } from 'vitest';
import { databaseName } from '../../e2e/data-folder.ts';
import { newRun, scratchStore } from '../store/support.ts';
import { serveStudio } from './serve-studio.ts';

it('tells in the log of a run where, or by which key, its URLs were excluded', async () => {
  const { studio, send } = await serveStudio();
  const run = await newRun(scratchStore(join(studio.dataDir, databaseName)));
  const { secret: key } = await studio.call('keys.create', { name: 'nightly' });
  const body = { pattern: '/calendar/' };
  expect(await send('POST', `/api/runs/${run}/exclude`, { key, body })).toMatchObject({
    status: 200,
    body: { added: true },
  });
  await studio.call('runs.exclude', { run, pattern: '/tag/' });
  await studio.call('runs.exclude', { run, pattern: '/print/' }, { door: 'desktop' });
  const { events } = await studio.call('runs.events', { run, kinds: ['excluded'] });
  expect(events.map(({ message }) => message)).toEqual([
    'URLs that match "/calendar/" are excluded from here on, as asked for by the API key "nightly".',
    'URLs that match "/tag/" are excluded from here on, as asked for in the window.',
    'URLs that match "/print/" are excluded from here on, as asked for in the window.',
  ]);
});
