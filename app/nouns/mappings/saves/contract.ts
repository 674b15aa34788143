import { z } from 'zod';
import { endpoint, id, messageReply, refusal, text } from '../../../../platform/endpoint.ts';

/**
 * In the reply to a save of links or mappings: the save, and for how many seconds it can be undone. Null when nothing changed.
 * `at_warehouse`: what becomes of orders that went to the warehouse by the former mapping, in a sentence.
 * `of`: the connection's name, where several were saved together.
 */
export const undoable = z
  .object({ id: z.number(), seconds: z.number(), at_warehouse: z.string().optional(), of: z.string().optional() })
  .nullable();
export type Undoable = z.output<typeof undoable>;

export const undoMappingCall = endpoint('POST /api/mapping-saves/:id/undo', {
  may: 'work',
  summary: 'Undo a save of links or mappings before anything that it mended has left',
  replies: { 200: messageReply.extend({ stopped: z.number() }), 404: refusal, 409: refusal },
});

/** As many codes as are compared before they are saved, of all connections together. */
export const mostPreviewed = 500;

/** Of what a channel calls a SKU, a way of shipping or a place: the name of one may be a sentence there. */
export const longestCode = 500;

const code = text(longestCode);
/** What is about to be saved of a connection. A location that `is_deleted` leaves the choice to the warehouse. */
const change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('product'),
    links: z
      .array(z.object({ sku: code, product_id: id.nullable(), units_per_sale: z.number().int().min(1).max(10_000).optional() }))
      .max(mostPreviewed),
  }),
  /** Every link of the connection is taken away. */
  z.object({ kind: z.literal('all_links') }),
  z.object({ kind: z.literal('shipping'), codes: z.array(z.object({ code, to: code.nullable() })).max(mostPreviewed) }),
  z.object({
    kind: z.literal('location'),
    codes: z.array(z.object({ code, to: code.nullable(), is_deleted: z.boolean().optional() })).max(mostPreviewed),
  }),
]);
export type MappingChanges = z.output<typeof change>;

const previewed = z.object({
  /** Its id, or its name in addresses. */
  connection: z.union([id, text(100)]),
  change,
});
export type PreviewedChange = z.output<typeof previewed>;

/** What becomes of orders that went to the warehouse, each kind of them apart: what a sentence has between a head and its end. */
export const sentParts = z.object({ head: z.string(), parts: z.array(z.string()) });
export type SentParts = z.output<typeof sentParts>;

type Codes = Extract<MappingChanges, { kind: 'shipping' | 'location' }>['codes'];

/** What is about to be saved of these codes of a connection, as many as are compared; none without any. */
export const previewedCodes = (connection: string, kind: 'shipping' | 'location', codes: Codes): PreviewedChange[] =>
  codes.length === 0 ? [] : [{ connection, change: { kind, codes: codes.slice(0, mostPreviewed) } }];

const sizeOf = ({ change }: PreviewedChange) => {
  if (change.kind === 'all_links') return 1;
  return Math.max(1, change.kind === 'product' ? change.links.length : change.codes.length);
};

export const previewMappingCall = endpoint('POST /api/mapping-saves/preview', {
  may: 'work',
  unaudited: 'nothing is kept: the mapping is tried and taken back in one transaction',
  summary:
    'What becomes of orders that went to the warehouse by links or mappings if these are changed: ' +
    'which are replaced there, which cannot be, which have left',
  body: z.object({
    changes: z
      .array(previewed)
      .min(1)
      .max(mostPreviewed)
      .refine((changes) => changes.reduce((sum, each) => sum + sizeOf(each), 0) <= mostPreviewed, `At most ${mostPreviewed} codes`),
  }),
  replies: { 200: z.object({ at_warehouse: z.string().nullable(), at_warehouse_parts: sentParts.nullable() }), 404: refusal },
});
