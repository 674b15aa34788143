import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createPageSpoiler } from '../front-door.ts';
import { productType } from './entities.ts';
import { pageOf, render } from './odata/page.ts';
import { parseQuery } from './odata/query.ts';
import { refusedUpdate } from './products.ts';
import { type AccountOf, addressOf, notFound, queryOf, readBody, refusal } from './replies.ts';

type ById = { Params: { id: string } };
const updateBody = z.strictObject({
  Value: z.strictObject({
    UpdateType: z.enum(['Absolute', 'Available', 'InStock', 'UnShipped']),
    Updates: z.array(z.strictObject({ DistributionCenterID: z.number().int(), Quantity: z.number().int() })).min(1),
  }),
});

const details = {
  Title: z.string().optional(),
  Description: z.string().optional(),
  UPC: z.string().optional(),
  RetailPrice: z.number().optional(),
};
const changeBody = z.strictObject(details);
const newBody = z.strictObject({ ...details, ProfileID: z.number().int(), Sku: z.string().min(1) });

/** Products have an id, which quantities are written by; a SKU is only found by a filter. */
export function productRoutes(app: FastifyInstance, accountOf: AccountOf) {
  reads(app, accountOf);
  writes(app, accountOf);
  quantities(app, accountOf);
}

function reads(app: FastifyInstance, accountOf: AccountOf) {
  const spoil = createPageSpoiler<object>();

  app.get('/Products', { config: { operation: 'list_products', lists: true } }, (request) => {
    const query = parseQuery(queryOf(request), productType);
    const page = pageOf(accountOf(request).products.rows.values(), productType, query, addressOf(request));
    return { '@odata.context': '$metadata#Products', ...page, value: spoil(request, page.value) };
  });

  app.get<ById>('/Products/~:id', { config: { operation: 'get_product' } }, (request, reply) => {
    const product = accountOf(request).products.rows.get(request.params.id);
    return product ? render(product, productType, parseQuery(queryOf(request), productType)) : notFound(reply);
  });
}

function writes(app: FastifyInstance, accountOf: AccountOf) {
  app.post('/Products', { config: { operation: 'create_product' } }, (request, reply) => {
    const { products, profiles } = accountOf(request);
    const body = readBody(newBody, request.body, reply);
    if (!body) return reply;
    const { ProfileID, Sku, ...rest } = body;
    if (!profiles.some(({ ID }) => ID === ProfileID)) return reply.code(400).send(refusal(`The profile ${ProfileID} is not authorized.`));
    if (products.isThere(ProfileID, Sku)) return reply.code(400).send(refusal(`The SKU ${Sku} exists already.`));
    const product = products.add({ sku: Sku, profileId: ProfileID });
    products.change(product, rest as never);
    return reply.code(201).send(render(product, productType, parseQuery({}, productType)));
  });

  app.patch<ById>('/Products/~:id', { config: { operation: 'update_product' } }, (request, reply) => {
    const { products } = accountOf(request);
    const body = readBody(changeBody, request.body, reply);
    const product = products.rows.get(request.params.id);
    if (!body || !product) return body ? notFound(reply) : reply;
    products.change(product, body as never);
    return reply.code(204).send();
  });
}

function quantities(app: FastifyInstance, accountOf: AccountOf) {
  app.post<ById>('/Products/~:id/UpdateQuantity', { config: { operation: 'update_quantity' } }, (request, reply) => {
    const { products } = accountOf(request);
    const body = readBody(updateBody, request.body, reply);
    const product = products.rows.get(request.params.id);
    if (!body || !product) return body ? notFound(reply) : reply;
    const { UpdateType, Updates } = body.Value;
    const refused = Updates.map(refusedUpdate).find((reason) => reason !== null);
    if (refused) return reply.code(400).send(refusal(refused));
    products.update(product, UpdateType, Updates);
    return reply.code(204).send();
  });
}
