import type { AuditEntry } from './contract.ts';

type Change = AuditEntry['changes'][string];
export type AuditedChange = { field: string } & Change;

/** A change of a whole record, as a rule, by those of its values that differ. */
export function valuesOf(field: string, { from, to }: Change): AuditedChange[] {
  if (!isRecord(from ?? to) || !isRecord(to ?? from)) return [{ field, from, to }];
  const [before, after] = [from, to].map((side) => named((side ?? {}) as Record<string, unknown>)) as [Values, Values];
  return Object.keys({ ...before, ...after })
    .map((key) => ({ field: key, from: before[key], to: after[key] }))
    .filter((value) => JSON.stringify(value.from) !== JSON.stringify(value.to));
}

type Values = Record<string, unknown>;

export const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field that a rule names has its name beside it, by which people know it. */
const nameBeside: Readonly<Record<string, string>> = {
  source_field: 'source_name',
  destination_field: 'destination_name',
  field_name: 'field_description',
};

/** Of a name that goes on to explain itself: `Packing slip message: Printed below the lines.` */
const titleOf = (name: unknown) => String(name ?? '').split(': ', 1)[0];

/** A rule whose fields are named once: as people know them, else with their words apart. */
function named(values: Values): Values {
  const beside = Object.entries(nameBeside).filter(([field]) => typeof values[field] === 'string');
  const names = beside.map(([field, name]) => [field, titleOf(values[name]) || String(values[field]).replaceAll('_', ' ')]);
  const left = Object.entries(values).filter(([key]) => !beside.some(([, name]) => name === key));
  return { ...Object.fromEntries(left), ...Object.fromEntries(names) };
}
