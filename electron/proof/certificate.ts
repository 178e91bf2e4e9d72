import { hash } from 'node:crypto';
import type { RequestMessage } from '../../shared/request-message.ts';
import { memberOf } from '../../shared/spider/plain.ts';
import type { Proof, ProvedPage } from './prove.ts';
import { ProofInputError } from './input/source.ts';
import type { Edition } from './types.ts';

/** A proof as a file: all that is needed to repeat it with the same pages. */
export interface Certificate extends Proof {
  readonly format: typeof format;
  /** Version of Spider Studio that made it. */
  readonly engine: string;
  readonly seed: string;
  readonly spider: { readonly name: string | null; readonly sha256: string; readonly document: string };
  /** SHA-256 of the canonical JSON of all the rest. */
  readonly signature: string;
}

const format = 'spider-studio-proof-1';

/** Makes the certificate of a proof. @param document text of the spider */
export function certify(
  proof: Proof,
  { document, seed, engine }: { document: string; seed: string; engine: string },
): Certificate {
  const spider = { name: nameOf(document), sha256: hash('sha256', document), document };
  const { verdict, checks, pages, args, defaults, edition } = proof;
  const given = {
    ...(edition === undefined ? {} : { edition }),
    ...(args === undefined ? {} : { args }),
    ...(defaults === undefined ? {} : { defaults }),
  };
  const about = { format, engine, seed, spider, ...given } as const;
  const content = { ...about, pages, verdict, checks } as const;
  return { ...content, signature: hash('sha256', canonicalJson(content)) };
}

function nameOf(document: string): string | null {
  try {
    const read: unknown = JSON.parse(document);
    return typeof read === 'object' && read !== null && 'name' in read && typeof read.name === 'string'
      ? read.name
      : null;
  } catch {
    return null;
  }
}

/** JSON with the keys of objects in the order of their code units and without white space, as RFC 8785 has it. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((each) => canonicalJson(each ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join(',')}}`;
}

/** A certificate as a file. */
export const certificateText = (certificate: object): string => `${JSON.stringify(certificate, null, 2)}\n`;

/** What a certificate says of the proof that it repeats. */
export type CertificateClaim = Pick<
  Certificate,
  'engine' | 'seed' | 'spider' | 'pages' | 'verdict' | 'signature'
> & {
  /** The certificate as it was written, in canonical JSON. */
  readonly canonical: string;
  /** Whether its signature is that of its content. */
  readonly isIntact: boolean;
  /** Arguments of the spider; none: its defaults. */
  readonly args: Readonly<Record<string, string>>;
  /** Settings that the project gave to the spider. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** The edition of the checks that made it. */
  readonly edition: Edition;
};

const hint = 'Give a file that "prove" has written, or its JSON output.';

/** Reads a certificate, or the output of `prove` that holds one. @throws ProofInputError */
export function readCertificate(text: string, what: string): CertificateClaim {
  const given = membersOf(parse(text, what), what);
  const inner = given.get('certificate');
  const members = given.get('format') === format || inner === undefined ? given : membersOf(inner, what);
  if (members.get('format') !== format) throw new ProofInputError(`${what} is no certificate.`, hint);
  const { signature, ...content } = Object.fromEntries(members);
  const spider = membersOf(members.get('spider'), what);
  const pages = members.get('pages');
  const verdict = members.get('verdict');
  const textOf = (from: ReadonlyMap<string, unknown>, name: string): string => {
    const value = from.get(name);
    if (typeof value !== 'string') throw new ProofInputError(`${what} has no "${name}".`, hint);
    return value;
  };
  if (!Array.isArray(pages) || (verdict !== 'proved' && verdict !== 'refused' && verdict !== 'incomplete'))
    throw new ProofInputError(`${what} is incomplete.`, hint);
  const name = spider.get('name');
  return {
    engine: textOf(members, 'engine'),
    seed: textOf(members, 'seed'),
    spider: {
      name: typeof name === 'string' ? name : null,
      sha256: textOf(spider, 'sha256'),
      document: textOf(spider, 'document'),
    },
    pages: pages.map((page: unknown) => {
      const own = membersOf(page, what);
      const stored = own.has('stored') ? { stored: storedOf(membersOf(own.get('stored'), what)) } : {};
      const isHeld = own.get('isHeld') === true;
      return { url: textOf(own, 'url'), sha256: textOf(own, 'sha256'), isHeld, ...stored };
    }),
    verdict,
    signature: textOf(members, 'signature'),
    args: members.has('args') ? textsOf(membersOf(members.get('args'), what)) : {},
    defaults: members.has('defaults') ? Object.fromEntries(membersOf(members.get('defaults'), what)) : {},
    edition: members.has('edition') ? 2 : 1,
    canonical: canonicalJson(Object.fromEntries(members)),
    isIntact: signature === hash('sha256', canonicalJson(content)),
  };
}

const textsOf = (members: ReadonlyMap<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    [...members].flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );

/** What is known of a stored page. What is missing or of another type is as if it was not known: then the proof differs. */
function storedOf(members: ReadonlyMap<string, unknown>): NonNullable<ProvedPage['stored']> {
  const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const numberOr = (value: unknown): number => (typeof value === 'number' ? value : 0);
  return {
    requested: textOr(members.get('requested')),
    group: textOr(members.get('group')),
    status: numberOr(members.get('status')),
    contentType: textOr(members.get('contentType')),
    fetchedAt: numberOr(members.get('fetchedAt')),
    rendered: members.get('rendered') === true,
    ...(members.has('message') ? { message: messageOf(members.get('message')) } : {}),
  };
}

function messageOf(value: unknown): RequestMessage {
  const [method, body] = ['method', 'body'].map((name) => memberOf(value, name));
  return {
    ...(typeof method === 'string' ? { method } : {}),
    ...(typeof body === 'string' ? { body } : {}),
  };
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ProofInputError(
      `${what} is not JSON: ${error instanceof Error ? error.message : String(error)}.`,
      hint,
    );
  }
}

function membersOf(value: unknown, what: string): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ProofInputError(`${what} is no certificate.`, hint);
  return new Map<string, unknown>(Object.entries(value));
}

/** A page in sentences: of several with one URL, what was sent tells them apart. */
function nameOfPage({ url, stored }: ProvedPage): string {
  const { method, body } = stored?.message ?? {};
  return [url, ...(method === undefined ? [] : [method]), ...(body === undefined ? [] : [body])].join(' ');
}

/** Says what differs between a certificate and the proof made again, in sentences; none: they are the same, byte for byte. */
export function differences(claim: CertificateClaim, again: Certificate): string[] {
  if (!claim.isIntact)
    return ['The certificate was changed after it was made: its signature is not that of its content.'];
  if (claim.canonical === canonicalJson(again)) return [];
  const told: string[] = [];
  const now = new Map(again.pages.map((page) => [nameOfPage(page), page]));
  for (const page of claim.pages) {
    const name = nameOfPage(page);
    const same = now.get(name);
    if (same === undefined) told.push(`The page ${name} is missing.`);
    else if (same.sha256 !== page.sha256) told.push(`The page ${name} has changed.`);
    now.delete(name);
  }
  for (const name of now.keys()) told.push(`The page ${name} is new.`);
  if (claim.engine !== again.engine)
    told.push(`It was made by version ${claim.engine}; this is ${again.engine}.`);
  if (claim.verdict !== again.verdict)
    told.push(`The verdict was ${claim.verdict} and is ${again.verdict} now.`);
  return told.length > 0 ? told : ['The checks found other problems than before.'];
}
