import { dayMask, timeMask } from './clock.ts';

// Every query that we send, in the part of SuiteQL that NetSuite documents. Ids are digits (`ids` sees to it), times come from
// `clock.ts`, and all other values go through `quoted`. Each that has more than one row has an order that leaves none equal.

/** A place in the order of (last modified, id); without an id, from that time on. */
export type After = { at: string; id: string | null };

export const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;
const time = (column: string) => `TO_CHAR(${column}, '${timeMask}')`;
const day = (column: string) => `TO_CHAR(${column}, '${dayMask}')`;
const instant = (wall: string) => `TO_TIMESTAMP(${quoted(wall)}, '${timeMask}')`;

/** @throws when one is not a number: then it is none of NetSuite's. */
const ids = (list: string[]) => {
  const odd = list.find((id) => !/^\d+$/.test(id));
  if (odd !== undefined) throw new Error(`${odd} is no id of NetSuite's.`);
  return `(${list.join(', ')})`;
};

const after = (alias: string, { at, id }: After) => {
  const modified = `${alias}.lastmodifieddate`;
  return id === null
    ? `${modified} >= ${instant(at)}`
    : `(${modified} > ${instant(at)} OR (${modified} = ${instant(at)} AND ${alias}.id > ${ids([id])}))`;
};

const heads = `SELECT t.id, t.tranid, t.status, ${day('t.trandate')} AS day, ${time('t.createddate')} AS created,
  ${time('t.lastmodifieddate')} AS modified, t.entity, t.email,
  t.otherrefnum, t.memo, t.foreigntotal, ${day('t.duedate')} AS duedate, ${day('t.shipdate')} AS shipdate, t.shippingaddress,
  c.symbol AS currency, m.location, p.name AS locationname, m.subsidiary
FROM transaction t JOIN transactionline m ON m.transaction = t.id AND m.mainline = 'T'
  LEFT JOIN currency c ON c.id = t.currency LEFT JOIN location p ON p.id = m.location`;

export type Type = 'SalesOrd' | 'PurchOrd';
const ofSubsidiary = (subsidiary: string) => (subsidiary === '' ? '' : ` AND m.subsidiary IN ${ids([subsidiary])}`);

export const headsAfter = (type: Type, place: After, subsidiary: string) =>
  `${heads} WHERE t.type = '${type}'${ofSubsidiary(subsidiary)} AND ${after('t', place)} ORDER BY t.lastmodifieddate, t.id`;

export const headOf = (type: Type, id: string) => `${heads} WHERE t.type = '${type}' AND t.id IN ${ids([id])} ORDER BY t.id`;

const open = ['A', 'B', 'D', 'E'].flatMap((letter) => [letter, `SalesOrd:${letter}`]);

/** Sales orders that are neither shipped nor ended, by id. A status is shown as a letter, and asked for with its kind before that. */
export const openOrders = (beyond: string, subsidiary: string) =>
  `SELECT t.id FROM transaction t JOIN transactionline m ON m.transaction = t.id AND m.mainline = 'T'
WHERE t.type = 'SalesOrd'${ofSubsidiary(subsidiary)} AND t.status IN (${open.map(quoted).join(', ')}) AND t.id > ${ids([beyond])}
ORDER BY t.id`;

/** A line of an order. */
export type LinePlace = { transaction: string; id: string };

/** The lines of these orders that come after the last of the page before. */
function linesAfter(orders: string[], last: LinePlace | null): string {
  const [order, line] = [`l.transaction`, `l.id`];
  const rest = last && `${order} > ${ids([last.transaction])} OR (${order} = ${ids([last.transaction])} AND ${line} > ${ids([last.id])})`;
  return `${order} IN ${ids(orders)} AND l.mainline = 'F' AND l.taxline = 'F'${rest ? ` AND (${rest})` : ''}`;
}

/**
 * Lines of orders, without the order's own and those of taxes. `ofkit`: whether it is a member that a kit's own line stands for. Where an
 * account has no units, as without the feature Multiple Units of Measure, none is known, which is none of NetSuite's: 0.
 */
