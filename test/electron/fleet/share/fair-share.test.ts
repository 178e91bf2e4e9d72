import { describe, expect, it } from 'vitest';
import { fairShare, surplus } from '../../../../electron/fleet/share/fair-share.ts';

const holders = (hosts: readonly number[], capacities: readonly number[] = []) =>
  hosts.map((count, session) => ({ session, hosts: count, capacity: capacities[session] ?? 16 }));
const shares = (hosts: readonly number[], waiting: number, capacities: readonly number[] = []): number[] =>
  hosts.map((_, session) => fairShare(holders(hosts, capacities), session, waiting));
const gifts = (hosts: readonly number[], waiting = 0, capacities: readonly number[] = []): number[] =>
  hosts.map((_, session) => surplus(holders(hosts, capacities), session, waiting));

describe('the share of a session in the hosts of a run', () => {
  it.each([
    ['is the same for all', [0, 0], 8, [], [4, 4]],
    ['leaves the rest until all have theirs', [0, 0, 0, 0], 5, [], [1, 1, 1, 1]],
    ['is one of the rest then, for those who have no more than others', [2, 1, 1, 1], 1, [], [0, 1, 1, 1]],
    ['is all that one can have alone', [3], 40, [], [13]],
    ['fills up those with room where others have none', [4, 10], 100, [4, 400], [0, 100]],
    ['is what others lack', [6, 0], 2, [], [0, 4]],
    ['is nothing where nothing waits', [6, 0], 0, [], [0, 0]],
  ])('%s', (_, hosts, waiting, capacities, expected) => {
    expect(shares(hosts, waiting, capacities)).toEqual(expected);
  });

  it.each([
    ['is given up to who has none', [5, 0], 0, [], [2, 0]],
    ['is given up by who has the most', [3, 2, 0], 0, [], [1, 0, 0]],
    ['stays where others have no room', [9, 2], 0, [16, 2], [0, 0]],
    ['stays where as many wait', [6, 2], 2, [], [1, 0]],
    ['stays where all have as many', [2, 2, 1], 0, [], [0, 0, 0]],
  ])('%s', (_, hosts, waiting, capacities, expected) => {
    expect(gifts(hosts, waiting, capacities)).toEqual(expected);
  });
});
