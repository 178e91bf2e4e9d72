import type { JsonValue } from '../../../extract/types.ts';

/** Maximum characters and nested values of one reported value. */
export interface ValueBudget {
  characters: number;
  values: number;
}

/** Budget for a single value. */
export const wholeBudget: ValueBudget = { characters: 200_000, values: 20_000 };
/** Budget for each of many values, which are reported again with every keystroke. */
export const shortBudget: ValueBudget = { characters: 10_000, values: 500 };

/** Cuts a value to a budget. `cut`: whether anything was left out. */
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
