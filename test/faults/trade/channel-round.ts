import { setTimeout as pause } from 'node:timers/promises';
import type { FaultRequest } from '../../../sandbox/faults.ts';
import type { Verdict } from '../agreement/sides.ts';
import type { Product } from '../product.ts';

/** What was sold through a channel, and what it knows of it: only the rounds of one channel differ. */
export type Sale = { remoteId: string; number: string; units: number };
/** Of an order: what the channel was told of, each parcel with its units, and whether it counts as shipped there. */
export type Told = { parcels: { tracking: string; units: number }[]; isDone: boolean };
export type Channel = {
  connector: string;
  target: FaultRequest['target'];
  settings: (origin: string) => Record<string, string>;
  /** The code that its orders carry for their shipping. */
  shippingCode: string;
  /** What it may take and then break off. */
  writes: string[];
  sell: (product: Product, turn: number) => Sale;
  told: (product: Product, remoteId: string) => Told;
};

const lookMs = 500;

/** Connects a channel to the fault suite's seller, as a person does. `everySeconds`: how often its orders are read. */
export async function connectChannel({ seller, sandbox, warehouse, read }: Product, channel: Channel, everySeconds: number): Promise<void> {
  const { connector, settings, shippingCode } = channel;
  await seller.call('POST', '/api/connectors', { connector, name: connector, settings: settings(sandbox.origin) });
  const [connection] = await read<{ id: string }>('select id from connections where connector = $1', [connector]);
  await read(`update streams set every_seconds = $2, due_at = now() where connection_id = $1 and stream = 'orders'`, [
    connection?.id,
    everySeconds,
  ]);
  await read(`insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, $3, $4)`, [
    ...[seller.accountId, connection?.id, shippingCode, warehouse.method],
  ]);
}

/** Sells through the channel while its replies break and its writes break off after they took effect; then waits until all sides agree. */
export async function runChannelRound(
  product: Product,
  channel: Channel,
  count: number,
  deadlineMs: number,
): Promise<{ verdict: Verdict; seconds: number }> {
  const unwell = (fault: Pick<FaultRequest, 'kind' | 'probability'> & Partial<FaultRequest>) =>
    product.sandbox.control.faults.add({ target: channel.target, ...fault });
  // So many, whenever they come: the first parcel leaves when the others of its kind are over.
  for (const operation of channel.writes) unwell({ operation, kind: 'drop_after_accept', probability: 0.5, times: 15 });
  for (const kind of ['500', 'truncated', '429_bare', 'malformed'] as const) unwell({ kind, probability: 0.1, durationMs: 6_000 });
  for (const kind of ['duplicate', 'out_of_order'] as const) unwell({ kind, probability: 0.2, durationMs: 6_000 });
  const sales: Sale[] = [];
  for (let turn = 0; turn < count; turn++) {
    sales.push(channel.sell(product, turn));
    await pause(40);
  }
  const over = Date.now();
  const claims = new Set<string>();
  for (;;) {
    const verdict = await compare(product, channel, sales).catch(() => undefined);
    for (const claim of verdict?.false ?? []) claims.add(claim);
    const agreed = verdict && verdict.lost.length + verdict.doubled.length === 0;
    if (verdict && (agreed || Date.now() - over > deadlineMs))
      return { verdict: { ...verdict, false: [...claims] }, seconds: (Date.now() - over) / 1000 };
    if (Date.now() - over > 2 * deadlineMs) throw new Error('The database did not come back.');
    await pause(lookMs);
  }
}

type Ours = { remote_id: string; order_number: string; status: string };

/** Compares all three sides order by order, Crossdock first: what it reports must already be true elsewhere. */
async function compare(product: Product, channel: Channel, sales: Sale[]): Promise<Verdict> {
  const ours = await product.read<Ours>(
    `select o.remote_id, o.order_number, o.order_status as status from orders o
      join connections c on c.account_id = $1 and c.id = o.connection_id
      where o.account_id = $1 and c.connector = $2 and o.remote_id = any($3)`,
    [product.seller.accountId, channel.connector, sales.map(({ remoteId }) => remoteId)],
  );
  const there = product.warehouse.orders(product.sandbox.control);
  const verdict: Verdict = { lost: [], doubled: [], false: [] };
  for (const sale of sales) {
    const [mine, ...more] = ours.filter(({ remote_id }) => remote_id === sale.remoteId);
    if (!mine) verdict.lost.push(`${sale.number}: never arrived`);
    if (more.length > 0) verdict.doubled.push(`${sale.number}: stored ${more.length + 1} times`);
    if (!mine) continue;
    const parcels = there.filter(({ orderNumbers }) => orderNumbers.includes(mine.order_number));
    const left = parcels.reduce((sum, { unitsShipped }) => sum + unitsShipped, 0);
    judge(verdict, sale, mine, { ...channel.told(product, sale.remoteId), left });
  }
  return verdict;
}

function judge(
  verdict: Verdict,
  { number, units: sold }: Sale,
  { status }: Ours,
  { parcels, isDone, left }: Told & { left: number },
): void {
  const say = (list: keyof Verdict, what: string) => verdict[list].push(`${number}: ${what} (${status})`);
  const told = parcels.reduce((sum, { units }) => sum + units, 0);
  if (left > sold) say('doubled', `${left} units left of ${sold}`);
  if (told > sold || new Set(parcels.map(({ tracking }) => tracking)).size < parcels.length)
    say('doubled', `${told} units told of ${sold}`);
  if (told > left) say('false', `${told} units told and ${left} left`);
  if (status === 'fulfilled' && told < sold) say('false', 'said to be confirmed');
  if (!(status === 'fulfilled' && isDone && told === sold && left === sold)) say('lost', 'not fulfilled');
}
