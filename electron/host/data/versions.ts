import { differencesOf } from '../../../shared/json-differences.ts';
import type { SpiderVersion, VersionMarks } from '../../store/spiders/spider-queries.ts';
import { HostError } from '../errors.ts';
import type { DataHandler } from './data-context.ts';
import { requireSpider, requireVersion } from './stored-spiders.ts';

const summaryOf = ({ id: _id, spider: _spider, project: _project, text: _text, ...summary }: SpiderVersion) =>
  summary;

/** A document as data; a text that is no JSON is one value. */
function documentOf({ text }: SpiderVersion): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/u, ''));
  } catch {
    return text;
  }
}

/** Handlers of the calls about versions of spiders. */
export const versionHandlers: {
  readonly [
    N in 'spiders.versions' | 'spiders.version' | 'spiders.differences' | 'spiders.mark'
  ]: DataHandler<N>;
} = {
  'spiders.versions': async ({ project, spider }, { workspace }) => {
    await requireSpider(workspace, project, spider);
    return workspace.queries.spiders.versions({ project, spider });
  },
  'spiders.version': async ({ project, spider, version: wanted }, { workspace }) => {
    const version = await requireVersion(workspace, project, spider, wanted);
    return { version: summaryOf(version), text: version.text };
  },
  'spiders.differences': async ({ project, spider, before, after }, { workspace }) => {
    const [earlier, later] = [
      await requireVersion(workspace, project, spider, before),
      await requireVersion(workspace, project, spider, after),
    ];
    const differences = differencesOf(documentOf(earlier), documentOf(later));
    return { before: earlier.number, after: later.number, differences };
  },
  'spiders.mark': async ({ project, spider, version, note, label }, { workspace, publish, window }) => {
    const { number } = await requireVersion(workspace, project, spider, version);
    const marks: VersionMarks = {
      ...(note === undefined ? {} : { note: note === null || note.trim() === '' ? null : note.trim() }),
      ...(label === undefined ? {} : { label }),
    };
    const marked = await workspace.queries.spiders.mark({ project, spider }, number, marks);
    if (marked.kind === 'taken')
      throw new HostError(
        'label-taken',
        `Version ${marked.holder} of "${spider}" has the label "${label ?? ''}" already.`,
        'Remove it there first, or choose another one.',
      );
    publish('spiders', { project, spider, what: 'marked', version: null, by: window });
    return marked.version;
  },
};
