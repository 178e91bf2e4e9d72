import { isTag, type Element } from 'domhandler';
import { textContent, visibleText } from '../walk.ts';

/** Characters of text above which a page is more than a form. */
const maxPage = 3000;
/** Characters of text beside the form, on any page and on one whose title or address says that it is for a login. */
const maxBeside = 400;
const maxBesideNamed = 1500;

const loginWords =
  /log[ -]?in|sign[ -]?in|anmeld|einlogg|connexion|connecter|iniciar sesi|acceso|entrar|accedi|inlogg|logga in|logg inn|log ind|kirjaudu|zaloguj|logowanie|přihl|prihl|bejelentkez|autentific|войти|вход|увійти|giriş|σύνδεση|登录|登入|ログイン|로그인|đăng nhập|masuk|เข้าสู่ระบบ|تسجيل الدخول|ورود|התחבר|लॉग|লগ/i;
const loginPath =
  /(?:^|[/_.-])(?:log-?in|sign-?in|auth|sso|anmelden|anmeldung|connexion|session|account\/login)(?:$|[/_.?-])/i;

/**
 * Whether a page asks for a password and shows hardly anything else. A login in a header, a menu or a hidden part is none.
 * @param elements of the page in document order
 * @param url of the page; null: it is not known
 */
export function asksForLogin(elements: readonly Element[], url: string | null): boolean {
  const password = elements.find(
    ({ name, attribs }) => name === 'input' && attribs['type']?.toLowerCase() === 'password',
  );
  const body = elements.find(({ name }) => name === 'body');
  if (password === undefined || body === undefined) return false;
  let form: Element = password;
  for (let node = parentOf(password); node !== null; node = parentOf(node)) {
    if (isAside(node)) return false;
    if (node.name === 'form') form = node;
  }
  const all = visibleText(body, maxPage).length;
  if (all > maxPage) return false;
  const beside = all - visibleText(form, maxPage).length;
  const title = elements.find(({ name }) => name === 'title');
  const isNamed =
    (url !== null && isLoginAddress(url)) || (title !== undefined && loginWords.test(textContent(title)));
  return beside < (isNamed ? maxBesideNamed : maxBeside);
}

/** Whether the path of an address says that it is for a login. */
export const isLoginAddress = (url: string): boolean => loginPath.test(URL.parse(url)?.pathname ?? '');

function parentOf({ parent }: Element): Element | null {
  return parent !== null && isTag(parent) ? parent : null;
}

/** Whether what is inside is not what the page is about. */
function isAside({ name, attribs }: Element): boolean {
  if (name === 'header' || name === 'nav' || name === 'footer' || name === 'aside') return true;
  if (attribs['hidden'] !== undefined || /display\s*:\s*none/i.test(attribs['style'] ?? '')) return true;
  return /modal|popup|dropdown|offcanvas|flyout|header|menu/i.test(
    `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`,
  );
}
