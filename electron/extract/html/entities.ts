/**
 * Character references of HTML: the most common of the 2,125 in the standard. A page with another one is left to parse5
 * (see `decode`), which costs time but never gives a wrong character.
 * Source: https://html.spec.whatwg.org/multipage/named-characters.html
 */

/** Names of the characters U+00A0 to U+00FF in order. Their semicolon is optional. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 ' +
  'sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc ' +
  'Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve ' +
  'Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute ' +
  'acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ' +
  'ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml ';

/** Names with a required semicolon, with the code point in hexadecimal. */
const others =
  'Tab:9 NewLine:a excl:21 num:23 dollar:24 percnt:25 apos:27 lpar:28 rpar:29 ast:2a plus:2b comma:2c ' +
  'period:2e sol:2f colon:3a semi:3b equals:3d quest:3f commat:40 lbrack:5b lsqb:5b bsol:5c rbrack:5d ' +
  'rsqb:5d Hat:5e lowbar:5f grave:60 lcub:7b lbrace:7b verbar:7c vert:7c rcub:7d rbrace:7d half:bd ' +
  'Amacr:100 amacr:101 Abreve:102 abreve:103 Aogon:104 aogon:105 Cacute:106 cacute:107 Ccaron:10c ' +
  'ccaron:10d Dcaron:10e dcaron:10f Dstrok:110 dstrok:111 Emacr:112 emacr:113 Eogon:118 eogon:119 ' +
  'Ecaron:11a ecaron:11b Gbreve:11e gbreve:11f Imacr:12a imacr:12b Iogon:12e iogon:12f Idot:130 ' +
  'inodot:131 imath:131 Lacute:139 lacute:13a Lcaron:13d lcaron:13e Lstrok:141 lstrok:142 Nacute:143 ' +
  'nacute:144 Ncaron:147 ncaron:148 Omacr:14c omacr:14d Odblac:150 odblac:151 OElig:152 oelig:153 ' +
  'Racute:154 racute:155 Rcaron:158 rcaron:159 Sacute:15a sacute:15b Scedil:15e scedil:15f Scaron:160 ' +
  'scaron:161 Tcedil:162 tcedil:163 Tcaron:164 tcaron:165 Umacr:16a umacr:16b Uring:16e uring:16f ' +
  'Udblac:170 udblac:171 Yuml:178 Zacute:179 zacute:17a Zdot:17b zdot:17c Zcaron:17d zcaron:17e ' +
  'fnof:192 circ:2c6 tilde:2dc Alpha:391 Beta:392 Gamma:393 Delta:394 Epsilon:395 Zeta:396 Eta:397 ' +
  'Theta:398 Iota:399 Kappa:39a Lambda:39b Mu:39c Nu:39d Xi:39e Omicron:39f Pi:3a0 Rho:3a1 Sigma:3a3 ' +
  'Tau:3a4 Upsilon:3a5 Phi:3a6 Chi:3a7 Psi:3a8 Omega:3a9 alpha:3b1 beta:3b2 gamma:3b3 delta:3b4 ' +
  'epsilon:3b5 zeta:3b6 eta:3b7 theta:3b8 iota:3b9 kappa:3ba lambda:3bb mu:3bc nu:3bd xi:3be ' +
  'omicron:3bf pi:3c0 rho:3c1 sigmaf:3c2 sigma:3c3 tau:3c4 upsilon:3c5 phi:3c6 chi:3c7 psi:3c8 ' +
  'omega:3c9 thetasym:3d1 upsih:3d2 piv:3d6 ensp:2002 emsp:2003 emsp13:2004 emsp14:2005 numsp:2007 ' +
  'puncsp:2008 thinsp:2009 hairsp:200a zwnj:200c zwj:200d lrm:200e rlm:200f hyphen:2010 dash:2010 ' +
  'ndash:2013 mdash:2014 horbar:2015 lsquo:2018 rsquo:2019 rsquor:2019 sbquo:201a lsquor:201a ' +
  'ldquo:201c rdquo:201d rdquor:201d bdquo:201e ldquor:201e dagger:2020 Dagger:2021 bull:2022 ' +
  'bullet:2022 nldr:2025 hellip:2026 mldr:2026 permil:2030 prime:2032 Prime:2033 lsaquo:2039 ' +
  'rsaquo:203a oline:203e caret:2041 frasl:2044 euro:20ac incare:2105 image:2111 copysr:2117 ' +
  'weierp:2118 real:211c trade:2122 alefsym:2135 frac13:2153 frac23:2154 frac15:2155 frac18:215b ' +
  'frac38:215c frac58:215d frac78:215e larr:2190 uarr:2191 rarr:2192 darr:2193 harr:2194 crarr:21b5 ' +
  'lArr:21d0 uArr:21d1 rArr:21d2 dArr:21d3 hArr:21d4 forall:2200 part:2202 exist:2203 empty:2205 ' +
  'nabla:2207 isin:2208 notin:2209 ni:220b prod:220f sum:2211 minus:2212 lowast:2217 radic:221a ' +
  'prop:221d infin:221e ang:2220 and:2227 or:2228 cap:2229 cup:222a int:222b there4:2234 sim:223c ' +
  'cong:2245 asymp:2248 ne:2260 equiv:2261 le:2264 ge:2265 sub:2282 sup:2283 nsub:2284 sube:2286 ' +
  'supe:2287 oplus:2295 otimes:2297 perp:22a5 sdot:22c5 lceil:2308 rceil:2309 lfloor:230a rfloor:230b ' +
  'blank:2423 squ:25a1 square:25a1 loz:25ca starf:2605 star:2606 phone:260e spades:2660 clubs:2663 ' +
  'hearts:2665 diams:2666 check:2713 cross:2717 lang:27e8 rang:27e9 ';

