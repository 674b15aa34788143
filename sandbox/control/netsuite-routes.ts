import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { changeOrder, enterItem, enterOrder, type NewItem, type NewTransaction } from '../netsuite/enter.ts';
import { permissions } from '../netsuite/tables.ts';
import { transform, transformBody } from '../netsuite/transform.ts';
import type { Control } from './control.ts';
import { read } from './read.ts';

const items = z.object({
  account: z.string().optional(),
  items: z.array(
    z.object({
      ...{ sku: z.string().min(1), name: z.string().optional(), upc: z.string().nullable().optional() },
      ...{
        lots: z.boolean().optional(),
        serials: z.boolean().optional(),
        onHand: z.number().int().nonnegative().optional(),
        inactive: z.boolean().optional(),
      },
      ...{ subsidiary: z.number().int().optional(), includeChildren: z.boolean().optional() },
    }),
  ),
});
const line = z.object({
  ...{ sku: z.string(), quantity: z.number().positive(), unit: z.enum(['each', 'case']).optional(), rate: z.number().optional() },
  ...{ location: z.number().int().nullable().optional(), expected: z.iso.date().optional() },
});
const orders = z.object({
  account: z.string().optional(),
  orders: z.array(
    z.object({
      ...{ number: z.string().min(1), status: z.string().length(1).optional(), date: z.iso.date().optional() },
      ...{ reference: z.string().optional(), memo: z.string().optional(), expected: z.iso.date().optional() },
      ...{ subsidiary: z.number().int().optional(), shippingRate: z.number().optional(), discount: z.number().optional() },
      lines: z.array(line),
    }),
  ),
});
const change = z.object({ status: z.string().length(1).optional(), memo: z.string().optional(), otherrefnum: z.string().optional() });
const company = z.object({
  account: z.string().optional(),
  permissions: z.array(z.enum(permissions)).optional(),
  closedBefore: z.iso.date().nullable().optional(),
  overage: z.boolean().optional(),
  administrator: z.boolean().optional(),
});
type ById = { Params: { id: string }; Querystring: { account?: string } };

/** What people do in NetSuite's own screens, and the credentials that an administrator hands over. */
export function netsuiteRoutes(app: FastifyInstance, control: Control) {
  app.get<{ Querystring: { account?: string } }>('/netsuite', ({ query }) => {
    const { accountId, zone, integration, preferences, books } = control.company(query.account);
    return { accountId, zone, ...integration, ...preferences, permissions: books.granted() };
  });
  app.patch('/netsuite', (request, reply) => {
    const body = read(company, request.body, reply);
    if (!body) return reply;
    const { books, preferences } = control.company(body.account);
    if (body.permissions) books.grant(body.permissions);
    if (body.closedBefore !== undefined) preferences.closedBefore = body.closedBefore;
    if (body.overage !== undefined) preferences.overage = body.overage;
    if (body.administrator !== undefined) preferences.administrator = body.administrator;
    return { ...preferences, permissions: books.granted() };
  });
  app.post('/netsuite/items', (request, reply) => {
    const body = read(items, request.body, reply);
    return body ? reply.code(201).send({ ids: body.items.map((one) => enterItem(control.company(body.account), one as NewItem)) }) : reply;
  });
  transactionRoutes(app, control, 'sales_orders', 'salesOrder');
  transactionRoutes(app, control, 'purchase_orders', 'purchaseOrder');
}

function transactionRoutes(app: FastifyInstance, control: Control, path: string, kind: 'salesOrder' | 'purchaseOrder') {
  app.post(`/netsuite/${path}`, (request, reply) => {
    const body = read(orders, request.body, reply);
    if (!body) return reply;
    const account = control.company(body.account);
    return reply.code(201).send({ ids: body.orders.map((order) => enterOrder(account, kind, order as NewTransaction)) });
  });
  app.patch<ById>(`/netsuite/${path}/:id`, (request, reply) => {
    const body = read(change, request.body, reply);
    if (!body) return reply;
    changeOrder(control.company(request.query.account), Number(request.params.id), body as Record<string, string>);
    return reply.code(204).send();
  });
  app.post<ById>(`/netsuite/${path}/:id/done`, (request, reply) => {
    const body = read(transformBody, request.body ?? {}, reply);
    if (!body) return reply;
    const to = kind === 'salesOrder' ? 'itemFulfillment' : 'itemReceipt';
    const record = transform(control.company(request.query.account), kind, Number(request.params.id), to, body);
    return reply.code('detail' in record ? 400 : 201).send(record);
  });
}
