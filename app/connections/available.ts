import { z } from 'zod';
import { connectors } from '../../connectors/index.ts';
import type { Connectable } from './contract.ts';

/** The connectors that can be connected, with their settings as JSON Schema. */
export const available: Connectable[] = connectors.map(({ name, label, warehouse, settings }) => ({
  name,
  label,
  kind: warehouse ? 'warehouse' : 'channel',
  schema: z.toJSONSchema(settings, { io: 'input' }),
}));
