import { z } from 'zod';
import type { Connector } from '../../../../connectors/contract.ts';
import { connectable, connectors } from '../../../../connectors/index.ts';
import { capabilitiesOf, consentOf } from '../../../../connectors/settings.ts';
import type { FieldSchema } from '../../../ui/form/field-schema.ts';
import type { Connectable } from '../contract.ts';

/** `applications`: the connectors whose vendors know an application of ours. */
type Where = { demo: boolean; applications: readonly string[] };

/** The connectors that can be connected, with their settings as JSON Schema. */
export const availableIn = ({ demo, applications }: Where): Connectable[] =>
  available
    .filter(({ name }) => connectable({ demo }).some((each) => each.name === name))
    .flatMap((each) => (applications.includes(each.name) ? [each] : withoutConsent(each)));

/** Every connector, for connections that there are. */
export const available: Connectable[] = connectors.map((connector) => ({
  name: connector.name,
  label: connector.label,
  logo: connector.logo ?? null,
  capabilities: capabilitiesOf(connector),
  schema: schemaOf(connector),
  consent: consentIn(connector),
  first_orders: firstOrdersOf(connector),
}));

function firstOrdersOf({ orders, byCall, readsAllOpen }: Connector): Connectable['first_orders'] {
  if (!orders || byCall) return null;
  return readsAllOpen ? 'all_open' : 'since';
}

function consentIn(connector: Connector): Connectable['consent'] {
  const consent = consentOf(connector);
  return consent && { instead: [...(consent.instead ?? [])] };
}

/** Where we have no application, only those can be connected that sign in by what is entered. */
function withoutConsent(connectable: Connectable): Connectable[] {
  if (!connectable.consent) return [connectable];
  const { instead } = connectable.consent;
  return instead.length > 0 ? [{ ...connectable, consent: null, schema: requiring(connectable.schema as FieldSchema, instead) }] : [];
}

/** The same form, in which these fields must not stay empty. */
const requiring = ({ required = [], ...schema }: FieldSchema, names: readonly string[]): FieldSchema => ({
  ...schema,
  required: [...new Set([...required, ...names])],
});

/** The settings as JSON Schema; a setting with choices says which others its choices depend on. What a consent says is not entered. */
function schemaOf({ settings, choices = {} }: Connector): unknown {
  const { properties = {}, ...schema } = z.toJSONSchema(settings, { io: 'input' });
  const entered = Object.entries(properties).filter(([, property]) => typeof property !== 'object' || property.consented !== true);
  const dependent = entered.map(([name, property]) => {
    const list = typeof property === 'object' && typeof property.choices === 'string' ? choices[property.choices] : undefined;
    return [name, list?.dependsOn ? { ...(property as object), dependsOn: list.dependsOn } : property];
  });
  return { ...schema, properties: Object.fromEntries(dependent) };
}
