import type { CommandSpec } from '../command.ts';
import { count, printable, UsageError } from '../output.ts';
import { databaseObjects } from './database-objects.ts';

/** The commands below `database`. */
export const databaseCommands: CommandSpec[] = [
  {
    usage: 'init',
    summary: 'make the tables in a PostgreSQL database, or bring them up to date',
    description:
      'Makes the tables of the workspace in the PostgreSQL database of --database or SPIDER_STUDIO_DATABASE, or brings them to the newest version; whoever runs it owns them. Programs that work with the database meanwhile wait. Any other command does the same where its role may; this one is for a role that owns the tables, so that others need no right to change them.',
    examples: [
      ['database init --database postgresql://owner@db.example/spiders', 'as the role that owns the tables'],
      ['database init --json', 'the database of SPIDER_STUDIO_DATABASE'],
    ],
    async run({ output }) {
      const { prepareDatabase } = await import('../../host/work/database/shared-schema.ts');
      const prepared = await prepareDatabase();
      output.result(prepared, () => printable(`${prepared.database} is ready.`));
    },
  },
  {
    usage: 'grant',
    summary: 'give a role what workers and windows need, and no more',
    description:
      'Prints the SQL that gives a role of the PostgreSQL database what workers and windows need: to read and change rows, but no tables. With --apply it is run, as the role that owns the tables ("database init"). It can be run again, and holds for tables that a later version adds.',
    options: [
      { flags: '--role <name>', description: 'the role that is given the rights; it must be there' },
      { flags: '--apply', description: 'run the SQL instead of printing it' },
    ],
    examples: [
      ['database grant --role worker', 'prints the SQL, for whoever manages the database'],
      ['database grant --role worker --apply', 'runs it'],
    ],
    async run({ options, output }) {
      const role = options.text('role');
      if (role === null || role === '')
        throw new UsageError('--role is missing.', 'Name the role that is given the rights.');
      const { grantTo, scriptFor } = await import('../../host/work/database/shared-schema.ts');
      const script = scriptFor(role);
      const applied = options.flag('apply');
      if (applied) await grantTo(role);
      output.result({ role, applied, script }, () =>
        applied ? printable(`"${role}" may work with the database now.`) : script.trimEnd(),
      );
    },
  },
  databaseObjects,
];

/** The words of --to and --from for the two databases. */
const sqlite = 'sqlite';
const postgres = 'postgres';

/** The command `migrate`. */
export const migrate: CommandSpec = {
  usage: 'migrate',
  summary: 'copy everything from SQLite to PostgreSQL, or back',
  description:
    'Copies the whole workspace, whole or not at all: from the data folder into an empty PostgreSQL database (--to URL), or from there into a data folder without a workspace (--to sqlite). Ids stay the same, every table is counted and compared at the end, and the source is left as it is. No run may be under way. URL is as for --database; "postgres" stands for that of --database or SPIDER_STUDIO_DATABASE. Secrets, logins, proxies and places are of each computer: they stay where they are, and the names of secrets that are needed are told.',
  options: [
    { flags: '--to <target>', description: 'postgresql://USER@HOST/NAME, "postgres", or "sqlite"' },
    { flags: '--from <url>', description: 'with --to sqlite: the database (default: that of --database)' },
  ],
  examples: [
    ['migrate --to postgresql://owner@db.example/spiders', 'from the data folder to a server'],
    [
      'migrate --from postgresql://owner@db.example/spiders --to sqlite --data-dir ./copy',
      'from a server to a new data folder',
    ],
  ],
  database(options) {
    const [to, from] = [options.text('to'), options.text('from')];
    const named = to === sqlite ? from : to;
    return named === postgres ? null : named;
  },
  async run({ options, output, dataDir }) {
    const [to, from] = [options.text('to'), options.text('from')];
    if (to === null)
      throw new UsageError('--to is missing.', 'Give the address of a PostgreSQL database, or "sqlite".');
    if (to !== sqlite && from !== null && from !== sqlite)
      throw new UsageError('From PostgreSQL a workspace goes to SQLite.', 'Add --to sqlite.');
    if (to === sqlite && from === sqlite)
      throw new UsageError('From SQLite a workspace goes to PostgreSQL.', 'Name its address with --to.');
    const { migrateToPostgres, migrateToSqlite } = await import('../../host/work/database/migrate.ts');
    let told = -1;
    const onShare = (share: number): void => {
      const tens = Math.floor(share * 10) * 10;
      if (tens === told) return;
      told = tens;
      output.note(`${tens} %`);
    };
    const done = await (to === sqlite ? migrateToSqlite : migrateToPostgres)(dataDir, onShare);
    output.result(done, () => {
      const { rows, tables, replaced, secrets } = done;
      const lines = [
        `Copied ${count(rows, 'row')} of ${count(tables.length, 'table')} from ${done.from} to ${done.to}; all are the same in both.`,
      ];
      if (replaced > 0)
        lines.push(
          `${count(replaced, 'text')} had the character NUL, which PostgreSQL cannot hold: U+FFFD stands for it now.`,
        );
      if (secrets.length > 0)
        lines.push(`Each computer that works with it needs these secrets: ${secrets.join(', ')}.`);
      return printable(lines.join('\n'));
    });
  },
};
