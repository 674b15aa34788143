import { lineFields, orderFields, partFields } from './fields.ts';

/** Counted no further than one beyond what is read in pages. */
export const variantsCount = `query VariantsCount($query: String!, $most: Int!) {
  productVariantsCount(query: $query, limit: $most) { count }
}`;

export const ordersCount = `query OrdersCount($query: String!, $most: Int!) {
  ordersCount(query: $query, limit: $most) { count }
}`;

export const runBulk = `mutation RunBulk($query: String!, $groups: Boolean!) {
  bulkOperationRunQuery(query: $query, groupObjects: $groups) { bulkOperation { id } userErrors { field message } }
}`;

export const bulkOperation = `query BulkOperation($id: ID!) {
  bulkOperation(id: $id) { status url fileSize createdAt }
}`;

/**
 * What a bulk operation runs: it takes no variables, so the moment is put in the place of SINCE. Without the pictures of variants, which
 * would come as lines of their own.
 */
export const bulkVariants = `{
  productVariants(query: "updated_at:>='SINCE'") {
    edges {
      node {
        id sku barcode displayName updatedAt
        product { onlineStoreUrl featuredMedia { preview { image { url } } } }
        inventoryItem { id tracked }
        inventoryQuantity
      }
    }
  }
}`;

/** The same of orders. Three lists, of which two are within another: as many as Shopify allows. */
export const bulkOrders = `{
  orders(query: "updated_at:>='SINCE'") {
    edges {
      node {${orderFields}
        fulfillmentOrders {
          edges {
            node {${partFields}
              lineItems { edges { node {${lineFields}} } }
            }
          }
        }
      }
    }
  }
}`;
