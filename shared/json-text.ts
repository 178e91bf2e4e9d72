/** Prefixes against inclusion as a script. */
const guard = /^\s*(?:\)\]\}'?,?|while\s*\(1\);|for\s*\(;;\);)/;
/** One call of a function by its name, as scripts of other origins are answered: `callback({…});`. */
const call =
  /^\s*(?:\/\*.*?\*\/\s*)?(?:typeof\s+[\w.$]+\s*===?\s*'function'\s*&&\s*)?[A-Za-z_$][\w.$]*\s*\(\s*(?=[[{])/s;

/** JSON inside a text, and where in the text it begins. */
export interface JsonText {
  text: string;
  offset: number;
}

/** The JSON of a text: without a guard, and without the call of one function around it. */
export function jsonTextOf(written: string): JsonText {
  const guarded = guard.exec(written)?.[0].length ?? 0;
  if (guarded > 0) return { text: written.slice(guarded), offset: guarded };
  const opening = call.exec(written)?.[0].length ?? 0;
  const end = opening === 0 ? null : /\)\s*;?\s*$/.exec(written);
  return end === null
    ? { text: written, offset: 0 }
    : { text: written.slice(opening, end.index), offset: opening };
}
