import { describe, expect, it } from 'vitest';
import { serveStudio } from './serve-studio.ts';

const desk = 'https://desk.example';

describe('pages of other origins', () => {
  it('are told what they may send, and may read answers, where the server names them', async () => {
    const { send } = await serveStudio({ origins: [desk] });
    const asked = await send('OPTIONS', '/api/crawl', {
      headers: {
        origin: desk,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });
    expect(asked.status).toBe(204);
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      'access-control-allow-origin': desk,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': expect.stringContaining('idempotency-key'),
      vary: 'Origin',
    });
    expect(asked.headers.has('access-control-allow-credentials')).toBe(false);
    const refused = await send('GET', '/api/runs', { headers: { origin: desk } });
    expect(refused).toMatchObject({ status: 401, body: { code: 'no-key' } });
    expect(refused.headers.get('access-control-allow-origin')).toBe(desk);
    expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After');
    const missing = await send('GET', '/api/nothing', { headers: { origin: desk } });
    expect(missing.headers.get('access-control-allow-origin')).toBe(desk);
  });

  it.each(['https://evil.example', `${desk}.evil.example`, 'null', 'http://desk.example'])(
    'are told nothing where it does not: %s',
    async (origin) => {
      const { send } = await serveStudio({ origins: [desk] });
      for (const [method, more] of [
        ['OPTIONS', { 'access-control-request-method': 'POST' }],
        ['GET', {}],
      ] as const) {
        const answer = await send(method, '/api/runs', { headers: { origin, ...more } });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    },
  );
});
