import { useState } from 'react';
import { FolderGit2, Share2 } from 'lucide-react';
import type { Registry } from '../../../shared/contract/types.ts';
import { readLibraryTags } from '../../../shared/library-tags.ts';
import { SpiderPicker, type SpiderName } from '../../run-options/spider-picker.tsx';
import { act } from '../../state/act.ts';
import { useCall } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Checkbox, Field, Input, Select, TextArea } from '../../ui/field.tsx';
import { closeLibraryDialog, libraryChanged, openLibraryDialog } from './library-store.ts';

const facts = [
  { key: 'title', label: 'Title', placeholder: 'what people see in the list' },
  { key: 'tags', label: 'Tags', placeholder: 'shop, prices' },
  { key: 'author', label: 'Author', placeholder: 'who made it' },
  { key: 'licence', label: 'Licence', placeholder: 'CC0-1.0' },
] as const;

type Facts = Record<(typeof facts)[number]['key'] | 'notes', string>;
const nothing: Facts = { title: '', tags: '', author: '', licence: '', notes: '' };

/** Publishes a spider to a registry as a new version. @param spider null: it asks for one */
export function PublishDialog({ spider: given }: { spider: SpiderName | null }) {
  const registries = useCall('library.registries', {}).value;
  const open = registries?.filter(({ canPublish }) => canPublish) ?? null;
  if (open !== null && open.length === 0) return <NowhereDialog />;
  return <PublishForm given={given} registries={open ?? []} />;
}

function PublishForm({ given, registries }: { given: SpiderName | null; registries: readonly Registry[] }) {
  const [spider, setSpider] = useState(given);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isTemplate, setTemplate] = useState(false);
  const [form, setForm] = useState(nothing);
  const [busy, setBusy] = useState(false);
  const tags = readLibraryTags(form.tags);
  const registry = chosen ?? registries[0]?.name ?? null;
  const publish = async () => {
    if (spider === null || registry === null || typeof tags === 'string' || busy) return;
    setBusy(true);
    const published = await act(
      'library.publish',
      {
        ...spider,
        registry,
        ...(isTemplate ? { kind: 'template' } : {}),
        title: form.title.trim() || null,
        ...(tags.length === 0 ? {} : { tags }),
        author: form.author.trim() || null,
        licence: form.licence.trim() || null,
        notes: form.notes.trim() || null,
      },
      { failure: `${spider.spider} was not published.` },
    );
    setBusy(false);
    if (published === null) return;
    closeLibraryDialog();
    libraryChanged();
    const { name, version, unchanged, locked, commitYourself } = published;
    toast.success(unchanged ? `${name} is there already` : `${name} is published`, {
      message: `Version ${version} in ${registry}.${commitYourself === null ? '' : ` Commit and push ${commitYourself}.`}`,
      ...(locked === 0 ? { hint: 'Nothing is locked, so nothing proves it to others.' } : {}),
    });
  };
  return (
    <Dialog
      open
      size="medium"
      title={given === null ? 'Publish a spider' : `Publish “${given.spider}”`}
      description="It becomes the next version in the registry, with its saved pages and fixtures. Its text goes along as it is; what you leave empty stays as it was."
      onClose={closeLibraryDialog}
      onSubmit={() => void publish()}
      footer={
        <>
          <Button onClick={closeLibraryDialog}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            icon={Share2}
            busy={busy}
            disabled={spider === null || registry === null || typeof tags === 'string'}
          >
            Publish
          </Button>
        </>
      }
    >
      {given === null && <SpiderPicker chosen={spider} onChoose={setSpider} />}
      <Field label="Registry">
        {(ids) => (
          <Select
            {...ids}
            value={registry ?? ''}
            options={registries.map(({ name, title }) => ({
              value: name,
              label: title === null ? name : `${name}: ${title}`,
            }))}
            onChange={setChosen}
          />
        )}
      </Field>
      <div className="library-pairs">
        {facts.map(({ key, label, placeholder }) => (
          <Field
            key={key}
            label={label}
            aside="optional"
            error={key === 'tags' && typeof tags === 'string' ? tags : null}
          >
            {(ids) => (
              <Input
                {...ids}
                placeholder={placeholder}
                value={form[key]}
                onChange={({ target }) => setForm((before) => ({ ...before, [key]: target.value }))}
              />
            )}
          </Field>
        ))}
      </div>
      <Field label="What is new" aside="optional">
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            value={form.notes}
            onChange={({ target }) => setForm((before) => ({ ...before, notes: target.value }))}
          />
        )}
      </Field>
      <Checkbox
        label="As a template"
        help="Others begin a spider of their own with it, and get no updates."
        checked={isTemplate}
        onChange={setTemplate}
      />
    </Dialog>
  );
}

/** In the place of the form where there is no registry to publish to. */
const NowhereDialog = () => (
  <Dialog
    open
    title="Publish a spider"
    onClose={closeLibraryDialog}
    footer={<Button onClick={closeLibraryDialog}>Close</Button>}
  >
    <EmptyState
      icon={FolderGit2}
      title="No registry to publish to"
      actions={
        <Button variant="primary" onClick={() => openLibraryDialog({ kind: 'registries' })}>
          Registries…
        </Button>
      }
    >
      Spiders are published to a folder or a Git repository. A static URL can only be read.
    </EmptyState>
  </Dialog>
);
