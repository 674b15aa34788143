import { setTimeout as pause } from 'node:timers/promises';
import type { AdvisorOrder, NewOrder } from '../../../sandbox/channel-advisor/order.ts';
import type { FaultRequest } from '../../../sandbox/faults.ts';
import type { Verdict } from '../agreement/sides.ts';
import type { Product } from '../product.ts';

const lookMs = 500;
const settings = (origin: string) => ({
  ...{ application_id: 'demo-application', shared_secret: 'demo-shared-secret', refresh_token: 'demo-refresh-token' },
  ...{ profile_id: '12000001', api_origin: `${origin}/channel-advisor` },
});

/** Connects ChannelAdvisor to the fault suite's seller, as a person does. `everySeconds`: how often its queue is read. */
export async function connectMarketplace({ seller, sandbox, warehouse, read }: Product, everySeconds: number): Promise<void> {
  await seller.call('POST', '/api/connectors', { connector: 'channel_advisor', name: 'Marketplace', settings: settings(sandbox.origin) });
  const [connection] = await read<{ id: string }>(`select id from connections where connector = 'channel_advisor'`);
  await read(`update streams set every_seconds = $2, due_at = now() where connection_id = $1 and stream = 'orders'`, [
    connection?.id,
    everySeconds,
  ]);
  await read(`insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'UPS GROUND', $3)`, [
    seller.accountId,
    connection?.id,
    warehouse.method,
  ]);
}

/**
 * Sells through the queue while it, its sign-in and its fulfilments fail, and whatever else strikes; then waits until the marketplace, Crossdock and
 * the warehouse agree. Of ten orders one is paid late, and one has a line that somebody else sends.
 */
export async function runMarketRound(product: Product, count: number, deadlineMs: number): Promise<{ verdict: Verdict; seconds: number }> {
  const advisor = product.sandbox.control.advisor();
  const orders: AdvisorOrder[] = [];
  for (const kind of ['500', 'truncated', '429_bare'] as const) unwell(product, { kind, probability: 0.1 });
  for (const operation of ['export_order', 'ship_order', 'create_fulfillment', 'move_fulfillment_item', 'update_fulfillment'])
    unwell(product, { operation, kind: 'drop_after_accept', probability: 0.4 });
  for (let n = 0; n < count; n++) {
    orders.push(...advisor.orders.add([newOrder(n)]));
    if (n % 20 === 10) advisor.grant.expire();
    await pause(40);
  }
  for (const order of orders) if (order.PaymentStatus !== 'Cleared') advisor.orders.change(order, { PaymentStatus: 'Cleared' });
  const over = Date.now();
  const claims = new Set<string>();
  for (;;) {
    const verdict = await compare(product, orders).catch(() => undefined);
    for (const claim of verdict?.false ?? []) claims.add(claim);
    const agreed = verdict && verdict.lost.length + verdict.doubled.length === 0;
    if (verdict && (agreed || Date.now() - over > deadlineMs))
      return { verdict: { ...verdict, false: [...claims] }, seconds: (Date.now() - over) / 1000 };
    if (Date.now() - over > 2 * deadlineMs) throw new Error('The database did not come back.');
    await pause(lookMs);
  }
}

const unwell = ({ sandbox }: Product, fault: Pick<FaultRequest, 'kind'> & Partial<FaultRequest>) =>
  sandbox.control.faults.add({ target: 'channel_advisor', durationMs: 6_000, ...fault });

const isMixed = (n: number) => n % 10 === 7;

function newOrder(n: number): NewOrder {
  const cups = n % 2 === 0 ? [{ sku: 'CUP', quantity: 2 }] : [];
  const others = isMixed(n) ? [{ sku: 'POT', quantity: 1, distributionCenterId: 2 }] : [];
  return {
    ...{ SiteOrderID: `M-${n + 1}`, ShippingAddressLine1: `${n + 1} Market Street` },
    PaymentStatus: n % 10 === 3 ? 'NotYetSubmitted' : 'Cleared',
    items: [{ sku: 'MUG', quantity: 1 + (n % 3) }, ...cups, ...others],
  };
}

type Ours = { remote_id: string; order_number: string; status: string };

/** Compares all three sides order by order, Crossdock first: what it reports must already be true elsewhere. */
async function compare({ read, seller, sandbox, warehouse }: Product, orders: AdvisorOrder[]): Promise<Verdict> {
  const ids = orders.map(({ ID }) => String(ID));
  const ours = await read<Ours>(
    `select o.remote_id, o.order_number, o.order_status as status from orders o join connections c on c.id = o.connection_id
      where o.account_id = $1 and c.connector = 'channel_advisor' and o.remote_id = any($2)`,
    [seller.accountId, ids],
  );
  const { channelAdvisor } = sandbox.control.state();
  const atWarehouse = warehouse.orders(sandbox.control);
  const theirs = new Map(channelAdvisor[0]?.orders.map((order) => [String(order.orderId), order]));
  const verdict: Verdict = { lost: [], doubled: [], false: [] };
  for (const order of orders) {
    const [mine, ...more] = ours.filter(({ remote_id }) => remote_id === String(order.ID));
    const there = theirs.get(String(order.ID));
    if (!mine || !there) verdict.lost.push(`${order.SiteOrderID}: never arrived`);
    if (more.length > 0) verdict.doubled.push(`${order.SiteOrderID}: stored ${more.length + 1} times`);
    if (!mine || !there) continue;
    const parcels = atWarehouse.filter(({ orderNumbers }) => orderNumbers.includes(mine.order_number));
    judge(verdict, order, mine, { ...there, left: parcels.reduce((sum, { unitsShipped }) => sum + unitsShipped, 0) });
  }
  return verdict;
}

type There = {
  status: string;
  exported: boolean;
  parcels: { trackingNumber: string | null; units: Record<string, number> }[];
  left: number;
};

function judge(verdict: Verdict, order: AdvisorOrder, { status }: Ours, there: There): void {
  const say = (list: keyof Verdict, what: string) => verdict[list].push(`${order.SiteOrderID}: ${what} (${status}, ${there.status})`);
  const own = order.Items.filter(({ Sku }) => Sku !== 'POT');
  const sold = own.reduce((sum, { Quantity }) => sum + Quantity, 0);
  const marked = there.parcels.flatMap(({ units }) => Object.values(units)).reduce((sum, units) => sum + units, 0);
  const tracking = there.parcels.map(({ trackingNumber }) => trackingNumber);
  if (there.left > sold) say('doubled', `${there.left} units left of ${sold}`);
  if (marked > sold || new Set(tracking).size < tracking.length) say('doubled', `${marked} units marked of ${sold}`);
  if (marked > there.left) say('false', `${marked} units marked and ${there.left} left`);
  if (status === 'fulfilled' && marked < sold) say('false', 'said to be confirmed');
  const isWhole = there.status === (own.length < order.Items.length ? 'PartiallyShipped' : 'Shipped');
  if (!(status === 'fulfilled' && there.exported && isWhole && marked === sold && there.left === sold)) say('lost', 'not fulfilled');
}
