import { useMemo } from 'react';
import { Ban, ChevronsRight, Download, FilePlus2, MoveRight } from 'lucide-react';
import type { PageElement } from '../../../../shared/contract/types.ts';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { Button } from '../../../ui/button.tsx';
import type { MenuEntries } from '../../../ui/menu.tsx';
import type { AtHand } from '../at-hand.ts';
import { addLinked } from '../pages.ts';
import { decidingAboutPage, partOfText } from '../part-of-text.ts';
import { useTest } from '../use-test.ts';
import { Decisions, decideOrSay } from './link-groups.tsx';
import { patternLike } from './link-rules.ts';

/** What can be made of a link: a rule for all like it, and a saved page. */
export function linkEntries(key: SpiderKey, url: string, callback: string | null): MenuEntries {
  const pattern = patternLike(url);
  return [
    {
      label: 'Extract pages like it',
      icon: Download,
      run: () => decideOrSay(key, pattern, 'extract', callback, false),
    },
    {
      label: 'Follow links like it',
      icon: MoveRight,
      run: () => decideOrSay(key, pattern, 'follow', callback, false),
    },
    {
      label: 'Ignore links like it',
      icon: Ban,
      run: () => decideOrSay(key, pattern, 'ignore', callback, false),
    },
    {
      label: 'Make it the next page',
      icon: ChevronsRight,
      run: () => decideOrSay(key, pattern, 'extract', callback, true),
    },
    { kind: 'separator' },
    { label: 'Save the page it leads to', icon: FilePlus2, run: () => void addLinked(key, url) },
  ];
}

/** The number of the link that an element is or lies in; null: it is in none. */
export const linkAround = ({ ancestors }: Pick<PageElement, 'ancestors'>): number | null =>
  ancestors.findLast(({ label }) => /^a(?:[.#]|$)/u.test(label))?.element ?? null;

/** Where a picked element leads, with what becomes of links like it. */
export function LinkActions({
  spiderKey: key,
  at,
  page,
  element,
}: {
  spiderKey: SpiderKey;
  at: AtHand;
  page: string;
  /** The number of the link. */
  element: number;
}) {
  const { text, subject, callback } = at;
  const part = useMemo(() => partOfText(text, [...decidingAboutPage, 'callbacks']), [text]);
  const { value } = useTest('tester.links', { page, text: part }, subject);
  const link = value?.links.find((each) => each.element === element) ?? null;
  if (link === null) return null;
  const pattern = patternLike(link.url);
  return (
    <section className="hand-link" aria-label="Where it leads">
      <p className="small muted">It leads to</p>
      <p className="mono small tester-selector">{link.url}</p>
      <div className="row">
        <Decisions
          pattern={pattern}
          now={link.decision === 'dropped' ? 'ignore' : link.decision}
          onDecide={(decision) => decideOrSay(key, pattern, decision, callback, false)}
        />
        <Button size="small" icon={FilePlus2} onClick={() => void addLinked(key, link.url)}>
          Save that page
        </Button>
      </div>
    </section>
  );
}
