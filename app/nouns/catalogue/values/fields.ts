/** What a person or an import sets of an item, as its columns are called, with their titles. Browser-safe. */
export const fieldTitles = {
  name: 'Name',
  upc: 'UPC',
  description: 'Description',
  category_id: 'Category',
  image_url: 'Image address',
  unit: 'Unit',
  weight: 'Weight',
  warehouse_location: 'Location',
  reorder_point: 'Reorder point',
  expiry_days: 'Expiry days',
} as const;
export type ItemField = keyof typeof fieldTitles;

/** Of these, what the warehouse's feed names too: whoever set one owns it, until it is given back. */
export const fedFields = ['name', 'upc', 'description', 'image_url', 'warehouse_location'] as const;
export type FedField = (typeof fedFields)[number];

export const isFed = (field: string): field is FedField => (fedFields as readonly string[]).includes(field);
