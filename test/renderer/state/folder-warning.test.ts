import { afterEach, expect, it } from 'vitest';
import { setClient } from '../../../renderer/state/client.ts';
import { reportFolderWarning } from '../../../renderer/state/folder-warning.ts';
import { useToasts } from '../../../renderer/state/toasts.ts';
import { createFakeClient } from '../fake-client.ts';

afterEach(() => useToasts.getState().clear());

it.each([
  [
    'The data folder is on the network share nas:/data.',
    ['The data folder is on the network share nas:/data.'],
  ],
  [null, []],
])('a window tells of the data folder: %s', async (folderWarning, told) => {
  const none = { projects: 0, spiders: 0, runs: 0, interrupted: [], underway: [], sampleSite: null };
  setClient(createFakeClient({ 'app.status': () => ({ firstStart: true, ...none, folderWarning }) }));
  await reportFolderWarning();
  expect(useToasts.getState().toasts.map(({ title }) => title)).toEqual(told);
  expect(useToasts.getState().toasts.every(({ severity }) => severity === 'warning')).toBe(true);
});