const semicolonFree = new Map<string, string>([
  ['amp', '&'],
  ['AMP', '&'],
  ['lt', '<'],
  ['LT', '<'],
  ['gt', '>'],
  ['GT', '>'],
  ['quot', '"'],
  ['QUOT', '"'],
  ['copy', '\u00a9'],
  ['COPY', '\u00a9'],
  ['reg', '\u00ae'],
  ['REG', '\u00ae'],
]);
latin
  .trim()
  .split(' ')
  .forEach((name, index) => semicolonFree.set(name, String.fromCharCode(0xa0 + index)));

const named = new Map(semicolonFree);
for (const entry of others.trim().split(' ')) {
  const [name = '', code = ''] = entry.split(':');
  named.set(name, String.fromCharCode(Number.parseInt(code, 16)));
}

/** All supported names. */
export const referenceNames: readonly string[] = [...named.keys()];

/** The characters of the codes 0x80 to 0x9F in windows-1252; 0: the code itself. */
const windows1252 = [
  0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
  0x017d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a,
  0x0153, 0, 0x017e, 0x0178,
];

const longestSemicolonFree = 6;

/**
 * Decodes the character references in `html` from `start` to `end` (exclusive), by the rules for attributes or for text.
 * Returns null if a name is not supported.
 */
export function decode(html: string, start: number, end: number, inAttribute: boolean): string | null {
  let out = '';
  let from = start;
  let amp = html.indexOf('&', start);
  while (amp !== -1 && amp < end) {
    const next = amp + 1 < end ? html.charCodeAt(amp + 1) : 0;
    let stop = amp + 1;
    let value = '';
    if (next === 35) {
      stop = numberEnd(html, amp + 2, end);
      value = stop === amp + 1 ? '' : numericValue(html, amp + 2, stop);
      if (stop > amp + 1 && html.charCodeAt(stop) === 59 && stop < end) stop++;
    } else if (isAlphanumeric(next)) {
      while (stop < end && isAlphanumeric(html.charCodeAt(stop))) stop++;
      const name = html.slice(amp + 1, stop);
      if (stop < end && html.charCodeAt(stop) === 59) {
        const known = named.get(name);
        if (known === undefined) return null;
        value = known;
        stop++;
      } else if (inAttribute) {
        const literal = stop < end && html.charCodeAt(stop) === 61;
        value = literal ? '' : (semicolonFree.get(name) ?? '');
      } else {
        const length = semicolonFreeLength(name);
        value = semicolonFree.get(name.slice(0, length)) ?? '';
        stop = amp + 1 + length;
      }
    }
    if (value !== '') {
      out += html.slice(from, amp) + value;
      from = stop;
    }
    amp = html.indexOf('&', Math.max(stop, amp + 1));
  }
  return out + html.slice(from, end);
}

/** Length of the longest prefix of a name that needs no semicolon; 0: none. */
function semicolonFreeLength(name: string): number {
  for (let length = Math.min(name.length, longestSemicolonFree); length > 1; length--) {
    if (semicolonFree.has(name.slice(0, length))) return length;
  }
  return 0;
}

/** End of the digits of a numeric reference; `start - 1` if there are none. */
function numberEnd(html: string, start: number, end: number): number {
  const hexadecimal = start < end && (html.charCodeAt(start) | 32) === 120;
  const first = hexadecimal ? start + 1 : start;
  let at = first;
  while (at < end && isDigit(html.charCodeAt(at), hexadecimal)) at++;
  return at === first ? start - 1 : at;
}

function numericValue(html: string, start: number, end: number): string {
  const hexadecimal = (html.charCodeAt(start) | 32) === 120;
  const code = Number.parseInt(html.slice(hexadecimal ? start + 1 : start, end), hexadecimal ? 16 : 10);
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
  if (code >= 0x80 && code <= 0x9f) return String.fromCharCode(windows1252[code - 0x80] || code);
  return String.fromCodePoint(code);
}

function isDigit(code: number, hexadecimal: boolean): boolean {
  if (code >= 48 && code <= 57) return true;
  const lower = code | 32;
  return hexadecimal && lower >= 97 && lower <= 102;
}

function isAlphanumeric(code: number): boolean {
  const lower = code | 32;
  return (code >= 48 && code <= 57) || (lower >= 97 && lower <= 122);
}
