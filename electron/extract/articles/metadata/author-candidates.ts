import { fold } from '../../datetime/names.ts';
import { isObject, resolve, textOf, typesOf, type JsonObject } from '../json-ld.ts';
import { allMeta, type MetadataSources } from '../sources.ts';
import type { JsonValue } from '../../types.ts';
import type { AuthorCandidate } from './author-candidate.ts';
import { weighAuthors } from './author-credibility.ts';
import { authorsInElements } from './author-elements.ts';
import { authorsInLines } from './author-lines.ts';
import { cleanNames } from './person.ts';

const metaNames: readonly (readonly [string, number])[] = [
  ['citation_author', 97],
  ['article:author', 88],
  ['article:author_name', 90],
  ['author', 90],
  ['authors', 88],
  ['parsely-author', 92],
  ['sailthru.author', 92],
  ['cxenseparse:author', 90],
  ['byl', 92],
  ['byline', 90],
  ['article.author', 88],
  ['og:article:author', 86],
  ['og:author', 86],
  ['dc.creator', 88],
  ['dc:creator', 88],
  ['dcterms.creator', 88],
  ['dc.contributor', 60],
  ['vr:author', 88],
  ['rbauthors', 88],
  ['creator', 80],
  ['citation_authors', 96],
];

/** Reverses the name of a bibliographic field: "Kaufman, Jeff T." is Jeff T. Kaufman. */
function inReadingOrder(name: string): string {
  const parts = name.split(/\s*,\s*/);
  const [last = '', first = ''] = parts;
  return parts.length === 2 && first !== '' ? `${first} ${last}` : name;
}

/** Names of the persons and organizations in a property of a JSON-LD object. */
function namesOf(
  value: JsonValue | undefined,
  sources: MetadataSources,
): { name: string; isPerson: boolean }[] {
  const resolved = resolve(value, sources.jsonLd);
  const all = Array.isArray(resolved) ? resolved.slice(0, 30) : [resolved];
  return all.flatMap((one) => {
    const inner = isObject(one) && Array.isArray(one['name']) ? one['name'] : [one];
    const isPerson =
      !isObject(one) || !typesOf(one).some((type) => /Organization|Corporation|Brand/.test(type));
    return inner.flatMap((part) => {
      const text = Array.isArray(part) ? null : textOf(part);
      return text === null ? [] : [{ name: text, isPerson }];
    });
  });
}

function fromJsonLd(sources: MetadataSources): AuthorCandidate[] {
  return sources.described.flatMap((node: JsonObject, index) =>
    ['author', 'creator'].flatMap((key) =>
      namesOf(node[key], sources).map(({ name, isPerson }) => ({
        name,
        score: (isPerson ? 96 : 80) - Math.min(index, 5) - (key === 'creator' ? 5 : 0),
        group: `json-ld ${index} ${key}`,
        offset: null,
      })),
    ),
  );
}

function fromMeta({ scan, meta }: MetadataSources): AuthorCandidate[] {
  const found = metaNames.flatMap(([name, score]) =>
    allMeta(scan, name).map((text) => ({
      name: name.startsWith('citation_author') && !text.includes(';') ? inReadingOrder(text) : text,
      score,
      group: `meta ${name}`,
      offset: null,
    })),
  );
  for (const label of ['1', '2']) {
    const text = meta.get(`twitter:data${label}`);
    if (
      text !== undefined &&
      /^(?:written by|author|verfasst von|geschrieben von|ecrit par|escrito por|par|von|by|autor|scritto da|geschreven door)/.test(
        fold(meta.get(`twitter:label${label}`) ?? ''),
      )
    )
      found.push({ name: text, score: 91, group: 'meta twitter', offset: null });
  }
  return found;
}

/** Returns all candidates with cleaned names, highest score first. */
export function authorCandidates(sources: MetadataSources): AuthorCandidate[] {
  const found = [
    ...fromJsonLd(sources),
    ...fromMeta(sources),
    ...authorsInElements(sources),
    ...authorsInLines(sources),
  ];
  const named = found.flatMap((candidate) => {
    const name = cleanNames(candidate.name);
    return name === null ? [] : [{ ...candidate, name }];
  });
  return weighAuthors(named, sources).sort((a, b) => b.score - a.score);
}
