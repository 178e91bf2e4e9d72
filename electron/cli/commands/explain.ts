import { existsSync } from 'node:fs';
import { HostError } from '../../host/errors.ts';
import { projectOption, type CommandSpec } from '../command.ts';
import { readInput } from '../input.ts';
import { argOption, readArgs } from '../run-args.ts';
import { printable, UsageError } from '../output.ts';
import { fileHasNoVersion, textOfVersion, versionOption } from './versions.ts';

/** The command `explain`. */
export const explain: CommandSpec = {
  usage: 'explain <url>',
  summary: 'say what a spider does with a URL, and why',
  description:
    'Says for any URL which pattern of which rule accepts or rejects it. --spider takes a spider file or the name of a stored spider.',
  options: [
    { flags: '--spider <file|name>', description: 'a spider file, or the name of a stored spider' },
    projectOption,
    versionOption,
    argOption,
  ],
  examples: [
    ['explain https://example.org/news/1 --spider news.json', 'asks a spider file'],
    ['explain https://example.org/news/1 --spider news --project press', 'asks a stored spider'],
    ['explain https://example.org/news/1 --spider news --version 3', 'asks one of its versions'],
  ],
  async run(context, [url = '']) {
    const spider = context.options.text('spider');
    if (spider === null)
      throw new UsageError('--spider is missing.', 'Name a spider file or a stored spider.');
    const project = context.options.project();
    if (isFile(spider) && context.options.text('version') !== null) throw new UsageError(fileHasNoVersion);
    const which = isFile(spider)
      ? { text: await readInput(spider), file: spider }
      : { spider, ...(await textOfVersion(context, { project, spider })) };
    const args = readArgs(context.options);
    const explanation = await context.ask('spiders.explain', { project, ...which, url, args });
    if (explanation.decision === 'invalid') throw badUrl(url, explanation.reason);
    context.output.result(explanation, () => {
      const { decision, reason } = explanation;
      // The deciding step is often the only one, and the first line has it already.
      const steps = explanation.steps.filter(({ message }) => message !== reason);
      const lines = steps.map((step) => `  ${step.matched ? '•' : '·'} ${step.message}`);
      return printable([`${decision}: ${reason}`, ...lines].join('\n'));
    });
  },
};

/** Whether a spider is given as a file. A file takes precedence over a stored spider of that name. */
const isFile = (place: string): boolean => existsSync(place) || /[./\\]/.test(place);

function badUrl(url: string, reason: string): HostError {
  const { href } = URL.parse(`https://${url.trim()}`) ?? {};
  const bare = href !== undefined && /^[\w-]+(\.[\w-]+)+([/:?#]|$)/.test(url.trim());
  return new HostError(
    'bad-url',
    `"${url}" is not a URL that can be crawled. ${reason}`,
    bare ? `Write "${href}".` : 'Write a URL such as "https://example.org/page".',
  );
}
