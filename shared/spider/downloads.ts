import type { FieldExtract, Spider } from './schema.ts';

/** Whether a spider downloads the files of fields. */
export function downloadsFiles({ callbacks }: Pick<Spider, 'callbacks'>): boolean {
  return Object.values(callbacks ?? {}).some(({ extract }) => hasDownload(extract));
}

const hasDownload = (fields: Readonly<Record<string, FieldExtract>> | null | undefined): boolean =>
  Object.values(fields ?? {}).some(({ download, extract }) => download === true || hasDownload(extract));
