import { reasonsOf } from '../http/reasons.ts';

/** Of a parcel whose units are not open there. `statuses`: of fulfilments that are neither open nor gone. */
type Missing = { missing: number; quantity: number; sku: string; statuses: string };

export const channelAdvisorReasons = {
  'channel_advisor.cut': () => 'Items: the order was not read as a whole',
  'channel_advisor.unknown_center': ({ center }: { center: number | null }) =>
    `Fulfillments: who ships from the distribution center ${center} is not known`,
  'channel_advisor.no_time': () => 'UpdatedDateUtc: the order carries no time at all',
  'channel_advisor.profile_closed': ({ profile, opens }: { profile: string; opens: string[] }) =>
    `The grant does not open the profile ${profile}. It opens: ${opens.join(', ') || 'none'}.`,
  'channel_advisor.other_article': ({ sku, theirs, upc }: { sku: string; theirs: string; upc: string }) =>
    `The profile sells ${sku} with the UPC ${theirs}, which is another article than ${upc}. Give one of them another SKU, or correct its UPC.`,
  'channel_advisor.no_product': ({ sku }: { sku: string }) => `ChannelAdvisor has no product ${sku}.`,
  'channel_advisor.no_line': ({ order, line }: { order: string; line: string }) => `The order ${order} no longer has line ${line}.`,
  'channel_advisor.not_open': ({ missing, quantity, sku, statuses }: Missing) =>
    `${missing} of ${quantity} units of ${sku} are no longer open there: cancelled, or marked as shipped.${
      statuses === '' ? '' : ` A fulfilment there is ${statuses}.`
    }`,
};

export const because = reasonsOf(channelAdvisorReasons);
