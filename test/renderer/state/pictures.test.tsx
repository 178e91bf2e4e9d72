import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ProjectPictures } from '../../../renderer/contributions/project-pictures.tsx';
import { SpiderIcon } from '../../../renderer/contributions/spider-icon.tsx';
import { setClient } from '../../../renderer/state/client.ts';
import { FieldList } from '../../../renderer/ui/value/value-view.tsx';
import { createFakeClient } from '../fake-client.ts';

const site = 'https://shop.example';

it('pictures of a project are shown by their paths in this window, asked for together and once', async () => {
  const client = createFakeClient({
    'pages.pictures': ({ urls }) =>
      urls.map((url) => ({
        url,
        path: url.endsWith('gone.png') ? null : `/pictures/${url.split('/').at(-1) ?? ''}`,
        problem: null,
      })),
  });
  setClient(client);
  const fields = { image: `${site}/lamp.png`, images: ['/rope.png', '/gone.png', '/lamp.png'] };
  const page = (
    <ProjectPictures project="pictures" allowPrivate={false}>
      <FieldList fields={fields} base={`${site}/1`} />
    </ProjectPictures>
  );
  const { rerender } = render(page);
  await waitFor(() => expect(screen.getAllByRole('img')).toHaveLength(3));
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual([
    '/pictures/lamp.png',
    '/pictures/rope.png',
    '/pictures/lamp.png',
  ]);
  expect(screen.getByRole('link', { name: 'shop.example/gone.png' })).toBeDefined();
  fireEvent.error(screen.getByRole('img', { name: 'rope.png' }));
  expect(screen.getByRole('link', { name: 'shop.example/rope.png' })).toBeDefined();
  rerender(page);
  expect(client.made.filter(({ name }) => name === 'pages.pictures')).toEqual([
    {
      name: 'pages.pictures',
      args: {
        project: 'pictures',
        urls: [`${site}/lamp.png`, `${site}/rope.png`, `${site}/gone.png`],
        fetch: true,
        allowPrivate: false,
      },
    },
  ]);
});

it('a spider whose site has no icon that is known has its letter', async () => {
  setClient(createFakeClient({ 'spiders.list': () => [] }));
  const { container } = render(<SpiderIcon project="default" spider="shop" />);
  expect(container.querySelector('[data-letter="S"]')).not.toBeNull();
});
