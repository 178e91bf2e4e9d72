import { createHash } from 'node:crypto';
import { resourceText } from '../../../resources/resources.ts';

/** Attribute with the number of an element, by which the outliner finds it. */
export const numberAttribute = 'data-spider-studio-n';

let known: { script: string; hash: string } | null = null;

/** The only script of a preview, and its hash for the content policy. */
export function outliner(): { script: string; hash: string } {
  if (known === null) {
    const script = resourceText('preview/outliner.js');
    known = { script, hash: `sha256-${createHash('sha256').update(script).digest('base64')}` };
  }
  return known;
}
