import { useMemo } from 'react';
import type { LinkGroup, PageLink } from '../../../../shared/contract/types.ts';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { useCall } from '../../../state/query.ts';
import { toast } from '../../../state/toasts.ts';
import { counted } from '../../../ui/format.ts';
import { pointAt } from '../tester-store.ts';
import { decide, type LinkDecision } from './link-rules.ts';

const kinds: Readonly<Record<LinkGroup['kind'], string>> = {
  detail: 'detail pages',
  page: 'more pages of this list',
  list: 'other lists',
  other: 'other pages',
};

/** The links of a page by the pattern of their addresses. One click extracts, follows or ignores all of a group. */
export function LinkGroups({
  spiderKey: key,
  page,
  callback,
  links,
}: {
  spiderKey: SpiderKey;
  page: string;
  callback: string | null;
  /** The links of the page, as the rules decide about them. */
  links: readonly PageLink[];
}) {
  const { value } = useCall('pages.propose', { page });
  const groups = value?.groups ?? noGroups;
  const members = useMemo(() => groups.map((group) => linksOf(group, links)), [groups, links]);
  if (groups.length === 0) return null;
  return (
    <ul className="link-groups" aria-label="Groups of links">
      {groups.map((group, index) => {
        const own = members[index] ?? [];
        const elements = own.flatMap(({ element }) => (element === null ? [] : [element]));
        return (
          <li key={group.pattern}>
            <div
              className="link-group"
              onPointerEnter={() => pointAt(key, elements)}
              onPointerLeave={() => pointAt(key, null)}
              onFocus={() => pointAt(key, elements)}
              onBlur={() => pointAt(key, null)}
            >
              <div className="grow">
                <p className="mono tester-selector" title={group.pattern}>
                  {pathPattern(group.pattern)}
                </p>
                <p className="small muted ellipsis">
                  {counted(group.count, 'link')}, {kinds[group.kind]}
                  {group.examples[0] !== undefined && `: ${group.examples[0]}`}
                </p>
              </div>
              <Decisions
                pattern={group.pattern}
                now={decisionOf(own)}
                onDecide={(decision) =>
                  decideOrSay(
                    key,
                    group.pattern,
                    decision,
                    callback,
                    group.kind === 'page' || group.kind === 'list',
                  )
                }
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** The part of a pattern that is about the path: the groups are of one site. */
const pathPattern = (pattern: string): string =>
  pattern.replace(/^\^https?\??:\/\/[^/]+(?=\/)/u, '').replace(/(?<!\\)\$$/u, '');

const noGroups: readonly LinkGroup[] = [];

/** Patterns that are proposed are read alike by Python and by the browser. */
function linksOf({ pattern, examples }: LinkGroup, links: readonly PageLink[]): PageLink[] {
  try {
    const expression = new RegExp(pattern, 'u');
    return links.filter(({ url }) => expression.test(url));
  } catch {
    return links.filter(({ url }) => examples.includes(url));
  }
}

/** What the rules make of most links of a group; null: there are none. */
function decisionOf(links: readonly PageLink[]): LinkDecision | null {
  const counts = Map.groupBy(links, ({ decision }) => decision);
  const [most] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  if (most === undefined) return null;
  return most[0] === 'dropped' ? 'ignore' : most[0];
}

const decisions: readonly { decision: LinkDecision; title: string }[] = [
  { decision: 'extract', title: 'Extract' },
  { decision: 'follow', title: 'Follow' },
  { decision: 'ignore', title: 'Ignore' },
];

/** The three things that can become of links, of which one holds. */
export function Decisions({
  pattern,
  now,
  onDecide,
}: {
  pattern: string;
  now: LinkDecision | null;
  onDecide: (decision: LinkDecision) => void;
}) {
  return (
    <div className="link-decisions" role="group" aria-label={`Links that match ${pattern}`}>
      {decisions.map(({ decision, title }) => (
        <button
          key={decision}
          type="button"
          aria-pressed={decision === now}
          onClick={() => onDecide(decision)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

/** Decides about links, or says why nothing was written. */
export function decideOrSay(
  key: SpiderKey,
  pattern: string,
  decision: LinkDecision,
  callback: string | null,
  isLike: boolean,
): void {
  if (decide(key, pattern, decision, { callback, isLike })) return;
  toast.warning('No rule was written', { message: 'The text of the spider has an error here.' });
}
