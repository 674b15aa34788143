import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { NetsuiteAccount } from './account.ts';
import type { Books } from './books.ts';
import { enterLine } from './enter.ts';
import { type AccountOf, notPermitted, type Refusal, refuse, userError } from './replies.ts';
import { move } from './stock.ts';
import { readWall } from './suiteql/masks.ts';
import { kinds } from './tables.ts';

const reference = z.strictObject({ id: z.coerce.number().int() });
const body = z.strictObject({
  externalId: z.string().optional(),
  subsidiary: reference.optional(),
  account: reference,
  tranDate: z.iso.date(),
  memo: z.string().optional(),
  inventory: z.strictObject({
    items: z.array(z.strictObject({ item: reference, location: reference, adjustQtyBy: z.number() })).min(1),
  }),
});
type Adjustment = z.infer<typeof body>;

/** Adjustments of stock: differences, booked to an account of the subsidiary. */
export function adjustmentRoutes(app: FastifyInstance, accountOf: AccountOf) {
  app.post('/record/v1/inventoryAdjustment', { config: { operation: 'adjust_inventory' } }, (request, reply) => {
    const account = accountOf(request);
    if (!account.books.granted().includes('Adjust Inventory')) return refuse(reply, notPermitted(kinds.inventoryAdjustment.words));
    const parsed = body.safeParse(request.body);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return refuse(reply, { status: 400, code: 'INVALID_CONTENT', detail: issue?.message ?? '', path: issue?.path.join('.') ?? '' });
    }
    const refusal = refusalOf(account, parsed.data);
    if (refusal) return refuse(reply, refusal);
    const id = enter(account, parsed.data);
    return reply.code(204).header('Location', `${request.protocol}://${request.host}${request.url}/${id}`).send();
  });
}

function refusalOf({ books, preferences }: NetsuiteAccount, adjustment: Adjustment): Refusal | null {
  const { subsidiary, account, tranDate, inventory } = adjustment;
  if (preferences.closedBefore && tranDate < preferences.closedBefore)
    return userError('The transaction date you specified is not within the date range of your accounting period.', 'tranDate');
  if (!subsidiary) return userError('Please enter value(s) for: Subsidiary.', 'subsidiary');
  const mapped = books.rows('SELECT 1 FROM main.accountsubsidiarymap WHERE account = ? AND subsidiary = ?', account.id, subsidiary.id);
  if (mapped.length === 0) return userError(`Invalid Field Value ${account.id} for the following field: account`, 'account');
  for (const { item, location } of inventory.items) {
    const [found] = books.rows<{ islotitem: string; isserialitem: string }>(
      'SELECT islotitem, isserialitem FROM main.item WHERE id = ?',
      item.id,
    );
    const [place] = books.rows<{ subsidiary: number }>('SELECT subsidiary FROM main.location WHERE id = ?', location.id);
    if (!found) return userError(`Invalid Field Value ${item.id} for the following field: item`, 'inventory.items.item');
    if (place?.subsidiary !== subsidiary.id)
      return userError(`Invalid Field Value ${location.id} for the following field: location`, 'inventory.items.location');
    if (found.islotitem === 'T' || found.isserialitem === 'T')
      return userError('Please configure the inventory detail for this line.', 'inventory.items');
  }
  return null;
}

function enter(account: NetsuiteAccount, { externalId, tranDate, memo, inventory }: Adjustment): number {
  const { books, wall } = account;
  const id = books.nextId();
  books.put('transaction', {
    ...{ id, type: kinds.inventoryAdjustment.type, tranid: `IA${id}`, trandate: readWall(tranDate, 'YYYY-MM-DD'), memo: memo ?? null },
    ...{ externalid: externalId ?? null, lastmodifieddate: wall(), createddate: wall(), voided: 'F' },
  });
  enterLine(books, id, 0, { mainline: 'T' });
  for (const [at, { item, location, adjustQtyBy }] of inventory.items.entries()) {
    enterLine(books, id, at + 1, { item: item.id, itemtype: 'InvtPart', quantity: adjustQtyBy, location: location.id });
    move(books, item.id, location.id, adjustQtyBy * piecesIn(books, item.id));
  }
  return id;
}

/** How many pieces are in the unit that an item's stock is counted in: an adjustment that names no unit is in that one. */
function piecesIn(books: Books, item: number): number {
  const sql = 'SELECT u.conversionrate AS rate FROM main.item i JOIN main.unitstypeuom u ON u.internalid = i.stockunit WHERE i.id = ?';
  return books.rows<{ rate: number }>(sql, item)[0]?.rate ?? 1;
}
