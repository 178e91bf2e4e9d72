import { useState, type KeyboardEvent } from 'react';
import { Input } from '../../../ui/field.tsx';
import { pointerOf, type JsonPath } from '../../../../shared/spider/json-path.ts';
import { useEdits } from './form-context.ts';

interface AnyInputProps {
  path: JsonPath;
  label: string;
  /** The value of the document as this control writes it. */
  written: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** A value of any type, written when the control loses the focus: JSON if it parses, else text. */
export function AnyInput({ path, label, written, ...rest }: AnyInputProps) {
  const edits = useEdits();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      {...rest}
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

/** A value as `readAny` reads it: texts as they are, unless they read as JSON. */
export function writeAny(value: unknown): string {
  return typeof value === 'string' && readAny(value) === value ? value : JSON.stringify(value);
}
