import { useEffect, useEffectEvent, useRef } from 'react';
import { Check, Link2, Sparkles, X } from 'lucide-react';
import type { Proposal } from '../../../../shared/contract/types.ts';
import { runCommand, useCommands } from '../../../commands/registry.ts';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { counted } from '../../../ui/format.ts';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { Spinner } from '../../../ui/progress.tsx';
import { useSmallerThan } from '../../../ui/smaller-than.ts';
import { Toolbar, ToolbarSpace } from '../../../ui/toolbar.tsx';
import { useRowsAtHand } from '../at-hand.ts';
import { rowsWords } from '../rows-at-hand.ts';
import { changeTester, outline } from '../tester-store.ts';
import { PageStateNotice } from './page-state.tsx';
import { ProposalLists } from './proposal-lists.tsx';
import { expectedWords } from './proposal-words.ts';
import { rowsKey } from './subjects.ts';
import { takeChoice } from './take-choice.ts';
import { useProposal, type AtProposal, type Choice } from './use-proposal.ts';
import './proposal.css';

/** From this width on, five lists stand side by side, in pixels: with what they lead to they take two lines then, not three. */
const roomForFive = 1000;

/** What the page in hand is, and what a spider could take from it. Folds into what is taken once something is. */
export function ProposalBar({ project, spider }: SpiderKey) {
  const key = { project, spider };
  const proposed = useProposal(key);
  const { at, open, choice } = proposed;
  const hasPage = at.page !== null;
  useCommands([
    {
      id: 'author.propose',
      title: open ? 'Hide what could be taken from the page' : 'Show what could be taken from the page',
      category: 'Author',
      keywords: ['propose', 'list', 'suggest'],
      keys: ['Mod+Shift+J'],
      when: () => hasPage,
      run: () => changeTester(key, { proposing: !open, choice: null, tab: 'fields' }),
    },
    {
      id: 'author.take',
      title: 'Take what is proposed',
      category: 'Author',
      keywords: ['accept', 'proposal'],
      when: () => choice !== null,
      run: () => {
        if (choice !== null && at.page !== null)
          void takeChoice(key, at.page.id, choice, proposed.withColumns);
      },
    },
  ]);
  return hasPage ? <Bar spiderKey={key} proposed={proposed} /> : null;
}

function Bar({ spiderKey: key, proposed }: { spiderKey: SpiderKey; proposed: AtProposal }) {
  const bar = useRef<HTMLElement | null>(null);
  const sideBySide = useSmallerThan(bar, roomForFive) ? 3 : 5;
  const { open } = proposed;
  return (
    <section
      ref={bar}
      className="proposal"
      aria-label="This page"
      data-pane="proposal"
      data-open={open || undefined}
    >
      {open ? (
        <Offer spiderKey={key} proposed={proposed} sideBySide={sideBySide} />
      ) : (
        <Folded proposed={proposed} />
      )}
    </section>
  );
}

function Offer({
  spiderKey: key,
  proposed,
  sideBySide,
}: {
  spiderKey: SpiderKey;
  proposed: AtProposal;
  sideBySide: number;
}) {
  const { proposal, reading, error, choice, list, at } = proposed;
  const light = useEffectEvent(() => {
    if (list === null) return;
    outline(key, [{ elements: list.elements, style: 'match' }], { total: list.count, scroll: true });
  });
  useEffect(() => light(), [list]);
  if (proposal === null) {
    return (
      <Toolbar label="This page" className="proposal-line">
        {reading && <Spinner size={13} />}
        <span role="status" className="grow ellipsis">
          {error === null ? 'Reading the page' : `The page was not read: ${error.message}`}
        </span>
        <Close spiderKey={key} taken={at.names.length > 0} />
      </Toolbar>
    );
  }
  if (choice === null) {
    return <PageStateNotice spiderKey={key} state={proposal.state} page={at.page} />;
  }
  return (
    <>
      <Toolbar label="This page" className="proposal-line">
        <strong>This page:</strong>
        <ProposalLists spiderKey={key} proposal={proposal} choice={choice} sideBySide={sideBySide} />
        <Facts proposal={proposal} proposed={proposed} />
        {proposal.groups.length > 0 && (
          <Button
            size="small"
            variant="quiet"
            icon={Link2}
            onClick={() => changeTester(key, { tab: 'links' })}
          >
            {counted(
              proposal.groups.reduce((sum, group) => sum + group.count, 0),
              'link',
            )}{' '}
            in {counted(proposal.groups.length, 'group')}
          </Button>
        )}
        <ToolbarSpace />
        <Close spiderKey={key} taken={at.names.length > 0} />
      </Toolbar>
      <Toolbar label="What to take" className="proposal-line">
        <Scopes spiderKey={key} proposal={proposal} choice={choice} />
        <span className="muted proposal-expected">
          {expectedWords(choice.expected)}
          {choice.note !== null && <span className="proposal-note"> {choice.note}</span>}
        </span>
        <ToolbarSpace />
        <Take choice={choice} />
      </Toolbar>
    </>
  );
}

