/**
 * Content-Security-Policy of the window, used by both doors. It allows the window's own scripts, styles, fonts, images
 * and workers, and connections to its host. It forbids code from strings, inline scripts, and frames other than the
 * previews. Monaco needs inline styles (attributes and elements) and a font in its style sheet.
 */
export const windowPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

/**
 * Content-Security-Policy of a page preview. It allows embedded styles and images, and the one script with this hash.
 * The preview has its own origin and no network, and only the window can embed it.
 */
export function previewPolicy(scriptHash: string): string {
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src '${scriptHash}'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/** Response headers of everything that a door serves. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'X-DNS-Prefetch-Control': 'off',
};
