import { useRef, useState, type ReactNode } from 'react';
import { Braces, Code, Copy, CornerDownRight, Link2, Rows3, Type } from 'lucide-react';
import type { CallValue } from '../../../../shared/contract/index.ts';
import type { ProposedField, SelectorSuggestion } from '../../../../shared/contract/types.ts';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { count } from '../../../ui/format.ts';
import { PlacedMenu, type MenuEntries } from '../../../ui/menu.tsx';
import { useUi } from '../../../ui/ui-context.ts';
import type { AtHand } from '../at-hand.ts';
import {
  callbackOfRows,
  followUrls,
  jsonRowsAround,
  listsAlong,
  pathInEntries,
  readAsHtml,
  takeJsonRows,
  type JsonRows,
} from './json-rows.ts';
import { suggest } from './suggest.ts';
import { hereOf, pick } from './take.ts';

type Described = CallValue<'tester.suggest'>;
type Place = { readonly left: number; readonly top: number };

interface Asked {
  readonly described: Described;
  readonly lists: readonly JsonRows[];
  readonly place: Place;
}

/**
 * The menu of a value of a JSON page: what can be taken of it, what becomes of the entries that it is one of, and of the URL that it
 * is. It opens once that is known.
 * @param back gives the focus back to where the menu was asked for
 * @param more entries that are always there
 */
export function useValueMenu(
  key: SpiderKey,
  at: AtHand,
  page: string,
  { back, more }: { back: () => void; more: MenuEntries },
): { menu: ReactNode; open: (value: number, place: Place) => Promise<void> } {
  const ui = useUi();
  const [shown, setShown] = useState<Asked | null>(null);
  const newest = useRef(0);
  const open = async (value: number, place: Place) => {
    const turn = (newest.current += 1);
    const described = await suggest({ page, elements: [value], not: [], within: null });
    if (described === null || turn !== newest.current) return;
    const lists = await jsonRowsAround(page, described);
    if (turn === newest.current) setShown({ described, lists, place });
  };
  const menu = shown !== null && (
    <PlacedMenu
      label={pathOf(shown.described)}
      at={shown.place}
      entries={[
        { kind: 'heading', label: short(pathOf(shown.described)) },
        ...valueEntries(key, at, page, shown),
        { kind: 'separator' },
        {
          label: 'Copy the value',
          icon: Copy,
          run: () => void ui.copy(shown.described.element.text),
        },
        { label: 'Copy the path', icon: Braces, run: () => void ui.copy(pathOf(shown.described)) },
        ...more,
      ]}
      onClose={() => {
        setShown(null);
        back();
      }}
    />
  );
  return { menu, open };
}

/** A JSONPath that is this value alone. */
const pathOf = ({ suggestions }: Described): string =>
  suggestions.find(({ kind }) => kind !== 'list')?.selector ?? '$';

const longest = 44;
const short = (text: string): string => (text.length <= longest ? text : `…${text.slice(1 - longest)}`);

function valueEntries(key: SpiderKey, at: AtHand, page: string, { described, lists }: Asked): MenuEntries {
  const here = { ...hereOf(at, page), subject: at.subject, text: at.text };
  const { element, tag, text } = described.element;
  const every = pathInEntries(described);
  const path = pathOf(described);
  const fresh = lists.filter(({ rows }) => callbackOfRows(at.text, rows) === null);
  const own = listsAlong(every ?? '').find(({ rows }) => callbackOfRows(at.text, rows) === at.callback);
  const isUrl = /^(?:https?:\/\/|\/[^/\s])\S*$/i.test(text.trim());
  /** Tells the lists apart where the value lies in several. */
  const of = ({ rows }: JsonRows): string => (fresh.length > 1 ? ` of ${short(rows)}` : '');
  const isMarkup = /<[a-z][^>]*>/i.test(text);
  return [
    { label: 'Take this value', icon: Type, run: () => void pick(key, hereOf(at, page), element) },
    ...fresh.flatMap((list): MenuEntries => [
      {
        label: `Make ${count(list.count)} rows${of(list)}`,
        icon: Rows3,
        run: () => void takeJsonRows(key, here, list, ownColumn(list, tag)),
      },
      list.columns.length > 1 && {
        label: `Make ${count(list.count)} rows${of(list)} with all columns`,
        icon: Rows3,
        run: () => void takeJsonRows(key, here, list, list.columns),
      },
    ]),
    isUrl &&
      every === null && {
        label: 'Follow it as the next page',
        icon: CornerDownRight,
        disabled: at.callback === null,
        run: () => void followUrls(key, here, path, true),
      },
    isUrl &&
      every !== null && {
        label: `Follow ${count(matchesOf(described, every))} of these URLs`,
        icon: Link2,
        run: () => void followUrls(key, here, every, false),
      },
    isMarkup && {
      label: 'Read the HTML in it',
      icon: Code,
      disabled: at.callback === null,
      run: () => at.callback !== null && readAsHtml(key, at.callback, tag, own?.own ?? path),
    },
  ];
}

const matchesOf = ({ suggestions }: Described, path: string): number =>
  suggestions.find((each: SelectorSuggestion) => each.selector === path)?.matches ?? 0;

/** The column of the value that the rows are made from; all where it is an entry itself. */
function ownColumn({ columns, own }: JsonRows, name: string): readonly ProposedField[] {
  if (own === null) return columns;
  const known = columns.find(({ selector }) => selector === own);
  if (known !== undefined) return [known];
  const definition = { json_path: own };
  return [
    { name, selector: own, language: 'json', type: 'text', filled: 0, samples: [], raw: '', definition },
  ];
}
