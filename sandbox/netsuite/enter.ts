import type { NetsuiteAccount } from './account.ts';
import type { Books } from './books.ts';
import { units, unitsOfCase } from './seed.ts';
import { readWall } from './suiteql/masks.ts';
import { type Kind, kinds } from './tables.ts';

export type NewItem = {
  sku: string;
  name?: string;
  upc?: string | null;
  lots?: boolean;
  serials?: boolean;
  /** The lots, or the serial numbers, that there are of it. */
  lotNumbers?: string[];
  /** In pieces, whatever unit its stock is counted in. */
  onHand?: number;
  stockUnit?: keyof typeof units;
  inactive?: boolean;
  type?: string;
  /** The first by default, with those below it. */
  subsidiary?: number;
  includeChildren?: boolean;
  /** Usual for what lies on a shelf. */
  fulfillable?: boolean;
};
/** `quantity` in its unit: two cases are 24 pieces. */
export type NewLine = {
  sku: string;
  quantity: number;
  unit?: keyof typeof units;
  rate?: number;
  location?: number | null;
  expected?: string;
  /** A supplier sends it to the buyer. */
  dropShip?: boolean;
  /** Of a kit: how many of which items are in one. NetSuite shows each as a line of its own behind the kit's. */
  members?: { sku: string; quantity: number }[];
};
export type NewTransaction = {
  number: string;
  status?: string;
  date?: string;
  reference?: string;
  memo?: string;
  expected?: string;
  subsidiary?: number;
  shippingRate?: number;
  discount?: number;
  lines: NewLine[];
};

/** Enters an item, as a person does in NetSuite. */
export function enterItem({ books, wall }: NetsuiteAccount, item: NewItem): number {
  const id = books.nextId();
  const {
    sku,
    name = sku,
    upc = null,
    lots = false,
    serials = false,
    lotNumbers = [],
    onHand = 0,
    stockUnit = 'each',
    inactive = false,
    type = 'InvtPart',
    subsidiary = 1,
    includeChildren = true,
    fulfillable = ['InvtPart', 'Assembly', 'Kit'].includes(type),
  } = item;
  books.put('item', {
    ...{ id, itemid: sku, displayname: name, description: `${name}, as sold`, upccode: upc, itemtype: type },
    ...{ isinactive: inactive ? 'T' : 'F', islotitem: lots ? 'T' : 'F', isserialitem: serials ? 'T' : 'F' },
    ...{ unitstype: 1, stockunit: units[stockUnit], saleunit: units.each, purchaseunit: units.case },
    ...{ lastmodifieddate: wall(), includechildren: includeChildren ? 'T' : 'F', isfulfillable: fulfillable ? 'T' : 'F' },
  });
  books.put('itemsubsidiarymap', { item: id, subsidiary });
  for (const number of lotNumbers) enterLot(books, id, number);
  if (onHand > 0)
    books.put('aggregateitemlocation', { item: id, location: 11, quantityonhand: onHand, quantityavailable: onHand, quantitycommitted: 0 });
  return id;
}

/** A lot of an item, which is known from its first receipt on. */
export function enterLot(books: Books, item: number, number: string): number {
  const sql = 'SELECT id FROM main.inventorynumber WHERE item = ? AND inventorynumber = ?';
  const [row] = books.rows<{ id: number }>(sql, item, number);
  const id = row?.id ?? books.nextId();
  if (!row) books.put('inventorynumber', { id, item, inventorynumber: number });
  return id;
}

