import { createHash } from 'node:crypto';
import { resourceText } from '../../../resources/resources.ts';

/** The attribute that says the number of an element; the outliner finds elements by it. */
export const numberAttribute = 'data-spider-studio-n';

let known: { script: string; hash: string } | null = null;

/** The only script of a preview, and its hash as a policy names it. */
export function outliner(): { script: string; hash: string } {
  if (known === null) {
    const script = resourceText('preview/outliner.js');
    known = { script, hash: `sha256-${createHash('sha256').update(script).digest('base64')}` };
  }
  return known;
}
