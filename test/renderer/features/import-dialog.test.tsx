import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ImportDialog } from '../../../renderer/features/spiders/import-dialog.tsx';
import { setClient } from '../../../renderer/state/client.ts';
import { TooltipProvider } from '../../../renderer/ui/tooltip.tsx';
import { createFakeClient } from '../fake-client.ts';

/** A host that takes a text for a spider of the name that it is. */
function show() {
  const client = createFakeClient({
    'projects.list': () => [],
    'spiders.import': ({ project, text }) => ({
      project,
      spider: text,
      version: 1,
      created: true,
      unchanged: false,
      problems: [],
    }),
  });
  setClient(client);
  render(
    <TooltipProvider>
      <ImportDialog project="default" files={[]} />
    </TooltipProvider>,
  );
  return client;
}

const file = (text: string, name = 'shop.json') => new File([text], name, { type: 'application/json' });
const choose = (...files: File[]) => userEvent.upload(screen.getByLabelText('Spider files'), files);
const outcomes = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

describe('importing spiders', () => {
  it('reads a file anew that is chosen again', async () => {
    show();
    const same = file('first');
    await choose(same);
    await waitFor(() => expect(outcomes()).toEqual(['shop.json“first” is new']));
    // The very same, as after it was changed on the disk: a browser tells nothing where the field still holds it.
    const input = screen.getByLabelText<HTMLInputElement>('Spider files');
    expect(input.files).toHaveLength(0);
    await choose(file('second'));
    await waitFor(() => expect(outcomes()).toEqual(['shop.json“second” is new']));
    await choose(file('third', 'other.json'));
    await waitFor(() => expect(outcomes()).toEqual(['shop.json“second” is new', 'other.json“third” is new']));
  });

  it('states what a spider may be at most, and says it of a file that is more', async () => {
    const client = show();
    const limit = 'at most 5 million characters and 250,000 values';
    expect(screen.getByText(new RegExp(limit, 'u'))).toBeTruthy();
    await choose(file('x'.repeat(5_000_001), 'large.json'), file('ä'.repeat(2_600_000), 'bytes.json'));
    await waitFor(() => expect(outcomes()[1]).toContain('is new'));
    expect(outcomes()[0]).toBe(`large.jsonIt is too large: a spider has ${limit}.`);
    expect(client.made.filter(({ name }) => name === 'spiders.import')).toHaveLength(1);
  });
});
