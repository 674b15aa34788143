import { addressLabels } from '../../../base/addresses/address.ts';
import { nouns } from '../../../base/nouns.ts';
import { manyOf, type NounWords, saidElsewhere } from './noun-words.ts';

/** Of what can be in a file, and of what the warehouse's feed says too. */
const itemFields = {
  sku: 'SKU',
  name: 'Name',
  upc: 'UPC',
  description: 'Description',
  category: 'Category',
  image_url: 'Image address',
  unit: 'Unit',
  weight: 'Weight',
  warehouse_location: 'Location',
  reorder_point: 'Reorder point',
  expiry_days: 'Expiry days',
  set_here: 'Kept from the warehouse’s feed',
  tags: 'Tags',
  comment: 'Comment',
  assignee: 'Assignee',
} as const;
const picture: NounWords = { fields: { image: 'Picture' } };
const body: NounWords = { fields: { body: 'Text', files: 'Files' } };
const exported: NounWords = { fields: { selection: 'Selection' } };

/** What people work with all day. */
export const ofRecords = {
  order: {
    fields: {
      ...addressLabels,
      note: 'Note',
      shipping_code: 'Shipping Method',
      warehouse_code: 'Warehouse',
      action: saidElsewhere,
      second_parcel: { label: 'Second parcel', values: { not_sent: 'not sent' } },
      tags: 'Tags',
      comment: 'Comment',
      assignee: 'Assignee',
    },
  },
  orders: {
    fields: {
      status: 'Status',
      selection: 'Selection',
      from: 'From',
      until: 'Until',
    },
  },
  'purchase order': {
    fields: {
      number: 'Number',
      vendor: 'Vendor',
      mapped_warehouse: 'Mapped location',
      carrier: 'Carrier',
      freight_number: 'Freight number',
      note: 'Note',
      expected_at: 'Expected on',
      locked: saidElsewhere,
      reason: 'Why',
      receipts: 'Receipts',
      receipt: 'Receipt',
      quantity: 'Quantity',
      fulfilment: 'Fulfillment',
      decision: {
        label: 'Decision',
        values: {
          receipt_accepted: 'accepted',
          receipt_accepted_for_line: 'accepted for a line',
          over_accepted: 'more than ordered accepted',
          loose_accepted: 'not booked, as no whole pack',
          receipt_marked: 'marked as processed',
        },
      },
      announcement: { label: 'Announcement', values: { 'take-over': 'taken over', 'new-reference': 'made under a new reference' } },
      sync: { label: 'Sync', values: { from_source: 'from source' } },
      tags: 'Tags',
      comment: 'Comment',
      assignee: 'Assignee',
    },
  },
  'purchase orders': exported,
  receipt: {
    fields: {
      quantity: 'Quantity',
      announcement: 'Announcement',
      decision: { label: 'Decision', values: { set_aside: 'set aside' } },
      purchase_order: 'Purchase order',
      reason: 'Why',
    },
  },
  product: { fields: itemFields },
  products: exported,
  'raw material': { fields: itemFields },
  'raw materials': exported,
  links: exported,
  departments: exported,
  'picture of a product': picture,
  'picture of a raw material': picture,
  category: { fields: { name: 'Name', kind: { label: 'Of', values: manyOf } } },
  tag: {
    fields: {
      name: 'Name',
      color: 'Colour',
      into: 'Merged into',
      records: 'Records',
    },
  },
  ...Object.fromEntries(Object.values(nouns).map(({ one }) => [`comment on ${one}`, body])),
  'support message': body,
  'support ticket': {
    fields: {
      status: 'Status',
      subject: 'Subject',
      topic: 'Topic',
      about: 'About',
      department: 'Department',
      tags: 'Tags',
    },
  },
  'saved reply': { fields: { name: 'Name', text: 'Text' } },
  file: { fields: { name: 'Name', bytes: 'Bytes', type: 'Type' } },
  import: {
    fields: {
      records: { label: 'Records', values: manyOf },
      applied_at_once: 'Applied at once',
      state: 'State',
      columns: 'Columns',
      create_categories: 'Create missing categories',
      encoding: 'Encoding',
      listings_of: 'Listings of',
      mapping_column: 'Mapping column',
    },
  },
  'bulk action': {
    fields: {
      ...itemFields,
      ...addressLabels,
      orders: 'Orders',
      purchase_orders: 'Purchase orders',
      products: 'Products',
      raw_materials: 'Raw materials',
      departments: 'Departments',
      support_tickets: 'Tickets',
      links: 'Links',
      rules: 'Rules',
      mappable_fields: 'Mappable fields',
      note: 'Note',
      reason: 'Why',
      until: 'Until',
      proposed_by: 'Prepared by',
      shipping_code: 'Shipping Method',
      warehouse_code: 'Warehouse',
      category_id: 'Category',
      on: 'Put on',
      off: 'Taken off',
      add: 'Put on',
      remove: 'Taken off',
    },
  },
  view: { fields: { name: 'Name', shared: 'Shared with everyone', query: 'Filters', columns: 'Columns' } },
} as const satisfies Record<string, NounWords>;
