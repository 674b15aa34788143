import type { Endpoint } from '../../endpoint.ts';

/** `scheduled-exports` is `ScheduledExports`. */
export const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const prefix = /^\/(api|v1)(?=\/)/;

/** What stands first in the path, after `/api` or `/v1`; a name that is filled in there stands without its colon. */
export const nounOf = (path: string): string => path.replace(prefix, '').split('/')[1]?.replace(':', '') ?? 'other';

/** `GET /api/orders/:id/comments` is `getOrdersByIdComments`: as long as an address stays, its name does. */
export function operationName({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const parts = path
    .replace(prefix, '')
    .split('/')
    .map((part) => (part === '*' ? 'AnyPath' : part.startsWith(':') ? `By${pascal(part.slice(1))}` : pascal(part)));
  return `${method.toLowerCase()}${parts.join('')}`;
}
