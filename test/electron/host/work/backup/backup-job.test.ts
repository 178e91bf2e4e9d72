import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readPlans, changePlans, type StoredPlan } from '../../../../../electron/host/data/backup-plan.ts';
import { HostError } from '../../../../../electron/host/errors.ts';
import { BackupJob } from '../../../../../electron/host/work/backup/storage/backup-job.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-test-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const hour = 3_600_000;
const begin = Date.UTC(2026, 2, 1);
const plan: StoredPlan = {
  place: 'nas',
  cron: '0 2 * * *',
  zone: 'UTC',
  verify: true,
  keep: { newest: 3, daily: 0, weekly: 0, monthly: 0 },
  decidedUntil: begin,
  last: null,
};

/** A job whose backups end as they are told to. */
function job(create: () => Promise<{ id: string }>) {
  const done: string[] = [];
  const told: string[] = [];
  const note =
    (what: string) =>
    ({ target }: { target: string }): Promise<never> => {
      done.push(`${what} ${target}`);
      // The job uses no answer of these.
      return Promise.resolve() as Promise<never>;
    };
  const made = new BackupJob({
    dataDir,
    storedBackups: {
      create: async ({ target }) => {
        done.push(`create ${target}`);
        return (await create()) as never;
      },
      verify: note('verify'),
      prune: note('prune'),
    },
    tell: (place, problem) => {
      told.push(`${place}: ${problem}`);
      return Promise.resolve();
    },
    now: () => begin + 2 * hour,
    onFault: (_, error) => expect(error).toBeNull(),
  });
  return { made, done, told };
}

it('a backup is made at its moment, verified and pruned, once', async () => {
  changePlans(dataDir, () => [plan]);
  const { made, done, told } = job(() => Promise.resolve({ id: 'b1' }));
  expect(await made.tick(begin + hour)).toBe(begin + 2 * hour);
  expect(done).toEqual([]);
  expect(await made.tick(begin + 2 * hour)).toBe(begin + 26 * hour);
  const second = job(() => Promise.resolve({ id: 'b2' }));
  await second.made.tick(begin + 2 * hour);
  await expect.poll(() => readPlans(dataDir)[0]?.last).not.toBeNull();
  await made.close();
  expect(done).toEqual(['create place:nas', 'verify place:nas/b1', 'prune place:nas']);
  expect([second.done, told]).toEqual([[], []]);
  expect(readPlans(dataDir)[0]?.last).toEqual({
    at: '2026-03-01T02:00:00.000Z',
    backup: 'b1',
    problem: null,
  });
});

it('what was missed is made up for once', async () => {
  changePlans(dataDir, () => [plan]);
  const { made, done } = job(() => Promise.resolve({ id: 'b1' }));
  await made.tick(begin + 24 * 10 * hour);
  await expect.poll(() => readPlans(dataDir)[0]?.last).not.toBeNull();
  await made.tick(begin + 24 * 10 * hour + 1);
  await made.close();
  expect(done.filter((what) => what.startsWith('create'))).toHaveLength(1);
});

it('a failure is kept and told, and nothing is deleted', async () => {
  changePlans(dataDir, () => [plan]);
  const { made, done, told } = job(() =>
    Promise.reject(new HostError('storage-unreachable', 'nas.test refused the connection.', 'Check it.')),
  );
  await made.tick(begin + 2 * hour);
  await expect.poll(() => told).toHaveLength(1);
  await made.close();
  expect(done).toEqual(['create place:nas']);
  expect(told).toEqual(['nas: nas.test refused the connection. Check it.']);
  expect(readPlans(dataDir)[0]?.last?.problem).toContain('refused the connection');
});
