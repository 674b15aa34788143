import { lineFields, orderFields, partFields } from './fields.ts';

/*
 * What is asked about orders. Lists within an order are cut: Shopify refuses a query that could cost more than 1,000 points, each
 * object one, so an order is read with a few of its parts, and what it has more of in further queries.
 */

const linePart = `fragment LinePart on FulfillmentOrderLineItem {${lineFields}}`;

const fulfillmentOrderPart = `fragment FulfillmentOrderPart on FulfillmentOrder {${partFields}
  merchantRequests(first: 1, kind: CANCELLATION_REQUEST, reverse: true) { nodes { id message } }
  shipRequests: merchantRequests(first: 1, kind: FULFILLMENT_REQUEST, reverse: true) { nodes { id } }
  lineItems(first: 7) { nodes { ...LinePart } pageInfo { hasNextPage endCursor } }
}
${linePart}`;

/** About 180 points. */
const orderPart = `fragment OrderPart on Order {${orderFields}
  fulfillmentOrders(first: 3) { nodes { ...FulfillmentOrderPart } pageInfo { hasNextPage endCursor } }
}
${fulfillmentOrderPart}`;

export const orders = `query Orders($after: String, $query: String!) {
  orders(first: 5, after: $after, sortKey: UPDATED_AT, query: $query) {
    nodes { ...OrderPart }
    pageInfo { hasNextPage endCursor }
  }
}
${orderPart}`;

export const order = `query Order($id: ID!) { order(id: $id) { ...OrderPart } }
${orderPart}`;

/** Five at most. */
export const ordersById = `query OrdersById($ids: [ID!]!) { nodes(ids: $ids) { ... on Order { ...OrderPart } } }
${orderPart}`;

/** What becomes of a fulfilment order does not always count as a change of its order. */
export const changedFulfillmentOrders = `query ChangedFulfillmentOrders($after: String, $query: String!) {
  fulfillmentOrders(first: 25, after: $after, includeClosed: true, sortKey: UPDATED_AT, query: $query) {
    nodes { id updatedAt order { id updatedAt } }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const fulfillmentOrdersOf = `query FulfillmentOrdersOf($id: ID!, $after: String) {
  order(id: $id) {
    fulfillmentOrders(first: 10, after: $after) {
      nodes { ...FulfillmentOrderPart }
      pageInfo { hasNextPage endCursor }
    }
  }
}
${fulfillmentOrderPart}`;

export const linesOf = `query LinesOf($id: ID!, $after: String) {
  fulfillmentOrder(id: $id) {
    lineItems(first: 100, after: $after) { nodes { ...LinePart } pageInfo { hasNextPage endCursor } }
  }
}
${linePart}`;

export const openOrders = `query OpenOrders($after: String, $query: String!) {
  orders(first: 250, after: $after, sortKey: ID, query: $query) {
    nodes { id }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** One parcel of an order, with its lines and where it left from. */
export const fulfillment = `query Fulfillment($id: ID!) {
  fulfillment(id: $id) {
    id status location { id isFulfillmentService }
    fulfillmentLineItems(first: 250) { nodes { quantity lineItem { id } } pageInfo { hasNextPage endCursor } }
  }
}`;

export const fulfillmentLinesOf = `query FulfillmentLinesOf($id: ID!, $after: String) {
  fulfillment(id: $id) {
    fulfillmentLineItems(first: 250, after: $after) { nodes { quantity lineItem { id } } pageInfo { hasNextPage endCursor } }
  }
}`;

/** The parcels of an order, whoever sent them. It is no list of pages, and more of them or of their numbers would cost too much. */
export const fulfillmentsOf = `query FulfillmentsOf($id: ID!) {
  order(id: $id) {
    fulfillments(first: 200) { id status createdAt location { id isFulfillmentService } trackingInfo(first: 2) { number } }
  }
}`;

/** All numbers of a parcel of which that list shows as many as it may. */
export const trackingOf = `query TrackingOf($id: ID!) { fulfillment(id: $id) { trackingInfo(first: 250) { number } } }`;
