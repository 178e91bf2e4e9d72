import { callbackReferences } from '../../../shared/spider/callback-references.ts';

/** The most places that are listed. */
const listed = 5;

/** "rule 0, rule 2, rows of parse_list": what passes pages to a callback; null: nothing does. */
export function callbackUses(document: unknown, name: string): string | null {
  const uses = callbackReferences(document)
    .filter((reference) => reference.name === name)
    .map(({ path: [part, place] }) =>
      part === 'rules' ? `rule ${place}` : part === 'callbacks' ? `rows of ${place}` : 'generated URLs',
    );
  const different = [...new Set(uses)];
  return different.length === 0
    ? null
    : `${different.slice(0, listed).join(', ')}${different.length > listed ? ', …' : ''}`;
}

/** The callbacks that a document names, those that it has to define, each once. */
export function namedCallbacks(document: unknown): string[] {
  const names = callbackReferences(document).map(({ name }) => name);
  return [...new Set(names)].filter((name) => name !== 'parse_article');
}
