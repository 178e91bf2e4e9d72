import { runDemo } from '../../host/work/demo.ts';
import type { CommandSpec } from '../command.ts';
import { createProgress } from '../progress.ts';
import { describeItems } from './show.ts';
import { count } from '../output.ts';

export const demo: CommandSpec = {
  usage: 'demo',
  summary: 'crawl the sample site and show what came of it',
  description:
    'Serves a small site that ships inside, imports a spider for it into a scratch data folder, crawls it, shows the items and exports them. Needs no network.',
  examples: [['demo', 'the whole way from a spider to a file, in a few seconds']],
  async run({ output, streams, options }) {
    const progress = createProgress(streams.stderr);
    try {
      const result = await runDemo({
        dataDir: options.text('dataDir'),
        note: (line) => progress.note(line),
        onProgress: (counters) => progress.update(counters),
      });
      progress.end();
      const { items, ...shown } = result;
      output.result(shown, () =>
        [
          describeItems(items, result.rows, 'all of them are in the exported file'),
          '',
          `${count(result.rows, 'item')} from ${count(result.counters.done, 'page')}, exported to ${result.file}`,
          `Look closer: node bin/spider-studio.mjs show ${result.spider} 1 --data-dir ${result.dataDir}`,
        ].join('\n'),
      );
      return result.exitCode;
    } finally {
      progress.end();
    }
  },
};
