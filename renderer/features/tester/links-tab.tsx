import { useMemo, useState } from 'react';
import { Link2Off } from 'lucide-react';
import type { PageLink } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { revealPointer, type Place, type SpiderKey } from '../author/author-state.ts';
import { outline } from './tester-store.ts';

interface LinksTabProps {
  spiderKey: SpiderKey;
  page: string;
  text: string;
  place: Place | null;
}

type Choice = 'all' | 'taken' | 'dropped';

const words = { extract: 'extracted', follow: 'followed', dropped: 'dropped' } as const;
const tones = { extract: 'success', follow: 'info', dropped: 'neutral' } as const;

/** Every link of the page, and what the rules make of it. */
export function LinksTab({ spiderKey: key, page, text, place }: LinksTabProps) {
  const [choice, setChoice] = useState<Choice>('all');
  const { value, error } = useCall('tester.links', { page, text });
  const rule = place?.kind === 'rule' ? place.rule : null;
  const links = useMemo(
    () =>
      (value?.links ?? []).filter((link) => {
        if (choice === 'taken' && link.decision === 'dropped') return false;
        if (choice === 'dropped' && link.decision !== 'dropped') return false;
        return true;
      }),
    [value, choice],
  );
  if (error !== null && value === null)
    return <ErrorState error={error} title="The links could not be read." />;
  if (value === null) return null;
  if (value.total === 0) {
    return (
      <EmptyState icon={Link2Off} title="The page has no links">
        None stand in its markup. Links that a script makes are there only when the page is rendered in a
        browser.
      </EmptyState>
    );
  }
  const taken = value.byRule.reduce((sum, each) => sum + each.links, 0);
  return (
    <div className="tester-links">
      <div className="tester-callback row">
        <Select
          small
          aria-label="Links"
          value={choice}
          options={[
            { value: 'all', label: `All ${counted(value.total, 'link')}` },
            { value: 'taken', label: `${counted(taken, 'link')} a rule takes` },
            { value: 'dropped', label: `${counted(value.total - taken, 'link')} dropped` },
          ]}
          onChange={setChoice}
        />
        <span className="small subtle ellipsis">
          {value.byRule.map((each) => `rule ${each.rule}: ${each.links}`).join(' · ')}
        </span>
      </div>
      {value.problems.map((problem) => (
        <p key={problem} className="tester-problem small">
          {problem}
        </p>
      ))}
      <VirtualList
        label="Links of the page"
        count={links.length}
        estimate={46}
        row={(index) => {
          const link = links[index];
          return link === undefined ? null : (
            <LinkRow
              link={link}
              marked={rule !== null && link.rule === rule}
              onChoose={() => {
                outline(
                  key,
                  link.element === null ? [] : [{ elements: [link.element], style: 'match' }],
                  true,
                );
                if (link.rule !== null) revealPointer(key, `/rules/${link.rule}`, { focus: false });
              }}
            />
          );
        }}
      />
    </div>
  );
}

function LinkRow({ link, marked, onChoose }: { link: PageLink; marked: boolean; onChoose: () => void }) {
  const { url, text, decision, reason, rule } = link;
  return (
    <button type="button" className="tester-link" data-marked={marked || undefined} onClick={onChoose}>
      <Badge tone={tones[decision]}>{words[decision]}</Badge>
      <span className="grow">
        <span className="ellipsis">{text.trim() === '' ? url : text.trim()}</span>
        <span className="ellipsis mono small subtle">{url}</span>
      </span>
      <span className="small muted tester-link-reason" title={reason}>
        {rule === null ? reason : `rule ${rule}`}
      </span>
    </button>
  );
}
