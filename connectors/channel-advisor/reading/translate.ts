import type { Address, ChannelOrder, OrderDetails, Reason } from '../../contract.ts';
import { money } from '../../http/money.ts';
import { firstIssue, idIn, type Translated } from '../../http/records.ts';
import { because } from '../reasons.ts';
import { order as orderShape, type WireOrder } from '../wire.ts';
import { chargesOf, linesOf } from './lines.ts';
import { obstacleOf } from './obstacles.ts';
import { type External, isExternal, ownUnits, type Reading, soldUnits } from './parts.ts';
import { deliveryOf } from './statuses.ts';

/** Translates one order. Accepts any input and never throws: an order that cannot be read becomes a value that says why. */
export function translateOrder(raw: unknown, reading: Reading): Translated<ChannelOrder> {
  const parsed = orderShape.safeParse(raw);
  if (!parsed.success) return unreadable(raw, firstIssue(parsed.error));
  if (isCut(raw)) return unreadable(raw, because({ code: 'channel_advisor.cut' }));
  const nobody = parsed.data.DistributionCenterTypeRollup === 'Mixed' ? ofNobody(parsed.data, reading) : undefined;
  if (nobody !== undefined) return unreadable(raw, because({ code: 'channel_advisor.unknown_center', center: nobody }));
  const modifiedAt = latestOf(parsed.data);
  if (!modifiedAt) return unreadable(raw, because({ code: 'channel_advisor.no_time' }));
  return { ok: true, record: canonical(parsed.data, modifiedAt, raw, reading) };
}

/** Whether a collection of the record has more than was sent: lists cut them at twenty. */
export function isCut(raw: unknown): boolean {
  if (Array.isArray(raw)) return raw.some(isCut);
  if (typeof raw !== 'object' || raw === null) return false;
  return Object.entries(raw).some(([name, value]) => (name.endsWith('@odata.nextLink') && value !== null) || isCut(value));
}

/** The statuses of orders that are ours to import: checked out, paid, and not all sent. */
export const importable = {
  CheckoutStatus: ['Completed', 'CompletedAndVisited', 'CompletedOffline'],
  PaymentStatus: ['Cleared'],
  ShippingStatus: ['Unshipped', 'PendingShipment', 'PartiallyShipped'],
} as const;

type State = { state: ChannelOrder['state']; sourceStatus: string };

/** The status that decides, and what it means. */
function stateOf(order: WireOrder, isOthers: boolean, { external, centers }: Reading): State {
  const { CheckoutStatus, PaymentStatus, ShippingStatus } = order;
  const by = (state: State['state'], sourceStatus: string): State => ({ state, sourceStatus });
  if (ShippingStatus === 'Canceled') return by('cancelled', ShippingStatus);
  if (ShippingStatus === 'Shipped') return by('shipped', ShippingStatus);
  if (isOthers || ShippingStatus === 'ThirdPartyManaged') return by('external', ShippingStatus);
  if (CheckoutStatus === 'OnHold') return by('held', CheckoutStatus);
  if (CheckoutStatus === 'NotVisited' || CheckoutStatus === 'Visited') return by('waiting', CheckoutStatus);
  if (!within(importable.CheckoutStatus, CheckoutStatus)) return by('unknown', CheckoutStatus);
  if (unpaid.has(PaymentStatus)) return by('waiting', PaymentStatus);
  if (!within(importable.PaymentStatus, PaymentStatus)) return by('unknown', PaymentStatus);
  if (!within(importable.ShippingStatus, ShippingStatus)) return by('unknown', ShippingStatus);
  return obstacleOf(order, external, centers) ?? by('ready', ShippingStatus);
}

const unpaid = new Set(['NotYetSubmitted', 'Submitted', 'Deposited', 'Failed']);
const within = (words: readonly string[], word: string) => words.includes(word);