export const linesOf = (orders: string[], last: LinePlace | null, hasUnits = true): string =>
  `SELECT l.transaction, l.id, l.item, l.itemtype, i.itemid AS sku, i.displayname AS name, i.upccode AS upc, i.islotitem AS lots, i.isserialitem AS serials,
  l.quantity, l.quantityshiprecv AS done, ${hasUnits ? 'l.units AS unit, u.conversionrate AS each' : '0 AS unit'},
  l.rate, l.foreignamount, l.isclosed AS closed, l.location, p.name AS locationname, l.memo, l.kitcomponent AS ofkit,
  ${day('l.expectedreceiptdate')} AS expected
FROM transactionline l LEFT JOIN item i ON i.id = l.item${hasUnits ? ' LEFT JOIN unitstypeuom u ON u.internalid = l.units' : ''}
  LEFT JOIN location p ON p.id = l.location
WHERE ${linesAfter(orders, last)} ORDER BY l.transaction, l.id`;

/** Those of them that a supplier sends to the buyer. An account without the feature Drop Shipments need not have the column. */
export const dropShipped = (orders: string[], last: LinePlace | null): string =>
  `SELECT l.transaction, l.id FROM transactionline l WHERE ${linesAfter(orders, last)} AND l.dropship = 'T' ORDER BY l.transaction, l.id`;

export const addresses = (keys: string[]) =>
  `SELECT a.nkey, a.addressee, a.attention, a.addr1, a.addr2, a.city, a.state, a.zip, a.country, a.addrphone
FROM transactionshippingaddress a WHERE a.nkey IN ${ids(keys)} ORDER BY a.nkey`;

export const customers = (keys: string[]) =>
  `SELECT c.id, c.entityid, c.altname, c.companyname, c.email, c.phone FROM customer c WHERE c.id IN ${ids(keys)} ORDER BY c.id`;

export const vendors = (keys: string[]) => `SELECT v.id, v.entityid, v.companyname FROM vendor v WHERE v.id IN ${ids(keys)} ORDER BY v.id`;

export const shipments = (orders: string[]) =>
  `SELECT s.doc, s.shippingmethod, i.itemid AS methodname FROM transactionshipment s LEFT JOIN shipitem i ON i.id = s.shippingmethod
WHERE s.doc IN ${ids(orders)} ORDER BY s.doc`;

/** What was shipped of these orders by fulfilments that are not ours, by line. */
export const shippedByOthers = (orders: string[], prefix: string) =>
  `SELECT k.previousdoc AS transaction, k.previousline AS line, SUM(ABS(n.quantity)) AS quantity
FROM previoustransactionlinelink k JOIN transaction f ON f.id = k.nextdoc
  JOIN transactionline n ON n.transaction = k.nextdoc AND n.id = k.nextline
WHERE k.previousdoc IN ${ids(orders)} AND k.nexttype = 'ItemShip' AND (f.externalid IS NULL OR f.externalid NOT LIKE ${quoted(`${prefix}%`)})
GROUP BY k.previousdoc, k.previousline ORDER BY k.previousdoc, k.previousline`;

/** What was received of these lines of an order by receipts that are ours. */
export const receivedByUs = (order: string, lines: string[], prefix: string) =>
  `SELECT k.previousdoc AS transaction, k.previousline AS line, SUM(ABS(n.quantity)) AS quantity
FROM previoustransactionlinelink k JOIN transaction f ON f.id = k.nextdoc
  JOIN transactionline n ON n.transaction = k.nextdoc AND n.id = k.nextline
WHERE k.previousdoc IN ${ids([order])} AND k.previousline IN ${ids(lines)}
  AND k.nexttype = 'ItemRcpt' AND f.externalid LIKE ${quoted(`${prefix}%`)}
GROUP BY k.previousdoc, k.previousline ORDER BY k.previousdoc, k.previousline`;

export const items = (place: After) =>
  `SELECT i.id, i.itemid, i.displayname, i.upccode, i.isinactive AS inactive, ${time('i.lastmodifieddate')} AS modified
FROM item i WHERE i.itemtype IN ('InvtPart', 'Assembly', 'Kit') AND ${after('i', place)} ORDER BY i.lastmodifieddate, i.id`;

