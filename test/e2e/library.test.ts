import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { given } from '../given.ts';
import { filesIn, indexIn, personIn, type Person } from './library-given.ts';

interface Found {
  entries: { registry: string; name: string; versions: { version: number }[] }[];
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spider-studio-library-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const place = (name: string): string => join(folder, name);

/** A person who has the sample spider, and a registry that is new. */
async function publisher(name: string, location: string): Promise<Person> {
  const person = personIn(folder, name);
  await person.store();
  if (!location.endsWith('.git')) mkdirSync(location, { recursive: true });
  expect(await person.ask('library', 'add', 'team', location, '--create', 'Ours')).toMatchObject({
    name: 'team',
    title: 'Ours',
    entries: 0,
    problem: null,
  });
  return person;
}

describe('a registry in a folder', () => {
  it('takes a spider from one person to another, with what proves it', async () => {
    const ada = await publisher('ada', place('ours'));
    const published = await ada.ask(
      'library',
      'publish',
      'lamps',
      'team',
      '--notes',
      'The first',
      '--tag',
      'light',
    );
    expect(published).toMatchObject({ name: 'lamps', version: 1, unchanged: false, pages: 3, locked: 2 });
    expect(await ada.ask('library', 'publish', 'lamps', 'team')).toMatchObject({
      version: 1,
      unchanged: true,
    });

    const bob = personIn(folder, 'bob');
    const added = await bob.call(['library', 'add', 'team', place('ours')]);
    expect(added.stdout).toBe('Added team: Ours (folder), 1 entry.\n');
    const found = await bob.ask<Found>('library', 'search', 'LIGHT', 'lamps.example');
    expect(found.entries).toMatchObject([
      { registry: 'team', name: 'lamps', versions: [{ notes: 'The first' }] },
    ]);
    const shown = await bob.ask('library', 'show', 'lamps');
    expect(shown).toMatchObject({
      version: 1,
      pack: {
        domains: ['lamps.example'],
        test: { passed: true, locked: 2, rows: [{ values: ['Brass lamp ☀', '12.50'] }] },
        stores: { created: true, pages: 3 },
      },
    });
    expect(await bob.ask('spiders', 'list')).toEqual([]);

    const imported = await bob.call(['library', 'import', 'lamps']);
    expect(imported.stdout).toBe(
      'Stored the new spider lamps in project default. 3 saved pages added.\nFrom team/lamps@1. Fixtures: Passed: 2 locked values are as locked.\n',
    );
    expect((await bob.call(['test', 'lamps'])).code).toBe(0);
  });

  it('adds versions, of which none is overwritten', async () => {
    const before = readFileSync(
      join(place('ours'), given(indexIn(place('ours')).entries[0]?.versions[0]).file),
    );
    const ada = personIn(folder, 'ada');
    await ada.store((text) => text.replace('h1::text', 'h1::text, h2::text'));
    expect(await ada.ask('library', 'publish', 'lamps', 'team')).toMatchObject({
      version: 2,
      unchanged: false,
    });
    const { versions } = given(indexIn(place('ours')).entries[0]);
    expect(versions.map(({ version }) => version)).toEqual([1, 2]);
    expect(readFileSync(join(place('ours'), given(versions[0]).file))).toEqual(before);

    const bob = personIn(folder, 'bob');
    expect(await bob.ask('library', 'versions', 'team/lamps')).toMatchObject({
      versions: [{ version: 2 }, { version: 1 }],
    });
    expect(await bob.ask('library', 'import', 'lamps@1', '--name', 'old-lamps')).toMatchObject({
      spider: 'old-lamps',
      from: { version: 1 },
    });
    expect(await bob.ask('library', 'show', 'lamps@3')).toMatchObject({ error: { code: 'not-in-library' } });
  });

  it('is searched with the templates that come with Spider Studio', async () => {
    const eve = personIn(folder, 'eve');
    const all = await eve.ask<Found>('library', 'search');
    expect(all.entries).toHaveLength(12);
    expect(await eve.ask('library', 'import', 'templates/shop', '--name', 'lamps')).toMatchObject({
      spider: 'lamps',
      created: true,
      test: { passed: true },
    });
    expect(await eve.ask('library', 'publish', 'lamps', 'templates')).toMatchObject({
      error: { code: 'not-publishable' },
    });
    expect(await eve.ask('library', 'add', 'Templates', place('ours'))).toMatchObject({
      error: { code: 'registry-exists' },
    });
  });

  it('loses nothing of those who publish at once', async () => {
    const people = await Promise.all(['one', 'two', 'three'].map((name) => publisher(name, place('busy'))));
    const published = await Promise.all(
      people.flatMap((person, number) => [
        person.ask('library', 'publish', 'lamps', 'team', '--name', `lamps-${number}`),
        person.ask('library', 'publish', 'lamps', 'team', '--name', 'shared', '--notes', `of ${number}`),
      ]),
    );
    expect(published.filter((answer) => 'error' in answer)).toEqual([]);
    const { entries } = indexIn(place('busy'));
    expect(entries.map(({ name }) => name)).toEqual(['lamps-0', 'lamps-1', 'lamps-2', 'shared']);
    const shared = given(entries[3]).versions;
    expect(shared.map(({ version }) => version)).toEqual(shared.map((_, index) => index + 1));
    for (const { versions } of entries)
      for (const { file, sha256 } of versions)
        expect(
          createHash('sha256')
            .update(readFileSync(join(place('busy'), file)))
            .digest('hex'),
        ).toBe(sha256);
    expect(
      filesIn(place('busy')).filter((name) => !/\.spiderpack$|^index\.json$|^\.publishing$/.test(name)),
    ).toEqual([]);
  });

  it.each(['packs', 'index.json'])(
    'is as before or as after when a publisher is killed at the first sign of %s',
    async (sign) => {
      const registry = place(`killed-${sign}`);
      const ada = await publisher(`killer-${sign}`, registry);
      await ada.call(['library', 'publish', 'lamps', 'team', '--name', 'before']);
      const watcher = { close: () => undefined as void };
      await ada.call(['library', 'publish', 'lamps', 'team'], {
        onStart: (child) => {
          const eyes = watch(registry, { recursive: true }, (_, name) => {
            if (name?.startsWith(sign) === true) child.kill('SIGKILL');
          });
          watcher.close = () => eyes.close();
        },
      });
      watcher.close();
      const names = indexIn(registry).entries.map(({ name }) => name);
      expect([['before'], ['before', 'lamps']]).toContainEqual(names);
      expect(await ada.ask('library', 'publish', 'lamps', 'team')).toMatchObject({
        name: 'lamps',
        version: 1,
      });
      expect(indexIn(registry).entries.map(({ name }) => name)).toEqual(['before', 'lamps']);
      expect(filesIn(registry).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    },
  );

  it.each<[what: string, change: (registry: string) => void, code: string, reason: string]>([
    [
      'whose index is damaged',
      (registry) => writeFileSync(join(registry, 'index.json'), '{"format": 1'),
      'not-in-library',
      'no-json',
    ],
    [
      'of a newer format',
      (registry) => writeFileSync(join(registry, 'index.json'), '{"format": 2}'),
      'not-in-library',
      'newer',
    ],
  ])('%s is shown as it was read last, and told', async (_, change, __, reason) => {
    const registry = place(`bad-${reason}`);
    const ada = await publisher(`reader-${reason}`, registry);
    await ada.call(['library', 'publish', 'lamps', 'team']);
    change(registry);
    const searched = await ada.call(['library', 'search', 'lamps']);
    expect(searched.stdout).toContain('team/lamps');
    expect(searched.stderr).toMatch(/^warning: "team" could not be read\..* ago is shown\.\n$/);
    expect(await ada.ask('library', 'publish', 'lamps', 'team', '--name', 'more')).toMatchObject({
      error: { code: 'bad-registry', reason },
    });
    expect(await ada.ask('library', 'add', 'again', registry)).toMatchObject({
      error: { code: 'bad-registry', reason },
    });
  });

  it('gives no pack that is not as its index names it', async () => {
    const registry = place('changed');
    const ada = await publisher('changer', registry);
    await ada.call(['library', 'publish', 'lamps', 'team']);
    const [file = ''] = readdirSync(join(registry, 'packs'));
    const bytes = readFileSync(join(registry, 'packs', file));
    bytes[bytes.length - 1] = 1;
    writeFileSync(join(registry, 'packs', file), bytes);
    const bob = personIn(folder, 'changed-bob');
    await bob.call(['library', 'add', 'team', registry]);
    expect(await bob.ask('library', 'import', 'lamps')).toMatchObject({
      error: { code: 'bad-registry', reason: 'bad-hash' },
    });
    expect(await bob.ask('spiders', 'list')).toEqual([]);
  });
});

describe('a registry in a Git repository', () => {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

  it('is published to by pushing, also by several at once, and read at a branch', async () => {
    const repository = place('ours.git');
    git('init', '--quiet', '--bare', repository);
    const ada = await publisher('git-ada', repository);
    const bob = personIn(folder, 'git-bob');
    await bob.store();
    expect(await bob.ask('library', 'add', 'team', repository)).toMatchObject({ kind: 'git', entries: 0 });
    const published = await Promise.all(
      [ada, bob].flatMap((person, number) => [
        person.ask('library', 'publish', 'lamps', 'team', '--name', `lamps-${number}`),
        person.ask('library', 'publish', 'lamps', 'team', '--name', 'shared', '--notes', `of ${number}`),
      ]),
    );
    expect(published.filter((answer) => 'error' in answer)).toEqual([]);
    const found = await ada.ask<Found>('library', 'search', '--registry', 'team', '--refresh');
    expect(found.entries.map(({ name }) => name)).toEqual(['lamps-0', 'lamps-1', 'shared']);
    expect(await bob.ask('library', 'import', 'shared@1', '--name', 'torches')).toMatchObject({
      spider: 'torches',
      created: true,
      test: { passed: true },
    });

    git('-C', repository, 'branch', 'stable', 'main~1');
    const stable = await bob.ask<{ entries: number }>('library', 'add', 'stable', `${repository}#stable`);
    expect(stable.entries).toBeLessThanOrEqual(3);
    expect(await bob.ask('library', 'add', 'none', `${repository}#nowhere`)).toMatchObject({
      error: { code: 'bad-registry', reason: 'no-index' },
    });
  });

  it('is a folder as a working copy, whose changes are left to a person', async () => {
    const copy = place('copy');
    git('init', '--quiet', copy);
    const ada = await publisher('copy-ada', copy);
    expect(await ada.ask('library', 'publish', 'lamps', 'team')).toMatchObject({ commitYourself: copy });
    expect(git('-C', copy, 'status', '--short')).toBe('?? .publishing\n?? index.json\n?? packs/\n');
  });

  it('follows no link to what is outside', async () => {
    const repository = place('links.git');
    const copy = place('links');
    git('init', '--quiet', '--bare', repository);
    git('init', '--quiet', copy);
    writeFileSync(place('secret.json'), '{"format": 1, "title": "Stolen", "entries": []}');
    execFileSync('ln', ['-s', place('secret.json'), join(copy, 'index.json')]);
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@lamps.example'];
    git('-C', copy, 'add', 'index.json');
    git('-C', copy, ...who, 'commit', '--quiet', '-m', 'A link');
    git('-C', copy, 'push', '--quiet', repository, 'HEAD:refs/heads/main');
    const eve = personIn(folder, 'links-eve');
    expect(await eve.ask('library', 'add', 'team', repository)).toMatchObject({
      error: { code: 'bad-registry', reason: 'no-index' },
    });
  });

  it('says what to do where there is no git, and where there is no repository', async () => {
    const eve = personIn(folder, 'no-git');
    const asked = ['library', 'add', 'team', place('nowhere.git'), '--kind', 'git', '--json'];
    const without = await eve.call(asked, { env: { PATH: place('empty') } });
    expect(without.json()).toMatchObject({ error: { code: 'no-git' } });
    expect((await eve.call(asked)).json()).toMatchObject({
      error: { code: 'registry-unreachable', reason: 'git-failed' },
    });
  });
});
