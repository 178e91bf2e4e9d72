import type { AnyNode, ChildNode } from 'domhandler';

/** Where two trees first differ, in any own property of a node, as a path and what differs; null when they are equal. */
export function treeDifference(one: AnyNode, other: AnyNode): string | null {
  const pending: [AnyNode, AnyNode, string][] = [[one, other, '']];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [left, right, path] = pair;
    const difference = nodeDifference(left, right);
    if (difference !== null) return `${path || '/'}: ${difference}`;
    if (!('children' in left) || !('children' in right)) continue;
    for (let at = left.children.length - 1; at >= 0; at--) {
      const from: ChildNode | undefined = left.children[at];
      const to: ChildNode | undefined = right.children[at];
      if (from === undefined || to === undefined) return `${path}: child ${at} is missing`;
      if (from.parent !== left || to.parent !== right) return `${path}: the parent of child ${at}`;
      if (from.prev !== (left.children[at - 1] ?? null) || from.next !== (left.children[at + 1] ?? null)) {
        return `${path}: neighbours of child ${at} in the first tree`;
      }
      pending.push([from, to, `${path}/${'name' in from ? from.name : from.type}[${at}]`]);
    }
  }
  return null;
}

function nodeDifference(left: AnyNode, right: AnyNode): string | null {
  if (Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return `${left.type} or ${right.type}`;
  const keys = Object.keys(left);
  if (keys.join() !== Object.keys(right).join())
    return `properties ${keys.join()} or ${Object.keys(right).join()}`;
  for (const key of keys) {
    if (key === 'parent' || key === 'prev' || key === 'next') continue;
    const from: unknown = Reflect.get(left, key);
    const to: unknown = Reflect.get(right, key);
    const difference = valueDifference(from, to);
    if (difference !== null) return `${key}: ${difference}`;
  }
  return null;
}

function valueDifference(from: unknown, to: unknown): string | null {
  if (from === to) return null;
  if (Array.isArray(from) && Array.isArray(to)) {
    return from.length === to.length ? null : `${from.length} or ${to.length} of them`;
  }
  if (typeof from !== 'object' || typeof to !== 'object' || from === null || to === null) {
    return `${shown(from)} or ${shown(to)}`;
  }
  if (Object.getPrototypeOf(from) !== Object.getPrototypeOf(to)) return 'prototypes differ';
  const left = Object.entries(from);
  const right = Object.entries(to);
  const same =
    left.length === right.length &&
    left.every(([name, value], at) => name === right[at]?.[0] && value === right[at][1]);
  return same ? null : `${shown(from)} or ${shown(to)}`;
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 200);
}
