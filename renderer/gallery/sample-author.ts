import sampleShop from '../../resources/samples/sample-shop.json?raw';
import type { CallError } from '../../shared/contract/errors.ts';
import type { CallArgs, CallName } from '../../shared/contract/index.ts';
import { validateSpider } from '../../shared/spider/validate.ts';

/** A failure as the gallery's host answers it. */
export class SampleFailure {
  readonly error: CallError;

  constructor(code: CallError['code'], message: string, details: Record<string, unknown> = {}) {
    this.error = { code, message, hint: null, action: null, details };
  }
}

interface Stored {
  versions: { text: string; createdAt: string }[];
  draft: { text: string; base: number | null; revision: string; updatedAt: string } | null;
}

const storageName = 'spider-studio.gallery.spiders';
const now = () => new Date().toISOString();

/** Spiders that can be written and saved, kept until the browser's tab is closed: a reload finds what was left. */
export function sampleAuthor(): Partial<Record<CallName, (args: unknown) => unknown>> {
  const stored = (project: string, spider: string): Stored => {
    const kept: unknown = JSON.parse(sessionStorage.getItem(`${storageName}/${project}/${spider}`) ?? 'null');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by keep() below
    return (kept as Stored | null) ?? { versions: firstVersions(spider), draft: null };
  };
  const keep = (project: string, spider: string, value: Stored) =>
    sessionStorage.setItem(`${storageName}/${project}/${spider}`, JSON.stringify(value));
  const summary = (project: string, name: string, { versions, draft }: Stored) => ({
    project,
    name,
    version: versions.length,
    versions: versions.length,
    runs: 4,
    hasDraft: draft !== null,
    icon: null,
    description: null,
    tags: [],
    lastRun: null,
    latestItems: null,
    createdAt: now(),
    updatedAt: now(),
  });
  const version = ({ versions }: Stored, number: number) => ({
    number,
    hash: String(number),
    createdAt: versions[number - 1]?.createdAt ?? now(),
    characters: versions[number - 1]?.text.length ?? 0,
    runs: Math.max(0, 3 - number),
    note: null,
    label: null,
    origin: 'edit' as const,
  });
  const add = (project: string, spider: string, text: string) => {
    const spiderNow = stored(project, spider);
    const unchanged = spiderNow.versions.at(-1)?.text === text;
    if (!unchanged) spiderNow.versions.push({ text, createdAt: now() });
    keep(project, spider, { ...spiderNow, draft: null });
    return { project, spider, version: spiderNow.versions.length, created: false, unchanged, problems: [] };
  };
  const answers: { [N in CallName]?: (args: CallArgs<N>) => unknown } = {
    'spiders.get': ({ project, spider }) => {
      const value = stored(project, spider);
      return {
        summary: summary(project, spider, value),
        text: value.versions.at(-1)?.text ?? '',
        draft: value.draft,
      };
    },
    'spiders.save': ({ project, spider, text, base, overwrite, nameChange }) => {
      const { valid, problems, spider: document } = validateSpider(text);
      const name = spider ?? document?.name ?? 'spider';
      if (!valid || document === null)
        return new SampleFailure('invalid-spider', 'It is not valid.', { problems });
      if (document.name !== name && nameChange === undefined) {
        return new SampleFailure('name-changed', 'The name differs.', { name: document.name });
      }
      const newest = stored(project, name).versions.length;
      if (base !== null && base < newest && overwrite !== true) {
        return new SampleFailure('stale-version', 'A newer version was saved.', { newest });
      }
      return add(project, nameChange === undefined ? name : document.name, text);
    },
    'spiders.versions': ({ project, spider }) => {
      const value = stored(project, spider);
      return value.versions.map((_, index) => version(value, index + 1)).reverse();
    },
    'spiders.version': ({ project, spider, version: wanted }) => {
      const value = stored(project, spider);
      const number = Number(wanted);
      return { version: version(value, number), text: value.versions[number - 1]?.text ?? '' };
    },
    'spiders.restore': ({ project, spider, version: number }) =>
      add(project, spider, stored(project, spider).versions[Number(number) - 1]?.text ?? ''),
    'spiders.putDraft': ({ project, spider, text, base }) => {
      const updatedAt = now();
      keep(project, spider ?? '', {
        ...stored(project, spider ?? ''),
        draft: { text, base, revision: updatedAt, updatedAt },
      });
      return { draft: null, revision: updatedAt, updatedAt };
    },
    'spiders.discardDraft': ({ project, spider }) => {
      keep(project, spider ?? '', { ...stored(project, spider ?? ''), draft: null });
      return { discarded: true };
    },
    'spiders.explain': ({ url }) => ({
      url,
      decision: 'extract',
      rule: 0,
      pattern: '/shop/item/hc-\\d+',
      reason: 'Rule 0 takes it by the pattern "/shop/item/hc-\\d+", and parse_product extracts from it.',
      steps: [
        {
          rule: null,
          pattern: null,
          kind: 'domain',
          matched: true,
          message: 'The host is among allowed_domains.',
        },
        { rule: 0, pattern: null, kind: 'deny', matched: false, message: 'No deny pattern.' },
        {
          rule: 0,
          pattern: '/shop/item/',
          kind: 'allow',
          matched: true,
          message: 'allow "/shop/item/hc-\\d+" is found.',
        },
      ],
    }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each is called with the arguments of its own call
  return answers as Partial<Record<CallName, (args: unknown) => unknown>>;
}

function firstVersions(spider: string): Stored['versions'] {
  if (spider === 'archive') {
    const text = `{\n  "name": "archive",\n  "allowed_domains": ["example.org"],\n  "start_urls": ["https://example.org/"]\n}\n`;
    return [{ text, createdAt: now() }];
  }
  const text = sampleShop.replace('"sample-shop"', JSON.stringify(spider));
  return [
    { text: text.replace('"DOWNLOAD_DELAY": 0,', '"DOWNLOAD_DELAY": 2,'), createdAt: '2026-11-02T08:12:00Z' },
    { text: text.replace('"priority": 100', '"priority": 10'), createdAt: '2026-11-14T16:40:00Z' },
    { text, createdAt: '2026-11-20T09:05:00Z' },
  ];
}
