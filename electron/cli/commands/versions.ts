import type { CallValue } from '../../../shared/contract/index.ts';
import { originWords, versionLabelPattern } from '../../../shared/spider/version-origins.ts';
import {
  projectOption,
  wholeNumber,
  type CommandSpec,
  type Context,
  type Options,
  type OptionSpec,
} from '../command.ts';
import { count, printable, UsageError } from '../output.ts';
import { renderTable } from '../table.ts';

type Version = CallValue<'spiders.versions'>[number];
type Difference = CallValue<'spiders.differences'>['differences'][number];

/** The option that names a version. */
export const versionOption: OptionSpec = {
  flags: '--version <version>',
  description: 'a version by its number or label (default: the newest)',
};

/** Why a version of a spider file is refused. */
export const fileHasNoVersion = 'A spider file has no versions; --version is for stored spiders.';

/** Reads a version by its number or its label. @throws UsageError */
export function readVersion(text: string): number | string {
  if (/^\d/u.test(text)) return wholeNumber(text, 'A version');
  if (new RegExp(versionLabelPattern, 'u').test(text)) return text;
  throw new UsageError(`"${text}" is neither the number nor the label of a version.`, labelHint);
}

/** The version that is asked for, as a part of a request; none: the newest. @throws UsageError */
export function chosenVersion(options: Options): { version?: number | string } {
  const version = options.text('version');
  return version === null ? {} : { version: readVersion(version) };
}

/** The text of the version that is asked for, as a part of a request; none: the newest. @throws UsageError, HostError */
export async function textOfVersion(
  { options, ask }: Pick<Context, 'options' | 'ask'>,
  of: { project: string; spider: string },
): Promise<{ text?: string }> {
  const { version } = chosenVersion(options);
  return version === undefined ? {} : { text: (await ask('spiders.version', { ...of, version })).text };
}

const labelHint = 'A label begins with a letter, and has letters, digits, ".", "-" and "_" after it.';

/** The commands about the versions of a spider. */
export const versionCommands: CommandSpec[] = [
  {
    usage: 'versions <spider>',
    summary: 'list the versions of a spider',
    description:
      'Lists the versions of a spider, the newest first: when each was saved, what it came by, its label and note, and the runs that used it.',
    options: [projectOption],
    examples: [['spiders versions news', 'all versions of the spider']],
    async run({ output, options, ask }, [spider = '']) {
      const of = { project: options.project(), spider };
      const versions = await ask('spiders.versions', of);
      const { runs } = await ask('runs.list', { ...of, limit: 1000 });
      const listed = versions.map(({ hash, characters: _characters, runs: used, ...version }) => ({
        ...version,
        hash,
        used,
        runs: runs.filter((run) => run.version === version.number).map(({ id }) => id),
      }));
      output.result(listed, () =>
        renderTable(
          ['version', 'saved', 'by', 'label', 'runs', 'note'],
          listed.map(({ number, createdAt, origin, label, used, runs: ids, note }) => [
            String(number),
            createdAt,
            origin === null ? '' : originWords[origin],
            label ?? '',
            used === 0 ? '' : `${used} (${ids.slice(0, 3).join(', ')}${used > 3 ? ', …' : ''})`,
            note ?? '',
          ]),
        ),
      );
    },
  },
  {
    usage: 'diff <spider> <before> [after]',
    summary: 'how two versions differ',
    description:
      'Compares two versions of a spider as JSON documents: what was added, removed and changed, by JSON pointers. Without a second version, the newest one is taken.',
    options: [projectOption],
    examples: [
      ['spiders diff news 3', 'what has changed since version 3'],
      ['spiders diff news live 7', 'between a labelled version and version 7'],
    ],
    async run({ output, options, ask }, [spider = '', before = '', after]) {
      const found = await ask('spiders.differences', {
        project: options.project(),
        spider,
        before: readVersion(before),
        after: after === undefined ? null : readVersion(after),
      });
      output.result(found, () => describeDifferences(found));
    },
  },
  {
    usage: 'restore <spider> <version>',
    summary: 'add a version that equals an earlier one',
    description:
      'Adds a version with the text of an earlier one. Nothing is lost: all versions stay, and so do edits that are not saved.',
    options: [projectOption],
    examples: [['spiders restore news 3', 'the newest version is version 3 again']],
    async run({ output, options, ask }, [spider = '', version = '']) {
      const of = { project: options.project(), spider };
      const { draft } = await ask('spiders.get', of);
      const restored = await ask('spiders.restore', { ...of, version: readVersion(version) });
      if (draft !== null)
        output.note(
          `${spider} has edits that are not saved. They stay as they are, and began from ${draft.base === null ? 'nothing' : `version ${draft.base}`}.`,
        );
      const { version: number, unchanged } = restored;
      output.result({ ...restored, hasDraft: draft !== null }, () =>
        unchanged
          ? `${spider} is like that already: version ${number} is its newest.`
          : `Saved version ${number} of ${spider}, equal to version ${version}.`,
      );
    },
  },
  {
    usage: 'note <spider> <version> <text>',
    summary: 'say something about a version',
    description: 'Changes the note of a version. An empty text removes it.',
    options: [projectOption],
    examples: [['spiders note news 3 "Takes the price, too."', 'a note of version 3']],
    async run(context, [spider = '', version = '', text = '']) {
      const marked = await mark(context, spider, version, { note: text === '' ? null : text });
      context.output.result(
        marked,
        () => `Version ${marked.number} of ${spider}: ${marked.note ?? 'no note'}`,
      );
    },
  },
  {
    usage: 'label <spider> <version> [label]',
    summary: 'name a version',
    description:
      'Gives a version a label, which can stand wherever its number can. Each label is of one version of a spider.',
    options: [projectOption, { flags: '--remove', description: 'remove the label' }],
    examples: [
      ['spiders label news 3 live', 'version 3 is called "live"'],
      ['spiders label news live --remove', 'it is called nothing again'],
    ],
    async run(context, [spider = '', version = '', label]) {
      const removes = context.options.flag('remove');
      if (removes === (label !== undefined)) throw new UsageError('Give a label, or --remove.');
      if (label !== undefined && !new RegExp(versionLabelPattern, 'u').test(label))
        throw new UsageError(`"${label}" cannot be a label.`, labelHint);
      const marked = await mark(context, spider, version, { label: label ?? null });
      context.output.result(marked, () =>
        marked.label === null
          ? `Version ${marked.number} of ${spider} has no label.`
          : `Version ${marked.number} of ${spider} is called ${marked.label}.`,
      );
    },
  },
];

const mark = (
  { options, ask }: Context,
  spider: string,
  version: string,
  marks: { note?: string | null; label?: string | null },
): Promise<Version> =>
  ask('spiders.mark', { project: options.project(), spider, version: readVersion(version), ...marks });

const signs: Readonly<Record<Difference['kind'], string>> = { added: '+', removed: '-', changed: '~' };

function describeDifferences({ before, after, differences }: CallValue<'spiders.differences'>): string {
  if (differences.length === 0) return `Versions ${before} and ${after} are the same document.`;
  const lines = differences.flatMap(({ pointer, kind, before: earlier, after: later }) => [
    `${signs[kind]} ${pointer === '' ? 'the whole document' : pointer}`,
    ...(kind === 'added' ? [] : [`    - ${JSON.stringify(earlier)}`]),
    ...(kind === 'removed' ? [] : [`    + ${JSON.stringify(later)}`]),
  ]);
  return printable(
    [`Version ${before} → version ${after}: ${count(differences.length, 'difference')}.`, ...lines].join(
      '\n',
    ),
  );
}
