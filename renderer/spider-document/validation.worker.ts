import { createFixer } from '../../shared/spider/quick-fixes.ts';
import { validateSpider } from '../../shared/spider/validate.ts';
import type { FixableProblem } from '../../shared/contract/types.ts';

/** A request to the worker: the text of a spider. */
export interface ValidationRequest {
  readonly id: number;
  readonly text: string;
}

/** The problems of the text with the same id. */
export interface ValidationAnswer {
  readonly id: number;
  readonly problems: readonly FixableProblem[];
}

// Validates spiders and finds quick fixes, off the main thread.
self.addEventListener('message', ({ data }: MessageEvent<ValidationRequest>) => {
  const { problems } = validateSpider(data.text);
  const fixer = createFixer(data.text);
  const answer: ValidationAnswer = {
    id: data.id,
    problems: problems.map((problem) => ({ ...problem, fixes: fixer.fixes(problem) })),
  };
  self.postMessage(answer);
});
