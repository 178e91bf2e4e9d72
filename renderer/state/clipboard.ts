import { toast } from './toasts.ts';

/**
 * Writes to the clipboard; tells the person where the browser forbids it.
 *
 * @param told what to tell when it was written; left out: nothing
 * @returns whether it was written
 */
export async function copyText(text: string, told?: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    toast.warning('The clipboard cannot be written', {
      hint: 'Allow this page to use the clipboard, or select the text and copy it.',
    });
    return false;
  }
  if (told !== undefined) toast.success(told);
  return true;
}
