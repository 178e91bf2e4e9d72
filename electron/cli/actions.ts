import type { Action } from '../../shared/contract/actions.ts';
import type { RunOutcome } from '../../shared/contract/types.ts';
import type { Advice } from '../../shared/contract/advice.ts';

/** An action as a person does it at the command line: one sentence. */
function sentenceFor(action: Action): string {
  switch (action.action) {
    case 'resume-run':
      return `"spider-studio runs resume ${action.run}" resumes it.`;
    case 'log-in':
      return `"${logInCommand(action.login, action.url)}" opens a browser for it.`;
    case 'start-run':
      return `"spider-studio crawl ${action.spider}" starts one.`;
    case 'list-runs':
      return '"spider-studio runs list" shows all.';
    case 'choose-run':
      return `Add --run ${action.run} for them.`;
    case 'import-spider':
      return '"spider-studio import FILE" stores one.';
    case 'choose-project':
      return `Add --project ${action.project}.`;
    case 'validate-spider':
      return '"spider-studio validate FILE" lists every problem.';
    case 'list-history':
      return `"spider-studio spiders memory ${action.spider}" shows the crawl history.`;
    case 'add-proxy':
      return `"spider-studio proxies add ${action.tier ?? 'TIER'} URL --project ${action.project}" adds one.`;
    case 'list-proxies':
      return '"spider-studio proxies list" shows what there is.';
    case 'name-secret':
      return 'Add --secret env:NAME.';
    case 'store-secret':
      return `"spider-studio secrets set ${action.name}" keeps it in the keychain, and --secret keychain:${action.name} names it.`;
    case 'list-secrets':
      return '"spider-studio secrets list" shows what there is.';
    case 'install-browser':
      return 'Or run "spider-studio browser install" to download Chromium.';
    case 'allow-private':
      return 'Add --allow-private.';
    case 'replace-file':
      return 'Use --force to replace it.';
    case 'replace-workspace':
      return 'Add --force to put the backup in its place, or --data-dir for another folder.';
    case 'create-backup':
      return '"spider-studio backup create FILE" makes backups.';
    case 'restore-backup':
      return '"spider-studio restore FILE --force" brings a backup back.';
    case 'repair-database':
      return '"spider-studio storage repair" keeps all that can be read, "spider-studio restore FILE --force" brings a backup back.';
    case 'prepare-database':
      return 'As the owner of its tables run "spider-studio database init", and then "spider-studio database grant --role NAME --apply" for the role.';
    case 'choose-data-folder':
      return 'Name the data folder with --data-dir or SPIDER_STUDIO_HOME.';
    default:
      return action satisfies never;
  }
}

/** The command that logs in again. An address that a shell may read otherwise is quoted. */
function logInCommand(login: string, url: string): string {
  const isPlain = /^[\w.:/@=~+,-]*$/.test(url);
  // In no shell do these mean the same within quotes, and each may stand encoded in an address.
  const encoded = url.replaceAll(/["$`!'\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `spider-studio session login ${login} ${isPlain ? url : `"${encoded}"`}`;
}

/** What to do about a failure, in the words of the command line; null if there is no advice. */
export function worded({ hint, action }: Advice): string | null {
  const sentences = [hint, action === null ? null : sentenceFor(action)].filter((part) => part !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** The commands after which a run goes on whose login has expired, each in a line. */
export function goingOn(run: string, { name, url }: NonNullable<RunOutcome['expiredLogin']>): string {
  const resume = `spider-studio runs resume ${run}`;
  return ['Log in again, then go on:', `  ${logInCommand(name, url)}`, `  ${resume}`].join('\n');
}

/** How to resume a run; empty if its state does not allow it. */
export function resumption(run: string, state: string): string {
  if (state !== 'paused' && state !== 'interrupted') return '';
  return sentenceFor({ action: 'resume-run', run });
}
