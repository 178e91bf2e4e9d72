import { describe, expect, it } from 'vitest';
import { draftOf, targetOf, type TargetDraft } from '../../../../renderer/features/results/target-draft.ts';
import type { RecipeSettings } from '../../../../shared/contract/types.ts';

type Target = RecipeSettings['target'];

describe('the draft of a target', () => {
  it.each<Target>([
    { kind: 'place', place: 'place:lake', key: '{spider}/{run}' },
    { kind: 'place', place: 's3://bucket', key: 'all.csv', replace: true },
    { kind: 'folder', folder: '/home/me', name: '{spider}', append: true },
    { kind: 'command', command: ['sh', '-c', 'cat'] },
    { kind: 'table', database: '/home/me/shop.db', table: 'items' },
    { kind: 'table', database: 'postgresql://db/shop', schema: 'shop', table: 'items', key: ['sku', 'shop'] },
    { kind: 'table', database: 'postgresql://db/shop', table: 'items', secret: 'env:DB', addColumns: true },
  ])('says what it was made of: %o', (target) => {
    expect(targetOf(draftOf(target, 'shop'))).toEqual(target);
  });

  it('asks for the key of the item again where rows were known by it', () => {
    const saved: Target = { kind: 'table', database: '/a.db', table: 'items', key: ['item_key'] };
    expect(targetOf(draftOf(saved, 'shop'))).toEqual({ ...saved, key: [] });
  });

  it.each<[Partial<TargetDraft>, string]>([
    [{ kind: 'place' }, 'Name the place'],
    [{ kind: 'folder' }, 'Choose the folder'],
    [{ kind: 'sqlite' }, 'Choose the database'],
    [{ kind: 'postgres', database: 'mysql://db/shop' }, 'begins with postgresql://'],
    [{ kind: 'postgres', database: 'postgresql://db/shop', secret: 'hush' }, 'A secret is named'],
    [{ kind: 'sqlite', database: '/a.db', table: ' ' }, 'Name the table'],
    [{ kind: 'sqlite', database: '/a.db', rows: 'columns' }, 'Name the columns'],
  ])('%o: says what is missing', (changes, message) => {
    expect(targetOf({ ...draftOf(null, 'shop'), ...changes })).toContain(message);
  });
});
