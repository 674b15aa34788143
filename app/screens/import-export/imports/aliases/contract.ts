import { z } from 'zod';
import { endpoint, messageReply, refusal, text } from '../../../../../platform/endpoint.ts';
import { wordImport } from '../../../../base/import-outcomes.ts';
import { encoding, readings } from '../../../../shared/imports/contract.ts';

/** The columns of a listing report that order lines may name. */
export const mappingColumns = ['seller-sku', 'product-id', 'listing-id'] as const;
export type MappingColumn = (typeof mappingColumns)[number];

export const aliasTexts = {
  noColumn: 'Please select mapping column',
  failed: wordImport({ code: 'listings_failed' }),
  noFile: 'Choose a listing report.',
  tooLarge: 'This file is larger than 200 MB. Split it.',
  goesOn: 'The listings are being imported. You can leave this page: the import goes on.',
  whichChannel: 'Choose the channel that these listings are of.',
  channelGone: 'This channel is no longer connected. Choose another, or connect it again.',
  givenUp: 'The upload was ended.',
} as const;

/** In bytes: as every other file that is imported. */
export const largestReport = 200 * 1024 * 1024;

export const importAliasesCall = endpoint('POST /api/products/import', {
  may: 'work',
  summary:
    'Upload a channel’s listing report: `mappingColumn` is what its order lines name, seller-sku the product that is meant. `connector` is needed where there are several channels',
  query: z.object({ encoding: encoding.optional() }),
  form: 'uploadedFile',
  formFields: z.object({ mappingColumn: z.enum(mappingColumns).optional(), connector: text(100).optional() }),
  bodyLimit: largestReport + 65_536,
  replies: {
    /** `importId`: the import of links as which it is listed, goes on where it takes longer than a call may wait, and can be undone. */
    200: messageReply.extend({
      alertType: z.enum(['success', 'info', 'warning']),
      importId: z.number(),
      linked: z.number(),
      readings: readings.optional(),
    }),
    400: refusal,
    413: refusal,
    422: z.record(z.string(), z.array(z.string())),
    500: refusal,
  },
});
