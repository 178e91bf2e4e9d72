import { describe, expect, it } from 'vitest';
import type { CallName } from '../../../shared/contract/index.ts';
import type { Scope } from '../../../shared/roles.ts';
import { requirePermission } from '../../../electron/api/permission.ts';

/** Things of the project "shops": run 1, page 2, schedule 3. Run 9 is of "news". */
const things = new Map([
  ['run 1', 'shops'],
  ['page 2', 'shops'],
  ['schedule 3', 'shops'],
  ['run 9', 'news'],
]);
const callers = {
  projectOf: async (subject: string, id: string) => things.get(`${subject} ${id}`) ?? null,
};
const caller = (scopes: readonly Scope[], projects: readonly string[] | null = null) => ({
  id: 'key 1',
  name: 'the API key "desk"',
  key: '1',
  member: 'news',
  scopes,
  projects,
});
const all = ['read', 'run', 'write', 'admin'] as const;

describe('what a key may do', () => {
  it.each<[CallName, Scope]>([
    ['spiders.list', 'read'],
    ['results.items', 'read'],
    ['runs.start', 'run'],
    ['scrape.page', 'run'],
    ['documents.analyze', 'run'],
    ['queue.add', 'run'],
    ['spiders.save', 'write'],
    ['pages.addUrl', 'write'],
    ['runs.delete', 'write'],
    ['keys.create', 'admin'],
    ['audit.list', 'admin'],
    ['secrets.list', 'admin'],
    ['sessions.list', 'admin'],
    ['proxies.list', 'admin'],
    ['projects.delete', 'admin'],
    ['backups.stored', 'admin'],
  ])('%s needs the scope "%s"', async (name, scope) => {
    await expect(requirePermission(caller([scope]), name, {}, callers)).resolves.toEqual([]);
    const others = all.filter((one) => one !== scope);
    await expect(requirePermission(caller(others), name, {}, callers)).rejects.toMatchObject({
      code: 'missing-scope',
      details: { scope },
    });
  });

  it.each<[string, CallName, Record<string, unknown>]>([
    ['the project by name', 'spiders.list', { project: 'shops' }],
    ['a run by id', 'runs.get', { run: '1' }],
    ['a page by id', 'pages.source', { page: '2', offset: 0, length: 1 }],
    ['a schedule by id', 'schedules.get', { schedule: '3' }],
    [
      'the source of a view',
      'results.query',
      { view: { source: { project: 'shops', spider: 'a', run: 'latest' } } },
    ],
    ['a run within a source', 'results.items', { source: { project: 'shops', spider: 'a', run: '1' } }],
    ['entries', 'queue.addMany', { entries: [{ project: 'shops', spider: 'a' }] }],
    ['what concerns no project', 'spiders.validate', { text: '{}' }],
    [
      'settings that have the word in them',
      'runs.start',
      { project: 'shops', overrides: { project: 'news' } },
    ],
  ])('with a limit to projects reaches %s', async (_, name, args) => {
    await expect(requirePermission(caller(all, ['shops']), name, args, callers)).resolves.toBeDefined();
  });

  it.each<[string, CallName, Record<string, unknown>, string]>([
    ['all projects at once', 'spiders.list', {}, 'needs-project'],
    ['another project', 'spiders.list', { project: 'news' }, 'other-project'],
    ['a run of another project', 'runs.get', { run: '9' }, 'other-project'],
    ['a run that is not there', 'runs.get', { run: '77' }, 'other-project'],
    [
      'a run of another project in its own',
      'results.items',
      { source: { project: 'shops', spider: 'a', run: '9' } },
      'other-project',
    ],
    [
      'a copy into another project',
      'spiders.duplicate',
      { project: 'shops', spider: 'a', name: 'b', toProject: 'news' },
      'other-project',
    ],
    [
      'one entry of another project',
      'queue.addMany',
      { entries: [{ project: 'shops' }, { project: 'news' }] },
      'other-project',
    ],
    ['a comparison with another project', 'runs.compare', { before: '1', after: '9' }, 'other-project'],
    ['files by their hash', 'results.file', { sha256: 'a', name: 'b' }, 'needs-project'],
    ['the keys', 'keys.list', {}, 'needs-project'],
  ])('with a limit to projects does not reach %s', async (_, name, args, code) => {
    await expect(requirePermission(caller(all, ['shops']), name, args, callers)).rejects.toMatchObject({
      code,
    });
  });
});
