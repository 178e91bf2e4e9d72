import { describe, expect, it } from 'vitest';
import type { Scope } from '../../../shared/roles.ts';
import { usualLimits, type ApiLimits } from '../../../electron/api/limits.ts';
import { serveStudio } from './serve-studio.ts';

async function served(scopes: Scope[] = ['read', 'run', 'write', 'admin'], limits: ApiLimits = usualLimits) {
  const { studio, send } = await serveStudio({ limits });
  const { secret } = await studio.call('keys.create', { name: 'batches', scopes });
  const batch = (calls: unknown, headers: Record<string, string> = {}) =>
    send('POST', '/api/batch', { key: secret, body: { calls }, headers });
  return { studio, batch, send };
}

describe('a batch', () => {
  it('gives what each call gave, in their order, also where some fail', async () => {
    const { batch } = await served();
    const { status, body } = await batch([
      { call: 'projects.create', args: { name: 'shops' } },
      { call: 'runs.get', args: { run: '7' } },
      { call: 'spiders.list', args: { limit: 'ten' } },
      { call: 'spiders.list' },
      { call: 'backups.restore', args: {} },
      { call: 'toString' },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      results: [
        { status: 200, value: { name: 'shops' } },
        { status: 404, problem: { code: 'unknown-run', status: 404, type: '/api/problems/unknown-run' } },
        { status: 400, problem: { code: 'bad-arguments' } },
        { status: 200 },
        { status: 404, problem: { code: 'unknown-call' } },
        { status: 404, problem: { code: 'unknown-call' } },
      ],
    });
  });

  it('asks for each call whether the key may make it, and notes each in the audit log', async () => {
    const { studio, batch } = await served(['read', 'write']);
    const { body } = await batch([
      { call: 'queue.status' },
      { call: 'projects.create', args: { name: 'shops' } },
      { call: 'queue.clear', args: {} },
      { call: 'spiders.save', args: { project: 'none', text: '{}' } },
    ]);
    expect((body as { results: { status: number }[] }).results.map(({ status }) => status)).toEqual([
      200, 403, 403, 400,
    ]);
    const audit = await studio.call('audit.list', {});
    const noted = audit.map(({ operation, status, code }) => [operation, status, code]);
    expect(noted.toSorted()).toEqual([
      ['projects.create', 403, 'missing-scope'],
      ['queue.clear', 403, 'missing-scope'],
      ['spiders.save', 400, 'bad-arguments'],
    ]);
  });

  it('counts each call against the limit of the key', async () => {
    const { batch } = await served(['read'], { perMinute: 4, atOnce: 32 });
    const calls = Array.from({ length: 5 }, () => ({ call: 'queue.status' }));
    const { headers, body } = await batch(calls);
    // The batch is a request too.
    expect(headers.get('ratelimit')).toMatch(/^"key";r=3;/);
    const { results } = body as { results: { status: number; problem?: { details: object } }[] };
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(results[4]?.problem).toMatchObject({
      code: 'too-many-requests',
      details: { retryAfter: expect.any(Number) as number },
    });
  });

  it('is carried out once with an Idempotency-Key', async () => {
    const { batch } = await served();
    const calls = [{ call: 'projects.create', args: { name: 'shops' } }];
    const first = await batch(calls, { 'idempotency-key': 'once' });
    const second = await batch(calls, { 'idempotency-key': 'once' });
    expect(first.body).toMatchObject({ results: [{ status: 200 }] });
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  it.each<[string, unknown, string | undefined]>([
    ['no list', 'spiders.list', undefined],
    ['no calls', [], '/calls'],
    ['more than a hundred', Array.from({ length: 101 }, () => ({ call: 'queue.status' })), '/calls'],
    ['what is no call', [{ call: 'queue.status' }, 'queue.status'], '/calls/1'],
    ['arguments that are a list', [{ call: 'queue.status', args: [] }], '/calls/0'],
    ['other keys', [{ call: 'queue.status', method: 'GET' }], '/calls/0'],
  ])('of %s is refused whole', async (_, calls, pointer) => {
    const { batch } = await served();
    const { status, body } = await batch(calls);
    expect(status).toBe(400);
    expect((body as { errors?: { pointer: string }[] }).errors?.[0]?.pointer).toBe(pointer);
  });

  it('has no batches in it', async () => {
    const { batch } = await served();
    const { body } = await batch([{ call: 'calls.batch', args: { calls: [] } }]);
    expect(body).toMatchObject({
      results: [{ status: 404, problem: { detail: 'A batch has no batches in it.' } }],
    });
  });
});
