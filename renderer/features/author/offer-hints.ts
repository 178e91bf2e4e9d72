import { useEffect } from 'react';
import type { CodeEditor } from '../../ui/editor/editor.tsx';
import { placedOffers } from './placed-offers.ts';

/** The most hints that are drawn. */
const maxHints = 200;

/**
 * Names the offers at the ends of their lines, where the light bulb makes them.
 *
 * @param checked the text that was checked last: hints follow it as problems do, not every key press
 */
export function useOfferHints(editor: CodeEditor | null, checked: string | null): void {
  useEffect(() => {
    const model = editor?.getModel() ?? null;
    if (editor === null || model === null || checked === null || model.getValue() !== checked)
      return undefined;
    const hints = editor.createDecorationsCollection(
      placedOffers(checked)
        .slice(0, maxHints)
        .map(({ offer, offset }) => {
          const { lineNumber } = model.getPositionAt(offset);
          const column = model.getLineMaxColumn(lineNumber);
          return {
            range: {
              startLineNumber: lineNumber,
              startColumn: column,
              endLineNumber: lineNumber,
              endColumn: column,
            },
            options: {
              showIfCollapsed: true,
              hoverMessage: { value: offer.why },
              after: { content: `   ${offer.title}`, inlineClassName: 'author-offer-hint' },
            },
          };
        }),
    );
    return () => hints.clear();
  }, [editor, checked]);
}