/** The default action: it has the keyboard as soon as there is something to take, unless a person is elsewhere. */
function Take({ choice }: { choice: Choice }) {
  const button = useRef<HTMLButtonElement | null>(null);
  useEffect(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (isFree) button.current?.focus();
  }, []);
  return (
    <Button
      ref={button}
      variant="primary"
      size="small"
      icon={Check}
      onClick={() => runCommand('author.take')}
    >
      {rowsKey(choice) === null ? 'Take it' : 'Take these rows'} <KeyHint command="author.take" />
    </Button>
  );
}

const Close = ({ spiderKey: key, taken }: { spiderKey: SpiderKey; taken: boolean }) => (
  <span className="proposal-close">
    <IconButton
      label={taken ? 'Keep what is taken' : 'Build it by hand'}
      icon={X}
      size="small"
      command="author.propose"
      onClick={() => changeTester(key, { proposing: false })}
    />
  </span>
);

/** What of the page the choice goes on to: the next pages, and the pages of the rows. */
function Facts({ proposal, proposed: { choice, list } }: { proposal: Proposal; proposed: AtProposal }) {
  const [next] = proposal.next;
  const detail = list?.detail ?? null;
  const isAll = choice?.scope === 'all' || choice?.scope === 'details';
  return (
    <>
      {next !== undefined && list !== null && choice?.source === undefined && (
        <span className="proposal-chip" data-on={isAll || undefined} title={next.url ?? next.why}>
          {isAll && <Check size={13} aria-hidden />} {nextWords(next)}
        </span>
      )}
      {detail !== null && (
        <span
          className="proposal-chip"
          data-on={choice?.scope === 'details' || undefined}
          title={detail.examples[0]}
        >
          {choice?.scope === 'details' && <Check size={13} aria-hidden />} each leads to a page of its own
        </span>
      )}
    </>
  );
}

function nextWords({ kind, href }: Proposal['next'][number]): string {
  if (kind === 'scroll') return 'more by scrolling';
  if (kind === 'button' && href === '') return 'more by a button';
  return `next page ${href.length > 40 ? `${href.slice(0, 40)}…` : href}`;
}

/** The choices for the list, one click apart; the only one is no choice. */
function Scopes({
  spiderKey: key,
  proposal,
  choice,
}: {
  spiderKey: SpiderKey;
  proposal: Proposal;
  choice: Choice;
}) {
  const scopes = proposal.choices.filter((each) => rowsKey(each) === rowsKey(choice));
  if (scopes.length < 2) return rowsKey(choice) === null ? null : <strong>{choice.label}</strong>;
  return (
    <div className="proposal-scopes" role="group" aria-label="How much of it">
      {scopes.map((each) => (
        <button
          key={each.id}
          type="button"
          aria-pressed={each.id === choice.id}
          onClick={() => changeTester(key, { choice: each.id })}
        >
          {each.label}
        </button>
      ))}
    </div>
  );
}

/** What the spider takes from the page, in a line. */
function Folded({ proposed: { at } }: { proposed: AtProposal }) {
  const { reports, callback } = at;
  const table = useRowsAtHand(at);
  const fields = counted(reports.filter(({ report }) => report.depth === 0).length, 'field');
  return (
    <Toolbar label="This page" className="proposal-line">
      {callback !== null && <Check size={13} aria-hidden className="proposal-on" />}
      <span className="ellipsis">
        {callback === null
          ? 'Nothing is taken from this page yet.'
          : `${table === null ? fields : `${rowsWords(table)}, ${fields}`} by ${callback}`}
      </span>
      <ToolbarSpace />
      <Button size="small" variant="quiet" icon={Sparkles} onClick={() => runCommand('author.propose')}>
        What else is on this page?
      </Button>
    </Toolbar>
  );
}
