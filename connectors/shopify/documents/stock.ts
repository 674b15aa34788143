const variantPart = `fragment VariantPart on ProductVariant {
  id sku barcode displayName updatedAt
  product { onlineStoreUrl featuredMedia { preview { image { url } } } }
  media(first: 1) { nodes { preview { image { url } } } }
  inventoryItem { id tracked }
  inventoryQuantity
}`;

/** By id, so that what changes in the meantime moves no page. */
export const variants = `query Variants($after: String, $query: String!) {
  productVariants(first: 50, after: $after, sortKey: ID, query: $query) {
    nodes { ...VariantPart }
    pageInfo { hasNextPage endCursor }
  }
}
${variantPart}`;

/** What is for sale of inventory items at one location. A SKU may be several items', and the search finds more than was asked for. */
export const stockBySku = `query StockBySku($after: String, $query: String!, $location: ID!) {
  inventoryItems(first: 100, after: $after, query: $query) {
    nodes { id sku tracked inventoryLevel(locationId: $location) { quantities(names: ["available"]) { quantity } } }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const stockById = `query StockById($ids: [ID!]!, $location: ID!) {
  nodes(ids: $ids) {
    ... on InventoryItem { id sku tracked inventoryLevel(locationId: $location) { quantities(names: ["available"]) { quantity } } }
  }
}`;

export const setStock = `mutation SetStock($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) { userErrors { code field message } }
}`;
