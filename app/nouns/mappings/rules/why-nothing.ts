import type { RuleChange, Trial } from './contract.ts';
import { mappingSides, presetName } from './in-words.ts';

type Outcome = Pick<Trial, 'source' | 'before' | 'after'>;

/** Why a rule changes nothing of the order that it was tried on; null where it changes something, or none was typed. Browser-safe. */
export function whyNothing({ preset, mapping }: RuleChange, outcome: Outcome): string | null {
  if (preset) return whyKept({ field: preset.field_name, name: presetName(preset), value: preset.field_value }, outcome);
  if (!mapping) return null;
  const { source_field, source_value: wanted, destination_field: field, destination_value } = mapping;
  const [source, name] = mappingSides(mapping);
  const value = outcome.source[source_field];
  if (!value) return `The order has no ${source}, so it does not apply.`;
  if (wanted && value.trim() !== wanted) return `${source} is ${value}, so it does not apply.`;
  return whyKept({ field, name, value: destination_value || value }, outcome);
}

/** Of a rule that applies. */
function whyKept({ field, name, value }: { field: string; name: string; value: string }, { before, after }: Outcome): string | null {
  if (before[field] !== after[field]) return null;
  if (after[field] === value) return `${name} is “${value}” already.`;
  const now = after[field] ? `stays “${after[field]}”` : 'stays empty';
  return `It applies, but ${name} ${now}: what a person edited, or another rule, comes first, or the warehouse has no “${value}”.`;
}
