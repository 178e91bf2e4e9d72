import { describe, expect, it } from 'vitest';
import { Origins, type Origin, type PolitenessSettings } from '../../../electron/engine/origins.ts';
import { parseRobots } from '../../../electron/engine/robots.ts';

const settings: PolitenessSettings = {
  delayMs: 1000,
  randomize: false,
  perOrigin: 2,
  userAgent: 'SpiderStudio',
  autoThrottle: null,
};
const a = 'https://a.example';
const b = 'https://b.example';

function served(origins: Origins, now: number): Origin {
  const next = origins.next(now);
  if (next === null || !('origin' in next)) throw new Error(`nothing is ready at ${now}`);
  origins.started(next.origin, now);
  return next.origin;
}

describe('which origin is served next', () => {
  it('is the one with the highest priority, then the least depth, then the one that waited longest', () => {
    const origins = new Origins({ ...settings, delayMs: 0 }, () => 0.5);
    origins.markPending(a, 0, 0);
    origins.markPending(b, 5, 3);
    expect(served(origins, 0).name).toBe(b);
    origins.markPending(a, 5, 1);
    expect(served(origins, 0).name).toBe(a);
    origins.markPending('https://c.example', 5, 1);
    expect(served(origins, 0).name).toBe('https://c.example');
    origins.get('https://c.example').active = 0;
    expect(served(origins, 0).name).toBe(a);
  });

  it('is another one while the first has to wait: a slow host never holds the others', () => {
    const origins = new Origins(settings, () => 0.5);
    origins.markPending(a, 10, 0);
    origins.markPending(b, 0, 0);
    expect(served(origins, 0).name).toBe(a);
    expect(served(origins, 0).name).toBe(b);
    expect(origins.next(0)).toEqual({ at: 1000 });
    expect(served(origins, 1000).name).toBe(a);
  });

  it('is none while as many requests as allowed are in flight', () => {
    const origins = new Origins({ ...settings, delayMs: 0 }, () => 0.5);
    origins.markPending(a, 0, 0);
    served(origins, 0);
    served(origins, 0);
    expect(origins.next(0)).toBeNull();
    origins.get(a).active -= 1;
    expect(served(origins, 0).name).toBe(a);
  });

  it('is one where something was said to wait while the ledger was asked: its answer is older', () => {
    const origins = new Origins({ ...settings, delayMs: 0 }, () => 0.5);
    origins.markPending(a, 0, 0);
    const { marks } = origins.get(a);
    origins.markPending(a, 0, 1);
    origins.markDrained(origins.get(a), 0, marks);
    expect(served(origins, 0).name).toBe(a);
  });

  it('is none when all are dry; what was put off is waited for', () => {
    const origins = new Origins({ ...settings, delayMs: 0 }, () => 0.5);
    origins.markPending(a, 0, 0);
    origins.markPending(a, 0, 0, 5000);
    origins.markDrained(origins.get(a), 100);
    expect(origins.next(100)).toEqual({ at: 5000 });
    origins.markDrained(origins.get(a), 6000);
    expect(origins.next(6000)).toBeNull();
  });
});

describe('the gap between two requests to one origin', () => {
  it.each([
    { name: 'is the delay', delayMs: 1000, randomize: false, random: 0, robots: '', gap: 1000 },
    { name: 'varies from half the delay', delayMs: 1000, randomize: true, random: 0, robots: '', gap: 500 },
    {
      name: 'to one and a half times the delay',
      delayMs: 1000,
      randomize: true,
      random: 0.999,
      robots: '',
      gap: 1499,
    },
    {
      name: 'is never less than the crawl-delay',
      delayMs: 1000,
      randomize: true,
      random: 0,
      robots: 'User-agent: *\nCrawl-delay: 3',
      gap: 3000,
    },
    {
      name: 'is the delay where the crawl-delay is shorter',
      delayMs: 4000,
      randomize: false,
      random: 0,
      robots: 'User-agent: *\nCrawl-delay: 3',
      gap: 4000,
    },
  ])('$name', ({ delayMs, randomize, random, robots, gap }) => {
    const origins = new Origins({ ...settings, delayMs, randomize }, () => random);
    origins.markPending(a, 0, 0);
    origins.get(a).robots = { rules: parseRobots(robots) };
    served(origins, 10_000);
    expect(origins.next(10_000)).toEqual({ at: 10_000 + gap });
  });

  it('holds for redirects: each takes its turn', () => {
    const origins = new Origins(settings, () => 0.5);
    origins.markPending(a, 0, 0);
    const origin = served(origins, 0);
    expect(origins.reserve(origin, 100)).toBe(1000);
    expect(origins.reserve(origin, 1000)).toBe(2000);
    expect(origins.next(2500)).toEqual({ at: 3000 });
  });

  it('grows when the site asks for it', () => {
    const origins = new Origins(settings, () => 0.5);
    origins.markPending(a, 0, 0);
    origins.delay(served(origins, 0), 60_000);
    expect(origins.next(2000)).toEqual({ at: 60_000 });
  });
});

