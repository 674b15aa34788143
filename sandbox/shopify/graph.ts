import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { DocumentNode, FieldNode, GraphQLSchema, IntrospectionQuery, SelectionNode } from 'graphql';
import { buildClientSchema, getNamedType, isObjectType, Kind } from 'graphql';
import { operationIn } from '../kit/graphql.ts';
import { sumOf } from '../kit/shelves.ts';

/** The schema of a version, as Shopify's package for developers has it; null where it has none. */
export function schemaOf(version: string): Promise<GraphQLSchema | null> {
  const known = schemas.get(version) ?? load(version).catch(() => null);
  schemas.set(version, known);
  return known;
}
const schemas = new Map<string, Promise<GraphQLSchema | null>>();

async function load(version: string): Promise<GraphQLSchema | null> {
  if (!/^\d{4}-\d\d$/.test(version)) return null;
  const packed = await readFile(new URL(`data/admin_${version}.json.gz`, import.meta.resolve('@shopify/dev-mcp')));
  return buildClientSchema((JSON.parse(gunzipSync(packed).toString()) as { data: IntrospectionQuery }).data);
}

/** A point for each object that could come, two more for each list in pages, ten for a mutation. */
export function costOf(schema: GraphQLSchema, document: DocumentNode, variables: Record<string, unknown> = {}): number {
  const operation = operationIn(document);
  const root = operation && schema.getRootType(operation.operation);
  const fragments = new Map(document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])));
  const within = (type: string, selections: readonly SelectionNode[] = []): number =>
    sumOf(selections, (one) => {
      if (one.kind === Kind.FIELD) return ofField(one, type);
      const part = one.kind === Kind.INLINE_FRAGMENT ? one : fragments.get(one.name.value);
      return within(part?.typeCondition?.name.value ?? type, part?.selectionSet.selections);
    });
  return root ? within(root.name, operation.selectionSet.selections) + (operation.operation === 'mutation' ? 10 : 0) : 0;

  function ofField({ name, selectionSet, arguments: given = [] }: FieldNode, parent: string): number {
    const owner = schema.getType(parent);
    const type = isObjectType(owner) ? getNamedType(owner.getFields()[name.value]?.type) : undefined;
    if (!type || !selectionSet || type.name === 'PageInfo') return 0;
    const first = given.find((one) => one.name.value === 'first')?.value;
    // Lists in pages have a field of this name, too.
    const ids = name.value === 'nodes' && type.name === 'Node' && Array.isArray(variables.ids) ? variables.ids.length : 1;
    const times = first?.kind === Kind.INT ? Number(first.value) : ids;
    const inside = within(type.name, selectionSet.selections);
    return type.name.endsWith('Connection') ? 2 + times * inside : times * (1 + inside);
  }
}

/** What a reply really cost: the objects that came. */
export function objectsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return (Array.isArray(value) ? 0 : 1) + sumOf(Object.values(value), objectsIn);
}
