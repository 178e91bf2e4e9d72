import type { PageState } from '../../../shared/contract/types.ts';
import { loginRoad } from '../../../shared/roads.ts';
import { asksForLogin } from '../../extract/analyze/login-form.ts';
import { visibleText } from '../../extract/walk.ts';
import type { DescribedTree, ElementFacts } from '../tree.ts';
import { challengeState } from './unread.ts';
import { logIn, openFile } from './steps.ts';

/** Characters of text above which a page is more than a wall. */
const maxWall = 3000;

/** The page that stands before the content: a check, a login or a question about cookies. Null: none. */
export function wallState(
  tree: DescribedTree,
  { url, canRender }: { url: string | null; canRender: boolean },
): PageState | null {
  const body = tree.elements.find(({ element }) => element.name === 'body');
  if (body === undefined || body.text > maxWall) return null;
  const title = titleOf(tree);
  if (body.text < 1000 && checkTitle.test(title))
    return challengeState(`Its title is "${title}".`, canRender);
  const elements = tree.elements.map(({ element }) => element);
  if (asksForLogin(elements, url)) {
    return {
      kind: 'login',
      title: 'This page asks for a login.',
      detail: `Its content is for people who have signed in. ${loginRoad(url)}`,
      step: logIn,
    };
  }
  if (isCookieWall(tree, body)) {
    return {
      kind: 'cookie-wall',
      title: 'This page asks about cookies before it shows anything.',
      detail: 'Its content comes after a click, which Spider Studio cannot make yet.',
      step: openFile,
    };
  }
  return null;
}

const checkTitle =
  /^(?:just a moment|attention required|access denied|are you a robot|verify(?:ing)? (?:that )?you are human|security check|one moment, please|ddos-guard|checking your browser|human verification|pardon our interruption|bot verification)/i;

function titleOf({ elements }: DescribedTree): string {
  const title = elements.find(({ element }) => element.name === 'title');
  return title === undefined ? '' : textInside(title);
}

function textInside({ element }: ElementFacts): string {
  const [first] = element.children;
  return first !== undefined && 'data' in first ? first.data.trim().slice(0, 200) : '';
}

const cookieWord =
  /cookie|куки|файлы|쿠키|クッキー|کوکی|ملفات تعريف|עוגיות|คุกกี้|privacy choices|datenschutz-?einstellungen|your privacy/i;
const acceptWords =
  /accept|agree|allow|consent|akzeptier|zustimm|einverstanden|aceptar|acepto|aceitar|accett|akkoord|toestaan|godta|godkänn|tillåt|tillad|hyväksy|akceptuj|zgadzam|přijm|souhlas|prijať|elfogad|прин|соглас|погод|αποδοχή|kabul|同意|接受|許可|동의|setuju|đồng ý|ยอมรับ|موافق|پذیرفت|מסכים|j'accepte|tout accepter/i;

/** Words about cookies and a control that accepts them are most of what the page shows. */
function isCookieWall({ elements }: DescribedTree, body: ElementFacts): boolean {
  if (body.text < 20) return false;
  const accept =
    elements.find(
      ({ element: { name, attribs }, text }) =>
        (name === 'button' || name === 'a' || name === 'input' || attribs['role'] === 'button') &&
        text < 60 &&
        acceptWords.test(attribs['value'] ?? attribs['aria-label'] ?? ''),
    ) ??
    elements.find(
      ({ element, text }) =>
        (element.name === 'button' || element.name === 'a' || element.attribs['role'] === 'button') &&
        text > 0 &&
        text < 60 &&
        acceptWords.test(visibleText(element, 60)),
    );
  if (accept === undefined) return false;
  let box: ElementFacts | undefined = accept;
  while (box !== undefined && !cookieWord.test(visibleText(box.element, maxWall))) {
    if (box === body) return false;
    box = elements[box.parent];
  }
  return box !== undefined && body.text - box.text < 300;
}
