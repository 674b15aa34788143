import { reasonsOf } from '../http/reasons.ts';

type Text = { text: string };
type Line = { line: string };

const ofOrders = {
  'shopify.no_address': () =>
    'Shopify shows no address for this order. The app may lack access to protected customer data (name and address): allow it in the app’s settings at Shopify, or enter the address there if the order has none.',
  'shopify.too_long': () => 'The order has more fulfilment orders or lines than are read.',
  'shopify.no_order': () =>
    'The shop does not have this order. One that is older than 60 days is not shown to an app without the scope read_all_orders.',
  'shopify.no_request': () => 'The order is not asked back at Shopify any longer.',
  'shopify.request_on_hold': () => 'It is on hold at Shopify, which takes no reply until then: release it there.',
  'shopify.no_ship_request': () => 'Shopify does not wait for a reply to this request any longer.',
  'shopify.broken_note': () =>
    'What Crossdock noted of its parcels in the order’s metafield crossdock.parcels was changed there and cannot be read: delete that metafield in Shopify.',
};

const ofShipping = {
  'shopify.nothing_to_ship': () => 'Nothing of this parcel is in the order at Shopify: Shopify would take it for the whole order.',
  'shopify.cancelled': () => 'The order is cancelled at Shopify.',
  'shopify.moved': ({ line, location }: Line & { location: string }) => `Shopify has moved ${line} to ${location} since.`,
  'shopify.on_hold': ({ line }: Line) => `${line} is on hold at Shopify: release it there.`,
  'shopify.not_yet': ({ line }: Line) => `${line} is scheduled for later at Shopify: open it there.`,
  'shopify.not_requested': ({ line }: Line) => `Shopify no longer asks this location to send ${line}.`,
  'shopify.not_open': ({ line, open, quantity }: Line & { open: number; quantity: number }) =>
    `Shopify has ${open} of ${line} left to be sent, and ${quantity} left with this parcel: the order was edited, refunded or fulfilled there.`,
  'shopify.note_refused': ({ text }: Text) =>
    `The parcel is a fulfilment at Shopify, but Shopify did not take the note that it is Crossdock’s: ${text} Without it Shopify’s order seems to be sent by somebody else. Try again: only the note is written.`,
  'shopify.many_parcels': ({ most }: { most: number }) =>
    `Crossdock notes ${most} parcels of an order at Shopify at most, and has noted as many: fulfil what this parcel holds there.`,
  'shopify.many_fulfillments': ({ most }: { most: number }) =>
    `Crossdock reads ${most} fulfilments of an order at Shopify, and this one has as many or more: whether this parcel is among the others cannot be seen. Fulfil there what it holds.`,
  'shopify.not_made': () => 'Shopify neither made the fulfilment nor said why not.',
};

const ofStock = {
  'shopify.no_item': ({ sku }: { sku: string }) => `The shop has no product ${sku}.`,
  'shopify.several_items': ({ sku, items }: { sku: string; items: number }) =>
    `${items} products of the shop have the SKU ${sku}: give each its own in Shopify.`,
  'shopify.not_stocked': ({ sku }: { sku: string }) =>
    `${sku} is not stocked at this location: add the location to the product in Shopify.`,
  'shopify.not_tracked': ({ sku }: { sku: string }) => `Shopify does not track the quantity of ${sku}: turn it on for the product there.`,
  'shopify.is_variation': ({ sku }: { sku: string }) =>
    `${sku} is one of several variants of a product in the shop: its title and text are of all of them. Change them in Shopify.`,
  'shopify.many_alike': ({ sku }: { sku: string }) =>
    `The shop’s search finds more SKUs like ${sku} than are read, so nobody knows whether it has it: change the product in Shopify.`,
  'shopify.other_sku': ({ sku, handle }: { sku: string; handle: string }) =>
    `The shop has a product with the handle ${handle} that was made for ${sku} and has another SKU by now: give it ${sku} again in Shopify, or another handle.`,
  'shopify.no_operation': () => 'Shopify does not know of this upload any longer.',
  'shopify.stock_moved': () => 'The quantity moved at Shopify while it was being set.',
};

export const shopifyReasons = {
  ...ofOrders,
  ...ofShipping,
  ...ofStock,
  'shopify.no_api': () => 'There is no such shop at Shopify, or not this version of its API (404).',
  'shopify.no_access': ({ text }: Text) => `The app may not read or change this at Shopify: ${text}`,
  'shopify.no_scopes': ({ scopes }: { scopes: string }) =>
    `The app lacks access scopes: ${scopes}. Add them to the app at Shopify, release a new version of it, and accept it in the shop.`,
  'shopify.no_location': ({ location }: { location: string }) => `The shop has no location ${location}.`,
  'shopify.other_shop': ({ shop }: { shop: string }) => `The address leads to another shop, ${shop}.`,
};

export const because = reasonsOf(shopifyReasons);
