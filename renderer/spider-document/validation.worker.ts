import { createFixer } from '../../shared/spider/quick-fixes.ts';
import { validateSpider } from '../../shared/spider/validate.ts';
import type { FixableProblem } from '../../shared/contract/types.ts';

/** What the worker is asked: the text of a spider. */
export interface ValidationRequest {
  readonly id: number;
  readonly text: string;
}

/** The problems of the text with the same id. */
export interface ValidationAnswer {
  readonly id: number;
  readonly problems: readonly FixableProblem[];
}

// Every check of a spider, and what would mend what it finds, beside the thread that people type in.
self.addEventListener('message', ({ data }: MessageEvent<ValidationRequest>) => {
  const { problems } = validateSpider(data.text);
  const fixer = createFixer(data.text);
  const answer: ValidationAnswer = {
    id: data.id,
    problems: problems.map((problem) => ({ ...problem, fixes: fixer.fixes(problem) })),
  };
  self.postMessage(answer);
});