/** Each subsidiary with the one above it. */
export const subsidiaryTree = 'SELECT s.id, s.parent FROM subsidiary s ORDER BY s.id';

/** Which of these items a subsidiary has: its own, and those that one above it shares with all below. */
export const itemsOf = (subsidiary: string, above: string[], items: string[]) =>
  `SELECT m.item FROM itemsubsidiarymap m JOIN item i ON i.id = m.item WHERE m.item IN ${ids(items)} AND (m.subsidiary IN ${ids([subsidiary])}${
    above.length === 0 ? '' : ` OR (i.includechildren = 'T' AND m.subsidiary IN ${ids(above)})`
  }) GROUP BY m.item ORDER BY m.item`;

/** What is there of items at a location; an item that never was there has no quantity. */
export const stockOf = (skus: string[], location: string) =>
  `SELECT i.id AS item, i.itemid AS sku, i.islotitem AS lots, i.isserialitem AS serials, q.quantityonhand AS onhand
FROM item i LEFT JOIN aggregateitemlocation q ON q.item = i.id AND q.location IN ${ids([location])}
WHERE i.itemid IN (${skus.map(quoted).join(', ')}) ORDER BY i.id`;

/** Those of these items whose stock is counted in a unit. An account without the feature Multiple Units of Measure has no such column. */
export const stockUnits = (skus: string[]) =>
  `SELECT i.itemid AS sku, i.stockunit AS unit FROM item i
WHERE i.itemid IN (${skus.map(quoted).join(', ')}) AND i.stockunit IS NOT NULL ORDER BY i.id`;

/** A unit that the stock of an item is counted in, of any. */
export const anyStockUnit = 'SELECT i.stockunit AS unit FROM item i WHERE i.stockunit IS NOT NULL ORDER BY i.id';

/** How many pieces each of these units has. */
export const unitRates = (units: string[]) =>
  `SELECT u.internalid AS unit, u.conversionrate AS each FROM unitstypeuom u WHERE u.internalid IN ${ids(units)} ORDER BY u.internalid`;

/** Lots by the numbers that are printed on them, and units by their serial numbers. */
export const lotsOf = (items: string[], lots: string[]) =>
  `SELECT n.id, n.item, n.inventorynumber AS lot FROM inventorynumber n
WHERE n.item IN ${ids(items)} AND n.inventorynumber IN (${lots.map(quoted).join(', ')}) ORDER BY n.id`;

export const locations = (subsidiary: string) =>
  `SELECT l.id, l.name FROM location l WHERE l.isinactive = 'F'${subsidiary === '' ? '' : ` AND l.subsidiary IN ${ids([subsidiary])}`} ORDER BY l.id`;

export const subsidiaries = `SELECT s.id, s.name FROM subsidiary s WHERE s.isinactive = 'F' AND s.iselimination = 'F' ORDER BY s.id`;

const accountName = 'a.accountsearchdisplayname AS name';
export const accounts = (subsidiary: string) =>
  subsidiary === ''
    ? `SELECT a.id, ${accountName} FROM account a WHERE a.isinactive = 'F' ORDER BY a.id`
    : `SELECT a.id, ${accountName} FROM account a JOIN accountsubsidiarymap m ON m.account = a.id
WHERE a.isinactive = 'F' AND m.subsidiary IN ${ids([subsidiary])} ORDER BY a.id`;

export const shippingMethods = "SELECT s.id, s.itemid AS name FROM shipitem s WHERE s.isinactive = 'F' ORDER BY s.id";

/** The order that changed last, to compare the clock of SuiteQL with that of the records. */
export const newest = (type: Type, since: string) =>
  `SELECT t.id, ${time('t.lastmodifieddate')} AS modified FROM transaction t
WHERE t.type = '${type}' AND t.lastmodifieddate >= ${instant(since)} ORDER BY t.lastmodifieddate DESC, t.id DESC`;
