import type { Books } from './books.ts';

/** A line of goods, in pieces; `rate` is how many of them its unit has. */
export type Line = {
  uniquekey: number;
  id: number;
  item: number;
  sku: string;
  itemtype: string;
  quantity: number;
  done: number;
  location: number | null;
  isclosed: 'T' | 'F';
  islotitem: 'T' | 'F';
  isserialitem: 'T' | 'F';
  units: number | null;
  rate: number;
  price: number | null;
};

/**
 * A transaction's lines of goods, in their order: charges and taxes are neither shipped nor received, nor are services, whose items cannot be
 * fulfilled. Members of a kit go with it, and have no place of their own in a record.
 */
export function goodsLines(books: Books, transaction: number): Line[] {
  return books.rows<Line>(
    `SELECT l.uniquekey, l.id, l.item, i.itemid AS sku, l.itemtype, ABS(l.quantity) AS quantity, l.quantityshiprecv AS done, l.location,
       l.isclosed, i.islotitem, i.isserialitem, l.units, COALESCE(u.conversionrate, 1) AS rate, l.rate AS price
     FROM main.transactionline l JOIN main.item i ON i.id = l.item LEFT JOIN main.unitstypeuom u ON u.internalid = l.units
     WHERE l."transaction" = ? AND l.mainline = 'F' AND l.taxline = 'F' AND l.itemtype <> 'ShipItem'
       AND COALESCE(i.isfulfillable, 'T') = 'T' AND COALESCE(l.kitcomponent, 'F') = 'F' ORDER BY l.id`,
    transaction,
  );
}

/** The members of a kit's line, and how many pieces of each are in one. */
export const membersOf = (books: Books, transaction: number, kit: Line) =>
  books
    .rows<{ uniquekey: number; item: number; quantity: number }>(
      `SELECT uniquekey, item, ABS(quantity) AS quantity FROM main.transactionline WHERE "transaction" = ? AND kitmemberof = ? ORDER BY id`,
      ...[transaction, kit.id],
    )
    .map((member) => ({ ...member, each: member.quantity / kit.quantity }));

export const isOpen = (line: Line) => line.isclosed === 'F' && line.done < line.quantity;
