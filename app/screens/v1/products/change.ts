import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { changeItem, lockItem } from '../../../nouns/catalogue/items/commands.ts';
import { type ItemValues, itemValues } from '../../../nouns/catalogue/values/item-values.ts';
import { found } from '../call.ts';
import { type OfRecord, writes, writeV1 } from '../writing/write.ts';
import { readProducts } from './read.ts';

const { image_url, ...values } = itemValues.shape;

const changeProductCall = writes('PATCH /v1/products/:id', {
  summary: 'Change fields of a product. What is set here survives the warehouse’s feed; what is left out stays as it is',
  scope: 'write_products',
  body: z.strictObject({ ...values, image: image_url }).partial(),
  example: { body: { name: 'A blue mug' } },
  reply: z.object({ id: z.number(), message: z.string() }),
  asSeen: true,
});

const ofProduct: OfRecord = {
  lock: (tenant, id) => lockItem(tenant, 'products', id),
  read: async (tenant, id) => found((await readProducts(tenant, [id]))[0]),
};

export function changeProductApi(app: FastifyInstance): void {
  writeV1(
    app,
    changeProductCall,
    async (tenant, { request, params: { id }, body: { image, ...rest } }) => {
      // A value that is left out has a default.
      const given = Object.keys((request.body ?? {}) as object);
      const changes = Object.entries({ ...rest, ...(image !== undefined && { image_url: image }) });
      const isGiven = ([field]: [string, unknown]) => given.includes(field === 'image_url' ? 'image' : field);
      await changeItem(tenant, 'products', id, Object.fromEntries(changes.filter(isGiven)) as Partial<ItemValues>);
      return { id, message: 'The product is saved.' };
    },
    ofProduct,
  );
}
