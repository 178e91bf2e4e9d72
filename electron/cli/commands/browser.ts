import type { BrowserStatus } from '../../../shared/contract/types.ts';
import { worded } from '../actions.ts';
import type { CommandSpec } from '../command.ts';
import { printable } from '../output.ts';

/** The commands below `browser`. */
export const browserCommands: CommandSpec[] = [
  {
    usage: 'status',
    summary: 'show which browser renders pages, and whether it starts',
    description:
      'Shows which browser renders pages, and starts it once. SPIDER_STUDIO_BROWSER names another one, or "none". Exit code 1 if there is none or it does not start.',
    examples: [['browser status', 'name, version and path of the browser']],
    async run({ output, ask }) {
      const status = await ask('app.browser', {});
      output.result(status, () => describe(status));
      return status.version === null ? 1 : 0;
    },
  },
  {
    usage: 'install',
    summary: 'download Chromium where no browser is installed',
    description:
      'Downloads the Chromium that fits this version into the data folder (about 180 MB), unless a browser is installed already.',
    options: [{ flags: '--force', description: 'download it even if a browser is installed' }],
    examples: [['browser install', 'needed for crawls with "browser" in EXTRACTOR_ORDER']],
    async run({ output, options, ask }) {
      const force = options.flag('force');
      const status = await ask(
        'app.installBrowser',
        { force },
        { onDownload: ({ what, percent, size }) => output.note(`${what}: ${percent}% of ${size}`) },
      );
      const before = status.downloaded ? '' : 'Nothing to download.\n';
      output.result(status, () => before + describe(status));
      return status.version === null ? 1 : 0;
    },
  },
];

function describe({ name, executable, source, version, sandbox, problem, hint }: BrowserStatus): string {
  if (executable === null) {
    const advice = worded({ hint, action: { action: 'install-browser' } }) ?? '';
    return printable(`${problem ?? 'There is no browser.'} ${advice}`);
  }
  const found = {
    environment: 'named by SPIDER_STUDIO_BROWSER',
    downloaded: 'downloaded by Spider Studio',
    installed: 'installed on this machine',
  };
  const where = `${name ?? 'A browser'}${version === null ? '' : ` ${version}`}, ${source === null ? '' : found[source]}:\n  ${executable}`;
  const kept =
    sandbox === false
      ? 'It runs without its sandbox, because you are root. Use another user to crawl sites that you do not trust.'
      : 'Pages run in its sandbox.';
  return printable(`${where}\n${problem ?? kept}`);
}
