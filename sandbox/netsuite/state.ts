import type { NetsuiteAccount } from './account.ts';
import { goodsLines } from './lines.ts';

type Head = { id: number; type: string; tranid: string; status: string | null; externalid: string | null };

/** An account's transactions, each with its lines of goods, in pieces. */
export function booksRow({ accountId, books, counters }: NetsuiteAccount) {
  const heads = books.rows<Head>('SELECT id, type, tranid, status, externalid FROM main."transaction" ORDER BY id');
  const madeFrom = new Map(
    books
      .rows<{ made: number; createdfrom: number }>(
        `SELECT "transaction" AS made, createdfrom FROM main.transactionline WHERE mainline = 'T'`,
      )
      .map(({ made, createdfrom }) => [made, createdfrom]),
  );
  const lineOf = ({ id, sku, quantity, done, location }: ReturnType<typeof goodsLines>[number]) => ({ id, sku, quantity, done, location });
  const transactions = heads.map((head) => ({
    ...head,
    createdFrom: madeFrom.get(head.id) ?? null,
    lines: goodsLines(books, head.id).map(lineOf),
  }));
  return { key: accountId, counters, transactions };
}

export function booksCounts({ accountId, books, counters }: NetsuiteAccount) {
  const rows = books.rows<{ type: string; n: number }>('SELECT type, COUNT(*) AS n FROM main."transaction" GROUP BY type');
  return { key: accountId, counters, transactions: Object.fromEntries(rows.map(({ type, n }) => [type, n])) };
}
