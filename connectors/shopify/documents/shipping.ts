export const ship = `mutation Ship($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id } userErrors { field message } }
}`;

/** Keeps which parcels are ours beside the order. With the digest of what was read, so that nobody's note is lost. */
export const note = `mutation NoteParcels($metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) { userErrors { code field message } }
}`;

export const accept = `mutation AcceptRequest($id: ID!) {
  fulfillmentOrderAcceptFulfillmentRequest(id: $id) { userErrors { field message } }
}`;

export const decline = `mutation DeclineRequest($id: ID!, $reason: FulfillmentOrderRejectionReason!, $message: String!) {
  fulfillmentOrderRejectFulfillmentRequest(id: $id, reason: $reason, message: $message) { userErrors { field message } }
}`;

/** Of a request that was accepted: nothing more of it is fulfilled, and the seller decides again what becomes of the rest. */
export const giveUp = `mutation GiveUp($id: ID!, $message: String!) {
  fulfillmentOrderClose(id: $id, message: $message) { userErrors { field message } }
}`;

export const hold = `mutation Hold($id: ID!, $hold: FulfillmentOrderHoldInput!) {
  fulfillmentOrderHold(id: $id, fulfillmentHold: $hold) { userErrors { field message } }
}`;

export const release = `mutation Release($id: ID!, $holds: [ID!]!) {
  fulfillmentOrderReleaseHold(id: $id, holdIds: $holds) { userErrors { field message } }
}`;

export const acceptCancel = `mutation AcceptCancel($id: ID!, $message: String) {
  fulfillmentOrderAcceptCancellationRequest(id: $id, message: $message) { userErrors { field message } }
}`;

export const rejectCancel = `mutation RejectCancel($id: ID!, $message: String) {
  fulfillmentOrderRejectCancellationRequest(id: $id, message: $message) { userErrors { field message } }
}`;
