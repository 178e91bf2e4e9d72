import { createContext, useContext } from 'react';
import type { FixableProblem } from '../../../../shared/contract/types.ts';
import type { Offer } from '../../../../shared/spider/offers.ts';
import { getDocument, replaceText, writeValue, type SpiderKey } from '../../../spider-document/document.ts';
import { removeAt, type Edits } from '../../../../shared/spider/json-edits.ts';
import { pointerOf, type JsonPath } from '../../../../shared/spider/json-path.ts';

/** The document as a value, and its problems, for all parts of the form. */
export interface FormDocument {
  readonly key: SpiderKey;
  /** The value of the whole text. */
  readonly value: unknown;
  readonly problems: ReadonlyMap<string, readonly FixableProblem[]>;
  /** What may be better another way, by the pointers of callbacks and fields. */
  readonly offers: ReadonlyMap<string, Offer>;
}

/** The document that the form around a control edits; null outside of a form. */
export const FormContext = createContext<FormDocument | null>(null);

/**
 * The document that the form around a component edits.
 * @throws Error outside of a form
 */
export function useForm(): FormDocument {
  const form = useContext(FormContext);
  if (form === null) throw new Error('A part of the form stands outside of the form.');
  return form;
}

/** The problem of the value at a path, or directly inside it where that has no control. */
export function useProblem(path: JsonPath, inside: readonly (string | number)[] = []): string | null {
  const { problems } = useForm();
  const [problem] = [path, ...inside.map((step) => [...path, step])].flatMap(
    (each) => problems.get(pointerOf(each)) ?? [],
  );
  return told(problem);
}

const told = (problem: FixableProblem | undefined): string | null =>
  problem === undefined
    ? null
    : problem.hint === null
      ? problem.message
      : `${problem.message}. ${problem.hint}`;

/** The first problem at a path or anywhere inside it. */
export function useFirstProblem(path: JsonPath): string | null {
  const { problems } = useForm();
  const pointer = pointerOf(path);
  const found = [...problems].find(([each]) => each === pointer || each.startsWith(`${pointer}/`));
  return told(found?.[1][0]);
}

/** What may be better another way about the callback or field at a path. */
export const useOffer = (path: JsonPath): Offer | null => useForm().offers.get(pointerOf(path)) ?? null;

/** Whether something is wrong at a path or anywhere inside it. */
export function useProblemInside(path: JsonPath): boolean {
  const { problems } = useForm();
  const pointer = pointerOf(path);
  return [...problems.keys()].some((each) => each === pointer || each.startsWith(`${pointer}/`));
}

/** Changes of the document as the form makes them, each a step that can be undone. */
export interface FormEdits {
  /** Typing into one control is one step. */
  write(path: JsonPath, value: unknown): void;
  remove(path: JsonPath): void;
  /** Applies edits to the present text; null does nothing. @returns whether there were edits */
  change(label: string, make: (text: string) => Edits | null): boolean;
}

function editsOf(key: SpiderKey): FormEdits {
  const change: FormEdits['change'] = (label, make) => {
    const document = getDocument(key);
    const edits = document === null ? null : make(document.text);
    if (edits === null) return false;
    replaceText(key, edits, label);
    return true;
  };
  return {
    write: (path, value) => void writeValue(key, path, value, `Change ${pointerOf(path)}`, pointerOf(path)),
    remove: (path) => void change(`Remove ${pointerOf(path)}`, (text) => removeAt(text, path)),
    change,
  };
}

/** The edits of the document that the form around a component shows. */
export const useEdits = (): FormEdits => editsOf(useForm().key);

function valueAtPath(value: unknown, path: JsonPath): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = Reflect.get(found, step);
  }
  return found;
}

/** The value at a path of the document. */
export const useValue = (path: JsonPath): unknown => valueAtPath(useForm().value, path);
