import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { watchDatabase } from '../../../../electron/host/serving/topics/watch-database.ts';
import { scratchFolder, scratchStore } from '../../store/support.ts';

it('tells that another connection has written, until it is ended', async () => {
  const path = join(scratchFolder(), 'spider-studio.db');
  scratchStore(path);
  const other = scratchStore(path);
  let hints = 0;
  const { end } = watchDatabase(path, () => {
    hints += 1;
  });
  onTestFinished(end);
  let projects = 0;
  await vi.waitFor(
    async () => {
      // Some systems begin to watch after a moment.
      await other.queries.projects.create(`p${(projects += 1)}`);
      expect(hints).toBeGreaterThan(0);
    },
    { timeout: 20_000, interval: 100 },
  );
  end();
  end();
});

it('is silent where there is no folder to watch', () => {
  const { end } = watchDatabase(join(scratchFolder(), 'none', 'spider-studio.db'), () => undefined);
  expect(end).not.toThrow();
});
