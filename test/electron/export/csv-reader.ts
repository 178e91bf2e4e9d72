/** A small CSV reader of its own, to check what the writer wrote: quoted cells, CR LF or LF, nothing else. */
export function readCsv(text: string, separator = ','): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let cell = '';
  let inQuotes = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text.charAt(i);
    if (inQuotes) {
      if (character !== '"') cell += character;
      else if (text[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else inQuotes = false;
    } else if (character === '"' && cell === '') inQuotes = true;
    else if (character === separator) {
      record.push(cell);
      cell = '';
    } else if (character === '\n' || (character === '\r' && text[i + 1] === '\n')) {
      if (character === '\r') i += 1;
      records.push([...record, cell]);
      record = [];
      cell = '';
    } else cell += character;
  }
  if (inQuotes || cell !== '' || record.length > 0) throw new Error('The last record has no end.');
  return records;
}

/** Records as objects, by the names in the first one. */
export function readCsvObjects(text: string): Record<string, string>[] {
  const [names = [], ...records] = readCsv(text);
  return records.map((record) => {
    if (record.length !== names.length)
      throw new Error(`A record has ${record.length} cells, not ${names.length}.`);
    return Object.fromEntries(names.map((name, index) => [name, record[index] ?? '']));
  });
}