describe('http and https of one host', () => {
  const http = 'http://a.example';
  const https = 'https://a.example';

  function both(changes: Partial<PolitenessSettings> = {}): Origins {
    const origins = new Origins({ ...settings, ...changes }, () => 0.5);
    origins.markPending(http, 0, 0);
    origins.markPending(https, 0, 0);
    return origins;
  }

  it('have one clock: a request to one is a request to the other', () => {
    const origins = both();
    const first = served(origins, 0);
    expect(origins.next(0)).toEqual({ at: 1000 });
    const second = served(origins, 1000);
    expect(new Set([first.name, second.name])).toEqual(new Set([http, https]));
    origins.get(http).active = 0;
    expect(origins.reserve(origins.get(https), 1000)).toBe(2000);
    expect(origins.next(2500)).toEqual({ at: 3000 });
    origins.delay(origins.get(http), 60_000);
    expect(origins.next(3000)).toEqual({ at: 60_000 });
  });

  it('have one number of requests in flight', () => {
    const origins = both({ delayMs: 0 });
    const first = served(origins, 0);
    served(origins, 0);
    expect(origins.next(0)).toBeNull();
    first.active -= 1;
    served(origins, 0);
    expect(origins.next(0)).toBeNull();
    expect([origins.get(http).active, origins.get(https).active]).toEqual([2, 2]);
  });

  it('have one delay, which AutoThrottle moves for both, and keep the longer crawl-delay', () => {
    const origins = both({ autoThrottle: { maxDelayMs: 60_000, targetConcurrency: 1 } });
    origins.answered(origins.get(http), 5000, true);
    expect(origins.get(https).delayMs).toBe(5000);
    origins.get(http).robots = { rules: parseRobots('User-agent: *\nCrawl-delay: 7') };
    origins.get(https).robots = { rules: parseRobots('User-agent: *\nCrawl-delay: 3') };
    origins.started(origins.get(https), 0);
    expect(origins.next(0)).toEqual({ at: 7000 });
  });

  it('have their own robots.txt, and what waits at one does not wait at the other', () => {
    const origins = both({ delayMs: 0 });
    origins.get(http).robots = 'asking';
    origins.get(https).robots = { rules: parseRobots('') };
    expect(served(origins, 0).name).toBe(https);
    origins.markDrained(origins.get(https), 0);
    expect(origins.next(0)).toBeNull();
    origins.get(http).robots = { rules: parseRobots('') };
    expect(served(origins, 0).name).toBe(http);
  });

  it('are not those of another port, or of another name', () => {
    const origins = both();
    for (const other of ['https://a.example:8443', 'http://www.a.example']) origins.markPending(other, 0, 0);
    const names = Array.from({ length: 3 }, () => hostOf(served(origins, 0).name));
    expect(names.sort()).toEqual(['a.example', 'a.example:8443', 'www.a.example']);
    expect(origins.next(0)).toEqual({ at: 1000 });
  });

  const hostOf = (origin: string): string => new URL(origin).host;
});

describe('AutoThrottle', () => {
  const throttled = { ...settings, delayMs: 100, autoThrottle: { maxDelayMs: 5000, targetConcurrency: 2 } };
  it.each([
    { name: 'a slow answer raises the delay to latency / target', answers: [[2000, true]], delay: 1000 },
    {
      name: 'quick answers lower it by halves',
      answers: [
        [2000, true],
        [200, true],
      ],
      delay: 550,
    },
    {
      name: 'never below DOWNLOAD_DELAY',
      answers: [
        [1, true],
        [1, true],
      ],
      delay: 100,
    },
    { name: 'never beyond the longest delay', answers: [[60_000, true]], delay: 5000 },
    {
      name: 'a quick error does not lower it',
      answers: [
        [2000, true],
        [1, false],
      ],
      delay: 1000,
    },
    { name: 'a slow error raises it', answers: [[2000, false]], delay: 1000 },
  ] as { name: string; answers: [number, boolean][]; delay: number }[])('$name', ({ answers, delay }) => {
    const origins = new Origins(throttled, () => 0.5);
    const origin = origins.get(a);
    for (const [latency, good] of answers) origins.answered(origin, latency, good);
    expect(origin.delayMs).toBe(delay);
  });

  it('is off without it: the delay stays', () => {
    const origins = new Origins({ ...throttled, autoThrottle: null }, () => 0.5);
    origins.answered(origins.get(a), 60_000, true);
    expect(origins.get(a).delayMs).toBe(100);
  });
});
