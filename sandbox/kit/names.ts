/** The stand-ins that the kit makes, by the names of their connectors: faults, limits and controls name them so. */
export const kitNames = ['shopify', 'woocommerce', 'amazon', 'bigcommerce', 'shipbob', 'extensiv'] as const;
export type KitName = (typeof kitNames)[number];
