import { AttributeAction, SelectorType, stringify, type Selector } from 'css-what';
import type { AnyNode, Element } from 'domhandler';
import type { CssAlternative, CssSelector } from '../../../shared/selectors/css-ast.ts';
import { neverMatchingPseudos } from '../../../shared/selectors/css-pseudos.ts';
import { isCombinator } from '../../../shared/selectors/read-css.ts';
import {
  missingAttribute,
  missingName,
  sameButCase,
  vocabularyOf,
  type ExplainedStep,
  type Explanation,
  type Vocabulary,
} from '../explanation.ts';
import { rootOf } from '../xpath/nodes.ts';
import { compileQuery } from './evaluate.ts';

const elementsOf = (context: AnyNode, tokens: Selector[]): Element[] =>
  compileQuery({ language: 'css', source: '', alternatives: [{ tokens, output: { type: 'element' } }] })(
    context,
  ).flatMap((finding) => (finding.kind === 'element' ? [finding.node] : []));

/** Explains the alternative of which the most compounds match. */
export function explainCss(context: AnyNode, selector: CssSelector): Explanation {
  const words = vocabularyOf(rootOf(context));
  const all = selector.alternatives.map((alternative) => explainAlternative(context, alternative, words));
  const reached = (explanation: Explanation): number =>
    explanation.steps.filter((step) => step.matches > 0).length;
  return all.reduce((best, each) => (reached(each) > reached(best) ? each : best));
}

/** Indexes just after each compound of a selector. */
function compoundEnds(tokens: Selector[]): number[] {
  return tokens.flatMap((_token, index) => {
    const next = tokens[index + 1];
    return next === undefined || isCombinator(next) ? [index + 1] : [];
  });
}

function explainAlternative(
  context: AnyNode,
  { tokens, output }: CssAlternative,
  words: Vocabulary,
): Explanation {
  const steps: ExplainedStep[] = [];
  let reached: Element[] = [];
  let from = 0;
  for (const end of compoundEnds(tokens)) {
    const found = elementsOf(context, tokens.slice(0, end));
    steps.push({ selector: stringify([tokens.slice(0, end)]), matches: found.length });
    if (found.length === 0) {
      return { steps, ...explainCompound(context, tokens.slice(0, end), from, words) };
    }
    reached = found;
    from = end;
  }
  if (output.type === 'element') return { steps, reason: 'The selector matches.', hint: null };
  const source = stringify([tokens]);
  const written = output.type === 'text' ? '::text' : `::attr(${output.name})`;
  const findings = compileQuery({ language: 'css', source: '', alternatives: [{ tokens, output }] })(context);
  steps.push({ selector: `${source}${written}`, matches: findings.length });
  if (findings.length > 0) return { steps, reason: 'The selector matches.', hint: null };
  if (output.type === 'attribute') return { steps, ...missingAttribute(output.name, reached) };
  return {
    steps,
    reason: `What "${source}" matches has no text of its own.`,
    hint: `Write "${source} ::text", with a space, for the text of everything inside.`,
  };
}

type Reason = Pick<Explanation, 'reason' | 'hint'>;

/** Explains why the last compound matches nothing although all before it match. `from`: start index of the compound. */
function explainCompound(context: AnyNode, tokens: Selector[], from: number, words: Vocabulary): Reason {
  const parts = tokens.slice(from).filter((token) => !isCombinator(token));
  for (const part of parts) {
    const known = explainPart(part, words);
    if (known !== null) return known;
  }
  const before = tokens.slice(0, from);
  const combinator = tokens[from];
  const alone = elementsOf(context, parts).length;
  const written = stringify([parts]);
  if (alone === 0 && parts.length > 1) {
    for (const part of parts) {
      const others = parts.filter((other) => other !== part);
      const matches = elementsOf(context, others).length;
      if (matches === 0) continue;
      return {
        reason: `"${stringify([others])}" matches ${matches}, but none of them is "${stringify([[part]])}".`,
        hint: null,
      };
    }
  }
  if (alone === 0 || before.length === 0) return { reason: `Nothing here matches "${written}".`, hint: null };
  const reason = `"${written}" matches ${alone}, but none of them stands to "${stringify([before])}" as the selector says.`;
  if (combinator?.type !== SelectorType.Child) return { reason, hint: null };
  const deeper = elementsOf(context, [...before, { type: SelectorType.Descendant }, ...parts]).length;
  return {
    reason,
    hint: deeper === 0 ? null : `There are ${deeper} deeper inside; write a space in place of ">".`,
  };
}

/** Explains why a part of a compound matches nothing, by the names on the page. */
function explainPart(part: Selector, words: Vocabulary): Reason | null {
  if (part.type === SelectorType.Tag) {
    const missing = missingName(part.name.toLowerCase(), words);
    if (missing === null) return null;
    if (words.classes.has(part.name)) {
      return { reason: missing.reason, hint: `There is a class "${part.name}"; write ".${part.name}".` };
    }
    if (words.ids.has(part.name)) {
      return { reason: missing.reason, hint: `There is an id "${part.name}"; write "#${part.name}".` };
    }
    return missing;
  }
  if (part.type === SelectorType.Pseudo && neverMatchingPseudos.has(part.name)) {
    return { reason: `":${part.name}" is never true on a saved page.`, hint: 'Leave it out.' };
  }
  if (part.type !== SelectorType.Attribute || part.ignoreCase !== 'quirks') return null;
  const isClass = part.action === AttributeAction.Element;
  const known = isClass ? words.classes : words.ids;
  if (known.has(part.value)) return null;
  const kind = isClass ? 'class' : 'id';
  const sign = isClass ? '.' : '#';
  const hiddenHas = words.hidden.some((element) =>
    isClass
      ? (element.attribs['class'] ?? '').split(/\s+/).includes(part.value)
      : element.attribs['id'] === part.value,
  );
  if (hiddenHas) {
    return {
      reason: `The ${kind} "${part.value}" is found only inside <template>, where a page keeps markup that it does not show.`,
      hint: 'Selectors do not look into templates.',
    };
  }
  const other = sameButCase(part.value, known);
  let hint: string | null = null;
  if (other !== null) hint = `Write "${sign}${other}"; capitals matter here.`;
  else if (isClass && words.ids.has(part.value))
    hint = `There is an id "${part.value}"; write "#${part.value}".`;
  else if (!isClass && words.classes.has(part.value)) {
    hint = `There is a class "${part.value}"; write ".${part.value}".`;
  }
  return { reason: `No element on the page has the ${kind} "${part.value}".`, hint };
}
