import type { PageState } from '../../../shared/contract/types.ts';
import type { FetchFacts } from '../fetch-facts.ts';
import { formRoad, loginRoad } from '../../../shared/roads.ts';
import { advice, logIn, open, openFile, render } from './steps.ts';

/**
 * The state of a page that was not read.
 * @param fetched what its fetch told; null: nothing
 */
export function unreadState(url: string | null, fetched: FetchFacts | null): PageState {
  const {
    robots = null,
    challenge = null,
    contentType = null,
    status = null,
    canRender = false,
  } = fetched ?? {};
  if (robots !== null) {
    return {
      kind: 'robots',
      title: 'robots.txt forbids this page.',
      detail: `${robots} A crawl obeys it, unless ROBOTSTXT_OBEY is false.`,
      step: advice('Choose an address that is allowed'),
    };
  }
  if (challenge !== null) return challengeState(challenge, canRender);
  if (status !== null && status >= 400) return refusedState(url, status, canRender);
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (
    type === 'application/pdf' ||
    (type === '' && url !== null && /\.pdf$/i.test(URL.parse(url)?.pathname ?? ''))
  ) {
    return {
      kind: 'pdf',
      title: 'This is a PDF.',
      detail: 'Spider Studio reads pages of HTML, XML and JSON.',
      step: startPage(url),
    };
  }
  if (type !== '') {
    return {
      kind: 'nothing',
      title: `This is no page: the site sends ${type}.`,
      detail: 'Spider Studio reads pages of HTML, XML and JSON.',
      step: startPage(url),
    };
  }
  return {
    kind: 'refused',
    title: 'The site does not answer.',
    detail: 'The address may be wrong, or the site may be down.',
    step: url === null ? advice('Check the address') : open('Try again', url),
  };
}

/** A page that the site sends instead, until a script or a person has passed a check. */
export function challengeState(challenge: string, canRender: boolean): PageState {
  return {
    kind: 'challenge',
    title: 'The site checks who is asking before it shows the page.',
    detail: `${challenge} A browser passes some of these checks.`,
    step: canRender ? render(true) : openFile,
  };
}

function refusedState(url: string | null, status: number, canRender: boolean): PageState {
  if (status === 401 || status === 407) {
    return {
      kind: 'login',
      title: `This page asks for a login (status ${status}).`,
      detail: `Its content is for people who have signed in. ${loginRoad(url)}`,
      step: logIn,
    };
  }
  const title =
    status === 404 || status === 410
      ? `There is no page at this address (status ${status}).`
      : status >= 500
        ? `The site has a problem (status ${status}).`
        : `The site refuses the page (status ${status}).`;
  if (status === 405) {
    return {
      kind: 'refused',
      title: 'This address takes no GET (status 405): it wants a form or JSON.',
      detail: formRoad(url ?? 'URL'),
      step: advice('Send what it wants with start_requests'),
    };
  }
  const again = url === null ? advice('Try again later') : open('Try again', url);
  if (status === 404 || status === 410) {
    return {
      kind: 'refused',
      title,
      detail: 'It may have moved.',
      step: startPage(url) ?? advice('Check the address'),
    };
  }
  if (status === 429) {
    const detail = 'It has had too many requests from here. A longer DOWNLOAD_DELAY helps.';
    return { kind: 'refused', title, detail, step: again };
  }
  if (status >= 500) return { kind: 'refused', title, detail: 'It may be gone in a while.', step: again };
  return {
    kind: 'refused',
    title,
    detail: 'It may show it to a browser.',
    step: canRender ? render(true) : openFile,
  };
}

function startPage(url: string | null): PageState['step'] {
  const origin = url === null ? undefined : URL.parse(url)?.origin;
  return origin === undefined || !origin.startsWith('http')
    ? null
    : open('Open the start page of the site', `${origin}/`);
}
