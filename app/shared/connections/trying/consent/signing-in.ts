import type { FieldSchema, PropertySchema } from '../../../../ui/form/field-schema.ts';
import type { Connectable } from '../../contract.ts';

/** The form as a person fills it in who consents at the vendor: without what would sign in instead; or with that, and needed. */
export function formBy({ properties = {}, required = [] }: FieldSchema, consent: Connectable['consent'], byConsent: boolean): FieldSchema {
  const instead = consent?.instead ?? [];
  if (!byConsent) return { properties, required: consent ? [...required, ...instead] : required };
  return without({ properties, required }, (name) => instead.includes(name));
}

/** What can be listed only once somebody has agreed is chosen later, where it may wait. */
export const beforeConsent = (schema: FieldSchema): FieldSchema =>
  without(schema, (name, { choices }) => choices !== undefined && !schema.required?.includes(name));

const without = (
  { properties = {}, ...schema }: FieldSchema,
  leftOut: (name: string, property: PropertySchema) => boolean,
): FieldSchema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(properties).filter(([name, property]) => !leftOut(name, property))),
});
