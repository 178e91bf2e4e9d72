import { explainFor } from '../../host/explain.ts';
import { projectOption, type CommandSpec } from '../command.ts';
import { printable, UsageError } from '../output.ts';

export const explain: CommandSpec = {
  usage: 'explain <url>',
  summary: 'say what a spider does with a URL, and why',
  description:
    'Says for any URL which pattern of which rule accepts or rejects it. --spider takes a spider file or the name of a stored spider.',
  options: [
    { flags: '--spider <file|name>', description: 'a spider file, or the name of a stored spider' },
    projectOption,
  ],
  examples: [
    ['explain https://example.org/news/1 --spider news.json', 'asks a spider file'],
    ['explain https://example.org/news/1 --spider news --project press', 'asks a stored spider'],
  ],
  async run(context, [url = '']) {
    const spider = context.options.text('spider');
    if (spider === null)
      throw new UsageError('--spider is missing.', 'Name a spider file or a stored spider.');
    const explanation = await explainFor(context.workspace, context.options.project(), spider, url);
    context.output.result(explanation, () => {
      const steps = explanation.steps.map((step) => `  ${step.matched ? '•' : '·'} ${step.message}`);
      return printable([`${explanation.decision}: ${explanation.reason}`, ...steps].join('\n'));
    });
    return explanation.decision === 'invalid' ? 1 : 0;
  },
};
