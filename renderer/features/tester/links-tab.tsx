import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Link2Off } from 'lucide-react';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { PageLink } from '../../../shared/contract/types.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FixLine } from '../../ui/fix-line.tsx';
import { Select } from '../../ui/field.tsx';
import { count, counted } from '../../ui/format.ts';
import { ContextMenu } from '../../ui/menu.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { revealPointer, type Place, type SpiderKey } from '../../spider-document/document.ts';
import { applyPattern, labelOf } from '../../spider-document/pattern-edits.ts';
import { linkEntries } from './links/link-actions.tsx';
import { LinkGroups } from './links/link-groups.tsx';
import { decidingAboutPage, partOfText } from './part-of-text.ts';
import { NoAnswer, TestStatus } from './test-status.tsx';
import type { TabProps } from './tab-props.ts';
import { outline, pointAt, scrollToElement } from './tester-store.ts';
import { useTest } from './use-test.ts';
import './links.css';

const words = { extract: 'Extracted', follow: 'Followed', dropped: 'Dropped' } as const;
const tones = { extract: 'success', follow: 'info', dropped: 'neutral' } as const;

/** The links of the page: groups with what becomes of them, then each with the rule that takes it, or why it is dropped. */
export function LinksTab({
  spiderKey: key,
  page,
  rendered,
  subject,
  text,
  callback,
  place,
}: TabProps & { place: Place | null }) {
  const [choice, setChoice] = useState('all');
  const [search, setSearch] = useState('');
  const part = useMemo(() => partOfText(text, [...decidingAboutPage, 'callbacks']), [text]);
  const test = useTest('tester.links', { page, text: part }, subject);
  const { value } = test;
  const rule = place?.kind === 'rule' ? place.rule : null;
  const links = useMemo(
    () => (value?.links ?? []).filter((link) => isChosen(link, choice) && holds(link, search)),
    [value, choice, search],
  );
  const light = useEffectEvent(() => {
    const of = (decision: PageLink['decision']) =>
      links.flatMap((link) => (link.decision === decision && link.element !== null ? [link.element] : []));
    outline(
      key,
      [
        { elements: of('extract'), style: 'match' },
        { elements: of('follow'), style: 'other' },
        { elements: of('dropped'), style: 'region' },
      ],
      { total: links.length },
    );
  });
  useEffect(() => light(), [links]);
  if (value === null) return <NoAnswer test={test} title="The links could not be loaded." />;
  return (
    <div className="tester-tab" aria-busy={test.running}>
      <div className="tester-bar row">
        <Select
          small
          aria-label="Links"
          className="tester-link-choice"
          value={choice}
          options={choicesOf(value)}
          onChange={setChoice}
        />
        <SearchField
          label="Filter the links"
          placeholder="Part of the address or text"
          className="grow"
          value={search}
          onChange={setSearch}
          count={search === '' ? null : count(links.length)}
        />
        <TestStatus test={test} />
      </div>
      <LinkGroups spiderKey={key} page={page} callback={callback} links={value.links} />
      {value.problems.map((problem) => (
        <p key={problem} className="tester-problem small">
          {problem}
        </p>
      ))}
      {value.near.map((near) => (
        <FixLine
          key={near.line}
          label="A pattern that matches nothing"
          fix={{ label: labelOf(near), apply: () => applyPattern(key, near) }}
        >
          {near.line}
        </FixLine>
      ))}
      {test.error !== null && <p className="tester-problem small">{test.error.message}</p>}
      {value.links.length < value.total && (
        <p className="small muted tester-note">
          The first {count(value.links.length)} of {counted(value.total, 'link')} are listed.
        </p>
      )}
      {value.total === 0 ? (
        <NoLinks rendered={rendered} />
      ) : links.length === 0 ? (
        <EmptyState
          icon={Link2Off}
          title="No matching links"
          actions={
            <Button
              onClick={() => {
                setChoice('all');
                setSearch('');
              }}
            >
              Show all links
            </Button>
          }
        />
      ) : (
        <VirtualList
          label="Links of the page"
          count={links.length}
          estimate={62}
          row={(index) => {
            const link = links[index];
            return link === undefined ? null : (
              <LinkRow
                spiderKey={key}
                callback={callback}
                link={link}
                marked={rule !== null && link.rule === rule}
                onPoint={(on) => pointAt(key, on && link.element !== null ? [link.element] : null)}
                onChoose={() => {
                  if (link.element !== null) scrollToElement(key, link.element);
                  if (link.rule !== null) revealPointer(key, `/rules/${link.rule}`, { focus: false });
                }}
              />
            );
          }}
        />
      )}
    </div>
  );
}

/** The filters: all links, those of each rule, and those that were dropped, by reason. */
function choicesOf({ total, byRule, dropped }: CallValue<'tester.links'>) {
  const taken = byRule.reduce((sum, each) => sum + each.links, 0);
  return [
    { value: 'all', label: `All ${counted(total, 'link')}` },
    { value: 'taken', label: `${count(taken)} taken by a rule` },
    ...byRule.map(({ rule, links, callback }) => ({
      value: `rule ${rule}`,
      label: `${count(links)} by rule ${rule} (${callback ?? 'followed'})`,
    })),
    { value: 'dropped', label: `${count(total - taken)} dropped` },
    ...dropped.map(({ code, reason, links }) => ({
      value: `code ${code}`,
      label: `${count(links)} ${reason.replace(/^It is /u, '').replace(/\.$/u, '')}`.slice(0, 90),
    })),
  ];
}

const NoLinks = ({ rendered }: { rendered: boolean }) => (
  <EmptyState icon={Link2Off} title="The page has no links">
    {rendered
      ? 'No links were found, even after rendering in a browser.'
      : 'Its markup has no links. To find links that scripts add, put “browser” into EXTRACTOR_ORDER.'}
  </EmptyState>
);

function isChosen({ decision, rule, code }: PageLink, choice: string): boolean {
  if (choice === 'all') return true;
  if (choice === 'taken') return decision !== 'dropped';
  if (choice === 'dropped') return decision === 'dropped';
  if (choice.startsWith('rule ')) return decision !== 'dropped' && `rule ${rule}` === choice;
  return `code ${code}` === choice;
}

const holds = ({ url, text }: PageLink, search: string) => {
  const wanted = search.trim().toLowerCase();
  return wanted === '' || url.toLowerCase().includes(wanted) || text.toLowerCase().includes(wanted);
};

function LinkRow({
  spiderKey: key,
  callback,
  link: { url, text, decision, reason },
  marked,
  onPoint,
  onChoose,
}: {
  spiderKey: SpiderKey;
  callback: string | null;
  link: PageLink;
  marked: boolean;
  onPoint: (on: boolean) => void;
  onChoose: () => void;
}) {
  return (
    <ContextMenu entries={linkEntries(key, url, callback)}>
      <button
        type="button"
        className="tester-link"
        data-marked={marked || undefined}
        onClick={onChoose}
        onPointerEnter={() => onPoint(true)}
        onPointerLeave={() => onPoint(false)}
        onFocus={() => onPoint(true)}
        onBlur={() => onPoint(false)}
      >
        <span className="row">
          <Badge tone={tones[decision]}>{words[decision]}</Badge>
          <span className="ellipsis grow">
            {text.trim() === '' ? <span className="subtle">no text</span> : text.trim()}
          </span>
        </span>
        <span className="ellipsis mono small">{url}</span>
        <span className="small muted tester-link-reason">{reason}</span>
      </button>
    </ContextMenu>
  );
}
