/** The page at `/`: what this is, and where to go. */
export function frontPage({
  isDemo,
  baseUrl,
  hasMetrics,
}: {
  isDemo: boolean;
  baseUrl: string;
  hasMetrics: boolean;
}): string {
  const metrics = hasMetrics ? ', <a href="/metrics">metrics</a>' : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fifthwheel</title>
<style>
  body { font: 16px/1.6 system-ui, sans-serif; color: #1b2733; background: #f6f7f8; margin: 0; }
  main { max-width: 46em; margin: 3em auto; padding: 0 1.2em; }
  h1 { font-size: 2em; margin: 0 0 .2em; }
  code, pre { font: 14px/1.5 ui-monospace, monospace; background: #e9edf0; border-radius: 4px; }
  code { padding: .1em .3em; }
  pre { padding: .8em 1em; overflow-x: auto; }
  a { color: #0b5a8f; }
  dt { font-weight: 600; margin-top: .7em; }
  dd { margin: 0; }
</style>
</head>
<body>
<main>
<h1>Fifthwheel</h1>
<p>A marketplace for trucks, trailers, vans, buses and construction machines. This is its server: dealers list their stock,
buyers search it and write to them, and other programs connect through API keys and webhooks.</p>
${isDemo ? '<p>It runs a demo market; the console shows the logins.</p>' : ''}
<dl>
<dt><a href="/docs">Reference</a></dt><dd>Every endpoint, with a form to try it.</dd>
<dt><a href="/openapi.json">OpenAPI document</a></dt><dd>For generators and test tools.</dd>
<dt><a href="/api/search?q=actros&amp;facets=brands,years">A search</a></dt><dd>What buyers see.</dd>
<dt><a href="/readyz">Readiness</a>, <a href="/healthz">health</a>${metrics}</dt><dd>For operators.</dd>
</dl>
<pre>curl -s '${baseUrl}/api/search?q=actros+under+60k&amp;limit=3'</pre>
</main>
</body>
</html>
`;
}
