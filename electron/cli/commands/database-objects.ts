import { size } from '../backup-words.ts';
import type { CommandSpec } from '../command.ts';
import { count, printable, UsageError, type Output } from '../output.ts';
import { renderTable } from '../table.ts';

/** `database objects`: where the pages and files of a workspace on PostgreSQL are. */
export const databaseObjects: CommandSpec = {
  usage: 'objects',
  summary: 'keep pages and files outside of the database',
  description:
    'Shows where the pages and files that crawls keep are: in the PostgreSQL database, in folders or in buckets. --to chooses where new ones go, for all machines; the others stay where they are and are read from there, until --move moves them. Objects that no row names are left by programs that were killed, and by runs that were deleted; --clean finds those that are older than a day.',
  options: [
    {
      flags: '--to <place>',
      description:
        'a folder that all machines have at this path, s3://BUCKET/PREFIX, place:NAME, or "database"',
    },
    {
      flags: '--move',
      description: 'move everything to where new pages and files go; it can be cut off and begun again',
    },
    { flags: '--clean', description: 'tell which objects no row names' },
    { flags: '--apply', description: 'with --clean: remove them' },
  ],
  examples: [
    ['database objects --to s3://crawls/pages', 'new pages and files go into a bucket'],
    ['database objects --to place:nas', 'into a bucket that "places add" has named'],
    ['database objects --to /mnt/crawls --move', 'and those that are there go along'],
    ['database objects --clean --apply', 'removes what nothing names any more'],
    ['database objects --json', 'where they are, for programs'],
  ],
  async run({ options, output, dataDir }) {
    const [to, moves, cleans, applies] = [
      options.text('to'),
      options.flag('move'),
      options.flag('clean'),
      options.flag('apply'),
    ];
    if (cleans && (to !== null || moves))
      throw new UsageError('--clean goes alone.', 'Choose or move first, and clean up then.');
    if (applies && !cleans)
      throw new UsageError('--apply belongs to --clean.', 'Add --clean, or leave it out.');
    if (cleans) return clean(applies, output);
    const { chooseObjects, moveObjects, reportObjects } = await import('../../host/work/database/objects.ts');
    if (to !== null) await chooseObjects(to, dataDir);
    const moved = moves
      ? await moveObjects(({ bodies, bytes }) =>
          output.note(`${count(bodies, 'body', 'bodies')}, ${size(bytes)}`),
        )
      : null;
    const report = await reportObjects();
    output.result(moved === null ? report : { ...report, moved }, () => {
      const rows = report.places.map(({ place, bodies, bytes }) => [
        printable(place),
        String(bodies),
        size(bytes),
        place === report.current ? 'new ones go here' : '',
      ]);
      const table = renderTable(['place', 'pages and files', 'size', ''], rows);
      return moved === null
        ? table
        : `Moved ${count(moved.bodies, 'body', 'bodies')}, ${size(moved.bytes)}.\n${table}`;
    });
    return undefined;
  },
};

async function clean(apply: boolean, output: Output): Promise<void> {
  const { cleanObjects } = await import('../../host/work/database/objects.ts');
  const places = await cleanObjects(apply);
  output.result({ applied: apply, places }, () => {
    if (places.length === 0) return 'Nothing is kept outside of the database.';
    return places
      .map(({ place, objects, bytes }) => {
        const found = `${count(objects, 'object')} without a row, ${size(bytes)}`;
        return printable(`${place}: ${apply ? `removed ${found}` : found}.`);
      })
      .join('\n');
  });
}
