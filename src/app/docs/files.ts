import type { ReferenceFiles } from '../../modules/site/index.ts';
import { renderEventsPage } from '../../modules/webhooks/index.ts';
import { TEAM_ROLE_DUTIES } from '../../modules/team/index.ts';
import { SCOPES, TEAM_ROLES } from '../../platform/actor.ts';
import { ERROR_CATALOGUE } from '../../platform/errors/catalogue.ts';
import type { EventDefinition } from '../../platform/events/event.ts';
import { scopesOf } from '../../platform/http/access/authorise.ts';
import { accessText } from '../../platform/http/openapi/access-text.ts';
import { openApiDocument } from '../../platform/http/openapi/document.ts';
import { RATE_CLASSES } from '../../platform/http/limits/rate-limits.ts';
import { impliedErrors } from '../../platform/http/reply/reply-check.ts';
import type { AnyRouteRow } from '../../platform/http/route.ts';
import { postmanCollection } from './postman.ts';

/** The files below `/docs/` that are generated from the rows of routes, errors and events. */
export function referenceFiles(
  routes: readonly AnyRouteRow[],
  events: readonly EventDefinition[],
): ReferenceFiles {
  const collection = () => postmanCollection(openApiDocument('api', routes, events));
  return {
    'routes.md': { title: 'Endpoints', render: () => routesPage(routes) },
    'errors.md': { title: 'Errors', render: () => errorsPage(routes) },
    'team.md': { title: 'Team roles', render: () => teamPage(routes) },
    'scopes.md': { title: 'Scopes', render: () => scopesPage(routes) },
    'events.md': { title: 'Events', render: () => renderEventsPage(events) },
    'postman.json': { title: 'Postman collection', render: () => JSON.stringify(collection(), null, 1) },
  };
}

const REPEATING = `A client that gets no response to a POST cannot know whether the server has carried it out. With an
\`Idempotency-Key\` (1 to 255 characters, a new key for each request), it can safely send the request again. Within 24 hours, the
same key with the same request returns the first response, marked \`Idempotency-Replayed: true\`, and nothing is done twice. Errors
and responses with a 5xx status are not stored; the request runs again.

If a crash of the server lost the first response, a request that creates a resource returns that resource in its current state:
with the same status, or with 404 if it has been deleted. Secrets are shown only once: for a new API key, the response is 200
without the secrets, and regenerating the key creates new ones. A request that creates nothing returns IDEMPOTENCY_CONFLICT: it was
carried out, and the resource shows the outcome.
`;

function routesPage(routes: readonly AnyRouteRow[]): string {
  const tags = [...new Set(routes.map((row) => row.tag))];
  const sections = tags.map((tag) => {
    const rows = routes.filter((row) => row.tag === tag).map(routeRow);
    return `## ${tag}\n\n| Method | Path | Description | Access | Rate class | Cache |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  const limits = Object.entries(RATE_CLASSES).map(
    ([name, { requests, windowSeconds }]) => `| ${name} | ${requests} | ${windowSeconds} s |`,
  );
  return [
    '# Endpoints\n',
    `${routes.length} endpoints; each works below \`/api\`, \`/api/v1\` and \`/v1\`.\n`,
    `## Rate classes\n\n| Class | Requests, or operations | Window |\n|---|---|---|\n${limits.join('\n')}\n`,
    ...sections,
  ].join('\n');
}

function routeRow(row: AnyRouteRow): string {
  const cache = row.cache.kind === 'public' ? `public, ${row.cache.maxAgeSeconds} s` : 'no';
  return `| ${row.method} | \`${row.path}\` | ${row.summary} | ${accessText(row)} | ${row.rateLimit} | ${cache} |`;
}

function errorsPage(routes: readonly AnyRouteRow[]): string {
  const rows = Object.entries(ERROR_CATALOGUE).map(
    ([code, { status, when }]) => `| ${code} | ${status} | ${when} |`,
  );
  const ownErrors = routes
    .filter((row) => row.errors.length > 0)
    .map((row) => {
      const implied = new Set(impliedErrors(row));
      const codes = row.errors.filter((code) => !implied.has(code));
      return codes.length === 0 ? null : `| ${row.method} \`${row.path}\` | ${codes.join(', ')} |`;
    })
    .filter((line) => line !== null);
  return [
    '# Errors\n',
    'An error response is `{"success": false, "error": {"code", "message", "details"?}}`. `details` lists the invalid fields.\n',
    `| Code | Status | When |\n|---|---|---|\n${rows.join('\n')}\n`,
    '## Repeating a request\n',
    REPEATING,
    '## Additional error codes by endpoint\n',
    `| Endpoint | Codes |\n|---|---|\n${ownErrors.join('\n')}\n`,
  ].join('\n');
}

function teamPage(routes: readonly AnyRouteRow[]): string {
  const roles = TEAM_ROLES.map((role) => `| ${role} | ${TEAM_ROLE_DUTIES[role]} |`);
  const rows = routes.flatMap((row) =>
    row.access.kind === 'seller'
      ? [`| ${row.method} \`${row.path}\` | ${row.summary} | ${row.access.teamRole} |`]
      : [],
  );
  return [
    '# Team roles\n',
    'Each role includes the roles below it.\n',
    `| Role | What it does |\n|---|---|\n${roles.join('\n')}\n`,
    `## Endpoints with their minimum role\n\n| Endpoint | Description | Role |\n|---|---|---|\n${rows.join('\n')}\n`,
  ].join('\n');
}

function scopesPage(routes: readonly AnyRouteRow[]): string {
  const sections = SCOPES.map((scope) => {
    const rows = routes.filter((row) => scopesOf(row.access).includes(scope));
    return `## ${scope}\n\n${rows.map((row) => `- ${row.method} \`${row.path}\`: ${row.summary}`).join('\n')}\n`;
  });
  return [
    '# Scopes of API keys\n',
    'A key acts as its owner on the public endpoints and on those of its scopes. All other endpoints require an access token.\n',
    ...sections,
  ].join('\n');
}
