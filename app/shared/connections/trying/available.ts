import { z } from 'zod';
import type { Connector } from '../../../../connectors/contract.ts';
import { connectable, connectors } from '../../../../connectors/index.ts';
import { capabilitiesOf } from '../../../../connectors/settings.ts';
import type { Connectable } from '../contract.ts';

/** The connectors that can be connected, with their settings as JSON Schema. */
export const availableIn = ({ demo }: { demo: boolean }): Connectable[] =>
  available.filter(({ name }) => connectable({ demo }).some((each) => each.name === name));

/** Every connector, for connections that there are. */
export const available: Connectable[] = connectors.map((connector) => ({
  name: connector.name,
  label: connector.label,
  logo: connector.logo ?? null,
  capabilities: capabilitiesOf(connector),
  schema: schemaOf(connector),
}));

/** The settings as JSON Schema; a setting with choices says which others its choices depend on. */
function schemaOf({ settings, choices = {} }: Connector): unknown {
  const { properties = {}, ...schema } = z.toJSONSchema(settings, { io: 'input' });
  const dependent = Object.entries(properties).map(([name, property]) => {
    const list = typeof property === 'object' && typeof property.choices === 'string' ? choices[property.choices] : undefined;
    return [name, list?.dependsOn ? { ...(property as object), dependsOn: list.dependsOn } : property];
  });
  return { ...schema, properties: Object.fromEntries(dependent) };
}
