import type { Queries } from '../../store/queries.ts';

/** The settings that a project gives to its spiders; none where there is no such project. */
export async function defaultSettingsOf(
  { projects }: Pick<Queries, 'projects'>,
  project: string,
): Promise<Record<string, unknown>> {
  return (await projects.get(project)) === null ? {} : (await projects.defaults(project)).settings;
}
