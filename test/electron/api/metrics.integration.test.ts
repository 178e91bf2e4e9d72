import { describe, expect, it } from 'vitest';
import type { CallArgs } from '../../../shared/contract/index.ts';
import { readMetrics } from './read-metrics.ts';
import { serveStudio } from './serve-studio.ts';

async function served(key: Partial<CallArgs<'keys.create'>> = {}) {
  const { studio, send } = await serveStudio();
  await studio.call('projects.create', { name: 'shops' });
  const { secret } = await studio.call('keys.create', { name: 'metrics', scopes: ['read'], ...key });
  return { studio, send, secret };
}

describe('the metrics of the API', () => {
  it.each([
    ['text', undefined, 'text/plain; version=0.0.4; charset=utf-8'],
    [
      'openMetrics',
      'application/openmetrics-text;version=1.0.0',
      'application/openmetrics-text; version=1.0.0; charset=utf-8',
    ],
  ] as const)('are %s where %s is asked for, and true', async (format, accept, type) => {
    const { studio, send, secret } = await served();
    await studio.call('webhooks.add', { url: 'https://desk.example/' });
    expect((await send('GET', '/api/runs/7', { key: secret })).status).toBe(404);
    expect((await send('GET', '/api/spiders', {})).status).toBe(401);
    const answer = await send('GET', '/api/metrics', {
      key: secret,
      headers: accept === undefined ? {} : { accept },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    const read = readMetrics(String(answer.body), format);
    const all = new Map([...read.values()].flatMap(({ samples }) => [...samples]));
    expect(all.get('spider_studio_api_requests_total{operation="runs.get",status="404"}')).toBe(1);
    expect(all.get('spider_studio_api_requests_total{operation="spiders.list",status="401"}')).toBe(1);
    expect(all.get('spider_studio_runs{state="completed"}')).toBe(0);
    expect(all.get('spider_studio_queue_entries{state="pending"}')).toBe(0);
    expect(all.get('spider_studio_webhook_deliveries{state="waiting"}')).toBe(0);
    expect(all.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(all.get('nodejs_eventloop_lag_seconds{of="p99"}')).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ['is limited to a project', { projects: ['shops'] }, 'needs-project'],
    ['cannot read', { scopes: ['run' as const] }, 'missing-scope'],
  ])('are refused to a key that %s', async (_, key, code) => {
    const { send, secret } = await served(key);
    expect(await send('GET', '/api/metrics', { key: secret })).toMatchObject({ status: 403, body: { code } });
  });
});
