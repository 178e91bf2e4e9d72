import type { ItemDifference } from '../../../shared/contract/types.ts';
import { href } from '../../navigation/router.ts';
import { Badge } from '../../ui/badge.tsx';
import { InspectorPane } from '../../ui/inspector-pane.tsx';
import { changedParts } from './changed-parts.ts';
import { causeWords, cellText, itemName, kindWords } from './difference-words.ts';
import { MarkedText } from './marked-text.tsx';
import type { RunPair } from './difference-source.ts';

interface DifferenceInspectorProps {
  difference: ItemDifference;
  pair: RunPair;
}

/** All fields in which an item differs, both values beside one another, each with the way to its item. */
export function DifferenceInspector({ difference, pair }: DifferenceInspectorProps) {
  const { kind, url, before, after, cause, reason, fields } = difference;
  return (
    <InspectorPane
      label="Difference"
      title={
        <>
          <Badge tone={kindWords[kind].tone}>{kindWords[kind].word}</Badge> {itemName(difference)}
        </>
      }
    >
      <p className="compare-facts">
        <span className="mono ellipsis" title={url}>
          {url}
        </span>
        {before !== null && <a href={href(['item', before])}>Item of run {pair.before}</a>}
        {after !== null && <a href={href(['item', after])}>Item of run {pair.after}</a>}
      </p>
      {kind !== 'changed' && cause !== null && (
        <p className="compare-facts">
          <strong>{causeWords[cause]}.</strong> {reason}
        </p>
      )}
      <table className="compare-values">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Run {pair.before}</th>
            <th scope="col">Run {pair.after}</th>
            {kind === 'changed' && <th scope="col">Made by</th>}
          </tr>
        </thead>
        <tbody>
          {fields.map((each) => (
            <FieldRow key={each.field} field={each} difference={difference} />
          ))}
        </tbody>
      </table>
    </InspectorPane>
  );
}

interface FieldRowProps {
  field: ItemDifference['fields'][number];
  difference: ItemDifference;
}

function FieldRow({ field, difference: { kind, before, after } }: FieldRowProps) {
  const parts = changedParts(cellText(field.before), cellText(field.after));
  const side = (name: 'before' | 'after', item: string | null) => (
    <td>
      {item === null || parts[name].length === 0 ? (
        <span className="subtle">–</span>
      ) : (
        <a href={href(['item', item, 'from', field.field])} title="Where it comes from">
          <MarkedText
            parts={
              kind === 'changed' ? parts[name] : parts[name].map((part) => ({ ...part, changed: false }))
            }
            side={name}
          />
        </a>
      )}
    </td>
  );
  return (
    <tr>
      <th scope="row" className="mono">
        {field.field}
      </th>
      {side('before', before)}
      {side('after', after)}
      {kind === 'changed' && (
        <td>
          {field.cause === null ? <span className="subtle">–</span> : causeWords[field.cause]}
          {field.reason !== null && <div className="subtle">{field.reason}</div>}
        </td>
      )}
    </tr>
  );
}
