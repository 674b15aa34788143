import { z } from 'zod';
import type { NetsuiteAccount } from './account.ts';
import type { Books } from './books.ts';
import { enterLine, enterLot } from './enter.ts';
import { goodsLines, isOpen, type Line, membersOf } from './lines.ts';
import { type Refusal, userError } from './replies.ts';
import { move } from './stock.ts';
import { readWall } from './suiteql/masks.ts';
import { type Kind, kinds } from './tables.ts';

const reference = z
  .union([z.strictObject({ id: z.coerce.number().int() }), z.number().int()])
  .transform((one) => (typeof one === 'number' ? one : one.id));
const assignment = z.strictObject({
  receiptInventoryNumber: z.string().optional(),
  issueInventoryNumber: reference.optional(),
  quantity: z.number(),
});
const line = z.strictObject({
  orderLine: z.number().int(),
  itemReceive: z.boolean().default(true),
  quantity: z.number().positive().optional(),
  location: reference.optional(),
  inventoryDetail: z.strictObject({ quantity: z.number(), inventoryAssignment: z.strictObject({ items: z.array(assignment) }) }).optional(),
});
const parcel = z.strictObject({ packageTrackingNumber: z.string(), packageDescr: z.string().optional(), packageWeight: z.number() });
export const transformBody = z.strictObject({
  externalId: z.string().min(1).optional(),
  tranDate: z.iso.date().optional(),
  memo: z.string().max(999).optional(),
  shipStatus: z.strictObject({ id: z.enum(['A', 'B', 'C']) }).optional(),
  item: z.strictObject({ items: z.array(line) }).optional(),
  package: z.strictObject({ items: z.array(parcel) }).optional(),
});
export type TransformBody = z.infer<typeof transformBody>;
type Chosen = { line: Line; pieces: number; location: number | null; detail: z.infer<typeof line>['inventoryDetail'] };

/** The transforms that there are, and the statuses in which an order can be shipped or received. */
const ways: Partial<Record<Kind, { to: Kind; from: string[]; prefix: string; sign: 1 | -1 }>> = {
  salesOrder: { to: 'itemFulfillment', from: ['B', 'D', 'E'], prefix: 'IF', sign: -1 },
  purchaseOrder: { to: 'itemReceipt', from: ['B', 'D', 'E'], prefix: 'IR', sign: 1 },
};

/** Makes a fulfilment of a sales order, or a receipt of a purchase order: of every open line that the body does not exclude. */
export function transform(account: NetsuiteAccount, kind: Kind, id: number, to: Kind, body: TransformBody): { id: number } | Refusal {
  const way = ways[kind];
  const [order] = account.books.rows<{ status: string }>('SELECT status FROM main."transaction" WHERE id = ?', id);
  if (way?.to !== to) return userError(`The record cannot be transformed from ${kind} to ${to}.`);
  if (!order || !way.from.includes(order.status)) return userError('Invalid initialize reference: the record has no open lines.');
  const taken = refusalOfHead(account, body);
  if (taken) return taken;
  const chosen = choose(account, id, to, body);
  if (!Array.isArray(chosen)) return chosen;
  return { id: enter(account, { id, kind, to, body, chosen }) };
}

function refusalOfHead({ books, preferences }: NetsuiteAccount, { externalId, tranDate }: TransformBody): Refusal | null {
  if (externalId && books.rows('SELECT 1 FROM main."transaction" WHERE externalid = ?', externalId).length > 0)
    return userError('This record already exists.', 'externalId');
  if (tranDate && preferences.closedBefore && tranDate < preferences.closedBefore)
    return userError('The transaction date you specified is not within the date range of your accounting period.', 'tranDate');
  return null;
}

function choose({ books, preferences }: NetsuiteAccount, id: number, to: Kind, body: TransformBody): Chosen[] | Refusal {
  const open = goodsLines(books, id).filter(isOpen);
  const bodyLines = new Map((body.item?.items ?? []).map((each) => [each.orderLine, each]));
  for (const number of bodyLines.keys())
    if (!open.some((each) => each.id === number))
      return userError(`Invalid orderLine ${number}: there is no such open line.`, 'item.items');
  const chosen: Chosen[] = [];
  for (const each of open) {
    const line = bodyLines.get(each.id);
    if (line?.itemReceive === false) continue;
    const left = each.quantity - each.done;
    const pieces = line?.quantity === undefined ? left : line.quantity * each.rate;
    const asks = { pieces, left, location: line?.location ?? each.location, detail: line?.inventoryDetail };
    const refusal = refusalOfLine(each, asks) ?? refusalOfLots(books, each, to, asks);
    if (refusal) return refusal;
    if (pieces > left && !(to === 'itemReceipt' && preferences.overage))
      return userError(`The quantity of line ${each.id} (${each.sku}) is more than what is open.`, 'item.items.quantity');
    chosen.push({ line: each, pieces, location: line?.location ?? each.location, detail: line?.inventoryDetail });
  }
  if (chosen.length === 0) return userError('You must have at least one valid line item for this transaction.');
  return chosen;
}

type Wanted = { pieces: number; left: number; location: number | null; detail: Chosen['detail'] };

