/** What names an entry of the library, as people write it. */
export interface LibraryReference {
  /** null: whichever registry has it. */
  registry: string | null;
  name: string;
  /** null: the newest. */
  version: number | null;
}

const pattern = /^(?:([A-Za-z0-9][A-Za-z0-9_.-]{0,63})\/)?([A-Za-z0-9_-]{1,100})(?:@([1-9]\d{0,8}))?$/;

/** Reads `[REGISTRY/]NAME[@VERSION]`; null: the text has another form. */
export function readLibraryReference(text: string): LibraryReference | null {
  const [, registry = null, name, version = null] = pattern.exec(text) ?? [];
  if (name === undefined) return null;
  return { registry, name, version: version === null ? null : Number(version) };
}
