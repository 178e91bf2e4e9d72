import { useId } from 'react';
import type { SavedPage, SelectorSuggestion } from '../../../../shared/contract/types.ts';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { count, counted } from '../../../ui/format.ts';
import type { AtHand } from '../at-hand.ts';
import type { NamedReport } from '../field-paths.ts';
import { NoAnswer } from '../test-status.tsx';
import type { Hand } from '../tester-store.ts';
import { useTest } from '../use-test.ts';
import { choose, targetOfField } from './take.ts';

interface CandidatesProps {
  spiderKey: SpiderKey;
  page: SavedPage;
  at: AtHand;
  subject: string;
  field: NamedReport;
  /** What was picked for it; null: its first match stands for it. */
  hand: Hand | null;
}

/** The selectors that the field can be taken by, best first, and what else its element holds. */
export function Candidates({ spiderKey: key, page, at, subject, field, hand }: CandidatesProps) {
  const name = useId();
  const { report } = field;
  const element = hand?.elements[0] ?? report.nodes.elements[0] ?? null;
  const within = targetOfField(key, at)?.within ?? null;
  const test = useTest(
    'tester.suggest',
    element === null ? null : { page: page.id, elements: [element], within },
    `${subject} ${element} ${within}`,
  );
  const own = { language: report.language, selector: report.selector };
  if (element === null || own.selector === null) return null;
  if (test.value === null) return <NoAnswer test={test} title="No selectors could be found." />;
  const { suggestions } = test.value;
  const known = suggestions.some((each) => isSame(each, own));
  return (
    <fieldset className="hand-candidates">
      <legend className="small muted">Where it is taken from</legend>
      {!known && (
        <Candidate
          group={name}
          selector={own.selector}
          chosen
          facts={[report.items === null ? counted(report.matches, 'match', 'matches') : fill(report)]}
          value={null}
          onChoose={null}
        />
      )}
      {suggestions.map((each) => (
        <Candidate
          key={`${each.language} ${each.selector}`}
          group={name}
          selector={each.selector}
          chosen={isSame(each, own)}
          facts={factsOf(each, report.items)}
          value={each.value}
          onChoose={() => choose(key, { ...at, page: page.id }, each)}
        />
      ))}
    </fieldset>
  );
}

const isSame = (each: SelectorSuggestion, own: { language: string | null; selector: string | null }) =>
  each.selector === own.selector && each.language === own.language;

const fill = ({ items, filled }: NamedReport['report']) => `${count(filled ?? 0)} of ${count(items ?? 0)}`;

/** @param items the number of rows that it is looked for in; null: the page */
function factsOf({ matches, why }: SelectorSuggestion, items: number | null): string[] {
  return [
    items === null ? counted(matches, 'match', 'matches') : `${count(matches)} in ${counted(items, 'row')}`,
    why,
  ];
}

function Candidate({
  group,
  selector,
  chosen,
  facts,
  value,
  onChoose,
}: {
  group: string;
  selector: string;
  chosen: boolean;
  facts: readonly string[];
  value: string | null;
  /** null: it is chosen already, and cannot be chosen again. */
  onChoose: (() => void) | null;
}) {
  return (
    <label className="hand-candidate" data-chosen={chosen || undefined}>
      <input
        type="radio"
        className="visually-hidden"
        name={group}
        checked={chosen}
        onChange={() => onChoose?.()}
      />
      <span className="mono tester-selector">{selector}</span>
      {value !== null && value.trim() !== '' && <span className="small ellipsis">{value.trim()}</span>}
      <span className="small muted">{facts.join(' · ')}</span>
    </label>
  );
}
