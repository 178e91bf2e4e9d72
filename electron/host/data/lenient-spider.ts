import { parse } from 'jsonc-parser';
import { entriesOf, isObject, memberOf } from '../../../shared/spider/plain.ts';

/** What could be read from the text of a spider that may be incomplete. */
export interface LenientSpider {
  /** The parsed JSON; undefined: nothing could be parsed. */
  value: unknown;
  name: string | null;
  description: string | null;
  tags: string[];
  callbacks: string[];
}

/** Reads the text of a spider, tolerating syntax errors. Never throws. */
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
    // Nested too deeply for the recursive parser.
    return undefined;
  }
}
