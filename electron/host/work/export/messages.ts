import type { SpiderName } from '../../../store/history/crawl-history-queries.ts';
import type { ItemView } from '../../../store/items/item-queries.ts';
import type { CsvDialectName, PathChoice, RowForm } from '../../../../shared/export-formats.ts';

/** How items are written. */
export interface ExportHow {
  /** The list whose entries have a row each; null: each item is a row. */
  rows: string | null;
  columns: readonly string[] | null;
  format: RowForm;
  dialect: CsvDialectName;
  flatten: readonly PathChoice[];
  guardFormulas: boolean;
}

/** A file, and those of its tables beside it. */
export interface FilePlace {
  kind: 'file';
  path: string;
  replace: boolean;
  append: boolean;
  /** The archive that all files are packed into if there are several; null: they stay beside each other. */
  archive: string | null;
}

/** An object of a bucket. */
export interface ObjectPlace {
  kind: 'object';
  /** `place:NAME` or `s3://BUCKET`, with or without a folder. */
  place: string;
  key: string;
  replace: boolean;
}

/** A table of a database. */
export interface TablePlace {
  kind: 'table';
  /** The address of a PostgreSQL database, without a password, or the path of a SQLite database. */
  database: string;
  credentials: { username: string; password: string } | null;
  schema: string | null;
  table: string;
  /** The columns by which rows are known again and replaced; null: rows are added. */
  key: readonly string[] | null;
  addColumns: boolean;
  /** The export and its part, by which what was added already is known. */
  source: { recipe: string; part: string };
}

/** Where an export is written. */
export type ExportPlace = FilePlace | ObjectPlace | TablePlace;

/** The mark of an export of new items to files, which is noted before they are put in place. */
export interface NextMark {
  of: SpiderName;
  target: string;
  /** Where it moves to. */
  item: number;
  /** What was found out about the export before. */
  notes: readonly string[];
}

/** An export, as the thread that writes it needs it. */
export interface ExportJob {
  dataDir: string;
  /** Channel that answers for the proxies of the system; null: the environment. */
  proxyChannel: string | null;
  view: ItemView;
  how: ExportHow;
  to: ExportPlace;
  /** Where the downloaded files of the items go: a folder, or an archive with the ending .zip. Left out: nowhere. */
  files?: string;
  /** Whether they are packed with the file, into the folder `files` of the archive that it becomes. Default: false. */
  packFiles?: boolean;
  /** null: an export of what was asked for, or one that goes to no file. */
  next: NextMark | null;
}

/** Progress of an export: items written, and their total. */
export interface ExportProgress {
  rows: number;
  total: number;
}

/** Result of an export. */
export interface WrittenExport {
  rows: number;
  /** null: rows of a table. */
  bytes: number | null;
  /** Path of the file, that of the archive if they were packed; else the place as people know it. */
  path: string;
  notes: string[];
}
