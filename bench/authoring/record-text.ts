import { isTag, isText, type AnyNode } from 'domhandler';
import { walk } from '../../electron/extract/walk.ts';

/** The text nodes of a record joined by one space and squeezed, without scripts and styles. */
export function recordText(nodes: readonly AnyNode[]): string {
  const texts: string[] = [];
  for (const root of nodes) {
    walk(root, {
      enter(node) {
        if (isText(node)) texts.push(node.data);
        return !(isTag(node) && (node.name === 'script' || node.name === 'style'));
      },
    });
  }
  return texts.join(' ').replaceAll(/\s+/g, ' ').trim();
}
