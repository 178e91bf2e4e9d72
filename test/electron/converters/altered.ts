/** A value of a JSON document, and the document with another one in its place. */
export interface Altered {
  path: string;
  document: unknown;
}

/** Every value that is written in a JSON document, each with the document in which another one stands there. */
export function alteredOf(document: unknown): Altered[] {
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([key, value]: [string, unknown]) => {
    const isLeaf = typeof value !== 'object' || value === null;
    const inner = isLeaf ? [{ path: '', document: otherThan(value) }] : alteredOf(value);
    return inner.map(({ path, document: made }) => ({
      path: path === '' ? key : `${key}.${path}`,
      document: Array.isArray(document) ? document.with(Number(key), made) : { ...document, [key]: made },
    }));
  });
}

const otherThan = (value: unknown): unknown =>
  typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 1 : 'zz-other';

/** Whether a report says that a part is lost as a whole, with what stands in it. */
export function isLostWhole(path: string, lost: readonly { place: string }[]): boolean {
  return lost.some(({ place }) => {
    const known = place
      .replaceAll(/ "[^"]*"/g, '')
      .replaceAll(/\[(\d+)\]/g, '.$1')
      .replace(/^.* /, '');
    return path === known || `.${path}.`.includes(`.${known}.`);
  });
}
