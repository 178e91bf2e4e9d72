import { worded } from '../actions.ts';
import { browserAdvice, browserStatus, installBrowser, type BrowserStatus } from '../../host/work/browser.ts';
import { dataFolder } from '../../host/workspace/data-folder.ts';
import { environment } from '../../system/environment.ts';
import type { CommandSpec, Context } from '../command.ts';
import { printable } from '../output.ts';

export const browserCommands: CommandSpec[] = [
  {
    usage: 'status',
    summary: 'tell which browser pages are rendered in, and whether it starts',
    description:
      'Tells which browser pages are rendered in, and starts it once. SPIDER_STUDIO_BROWSER names another one, or "none". Exit code 1 when there is none or it does not start.',
    examples: [['browser status', 'name, version and place of the browser']],
    async run(context) {
      const status = await browserStatus(folderOf(context));
      context.output.result(status, () => describe(status));
      return status.version === null ? 1 : 0;
    },
  },
  {
    usage: 'install',
    summary: 'download Chromium where no browser is installed',
    description:
      'Downloads the Chromium that fits this version into the data folder (some 180 MB), unless a browser is there already.',
    options: [{ flags: '--force', description: 'download it even if a browser is installed' }],
    examples: [['browser install', 'what crawls with "browser" in EXTRACTOR_ORDER need']],
    async run(context) {
      const { output, options } = context;
      const status = await installBrowser(folderOf(context), {
        force: options.flag('force'),
        onProgress: ({ what, percent, size }) => output.note(`${what}: ${percent}% of ${size}`),
      });
      const before = status.downloaded ? '' : 'Nothing to download.\n';
      output.result(status, () => before + describe(status));
      return status.version === null ? 1 : 0;
    },
  },
];

function folderOf({ options }: Context): string {
  return dataFolder(options.text('dataDir'), environment);
}

function describe({ name, executable, source, version, sandbox, problem }: BrowserStatus): string {
  if (executable === null)
    return printable(`${problem ?? 'There is no browser.'} ${worded(browserAdvice) ?? ''}`);
  const found = {
    environment: 'named by SPIDER_STUDIO_BROWSER',
    downloaded: 'downloaded by Spider Studio',
    installed: 'installed on this machine',
  };
  const where = `${name ?? 'A browser'}${version === null ? '' : ` ${version}`}, ${source === null ? '' : found[source]}:\n  ${executable}`;
  const kept =
    sandbox === false
      ? 'It runs without its sandbox, because this is root. Use another user for crawls of sites you do not trust.'
      : 'Pages run in its sandbox.';
  return printable(`${where}\n${problem ?? kept}`);
}
