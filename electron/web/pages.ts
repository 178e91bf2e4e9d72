import { createHash } from 'node:crypto';
import { secretKey } from '../../shared/window/entering.ts';

/** A plain page with a title and a message. @param head trusted HTML for its head */
export function messagePage(title: string, message: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
${head}<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 20vh auto; padding: 0 1rem; }
h1 { font-size: 1.25rem; }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(message)}</p>
</body>
</html>
`;
}

/** A page with one script, and the policy that allows only that script. */
export interface ScriptedPage {
  html: string;
  policy: string;
}

/** Stores the secret where no other origin can read it, and opens the window. */
export function enteringPage(secret: string): ScriptedPage {
  const script = `addEventListener('DOMContentLoaded', () => {
  try {
    localStorage.setItem('${secretKey}', '${secret}');
    location.replace('/');
  } catch {
    document.querySelector('p').textContent =
      'This browser does not store data for this address. Allow it for ' + location.host + ', then open a new address.';
  }
});`;
  return scripted('Spider Studio opens …', '', script);
}

/** Says that the address does not work. A browser that was admitted before, for example on a reload, opens the window. */
export function usedAddressPage(): ScriptedPage {
  const script = `try {
  if (localStorage.getItem('${secretKey}') !== null) location.replace('/');
} catch {}`;
  const message =
    'This address is invalid or was used before. Press Enter in the terminal for another one; without a terminal, start Spider Studio again.';
  return scripted('Spider Studio', message, script);
}

/** The content of a file that redirects a browser to an address. */
export function openingPage(address: string): string {
  return messagePage(
    'Spider Studio opens …',
    'If nothing happens, open the address that Spider Studio printed in the terminal.',
    `<meta name="referrer" content="no-referrer">\n<meta http-equiv="refresh" content="0;url=${escaped(address)}">\n`,
  );
}

function scripted(title: string, message: string, script: string): ScriptedPage {
  const hash = createHash('sha256').update(script).digest('base64');
  return {
    html: messagePage(title, message, `<script>${script}</script>\n`),
    policy: `${plainPolicy}; script-src 'sha256-${hash}'`,
  };
}

/** For pages without a script. */
export const plainPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
