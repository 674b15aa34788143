import type { Tenant } from '../../../../platform/tenant.ts';
import type { ChangeNoun } from '../../../base/changes/noun.ts';
import { type MappingBody, mappingBody, type PresetBody, presetBody } from './contract.ts';
import { requireFittingMapping, requireFittingPreset } from './fitting.ts';
import { mappingName, presetName } from './in-words.ts';
import { mappingKey, mappingNamed, nouns } from './nouns.ts';
import { deleteMapping, deletePreset, lockMapping, lockPreset, writeMapping, writePreset } from './write.ts';

/** A kind of rule, as rules are saved, deleted, tried and put back. */
export type RuleKind<Rule> = {
  noun: ChangeNoun;
  table: 'presets' | 'field_mappings';
  /** As in `The preset was saved.` */
  one: string;
  /** What a connection has one rule of. */
  keyOf: (rule: Rule) => string;
  /** How Activity calls it. */
  nameOf: (rule: Rule) => string;
  valueOf: (rule: Rule) => string;
  /** What somebody did who saved it, or deleted it, while another person looked at it. */
  changedInWords: (from: Rule | null, rule: Rule) => string;
  parse: (stored: unknown) => Rule;
  /**
   * Writes it in place of the one that has its key, which is returned; null where there is none. `id`: of one that is to be there again;
   * it gets a new one where another has that. @throws Invalid for what lacks
   */
  write: (tenant: Tenant, connectionId: number, rule: Rule, id?: number) => Promise<{ id: number; from: Rule | null }>;
  /** What warns where the warehouse's list is not known yet. @throws Invalid for what does not fit a field */
  requireFitting: (tenant: Tenant, connectionId: number, rule: Rule) => Promise<string | null>;
  /** Locks the rule of a key, and reads it. */
  lock: (tenant: Tenant, connectionId: number, key: string) => Promise<Rule | null>;
  /** Deletes it by its id or key, and returns it; null where there is none. */
  delete: (tenant: Tenant, connectionId: number, which: { id: number } | { key: string }) => Promise<(Rule & { id: number }) | null>;
};

export const presetKind: RuleKind<PresetBody> = {
  ...{ noun: nouns.preset, one: 'preset', parse: presetBody.parse },
  table: 'presets',
  keyOf: ({ field_name }) => field_name,
  nameOf: (preset) => `Preset of ${presetName(preset)}`,
  valueOf: ({ field_value }) => field_value,
  changedInWords: (from, preset) =>
    from ? `set ${presetName(preset)} to “${from.field_value}”` : `deleted the preset of ${presetName(preset)}`,
  ...{ write: writePreset, lock: lockPreset, delete: deletePreset },
  requireFitting: (tenant, _connectionId, preset) => requireFittingPreset(tenant, preset),
};

export const mappingKind: RuleKind<MappingBody> = {
  ...{ noun: nouns.mapping, one: 'field mapping', parse: mappingBody.parse },
  table: 'field_mappings',
  nameOf: (mapping) => `Field mapping of ${mappingName(mapping)}`,
  ...{ keyOf: mappingKey, valueOf: ({ destination_value }) => destination_value },
  changedInWords: (from, mapping) => `${from ? 'changed' : 'deleted'} the field mapping of ${mappingName(mapping)}`,
  ...{ write: writeMapping, requireFitting: requireFittingMapping },
  lock: (tenant, connectionId, key) => lockMapping(tenant, connectionId, mappingNamed(key)),
  delete: (tenant, connectionId, which) => deleteMapping(tenant, connectionId, 'id' in which ? which : { key: mappingNamed(which.key) }),
};
