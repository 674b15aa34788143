import { z } from 'zod';
import { endpoint, id, messageReply, refusal, text } from '../../../../platform/endpoint.ts';
import { methodGroups } from '../../../base/shipping-methods/contract.ts';
import { longestCode, undoable } from '../saves/contract.ts';

/** The specification's texts. */
export const methodMissing = 'Shipping method should be selected';
export const codeMissing = 'Shipping code fields should not be empty';
export const deleteQuestion = 'Are you sure you want to delete shipping option?';

const suggested = z.object({ code: z.string(), name: z.string(), carrier: z.string() });

const mapping = z.object({
  id: z.number(),
  connectorCode: z.string(),
  description: z.string().nullable(),
  /** The warehouse's code; null where it is not mapped. */
  amwareCode: z.string().nullable(),
  /** The warehouse's name of it; null where it does not have it, as where nothing is mapped. */
  amwareShipping: z.string().nullable(),
  /** How many orders wait for this mapping. */
  waiting: z.number(),
  /** The only method of the same name; accepted together with others. */
  equal: suggested.nullable(),
  /** Methods with a similar name, which a person chooses from. */
  alike: z.array(suggested),
});
export type ShippingOption = z.output<typeof mapping>;

const options = z.object({ codesMapping: z.array(mapping), amwareCodes: methodGroups });
export type ShippingOptions = z.output<typeof options>;

/** As a client sends one: the warehouse's method by its code, or in `amwareShipping` by code or name. */
const sent = z.object({
  id: id.nullish(),
  connectorCode: text(longestCode).default(''),
  description: text(500).nullish(),
  amwareCode: text(100).nullish(),
  amwareShipping: text(200).nullish(),
  was: z
    .object({ amwareCode: z.string().nullable(), description: z.string().nullable() })
    .partial()
    .optional()
    .meta({ description: 'What the code had when the change began: refused with 409 where that is no longer so' }),
});
const codes = z.array(sent).max(1000);
export type SentOption = z.output<typeof sent>;

const saved = messageReply.extend({ waiting: z.number(), undo: undoable });

export const listShippingOptionsCall = endpoint('GET /api/connectors/:name/shipping-options', {
  may: 'work',
  summary: 'A connection’s shipping codes with the warehouse’s methods for them, and all methods by carrier',
  replies: { 200: options, 404: refusal },
});

export const saveShippingOptionsCall = endpoint('PUT /api/connectors/:name/shipping-options', {
  may: 'map',
  withErrorMessage: true,
  summary:
    'Map a connection’s shipping codes to warehouse shipping methods; the reply is the message alone, as text, unless JSON is asked for',
  body: z.object({ codes }),
  example: { body: { codes: [{ connectorCode: 'ups_ground', amwareCode: 'UPSGR' }] } },
  replies: { 200: saved, 404: refusal, 409: refusal },
  sends: ['text/plain', 'application/json'],
});

export const createShippingOptionCall = endpoint('POST /api/connectors/:name/shipping-options', {
  may: 'map',
  withErrorMessage: true,
  summary: 'Add a shipping code of a connection: `ship_code` is the channel’s, `ship_name` the warehouse’s method by its code or name',
  body: z.object({
    account_id: id.optional(),
    connector_id: id.optional(),
    ship_code: text(longestCode).trim().default('').meta({ title: 'Shipping code', needed: true }),
    description: text(500).trim().nullish().meta({ title: 'Description' }),
    ship_name: text(200).trim().default('').meta({ title: 'Shipping method', needed: true }),
  }),
  example: { body: { ship_code: 'ups_2nd_day', ship_name: 'UPSGR' } },
  replies: { 201: saved.extend({ id: z.number() }), 404: refusal },
});

export const deleteShippingOptionCall = endpoint('DELETE /api/connectors/:name/shipping-options', {
  may: 'map',
  withErrorMessage: true,
  summary: 'Delete a shipping code: orders that go by it and have not left wait for a new mapping',
  query: z.object({
    id,
    was: text(100).optional().meta({
      description: 'The method that the code had when it was looked at, empty for none: refused with 409 where it has another by now',
    }),
  }),
  replies: { 200: messageReply.extend({ stopped: z.number(), undo: undoable }), 404: refusal, 409: refusal },
});

export const readShippingOptionsCall = endpoint('POST /api/:connector-mapping', {
  may: 'map',
  withErrorMessage: true,
  summary: 'Get the shipping options that a channel lists itself; those that are new here are added, not mapped',
  params: z.object({ connector: text(100) }),
  body: z.object({ accountId: id.optional() }).nullish(),
  replies: { 200: options.extend({ message: z.string() }), 404: refusal, 409: refusal },
});

export const saveMappingCall = endpoint('POST /api/:connector-mapping/save', {
  may: 'map',
  withErrorMessage: true,
  summary: 'Map a connection’s shipping codes for the first time',
  params: z.object({ connector: text(100) }),
  body: z.object({ accountId: id.optional(), data: codes }),
  example: { body: { data: [{ connectorCode: 'ups_ground', amwareCode: 'UPSGR' }] } },
  replies: { 200: saved.extend({ alertType: z.string() }), 404: refusal, 409: refusal },
});
