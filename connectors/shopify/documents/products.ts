/** A search finds SKUs that are only like it, too. */
export const variantsWith = `query VariantsWith($query: String!, $after: String) {
  productVariants(first: 50, query: $query, after: $after) {
    nodes { sku product { id variantsCount { count } } }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** Two variants say that there are several. */
export const productUnder = `query ProductUnder($handle: String!) {
  productByIdentifier(identifier: { handle: $handle }) { id variants(first: 2) { nodes { sku } } }
}`;

/** Shopify works on it after it has replied. */
export const putProduct = `mutation PutProduct($identifier: ProductSetIdentifiers!, $input: ProductSetInput!) {
  productSet(synchronous: false, identifier: $identifier, input: $input) {
    productSetOperation { id }
    userErrors { field message code }
  }
}`;

export const productOperation = `query ProductOperation($id: ID!) {
  productOperation(id: $id) {
    status
    product { onlineStoreUrl variants(first: 1) { nodes { id } } }
    ... on ProductSetOperation { userErrors { field message code } }
  }
}`;
