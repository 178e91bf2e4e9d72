import { Type } from 'typebox';
import { command, query } from '../define.ts';
import {
  Id,
  Name,
  nullable,
  OperationId,
  record,
  SpiderRef,
  SpiderText,
  strictObject,
  stringEnum,
  Time,
} from '../shapes.ts';

const Place = Type.String({ minLength: 1, maxLength: 4000 });
const Text = nullable(Type.String());
const Pages = Type.Array(
  strictObject({
    url: Type.String(),
    sha256: Type.String({ description: 'Of the body.' }),
    isHeld: Type.Boolean({ description: 'Whether it was held back for check 8.' }),
    stored: Type.Optional(
      strictObject(
        {
          requested: nullable(Type.String(), {
            description: 'The URL that was requested; null: that of the page.',
          }),
          group: nullable(Type.String(), { description: 'Pages of one group are of one kind.' }),
          status: Type.Integer(),
          contentType: Text,
          fetchedAt: Type.Integer({ description: 'Milliseconds since 1970.' }),
          rendered: Type.Boolean(),
          message: Type.Optional(
            strictObject(
              { method: Type.Optional(Type.String()), body: Type.Optional(Type.String()) },
              { description: 'What was sent besides the URL, which tells it from others of that URL.' },
            ),
          ),
        },
        { description: 'Of a page that was stored with the spider: what is known of it beside its body.' },
      ),
    ),
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
  description:
    '`refused`: a check failed. `incomplete`: none failed, and no pages could be held back, though a crawl may take others.',
});

/** Schema of `Certificate`. */
export const CertificateSchema = strictObject({
  format: Type.Literal('spider-studio-proof-1'),
  engine: Type.String({ description: 'The version of Spider Studio that made it.' }),
  seed: Type.String({ description: 'Decides which pages are held back.' }),
  spider: strictObject({ name: Text, sha256: Type.String(), document: Type.String() }),
  edition: Type.Optional(
    Type.Integer({
      minimum: 2,
      description: 'The edition of the checks, with which the proof is repeated. Left out: the first.',
    }),
  ),
  args: Type.Optional(
    record(Type.String(), {
      description: 'Arguments of the spider in the run that stored the pages. Left out: its defaults.',
    }),
  ),
  defaults: Type.Optional(
    record(Type.Unknown(), {
      description: 'Settings that the project gave to the spider, which has none of its own. Left out: none.',
    }),
  ),
  pages: Pages,
  verdict: Verdict,
  checks: Type.Array(ProofCheckSchema),
  signature: Type.String({ description: 'SHA-256 of the canonical JSON of all the rest.' }),
});

/** Schema of `KeptProof`. */
export const KeptProofSchema = strictObject({
  id: Id,
  version: Type.Integer({ minimum: 1, description: 'The version of the spider that was judged.' }),
  provedAt: Time,
  verdict: Verdict,
  pages: Type.Integer({ minimum: 0, description: 'Number of pages.' }),
  held: Type.Integer({ minimum: 0, description: 'How many of them were held back.' }),
  seed: Type.String(),
  engine: Type.String({ description: 'The version of Spider Studio that made it.' }),
  source: stringEnum(['own-pages', 'files'], {
    description: '`own-pages`: the saved pages of the spider and pages that its runs stored.',
  }),
  failed: Type.Array(Type.Integer(), { description: 'Numbers of the checks that failed.' }),
  notRun: Type.Array(Type.Integer(), { description: 'Numbers of the checks that were not run.' }),
});

const PagesToProveBy = nullable(Place, {
  description:
    "A folder with pages.json beside its pages, or a WARC file, for a caller that may use paths. null: the spider's own pages, that is its saved pages and a sample of those that its runs stored.",
});

/** Calls that judge a spider by pages, and keep the certificates. */
export const proofCalls = {
  'proofs.prove': command(
    'Judges a spider by eleven checks on stored pages, and keeps the certificate with the version of the spider, or with the draft, that was judged.',
    {
      executor: 'work',
      path: '/api/proofs',
      topics: ['progress', 'spiders'],
      args: strictObject({
        project: Name,
        spider: Type.Optional(
          Type.String({
            description:
              'A stored spider. Its newest version is judged unless a text is given; its own pages are taken.',
          }),
        ),
        draft: Type.Optional(
          Type.String({
            ...Id,
            description:
              'The draft of a spider that was never saved, in place of `spider`: its text is judged by its own pages.',
          }),
        ),
        text: Type.Optional(
          Type.String({
            ...SpiderText,
            description: 'The spider as text. Of a stored spider: a draft, or one of its versions.',
          }),
        ),
        pages: PagesToProveBy,
        seed: Type.String({
          maxLength: 200,
          description: 'Decides which pages are held back, and which stored pages are taken.',
        }),
        operation: Type.Optional(OperationId),
      }),
      result: strictObject({
        verdict: Verdict,
        checks: Type.Array(ProofCheckSchema),
        certificate: CertificateSchema,
        kept: nullable(strictObject({ id: Id, version: nullable(Type.Integer({ minimum: 1 })) }), {
          description:
            'Where the certificate is kept: with the version that has this very text, or with the draft that has it (`version` null). null: nothing has it.',
        }),
      }),
      errors: [
        'not-here',
        'not-found',
        'bad-pages',
        'unknown-project',
        'unknown-spider',
        'unknown-draft',
        'timed-out',
        'cancelled',
      ],
    },
  ),
  'proofs.verify': query('Repeats the proof of a certificate and tells what differs.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/proofs/verify',
    topics: ['progress'],
    args: strictObject({
      certificate: Type.String({ description: 'The text of its file.' }),
      file: Type.String({ description: 'What the certificate is called in errors.' }),
      pages: Type.Union([Place, strictObject(SpiderRef), Type.Null()], {
        description:
          'A folder or WARC file, as for `proofs.prove`. A spider: the pages that are stored with it, found by their SHA-256. null: only the signature is checked.',
      }),
      operation: Type.Optional(OperationId),
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
    errors: ['not-here', 'bad-pages', 'bad-certificate', 'unknown-spider', 'timed-out', 'cancelled'],
  }),
  'proofs.list': query('The newest proofs of a spider, of all of its versions, newest first.', {
    executor: 'quick',
    path: '/api/spiders/{spider}/proofs',
    args: strictObject(SpiderRef),
    result: Type.Array(KeptProofSchema),
    errors: ['unknown-project', 'unknown-spider'],
  }),
  'proofs.get': query('A proof of a spider with its certificate.', {
    executor: 'quick',
    path: '/api/spiders/{spider}/proofs/{id}',
    args: strictObject({ ...SpiderRef, id: Id }),
    result: strictObject({
      ...KeptProofSchema.properties,
      checks: Type.Array(ProofCheckSchema),
      certificate: Type.String({
        description: 'The text of its file, as `proofs.verify` takes it.',
      }),
    }),
    errors: ['unknown-project', 'unknown-spider', 'unknown-proof'],
  }),
} as const;
