import { z } from 'zod';
import { endpoint, id, messageReply, refusal, undoableReply } from '../../../../platform/endpoint.ts';
import { itemList, itemSearch } from '../contract.ts';
import { ofKinds } from '../kinds.ts';
import { fedFields, fieldTitles } from '../values/fields.ts';
import { itemValues, sku } from '../values/item-values.ts';

const params = z.object({ id });

/** A category by its id, so that it is the one that was seen, whatever it is called by now. */
const category_id = id.nullable().default(null).meta({
  title: fieldTitles.category_id,
  description: 'Its id, which counts before `category`, its name',
});

/** What the form of a new item takes. */
export const newItem = z.object({ sku, ...itemValues.shape, category_id });

/** Without defaults: a field that is not named here is not compared, where its default would be. */
const seen = z
  .object({
    ...{ name: itemValues.shape.name, upc: itemValues.shape.upc.unwrap(), description: itemValues.shape.description.unwrap() },
    ...{ category: itemValues.shape.category.unwrap(), category_id: category_id.unwrap() },
    image_url: itemValues.shape.image_url.unwrap(),
    ...{ unit: itemValues.shape.unit.unwrap(), weight: itemValues.shape.weight.unwrap() },
    warehouse_location: itemValues.shape.warehouse_location.unwrap(),
    ...{ reorder_point: itemValues.shape.reorder_point.unwrap(), expiry_days: itemValues.shape.expiry_days.unwrap() },
  })
  .partial();

const changes = itemValues.extend({
  category_id,
  was: seen.optional().meta({
    description:
      'The values that were shown: only what differs from them is changed, and refused with 409 where somebody else changed that by now',
  }),
  overwrites: z.boolean().default(false).meta({ description: 'With `was`: not refused either where somebody else changed the same' }),
});

/** The calls that list, find, create and change items of each kind. */
export const itemCalls = ofKinds(({ api: path, one, many, title }) => {
  const changing = { may: 'work' as const, params, replies: { 200: messageReply, 404: refusal, 409: refusal } };
  return {
    list: endpoint(`GET ${path}`, {
      ...{ may: 'work', ...itemList },
      summary: `One page of ${many} by SKU; search finds words in SKU, name and UPC`,
    }),
    search: endpoint(`GET ${path}/search`, {
      ...{ may: 'work', ...itemSearch },
      summary: `${title} by SKU, name or UPC; all of them without q, 204 when q finds none`,
    }),
    create: endpoint(`POST ${path}`, {
      ...{ may: 'work', body: newItem, replies: { 201: messageReply.extend({ id: z.number() }) } },
      summary: `Create a ${one}, which the warehouse may not have yet`,
    }),
    change: endpoint(`PUT ${path}/:id`, {
      ...{ ...changing, body: changes },
      summary: `Change a ${one}: what is set here survives the warehouse’s feed. A value that is left out is cleared`,
    }),
    giveBack: endpoint(`POST ${path}/:id/give-back`, {
      ...changing,
      summary: `Use the warehouse’s values of a ${one} again, in fields that were set here`,
      body: z.object({ fields: z.array(z.enum(fedFields)).min(1).max(fedFields.length) }),
    }),
    delete: endpoint(`DELETE ${path}/:id`, {
      ...{ ...changing, replies: { ...changing.replies, 200: undoableReply } },
      summary: `Delete a ${one} that nothing refers to, and that the warehouse does not name`,
    }),
  };
});
