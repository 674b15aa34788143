import { z } from 'zod';
import { endpoint, id, instant, messageReply, refusal, text } from '../../../../platform/endpoint.ts';

const named = z.object({ name: text(100) });

/** The specification's texts. */
export const mappingIncomplete = 'Both source and destination fields must be selected';
export const presetIncomplete = 'Both Amware field and preset value must be selected';

const field = z.object({ name: z.string(), description: z.string() });
export type RuleField = z.output<typeof field>;

const preset = z.object({ id: z.number(), field_name: z.string(), field_description: z.string(), field_value: z.string() });
export type Preset = z.output<typeof preset>;

export const presetBody = z.object({
  field_name: text(200).trim().default(''),
  field_description: text(500).trim().default(''),
  field_value: text(1_000).trim().default(''),
});
export type PresetBody = z.output<typeof presetBody>;

const mapping = z.object({
  id: z.number(),
  source_field: z.string(),
  source_name: z.string(),
  source_value: z.string(),
  destination_field: z.string(),
  destination_name: z.string(),
  destination_value: z.string(),
});
export type FieldMapping = z.output<typeof mapping>;

export const mappingBody = z.object({
  source_field: text(200).trim().default(''),
  source_name: text(500).trim().default(''),
  source_value: text(1_000).trim().default(''),
  destination_field: text(200).trim().default(''),
  destination_name: text(500).trim().default(''),
  destination_value: text(1_000).trim().default(''),
});
export type MappingBody = z.output<typeof mappingBody>;

const was = text(1_000).nullable().optional().meta({
  description: 'The value of the rule when the change began, null where there was none: refused with 409 where it has another by now',
});

const saved = messageReply.extend({ id: z.number(), waiting: z.number() });
const one = named.extend({ id });

export const listPresetsCall = endpoint({
  method: 'GET',
  path: '/api/connectors/:name/amware-presets',
  may: 'work',
  summary: 'The values that a connection gives to fields of every order, and the fields that it may',
  params: named,
  replies: { 200: z.object({ amwareFields: z.array(field), presets: z.array(preset) }), 404: refusal },
});

export const createPresetCall = endpoint({
  method: 'POST',
  path: '/api/connectors/:name/amware-presets',
  may: 'map',
  withErrorMessage: true,
  summary: 'Give a field a value on every order of a connection; a field has one',
  params: named,
  body: presetBody.extend({ was }),
  replies: { 201: saved, 404: refusal, 409: refusal },
});

export const deletePresetCall = endpoint({
  method: 'DELETE',
  path: '/api/connectors/:name/amware-presets/:id',
  may: 'map',
  summary: 'Delete a preset; orders that have not been released are without it',
  params: one,
  replies: { 200: messageReply, 404: refusal },
});

export const listFieldMappingsCall = endpoint({
  method: 'GET',
  path: '/api/connectors/:name/field-mappings',
  may: 'work',
  summary: 'How fields of a channel’s orders set fields of the warehouse’s, and which there are',
  params: named,
  replies: {
    200: z.object({ sourceFields: z.array(field), destinationFields: z.array(field), fieldMappings: z.array(mapping) }),
    404: refusal,
  },
});

export const createFieldMappingCall = endpoint({
  method: 'POST',
  path: '/api/connectors/:name/field-mappings',
  may: 'map',
  withErrorMessage: true,
  summary: 'Set a field of the warehouse’s by one of the channel’s: its value, or another where it has a certain one',
  params: named,
  body: mappingBody.extend({ was }),
  replies: { 201: saved, 404: refusal, 409: refusal },
});

export const deleteFieldMappingCall = endpoint({
  method: 'DELETE',
  path: '/api/connectors/:name/field-mappings/:id',
  may: 'map',
  summary: 'Delete a field mapping; orders that have not been released are without it',
  params: one,
  replies: { 200: messageReply, 404: refusal },
});

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

export const impactOfRuleCall = endpoint({
  method: 'POST',
  path: '/api/connectors/:name/rules/impact',
  may: 'map',
  withErrorMessage: true,
  unaudited,
  summary: 'How many waiting orders a rule would change, mend or stop before it is saved or deleted',
  params: named,
  body: change,
  replies: {
    200: z.object({
      changes: z.number(),
      mends: z.number(),
      stops: z.number(),
      /** False where more orders wait than were looked at. */ all: z.boolean(),
      /** What becomes of orders that went to the warehouse without it, in a sentence; null where none is concerned. */
      at_warehouse: z.string().nullable(),
    }),
    404: refusal,
  },
});

const values = z.record(z.string(), z.string());
export const tryRuleCall = endpoint({
  method: 'POST',
  path: '/api/connectors/:name/rules/try',
  may: 'map',
  withErrorMessage: true,
  unaudited,
  summary: 'Try a rule on an order before it is saved: what it reads there, and what would go to the warehouse without it and with it',
  params: named,
  body: change.extend({ order: text(100).trim().default('') }),
  replies: {
    200: z.object({ order: z.object({ id: z.number(), order_number: z.string() }), source: values, before: values, after: values }),
    404: refusal,
  },
});
export type TriedRule = z.output<(typeof tryRuleCall)['replies'][200]>;

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

export const ruleHistoryCall = endpoint({
  method: 'GET',
  path: '/api/connectors/:name/rules/history',
  may: 'work',
  summary: 'Who saved and deleted which preset or field mapping of a connection, and when',
  params: named,
  replies: { 200: z.array(entry), 404: refusal },
});

export const putBackRuleCall = endpoint({
  method: 'POST',
  path: '/api/connectors/:name/rules/history/:id/put-back',
  may: 'map',
  summary: 'Put a rule back as it was before this entry of its history',
  params: one,
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});
