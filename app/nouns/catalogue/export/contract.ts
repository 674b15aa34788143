import { z } from 'zod';
import { endpoint, id, refusal, text } from '../../../../platform/endpoint.ts';
import { exportRecord } from '../../../shared/exports/contract.ts';
import { itemFilter } from '../bulk/contract.ts';

/** By what an export of items is narrowed. */
export const filterKinds = ['warehouse_locations', 'categories', 'entities'] as const;
export type FilterKind = (typeof filterKinds)[number];

const most = 1_000;
const entityId = z.coerce.number().int();
const params = z.object({ entityId });
const link = { 200: z.string(), 404: refusal, 500: refusal, 504: refusal };

export const exportAllItemsCall = endpoint('GET /api/download-csv', {
  may: 'work',
  summary: 'Export all raw materials (1) or products (2) to a CSV file; replies with its address when it is ready',
  query: z.object({ entity_id: entityId }),
  example: { reply: '/api/files/1042' },
  replies: link,
  viaXhr: true,
});

/** An id, or a location as it is called: `0101` is another one than 101. */
const value = z.int().positive().or(text(200));
const narrowed = {
  filterArray: z.array(value).min(1).max(most).optional(),
  filterBy: z.enum(filterKinds).optional(),
};
/** One object, not a choice of several, so that a refusal names its field. */
const exportedItems = z
  .strictObject({ ...narrowed, listed: itemFilter.optional() })
  .superRefine(({ filterArray, filterBy, listed }, check) => {
    const wrong = (field: string, message: string) => check.addIssue({ code: 'custom', path: [field], message });
    if (filterBy && !filterArray) wrong('filterArray', 'Is required');
    if (filterArray && !filterBy) wrong('filterBy', 'Is required');
    if (listed && (filterArray || filterBy)) wrong('listed', 'Cannot be used together with filterBy');
  });

export const exportItemsCall = endpoint('POST /api/download-csv/:entityId', {
  may: 'work',
  summary:
    'Export the items of these categories or locations, or these items, or what a list shows by `listed`, to a CSV file; replies with its address. All without a filter',
  params,
  body: exportedItems,
  example: { body: { filterBy: 'warehouse_locations', filterArray: ['A-01-02'] }, reply: '/api/files/1042' },
  replies: link,
});

export const itemCountCall = endpoint('GET /api/download-csv/get-item-count', {
  may: 'work',
  summary: 'How many items there are to export, and the first of them by SKU, or those that match q',
  query: z.object({ entity_id: entityId, q: text(200).default('') }),
  replies: {
    200: z.tuple([z.object({ count: z.number() }), z.array(z.object({ id: z.number(), sku: z.string(), name: z.string() }))]),
    404: refusal,
  },
});

export const entityLocationsCall = endpoint('GET /api/entities/warehouse-locations/:entityId', {
  may: 'work',
  summary: 'The locations in which raw materials (1) or products (2) are',
  params,
  replies: { 200: z.array(z.string()), 404: refusal },
});

const products = {
  may: 'work',
  summary: 'Export products to a CSV file: all, those that a channel (its slug) sells, or those in `location:…`; replies when it is ready',
  params: z.object({ accountId: id }),
  replies: { 200: exportRecord, 404: refusal, 500: refusal, 504: refusal },
} as const;
const source = z.object({ source: text(300).optional() });
export const exportProductsCall = endpoint('GET /api/products/export/:accountId', { ...products, query: source, viaXhr: true });
export const startProductsExportCall = endpoint('POST /api/products/export/:accountId', { ...products, body: source });
