import { ProcessingInstruction } from 'domhandler';

/** Quirks mode of a document. */
export type DocumentMode = 'no-quirks' | 'quirks' | 'limited-quirks';

const wellFormed =
  /^doctype[\t\n\f ]+([a-z]+)[\t\n\f ]*(?:(?:public[\t\n\f ]+(?:"([^">]*)"|'([^'>]*)')|system)(?:[\t\n\f ]+(?:"([^">]*)"|'([^'>]*)'))?)?[\t\n\f ]*$/i;

/** Common public identifiers, without the language at the end. Doctypes with others are left to parse5. */
const modes = new Map<string, { withSystem: DocumentMode; without: DocumentMode }>([
  ['-//w3c//dtd html 4.01//en', { withSystem: 'no-quirks', without: 'no-quirks' }],
  ['-//w3c//dtd html 4.01 transitional//en', { withSystem: 'limited-quirks', without: 'quirks' }],
  ['-//w3c//dtd html 4.0 transitional//en', { withSystem: 'quirks', without: 'quirks' }],
  ['-//w3c//dtd xhtml 1.0 strict//en', { withSystem: 'no-quirks', without: 'no-quirks' }],
  ['-//w3c//dtd xhtml 1.0 transitional//en', { withSystem: 'limited-quirks', without: 'limited-quirks' }],
  ['-//w3c//dtd xhtml 1.1//en', { withSystem: 'no-quirks', without: 'no-quirks' }],
  ['-//w3c//dtd xhtml+rdfa 1.0//en', { withSystem: 'no-quirks', without: 'no-quirks' }],
  ['-//w3c//dtd xhtml+rdfa 1.1//en', { withSystem: 'no-quirks', without: 'no-quirks' }],
]);

/** Maximum length of a doctype, which bounds the time of the pattern. */
const lengthLimit = 400;

const oldSystem = 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd';

/** A doctype and the quirks mode that it selects. */
export interface Doctype {
  node: ProcessingInstruction;
  mode: DocumentMode;
}

/** Parses the doctype `<!` + `source` + `>` to the node that parse5's adapter creates; null for an unusual one. */
export function readDoctype(source: string): Doctype | null {
  const match = source.length > lengthLimit ? null : wellFormed.exec(source);
  if (match === null) return null;
  const name = (match[1] ?? '').toLowerCase();
  const publicId = match[2] ?? match[3];
  const systemId = match[4] ?? match[5];
  const isSystem = publicId === undefined && systemId !== undefined;
  if (
    name !== 'html' ||
    (publicId === undefined && systemId === undefined && /(public|system)[\t\n\f ]*$/i.test(source))
  ) {
    return null;
  }
  let mode: DocumentMode = 'no-quirks';
  if (publicId !== undefined) {
    const known = modes.get(publicId.toLowerCase());
    if (known === undefined) return null;
    mode = systemId === undefined ? known.without : known.withSystem;
  }
  if (systemId?.toLowerCase() === oldSystem) mode = 'quirks';

  let data = `!DOCTYPE ${name}`;
  if (publicId) data += ` PUBLIC ${quoted(publicId)}`;
  else if (isSystem && systemId) data += ' SYSTEM';
  if (systemId) data += ` ${quoted(systemId)}`;
  const node = new ProcessingInstruction('!doctype', data);
  node['x-name'] = name;
  node['x-publicId'] = publicId ?? '';
  node['x-systemId'] = systemId ?? '';
  return { node, mode };
}

function quoted(id: string): string {
  return id.includes('"') ? `'${id}'` : `"${id}"`;
}
