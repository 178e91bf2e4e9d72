import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { ProofCheck } from '../../../shared/contract/types.ts';
import { toHostError } from '../../host/errors.ts';
import { certificateText } from '../../proof/certificate.ts';
import { junitXml, type JUnitCase } from '../../proof/junit.ts';
import { projectOption, type CommandSpec } from '../command.ts';
import { readInput } from '../input.ts';
import { count, printable, UsageError } from '../output.ts';
import { shorten } from '../table.ts';
import { fileHasNoVersion, textOfVersion, versionOption } from './versions.ts';

type Proof = CallValue<'proofs.prove'>;

/** Problems of a check that are printed as text; --json gives all. */
const shownProblems = 5;

/** The command `prove`. */
export const prove: CommandSpec = {
  usage: 'prove <spider>',
  summary: 'judge a spider by eleven checks on stored pages',
  description:
    'Judges a spider offline and always alike: the same spider, pages and seed give the same certificate. <spider> is a spider file or the name of a stored spider. A stored spider is judged by its own pages, that is its saved pages and a sample of those that its newest run stored, unless --pages is given, and the certificate is kept with its version. --pages is a folder with pages.json, a list of {"file", "url", "status", "headers", "fetchedAt", "group"}, beside the pages, or a WARC file. Some pages of each group are held back and must do as well as the others. The values in expect.fields.*.examples say what is wanted. The verdict is "proved", "refused" where a check failed, or "incomplete" where no pages could be held back though the crawl may take others; a check that the pages cannot answer is "not-run". The exit code is 1 unless it is proved.',
  options: [
    { flags: '--pages <dir>', description: 'a folder with pages.json, or a WARC file' },
    { flags: '--seed <text>', description: 'decides which pages are held back (default: "1")' },
    { flags: '--certificate <file>', description: 'write the certificate to a file' },
    { flags: '--junit <file>', description: 'write the checks to a file as JUnit XML' },
    projectOption,
    versionOption,
  ],
  examples: [
    ['prove shop', 'a stored spider by its own pages; keeps the certificate with its version'],
    ['prove shop --pages ./pages', 'a stored spider by other pages'],
    ['prove shop --version live', 'the version with this label'],
    ['prove shop.json --pages ./pages --certificate shop.proof.json', 'a spider file; keeps the certificate'],
    ['prove shop.json --pages crawl.warc.gz --junit results.xml', 'pages of an archive, for a CI system'],
  ],
  async run(context, [spider = '']) {
    const { options, ask, output } = context;
    const pages = options.text('pages');
    if (isFile(spider) && options.text('version') !== null) throw new UsageError(fileHasNoVersion);
    if (pages === null && isFile(spider))
      throw new UsageError(
        '--pages is missing.',
        'Name a folder with pages.json beside its pages, or a WARC file. Only a stored spider has pages of its own.',
      );
    const project = options.project();
    const which = isFile(spider)
      ? { text: await readInput(spider) }
      : { spider, ...(await textOfVersion(context, { project, spider })) };
    const seed = options.text('seed') ?? '1';
    const proof = await ask('proofs.prove', { project, ...which, pages, seed });
    const [file, junit] = [options.text('certificate'), options.text('junit')];
    if (file !== null) await write(file, certificateText(proof.certificate));
    if (junit !== null)
      await write(
        junit,
        junitXml(`prove ${proof.certificate.spider.name ?? spider}`, proof.checks.map(caseOf)),
      );
    output.result(proof, () => describe(proof, pages === null));
    return proof.verdict === 'proved' ? 0 : 1;
  },
};

