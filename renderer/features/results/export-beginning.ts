import type { ItemView, ProjectDefaults } from '../../../shared/contract/types.ts';
import { usePreference } from '../../state/preferences.ts';
import { useCall } from '../../state/query.ts';
import { usualFormat, type UsualFormat } from './export-formats.ts';

/** The name under which the format that was chosen last is kept. */
export const formatChoice = 'results.export-format';

/** What an export begins with, and whose defaults say so, if any do. */
export interface Beginning extends UsualFormat {
  from: 'project' | 'workspace';
}

/** What an export of a view begins with; null: the defaults are not read yet. */
export function useBeginning({ source }: ItemView): Beginning | null {
  const remembered = usePreference((preferences) => preferences.choices[formatChoice]);
  const ofProject = useCall('projects.defaults', { project: source.project });
  const ofWorkspace = useCall('app.defaults', {});
  if (ofProject.loading || ofWorkspace.loading) return null;
  const own = ofProject.value?.exports ?? {};
  const usual = (exports: ProjectDefaults['exports']) =>
    usualFormat(exports, remembered, /windows/iu.test(navigator.userAgent));
  return {
    ...usual({ ...ofWorkspace.value?.exports, ...own }),
    from: usual(own).isDefault ? 'project' : 'workspace',
  };
}

/** Why an export begins as it does; empty: by what was chosen last. */
export function beginningWords({ isDefault, from }: Beginning): string {
  if (!isDefault) return '';
  return from === 'project' ? 'As the project exports.' : 'As all projects export.';
}
