import { useState } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import { getClient } from '../../state/client.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { navigate } from '../../navigation/router.ts';
import { closeDialog } from './dialogs-store.ts';
import { completeUrl, freeName, hostOf, nameOfSite, nameProblem } from './names.ts';
import { textOf } from './new-text.ts';
import { ProblemList } from './problem-list.tsx';
import { ProjectSelect, useProject } from '../../run-options/project-select.tsx';
import { TemplateList, TemplatePreview } from './template-panes.tsx';

/** A new spider: a site, a name, a template to begin with. It is saved at once and opened. */
export function NewSpiderDialog({
  project: wanted,
  template,
}: {
  project: string | null;
  template: string | null;
}) {
  const templates = useCall('spiders.templates', {});
  const spiders = useCall('spiders.list', {});
  const [chosenProject, setProject] = useState<string | null>(null);
  const standard = useProject(wanted);
  const project = chosenProject ?? standard;
  const [site, setSite] = useState('');
  const [ownName, setName] = useState<string | null>(null);
  const [chosen, setChosen] = useState(template);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);

  const taken = (spiders.value ?? []).filter((each) => each.project === project).map((each) => each.name);
  const url = site.trim() === '' ? null : completeUrl(site.trim());
  const siteWrong = url !== null && hostOf(url) === null ? 'Enter the URL of a site.' : null;
  const name = ownName ?? freeName((url === null ? null : nameOfSite(url)) ?? 'my-spider', taken);
  const nameWrong =
    nameProblem(name) ?? (taken.includes(name) ? 'A spider with this name already exists.' : null);
  const picked = templates.value?.find((each) => each.name === chosen) ?? templates.value?.[0];

  const create = async () => {
    setTried(true);
    if (picked === undefined || nameWrong !== null || siteWrong !== null) return;
    setBusy(true);
    const text = textOf(picked.text, name, url);
    const answer = await getClient().call('spiders.save', { project, spider: null, text, base: null });
    setBusy(false);
    if (!answer.ok) {
      setError(answer.error);
      return;
    }
    closeDialog();
    navigate(['spider', project, answer.value.spider, 'author']);
  };
  return (
    <Dialog
      open
      size="large"
      title="New spider from a template"
      onClose={closeDialog}
      onSubmit={() => void create()}
      footer={
        <>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy} disabled={picked === undefined}>
            Create
          </Button>
        </>
      }
    >
      <div className="spiders-where">
        <Field
          label="Site"
          aside="optional"
          error={tried ? siteWrong : null}
          help="Where the crawl starts. The editor changes it, and adds more."
        >
          {(ids) => (
            <Input
              {...ids}
              autoFocus
              inputMode="url"
              placeholder="example.org/shop"
              value={site}
              onChange={(event) => setSite(event.target.value)}
            />
          )}
        </Field>
        <Field label="Name" error={tried || ownName !== null ? nameWrong : null}>
          {(ids) => <Input {...ids} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <ProjectSelect value={project} onChange={setProject} />
      </div>
      {error !== null && <ProblemList error={error} />}
      {templates.error !== null && <ProblemList error={templates.error} />}
      <div className="spiders-begin">
        <TemplateList
          templates={templates.value}
          failed={templates.error !== null}
          picked={picked?.name ?? null}
          onPick={setChosen}
        />
        {picked !== undefined && <TemplatePreview key={picked.name} template={picked} />}
      </div>
    </Dialog>
  );
}
