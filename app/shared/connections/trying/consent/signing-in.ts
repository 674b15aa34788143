import type { FieldSchema } from '../../../../ui/form/field-schema.ts';
import type { Connectable } from '../../contract.ts';

/** A form, and the fields of it that are not shown: what was typed into them is there again when they are. */
type SigningIn = { schema: FieldSchema; leftOut: readonly string[] };

/** The form as a person fills it in who consents at the vendor: without what would sign in instead; or with that, and needed. */
export function formBy({ properties = {}, required = [] }: FieldSchema, consent: Connectable['consent'], byConsent: boolean): SigningIn {
  const instead = consent?.instead ?? [];
  if (byConsent) return { schema: { properties, required }, leftOut: instead };
  return { schema: { properties, required: consent ? [...required, ...instead] : required }, leftOut: [] };
}

/** What can be listed only once somebody has agreed is chosen later, where it may wait. */
export function beforeConsent({ schema, leftOut }: SigningIn): SigningIn {
  const { properties = {}, required = [] } = schema;
  const later = Object.keys(properties).filter((name) => properties[name]?.choices !== undefined && !required.includes(name));
  return { schema, leftOut: [...leftOut, ...later] };
}
