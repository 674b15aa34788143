import { z } from 'zod';
import { endpoint, id, instant, messageReply, refusal, text, undoableReply } from '../../../../platform/endpoint.ts';
import { sentParts } from '../saves/contract.ts';

const named = z.object({ name: text(100) });

/** The specification's texts. */
export const mappingIncomplete = 'Both source and destination fields must be selected';
export const presetIncomplete = 'Both Amware field and preset value must be selected';

const field = z.object({ name: z.string(), description: z.string() });
export type RuleField = z.output<typeof field>;
/** What rules read of a channel's order, and what they set of the warehouse's. */
export type RuleFields = { sources: readonly RuleField[]; destinations: readonly RuleField[] };

/** What of a rule must not stay empty: the call says so of all of it in the specification's sentence. */
const needed = (title: string) => ({ title, needed: true });

export const presetBody = z.object({
  field_name: text(200).trim().default('').meta(needed('Amware field')),
  field_description: text(500).trim().default(''),
  field_value: text(1_000).trim().default('').meta(needed('Preset value')),
});
export type PresetBody = z.output<typeof presetBody>;
const preset = presetBody.extend({ id: z.number() });
export type Preset = z.output<typeof preset>;

export const mappingBody = z.object({
  source_field: text(200).trim().default('').meta(needed('Source field')),
  source_name: text(500).trim().default(''),
  source_value: text(1_000).trim().default('').meta({ title: 'Source value', description: 'Empty: whatever it is' }),
  destination_field: text(200).trim().default('').meta(needed('Amware field')),
  destination_name: text(500).trim().default(''),
  destination_value: text(1_000).trim().default('').meta({ title: 'Destination value', description: 'Empty: the source’s value' }),
});
export type MappingBody = z.output<typeof mappingBody>;
const mapping = mappingBody.extend({ id: z.number() });
export type FieldMapping = z.output<typeof mapping>;

const was = text(1_000).nullable().optional().meta({
  description: 'The value of the rule when the change began, null where there was none: refused with 409 where it has another by now',
});

/** `runId`: what Activity has of it, by which it is put back; left out where nothing is other than it was. */
const done = undoableReply.partial({ runId: true });

type Path = `/api/connectors/:name/${string}`;

/** What saves a rule of a connection in place of the one that it has. */
const saving = {
  may: 'map',
  withErrorMessage: true,
  params: named,
  replies: { 201: done.extend({ id: z.number(), waiting: z.number() }), 404: refusal, 409: refusal },
} as const;

const deleting = (path: Path, one: string) =>
  endpoint(`DELETE ${path}/:id`, {
    ...{ may: 'map', params: named.extend({ id }) },
    query: z.object({
      was: text(1_000).optional().meta({
        description: 'The value of the rule when it was looked at: refused with 409 where it has another by now',
      }),
    }),
    summary: `Delete a ${one}; orders that have not been released are without it`,
    replies: { 200: done, 404: refusal, 409: refusal },
  });

export const listPresetsCall = endpoint('GET /api/connectors/:name/amware-presets', {
  may: 'work',
  summary: 'The values that a connection gives to fields of every order, and the fields that it may',
  replies: { 200: z.object({ amwareFields: z.array(field), presets: z.array(preset) }), 404: refusal },
});

export const createPresetCall = endpoint('POST /api/connectors/:name/amware-presets', {
  ...{ ...saving, body: presetBody.extend({ was }) },
  summary: 'Give a field a value on every order of a connection; a field has one',
  example: { body: { field_name: 'packing_slip_message', field_value: 'Thank you' } },
});
export const deletePresetCall = deleting('/api/connectors/:name/amware-presets', 'preset');

export const listFieldMappingsCall = endpoint('GET /api/connectors/:name/field-mappings', {
  may: 'work',
  summary: 'How fields of a channel’s orders set fields of the warehouse’s, and which there are',
  replies: {
    200: z.object({ sourceFields: z.array(field), destinationFields: z.array(field), fieldMappings: z.array(mapping) }),
    404: refusal,
  },
});

