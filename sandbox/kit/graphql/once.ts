import { type GraphQLResolveInfo, getDirectiveValues } from 'graphql';

/** What a directive of the field that is asked for says; undefined where it has none. */
export function directiveIn({ schema, fieldNodes, variableValues }: GraphQLResolveInfo, name: string): Record<string, unknown> | undefined {
  const [directive, [node]] = [schema.getDirective(name), fieldNodes];
  return directive && node ? getDirectiveValues(directive, node, variableValues) : undefined;
}

/** Does something once: whoever says it again with a key that was used gets the reply of then. `another` ends what is not the same. */
export type Once = <T>(key: string, said: unknown, another: () => never, does: () => T) => T;

export function openOnce(): Once {
  const replies = new Map<string, { said: string; reply: unknown }>();
  return <T>(key: string, saying: unknown, another: () => never, does: () => T) => {
    const [known, said] = [replies.get(key), JSON.stringify(saying)];
    if (known && known.said !== said) another();
    const reply = known ? (known.reply as T) : does();
    replies.set(key, { said, reply });
    return reply;
  };
}
