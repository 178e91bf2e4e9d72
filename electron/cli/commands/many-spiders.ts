import type { SpiderChange } from '../../../shared/contract/types.ts';
import { effectiveSettings } from '../../../shared/spider/default-settings.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { projectOption, type CommandSpec } from '../command.ts';
import { count, describeProblem, printable, UsageError } from '../output.ts';
import { readSettingValues, setOption, unsetOption } from '../setting-options.ts';
import { renderTable } from '../table.ts';
import { confirmed } from '../deleting.ts';

/** The command `spiders change`. */
export const changeMany: CommandSpec = {
  usage: 'change [spiders...]',
  summary: 'change settings or URLs of many spiders',
  description:
    'Changes settings of spiders, or moves their URLs, and leaves the rest of each text as it is. Each changed spider gets a version that says so; all of them do, or none. Shows the differences and asks first on a terminal; --yes does not ask, --dry-run only shows. Spiders with unsaved edits in a window stay as they are unless --with-drafts is given. If a spider would not be valid, nothing is written, and the exit code is 1; --skip-invalid changes the others.',
  options: [
    projectOption,
    { flags: '--all', description: 'all spiders of the project' },
    setOption('a setting of each spider'),
    unsetOption('remove a setting from each spider'),
    {
      flags: '--replace-url <old>',
      description:
        'a domain, or the beginning of URLs, to replace in start URLs, allowed domains and templates',
    },
    { flags: '--by <new>', description: 'what replaces it' },
    { flags: '--with-drafts', description: 'change unsaved edits as well' },
    { flags: '--skip-invalid', description: 'leave spiders that would not be valid, and change the others' },
    { flags: '--dry-run', description: 'only show the differences' },
    { flags: '--yes', description: 'do not ask' },
  ],
  examples: [
    [
      'spiders change --all --project press --set DOWNLOAD_DELAY=2',
      'shows the differences, asks, and changes',
    ],
    ['spiders change news shop --unset CONCURRENT_REQUESTS --dry-run', 'only shows what would change'],
    [
      'spiders change --all --replace-url old.example --by new.example --yes',
      'follows a site to its new domain',
    ],
  ],
  async run({ output, options, ask, streams }, spiders) {
    const isAll = options.flag('all');
    if (isAll === spiders.length > 0)
      throw new UsageError(
        isAll ? '--all is for all spiders, and some are named.' : 'No spider is named.',
        'Name spiders, or use --all for all of the project.',
      );
    const [from, to] = [options.text('replaceUrl'), options.text('by')];
    if ((from === null) !== (to === null))
      throw new UsageError(
        '--replace-url and --by belong together.',
        'For example --replace-url old.example --by new.example.',
      );
    const change = {
      project: options.project(),
      spiders: isAll ? null : [...spiders],
      set: readSettingValues(options),
      unset: options.list('unset'),
      ...(from === null || to === null ? {} : { replaceUrl: { from, to } }),
      ...(options.flag('withDrafts') ? { drafts: 'change' as const } : {}),
      ...(options.flag('skipInvalid') ? { skipInvalid: true } : {}),
    };
    if (Object.keys(change.set).length + change.unset.length === 0 && from === null)
      throw new UsageError('Nothing is to be changed.', 'Add --set, --unset or --replace-url.');

    const preview = await ask('spiders.changeMany', { ...change, dryRun: true });
    const ready = preview.changes.filter(({ changed, left }) => changed && left === null);
    const invalid = preview.changes.filter(({ left }) => left === 'invalid');
    tell(preview.changes, (line) => output.note(line));
    const isRefused = invalid.length > 0 && !options.flag('skipInvalid');
    if (options.flag('dryRun') || isRefused || ready.length === 0) {
      output.result(printed(preview), () => {
        const diffs = ready.map(shownDiff).join('');
        const words = isRefused
          ? `Nothing was changed: ${count(invalid.length, 'spider')} would not be valid. --skip-invalid changes the others.`
          : ready.length === 0
            ? 'Nothing to change.'
            : `${count(ready.length, 'spider')} would be changed.`;
        return printable(`${diffs}${words}`);
      });
      return isRefused ? 1 : 0;
    }
    const isAsked = process.stdin.isTTY && !options.flag('yes');
    if (isAsked) for (const change of ready) output.note(shownDiff(change).trimEnd());
    if (isAsked && !(await confirmed(`Change ${count(ready.length, 'spider')}?`, streams))) {
      output.note('Nothing was changed.');
      return 1;
    }
    const made = await ask('spiders.changeMany', { ...change, dryRun: false });
    output.result(printed(made), () => {
      const changed = made.changes.filter(({ version }) => version !== null);
      return made.written ? `Changed ${count(changed.length, 'spider')}.` : 'Nothing was changed.';
    });
    return made.written ? 0 : 1;
  },
};

/** A difference for a terminal, without the carriage returns that end the lines of some texts. */
const shownDiff = ({ diff }: SpiderChange): string => diff.replaceAll('\r\n', '\n');

/** Tells what a person has to know beside the differences. */
function tell(changes: readonly SpiderChange[], note: (line: string) => void): void {
  for (const { spider, left, problems, mentions } of changes) {
    if (left === 'draft')
      note(`${spider} has unsaved edits, so it stays as it is. --with-drafts changes both.`);
    if (left === 'invalid') note(`${spider} would not be valid:`);
    else if (problems.length > 0) note(`${spider}:`);
    for (const problem of problems) note(describeProblem(problem));
    for (const { pointer, text } of mentions)
      note(`${spider} mentions it at ${pointer} as well, and that stays as it is: ${text}`);
  }
}

/** What is printed with `--json`: the difference in place of the two texts. */
const printed = ({ written, changes }: { written: boolean; changes: readonly SpiderChange[] }) => ({
  written,
  changes: changes.map(({ before: _before, after: _after, ...change }) => change),
});

/** The command `spiders settings`. */
export const showSettings: CommandSpec = {
  usage: 'settings <spider>',
  summary: 'show the settings of a spider and where they come from',
  description:
    'Lists every setting that a crawl of the spider would use, and who gives it: the spider, the defaults of its project or of the workspace, or the application.',
  options: [projectOption],
  examples: [['spiders settings news --project press', 'what a run would use']],
  async run({ output, options, ask }, [spider = '']) {
    const project = options.project();
    const { text } = await ask('spiders.get', { project, spider });
    const { settings: defaults } = await ask('projects.defaults', { project });
    const { settings: workspace } = await ask('app.defaults', {});
    const settings = effectiveSettings({
      settings: validateSpider(text).spider?.settings,
      defaults,
      workspace,
    });
    output.result(settings, () =>
      renderTable(
        ['setting', 'value', 'from'],
        settings.map(({ name, value, from }) => [name, shown(value), from]),
      ),
    );
  },
};

/** The longest value in a table, in characters. */
const maxShown = 60;

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`;
}
