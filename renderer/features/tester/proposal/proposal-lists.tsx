import { useState, type ReactNode } from 'react';
import { Check, ChevronDown } from 'lucide-react';
import type { Proposal } from '../../../../shared/contract/types.ts';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { count } from '../../../ui/format.ts';
import { Popover } from '../../../ui/popover.tsx';
import { changeTester, pointAt } from '../tester-store.ts';
import { columnNames, subjectWords } from './proposal-words.ts';
import { rowsKey, subjectsOf, type Subject } from './subjects.ts';
import type { Choice } from './use-proposal.ts';

/** What could be taken from the page, best first, one click apart. What is pointed at is outlined on the page. */
export function ProposalLists({
  spiderKey: key,
  proposal,
  choice,
  sideBySide,
}: {
  spiderKey: SpiderKey;
  proposal: Proposal;
  choice: Choice;
  /** So many stand side by side; the others are in a menu. */
  sideBySide: number;
}) {
  const [isOpen, setOpen] = useState(false);
  const subjects = subjectsOf(proposal);
  const isOn = (subject: Subject) => rowsKey(subject.choice) === rowsKey(choice);
  // A menu of one takes the room of what is in it.
  const room = subjects.length === sideBySide + 1 ? subjects.length : sideBySide;
  const shown = subjects.filter((subject, at) => at < room || isOn(subject));
  const others = subjects.filter((subject) => !shown.includes(subject));
  const button = (subject: Subject, className: string, content: ReactNode) => (
    <SubjectButton
      key={subject.choice.id}
      spiderKey={key}
      subject={subject}
      isOn={isOn(subject)}
      className={className}
      onChoose={() => setOpen(false)}
    >
      {content}
    </SubjectButton>
  );
  return (
    <div className="proposal-chips" role="group" aria-label="What is on this page">
      {shown.map((subject) =>
        button(subject, 'proposal-chip', subjectWords(subject, subjects, proposal.sources)),
      )}
      {others.length > 0 && (
        <Popover
          label="What else is on this page"
          open={isOpen}
          onOpenChange={setOpen}
          trigger={
            <button type="button" className="proposal-chip">
              {count(others.length)} more <ChevronDown size={13} aria-hidden />
            </button>
          }
        >
          <div className="proposal-lists">
            {others.map((subject) =>
              button(
                subject,
                'proposal-other',
                <>
                  <span className="strong">{subjectWords(subject, subjects, proposal.sources)}</span>
                  <span className="small muted ellipsis">{subject.list && columnNames(subject.list)}</span>
                </>,
              ),
            )}
          </div>
        </Popover>
      )}
    </div>
  );
}

function SubjectButton({
  spiderKey: key,
  subject: { choice, list },
  isOn,
  className,
  onChoose,
  children,
}: {
  spiderKey: SpiderKey;
  subject: Subject;
  isOn: boolean;
  className: string;
  onChoose: () => void;
  children: ReactNode;
}) {
  const show = () => pointAt(key, list?.elements ?? null);
  const hide = () => pointAt(key, null);
  const choose = () => {
    changeTester(key, { choice: choice.id, pointed: null, tab: 'fields' });
    onChoose();
  };
  return (
    <button
      type="button"
      className={className}
      aria-pressed={isOn}
      data-on={isOn || undefined}
      title={list === null ? undefined : columnNames(list)}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onClick={choose}
    >
      {isOn && <Check size={13} aria-hidden />} {children}
    </button>
  );
}
