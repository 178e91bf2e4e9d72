import { openStore } from '../../../../electron/store/open.ts';

/** Moves a spider into the trash and out of it again and again, and says so each time. It is killed from outside. */
const store = openStore(process.argv[2] ?? '');
const { trash } = store.queries;
for (let turn = 0; ; turn += 1) {
  const [left] = await trash.list();
  const id = left?.id ?? (await trash.put([{ kind: 'spider', project: 'default', spider: 'shop' }]))[0]?.id;
  process.stdout.write(`${turn} deleted\n`);
  await trash.restore(id ?? '', null);
  process.stdout.write(`${turn} restored\n`);
}
