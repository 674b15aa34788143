/**
 * Conditions of a list, in the vendor's RQL (https://3w.extensiv.com/Rels/rql): `name==value` joined by `;` for and. What has a meaning
 * of its own is escaped in a value, which the vendor decodes once more than the query.
 */
export const equals = (name: string, value: string): string => `${name}==${escaped(value)}`;
export const contains = (name: string, value: string): string => `${name}==*${escaped(value)}*`;
export const above = (name: string, value: string): string => `${name}=gt=${escaped(value)}`;
export const from = (name: string, value: string): string => `${name}=ge=${escaped(value)}`;
export const upTo = (name: string, value: string): string => `${name}=le=${escaped(value)}`;
/** One of these, as numbers are. */
export const among = (name: string, values: readonly string[]): string => `${name}=in=(${values.map(escaped).join(',')})`;
export const all = (...conditions: string[]): string => conditions.join(';');
export const either = (...conditions: string[]): string => `(${conditions.join(',')})`;

const escaped = (value: string) =>
  value.replace(/[%!()*=,;+&]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