/** Enters a sales or purchase order. A sale takes from stock, so its lines have negative quantities. */
export function enterOrder(account: NetsuiteAccount, kind: 'salesOrder' | 'purchaseOrder', order: NewTransaction): number {
  const { books, wall } = account;
  const id = books.nextId();
  const sells = kind === 'salesOrder';
  const total = order.lines.reduce(
    (sum, { quantity, rate = 10 }) => sum + quantity * rate,
    (order.shippingRate ?? 0) - (order.discount ?? 0),
  );
  const day = order.date === undefined ? wall() - (wall() % 86_400_000) : readWall(order.date, 'YYYY-MM-DD');
  books.put('transaction', {
    ...{ id, type: kinds[kind].type, tranid: order.number, trandate: day, status: order.status ?? 'B', entity: sells ? 31 : 41 },
    ...{ currency: 1, otherrefnum: order.reference ?? null, memo: order.memo ?? null, email: sells ? 'alex@example.com' : null },
    ...{ lastmodifieddate: wall(), createddate: wall(), externalid: null, shippingaddress: sells ? id : null, voided: 'F' },
    ...{ duedate: order.expected ? readWall(order.expected, 'YYYY-MM-DD') : null, foreigntotal: sells ? total : -total },
  });
  if (sells) enterAddress(books, id, order.shippingRate ?? 0);
  const subsidiary = order.subsidiary ?? 1;
  const line = (number: number, fields: Parameters<Books['put']>[1]) => enterLine(books, id, number, { subsidiary, ...fields });
  line(0, { mainline: 'T', location: null });
  // NetSuite's line numbers have gaps.
  let after = 0;
  for (const each of order.lines) {
    const kit = after + 1;
    line(kit, orderLine(books, each, sells));
    const { members = [], quantity, location } = each;
    for (const [at, member] of members.entries())
      line(kit + 1 + at, {
        ...orderLine(books, { ...{ sku: member.sku, quantity: member.quantity * quantity, rate: 0 }, location }, sells),
        ...{ kitcomponent: 'T', kitmemberof: kit },
      });
    after += 3 + members.length;
  }
  if (order.discount) line(after + 1, { itemtype: 'Discount', memo: 'Discount', rate: -order.discount, foreignamount: order.discount });
  if (order.shippingRate) line(after + 2, { itemtype: 'ShipItem', item: 21, rate: order.shippingRate, foreignamount: -order.shippingRate });
  return id;
}

function orderLine(books: Books, { dropShip = false, ...line }: Omit<NewLine, 'members'>, sells: boolean) {
  const { sku, quantity, unit = 'each', rate = 10, location = 11, expected } = line;
  const [item] = books.rows<{ id: number; itemtype: string }>('SELECT id, itemtype FROM main.item WHERE itemid = ?', sku);
  if (!item) throw new Error(`There is no item ${sku}.`);
  const pieces = quantity * (unit === 'case' ? unitsOfCase : 1);
  return {
    ...{ item: item.id, itemtype: item.itemtype, quantity: sells ? -pieces : pieces, units: units[unit], rate, location },
    foreignamount: (sells ? -1 : 1) * quantity * rate,
    expectedreceiptdate: expected ? readWall(expected, 'YYYY-MM-DD') : null,
    ...{ dropship: dropShip ? 'T' : 'F', kitcomponent: 'F' },
  };
}

export function enterLine(books: Books, transaction: number, id: number, fields: Parameters<Books['put']>[1]) {
  books.put('transactionline', {
    ...{ uniquekey: books.nextId(), transaction, id, linesequencenumber: id, mainline: 'F', taxline: 'F', isclosed: 'F' },
    ...{ quantityshiprecv: 0, ...fields },
  });
}

function enterAddress(books: Books, nkey: number, shippingrate: number) {
  books.put('transactionshippingaddress', {
    ...{ nkey, addressee: 'Alex Doe', attention: null, addr1: '1 Main Street', addr2: null, city: 'Austin', state: 'TX' },
    ...{ zip: '78701', country: 'US', addrphone: '5125550100' },
  });
  books.put('transactionshipment', { doc: nkey, shippingmethod: 21, shippingrate });
}

/** Changes an order as a person does: NetSuite notes when. */
export function changeOrder({ books, wall }: NetsuiteAccount, id: number, changes: Parameters<Books['put']>[1]) {
  books.patch('transaction', { id }, { ...changes, lastmodifieddate: wall() });
}

export function kindNamed(name: string): Kind | null {
  return (Object.keys(kinds) as Kind[]).find((kind) => kind.toLowerCase() === name.toLowerCase()) ?? null;
}
