import type { JsonValue } from '../../../extract/types.ts';

/** Characters and values that one value may have on its way to a window. */
export interface ValueBudget {
  characters: number;
  values: number;
}

/** For somebody who looks at one value. */
export const wholeBudget: ValueBudget = { characters: 200_000, values: 20_000 };
/** For a list of many values, each of which is told again with every letter that is typed. */
export const shortBudget: ValueBudget = { characters: 10_000, values: 500 };

/** A value that fits into a window: long texts and lists end early. `cut` tells whether they did. */
export function cutValue(
  value: JsonValue,
  budget: ValueBudget = wholeBudget,
): { value: JsonValue; cut: boolean } {
  const left = { ...budget };
  let cut = false;
  const copy = (from: JsonValue): JsonValue => {
    left.values -= 1;
    if (typeof from === 'string') {
      if (from.length > left.characters) cut = true;
      const kept = from.length <= left.characters ? from : `${from.slice(0, Math.max(0, left.characters))}…`;
      left.characters -= Math.min(from.length, Math.max(0, left.characters));
      return kept;
    }
    if (typeof from !== 'object' || from === null) return from;
    if (Array.isArray(from)) {
      const list: JsonValue[] = [];
      for (const element of from) {
        if (isUsedUp()) break;
        list.push(copy(element));
      }
      return list;
    }
    const members: [string, JsonValue][] = [];
    for (const [key, member] of Object.entries(from)) {
      if (isUsedUp()) break;
      members.push([key, copy(member)]);
    }
    return Object.fromEntries(members);
  };
  const isUsedUp = (): boolean => {
    const used = left.values <= 0 || left.characters <= 0;
    cut ||= used;
    return used;
  };
  return { value: copy(value), cut };
}
