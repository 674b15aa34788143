/* What is read of an order and its parts, one by one and in bulk. Lists are not among it. */

export const lineFields = `
  id remainingQuantity totalQuantity requiresShipping sku inventoryItemId productTitle variantTitle
  lineItem {
    id name
    discountedUnitPriceAfterAllDiscountsSet { shopMoney { amount } }
    image { url }
    customAttributes { key value }
  }
`;

export const partFields = `
  id status requestStatus fulfillBy
  assignedLocation { name location { id isFulfillmentService } }
  deliveryMethod { methodType }
  fulfillmentHolds { id heldByRequestingApp }
`;

/** `parcels` is what we have noted of our own parcels: see shipping/noted.ts. */
export const orderFields = `
  id name createdAt updatedAt processedAt cancelledAt
  currencyCode displayFulfillmentStatus displayFinancialStatus
  email phone note poNumber tags sourceName test currentTotalWeight
  customAttributes { key value }
  billingAddress { name company }
  shippingAddress { name company address1 address2 city province provinceCode zip countryCodeV2 phone }
  shippingLine { code title }
  currentShippingPriceSet { shopMoney { amount } }
  currentTotalTaxSet { shopMoney { amount } }
  currentTotalPriceSet { shopMoney { amount } }
  parcels: metafield(namespace: "crossdock", key: "parcels") { value compareDigest }
`;
