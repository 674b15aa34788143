import type { FieldMapping, Preset } from './contract.ts';
import { nameOf } from './name-of.ts';

/** As the history of rules keeps one: what a rule lacked when it was saved is not there. */
type Kept<Rule> = Partial<Omit<Rule, 'id'>>;

/** The field that a preset sets, as people know it. */
export const presetName = ({ field_name = '', field_description = '' }: Kept<Preset>): string => nameOf(field_description) || field_name;

/** The fields that a field mapping reads and sets: `Country to Note`. */
export const mappingName = (mapping: Kept<FieldMapping>): string => mappingSides(mapping).join(' to ');

/** The field that a field mapping reads, and the one that it sets. */
export const mappingSides = ({ source_field = '', source_name = '', destination_field = '', destination_name = '' }: Kept<FieldMapping>) =>
  [nameOf(source_name) || source_field, nameOf(destination_name) || destination_field] as const;

/** What a preset does. */
export const presetInWords = (preset: Kept<Preset>): string => `Set ${presetName(preset)} to “${preset.field_value ?? ''}”`;

/** What a field mapping does. */
export function mappingInWords(mapping: Kept<FieldMapping>): string {
  const { source_value: value, destination_value: set } = mapping;
  const [source, destination] = mappingSides(mapping);
  if (value) return `Where ${source} is “${value}”, ${set ? `set ${destination} to “${set}”` : `copy it to ${destination}`}`;
  return set ? `Set ${destination} to “${set}”, whatever ${source} is` : `Copy ${source} to ${destination}`;
}
