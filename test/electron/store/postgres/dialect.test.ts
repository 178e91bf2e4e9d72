import { describe, expect, it } from 'vitest';
import { toPostgres } from '../../../../electron/store/postgres/dialect.ts';

describe('a statement in the words of PostgreSQL', () => {
  it.each([
    [
      'parameters by number',
      'SELECT a FROM t WHERE b = ? AND c = ?',
      'SELECT a FROM t WHERE b = $1 AND c = $2',
    ],
    ['each use by its own', 'SELECT @a, lower(@a)', 'SELECT $1, lower($2)'],
    ['texts as they are', "SELECT '@a ? IS b'", "SELECT '@a ? IS b'"],
    [
      'casts',
      'SELECT CAST(a AS INTEGER), CAST(b AS REAL)',
      'SELECT CAST(a AS bigint), CAST(b AS double precision)',
    ],
    ['casts of its own', 'SELECT a::bigint', 'SELECT a::bigint'],
    ['names with capitals', 'SELECT a AS firstSeen', 'SELECT a AS "firstSeen"'],
    ['IS between values', 'SELECT a IS b', 'SELECT a IS NOT DISTINCT FROM b'],
    ['IS NOT between values', 'SELECT a IS NOT b', 'SELECT a IS DISTINCT FROM b'],
    ['IS NULL', 'SELECT a IS NOT NULL', 'SELECT a IS NOT NULL'],
    ['a parameter that may be null', 'SELECT @a IS NULL', 'SELECT CAST($1 AS boolean)'],
    ['whole numbers', 'SELECT @a = 0', 'SELECT CAST($1 AS bigint) = 0'],
    [
      'the id of a new row',
      'INSERT INTO pages (codec) VALUES (?)',
      'INSERT INTO pages (codec) VALUES ($1) RETURNING id',
    ],
    [
      'a row without an id',
      'INSERT INTO routes (state) VALUES (?)',
      'INSERT INTO routes (state) VALUES ($1)',
    ],
  ])('has %s', (_, statement, expected) => {
    expect(toPostgres(statement).text.replace(/ +/g, ' ')).toBe(expected);
  });

  it.each([
    ['INDEXED BY', 'SELECT a FROM t INDEXED BY i WHERE b = 1', 'SELECT a FROM t WHERE b = 1'],
    ['NOT INDEXED', 'SELECT a FROM t NOT INDEXED WHERE b = 1', 'SELECT a FROM t WHERE b = 1'],
    [
      'CROSS where a join has a condition',
      'SELECT 1 FROM t CROSS JOIN u ON t.a = u.a',
      'SELECT 1 FROM t JOIN u ON t.a = u.a',
    ],
  ])('goes without %s', (_, statement, expected) => {
    expect(toPostgres(statement).text.replace(/ +/g, ' ')).toBe(expected);
  });

  it('tells where its parameters come from', () => {
    expect(toPostgres('SELECT ?, @a, @a IS NULL, ?').parameters).toEqual([
      { from: 0, asks: 'value' },
      { from: 'a', asks: 'value' },
      { from: 'a', asks: 'is-null' },
      { from: 1, asks: 'value' },
    ]);
  });
});
