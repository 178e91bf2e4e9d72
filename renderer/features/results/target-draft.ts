import type { RecipeSettings } from '../../../shared/contract/types.ts';
import { itemKeyColumn } from '../../../shared/item-columns.ts';
import { readNames } from '../../../shared/filters/read-filters.ts';

type Target = RecipeSettings['target'];

/** Where downloaded files go. */
export type FilesChoice = 'none' | 'folder' | 'zip';

/** Where a saved export goes, as a person chooses it. */
export type TargetKind = 'place' | 'postgres' | 'folder' | 'sqlite' | 'command';

/** What a person has entered; the same for every kind, so that another one can be tried without losing it. */
export interface TargetDraft {
  readonly kind: TargetKind;
  readonly place: string;
  readonly key: string;
  readonly replace: boolean;
  readonly database: string;
  readonly secret: string;
  /** `table`, or `schema.table`. */
  readonly table: string;
  readonly rows: 'add' | 'key' | 'columns';
  /** The columns by which rows are known again, as `readNames` reads them. */
  readonly columns: string;
  readonly addColumns: boolean;
  readonly folder: string;
  readonly name: string;
  readonly append: boolean;
  /** Where the downloaded files of the items go beside the file. */
  readonly files: FilesChoice;
  readonly command: readonly string[];
}

/** The draft of a target. @param target null: a new one */
export function draftOf(target: Target | null, spider: string): TargetDraft {
  const empty: TargetDraft = {
    kind: 'place',
    place: '',
    key: '{spider}/{date}/{run}',
    replace: false,
    database: '',
    secret: '',
    table: spider,
    rows: 'add',
    columns: '',
    addColumns: true,
    folder: '',
    name: '{spider}-{run}',
    append: false,
    files: 'none',
    command: [],
  };
  switch (target?.kind) {
    case undefined:
      return empty;
    case 'folder':
      return { ...empty, ...target, append: target.append === true, files: target.files ?? 'none' };
    case 'command':
      return { ...empty, ...target };
    case 'place':
      return { ...empty, ...target, replace: target.replace === true };
    case 'table': {
      const { database, secret, schema, table, key, addColumns = false } = target;
      const isOwn = key?.length === 1 && key[0] === itemKeyColumn;
      return {
        ...empty,
        kind: isPostgres(database) ? 'postgres' : 'sqlite',
        database,
        secret: secret ?? '',
        table: (schema ?? null) === null ? table : `${schema}.${table}`,
        rows: key === undefined ? 'add' : isOwn ? 'key' : 'columns',
        columns: key === undefined || isOwn ? '' : key.join(', '),
        addColumns,
      };
    }
    default:
      return target satisfies never;
  }
}

/** The target that a draft says; or what is missing, in a sentence. */
export function targetOf(draft: TargetDraft): Target | string {
  switch (draft.kind) {
    case 'command':
      return { kind: 'command', command: [...draft.command] };
    case 'folder':
      if (draft.folder === '') return 'Choose the folder.';
      return {
        kind: 'folder',
        folder: draft.folder,
        name: draft.name.trim() === '' ? '{spider}-{run}' : draft.name.trim(),
        ...(draft.append ? { append: true } : {}),
        ...(draft.files === 'none' ? {} : { files: draft.files }),
      };
    case 'place': {
      const place = draft.place.trim();
      if (place === '') return 'Name the place that gets the files.';
      return {
        kind: 'place',
        place: /^(?:place:|s3:\/\/)/.test(place) ? place : `place:${place}`,
        key: draft.key.trim() === '' ? '{spider}/{run}' : draft.key.trim(),
        ...(draft.replace ? { replace: true } : {}),
      };
    }
    case 'postgres':
      if (!isPostgres(draft.database.trim())) return 'The address begins with postgresql://.';
      return tableOf(draft);
    case 'sqlite':
      return draft.database === '' ? 'Choose the database.' : tableOf(draft);
    default:
      return draft.kind satisfies never;
  }
}

function tableOf(draft: TargetDraft): Target | string {
  const isServer = draft.kind === 'postgres';
  const named = draft.table.trim();
  const dot = isServer ? named.indexOf('.') : -1;
  const table = named.slice(dot + 1);
  const secret = draft.secret.trim();
  if (table === '' || dot === 0) return 'Name the table.';
  if (isServer && secret !== '' && !/^(?:env|keychain):[A-Za-z0-9_.-]+$/.test(secret))
    return 'A secret is named, not written: env:NAME or keychain:NAME.';
  const key = keyOf(draft);
  if (typeof key === 'string') return key;
  return {
    kind: 'table',
    database: draft.database.trim(),
    ...(isServer && secret !== '' ? { secret } : {}),
    ...(dot === -1 ? {} : { schema: named.slice(0, dot) }),
    table,
    ...(key === null ? {} : { key }),
    ...(draft.addColumns ? { addColumns: true } : {}),
  };
}

/** The columns by which rows are known again; null: rows are added; a text: what is wrong. */
function keyOf({ rows, columns }: TargetDraft): string[] | string | null {
  if (rows === 'add') return null;
  if (rows === 'key') return [];
  try {
    const names = readNames(columns);
    return names.length === 0 ? 'Name the columns by which a row is known again.' : names;
  } catch (error) {
    return error instanceof Error ? error.message : 'The columns cannot be read.';
  }
}

const isPostgres = (database: string): boolean => /^postgres(?:ql)?:/i.test(database);
