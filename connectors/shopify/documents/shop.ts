export const shop = `query Shop {
  shop { id name myshopifyDomain }
  currentAppInstallation { accessScopes { handle } }
}`;

export const locations = `query Locations($after: String) {
  locations(first: 100, after: $after, includeLegacy: true) {
    nodes { id name isFulfillmentService }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** Of the app that asks. Its webhooks and tokens end with it. */
export const uninstall = `mutation Uninstall { appUninstall { userErrors { field message } } }`;

export const webhooks = `query Webhooks($after: String) {
  webhookSubscriptions(first: 100, after: $after) { nodes { id topic uri } pageInfo { hasNextPage endCursor } }
}`;

export const addWebhook = `mutation AddWebhook($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) { userErrors { field message } }
}`;

export const dropWebhook = `mutation DropWebhook($id: ID!) { webhookSubscriptionDelete(id: $id) { userErrors { field message } } }`;
