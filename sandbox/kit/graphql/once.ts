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
    const [earlier, body] = [replies.get(key), JSON.stringify(saying)];
    if (earlier && earlier.said !== body) another();
    const reply = earlier ? (earlier.reply as T) : does();
    replies.set(key, { said: body, reply });
    return reply;
  };
}
