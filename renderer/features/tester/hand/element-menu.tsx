import { useRef, useState, type ReactNode } from 'react';
import { AtSign, CircleMinus, List, Type } from 'lucide-react';
import type { CallValue } from '../../../../shared/contract/index.ts';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { getClient } from '../../../state/client.ts';
import { count } from '../../../ui/format.ts';
import { PlacedMenu, type MenuEntries, type MenuEntry } from '../../../ui/menu.tsx';
import { linkAround, linkEntries } from '../links/link-actions.tsx';
import { decidingAboutLinks, partOfText } from '../part-of-text.ts';
import type { AtHand } from '../at-hand.ts';
import { rowOf } from './meaning.ts';
import { partOf } from './part-of.ts';
import { suggest } from './suggest.ts';
import { aroundOf, hereOf, leaveOut, mayLeaveOut, takePart, type Here } from './take.ts';

type Described = CallValue<'tester.suggest'>;
type Place = { readonly left: number; readonly top: number };

/**
 * The menu of an element of a page: what can be taken of it, and what can become of the link that it is in. It opens once the element is
 * known.
 *
 * @param back gives the focus back to where the menu was asked for
 */
export function useElementMenu(
  key: SpiderKey,
  at: AtHand,
  page: string,
  back: () => void,
): { menu: ReactNode; open: (element: number, place: Place) => Promise<void> } {
  const [shown, setShown] = useState<{ described: Described; url: string | null; place: Place } | null>(null);
  const newest = useRef(0);
  const here = hereOf(at, page);
  const open = async (element: number, place: Place) => {
    const turn = (newest.current += 1);
    const described = await suggest({ page, elements: [element], not: [], within: null });
    if (described === null || turn !== newest.current) return;
    const link = linkAround(described.element);
    const url = link === null ? null : await urlOf(page, at.text, link);
    if (turn === newest.current) setShown({ described, url, place });
  };
  const menu = shown !== null && (
    <PlacedMenu
      label={labelOf(shown.described)}
      at={shown.place}
      entries={[
        ...elementEntries(key, here, shown.described),
        ...(shown.url === null
          ? []
          : ([
              { kind: 'separator' },
              { kind: 'heading', label: `Link to ${short(pathOf(shown.url))}` },
              ...linkEntries(key, shown.url, at.callback),
            ] satisfies MenuEntries)),
      ]}
      onClose={() => {
        setShown(null);
        back();
      }}
    />
  );
  return { menu, open };
}

const longest = 40;
const short = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;

const pathOf = (url: string): string => url.replace(/^\w+:\/\/[^/]*/u, '') || url;

const labelOf = ({ element }: Described): string => element.ancestors.at(-1)?.label ?? element.tag;

async function urlOf(page: string, text: string, link: number): Promise<string | null> {
  const part = partOfText(text, [...decidingAboutLinks, 'callbacks']);
  const answer = await getClient().call('tester.links', { page, text: part });
  return answer.ok ? (answer.value.links.find(({ element }) => element === link)?.url ?? null) : null;
}

/** What can be taken of an element, named by what it would give. */
function elementEntries(key: SpiderKey, here: Here, described: Described): MenuEntries {
  const { suggestions } = described;
  const around = aroundOf(described.element);
  const isInRow = rowOf(around, here.rows?.nodes.elements ?? []) !== null;
  const own = suggestions.filter(({ kind }) => kind !== 'list');
  const text = own.find(({ selector }) => partOf(selector) === 'text');
  const attributes = new Map(
    own
      .toReversed()
      .map((each) => [partOf(each.selector), each] as const)
      .filter(([part]) => part.startsWith('@')),
  );
  const like = isInRow ? undefined : suggestions.find(({ kind }) => kind === 'list');
  const take = (part: string, all: boolean) => () => void takePart(key, here, described, { part, all });
  const attributeEntries = [...attributes].toReversed().map(([part, { value }]): MenuEntry => ({
    label: `${part.slice(1)}: ${short((value ?? '').trim())}`,
    run: take(part, false),
  }));
  return [
    { kind: 'heading', label: labelOf(described) },
    text !== undefined && {
      label: `Take the text “${short((text.value ?? '').trim())}”`,
      icon: Type,
      run: take('text', false),
    },
    attributeEntries.length > 0 && {
      kind: 'submenu',
      label: 'Take an attribute',
      icon: AtSign,
      entries: attributeEntries,
    },
    like !== undefined && {
      label: `Take all ${count(like.matches)} like it`,
      icon: List,
      run: take(partOf(like.selector), true),
    },
    {
      label: 'Leave it out of the field in hand',
      icon: CircleMinus,
      disabled: !mayLeaveOut(key, here, around),
      run: () => void leaveOut(key, here, around),
    },
  ];
}
