/** A search finds SKUs that are only like it, too. */
export const variantsWith = `query VariantsWith($query: String!) {
  productVariants(first: 50, query: $query) { nodes { sku product { id variantsCount { count } } } }
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
