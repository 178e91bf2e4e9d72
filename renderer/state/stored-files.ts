import type { CallValue } from '../../shared/contract/index.ts';
import { getClient } from './client.ts';

type Place = Pick<CallValue<'results.file'>, 'download' | 'picture'>;

/** The most places that are remembered; the host remembers as many. */
const maxKnown = 5000;

const known = new Map<string, Promise<Place | null>>();

/** Asks the host where this window finds a downloaded file, once. @returns null: it is gone, or could not be found */
export function storedFile(sha256: string, name: string): Promise<Place | null> {
  const key = `${sha256} ${name}`;
  const there = known.get(key);
  if (there !== undefined) return there;
  const asked = getClient()
    .call('results.file', { sha256, name })
    .then((answer) => {
      if (answer.ok) return answer.value;
      known.delete(key);
      return null;
    });
  known.set(key, asked);
  for (const oldest of known.keys()) {
    if (known.size <= maxKnown) break;
    known.delete(oldest);
  }
  return asked;
}
