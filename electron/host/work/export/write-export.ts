import { statSync } from 'node:fs';
import { csvDialect } from '../../../export/csv.ts';
import { exportItems, type ExportRequest, type ExportResult } from '../../../export/export.ts';
import { packFiles } from '../../../export/pack-files.ts';
import type { ExportTarget, FileTarget, ReadyFile, TargetSystem } from '../../../export/target.ts';
import type { ZipEntry } from '../../../export/zip-stream.ts';
import type { ItemStream } from '../../../store/items/item-queries.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { copyFiles, readFiles } from './copy-files.ts';
import { intend } from './intention.ts';
import type { ExportHow, ExportJob, FilePlace, WrittenExport } from './messages.ts';

/** What goes along with the writing of an export. */
export interface Writing {
  signal: AbortSignal | undefined;
  /** Reads the items of a view; it may count them, or end an export that was cancelled. */
  counted: (items: ItemStream) => ExportRequest['batches'];
  /** What to do with a chosen column that no item has. */
  unknown?: 'empty';
  /** File operations; those of this computer if left out. */
  system?: TargetSystem;
}

/** Writes an export to its place, whole or not at all. @throws ExportError, HostError */
export async function writeExport(
  workspace: Workspace,
  job: ExportJob,
  writing: Writing,
): Promise<WrittenExport> {
  const { view, files } = job;
  if (files === undefined) return writeItems(workspace, job, writing);
  const told = await copyFiles(workspace, { view, to: files, signal: writing.signal });
  const written = await writeItems(workspace, job, writing);
  return { ...written, notes: [...written.notes, ...told] };
}

async function writeItems(workspace: Workspace, job: ExportJob, writing: Writing): Promise<WrittenExport> {
  const { to, how, view, next } = job;
  if (to.kind === 'table') {
    const { writeTable } = await import('./write-table.ts');
    return writeTable(workspace, { ...job, to }, writing);
  }
  const batches = writing.counted(await workspace.queries.items.stream(view));
  const write = (target: ExportTarget): Promise<ExportResult> =>
    exportItems({ ...fileShape(how), batches, ...unknownOf(writing), ...systemOf(writing), target });
  if (to.kind === 'file') {
    if (job.packFiles === true) return writePacked(workspace, { ...job, to }, { write, writing });
    if (next === null) return writeFile(to, write);
    const ready = (files: ReadyFile[]): Promise<void> => intend(workspace, next, files);
    const written = await writeFile(to, (target) => write({ ...target, ready }));
    return { ...written, notes: [...next.notes, ...written.notes] };
  }
  const { writeObject } = await import('./write-object.ts');
  return writeObject({ ...job, to }, { write, signal: writing.signal });
}

const systemOf = ({ system }: Writing): { system?: TargetSystem } => (system === undefined ? {} : { system });

/** What is to be done with chosen columns that no item has, as an export reads it. */
export const unknownOf = ({ unknown }: Writing): { unknown?: 'empty' } =>
  unknown === undefined ? {} : { unknown };

/** The shape of an export to a file. */
export function fileShape({ format, dialect, ...how }: ExportHow): Omit<ExportRequest, 'batches' | 'target'> {
  if (format === 'table') throw new Error('A table of a database is no file.');
  return { ...how, format, dialect: csvDialect(dialect) };
}

/** Writes a file, and packs it with the downloaded files of its items. */
async function writePacked(
  workspace: Workspace,
  { to: { path, replace, archive }, view }: ExportJob & { to: FilePlace },
  { write, writing }: { write: (target: FileTarget) => Promise<ExportResult>; writing: Writing },
): Promise<WrittenExport> {
  if (archive === null) throw new Error('Only a download is packed.');
  const { rows, notes, others } = await write({ file: path, force: replace, append: false });
  const copies = readFiles(workspace, { view, signal: writing.signal });
  async function* entries(): AsyncGenerator<ZipEntry> {
    for await (const { name, content } of copies.contents()) yield { name: `files/${name}`, content };
  }
  await packFiles([path, ...others], archive, entries());
  return {
    rows,
    bytes: statSync(archive).size,
    path: archive,
    notes: [...notes, ...copies.notes('the folder files')],
  };
}

async function writeFile(
  { path, replace, append, archive }: FilePlace,
  write: (target: FileTarget) => Promise<ExportResult>,
): Promise<WrittenExport> {
  const { rows, notes, others } = await write({ file: path, force: replace, append });
  const isPacked = archive !== null && others.length > 0;
  if (isPacked) await packFiles([path, ...others], archive);
  const written = isPacked ? archive : path;
  return { rows, bytes: statSync(written).size, path: written, notes };
}
