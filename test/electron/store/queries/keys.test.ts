import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { NewKey } from '../../../../electron/store/keys/key-queries.ts';
import { describeQueries } from './describe-queries.ts';
import { startTime } from './studio.ts';

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const newKey = (secret: string, key: Partial<NewKey> = {}): NewKey => ({
  name: 'reports',
  member: 'news',
  scopes: ['read', 'run'],
  projects: null,
  prefix: secret.slice(0, 3),
  hash: hashOf(secret),
  expiresAt: null,
  ...key,
});

describeQueries('keys of the API', (open) => {
  it('are found by their secret, with what they may do', async () => {
    const { keys } = open().queries;
    await keys.addMember('news', 'editor');
    const made = await keys.create(newKey('one', { projects: ['shops'] }));
    expect(made).toEqual({
      id: '1',
      name: 'reports',
      member: 'news',
      prefix: 'one',
      scopes: ['read', 'run'],
      projects: ['shops'],
      createdAt: new Date(startTime).toISOString(),
      expiresAt: null,
      lastUsedAt: null,
      state: 'active',
    });
    await keys.create(newKey('two'));
    expect(await keys.bySecret(hashOf('one'))).toEqual(made);
    expect(await keys.bySecret(hashOf('three'))).toBeNull();
    expect((await keys.list()).map(({ id }) => id)).toEqual(['2', '1']);
    expect(await keys.get('1')).toEqual(made);
    expect(await keys.get('7')).toBeNull();
  });

  it('end when their time is over, and when they are revoked', async () => {
    const { queries, pass } = open();
    const { keys } = queries;
    await keys.create(newKey('one', { expiresAt: startTime + 1000 }));
    await keys.create(newKey('two'));
    pass(999);
    expect(await keys.bySecret(hashOf('one'))).toMatchObject({ state: 'active' });
    pass(1);
    expect(await keys.bySecret(hashOf('one'))).toMatchObject({ state: 'expired' });
    expect(await keys.revoke('2')).toMatchObject({ state: 'revoked' });
    expect(await keys.bySecret(hashOf('two'))).toMatchObject({ state: 'revoked' });
    expect(await keys.revoke('9')).toBeNull();
  });

  it('get a new secret, and the old one works as long as it is to', async () => {
    const { queries, pass } = open();
    const { keys } = queries;
    await keys.create(newKey('one'));
    const next = { prefix: 'two', hash: hashOf('two') };
    expect(await keys.rotate('1', next, startTime + 1000)).toMatchObject({ prefix: 'two' });
    expect(await keys.bySecret(hashOf('one'))).toMatchObject({ id: '1' });
    pass(1000);
    expect(await keys.bySecret(hashOf('one'))).toBeNull();
    await keys.rotate('1', { prefix: 'thr', hash: hashOf('three') }, null);
    expect(await keys.bySecret(hashOf('two'))).toBeNull();
    expect(await keys.bySecret(hashOf('three'))).toMatchObject({ id: '1' });
  });

  it('note their last use to the minute', async () => {
    const { queries, pass } = open();
    const { keys } = queries;
    await keys.create(newKey('one'));
    await keys.used('1');
    pass(59_000);
    await keys.used('1');
    expect(await keys.get('1')).toMatchObject({ lastUsedAt: new Date(startTime).toISOString() });
    pass(2000);
    await keys.used('1');
    expect(await keys.get('1')).toMatchObject({ lastUsedAt: new Date(startTime + 61_000).toISOString() });
  });

  it('belong to members, whom tokens may name by a subject', async () => {
    const { keys } = open().queries;
    await keys.addMember('desk', 'viewer', 'auth|1');
    await keys.addMember('news', 'editor');
    expect(await keys.memberOfSubject('auth|1')).toMatchObject({ name: 'desk', subject: 'auth|1' });
    expect(await keys.memberOfSubject('auth|2')).toBeNull();
    expect(await keys.bindMember('news', 'auth|2')).toMatchObject({ name: 'news', subject: 'auth|2' });
    expect(await keys.bindMember('desk', null)).toMatchObject({ subject: null });
    expect(await keys.memberOfSubject('auth|1')).toBeNull();
    expect((await keys.memberOfSubject('auth|2'))?.role).toBe('editor');
    expect(await keys.bindMember('none', 'auth|3')).toBeNull();
  });

  it('belong to members: they lose what the role loses, and end with the member', async () => {
    const { keys } = open().queries;
    expect(await keys.addMember('news', 'editor')).toMatchObject({ name: 'news', role: 'editor', keys: 0 });
    expect(await keys.addMember('news', 'viewer')).toBeNull();
    await keys.addMember('desk', 'viewer');
    await keys.create(newKey('one'));
    await keys.create(newKey('two', { member: 'desk', scopes: ['read'] }));
    expect((await keys.members()).map(({ name, keys: count }) => [name, count])).toEqual([
      ['desk', 1],
      ['news', 1],
    ]);
    expect(await keys.setRole('news', 'viewer')).toMatchObject({ role: 'viewer' });
    expect(await keys.get('1')).toMatchObject({ scopes: ['read'] });
    expect(await keys.removeMember('news')).toMatchObject({ name: 'news', keys: 1 });
    expect(await keys.get('1')).toMatchObject({ state: 'revoked', member: 'news' });
    expect(await keys.get('2')).toMatchObject({ state: 'active' });
    expect(await keys.member('news')).toBeNull();
    expect(await keys.setRole('news', 'owner')).toBeNull();
    expect(await keys.removeMember('news')).toBeNull();
  });

  it('have a log of what was done, newest first', async () => {
    const { keys } = open().queries;
    const entry = { member: 'news', project: null, status: 200, code: null, from: '127.0.0.1' };
    await keys.record({ ...entry, key: '1', operation: 'runs.start' });
    await keys.record({ ...entry, key: null, operation: 'runs.list', status: 401, code: 'no-key' });
    await keys.record({ ...entry, key: '1', operation: 'runs.stop' });
    const all = await keys.audit({ key: null, before: null, limit: 2 });
    expect(all.map(({ id, operation }) => [id, operation])).toEqual([
      ['3', 'runs.stop'],
      ['2', 'runs.list'],
    ]);
    expect(await keys.audit({ key: '1', before: '3', limit: 9 })).toMatchObject([
      { operation: 'runs.start' },
    ]);
  });
});

