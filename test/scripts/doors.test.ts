import { describe, expect, it } from 'vitest';
import { callsOfCommands } from '../../scripts/doors/command-calls.ts';
import { compareDoors } from '../../scripts/doors/doors-document.ts';
import { join } from 'node:path';

const doors = compareDoors();

describe('the table of the doors', () => {
  it('has a command for every call, or says why not', () => {
    const holes = doors.rows.filter(({ commands, noCommand }) => commands.length === 0 && noCommand === null);
    expect(holes.map(({ call }) => call)).toEqual([]);
  });

  it('has an address for every call, or says why not', () => {
    const holes = doors.rows.filter(
      ({ addresses, noAddress }) => addresses.length === 0 && noAddress === null,
    );
    expect(holes.map(({ call }) => call)).toEqual([]);
  });

  it('has a tool for every call, or says why not', () => {
    const holes = doors.rows.filter(({ tools, noTool }) => tools.length === 0 && noTool === null);
    expect(holes.map(({ call }) => call)).toEqual([]);
  });

  it('has a call for every command, or says why not', () => {
    expect(doors.callFree.filter(({ reason }) => reason === null)).toEqual([]);
  });

  it('has no reason for what is there', () => {
    expect(doors.needless).toEqual([]);
  });
});

describe('the calls of a command', () => {
  const found = callsOfCommands(join(import.meta.dirname, '../..'));
  const of = (usage: string) => found.filter((one) => one.usage === usage).map(({ calls }) => calls);

  it.each([
    ['of its own text', 'scrape <spider> <url>', ['scrape.page']],
    ['of a function that it uses, by a name that it is given', 'pause <id>', ['runs.pause', 'runs.wait']],
    [
      'of functions in other files',
      'analyze <page>',
      ['documents.analyze', 'documents.select', 'documents.extract', 'documents.find'],
    ],
    ['of types are none', 'propose <page>', ['documents.propose']],
    ['of no one', 'serve', []],
  ])('%s', (_, usage, calls) => {
    expect(of(usage)).toEqual([calls]);
  });
});
