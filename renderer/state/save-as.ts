/** Saves a file as a download of the browser; the desktop window asks where. */
export function saveAs(
  file: string,
  parts: readonly (string | Uint8Array<ArrayBuffer>)[],
  type: string,
): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file;
  link.click();
  // The browser reads the URL after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