describeQueries('answers to requests that may be repeated', (open) => {
  const place = { caller: 'key 1', route: '/api/crawl', name: 'a' };

  it('are given again to the same request, and to no other', async () => {
    const { replies } = open().queries;
    expect(await replies.begin({ ...place, request: 'x' })).toEqual({ kind: 'new' });
    expect(await replies.begin({ ...place, request: 'x' })).toEqual({ kind: 'running' });
    await replies.end({ ...place, answer: { status: 202, body: '{}' } });
    expect(await replies.begin({ ...place, request: 'x' })).toEqual({
      kind: 'done',
      status: 202,
      body: '{}',
    });
    expect(await replies.begin({ ...place, request: 'y' })).toEqual({ kind: 'other' });
    expect(await replies.begin({ ...place, caller: 'member news', request: 'y' })).toEqual({ kind: 'new' });
    expect(await replies.begin({ ...place, route: '/api/queue', request: 'y' })).toEqual({ kind: 'new' });
  });

  it('are not kept where it failed, so that it can be tried again', async () => {
    const { replies } = open().queries;
    await replies.begin({ ...place, request: 'x' });
    await replies.end({ ...place, answer: null });
    expect(await replies.begin({ ...place, request: 'x' })).toEqual({ kind: 'new' });
  });

  it('go after a day; a request whose process has ended is tried again after a quarter of an hour', async () => {
    const { queries, pass } = open();
    const { replies } = queries;
    await replies.begin({ ...place, request: 'x' });
    pass(15 * 60_000 + 1);
    expect(await replies.begin({ ...place, request: 'x' })).toEqual({ kind: 'new' });
    await replies.end({ ...place, answer: { status: 200, body: '1' } });
    pass(24 * 3_600_000 + 1);
    expect(await replies.begin({ ...place, request: 'z' })).toEqual({ kind: 'new' });
  });
});
