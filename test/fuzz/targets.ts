import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { z } from 'zod';
import routes from '../../app/routes.ts';
import type { Endpoint } from '../../platform/endpoint.ts';

/** One address of the product, and what it declares to take. */
export type Target = {
  method: string;
  /** `/api/orders/:id` */
  path: string;
  query: string[];
  /** The fields of its body; none where it takes no body. */
  body: string[];
  /** The field of its form that a file is expected in. */
  form?: string;
  /** The statuses from 500 on that it declares. */
  declared: number[];
};

const fieldsOf = (schema: z.ZodType | undefined) => (schema && 'shape' in schema ? Object.keys(schema.shape as object) : []);

/** Every call but the stream of events, which has no end. */
export function callTargets(endpoints: readonly Endpoint[]): Target[] {
  return endpoints
    .filter(({ path }) => path !== '/api/events')
    .map(({ method, path, query, body, form, replies }) => ({
      ...{ method, path, query: fieldsOf(query), body: fieldsOf(body), ...(form && { form }) },
      declared: Object.keys(replies)
        .map(Number)
        .filter((status) => status >= 500),
    }));
}

/** Every page, as a browser opens it and as React Router asks for its data. Lists take the queries of their calls. */
export function pageTargets(calls: readonly Target[]): Target[] {
  const query = [...new Set(['next', 'token', 'view', '_routes', ...calls.flatMap(({ query }) => query)])];
  const page = (path: string): Target => ({ method: 'GET', path, query, body: [], declared: [] });
  return pathsOf(routes).flatMap((path) => [page(path), page(path === '/' ? '/_root.data' : `${path}.data`)]);
}

const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, index, children }) => [
    ...(path || index ? [`/${path === '*' ? 'no/such/page' : (path ?? '')}`] : []),
    ...pathsOf(children ?? []),
  ]);

/** What is neither: probes, documents, files, and addresses that are none. */
export const otherTargets: Target[] = [
  ...['/healthz', '/readyz', '/api/openapi.json', '/api/docs', '/api', '/api/no-such-call', '/__manifest', '/assets/:id', '/favicon.ico'],
  ...['/:id', '/:id/:id', '/orders/:id/:id', '/api/:id', '/api/:id/:id'],
].map((path) => ({ method: 'GET', path, query: ['p', 'version', 'paths'], body: [], declared: [] }));
