/**
 * What the window may do, as a Content-Security-Policy: its own scripts, styles, fonts and pictures, workers of its own,
 * and talking to its own host; no code from strings, no inline script, no frame but the previews. Both doors serve the
 * window with it. Monaco needs inline styles (attributes and elements) and a font in its style sheet.
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
 * What the preview of a page may do: show styles that it brings along and pictures that are part of it, and run the one
 * script of this hash. It has an origin of its own, no network, and cannot be anywhere but in the window.
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

/** Sent with everything that a door serves. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'X-DNS-Prefetch-Control': 'off',
};