/** The command `verify`. */
export const verify: CommandSpec = {
  usage: 'verify <certificate>',
  summary: 'repeat the proof of a certificate',
  description:
    'Makes the proof of a certificate again, with the spider that it holds, and compares the two byte for byte. --spider takes the pages that are stored with a spider, found by their SHA-256, for a certificate that was made with these. Without either, the folder of the certificate is taken, if it has a pages.json; without pages only the signature is checked. The exit code is 1 when anything differs.',
  options: [
    { flags: '--pages <dir>', description: 'a folder with pages.json, or a WARC file' },
    { flags: '--spider <name>', description: 'the pages that are stored with a spider' },
    projectOption,
  ],
  examples: [
    ['verify shop.proof.json --pages ./pages', 'whether the proof can be repeated'],
    ['verify pages/shop.proof.json', 'the certificate lies beside its pages'],
    ['verify shop.proof.json --spider shop', 'by the pages that are stored with the spider'],
  ],
  async run({ options, ask, output }, [file = '']) {
    const beside = file === '-' ? null : dirname(file);
    const [given, spider] = [options.text('pages'), options.text('spider')];
    if (given !== null && spider !== null)
      throw new UsageError('--pages and --spider exclude each other.', 'Give one of them.');
    const found = beside !== null && existsSync(join(beside, 'pages.json')) ? beside : null;
    const pages = spider === null ? (given ?? found) : { project: options.project(), spider };
    const verified = await ask('proofs.verify', {
      certificate: await readInput(file),
      file: `"${file}"`,
      pages,
    });
    output.result(verified, () => {
      const { valid, repeated, verdict, spider, differences } = verified;
      const about = `${spider ?? 'The spider'} is ${verdict} with ${count(verified.pages, 'page')}`;
      if (!valid)
        return printable(
          [`The certificate cannot be repeated.`, ...differences.map((line) => `  ${line}`)].join('\n'),
        );
      return printable(
        repeated
          ? `Repeated, byte for byte: ${about}.`
          : `The signature is right: ${about}. Give --pages or --spider to repeat the proof.`,
      );
    });
    return verified.valid ? 0 : 1;
  },
};

/** Whether a spider is given as a file. A file takes precedence over a stored spider of that name. */
const isFile = (place: string): boolean => place === '-' || existsSync(place) || /[./\\]/.test(place);

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw toHostError(error);
  }
}

const signs = { pass: 'passed', fail: 'FAILED', 'not-run': 'not run' } as const;

function describe({ verdict, checks, certificate, kept }: Proof, byOwnPages: boolean): string {
  const held = certificate.pages.filter(({ isHeld }) => isHeld).length;
  const name = certificate.spider.name ?? 'The spider';
  const lines = checks.flatMap((check) => {
    const shown = check.problems.slice(0, shownProblems).map((problem) => `      ${told(problem)}`);
    const more = check.problems.length - shown.length;
    return [
      `  ${String(check.number).padStart(2)}  ${check.name.padEnd(16)} ${signs[check.result]}`,
      ...shown,
      ...(more > 0 ? [`      … and ${more} more; --json gives all.`] : []),
    ];
  });
  const pages = byOwnPages
    ? count(certificate.pages.length, 'page of its own', 'pages of its own')
    : count(certificate.pages.length, 'page');
  const about = `${name}: ${verdict}, with ${pages}, ${held} of them held back.`;
  const end =
    kept === null
      ? []
      : [kept.version === null ? 'Kept with the draft.' : `Kept with version ${kept.version}.`];
  return printable([about, ...lines, ...end].join('\n'));
}

function told({ pointer, page, expected, got, hint }: ProofCheck['problems'][number]): string {
  const what = expected === null ? (got ?? '') : `expected ${expected}; got ${got ?? 'nothing'}`;
  const place = [pointer, page].filter((each) => each !== null && each !== '').join(' on ');
  return shorten(
    [place === '' ? what : `${place}: ${what}`, hint].filter((each) => each !== null).join('. '),
    400,
  );
}

function caseOf({ number, name, result, problems }: ProofCheck): JUnitCase {
  const lines = problems.map(told);
  const [first = ''] = lines;
  return {
    name: `${number} ${name}`,
    group: 'prove',
    failure: result === 'fail' ? { message: first, detail: lines.join('\n') } : null,
    skipped: result === 'not-run' ? first : null,
  };
}
