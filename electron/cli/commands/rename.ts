import type { CallValue } from '../../../shared/contract/index.ts';
import { projectOption, type CommandSpec } from '../command.ts';
import { printable } from '../output.ts';

/** The command `projects rename`. */
export const renameProject: CommandSpec = {
  usage: 'rename <project> <name>',
  summary: 'rename a project',
  examples: [['projects rename press newsroom', 'its spiders, runs and proxies stay with it']],
  async run({ ask, output }, [project = '', name = '']) {
    const renamed = await ask('projects.rename', { project, name });
    output.result(renamed, () => printable(`Renamed the project ${project} to ${renamed.name}.`));
  },
};

/** The command `spiders rename`. */
export const renameSpider: CommandSpec = {
  usage: 'rename <spider> <name>',
  summary: 'rename a spider',
  description:
    'Renames a spider by adding a version with the new name. Its earlier versions, runs and items stay with it.',
  options: [projectOption],
  examples: [['spiders rename news press', 'the spider "news" is now called "press"']],
  async run({ ask, options, output }, [spider = '', name = '']) {
    const renamed = await ask('spiders.rename', { project: options.project(), spider, name });
    output.result(renamed, () => `Renamed ${spider} to ${described(renamed)}.`);
  },
};

/** The command `spiders duplicate`. */
export const duplicateSpider: CommandSpec = {
  usage: 'duplicate <spider> <name>',
  summary: 'copy a spider to a new one',
  description:
    'Copies the newest version of a spider to a new spider with another name. Runs are not copied.',
  options: [projectOption, { flags: '--to <project>', description: 'into this project (default: the same)' }],
  examples: [
    ['spiders duplicate shop shop-de', 'a second spider in the same project'],
    ['spiders duplicate shop shop --to press', 'the same in another project'],
  ],
  async run({ ask, options, output }, [spider = '', name = '']) {
    const toProject = options.text('to');
    const copied = await ask('spiders.duplicate', {
      project: options.project(),
      spider,
      name,
      ...(toProject === null ? {} : { toProject }),
    });
    output.result(copied, () => `Copied ${spider} to ${described(copied)}.`);
  },
};

function described({ spider, project, version }: CallValue<'spiders.rename'>): string {
  return printable(`${spider} in project ${project}, version ${version}`);
}
