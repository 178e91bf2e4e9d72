import { useState } from 'react';
import { FileDown } from 'lucide-react';
import type { SpiderName } from '../../run-options/spider-picker.tsx';
import { act } from '../../state/act.ts';
import { saveAs } from '../../state/save-as.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, Field, Input } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import { closeLibraryDialog } from './library-store.ts';

/** Writes a spider with its saved pages and fixtures to one file. */
export function PackDialog({ spider: { project, spider } }: { spider: SpiderName }) {
  const [all, setAll] = useState(false);
  const [items, setItems] = useState(false);
  const [author, setAuthor] = useState('');
  const [licence, setLicence] = useState('');
  const [busy, setBusy] = useState(false);
  const write = async () => {
    setBusy(true);
    const packed = await act(
      'packs.create',
      {
        project,
        spider,
        versions: all ? 'all' : 'newest',
        items,
        author: author.trim() || null,
        licence: licence.trim() || null,
      },
      { failure: `${spider} was not packed.` },
    );
    setBusy(false);
    if (packed === null) return;
    const bytes = Uint8Array.from(atob(packed.data), (character) => character.charCodeAt(0));
    saveAs(packed.file, [bytes], 'application/octet-stream');
    closeLibraryDialog();
    toast.success(`${packed.file} is written`, {
      message: `With ${counted(packed.pages, 'saved page')} and ${counted(packed.locked, 'locked value')}.`,
      ...(packed.locked === 0 ? { hint: 'Nothing is locked, so nothing proves the spider to others.' } : {}),
    });
  };
  return (
    <Dialog
      open
      title={`Pack “${spider}”`}
      description="One file with the spider, its saved pages and the values that are locked on them. No passwords, proxies or runs go along."
      onClose={closeLibraryDialog}
      onSubmit={() => void write()}
      footer={
        <>
          <Button onClick={closeLibraryDialog}>Cancel</Button>
          <Button variant="primary" type="submit" icon={FileDown} busy={busy}>
            Save the pack
          </Button>
        </>
      }
    >
      <Checkbox label="All versions, not only the newest" checked={all} onChange={setAll} />
      <Checkbox
        label="Items of the newest run, as examples"
        help="At most 10,000."
        checked={items}
        onChange={setItems}
      />
      <Field label="Author" aside="optional">
        {(ids) => <Input {...ids} value={author} onChange={(event) => setAuthor(event.target.value)} />}
      </Field>
      <Field label="Licence" aside="optional">
        {(ids) => (
          <Input
            {...ids}
            placeholder="CC0-1.0"
            value={licence}
            onChange={(event) => setLicence(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
