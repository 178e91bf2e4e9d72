import { useEffect } from 'react';
import type { ProjectDefaults } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { heldEdits, holdEdits } from './defaults-edits.ts';
import { DefaultsFields, useDefaultsForm } from './defaults-form.tsx';

/** The section of the settings with what the workspace gives to all projects. */
export function DefaultsSection() {
  const { value, error, refresh } = useCall('app.defaults', {});
  if (value !== null) return <DefaultsForm defaults={value} />;
  if (error !== null)
    return <ErrorState error={error} title="The defaults could not be loaded." onRetry={refresh} />;
  return (
    <div className="project-loading" role="status">
      <Spinner />
      <span className="visually-hidden">Loading</span>
    </div>
  );
}

function DefaultsForm({ defaults }: { defaults: ProjectDefaults }) {
  const form = useDefaultsForm(null, defaults, heldEdits());
  const { texts, exports, isEdited } = form;
  useEffect(() => holdEdits(isEdited ? { texts, exports } : null), [texts, exports, isEdited]);
  return (
    <form
      className="project-defaults"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <p className="muted">
        A run takes a setting from the first that has it: the run itself, its spider, its project, these
        defaults, the application. Runs that have begun keep what they began with.
      </p>
      <DefaultsFields form={form} heading="h2" />
      <div className="project-defaults-save">
        <span className="subtle small">{form.words}</span>
        {isEdited && <Badge tone="warning">unsaved edits</Badge>}
        <span className="grow" />
        {isEdited && <Button onClick={form.discard}>Discard</Button>}
        <Button variant="primary" type="submit" busy={form.busy} disabled={!form.canSave}>
          Save
        </Button>
      </div>
    </form>
  );
}
