import { Type } from 'typebox';
import { query } from '../define.ts';
import { Name, nullable, strictObject, stringEnum } from '../shapes.ts';

const Place = Type.String({ minLength: 1, maxLength: 4000 });
const Text = nullable(Type.String());
const Pages = Type.Array(
  strictObject({
    url: Type.String(),
    sha256: Type.String({ description: 'Of the body.' }),
    isHeld: Type.Boolean({ description: 'Whether it was held back for check 8.' }),
  }),
);

/** Schema of `ProofCheck`. */
export const ProofCheckSchema = strictObject({
  number: Type.Integer({ minimum: 1, maximum: 11 }),
  name: Type.String(),
  result: stringEnum(['pass', 'fail', 'not-run'], {
    description: '`not-run`: the pages cannot answer it, and the problems say what is missing.',
  }),
  problems: Type.Array(
    strictObject({
      pointer: Type.String({ description: 'Place in the spider document, as a JSON pointer.' }),
      page: nullable(Type.String(), { description: 'URL of the page that shows it.' }),
      expected: Text,
      got: Text,
      hint: Text,
    }),
    { description: 'Of a check that passed: remarks.' },
  ),
});

const Verdict = stringEnum(['proved', 'refused', 'incomplete'], {
  description: '`refused`: a check failed. `incomplete`: none failed, and no pages could be held back.',
});

/** Schema of `Certificate`. */
export const CertificateSchema = strictObject({
  format: Type.Literal('spider-studio-proof-1'),
  engine: Type.String({ description: 'The version of Spider Studio that made it.' }),
  seed: Type.String({ description: 'Decides which pages are held back.' }),
  spider: strictObject({ name: Text, sha256: Type.String(), document: Type.String() }),
  pages: Pages,
  verdict: Verdict,
  checks: Type.Array(ProofCheckSchema),
  signature: Type.String({ description: 'SHA-256 of the canonical JSON of all the rest.' }),
});

/** Calls that judge a spider by pages. They need a caller that may use paths. */
export const proofCalls = {
  'proofs.prove': query('Judges a spider by eleven checks on pages that are stored in files.', {
    executor: 'work',
    path: '/api/proofs',
    args: strictObject({
      project: Name,
      spider: Type.Optional(Type.String({ description: 'A stored spider; its newest version is judged.' })),
      text: Type.Optional(Type.String({ description: 'The spider as text, instead of a stored one.' })),
      pages: Type.String({
        ...Place,
        description: 'A folder with pages.json beside its pages, or a WARC file.',
      }),
      seed: Type.String({ maxLength: 200 }),
    }),
    result: strictObject({
      verdict: Verdict,
      checks: Type.Array(ProofCheckSchema),
      certificate: CertificateSchema,
    }),
    errors: ['not-here', 'bad-pages', 'unknown-project', 'unknown-spider'],
  }),
  'proofs.verify': query('Repeats the proof of a certificate and tells what differs.', {
    executor: 'work',
    path: '/api/proofs/verify',
    args: strictObject({
      certificate: Type.String({ description: 'The text of its file.' }),
      file: Type.String({ description: 'What the certificate is called in errors.' }),
      pages: nullable(Place, { description: 'As for `proofs.prove`; null: only the signature is checked.' }),
    }),
    result: strictObject({
      valid: Type.Boolean(),
      repeated: Type.Boolean({
        description: 'Whether the proof was made again; false: no pages were given.',
      }),
      verdict: Verdict,
      spider: Text,
      pages: Type.Integer({ minimum: 0 }),
      differences: Type.Array(Type.String()),
    }),
    errors: ['not-here', 'bad-pages', 'bad-certificate'],
  }),
} as const;
