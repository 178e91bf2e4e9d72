import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { format, resolveConfig } from 'prettier';

/** A decision as its first lines give it. */
interface Decision {
  file: string;
  number: number;
  title: string;
  /** "accepted", or by what it is superseded. */
  status: string;
}

const folder = join(import.meta.dirname, '../docs/decisions');

const link = String.raw`\[\d{4}\]\(\d{4}-[\w-]+\.md\)`;
const links = `${link}(?:(?:, ${link})* and ${link})?`;
const form = new RegExp(
  String.raw`^# (\d+)\. (.+)\n\n\d{4}-\d\d-\d\d\n\nStatus: (accepted|accepted, superseded in part by ${links}|superseded by ${links})\n\n`,
);

/**
 * The list of all decisions, newest last, as Markdown: docs/decisions/README.md.
 *
 * @throws Error where a decision has not the form of the others, or is superseded by one that is not there
 */
export async function decisionsIndex(): Promise<string> {
  const files = globSync('*.md', { cwd: folder }).filter((file) => file !== 'README.md');
  const decisions = files.toSorted().map(readDecision);
  const known = new Set(files);
  for (const { file, status } of decisions) {
    for (const [, target = ''] of status.matchAll(/\((.*?)\)/g)) {
      if (!known.has(target)) throw new Error(`${file} is superseded by ${target}, which is not there.`);
    }
  }
  const lines = decisions.map(({ file, number, title, status }) => {
    const note = status === 'accepted' ? '' : ` (${status.replace('accepted, ', '')})`;
    return `- [${number}. ${title}](${file})${note}`;
  });
  const text = `# Decisions

What was decided with a trade-off, why, and what it costs. A decision is never rewritten: a later one supersedes it, wholly or in
part, and it says by which. A new one begins like the others and takes the next free number; \`npm run generate\` writes this list.

${lines.join('\n')}
`;
  return format(text, { ...(await resolveConfig(import.meta.filename)), parser: 'markdown' });
}

function readDecision(file: string): Decision {
  const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
  const [, number = '', title = '', status = ''] = form.exec(text) ?? [];
  if (Number(number) !== Number(basename(file).slice(0, 4))) {
    throw new Error(
      `docs/decisions/${file} has not the form "# N. Title", date, "Status: …", each a paragraph.`,
    );
  }
  return { file, number: Number(number), title, status };
}
