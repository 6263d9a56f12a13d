import type { FastifyInstance } from 'fastify';
import { openApiDocument, scopesFor } from './openapi.ts';
import { routes } from './routes.ts';
import type { Row } from './row.ts';

/** The API's document for machines, and a page of it for people that needs neither script nor network. */
export function mountApiDocs(app: FastifyInstance): void {
  const document = once(async () => JSON.stringify(await openApiDocument(routes)));
  const page = once(() => docsPage(routes));
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json').send(await document()),
  );
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(await page()));
  app.get('/api/docs.css', (_request, reply) => reply.type('text/css').send(STYLE));
}

/** Most installs are never asked for them, and would keep what it takes to make them. */
function once(make: () => Promise<string>): () => Promise<string> {
  let made: Promise<string> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function docsPage(rows: readonly Row[]): Promise<string> {
  const sections = Map.groupBy(rows, row => areaOf(row.at));
  const body = await Promise.all(
    [...sections].map(async ([area, of]) => {
      const articles = await Promise.all(of.map(article));
      return `<section><h2>${area}</h2>${articles.join('')}</section>`;
    }),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Onus API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/api/docs.css"></head>
<body><main><h1>Onus API</h1>
<p>Log in with <code>POST /auth</code> and send the answer’s <code>accessToken</code> as
<code>Authorization: Bearer …</code>, or send a personal token of one of the named scopes, which you create in Settings.
Paths outside <code>/api</code> are served under it too. Lists are bare arrays;
a refusal is <code>{message, code}</code>. The same for machines: <a href="/api/openapi.json">openapi.json</a>.</p>
${body.join('')}</main></body></html>`;
}

async function article(row: Row): Promise<string> {
  const { at, does, open, status = 200 } = row;
  const { paths } = await openApiDocument([row]);
  const schemas = paths as Record<string, Record<string, Operation>>;
  const [operation] = Object.values(Object.values(schemas)[0] ?? {});
  const body = operation?.requestBody?.content['application/json'].schema;
  const answer = operation?.responses[status]?.content?.['application/json'].schema;
  const scopes = await scopesFor(row);
  const token = open
    ? 'no token needed'
    : scopes.length > 0
      ? `scope ${scopes.join(' or ')}`
      : 'no personal token';
  return `<article><h3><code>${escaped(at)}</code></h3><p>${escaped(does)} · ${token}</p>
${details('Body', body)}${details(`Answer ${status}`, answer)}</article>`;
}

interface Content {
  content: { 'application/json': { schema: unknown } };
}

interface Operation {
  requestBody?: Content;
  responses: Record<number, Partial<Content>>;
}

function details(name: string, schema: unknown): string {
  if (schema === undefined) return '';
  return `<details><summary>${name}</summary><pre tabindex="0">${escaped(JSON.stringify(schema, null, 2))}</pre></details>`;
}

function areaOf(at: string): string {
  return at.replace(/^\S+ (\/api)?\//, '').split('/')[0] ?? '';
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, mark => `&#${mark.charCodeAt(0)};`);
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.6 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#fafaf6, #14161f); color: light-dark(#353b51, #e8eaf2); }
main { max-width: 45rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
a, h2 { color: light-dark(#556a12, #b9d55c); }
h2 { margin-top: 2.5rem; text-transform: capitalize; }
h3 { margin: 0; font-size: 1rem; }
article { padding: 0.75rem 0; border-top: 1px solid light-dark(#e5e6df, #2d3242); }
article p { margin: 0.25rem 0; color: light-dark(#666c82, #a3a9bf); }
summary { cursor: pointer; }
pre { overflow-x: auto; padding: 1rem; border-radius: 8px; background: light-dark(#ffffff, #1c1f2b); }
`;
