import { useState } from 'react';
import type { SelectorMatch } from '../../../shared/contract/types.ts';
import { count, counted } from '../../ui/format.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { pointAt, scrollToElement } from './tester-store.ts';

/** Matches that are shown at first. */
const few = 3;

/** The first matches with their markup. Pointing at one highlights it on the page; a click scrolls to it. */
export function MatchList({
  spiderKey: key,
  samples,
  total,
}: {
  spiderKey: SpiderKey;
  samples: readonly SelectorMatch[];
  total: number;
}) {
  const [isOpen, setOpen] = useState(false);
  if (samples.length === 0) return null;
  const shown = isOpen ? samples : samples.slice(0, few);
  const what = samples.every(({ kind }) => kind === 'element') ? 'Markup' : 'Matches';
  return (
    <section className="tester-samples" aria-label="Matches">
      <p className="small muted">
        {what}:{' '}
        {total > shown.length
          ? `the first ${shown.length} of ${count(total)}`
          : counted(total, 'match', 'matches')}
      </p>
      <ol>
        {shown.map(({ value, element }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- matches have no other name
          <li key={index}>
            <button
              type="button"
              className="mono small"
              disabled={element === null}
              onPointerEnter={() => element !== null && pointAt(key, [element])}
              onPointerLeave={() => pointAt(key, null)}
              onFocus={() => element !== null && pointAt(key, [element])}
              onBlur={() => pointAt(key, null)}
              onClick={() => element !== null && scrollToElement(key, element)}
            >
              {value}
            </button>
          </li>
        ))}
      </ol>
      {samples.length > few && (
        <button type="button" className="tester-more small" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show the first ${count(samples.length)}`}
        </button>
      )}
    </section>
  );
}
