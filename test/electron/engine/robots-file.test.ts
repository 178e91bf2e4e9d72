import { describe, expect, it } from 'vitest';
import { fetchRobots } from '../../../electron/engine/robots-file.ts';
import { maxRobotsBytes } from '../../../electron/engine/robots.ts';
import type { FetchResult } from '../../../electron/fetch/types.ts';

const origin = 'https://shop.example';
const url = `${origin}/robots.txt`;
const agent = 'SpiderStudio/0.1';

function answer(body: string | Uint8Array, more: { status?: number; wasCut?: boolean } = {}): FetchResult {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const page = { url, finalUrl: url, hops: [], status: 200, headers: {}, body: bytes, durationMs: 1 };
  return { ok: true, page: { ...page, ...more } };
}

const ask = (result: FetchResult) =>
  fetchRobots(
    origin,
    async () => result,
    () => 0,
  );
const head = 'User-agent: *\nDisallow: /first\n';

/** A file of which exactly 500 KiB end in the middle of a line. */
const long = `${head}#${'x'.repeat(maxRobotsBytes - head.length - 20)}\nDisallow: /second-and-last\nDisallow: /third`;

describe('robots.txt that is longer than 500 KiB', () => {
  it.each([
    ['as a whole', answer(long)],
    ['cut off on its way', answer(long.slice(0, maxRobotsBytes), { wasCut: true })],
    ['cut off where a line ends', answer(`${head}Disallow: /sec`, { wasCut: true })],
  ])('%s: is read up to there and to its last whole line, and says so', async (_how, result) => {
    const { rules, message } = await ask(result);
    const allowed = (path: string) => rules?.allows(agent, `${origin}${path}`);
    expect(allowed('/first')).toBe(false);
    expect([allowed('/sec'), allowed('/second-and-last'), allowed('/third')]).toEqual([true, true, true]);
    expect(message).toBe(`robots.txt of ${origin} is longer than 500 KiB; the rest was not read.`);
  });

  it('is measured in bytes, and cut within a character as well', async () => {
    const filler = `${head}#\u00FC`;
    const bytes = new TextEncoder().encode(filler.padEnd(maxRobotsBytes, '\u00FC'));
    const { rules, message } = await ask(answer(bytes));
    expect(rules?.allows(agent, `${origin}/first`)).toBe(false);
    expect(message).toMatch(/longer than 500 KiB/);
  });

  it('is nothing to tell of when it is not', async () => {
    const { message } = await ask(answer(long.slice(0, maxRobotsBytes)));
    expect(message).toBe('');
  });
});

describe('robots.txt that does not come to its end', () => {
  it('is as good as one that cannot be had: nothing is allowed, and it is asked for again', async () => {
    const problem = { code: 'connection' as const, message: 'It broke.', transient: true };
    const asked = await ask({ ok: false, problem, hops: [] });
    expect(asked).toMatchObject({ rules: null, always: false });
    expect(asked.message).toBe(`robots.txt of ${origin} could not be fetched: It broke.`);
  });
});

it('a byte order mark is no part of the first line', async () => {
  const { rules } = await ask(answer(`\uFEFF${head}`));
  expect(rules?.allows(agent, `${origin}/first`)).toBe(false);
});
