import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Finding } from '../../shared/contract/types.ts';
import { call } from './call.ts';
import { scratchFolder } from './command-line.ts';
import { databaseName } from './data-folder.ts';

interface Report {
  healthy: boolean;
  findings: Finding[];
}

const env = { SPIDER_STUDIO_BROWSER: 'none' };
const of = ({ findings }: Report, check: Finding['check']) => findings.find((one) => one.check === check);

it('finds a new data folder well, and a site that accepts connections', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const data = join(scratchFolder(), 'data');
  const { code, json } = await call(
    ['doctor', '--json', '--data-dir', data, '--url', `http://127.0.0.1:${port}/`],
    { env },
  );
  const report = json<Report>();
  expect(report.findings.map(({ check }) => check)).toEqual([
    'program',
    'data-folder',
    'database',
    'disk',
    'browser',
    'network',
    'certificates',
    'proxies',
    'keychain',
    'schedules',
  ]);
  for (const check of ['program', 'data-folder', 'database', 'schedules'] as const)
    expect(of(report, check)).toMatchObject({ state: 'good' });
  expect(of(report, 'browser')).toMatchObject({ state: 'attention' });
  expect(report.healthy).toBe(report.findings.every(({ state }) => state !== 'broken'));
  expect(code).toBe(report.healthy ? 0 : 1);
});

it('tells of a damaged database, of proxies, and of all else besides', async () => {
  const data = scratchFolder();
  writeFileSync(join(data, databaseName), 'x'.repeat(10_000));
  writeFileSync(join(data, 'proxies.json'), '{"version": 1, "proxies": 7}');
  const { code, stdout, stderr } = await call(['doctor', '--data-dir', data], { env });
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^BROKEN +database .*is damaged, or is not a database\.\n .*spider-studio restore FILE/mu,
  );
  expect(stdout).toMatch(/^BROKEN +proxies /mu);
  expect(stdout).toMatch(/^note +schedules +Schedules cannot be looked at/mu);
  expect(stdout).toMatch(/^ok +program /mu);
  expect(stdout).toMatch(/things? broken\. Mend that first\.\n$/u);
  expect(stderr).toBe('');
});

it('tells of a data folder that is a file, and leaves nothing behind in one that is good', async () => {
  const folder = scratchFolder();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const onFile = await call(['doctor', '--json', '--data-dir', join(file, 'data')], { env });
  expect(of(onFile.json<Report>(), 'data-folder')).toMatchObject({ state: 'broken' });
  const data = join(folder, 'data');
  mkdirSync(data);
  await call(['doctor', '--data-dir', data], { env });
  expect(readdirSync(data).filter((name) => name.startsWith('check-'))).toEqual([]);
});

it('refuses what is no URL', async () => {
  const { code, stderr } = await call(['doctor', '--url', 'example', '--data-dir', scratchFolder()], { env });
  expect(code).toBe(1);
  expect(stderr).toContain('"example" is no http or https URL.');
});
