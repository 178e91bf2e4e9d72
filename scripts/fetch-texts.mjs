/**
 * The progress of a download, for example "  59 of 118 MB, 50 %".
 * @param {{ transferred: number, total: number | null }} progress in bytes; total null: not known
 * @param {number} [step] percent from one text to the next; without a total, megabytes
 * @returns {string}
 */
export function progressText({ transferred, total }, step = 1) {
  const rounded = (value) => Math.floor(value / step) * step;
  if (!total) return `  ${rounded(transferred / 1e6)} MB`;
  const percent = rounded((100 * transferred) / total);
  return `  ${Math.round((percent * total) / 1e8)} of ${Math.round(total / 1e6)} MB, ${percent} %`;
}

/** Error codes of an unreachable network. */
const unreachable = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Why a download failed, to follow "Electron could not be fetched: ".
 * @param {unknown} error
 * @returns {string}
 */
export function failureText(error) {
  if (!(error instanceof Error)) return String(error);
  if ('response' in error) return `the server answered with status ${error.response.status}`;
  const code = error.cause?.code ?? error.code;
  if (code === undefined) return error.cause?.message ?? error.message;
  return unreachable.has(code)
    ? `the network does not lead there (${code})`
    : `${error.cause?.message ?? error.message} (${code})`;
}
