/** Counted no further than one beyond what is read in pages. */
export const variantsCount = `query VariantsCount($query: String!, $most: Int!) {
  productVariantsCount(query: $query, limit: $most) { count }
}`;

export const runBulk = `mutation RunBulk($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: false) { bulkOperation { id } userErrors { field message } }
}`;

export const bulkOperation = `query BulkOperation($id: ID!) {
  bulkOperation(id: $id) { status url objectCount createdAt }
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
