import { Type } from 'typebox';
import { Id, Name } from '../../shared/contract/shapes.ts';
import { HostError } from '../host/errors.ts';
import type { ToolContext } from './tool.ts';

/** The project of a spider. */
export const ProjectArg = Type.Optional(
  Type.String({
    ...Name,
    description: 'Default: that of the spider, where its name is unique; else "default".',
  }),
);

/** Arguments that name a stored spider, or the draft of one that was never saved. */
export const SubjectArgs = {
  project: ProjectArg,
  spider: Type.Optional(
    Type.String({ ...Name, description: 'A stored spider; its draft counts, if it has one.' }),
  ),
  draft: Type.Optional(
    Type.String({ ...Id, description: 'A draft that create_spider has made, in its place.' }),
  ),
};

/** A spider as arguments name it. */
export interface Named {
  project?: string | undefined;
  spider?: string | undefined;
  draft?: string | undefined;
}

/** A stored spider, or the draft of one that was never saved. */
export type Subject =
  { kind: 'stored'; project: string; spider: string } | { kind: 'draft'; project: string; draft: string };

/** What arguments name. @throws HostError `bad-arguments` where that is not one of both */
export async function subjectOf(
  { project: given, spider, draft }: Named,
  { projectOf }: Pick<ToolContext, 'projectOf'>,
): Promise<Subject> {
  if ((spider === undefined) === (draft === undefined))
    throw new HostError(
      'bad-arguments',
      'Name a stored spider with "spider", or a draft with "draft", and not both.',
      'list_spiders has the names of both.',
      { pointer: '/spider' },
    );
  const project = await projectOf({ project: given, spider: spider ?? '' });
  if (spider !== undefined) return { kind: 'stored', project, spider };
  return { kind: 'draft', project, draft: draft ?? '' };
}

/** The text of a subject, and what is known of its unsaved edits. */
export interface SubjectText {
  text: string;
  /** Of its unsaved edits; null: it has none. */
  revision: string | null;
  /** The version that they started from, or the newest one; null: it was never saved. */
  base: number | null;
}

/** The present text of a subject: its unsaved edits, else its newest version. @throws HostError `unknown-spider`, `unknown-draft` */
export async function textOfSubject(
  subject: Subject,
  { ask }: Pick<ToolContext, 'ask'>,
): Promise<SubjectText> {
  const { project } = subject;
  if (subject.kind === 'stored') {
    const { text, draft, summary } = await ask('spiders.get', { project, spider: subject.spider });
    return draft === null
      ? { text, revision: null, base: summary.version }
      : { text: draft.text, revision: draft.revision, base: draft.base };
  }
  const drafts = await ask('spiders.drafts', { project });
  const found = drafts.find(({ draft }) => draft === subject.draft);
  if (found !== undefined) return { text: found.text, revision: null, base: null };
  throw new HostError(
    'unknown-draft',
    `The project "${project}" has no draft "${subject.draft}".`,
    'list_spiders has the drafts. One that was saved is a spider now.',
  );
}
