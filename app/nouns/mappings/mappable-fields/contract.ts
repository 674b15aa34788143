import { z } from 'zod';
import { endpoint, refusal, text, undoableReply } from '../../../../platform/endpoint.ts';

/** The specification's text. */
export const fieldIncomplete = 'Field name, Field Description and Connector fields cannot be empty';

const field = z.object({
  id: z.number(),
  /** The kind of connection by its name: a field belongs to the portal, not to an account's connection. */
  connector_id: z.string(),
  connector_name: z.string(),
  /** A path into the payload of an order. */
  name: z.string(),
  description: z.string(),
});
export type MappableField = z.output<typeof field>;

export const listMappableFieldsCall = endpoint('GET /settings/super/mappable-fields', {
  may: 'portal',
  alsoPage: true,
  summary: 'The fields of channels’ orders that field mappings may read, beside those that each connector names itself',
  replies: { 200: z.object({ mappableFields: z.array(field), connectors: z.array(z.object({ id: z.string(), name: z.string() })) }) },
});

export const createMappableFieldCall = endpoint('POST /settings/super/mappable-fields', {
  may: 'portal',
  withErrorMessage: true,
  summary: 'Let field mappings read one more field of a channel’s orders',
  body: z.object({
    name: text(200).trim().default('').meta({ title: 'Field name', needed: true }),
    description: text(500).trim().default('').meta({ title: 'Field Description', needed: true }),
    connector_id: text(100).trim().default('').meta({ title: 'Connector', needed: true }),
    connector_name: text(100).optional(),
  }),
  replies: { 201: undoableReply.extend({ id: z.number() }) },
});

export const deleteMappableFieldCall = endpoint('DELETE /settings/super/mappable-fields/:id', {
  may: 'portal',
  summary: 'Delete a field: it can no longer be chosen; mappings that read it stay',
  replies: { 200: undoableReply, 404: refusal },
});
