import type { ProjectDefaults } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { DefaultsFields, useDefaultsForm } from './defaults-form.tsx';
import { closeProjectDialog } from './project-store.ts';

/** What a project gives to all its spiders: settings, and how their items are exported. */
export function DefaultsDialog({ project }: { project: string }) {
  const { value, error, refresh } = useCall('projects.defaults', { project });
  if (value !== null) return <DefaultsForm project={project} defaults={value} />;
  return (
    <Dialog open size="large" title={titleOf(project)} onClose={closeProjectDialog}>
      {error === null ? (
        <div className="project-loading" role="status">
          <Spinner />
          <span className="visually-hidden">Loading</span>
        </div>
      ) : (
        <ErrorState error={error} title="The defaults could not be loaded." onRetry={refresh} />
      )}
    </Dialog>
  );
}

const titleOf = (project: string) => `Defaults of the project ${project}`;

function DefaultsForm({ project, defaults }: { project: string; defaults: ProjectDefaults }) {
  const form = useDefaultsForm(project, defaults);
  const save = async () => {
    if (await form.save()) closeProjectDialog();
  };
  return (
    <Dialog
      open
      size="large"
      title={titleOf(project)}
      description="They hold for every spider of the project that does not set the same itself. Runs that have begun keep what they began with."
      onClose={closeProjectDialog}
      onSubmit={() => void save()}
      footer={
        <>
          <span className="subtle small grow">{form.words}</span>
          <Button onClick={closeProjectDialog}>Cancel</Button>
          <Button variant="primary" type="submit" busy={form.busy} disabled={!form.canSave}>
            Save
          </Button>
        </>
      }
    >
      <DefaultsFields form={form} heading="h3" />
    </Dialog>
  );
}
