import { fromWall } from '../wall-clock.ts';
import type { NetsuiteAccount } from './account.ts';
import { goodsLines } from './lines.ts';
import type { Kind } from './tables.ts';

type Head = {
  id: number;
  tranid: string;
  externalid: string | null;
  status: string | null;
  trandate: number;
  lastmodifieddate: number;
  memo: string | null;
};

/** A record as the REST service writes it: times in UTC, quantities in the units of the line. */
export function renderRecord({ books, zone }: NetsuiteAccount, kind: Kind, id: number, expand: boolean) {
  const [head] = books.rows<Head>('SELECT * FROM main."transaction" WHERE id = ?', id);
  const [main] = books.rows<{ createdfrom: number | null }>(
    `SELECT createdfrom FROM main.transactionline WHERE "transaction" = ? AND mainline = 'T'`,
    id,
  );
  const received = kind === 'purchaseOrder' ? 'quantityReceived' : 'quantityFulfilled';
  const items = goodsLines(books, id).map((line) => ({
    links: [],
    line: line.id,
    item: { links: [], id: String(line.item), refName: line.sku },
    quantity: line.quantity / line.rate,
    [received]: line.done / line.rate,
    isClosed: line.isclosed === 'T',
    ...(line.location === null ? {} : { location: { links: [], id: String(line.location) } }),
    ...(line.units === null ? {} : { units: String(line.units) }),
  }));
  return {
    links: [],
    id: String(id),
    tranId: head?.tranid,
    ...(head?.externalid ? { externalId: head.externalid } : {}),
    ...(main?.createdfrom ? { createdFrom: { links: [], id: String(main.createdfrom) } } : {}),
    ...(head?.status ? { status: { id: head.status } } : {}),
    tranDate: new Date(head?.trandate ?? 0).toISOString().slice(0, 10),
    lastModifiedDate: new Date(fromWall(zone, head?.lastmodifieddate ?? 0)).toISOString().replace('.000Z', 'Z'),
    item: expand ? { links: [], items, totalResults: items.length } : { links: [] },
  };
}
