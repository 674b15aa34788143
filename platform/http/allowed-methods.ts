import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../endpoint.ts';
import { type Refusal, refuse } from './refusal.ts';

/** Why there is nothing at a request's address: 405 with the methods that the address takes, 404 when it takes none. */
export function nothingHere(request: FastifyRequest): Refusal {
  const allowed = allowedMethods(request);
  if (allowed.length === 0 || allowed.includes(request.method)) return refuse(404, 'not_found', 'There is no such address.');
  return refuse(405, 'wrong_method', `This address takes ${allowed.join(', ')}, and not ${request.method}.`, { allow: allowed.join(', ') });
}

/** The methods that the endpoints at a request's address take, and GET for a page's. */
export function allowedMethods({ url, server: { web } }: FastifyRequest): string[] {
  const [path = ''] = url.split('?', 1);
  const isPage = web.page !== null && !isOfApi(path);
  const methods = new Set<string>(isPage ? ['GET', 'HEAD'] : []);
  for (const endpoint of [...web.endpoints, ...web.endpointsByKey]) {
    if (!isAt(endpoint, path)) continue;
    methods.add(endpoint.method);
    if (endpoint.method === 'GET' && !endpoint.viaXhr) methods.add('HEAD');
  }
  return [...methods].sort();
}

/** Whether there are calls alone under a path, and no pages. */
export const isOfApi = (path: string): boolean => /^\/(api|v1|mcp)($|\/)/.test(path);

/** Whether a path is an endpoint's, and names what its schema takes: `/api/orders/save` is not `/api/orders/:id`. */
function isAt({ path: pattern, params }: Endpoint, path: string): boolean {
  const [segments, texts] = [pattern.split('/'), path.split('/')];
  if (segments.length !== texts.length) return false;
  const named: Record<string, string> = {};
  for (const [place, part] of segments.entries()) {
    const text = texts[place] ?? '';
    if (!part.startsWith(':')) {
      if (part !== text) return false;
    } else named[part.slice(1)] = decoded(text);
  }
  return params === undefined || params.safeParse(named).success;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
