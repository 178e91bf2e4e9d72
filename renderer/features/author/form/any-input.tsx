import { useState } from 'react';
import { Input } from '../../../ui/field.tsx';
import { pointerOf, type JsonPath } from '../../../spider-document/json-path.ts';
import { useEdits } from './form-context.ts';

interface AnyInputProps {
  path: JsonPath;
  label: string;
  /** The value of the document as this control writes it. */
  written: string;
}

/** A value of any type, written when the control loses the focus: JSON if it parses, else text. */
export function AnyInput({ path, label, written }: AnyInputProps) {
  const edits = useEdits();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      mono
      aria-label={label}
      data-pointer={pointerOf(path)}
      value={typed ?? written}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed !== null && typed !== written) edits.write(path, readAny(typed));
        setTyped(null);
      }}
    />
  );
}

/** `3`, `true`, `null`, `[]` and `"3"` are JSON; `unknown` is a text. */
export function readAny(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
