// A ledger that follows the orders of an account. Its file agrees with Crossdock in the end, whenever it is killed.
//
//   CROSSDOCK=https://crossdock.example KEY=xdk_… LEDGER=ledger.db node ledger.ts
//
// The key takes read_orders and read_events. With PORT and SECRET it listens for a webhook as well, and reads events as soon as one is posted.
// It needs Node.js 24 and, for webhooks, the package standardwebhooks.
import { createServer } from 'node:http';
import { env } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

const { CROSSDOCK = '', KEY = '', LEDGER = 'ledger.db', PORT, SECRET = '' } = env;
const pauseMs = 5_000;

type Order = { id: number; number: string; status: string; total: string; currency: string };
type Page = { data: Order[]; next: string | null };
type Events = { data: { record_id: number }[]; next: string; more: boolean };

const db = new DatabaseSync(LEDGER);
db.exec(`
  pragma journal_mode = wal;
  create table if not exists orders (id integer primary key, number text, status text, total text, currency text);
  create table if not exists place (one integer primary key check (one = 1), cursor text, listed integer not null)`);

/** What is behind the cursor, and whether every order of before it was read. */
const place = () => db.prepare('select cursor, listed from place').get() as { cursor: string; listed: number } | undefined;
const keepPlace = (cursor: string, listed: boolean) =>
  db.prepare('insert or replace into place values (1, ?, ?)').run(cursor, listed ? 1 : 0);
const keepOrder = ({ id, number, status, total, currency }: Order) =>
  db.prepare('insert or replace into orders values (?, ?, ?, ?, ?)').run(id, number, status, total, currency);

/** Either all of it is stored, or nothing. */
function together(work: () => void): void {
  db.exec('begin immediate');
  try {
    work();
    db.exec('commit');
  } catch (error) {
    db.exec('rollback');
    throw error;
  }
}

class Gone extends Error {}

/** Asks again where Crossdock cannot be reached, is busy, or has had too many calls. */
async function get<T>(path: string): Promise<T> {
  for (;;) {
    const reply = await fetch(CROSSDOCK + path, { headers: { authorization: `Bearer ${KEY}` } }).catch(() => null);
    if (reply?.ok) return (await reply.json()) as T;
    if (reply?.status === 410) throw new Gone(await reply.text());
    if (reply && reply.status < 500 && reply.status !== 429) throw new Error(`${path} replied ${reply.status}: ${await reply.text()}`);
    await wait(Number(reply?.headers.get('retry-after') ?? 1) * 1_000);
  }
}

const fields = 'fields=id,number,status,total,currency&limit=100';

/** Takes a cursor first, and then reads all orders: what changes in between is behind the cursor. */
async function readAll(): Promise<void> {
  if (!place()) keepPlace((await get<Events>('/v1/events?from=now')).next, false);
  for (const archived of ['false', 'true'])
    for (let next: string | null = ''; next !== null; ) {
      const page: Page = await get(`/v1/orders?${fields}&archived=${archived}${next && `&cursor=${encodeURIComponent(next)}`}`);
      together(() => page.data.forEach(keepOrder));
      next = page.next;
    }
  keepPlace(place()?.cursor ?? '', true);
}

/** Reads the orders that the next events name. Those that are gone are deleted here, too. Whether there are more events. */
async function follow(cursor: string): Promise<boolean> {
  const { data, next, more } = await get<Events>(`/v1/events?cursor=${cursor}&limit=100`);
  const ids = [...new Set(data.map(({ record_id }) => record_id))];
  const orders = ids.length > 0 ? (await get<Page>(`/v1/orders?${fields}&ids=${ids.join(',')}`)).data : [];
  together(() => {
    for (const id of ids) db.prepare('delete from orders where id = ?').run(id);
    orders.forEach(keepOrder);
    keepPlace(next, true);
  });
  return more;
}

let posted = Promise.withResolvers<void>();

/** An event that is posted says that there is something to read, and no more: what it is comes from the cursor, in its order. */
function listen(port: number): void {
  const webhook = new Webhook(SECRET);
  createServer(async (request, response) => {
    try {
      webhook.verify(await text(request), request.headers as Record<string, string>);
      posted.resolve();
      response.writeHead(204).end();
    } catch {
      response.writeHead(400).end();
    }
  }).listen(port, '127.0.0.1');
}

if (PORT) listen(Number(PORT));
for (;;) {
  try {
    if (!place()?.listed) await readAll();
    posted = Promise.withResolvers();
    while (await follow(place()?.cursor ?? ''));
    await Promise.race([posted.promise, wait(pauseMs)]);
  } catch (error) {
    if (!(error instanceof Gone)) throw error;
    // What was missed is not known, so everything is read anew.
    together(() => db.exec('delete from place; delete from orders'));
  }
}
