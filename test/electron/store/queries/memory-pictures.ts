import { notFound } from '../../../../electron/store/errors.ts';
import type { KeptPicture, PictureQueries } from '../../../../electron/store/pages/picture-queries.ts';
import type { Tables } from './memory-tables.ts';

/** Keeps pictures for a project. */
export function keepPictures({ pictures }: Tables, project: string, kept: readonly KeptPicture[]): void {
  const own = pictures.get(project) ?? new Map<string, KeptPicture>();
  pictures.set(project, own);
  for (const picture of kept) own.set(picture.url, picture);
}

export function picturesOf(tables: Tables): PictureQueries {
  const { projects, pictures } = tables;
  const of = (project: string, urls: readonly string[]): KeptPicture[] =>
    [...new Set(urls)].flatMap((url) => pictures.get(project)?.get(url) ?? []);

  return {
    async known(project, urls) {
      return of(project, urls).map(({ body: _body, ...facts }) => facts);
    },
    async get(project, urls) {
      return of(project, urls).filter(({ body }) => body !== null);
    },
    async keep(project, kept) {
      if (!projects.has(project)) throw notFound(`project "${project}"`);
      keepPictures(tables, project, kept);
    },
  };
}
