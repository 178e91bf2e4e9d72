import { readFileSync } from 'node:fs';

/** A document that assistants can read. */
export interface AssistantDocument {
  uri: string;
  name: string;
  title: string;
  description: string;
  /** Its place in `docs`. */
  file: string;
}

/** The documents, the guide first. */
export const documents: readonly AssistantDocument[] = [
  {
    uri: 'spider-studio://guide',
    name: 'guide',
    title: 'From an address to a proved spider',
    description: 'How to use the tools, in a few steps. Read it first.',
    file: 'assistant.md',
  },
  {
    uri: 'spider-studio://reference/document',
    name: 'reference-document',
    title: 'The spider document',
    description: 'Every key of a spider: rules, callbacks, fields, rows.',
    file: 'guide/reference-document.md',
  },
  {
    uri: 'spider-studio://reference/processors',
    name: 'reference-processors',
    title: 'Processors',
    description: 'What makes numbers, dates and clean texts of what pages write.',
    file: 'guide/reference-processors.md',
  },
  {
    uri: 'spider-studio://reference/settings',
    name: 'reference-settings',
    title: 'Settings',
    description: 'Delays, limits, the browser and everything else that a spider can set.',
    file: 'guide/reference-settings.md',
  },
  {
    uri: 'spider-studio://reference/errors',
    name: 'reference-errors',
    title: 'Errors',
    description: 'What each code of a failure means.',
    file: 'guide/reference-errors.md',
  },
  {
    uri: 'spider-studio://proof',
    name: 'proof',
    title: 'A spider that is proved',
    description: 'The eleven checks, and what counts as evidence.',
    file: 'proof.md',
  },
];

/** The text of a document; null: there is none of this name. */
export function documentText(uri: string): string | null {
  const found = documents.find((one) => one.uri === uri);
  if (found === undefined) return null;
  return readFileSync(new URL(`../../docs/${found.file}`, import.meta.url), 'utf8').replaceAll('\r\n', '\n');
}
