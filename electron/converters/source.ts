import type { ConvertedSpider } from './finish.ts';

/** A file of a source: its path within what was given, with "/", and its text. */
export interface SourceFile {
  name: string;
  text: string;
}

/** The files are not what they were said to be. */
export class NotConvertible extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.hint = hint;
  }
}

/** Turns the files of another tool into spiders. It reads texts only, and runs nothing. */
export interface Converter {
  /** Whether the files look like those of the tool. */
  recognises(files: readonly SourceFile[]): boolean;
  /** @throws NotConvertible */
  convert(files: readonly SourceFile[]): ConvertedSpider[];
}

/** Reads JSON. @throws NotConvertible */
export function readJson({ name, text }: SourceFile): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    throw new NotConvertible(`"${name}" is not valid JSON.`);
  }
}

/** Reads JSON; undefined where it is none. */
export function jsonOrNothing(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text.replace(/^\uFEFF/, '')) as unknown);
  } catch {
    return undefined;
  }
}
