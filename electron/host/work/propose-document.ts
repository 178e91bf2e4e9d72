import type { CallArgs, CallValue } from '../../../shared/contract/index.ts';
import type { ProposedChoice } from '../../../shared/contract/types.ts';
import { propose } from '../../authoring/propose.ts';
import { withDefaults } from '../../../shared/spider/default-settings.ts';
import { knownNames } from '../../../shared/spider/known-names.ts';
import { checkedSpider } from '../data/checked-spider.ts';
import { withUsualArgs } from '../data/run-args.ts';
import { HostError } from '../errors.ts';
import { beginPage } from './capture/begin-page.ts';
import { lookAtDetails } from './capture/detail-page.ts';
import type { DocumentSources } from './document-sources.ts';
import { readPage, typeOfFile } from './read-page.ts';

/**
 * Proposes a spider for a page that is not saved.
 * @param sources what fetching it needs, and a signal that cancels
 */
export async function proposeDocument(
  { document, choice: wanted }: CallArgs<'documents.propose'>,
  { dataDir, projectSettings, signal }: DocumentSources & { signal: AbortSignal },
): Promise<CallValue<'documents.propose'>> {
  if (document.kind === 'content') {
    const { name, data, url } = document;
    if (url !== null && !URL.canParse(url))
      throw new HostError('bad-url', `"${url}" is not a URL.`, 'Write it with its scheme.');
    const body = Buffer.from(data, 'base64');
    const hint = 'Save the page as HTML from the browser.';
    const { page } = readPage(`"${name}"`, { body, contentType: typeOfFile(name, body) }, hint);
    const proposal = propose(page, { url, fetchedAt: Date.now(), rendered: false });
    if (wanted !== undefined) requireChoice(proposal.choices, wanted);
    return { proposal, notes: [] };
  }
  const { spider, url, project, allowPrivate, browser } = document;
  const own = spider === null ? null : withUsualArgs(checkedSpider(spider, 'The spider').spider).settings;
  const settings = withDefaults(own, await projectSettings(project));
  const request = { dataDir, project, settings, url, allowPrivate, browser };
  const observer = { signal };
  const { proposal, rendered, notes } = await beginPage({ request, keep: 'none' }, observer);
  if (wanted === undefined) return { proposal, notes };
  const choice = requireChoice(proposal.choices, wanted);
  if (choice.sample === null) return { proposal, notes };
  const again = { ...request, url: choice.sample, browser: rendered ? true : browser };
  const detailed = await lookAtDetails({ request: again, choice, isKept: false }, observer);
  const choices = proposal.choices.map((each) => (each.id === wanted ? detailed.choice : each));
  return { proposal: { ...proposal, choices }, notes: [...notes, ...detailed.notes] };
}

/** @throws HostError `unknown-choice` */
export function requireChoice(choices: readonly ProposedChoice[], wanted: string): ProposedChoice {
  const choice = choices.find(({ id }) => id === wanted);
  if (choice !== undefined) return choice;
  const hint =
    choices.length === 0
      ? 'Nothing was found on the page that a spider could take.'
      : knownNames(
          'It has',
          wanted,
          choices.map(({ id }) => id),
        );
  throw new HostError('unknown-choice', `The proposal has no choice "${wanted}".`, hint);
}
