import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { AddRegistry } from '../../../../renderer/features/library/add-registry.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import { createFakeClient, failing } from '../../fake-client.ts';

const info = { platform: 'linux', dataFolder: '/home/ann/my data' };

/** The form, in a window that may use the paths that its dialog has named, each once. @param chosen what the dialog answers */
function open(chosen: (string | null)[] | null) {
  const named = new Set<string>();
  const begun: string[] = [];
  if (chosen !== null)
    Object.assign(window, {
      spiderStudio: {
        chooseFolder: async (beginAt: string) => {
          begun.push(beginAt);
          const path = chosen.shift() ?? null;
          if (path !== null) named.add(path);
          return path;
        },
      },
    });
  const client = createFakeClient({
    'app.info': () => info as never,
    'library.addRegistry': ({ name, location, create }) => {
      if (!named.delete(location)) return failing('not-here', 'Paths cannot be named here.');
      if (name === 'broken') return failing('bad-registry', 'There is no index.');
      return { name, location, title: create ?? 'Ours' } as never;
    },
  });
  setClient(client);
  render(
    <TooltipProvider>
      <AddRegistry />
    </TooltipProvider>,
  );
  const asked = () =>
    client.made.filter(({ name }) => name === 'library.addRegistry').map(({ args }) => args as object);
  return { asked, begun };
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

afterEach(() => void Reflect.deleteProperty(window, 'spiderStudio'));

describe('adding a registry on the desktop', () => {
  it('takes a folder from the dialog of the system, and its name', async () => {
    const { asked } = open([String.raw`C:\Users\Ann\our spiders.git`]);
    await press('Choose a folder…');
    await waitFor(() => expect(field('Name').value).toBe('our-spiders'));
    await press('Add');
    expect(asked()).toMatchObject([
      { name: 'our-spiders', location: String.raw`C:\Users\Ann\our spiders.git`, create: null },
    ]);
    await waitFor(() => expect(field('Location').value).toBe(''));
  });

  it('asks for a folder that was typed, and again after it was refused', async () => {
    const { asked, begun } = open(['/srv/spiders', '/srv/spiders', null]);
    await userEvent.type(field('Name'), 'broken');
    await userEvent.type(field('Location'), '/srv');
    await press('Add');
    expect((await screen.findByRole('alert')).textContent).toContain('There is no index.');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Make a new one there' }));
    expect(screen.getByRole('button', { name: 'Add' })).toHaveProperty('disabled', true);
    await userEvent.type(field('Title of the new registry'), 'Spiders of ours');
    await userEvent.clear(field('Name'));
    await userEvent.type(field('Name'), 'team');
    await press('Add');
    await waitFor(() => expect(field('Location').value).toBe(''));
    expect(begun).toEqual(['/srv', '/srv/spiders']);
    expect(asked().at(-1)).toMatchObject({
      name: 'team',
      location: '/srv/spiders',
      create: 'Spiders of ours',
    });
  });

  it('leaves the form as it is when the dialog is cancelled', async () => {
    const { asked } = open([null]);
    await userEvent.type(field('Name'), 'team');
    await userEvent.type(field('Location'), '/srv');
    await press('Add');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Add' })).toHaveProperty('disabled', false),
    );
    expect([asked().length, field('Location').value]).toEqual([1, '/srv']);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it('names the command that adds a folder, where a browser cannot', async () => {
  open(null);
  expect(screen.queryByRole('button', { name: 'Choose a folder…' })).toBeNull();
  const line = await screen.findByText(/library add/u);
  expect(line.textContent).toBe(
    "spider-studio library add team ./our-spiders --data-dir '/home/ann/my data'",
  );
  await userEvent.type(field('Name'), 'ours');
  await userEvent.type(field('Location'), '/srv/the spiders');
  expect(line.textContent).toBe(
    "spider-studio library add ours '/srv/the spiders' --data-dir '/home/ann/my data'",
  );
});
