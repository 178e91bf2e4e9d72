import type { CallName } from '../../shared/contract/index.ts';
import { question, type Question } from './question.ts';

/** Calls about versions and the trash that commands make as a part of what they do. */
export const trashParts: Partial<Record<CallName, string>> = {
  'spiders.versions': 'Listed with the runs that used them; see versions.test.ts.',
  'pages.delete': 'Is refused by the list of saved pages before it is asked; see trash.test.ts.',
  'trash.free': 'Follows what is deleted for good; see trash.test.ts.',
};

/** What is asked about the trash, and about how the versions of a spider differ. */
export function trashQuestions(its: { project: string; spider: string }): Question[] {
  const nothing = '99';
  return [
    question('spiders.differences', { ...its, before: 1, after: null }, ['spiders', 'diff', its.spider, '1']),
    question('spiders.restore', { ...its, version: 99 }, ['spiders', 'restore', its.spider, '99']),
    question('spiders.mark', { ...its, version: 99, note: 'x' }, ['spiders', 'note', its.spider, '99', 'x']),
    question('projects.delete', { project: 'none', dryRun: true }, ['projects', 'delete', 'none']),
    question('trash.list', {}, ['trash', 'list']),
    question('trash.restore', { entry: nothing }, ['trash', 'restore', nothing]),
    question('trash.empty', { entries: [nothing] }, ['trash', 'empty', nothing, '--force']),
  ];
}
