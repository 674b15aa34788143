import { demoSecrets } from '../../app/shared/connections/settings/demo-secrets.ts';
import type { NewOrder, SellerOrder } from '../../sandbox/ship-station/order.ts';
import { until } from '../faults/until.ts';
import type { EdgeSize } from './edge.ts';
import { inMidFlow, type Stage } from './stage.ts';

type Sold = Pick<NewOrder | SellerOrder, 'orderNumber' | 'items' | 'shipTo'>;

/**
 * The marketplace whose orders ShipStation brings is connected too: each sale comes twice, some while the first is with the warehouse
 * already. A person says once which of the two imports.
 */
export async function twins(stage: Stage, size: EdgeSize): Promise<void> {
  const { person, sandbox } = stage;
  await inMidFlow(stage, size);
  const advisor = sandbox.control.advisor();
  const atMarket = (orders: Sold[]) => advisor.orders.add(orders.map(asMarketHasIt));
  atMarket(stage.sold);
  await person.call('POST', '/api/connectors', {
    ...{ connector: 'channel_advisor', name: 'Marketplace', since: '2020-01-01' },
    settings: { ...demoSecrets.channel_advisor, profile_id: '12000001', api_origin: `${sandbox.origin}/channel-advisor` },
  });
  await person.call('PUT', '/api/connectors/channel_advisor/shipping-options', {
    codes: [{ connectorCode: 'UPS GROUND', amwareCode: 'UPSGR' }],
  });
  const sync = () => person.call('POST', '/api/connectors/channel_advisor/sync');
  atMarket(stage.sell(size.orders));
  await sync();
  await stage.buy(size.bought);
  // What the marketplace shows first is sent as it has it.
  const early = stage.next(Math.ceil(size.orders / 2));
  atMarket(early);
  await sync();
  const expected = early.map(({ orderNumber }) => orderNumber);
  // Others may wait to be decided about, so it is not for a count to say.
  if (!(await until(async () => areThere(stage, expected), 60_000))) throw new Error('What the marketplace showed first was not sent.');
  stage.enter(early);
  const isDecided = async () => {
    await person.lookThrough();
    return (person.decisions()['which connection imports'] ?? 0) > 0;
  };
  if (!(await until(isDecided, 90_000))) throw new Error('Nobody was asked which connection imports.');
  atMarket(stage.sell(Math.ceil(size.orders / 2)));
  await sync();
}

function areThere({ sandbox }: Stage, numbers: string[]): boolean {
  const there = new Set(sandbox.control.state().amware.flatMap(({ orders }) => orders.flatMap(({ orderNumbers }) => orderNumbers)));
  return numbers.every((number) => there.has(number));
}

function asMarketHasIt({ orderNumber, items, shipTo }: Sold) {
  const [first = '', ...last] = (shipTo?.name ?? '').split(' ');
  return {
    ...{ SiteOrderID: orderNumber, items: items.map(({ sku, quantity }) => ({ sku, quantity })) },
    ...{ ShippingFirstName: first.toUpperCase(), ShippingLastName: last.join(' '), ShippingAddressLine1: shipTo?.street1 ?? null },
  };
}
