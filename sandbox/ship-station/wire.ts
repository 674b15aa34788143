import { orderTotal } from '../money.ts';
import type { SellerAddress, SellerItem, SellerOrder } from './order.ts';
import { formatPacific } from './pacific.ts';
import { serviceOf } from './services.ts';

/** An order as V1 sends it, with every field that it has. */
export function renderOrder(order: SellerOrder) {
  const service = order.serviceCode === null ? null : serviceOf(order.serviceCode);
  const total = Number(orderTotal(order));
  const address = renderAddress(order.shipTo);
  return {
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    orderKey: order.orderKey,
    orderDate: formatPacific(order.orderDate),
    createDate: formatPacific(order.createDate),
    modifyDate: formatPacific(order.modifyDate),
    paymentDate: formatPacific(order.orderDate),
    orderStatus: order.orderStatus,
    customerId: order.customerId,
    customerUsername: order.customerEmail,
    customerEmail: order.customerEmail,
    billTo: { ...address, residential: null, addressVerified: null },
    shipTo: address,
    items: order.items.map((item) => renderItem(item, order)),
    orderTotal: total,
    amountPaid: total,
    taxAmount: Number(order.taxAmount),
    shippingAmount: Number(order.shippingAmount),
    customerNotes: order.customerNotes,
    internalNotes: order.internalNotes,
    gift: order.giftMessage !== null,
    giftMessage: order.giftMessage,
    shipByDate: order.shipByDate === null ? null : formatPacific(order.shipByDate),
    tagIds: order.tagIds.length > 0 ? order.tagIds : null,
    requestedShippingService: service?.name ?? order.serviceCode,
    carrierCode: service?.carrierCode ?? null,
    serviceCode: order.serviceCode,
    shipDate: order.marks.at(-1)?.shipDate ?? null,
    holdUntilDate: order.holdUntilDate,
    weight: weightOf(order),
    externallyFulfilled: order.externallyFulfilled,
    advancedOptions: renderAdvanced(order),
    ...sameForAll,
  };
}

const sameForAll = {
  paymentMethod: 'card',
  packageCode: 'package',
  confirmation: 'none',
  dimensions: null,
  insuranceOptions: { provider: null, insureShipment: false, insuredValue: 0 },
  internationalOptions: { contents: null, customsItems: null, nonDelivery: null },
  userId: null,
  externallyFulfilledBy: null,
  externallyFulfilledById: null,
  externallyFulfilledByName: null,
  labelMessages: null,
};

/** Null when no item says what it weighs. */
function weightOf({ items }: SellerOrder) {
  if (items.every(({ weightOunces }) => weightOunces === null)) return null;
  return inOunces(items.reduce((sum, { quantity, weightOunces }) => sum + Math.max(0, quantity) * (weightOunces ?? 0), 0));
}

const inOunces = (value: number) => ({ value, units: 'ounces', WeightUnits: 1 });

function renderAddress(address: SellerAddress) {
  return { ...address, street3: null, residential: address.company === null, addressVerified: 'Address not yet validated' };
}

function renderItem(item: SellerItem, order: SellerOrder) {
  return {
    orderItemId: item.orderItemId,
    lineItemKey: `${order.orderKey}-${item.orderItemId % 2000}`,
    sku: item.sku,
    name: item.name,
    imageUrl: null,
    weight: item.weightOunces === null ? null : inOunces(item.weightOunces),
    quantity: item.quantity,
    unitPrice: Number(item.unitPrice),
    taxAmount: null,
    shippingAmount: null,
    warehouseLocation: null,
    options: item.options,
    productId: null,
    fulfillmentSku: null,
    adjustment: item.adjustment,
    upc: item.upc,
    createDate: formatPacific(order.createDate),
    modifyDate: formatPacific(order.modifyDate),
  };
}

function renderAdvanced(order: SellerOrder) {
  return {
    warehouseId: 410_001,
    nonMachinable: false,
    saturdayDelivery: false,
    containsAlcohol: false,
    mergedOrSplit: order.mergedOrSplit,
    mergedIds: order.merged.map(({ orderId }) => orderId),
    parentId: order.parentId,
    storeId: order.storeId,
    customField1: order.poNumber,
    customField2: null,
    customField3: null,
    source: 'webshop',
    billToParty: null,
    billToAccount: null,
    billToPostalCode: null,
    billToCountryCode: null,
    billToMyOtherAccount: null,
  };
}
