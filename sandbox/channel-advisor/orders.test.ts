import { expect, test } from 'vitest';
import { manualClock } from '../clock.ts';
import { visit } from '../test/visit.ts';
import type { AdvisorOrder, NewOrder } from './order.ts';

type Page = { value: AdvisorOrder[]; '@odata.nextLink'?: string };
const order = (number: number, changes: Partial<NewOrder> = {}): NewOrder => ({
  SiteOrderID: `N${number}`,
  items: [{ sku: 'MUG', quantity: 1 }],
  ...changes,
});

async function shop(orders: NewOrder[]) {
  const clock = manualClock('2026-11-20T18:00:00Z');
  const visited = await visit({ clock });
  const entered = visited.control.advisor().orders.add(orders);
  const list = async (query: string) => (await visited.channelAdvisor<Page>(`/Orders?${query}`)).body;
  const numbers = async (query: string) => (await list(query)).value.map(({ SiteOrderID }) => SiteOrderID);
  return { ...visited, clock, entered, list, numbers };
}
const idOf = (entered: AdvisorOrder[], at = 0) => entered[at]?.ID ?? 0;

test('orders stay in the queue until each is exported, and can be put back; a read by id does not look at the flag', async () => {
  const { numbers, entered, channelAdvisor } = await shop([order(1), order(2)]);
  const exported = await channelAdvisor(`/Orders(${idOf(entered)})/Export`, { method: 'POST' });
  expect(exported.status).toBe(204);
  expect(await numbers('exported=false')).toEqual(['N2']);
  expect(await numbers('exported=true')).toEqual(['N1']);
  expect(await numbers('')).toEqual(['N1', 'N2']);
  expect((await channelAdvisor(`/Orders(${idOf(entered)})`)).body).toMatchObject({ SiteOrderID: 'N1' });
  await channelAdvisor(`/Orders(${idOf(entered)})/Export`, { method: 'DELETE' });
  expect(await numbers('exported=false')).toEqual(['N1', 'N2']);
  expect((await channelAdvisor('/Orders(1)/Export', { method: 'POST' })).status).toBe(404);
});

test('a list has twenty orders, and says where the next are', async () => {
  const { list, channelAdvisor } = await shop(Array.from({ length: 45 }, (_, n) => order(n + 1)));
  let page = await list('exported=false&$filter=ID gt 0');
  const pages = [page.value.length];
  while (page['@odata.nextLink']) {
    const { pathname, search } = new URL(page['@odata.nextLink']);
    page = (await channelAdvisor<Page>(`${pathname.replace('/channel-advisor/v1', '')}${search}`)).body;
    pages.push(page.value.length);
  }
  expect(pages).toEqual([20, 20, 5]);
});

test('an edited or cancelled order that was exported does not come back', async () => {
  const { numbers, entered, steer, channelAdvisor, clock } = await shop([order(1), order(2)]);
  const [edited = 0, cancelled = 0] = entered.map(({ ID }) => ID);
  for (const ID of [edited, cancelled]) await channelAdvisor(`/Orders(${ID})/Export`, { method: 'POST' });
  clock.advance(1000);
  await steer(`/channel_advisor/orders/${edited}`, { method: 'PATCH', body: { ShippingCity: 'Dallas' } });
  await steer(`/channel_advisor/orders/${cancelled}/cancel`, { method: 'POST' });
  expect(await numbers('exported=false')).toEqual([]);
  expect(await numbers("exported=true&$filter=ShippingCity eq 'Dallas'")).toEqual(['N1']);
  expect(await numbers("exported=true&$filter=ShippingStatus eq 'Canceled' and ShippingDateUtc gt 2026-11-20T18:00:00Z")).toEqual(['N2']);
  expect(await numbers('exported=true&$filter=UpdatedDateUtc gt 2026-11-20T18:00:00Z')).toEqual(['N1', 'N2']);
});

test('collections are cut at twenty in a list, and whole in a read by id', async () => {
  const items = Array.from({ length: 23 }, (_, n) => ({ sku: `SKU-${n}`, quantity: 1 }));
  const { list, entered, channelAdvisor } = await shop([order(1, { items })]);
  const expand = '$expand=Items($expand=FulfillmentItems),Fulfillments($expand=Items)';
  const [listed] = (await list(expand)).value as (AdvisorOrder & { 'Items@odata.nextLink': string })[];
  expect([listed?.Items.length, listed?.Fulfillments[0]?.Items.length]).toEqual([20, 20]);
  const link = new URL(listed?.['Items@odata.nextLink'] ?? '');
  const rest = await channelAdvisor<Page>(`${link.pathname.replace('/channel-advisor/v1', '')}${link.search}`);
  expect(rest.body.value).toMatchObject([{ Sku: 'SKU-20' }, { Sku: 'SKU-21' }, { Sku: 'SKU-22' }]);
  const { body } = await channelAdvisor<AdvisorOrder>(`/Orders(${idOf(entered)})?${expand}`);
  expect([body.Items.length, body.Fulfillments[0]?.Items.length, 'Items@odata.nextLink' in body]).toEqual([23, 23, false]);
  expect(body.Items[0]).toMatchObject({ FulfillmentItems: [{ Sku: 'SKU-0', Quantity: 1 }] });
  expect(body.Items[0]).not.toHaveProperty('Adjustments');
});

test('unpaid orders, other profiles and what others fulfil are told apart by their fields', async () => {
  const { numbers, control, entered, clock } = await shop([
    order(1, { PaymentStatus: 'NotYetSubmitted' }),
    order(2, { ProfileID: 12_000_002 }),
    order(3, { items: [{ sku: 'MUG', quantity: 1, distributionCenterId: 2 }] }),
    order(4, {
      items: [
        { sku: 'MUG', quantity: 1 },
        { sku: 'MUG', quantity: 2, distributionCenterId: 2 },
      ],
    }),
  ]);
  expect(await numbers("$filter=PaymentStatus eq 'Cleared' and ProfileID eq 12000001")).toEqual(['N3', 'N4']);
  expect(await numbers("$filter=DistributionCenterTypeRollup eq 'Mixed'")).toEqual(['N4']);
  expect(await numbers("$filter=ShippingStatus eq 'ThirdPartyManaged'")).toEqual(['N3']);
  clock.advance(1000);
  const [unpaid] = entered;
  if (unpaid) control.advisor().orders.change(unpaid, { PaymentStatus: 'Cleared' });
  expect(await numbers('$filter=PaymentDateUtc gt 2026-11-20T18:00:00Z')).toEqual(['N1']);
});

test('what is not understood is refused, never ignored', async () => {
  const { channelAdvisor } = await shop([order(1)]);
  const queries = [
    '$filter=Nonsense eq 1',
    '$expand=Buyers',
    '$select=Nonsense',
    '$orderby=ID up',
    'expotred=false',
    'exported=no',
    '$skip=x',
  ];
  for (const query of [...queries, '$apply=groupby((ID))', '$expand=Items($filter=Nope eq 1)']) {
    const { status, body } = await channelAdvisor(`/Orders?${query}`);
    expect([status, body], query).toMatchObject([400, { error: { code: '' } }]);
  }
  expect((await channelAdvisor('/Nowhere')).status).toBe(404);
  expect((await channelAdvisor('/Orders/5')).status).toBe(404);
});