function canonical(order: WireOrder, modifiedAt: Date, raw: unknown, reading: Reading): ChannelOrder {
  const { external, centers } = reading;
  const lines = linesOf(order, reading, ownUnits);
  const isOthers = order.DistributionCenterTypeRollup === 'ExternallyManaged' || (lines.length === 0 && order.Items.length > 0);
  const shipping = [order.RequestedShippingCarrier, order.RequestedShippingClass].filter(Boolean).join(' ') || null;
  return {
    remoteId: order.ID,
    number: order.SiteOrderID || order.ID,
    ...stateOf(order, isOthers, reading),
    ...{ splitFrom: null, mergedIds: [], orderedAt: order.CreatedDateUtc ?? order.ImportDateUtc ?? modifiedAt, modifiedAt },
    currency: order.Currency || 'USD',
    poNumber: null,
    store: order.SiteID ? { id: order.SiteID, name: order.SiteName || null } : null,
    customer: {
      id: order.BuyerUserId || null,
      name: nameOf(order, 'Billing') || nameOf(order, 'Shipping') || order.BuyerUserId,
      email: order.BuyerEmailAddress || null,
      phone: order.ShippingDaytimePhone || order.BillingDaytimePhone || null,
    },
    shipTo: addressOf(order),
    shipping: { code: shipping, description: shipping },
    note: order.SpecialInstructions || null,
    details: detailsOf(order, external, centers),
    totals: { shipping: money(order.TotalShippingPrice), tax: money(order.TotalTaxPrice), total: money(order.TotalPrice) },
    weightGrams: null,
    // An order that has ended keeps its lines, whoever ended it.
    lines: [...(lines.length > 0 ? lines : linesOf(order, reading, soldUnits)), ...chargesOf(order)],
    raw,
  };
}

function detailsOf(order: WireOrder, external: External, centers: Reading['centers']): OrderDetails {
  const gifts = order.Items.flatMap(({ GiftMessage }) => GiftMessage || []);
  const isGift = order.Items.some(({ GiftMessage, GiftNotes }) => GiftMessage !== '' || GiftNotes !== '');
  const internalNote = [order.PrivateNotes, order.PublicNotes].filter(Boolean).join('\n');
  const { EstimatedShipDateUtc: shipBy } = order;
  const own = order.Fulfillments.find((one) => !isExternal(one, external))?.DistributionCenterID;
  const warehouse = typeof own === 'number' ? centers.get(own) : undefined;
  const tags = order.OrderTags.split(',').flatMap((tag) => tag.trim() || []);
  return {
    ...(internalNote && { internalNote }),
    ...(isGift && { isGift: true as const }),
    ...(gifts.length > 0 && { giftMessage: [...new Set(gifts)].join('\n') }),
    ...(shipBy && { shipBy: shipBy.toISOString() }),
    ...(warehouse && { warehouse }),
    ...(tags.length > 0 && { tags }),
  };
}

function nameOf(order: WireOrder, prefix: 'Shipping' | 'Billing'): string {
  return [order[`${prefix}Title`], order[`${prefix}FirstName`], order[`${prefix}LastName`], order[`${prefix}Suffix`]]
    .filter(Boolean)
    .join(' ');
}

function addressOf(order: WireOrder): Address {
  const country = order.ShippingCountry;
  return {
    name: nameOf(order, 'Shipping'),
    company: order.ShippingCompanyName || null,
    line1: order.ShippingAddressLine1,
    line2: order.ShippingAddressLine2 || null,
    city: order.ShippingCity,
    state: order.ShippingStateOrProvince || null,
    postalCode: order.ShippingPostalCode,
    country: /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : country,
  };
}

/** A distribution center of the order that the account's list does not have. */
const ofNobody = ({ Fulfillments }: WireOrder, { centers }: Reading) =>
  Fulfillments.find((one) => deliveryOf(one.DeliveryStatus) !== 'others' && !centers.has(one.DistributionCenterID ?? 0))
    ?.DistributionCenterID;

/** Orders of an older API carry no date of change: then the last date of any status counts. */
function latestOf(order: WireOrder): Date | null {
  const { UpdatedDateUtc, CheckoutDateUtc, PaymentDateUtc, ShippingDateUtc, ImportDateUtc, CreatedDateUtc } = order;
  const dates = [UpdatedDateUtc, CheckoutDateUtc, PaymentDateUtc, ShippingDateUtc, ImportDateUtc, CreatedDateUtc];
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.max(...times));
}

function unreadable(raw: unknown, reason: Reason): Translated<ChannelOrder> {
  return { ok: false, unreadable: { remoteId: idIn(raw, ['ID']), reason, raw } };
}
