import { describe, expect, it } from 'vitest';
import { IndexedHeap } from '../../../electron/engine/indexed-heap.ts';
import { Origins, type Origin } from '../../../electron/engine/origins.ts';

/** Numbers that look random and are the same every time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('IndexedHeap', () => {
  it('agrees with a sorted list, whatever is put in, taken out or given another rank', () => {
    const random = seeded(7);
    const heap = new IndexedHeap<number, number>((a, b) => a < b);
    const ranks = new Map<number, number>();
    const wrong: string[] = [];
    for (let step = 0; step < 20_000; step++) {
      const member = Math.floor(random() * 200);
      if (random() < 0.3) {
        heap.remove(member);
        ranks.delete(member);
      } else {
        // Ranks are all different, so that there is one answer.
        const rank = Math.floor(random() * 1000) + step / 1e6;
        heap.place(member, rank);
        ranks.set(member, rank);
      }
      const best = [...ranks].reduce<[number, number] | null>(
        (a, b) => (a === null || b[1] < a[1] ? b : a),
        null,
      );
      if (heap.peek() !== best?.[0]) wrong.push(`step ${step}: ${heap.peek()} is not ${best?.[0]}`);
    }
    expect(wrong).toEqual([]);
    expect(ranks.size).toBeGreaterThan(100);
  });
});

describe('the choice among many origins', () => {
  const settings = { delayMs: 100, randomize: true, perOrigin: 2, userAgent: 'x', autoThrottle: null };

  /** The choice by looking at every origin, which is what the heaps are to agree with. */
  function choose(origins: Iterable<Origin>, now: number): string | number | null {
    let best: Origin | null = null;
    let soonest = Infinity;
    for (const origin of origins) {
      if (!origin.waiting || origin.robots === 'asking' || origin.active >= 2) continue;
      const readyAt = Math.max(origin.nextAt, origin.dueAt);
      if (readyAt > now) soonest = Math.min(soonest, readyAt);
      else if (
        best === null ||
        origin.priority > best.priority ||
        (origin.priority === best.priority &&
          (origin.depth < best.depth || (origin.depth === best.depth && origin.served < best.served)))
      ) {
        best = origin;
      }
    }
    return best?.name ?? (soonest === Infinity ? null : soonest);
  }

  it('is the one that looking at every origin gives, after any change and when the clock is set back', () => {
    const random = seeded(11);
    const origins = new Origins(settings, random);
    const all = Array.from({ length: 60 }, (_, n) => origins.get(`https://${n}.example`));
    let now = 1000;
    let choices = 0;
    const wrong: string[] = [];
    for (let step = 0; step < 20_000; step++) {
      const origin = all[Math.floor(random() * all.length)];
      if (origin === undefined) throw new Error('there are sixty');
      switch (Math.floor(random() * 9)) {
        case 0:
        case 1:
          origins.markPending(origin.name, Math.floor(random() * 3), Math.floor(random() * 3));
          break;
        case 2:
          origins.markPending(origin.name, 0, 0, now + Math.floor(random() * 500));
          break;
        case 3:
          origins.markDrained(origin, now);
          break;
        case 4:
          origin.active = Math.max(0, origin.active - 1);
          break;
        case 5:
          origin.robots = random() < 0.3 ? 'asking' : 'unknown';
          break;
        case 6:
          origins.delay(origin, now + Math.floor(random() * 300));
          break;
        case 7:
          now += Math.floor(random() * 200) - 20;
          break;
        default:
          origin.priority = Math.floor(random() * 4);
      }
      const next = origins.next(now);
      const chosen = next === null ? null : 'origin' in next ? next.origin.name : next.at;
      const expected = choose(all, now);
      const tied =
        typeof chosen === 'string' && typeof expected === 'string' && rank(chosen) === rank(expected);
      if (chosen !== expected && !tied) wrong.push(`step ${step}: ${chosen} is not ${expected}`);
      if (next !== null && 'origin' in next) {
        choices++;
        if (random() < 0.7) origins.started(next.origin, now);
      }
    }
    expect(wrong).toEqual([]);
    expect(choices).toBeGreaterThan(1000);

    function rank(name: string): string {
      const { priority, depth, served } = origins.get(name);
      return `${priority} ${depth} ${served}`;
    }
  });

  it('keeps the gap of each of 1,000 hosts and leaves none of them waiting', () => {
    const origins = new Origins({ ...settings, randomize: false, perOrigin: 1 }, () => 0.5);
    const names = Array.from({ length: 1000 }, (_, n) => `https://${n}.example`);
    for (const name of names) origins.markPending(name, 0, 0);
    const last = new Map<string, number>();
    let smallest = Infinity;
    let now = 1;
    for (let served = 0; served < 20_000;) {
      const next = origins.next(now);
      if (next === null) throw new Error('something always waits');
      if ('at' in next) {
        now = next.at;
        continue;
      }
      const { origin } = next;
      origins.started(origin, now);
      origin.active = 0;
      smallest = Math.min(smallest, now - (last.get(origin.name) ?? -Infinity));
      last.set(origin.name, now);
      served++;
    }
    expect(last.size).toBe(1000);
    expect(smallest).toBe(100);
    expect(now).toBe(1 + 19 * 100);
  });

  it('takes two hundred thousand requests that were put off', () => {
    const origins = new Origins(settings, () => 0.5);
    for (let n = 0; n < 200_000; n++) origins.markPending('https://a.example', 0, 0, 5000 + n);
    origins.markDrained(origins.get('https://a.example'), 100);
    expect(origins.next(100)).toEqual({ at: 5000 });
  });
});
