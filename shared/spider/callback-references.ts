import { entriesOf, memberOf, membersOf } from './plain.ts';
import type { Path } from './problems.ts';

/** A place of a spider that names a callback. */
export interface CallbackReference {
  readonly path: Path;
  readonly name: string;
}

/** The places of a spider document of any shape that name a callback: rules, rows that lead on, generated URLs, and start requests. */
export function callbackReferences(document: unknown): CallbackReference[] {
  const rules = entriesOf(memberOf(document, 'rules')).map((rule, index) => ({
    path: ['rules', index, 'callback'],
    name: memberOf(rule, 'callback'),
  }));
  const rows = membersOf(memberOf(document, 'callbacks')).map(([name, callback]) => ({
    path: ['callbacks', name, 'iterate', 'follow', 'callback'],
    name: memberOf(memberOf(memberOf(callback, 'iterate'), 'follow'), 'callback'),
  }));
  const generated = entriesOf(memberOf(memberOf(document, 'settings'), 'GENERATED_URLS')).map(
    (entry, index) => ({
      path: ['settings', 'GENERATED_URLS', index, 'callback'],
      name: memberOf(entry, 'callback'),
    }),
  );
  const requests = entriesOf(memberOf(document, 'start_requests')).map((request, index) => ({
    path: ['start_requests', index, 'callback'],
    name: memberOf(request, 'callback'),
  }));
  return [...rules, ...rows, ...generated, ...requests].flatMap(({ path, name }) =>
    typeof name === 'string' ? [{ path, name }] : [],
  );
}
