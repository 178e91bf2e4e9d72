import { settingsFromProject, withDefaults } from './default-settings.ts';
import type { Spider } from './schema.ts';
import type { Problem } from './validate.ts';

/**
 * A spider with the settings of its project where it has none of its own.
 * @param spider with the arguments and overrides of a run in place: what a project gives is no text for arguments
 * @param defaults left out: none
 */
export function inProject(spider: Spider, defaults: Readonly<Record<string, unknown>> | undefined): Spider {
  return defaults === undefined ? spider : { ...spider, settings: withDefaults(spider.settings, defaults) };
}

/**
 * The problems of a spider in its project, without the warnings about settings that the project gives: nobody can mend those in
 * the spider.
 * @param spider without the defaults
 */
export function ownProblems(
  problems: readonly Problem[],
  spider: Spider,
  defaults: Readonly<Record<string, unknown>> | undefined,
): Problem[] {
  const given = new Set(settingsFromProject(spider.settings, defaults ?? {}));
  return problems.filter(({ severity, pointer }) => {
    const [, place, name = ''] = pointer.split('/');
    return severity === 'error' || place !== 'settings' || !given.has(name);
  });
}
