import { beforeEach, describe, expect, it } from 'vitest';
import {
  attachEditor,
  getDocument,
  redo,
  replaceAll,
  replaceText,
  setDocument,
  takeHistory,
  undo,
} from '../../../renderer/spider-document/document.ts';

const key = { project: 'default', spider: 'shop' };
const text = () => getDocument(key)?.text;
const write = (next: string) => replaceAll(key, next, 'Write');
const type = (letter: string) =>
  replaceText(key, [{ offset: text()?.length ?? 0, length: 0, text: letter }], 'Type', 'name');

beforeEach(() => {
  setDocument(key, {
    ...key,
    text: 'one',
    caret: 2,
    place: null,
    problems: [],
    checked: null,
    base: { version: 1, text: 'one' },
    draft: null,
    keptHere: null,
    notices: [],
  });
});

describe('a document without an editor', () => {
  it.each([
    { name: 'undoes nothing where nothing was done', steps: [undo, redo], gives: 'one' },
    { name: 'undoes a step', steps: [() => write('two'), undo], gives: 'one' },
    { name: 'makes it again', steps: [() => write('two'), undo, redo], gives: 'two' },
    {
      name: 'undoes step by step',
      steps: [() => write('two'), () => write('three'), undo, undo, redo],
      gives: 'two',
    },
    {
      name: 'forgets what was undone once something else is written',
      steps: [() => write('two'), undo, () => write('three'), redo],
      gives: 'three',
    },
    {
      name: 'takes edits of the same name as one',
      steps: [() => type('a'), () => type('b'), undo],
      gives: 'one',
    },
    {
      name: 'begins a new step after an undo',
      steps: [() => type('a'), undo, () => type('b'), () => type('c'), undo],
      gives: 'one',
    },
  ])('$name', ({ steps, gives }) => {
    for (const step of steps) step(key);
    expect(text()).toBe(gives);
  });

  it('puts the caret back', () => {
    replaceText(key, [{ offset: 0, length: 0, text: 'at ' }], 'Write');
    expect(getDocument(key)?.caret).toBe(5);
    undo(key);
    expect(getDocument(key)?.caret).toBe(2);
  });

  it('hands its steps to an editor, which makes the next ones', () => {
    write('two');
    write('three');
    undo(key);
    const { past, future } = takeHistory(key);
    expect([past, future].map((states) => states.map((state) => state.text))).toEqual([['one'], ['three']]);
    const called: string[] = [];
    const note = (name: string) => () => void called.push(name);
    const detach = attachEditor(key, {
      edit: note('edit'),
      undo: note('undo'),
      redo: note('redo'),
      reveal: note('reveal'),
      action: note('action'),
      focus: note('focus'),
    });
    write('four');
    undo(key);
    redo(key);
    detach();
    expect(called).toEqual(['edit', 'undo', 'redo']);
  });
});
