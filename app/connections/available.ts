import { z } from 'zod';
import { connectors } from '../../connectors/index.ts';
import { capabilitiesOf } from '../../connectors/session.ts';
import type { Connectable } from './contract.ts';

/** The connectors that can be connected, with their settings as JSON Schema. */
export const available: Connectable[] = connectors.map((connector) => ({
  name: connector.name,
  label: connector.label,
  capabilities: capabilitiesOf(connector),
  schema: z.toJSONSchema(connector.settings, { io: 'input' }),
}));
