import type { FieldSchema } from '../../../ui/form/field-schema.ts';
import type { Connectable, Disconnected } from '../contract.ts';
import { demoSecrets } from './demo-secrets.ts';

/**
 * The forms with what a disconnected connection had, so that it can be connected again. Its secrets were erased; those of the demo
 * are known.
 */
export function withEarlierSettings(
  available: readonly Connectable[],
  disconnected: readonly Pick<Disconnected, 'id' | 'name' | 'connector' | 'settings'>[],
  demo: boolean,
  keptOf: (connection: Pick<Disconnected, 'id' | 'name'>) => string | null,
): Connectable[] {
  return available.map((connectable) => {
    const earlier = disconnected.find(({ connector }) => connector === connectable.name);
    if (!earlier) return connectable;
    const former = keptOf(earlier);
    const values: Record<string, unknown> = { ...(earlier.settings as object), ...(demo && demoSecrets[connectable.name]) };
    const { properties = {}, ...schema } = connectable.schema as FieldSchema;
    const filled = Object.entries(properties).map(([name, field]) => [name, name in values ? { ...field, default: values[name] } : field]);
    return {
      ...connectable,
      ...(former ? { earlier: former } : {}),
      schema: { ...schema, properties: Object.fromEntries(filled) } as Connectable['schema'],
    };
  });
}
