import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Preferences } from './account.ts';
import { type AccountOf, type Refusal, refuse } from './replies.ts';
import { answer } from './suiteql/query.ts';

const page = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  offset: z.coerce.number().int().min(0).default(0),
});
const body = z.strictObject({ q: z.string().min(1) });
const mostPages = 1000;

/** SuiteQL: 1,000 rows a page, 1,000 pages and 100,000 rows a query. */
export function queryRoutes(app: FastifyInstance, accountOf: AccountOf) {
  app.post('/query/v1/suiteql', { config: { operation: 'suiteql' } }, (request, reply) => {
    const { books, dateMask, preferences } = accountOf(request);
    const paging = page.safeParse(request.query);
    const query = body.safeParse(request.body);
    if (request.headers.prefer !== 'transient')
      return refuse(reply, invalid('The required request header Prefer is missing or its value is invalid. Set it to transient.'));
    if (!query.success) return refuse(reply, invalid('The request body must have a query in q.'));
    if (!paging.success) return refuse(reply, invalid('The limit is a number from 1 to 1000, the offset one that it divides.'));
    const lacking = lackingIn(preferences, query.data.q);
    if (lacking) return refuse(reply, invalid(`Invalid search query. Search error occurred: Unknown identifier '${lacking}'.`));
    const { limit, offset } = paging.data;
    if (offset % limit !== 0 || offset / limit >= mostPages || offset >= 100_000)
      return refuse(reply, invalid('Invalid offset: it must be divisible by the limit, and within 1000 pages and 100000 results.'));
    try {
      const { items, total } = answer(books, query.data.q, limit, offset, dateMask);
      return {
        links: [],
        count: items.length,
        hasMore: offset + items.length < total,
        items: items,
        offset,
        totalResults: total,
      };
    } catch (error) {
      return refuse(reply, {
        status: 400,
        code: 'INVALID_PARAMETER',
        detail: `Invalid search query. Detailed unprocessed description follows. ${wordsOf(error)}`,
      });
    }
  });
}

/** A column that a query names and the company has not, because its feature is switched off. */
function lackingIn({ dropShipments, units }: Preferences, query: string): string | undefined {
  const columns = [...(dropShipments ? [] : ['dropship']), ...(units ? [] : ['units', 'stockunit'])];
  return columns.find((column) => new RegExp(`\\b${column}\\b`, 'i').test(query));
}

const invalid = (detail: string): Refusal => ({ status: 400, code: 'INVALID_PARAMETER', detail });

/** SQLite's words about a table in NetSuite's. */
function wordsOf(error: unknown): string {
  const { message } = error as Error;
  const [, record] = /no such table: (\w+)/.exec(message) ?? [];
  const [, field] = /no such column: "?([\w.]+)/.exec(message) ?? [];
  if (record) return `Search error occurred: Record '${record}' was not found.`;
  return field ? `Search error occurred: Unknown identifier '${field}'.` : `Search error occurred: ${message}`;
}