export const createFieldMappingCall = endpoint('POST /api/connectors/:name/field-mappings', {
  ...{ ...saving, body: mappingBody.extend({ was }) },
  summary: 'Set a field of the warehouse’s by one of the channel’s: its value, or another where it has a certain one',
  example: {
    body: { source_field: 'country', source_value: 'FR', destination_field: 'delivery_instructions', destination_value: 'Sonnez' },
  },
});
export const deleteFieldMappingCall = deleting('/api/connectors/:name/field-mappings', 'field mapping');

/** A rule that is not saved yet, or one that is to be deleted; without any, the rules as they are. */
const change = z.object({
  preset: presetBody.optional(),
  mapping: mappingBody.optional(),
  delete_preset: id.optional(),
  delete_mapping: id.optional(),
  /** An entry of the history: the rule as it was before it. */
  put_back: id.optional(),
});
export type RuleChange = z.output<typeof change>;

const unaudited = 'nothing is kept: the rule is tried and taken back in one transaction';

export const impactOfRuleCall = endpoint('POST /api/connectors/:name/rules/impact', {
  may: 'map',
  withErrorMessage: true,
  unaudited,
  summary: 'How many waiting orders a rule would change, mend or stop before it is saved or deleted',
  body: change,
  example: { body: { preset: { field_name: 'packing_slip_message', field_value: 'Thank you' } } },
  replies: {
    200: z.object({
      changes: z.number(),
      mends: z.number(),
      stops: z.number(),
      /** False where more orders wait than were looked at. */ all: z.boolean(),
      /** What becomes of orders that went to the warehouse without it, in a sentence; null where none is concerned. */
      at_warehouse: z.string().nullable(),
      /** The same in parts, of which those that have left are one. */
      at_warehouse_parts: sentParts.nullable(),
    }),
    404: refusal,
  },
});

const values = z.record(z.string(), z.string());
export const tryRuleCall = endpoint('POST /api/connectors/:name/rules/try', {
  may: 'map',
  withErrorMessage: true,
  unaudited,
  summary: 'Try a rule on an order before it is saved: what it reads there, and what would go to the warehouse without it and with it',
  body: change.extend({ order: text(100).trim().default('') }),
  example: { body: { preset: { field_name: 'packing_slip_message', field_value: 'Thank you' } } },
  replies: {
    200: z.object({ order: z.object({ id: z.number(), order_number: z.string() }), source: values, before: values, after: values }),
    404: refusal,
  },
});
/** A rule that was tried on an order. */
export type Trial = z.output<(typeof tryRuleCall)['replies'][200]>;

const entry = z.object({
  id: z.number(),
  at: instant,
  who: z.string(),
  /** `saved` or `deleted`, what, and its values. */
  verb: z.string(),
  noun: z.string(),
  from: z.record(z.string(), z.string()).nullable(),
  to: z.record(z.string(), z.string()).nullable(),
});
export type RuleEntry = z.output<typeof entry>;

export const ruleHistoryCall = endpoint('GET /api/connectors/:name/rules/history', {
  may: 'work',
  summary: 'Who saved and deleted which preset or field mapping of a connection, and when',
  example: {
    reply: [
      {
        id: 1042,
        at: '2026-11-20T09:30:00Z',
        who: 'Ann Baker',
        verb: 'changed',
        noun: 'preset',
        from: { field_value: 'Thank you' },
        to: { field_value: 'Thanks' },
      },
    ],
  },
  replies: { 200: z.array(entry), 404: refusal },
});

export const putBackRuleCall = endpoint('POST /api/connectors/:name/rules/history/:id/put-back', {
  may: 'map',
  summary: 'Put a rule back as it was before this entry of its history',
  params: named.extend({ id }),
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});
