import { parse } from 'jsonc-parser';
import { entriesOf, isObject, memberOf } from '../../../shared/spider/plain.ts';

/** What can be read of a text that may be unfinished. */
export interface LenientSpider {
  /** As far as it could be read; undefined: nothing. */
  value: unknown;
  name: string | null;
  description: string | null;
  tags: string[];
  callbacks: string[];
}

/** Reads what it can of the text of a spider: a missing bracket further down does not make the rest unreadable. Never throws. */
export function lenientSpider(text: string): LenientSpider {
  const value = read(text);
  const name = memberOf(value, 'name');
  const description = memberOf(value, 'description');
  const callbacks = memberOf(value, 'callbacks');
  return {
    value,
    name: typeof name === 'string' && name !== '' ? name : null,
    description: typeof description === 'string' && description !== '' ? description : null,
    tags: entriesOf(memberOf(value, 'tags')).filter((tag): tag is string => typeof tag === 'string'),
    callbacks: isObject(callbacks) ? Object.keys(callbacks) : [],
  };
}

function read(text: string): unknown {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    const value: unknown = JSON.parse(body);
    return value;
  } catch {
    return forgiving(body);
  }
}

function forgiving(text: string): unknown {
  try {
    const value: unknown = parse(text, [], { allowTrailingComma: true, disallowComments: false });
    return value;
  } catch {
    // Nested too deeply for a reader that recurses.
    return undefined;
  }
}
