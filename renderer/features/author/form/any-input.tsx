import { useState, type KeyboardEvent } from 'react';
import { Input, TextArea } from '../../../ui/field.tsx';
import { pointerOf, type JsonPath } from '../../../../shared/spider/json-path.ts';
import { useEdits } from './form-context.ts';

interface AnyInputProps {
  path: JsonPath;
  label: string;
  /** The value of the document as this control writes it. */
  written: string;
  /** Whether it takes several lines. */
  lines?: boolean;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** A value of any type, written when the control loses the focus: JSON if it parses, else text. */
export function AnyInput({ path, label, written, lines = false, onKeyDown, ...rest }: AnyInputProps) {
  const edits = useEdits();
  const [typed, setTyped] = useState<string | null>(null);
  const props = {
    ...rest,
    mono: true,
    'aria-label': label,
    'data-pointer': pointerOf(path),
    value: typed ?? written,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
    onBlur: () => {
      if (typed !== null && typed !== written) edits.write(path, readAny(typed));
      setTyped(null);
    },
  };
  return lines ? (
    <TextArea rows={Math.min(mostRows, written.split('\n').length)} {...props} />
  ) : (
    <Input {...props} {...(onKeyDown === undefined ? {} : { onKeyDown })} />
  );
}

/** Lines of a value that are shown at once. */
const mostRows = 12;

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
