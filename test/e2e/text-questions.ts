import { question, type Question } from './question.ts';

const selectors = [{ id: 'name', type: 'SelectorText', parentSelectors: ['_root'], selector: 'h1' }];
const sitemap = { _id: 'lamps', startUrl: ['https://lamps.example/'], selectors };

/** What is asked about the texts of spiders, and about files of other tools. */
export function textQuestions(project: string): Question[] {
  return [
    question('spiders.exportAll', { project }),
    question('spiders.changeMany', {
      ...{ project, spiders: null, set: { DOWNLOAD_DELAY: 2 }, unset: [] },
      dryRun: true,
    }),
    question('spiders.drafts', {}),
    question('spiders.templates', {}),
    question('spiders.validate', { text: '{"name": 1}' }),
    question('spiders.convert', { files: [{ name: 'sitemap.json', text: JSON.stringify(sitemap) }] }),
    question('spiders.convert', { files: [{ name: 'other.json', text: '{}' }] }),
  ];
}