function refusalOfLine({ id, sku, islotitem, isserialitem, rate }: Line, { pieces, location, detail }: Wanted): Refusal | null {
  if (location === null) return userError('Please enter value(s) for: Items list: Location.', 'item.items.location');
  if (islotitem === 'F' && isserialitem === 'F') return null;
  const counted = detail?.inventoryAssignment.items.reduce((sum, { quantity }) => sum + quantity, 0);
  if (counted === undefined)
    return userError(`Please configure the inventory detail for line ${id} (${sku}).`, 'item.items.inventoryDetail');
  if (counted * rate !== pieces)
    return userError(`The total inventory detail quantity must be ${pieces / rate}.`, 'item.items.inventoryDetail');
  return null;
}

/** What comes in names its lots, which are made by that; what leaves takes of lots that there are, by their ids. */
function refusalOfLots(books: Books, { item, sku, isserialitem }: Line, to: Kind, { detail }: Wanted): Refusal | null {
  for (const { receiptInventoryNumber, issueInventoryNumber, quantity } of detail?.inventoryAssignment.items ?? []) {
    if (isserialitem === 'T' && quantity !== 1)
      return userError(`A serial number of ${sku} stands for one piece.`, 'item.items.inventoryDetail');
    if (to === 'itemReceipt' ? !receiptInventoryNumber : issueInventoryNumber === undefined)
      return userError(`Please enter value(s) for: Serial/Lot Number of ${sku}.`, 'item.items.inventoryDetail');
    const isThere = books.rows('SELECT 1 FROM main.inventorynumber WHERE id = ? AND item = ?', issueInventoryNumber ?? 0, item).length > 0;
    if (to !== 'itemReceipt' && !isThere)
      return userError(`Invalid issueInventoryNumber reference key ${issueInventoryNumber} for item ${sku}.`, 'item.items.inventoryDetail');
    if (to !== 'itemReceipt' && isserialitem === 'T' && hasLeft(books, issueInventoryNumber ?? 0))
      return userError(`The serial number of ${sku} is not available.`, 'item.items.inventoryDetail');
  }
  return null;
}

const hasLeft = (books: Books, number: number) =>
  books.rows(
    `SELECT 1 FROM main.inventoryassignment a JOIN main."transaction" t ON t.id = a."transaction"
     WHERE a.inventorynumber = ? AND t.type = ?`,
    number,
    kinds.itemFulfillment.type,
  ).length > 0;

type Assigned = { transaction: number; transactionline: number; item: number };

function assignLots(books: Books, { item, ...line }: Assigned, detail: Chosen['detail']): void {
  for (const { receiptInventoryNumber, issueInventoryNumber, quantity } of detail?.inventoryAssignment.items ?? [])
    books.put('inventoryassignment', {
      ...{ ...line, quantity },
      inventorynumber: issueInventoryNumber ?? enterLot(books, item, receiptInventoryNumber ?? ''),
    });
}

type Entered = { id: number; kind: Kind; to: Kind; body: TransformBody; chosen: Chosen[] };

function enter({ books, wall }: NetsuiteAccount, entered: Entered): number {
  const { id, kind, to, body, chosen } = entered;
  const newId = books.nextId();
  const now = wall();
  books.put('transaction', {
    ...{
      id: newId,
      type: kinds[to].type,
      tranid: `${ways[kind]?.prefix}${newId}`,
      status: to === 'itemReceipt' ? null : (body.shipStatus?.id ?? 'A'),
    },
    ...{ trandate: body.tranDate ? readWall(body.tranDate, 'YYYY-MM-DD') : now - (now % 86_400_000), memo: body.memo ?? null },
    ...{ externalid: body.externalId ?? null, lastmodifieddate: now, createddate: now, voided: 'F' },
  });
  enterLine(books, newId, 0, {
    mainline: 'T',
    createdfrom: id,
    memo: body.package?.items.map((one) => one.packageTrackingNumber).join(', ') ?? null,
  });
  for (const [at, line] of chosen.entries()) enterChosen(books, entered, { nextdoc: newId, nextline: at + 1 }, line);
  const open = goodsLines(books, id).some(isOpen);
  books.patch('transaction', { id }, { status: open ? 'D' : 'F', lastmodifieddate: now });
  return newId;
}

/** Enters a line of what is made, and moves its goods. */
function enterChosen(books: Books, { id, kind, to }: Entered, next: { nextdoc: number; nextline: number }, chosen: Chosen): void {
  const { line: from, pieces, location, detail } = chosen;
  const sign = ways[kind]?.sign ?? 1;
  assignLots(books, { transaction: next.nextdoc, transactionline: next.nextline, item: from.item }, detail);
  const fields = { item: from.item, itemtype: from.itemtype, quantity: sign * pieces, units: from.units, location, createdfrom: id };
  enterLine(books, next.nextdoc, next.nextline, { ...fields, memo: null });
  books.put('previoustransactionlinelink', {
    ...{ previousdoc: id, previousline: from.id, previoustype: kinds[kind].type },
    ...{ ...next, nexttype: kinds[to].type },
  });
  books.patch('transactionline', { uniquekey: from.uniquekey }, { quantityshiprecv: from.done + pieces });
  const members = membersOf(books, id, from);
  // A kit has no stock of its own.
  if (members.length === 0) move(books, from.item, location ?? 0, sign * pieces);
  for (const { uniquekey, item, each } of members) {
    books.patch('transactionline', { uniquekey }, { quantityshiprecv: (from.done + pieces) * each });
    move(books, item, location ?? 0, sign * pieces * each);
  }
}
