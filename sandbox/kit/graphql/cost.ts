import type { DocumentNode, FieldNode, GraphQLSchema, SelectionNode } from 'graphql';
import { getNamedType, isObjectType, Kind } from 'graphql';
import { sumOf } from '../shelves.ts';
import { operationIn } from './replies.ts';

/** What a question costs: for each object that could come, more for each list in pages, and more for a mutation. */
export type Points = { object: number; list: number; mutation: number };

export function costOf(schema: GraphQLSchema, document: DocumentNode, variables: Record<string, unknown>, points: Points): number {
  const operation = operationIn(document);
  const root = operation && schema.getRootType(operation.operation);
  const fragments = new Map(document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])));
  const within = (type: string, selections: readonly SelectionNode[] = []): number =>
    sumOf(selections, (one) => {
      if (one.kind === Kind.FIELD) return ofField(one, type);
      const part = one.kind === Kind.INLINE_FRAGMENT ? one : fragments.get(one.name.value);
      return within(part?.typeCondition?.name.value ?? type, part?.selectionSet.selections);
    });
  const mutates = operation?.operation === 'mutation';
  return root ? within(root.name, operation.selectionSet.selections) + (mutates ? points.mutation : 0) : 0;

  function ofField({ name, selectionSet, arguments: given = [] }: FieldNode, parent: string): number {
    const owner = schema.getType(parent);
    const type = isObjectType(owner) ? getNamedType(owner.getFields()[name.value]?.type) : undefined;
    if (!type || !selectionSet || type.name === 'PageInfo') return 0;
    const first = given.find((one) => one.name.value === 'first')?.value;
    // Lists in pages have a field of this name, too.
    const ids = name.value === 'nodes' && type.name === 'Node' && Array.isArray(variables.ids) ? variables.ids.length : 1;
    const times = first?.kind === Kind.INT ? Number(first.value) : ids;
    const inside = within(type.name, selectionSet.selections);
    return type.name.endsWith('Connection') ? points.list + times * inside : times * (points.object + inside);
  }
}

/** What a reply really cost: the objects that came. */
export function objectsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return (Array.isArray(value) ? 0 : 1) + sumOf(Object.values(value), objectsIn);
}
