import { describeShareLimits } from './describe-share-limits.ts';
import { describeShare, type CreateShare } from './describe-share.ts';
import { MemoryFleet } from './memory-fleet.ts';
import { SimulatedClock } from './simulated-clock.ts';

/** Numbers from 0 up to 1 that are the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed + 1;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const memory: CreateShare = async (limits, seed) => {
  const clock = new SimulatedClock(() => fleet.underway > 0);
  const fleet = new MemoryFleet(clock, limits, numbers(seed));
  return {
    clock,
    session: async () => fleet.session(),
    move: async (host) => fleet.move(host),
    take: async (host) => fleet.take(host),
    lead: () => fleet.lead,
    requests: async () => fleet.store.requests,
    items: async () => fleet.store.items.map(({ title }) => title ?? ''),
    events: async () => fleet.store.events.map(({ message }) => message),
    handedOut: async () => fleet.handedOut,
  };
};

describeShare('memory', memory);
describeShareLimits('memory', memory);
