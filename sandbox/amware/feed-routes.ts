import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { createPageSpoiler } from '../front-door.ts';
import type { WarehouseAccount } from './account.ts';
import { type Feed, type FeedQuery, readCursor } from './feed.ts';
import { type ClientOf, refuse } from './replies.ts';
import { type FeedRecord, type KeptOrder, renderAsn, renderOrder, renderRecord } from './wire.ts';

const limit = (usual: number) => z.coerce.number().int().min(1).max(500).default(usual);
const query = z.object({ after: z.string().optional(), since: z.iso.datetime({ offset: true }).optional(), limit: limit(100) });
const stockQuery = z.object({ after: z.string().optional(), limit: limit(500) });

export function feedRoutes(app: FastifyInstance, clientOf: ClientOf) {
  const feed = <T extends FeedRecord>(
    path: string,
    operation: string,
    of: (client: WarehouseAccount) => Feed<T>,
    render: (record: T) => object,
  ) => {
    const spoil = createPageSpoiler<object>();
    app.get(path, { config: { operation, lists: true } }, (request, reply) => {
      const page = readQuery(request.query, reply);
      if (!page) return reply;
      const { records, ...rest } = of(clientOf(request)).read(page);
      return { records: spoil(request, records.map(render)), ...rest };
    });
  };
  feed<KeptOrder>('/v1/order-changes', 'read_order_changes', ({ orders }) => orders, renderOrder);
  feed('/v1/asn-changes', 'read_asn_changes', ({ asns }) => asns, renderAsn);
  feed('/v1/shipments', 'read_shipments', ({ shipments }) => shipments, renderRecord);
  feed('/v1/items', 'read_items', ({ items }) => items, renderRecord);
  feed('/v1/receipts', 'read_receipts', ({ receipts }) => receipts, renderRecord);

  const spoilStock = createPageSpoiler<object>();
  app.get('/v1/stock', { config: { operation: 'read_stock', lists: true } }, (request, reply) => {
    const parsed = stockQuery.safeParse(request.query);
    if (!parsed.success) return badQuery(reply, parsed.error) ?? reply;
    const page = clientOf(request).snapshots.read(parsed.data.after ?? null, parsed.data.limit);
    if (page === 'invalid') return badCursor(reply) ?? reply;
    if (page === 'expired')
      return refuse(reply, { status: 410, code: 'snapshot_expired', message: 'The snapshot of this cursor is gone.' }) ?? reply;
    return { ...page, rows: spoilStock(request, page.rows) };
  });
}

function readQuery(sent: unknown, reply: FastifyReply): FeedQuery | null {
  const parsed = query.safeParse(sent);
  if (!parsed.success) return badQuery(reply, parsed.error);
  const { after, since } = parsed.data;
  const place = after === undefined ? null : readCursor(after);
  if (after !== undefined && place === null) return badCursor(reply);
  return { after: place, since: since === undefined ? null : Date.parse(since), limit: parsed.data.limit };
}

function badQuery(reply: FastifyReply, error: z.ZodError): null {
  const issue = error.issues[0];
  return refuse(reply, { status: 400, code: 'invalid', message: issue?.message ?? '', field: issue?.path.join('.') ?? '' });
}

function badCursor(reply: FastifyReply): null {
  return refuse(reply, { status: 400, code: 'invalid', message: 'This cursor is not one of ours.', field: 'after' });
}
