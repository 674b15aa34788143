import type { AdvisorOrder, Fulfillment, NewItem, NewOrder, OrderItem } from './order.ts';
import { plainHead } from './order.ts';
import { isExternal, ownCenter } from './reference.ts';
import { rollupOf, statusOf } from './shipping.ts';

type ProductOf = (sku: string, title?: string) => number;
type Given = { ID: number; ProfileID: number; now: string; productOf: ProductOf };

/** Completes an order as a marketplace import does: ids, defaults, and one default fulfilment for each place that its units lie at. */
export function completeOrder({ items, broken = false, ...order }: NewOrder, { ID, ProfileID, now, productOf }: Given): AdvisorOrder {
  const lines = items.map((item, index): OrderItem => ({ ...lineOf(item, ID * 100 + index + 1, productOf), OrderID: ID, ProfileID }));
  const fulfillments = fulfillmentsOf({ ...plainHead, ...order }, items, lines, now);
  const complete: AdvisorOrder = {
    ...plainHead,
    TotalPrice: sum(lines) + (order.TotalShippingPrice ?? 0) + (order.AdditionalCostOrDiscount ?? 0),
    ...order,
    ...{ ID, ProfileID: order.ProfileID ?? ProfileID, Currency: order.Currency ?? 'USD' },
    ...{ CreatedDateUtc: order.CreatedDateUtc ?? now, ImportDateUtc: now, UpdatedDateUtc: now },
    ...{ CheckoutDateUtc: now, PaymentDateUtc: order.PaymentStatus === 'NotYetSubmitted' ? null : now, ShippingDateUtc: null },
    ...{ ShippingStatus: 'Unshipped', DistributionCenterTypeRollup: 'SellerManaged' },
    ...{ Items: lines, Fulfillments: fulfillments, Adjustments: [], exported: false, broken },
  };
  return { ...complete, ShippingStatus: statusOf(complete), DistributionCenterTypeRollup: rollupOf(complete) };
}

function lineOf({ sku, quantity, title, unitPrice = 10, components = [] }: NewItem, ID: number, productOf: ProductOf) {
  return {
    ...{ ID, ProductID: productOf(sku, title), SiteOrderItemID: String(ID), Sku: sku, Title: title ?? sku },
    ...{ Quantity: quantity, UnitPrice: unitPrice, TaxPrice: 0, ShippingPrice: 0, GiftMessage: null, GiftNotes: null },
    IsBundle: components.length > 0,
    BundleComponents: components.map((one) => ({ ProductID: productOf(one.sku), Sku: one.sku, Title: one.sku, Quantity: one.quantity })),
    Adjustments: [],
  };
}

function fulfillmentsOf(head: typeof plainHead, items: NewItem[], lines: OrderItem[], now: string): Fulfillment[] {
  const centers = [...new Set(items.map(({ distributionCenterId = ownCenter }) => distributionCenterId))];
  const { OrderID = 0, ProfileID = 0 } = lines[0] ?? {};
  return (centers.length === 0 ? [ownCenter] : centers).map((DistributionCenterID, index) => ({
    ...{ ID: OrderID * 10 + index + 1, ProfileID, OrderID, CreatedDateUtc: now, UpdatedDateUtc: now, Type: 'Ship' },
    DeliveryStatus: isExternal(DistributionCenterID) ? 'ThirdPartyManaged' : 'NoChange',
    ...{
      TrackingNumber: null,
      TrackingUrl: null,
      ShippingCarrier: head.RequestedShippingCarrier,
      ShippingClass: head.RequestedShippingClass,
    },
    ...{ DistributionCenterID, ExternalFulfillmentCenterCode: isExternal(DistributionCenterID) ? 'FBA' : null },
    ...{ ShippedDateUtc: null, SellerFulfillmentID: null },
    Items: lines.flatMap((line, at) => {
      const { distributionCenterId = ownCenter } = items[at] ?? {};
      return distributionCenterId === DistributionCenterID ? fulfillmentItemsOf(line, index) : [];
    }),
  }));
}

/** Of a bundle its components are fulfilled. */
function fulfillmentItemsOf({ ID, ProductID, Sku, Quantity, BundleComponents }: OrderItem, index: number): Fulfillment['Items'] {
  const parts = BundleComponents.length === 0 ? [{ ProductID, Sku, Quantity: 1 }] : BundleComponents;
  return parts.map((part, at) => ({
    ...{ ID: ID * 100 + index * 10 + at + 1, OrderItemID: ID },
    ...{ ProductID: part.ProductID, Sku: part.Sku, Quantity: part.Quantity * Quantity },
  }));
}

const sum = (lines: OrderItem[]) => Math.round(lines.reduce((total, line) => total + line.Quantity * line.UnitPrice, 0) * 100) / 100;
