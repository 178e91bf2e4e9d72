import { useState } from 'react';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { CallError } from '../../../shared/contract/errors.ts';
import { getClient } from '../../state/client.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { classes } from '../../ui/classes.ts';
import { Field, Input } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import { Skeleton } from '../../ui/progress.tsx';
import { navigate } from '../../navigation/router.ts';
import { closeDialog } from './dialogs-store.ts';
import { completeUrl, freeName, hostOf, nameOfSite, nameProblem } from './names.ts';
import { textOf } from './new-text.ts';
import { ProblemList } from './problem-list.tsx';
import { ProjectSelect, useProject } from '../../run-options/project-select.tsx';

type Template = CallValue<'spiders.templates'>[number];

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
  const samples = (templates.value ?? []).filter(({ isSample }) => isSample);
  const card = (each: Template) => (
    <label
      key={each.name}
      className={classes('spiders-template', each === picked && 'spiders-template-chosen')}
    >
      <input
        type="radio"
        name="template"
        className="visually-hidden"
        checked={each === picked}
        onChange={() => setChosen(each.name)}
      />
      <span className="strong">{each.title}</span>
      <span className="muted small">{each.description}</span>
    </label>
  );
  return (
    <Dialog
      open
      size="medium"
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
      <Field
        label="Site"
        aside="optional"
        error={tried ? siteWrong : null}
        help="Where the crawl starts. You can change it, and add more, in the editor."
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
      <div className="ui-field">
        <span className="spiders-label" id="spiders-template">
          Begin with
        </span>
        {templates.value === null && templates.error === null && <Skeleton width="100%" />}
        {templates.error !== null && <ProblemList error={templates.error} />}
        <div className="spiders-templates" role="radiogroup" aria-labelledby="spiders-template">
          {templates.value?.filter(({ isSample }) => !isSample).map(card)}
          {samples.length > 0 && (
            <details className="spiders-samples" open={picked?.isSample}>
              <summary>{counted(samples.length, 'spider')} of the sample site</summary>
              <div className="spiders-templates">{samples.map(card)}</div>
            </details>
          )}
        </div>
      </div>
      {picked !== undefined && <TemplateRows rows={picked.rows} />}
      {error !== null && <ProblemList error={error} />}
    </Dialog>
  );
}

/** Rows of a template that are shown. */
const shownRows = 3;

/** What a template takes from the page that it comes with; nothing for one that has no page. */
function TemplateRows({ rows }: Pick<Template, 'rows'>) {
  if (rows.length === 0) return null;
  const more = rows.length - shownRows;
  return (
    <section className="spiders-template-rows" aria-label="What it takes from its example page">
      <span className="spiders-label">What it takes from its example page</span>
      {rows.slice(0, shownRows).map((row, index) => (
        <dl key={index}>
          {row.map(({ field, value }) => (
            <div key={field}>
              <dt className="muted">{field}</dt>
              <dd className={classes('ellipsis', value === null && 'subtle')}>{value ?? 'empty'}</dd>
            </div>
          ))}
        </dl>
      ))}
      {more > 0 && <span className="subtle small">and {counted(more, 'more row')}</span>}
    </section>
  );
}
