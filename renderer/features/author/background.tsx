import { useEffect } from 'react';
import { followEdits } from '../../spider-document/follow-edits.ts';

/** Looks after the edits of all spiders as long as the window is there, whichever screen it shows. */
export function AuthorBackground(): null {
  useEffect(followEdits, []);
  return null;
}
