import { useEffect, useMemo, useRef } from 'react';
import type { CallError } from '../../../../shared/contract/errors.ts';
import type { ProposedField, Proposal, SpiderParts } from '../../../../shared/contract/types.ts';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { useCall } from '../../../state/query.ts';
import { useAtHand, type AtHand } from '../at-hand.ts';
import { useTester } from '../tester-store.ts';
import { columnsOf, partsWithColumns, withColumns } from './columns.ts';
import { rowsKey, rowsOf, subjectsOf } from './subjects.ts';

/** One of the things that a spider could take from a page. */
export type Choice = Proposal['choices'][number];
/** A list of a page. */
export type ProposedList = Proposal['lists'][number];

/** What is proposed for the page in hand. */
export interface AtProposal {
  readonly at: AtHand;
  /** Whether it is offered: by itself while the spider takes nothing yet. */
  readonly open: boolean;
  readonly proposal: Proposal | null;
  readonly reading: boolean;
  readonly error: CallError | null;
  /** The choice that would be taken; null: there is none for this page. */
  readonly choice: Choice | null;
  /** The list of the choice with the columns that were chosen; null: it is for no list. */
  readonly list: ProposedList | null;
  /** All columns that the list offers, in one sequence however they are chosen. */
  readonly columns: readonly ProposedField[];
  /** What a choice for the list adds to the spider, with these columns. */
  readonly withColumns: (parts: SpiderParts) => SpiderParts;
}

/** What is proposed for the page in hand. The page is read only while proposals are offered. */
export function useProposal(key: SpiderKey): AtProposal {
  const at = useAtHand(key);
  const { proposing, choice: chosen, columns: picked } = useTester(key);
  const open = at.page !== null && (proposing ?? at.names.length === 0);
  const { value, error, fetching, refresh } = useCall(
    'pages.propose',
    open && at.page !== null ? { page: at.page.id } : null,
  );
  // The page was fetched again, or its URL was edited: another page under the same id.
  const read = useRef(at.subject);
  useEffect(() => {
    if (read.current !== at.subject && read.current.split(' ')[0] === at.subject.split(' ')[0]) refresh();
    read.current = at.subject;
  }, [at.subject, refresh]);
  const proposal = open ? value : null;
  const choice =
    proposal?.choices.find(({ id }) => id === chosen) ??
    (proposal === null ? undefined : subjectsOf(proposal)[0]?.choice) ??
    null;
  const offered = choice === null || proposal === null ? null : rowsOf(choice, proposal);
  const isPicked = picked !== null && choice !== null && picked.list === rowsKey(choice);
  const names = isPicked ? picked.names : null;
  const list = useMemo(() => (offered === null ? null : withColumns(offered, names)), [offered, names]);
  return {
    at,
    open,
    proposal,
    reading: fetching && value === null,
    error,
    choice,
    list,
    columns: offered === null ? [] : columnsOf(offered),
    withColumns: (parts) => (offered === null ? parts : partsWithColumns(parts, offered, names)),
  };
}
