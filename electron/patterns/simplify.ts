import type { PatternNode } from '../../shared/patterns/ast.ts';

/**
 * Returns a simpler pattern that matches the same texts, without captures and without optional parts at both ends. `.*foo.*`
 * becomes `foo`, which is found in one pass. Only for patterns without references and conditionals.
 */
export function forTest(node: PatternNode): PatternNode {
  return trim(trim(withoutGroups(node), 'end'), 'start');
}

function withoutGroups(node: PatternNode): PatternNode {
  if (node.kind === 'group') return withoutGroups(node.body);
  if (node.kind === 'sequence') return { ...node, items: flatten(node.items.map(withoutGroups)) };
  if (node.kind === 'choice') return { ...node, branches: node.branches.map(withoutGroups) };
  return 'body' in node ? { ...node, body: withoutGroups(node.body) } : node;
}

function flatten(items: readonly PatternNode[]): PatternNode[] {
  return items.flatMap((item) => (item.kind === 'sequence' ? item.items : [item]));
}

/**
 * Reduces repetitions at one end to their minimum. At the start this is correct because a search may begin later. A possessive
 * repetition at the start stays, since it consumes what the rest would need.
 */
function trim(node: PatternNode, side: 'start' | 'end'): PatternNode {
  if (node.kind === 'choice') {
    return { ...node, branches: node.branches.map((branch) => trim(branch, side)) };
  }
  if (node.kind === 'sequence') return trimSequence(node.items, side);
  if (node.kind !== 'repeat' || (node.mode === 'possessive' && side === 'start')) return node;
  if (node.min === 0) return { kind: 'sequence', items: [] };
  return node.min === 1 ? trim(node.body, side) : { ...node, max: node.min };
}

function trimSequence(items: readonly PatternNode[], side: 'start' | 'end'): PatternNode {
  const rest = [...items];
  while (rest.length > 0) {
    const edge = side === 'start' ? rest.shift() : rest.pop();
    if (edge === undefined) break;
    const trimmed = trim(edge, side);
    if (trimmed.kind === 'sequence' && trimmed.items.length === 0) continue;
    const kept = flatten([trimmed]);
    return { kind: 'sequence', items: side === 'start' ? [...kept, ...rest] : [...rest, ...kept] };
  }
  return { kind: 'sequence', items: [] };
}
