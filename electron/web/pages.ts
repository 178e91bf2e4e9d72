/** A plain page that says one thing. @param head more for its head; trusted */
export function messagePage(title: string, message: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
${head}<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 20vh auto; padding: 0 1rem; }
h1 { font-size: 1.25rem; }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(message)}</p>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
