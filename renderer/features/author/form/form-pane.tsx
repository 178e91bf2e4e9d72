import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { FileWarning } from 'lucide-react';
import type { FixableProblem } from '../../../../shared/contract/types.ts';
import { offersOf } from '../../../../shared/spider/offers.ts';
import { entriesOf, isObject, memberOf, membersOf } from '../../../../shared/spider/plain.ts';
import { TextPositions } from '../../../../shared/spider/text-positions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import {
  redo,
  revealOffset,
  revealPointer,
  undo,
  useDocument,
  useDocumentPlace,
  useDocumentText,
  type SpiderKey,
} from '../../../spider-document/document.ts';
import { parseText, pathAt, pointerOf, valueOf } from '../../../../shared/spider/json-path.ts';
import { setMode, useMode } from '../layout.ts';
import { CallbacksSection } from './callbacks-section.tsx';
import { FormContext, type FormDocument } from './form-context.ts';
import { GeneralSection } from './general-section.tsx';
import { ExpectSection, expectedFieldAt } from './expect-section.tsx';
import { RulesSection } from './rules-section.tsx';
import { SettingsSection } from './settings-section.tsx';
import './form.css';
import './expect-section.css';
import './generated-urls.css';

type Section = 'general' | 'rules' | 'callbacks' | 'expect' | 'settings';

const sections: readonly { id: Section; title: string }[] = [
  { id: 'general', title: 'Spider' },
  { id: 'rules', title: 'Rules' },
  { id: 'callbacks', title: 'Callbacks' },
  { id: 'expect', title: 'Expected' },
  { id: 'settings', title: 'Settings' },
];

const sectionOf = (pointer: string): Section =>
  sections.find(({ id }) => pointer === `/${id}` || pointer.startsWith(`/${id}/`))?.id ?? 'general';

/** The spider as a form, which edits the same text. While the text is not JSON it shows where it is broken. */
export function FormPane({ project, spider }: SpiderKey) {
  const key = { project, spider };
  const text = useDocumentText(key) ?? '';
  const problems = useDocument(key, (document) => document.problems);
  const parsed = parseText(text);
  const value = useMemo(() => valueOf(parsed.root ?? undefined), [parsed]);
  const form = useMemo(
    (): FormDocument => ({
      key: { project, spider },
      value,
      problems: byPointer(problems ?? []),
      offers: new Map(offersOf(value).map((offer) => [pointerOf(offer.path), offer])),
    }),
    [project, spider, value, problems],
  );
  const mode = useMode();
  const caret = useDocument(key, (document) => document.caret) ?? 0;
  const caretPath = useMemo(() => pathAt(parsed, caret), [parsed, caret]);
  const caretPointer = pointerOf(caretPath);
  const place = useDocumentPlace(key);
  const [section, setSection] = useState<Section>(() => sectionOf(caretPointer));
  const box = useRef<HTMLDivElement | null>(null);

  // The form follows the caret, unless the caret follows the form.
  useEffect(() => {
    const element = box.current;
    if (element === null || element.contains(document.activeElement) || caretPointer === '') return undefined;
    setSection(sectionOf(caretPointer));
    const frame = requestAnimationFrame(() =>
      controlFor(element, caretPointer)?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [caretPointer]);

  if (parsed.brokenAt !== null || !isObject(value)) {
    return <Broken {...key} text={text} offset={parsed.brokenAt ?? 0} showsText={mode !== 'form'} />;
  }
  const follow = (event: FocusEvent) => {
    const pointer = event.target.closest('[data-pointer]')?.getAttribute('data-pointer');
    if (pointer !== null && pointer !== undefined) revealPointer(key, pointer, { focus: false });
  };
  const content: Record<Section, ReactNode> = {
    general: <GeneralSection />,
    rules: <RulesSection opened={place?.kind === 'rule' ? place.rule : null} />,
    callbacks: (
      <CallbacksSection caret={place?.kind === 'callback' ? [place.callback, ...place.field] : []} />
    ),
    expect: <ExpectSection caret={expectedFieldAt(caretPath)} />,
    settings: <SettingsSection caret={place?.kind === 'setting' ? place.setting : null} />,
  };
  return (
    <FormContext value={form}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the controls inside have the focus */}
      <div
        className="author-form"
        role="group"
        aria-label="Form"
        ref={box}
        onFocus={follow}
        onKeyDown={(event) => undoByKey(event, key)}
        data-pane="spider-form"
      >
        <Tabs
          label="Parts of the spider"
          value={section}
          onChange={(id) => setSection(sections.find((each) => each.id === id)?.id ?? 'general')}
          tabs={sections.map(({ id, title }) => ({
            id,
            title,
            badge: <TabBadge count={countOf(value, id)} broken={isBroken(problems ?? [], id)} />,
          }))}
        >
          {content[section]}
        </Tabs>
      </div>
    </FormContext>
  );
}

function byPointer(problems: readonly FixableProblem[]): Map<string, FixableProblem[]> {
  const map = new Map<string, FixableProblem[]>();
  for (const problem of problems) map.set(problem.pointer, [...(map.get(problem.pointer) ?? []), problem]);
  return map;
}

const isBroken = (problems: readonly FixableProblem[], section: Section) =>
  problems.some(({ severity, pointer }) => severity === 'error' && sectionOf(pointer) === section);

function countOf(value: unknown, section: Section): number | null {
  if (section === 'rules') return entriesOf(memberOf(value, 'rules')).length;
  if (section === 'expect') return membersOf(memberOf(memberOf(value, 'expect'), 'fields')).length;
  return section === 'general' ? null : membersOf(memberOf(value, section)).length;
}

function TabBadge({ count, broken }: { count: number | null; broken: boolean }) {
  return (
    <>
      {count !== null && count > 0 && <Badge tone={broken ? 'danger' : 'neutral'}>{count}</Badge>}
      {broken && (count === null || count === 0) && <Badge tone="danger">!</Badge>}
    </>
  );
}

/** The control of a pointer, or of the nearest value around it. */
function controlFor(element: HTMLElement, pointer: string): HTMLElement | null {
  let rest = pointer;
  while (rest !== '') {
    const found = [...element.querySelectorAll<HTMLElement>('[data-pointer]')].find(
      (each) => each.dataset['pointer'] === rest,
    );
    if (found !== undefined) return found;
    rest = rest.slice(0, rest.lastIndexOf('/'));
  }
  return null;
}

/** Sends undo and redo to the text. The browser's own undo of a control would not match it. */
function undoByKey(event: KeyboardEvent, key: SpiderKey): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const letter = event.key.toLowerCase();
  if (letter !== 'z' && letter !== 'y') return;
  event.preventDefault();
  if (letter === 'y' || event.shiftKey) redo(key);
  else undo(key);
}

interface BrokenProps extends SpiderKey {
  text: string;
  offset: number;
  showsText: boolean;
}

/** In the place of the form while the text is not JSON. */
function Broken({ text, offset, showsText, ...key }: BrokenProps) {
  const { line, column } = new TextPositions(text, null).at(offset);
  const show = () => {
    if (!showsText) setMode('both');
    // The editor may have to be shown first.
    requestAnimationFrame(() => revealOffset(key, offset));
  };
  return (
    <div className="author-form" data-pane="spider-form">
      <EmptyState
        icon={FileWarning}
        title="The text is not valid JSON"
        actions={
          <Button variant="primary" onClick={show}>
            Go to line {line}
          </Button>
        }
      >
        The form cannot read the text from line {line}, column {column} on. Fix the error there, or undo.
      </EmptyState>
    </div>
  );
}
