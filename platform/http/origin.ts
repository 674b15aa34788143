import type { FastifyInstance, FastifyRequest } from 'fastify';
import { allowedMethods } from './allowed-methods.ts';
import { type Refusal, refuse } from './refusal.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses every change that another site's page requests. Webhooks and calls with a key authenticate otherwise. */
export function checkOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { webhook, byKey } = request.routeOptions.config;
    if (reading.has(request.method) || webhook || byKey) return;
    const site = siteOf(request);
    // Without a cookie there is no session that another site could misuse.
    if (site === 'other' || (site === 'unknown' && request.headers.cookie !== undefined)) throw fromElsewhere();
  });
}

/** For a GET that changes something: allows only XMLHttpRequest from our own site. */
export function requireOwnXhr(request: FastifyRequest): void {
  if (request.headers['x-requested-with'] !== 'XMLHttpRequest') {
    throw refuse(405, 'only_from_the_product', 'This address changes something, so it cannot be opened as a link.', {
      allow: allowedMethods(request)
        .filter((method) => method !== 'GET')
        .join(', '),
    });
  }
  if (siteOf(request) === 'other') throw fromElsewhere();
}

/** For agents, which are no pages: refuses what a page of another site sends. Source: Model Context Protocol 2026-07-28, transports. */
export function requireOwnOrigin(request: FastifyRequest): void {
  const { origin } = request.headers;
  // Not by the Host header: a page whose name leads here would send its own.
  if (origin !== undefined && origin !== request.server.web.baseUrl) throw fromElsewhere();
}

/** The site that caused the request: by Fetch Metadata, otherwise Origin, otherwise Referer. */
function siteOf(request: FastifyRequest): 'own' | 'other' | 'unknown' {
  const { 'sec-fetch-site': fetchSite, origin, referer } = request.headers;
  if (fetchSite !== undefined) return fetchSite === 'same-origin' ? 'own' : 'other';
  const from = origin ?? referer;
  if (from === undefined) return 'unknown';
  return isOwn(request, from) ? 'own' : 'other';
}

function isOwn(request: FastifyRequest, from: string): boolean {
  if (!URL.canParse(from)) return false;
  const { origin } = new URL(from);
  return origin === `${request.protocol}://${request.host}` || origin === request.server.web.baseUrl;
}

function fromElsewhere(): Refusal {
  return refuse(403, 'other_origin', 'This change came from another site, so it was refused.');
}
