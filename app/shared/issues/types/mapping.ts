import type { IssueTypes } from '../issue-type.ts';

/**
 * Why a link of a channel's SKU ended by itself. `upc`: the UPC of one side changed from `was` to `is`, and the two sides no longer
 * agree. `reused`: the SKU was given up, and came back under another name.
 */
export type LinkDoubt = { kind: 'upc' | 'reused'; side: 'warehouse' | 'channel'; product: string; was: string; is: string };

/** Of a SKU that its channel lists several times: two UPCs of its listings that name different articles. */
export type ListingsDoubt = { kind: 'listings'; side: 'channel'; was: string; is: string };

/** What is not linked or mapped. */
export const mappingIssues = {
  unmapped_sku: {
    label: 'SKU not linked',
    headline: { count: 'causes', one: 'SKU is not linked', many: 'SKUs are not linked' },
    remedy: 'link_product',
    // A line without a SKU cannot be linked, so its order can only be cancelled.
    remedyWithoutSubject: 'cancel',
    subjectIsCode: true,
    isChecked: true,
    sentences: {
      sku_not_linked: ({ sku }: { sku: string }) => `SKU ${sku} is not linked to a warehouse product.`,
      line_without_sku: () => 'A line has no SKU, so it cannot be linked to a warehouse product.',
      link_ended: ({ sku, product, kind, side, was, is }: LinkDoubt & { sku: string }) =>
        `SKU ${sku} was linked to ${product}, but the ${side}${
          kind === 'upc' ? ` changed its UPC from ${was} to ${is}` : ` gave the SKU up and now uses it for “${is}”, before “${was}”`
        }. Compare the two, then link it again.`,
      listings_differ: ({ sku, was, is }: Pick<ListingsDoubt, 'was' | 'is'> & { sku: string }) =>
        `The channel lists SKU ${sku} more than once, with the UPCs ${was} and ${is}: compare its listings, then link it.`,
    },
  },
  unmapped_shipping: {
    label: 'Shipping code not mapped',
    headline: { count: 'causes', one: 'shipping code is not mapped', many: 'shipping codes are not mapped' },
    remedy: 'map_shipping',
    subjectIsCode: true,
    isChecked: true,
    sentences: {
      shipping_not_mapped: ({ shipping }: { shipping: string }) =>
        `Shipping code ${shipping} is not mapped to a warehouse shipping method.`,
      mapped_method_gone: ({ shipping, method }: { shipping: string; method: string }) =>
        `Shipping code ${shipping} is mapped to “${method}”, which the warehouse does not have. Map it to another shipping method.`,
      chosen_method_gone: ({ method }: { method: string }) =>
        `The warehouse has no shipping method “${method}”, which somebody chose for this order. Choose another.`,
      method_taken_off: () => 'Somebody took the shipping method off this order. Choose one.',
      no_shipping_method: () => 'The channel gave no shipping method. Choose one.',
      ruled_method_gone: ({ method }: { method: string }) =>
        `The warehouse has no shipping method “${method}”, which a preset or field mapping names. Correct that, or choose a method for this order.`,
    },
  },
  unmapped_location: {
    label: 'Location not mapped',
    headline: { count: 'causes', one: 'location is not mapped', many: 'locations are not mapped' },
    remedy: 'map_location',
    // The building of one order; of a purchase order that names no location, on its page.
    remedyWithoutSubject: 'choose_building',
    subjectIsCode: true,
    isChecked: true,
    sentences: {
      location_not_mapped: ({ location }: { location: string }) => `Location ${location} is not mapped to a warehouse.`,
      building_gone: ({ building }: { building: string }) =>
        `The warehouse has no building “${building}”, which somebody chose for this order. Choose another, or as the mapping says.`,
      mapped_building_gone: ({ building }: { building: string }) =>
        `The warehouse has no building “${building}”, which a preset, a field mapping or the mapping of a location names. Correct that, or choose a building for this order.`,
      several_buildings: ({ buildings }: { buildings: string }) =>
        `Its lines are at locations of several buildings: ${buildings}. Choose the one that all of it leaves from.`,
      no_warehouse_chosen: () => 'No warehouse is chosen for the goods.',
    },
  },
  unmapped_item: {
    label: 'Purchased SKU not linked',
    headline: { count: 'causes', one: 'purchased SKU is not linked', many: 'purchased SKUs are not linked' },
    remedy: 'link_product',
    subjectIsCode: true,
    isChecked: false,
    sentences: {
      item_not_linked: ({ sku }: { sku: string }) => `SKU ${sku} is not linked to a product or raw material of the warehouse.`,
    },
  },
} satisfies IssueTypes;
