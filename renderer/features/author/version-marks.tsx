import { useState } from 'react';
import type { CallValue } from '../../../shared/contract/index.ts';
import { versionLabelPattern } from '../../../shared/spider/version-origins.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { act } from '../../state/act.ts';
import { invalidate } from '../../state/query.ts';
import { Input } from '../../ui/field.tsx';

type Version = CallValue<'spiders.versions'>[number];

const labelShape = new RegExp(versionLabelPattern, 'u');

/** The label and the note of a version, edited in place: Enter or leaving the field keeps them, Escape does not. */
export function VersionMarks({ version, ...key }: SpiderKey & { version: Version }) {
  const mark = async (marks: { label?: string | null; note?: string | null }) => {
    const kept = await act(
      'spiders.mark',
      { ...key, version: version.number, ...marks },
      { failure: `Version ${version.number} was not changed.` },
    );
    invalidate((name) => name === 'spiders.versions');
    return kept !== null;
  };
  return (
    <div className="author-version-marks">
      <Mark
        key={`label ${version.number} ${version.label ?? ''}`}
        name="Label"
        placeholder="Label, for example live"
        value={version.label ?? ''}
        maxLength={64}
        isGood={(text) => text === '' || labelShape.test(text)}
        onKeep={(text) => mark({ label: text === '' ? null : text })}
      />
      <Mark
        key={`note ${version.number} ${version.note ?? ''}`}
        name="Note"
        placeholder="Note"
        value={version.note ?? ''}
        maxLength={1000}
        isGood={() => true}
        onKeep={(text) => mark({ note: text === '' ? null : text })}
      />
    </div>
  );
}

interface MarkProps {
  name: string;
  placeholder: string;
  value: string;
  maxLength: number;
  isGood: (text: string) => boolean;
  onKeep: (text: string) => Promise<boolean>;
}

function Mark({ name, placeholder, value, maxLength, isGood, onKeep }: MarkProps) {
  const [text, setText] = useState(value);
  const trimmed = text.trim();
  const keep = async () => {
    if (trimmed === value || !isGood(trimmed)) return;
    if (!(await onKeep(trimmed))) setText(value);
  };
  return (
    <Input
      aria-label={name}
      placeholder={placeholder}
      value={text}
      maxLength={maxLength}
      aria-invalid={!isGood(trimmed)}
      title={
        isGood(trimmed)
          ? undefined
          : 'A label begins with a letter, and has letters, digits, ".", "-" and "_".'
      }
      onChange={(event) => setText(event.target.value)}
      onBlur={() => void keep()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          void keep();
        } else if (event.key === 'Escape' && text !== value) {
          event.stopPropagation();
          event.preventDefault();
          setText(value);
        }
      }}
    />
  );
}
