import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { buildClientSchema, type DocumentNode, type GraphQLSchema, type IntrospectionQuery, Kind } from 'graphql';
import { addUp, operationIn } from '../kit/graphql.ts';
import { sumOf } from '../kit/shelves.ts';

/** The schema of a version, as Shopify's package for developers has it; null where it has none. */
export function schemaOf(version: string): Promise<GraphQLSchema | null> {
  const known = schemas.get(version) ?? load(version);
  schemas.set(version, known);
  return known;
}
const schemas = new Map<string, Promise<GraphQLSchema | null>>();

async function load(version: string): Promise<GraphQLSchema | null> {
  if (!/^\d{4}-\d\d$/.test(version)) return null;
  try {
    const packed = await readFile(new URL(`data/admin_${version}.json.gz`, import.meta.resolve('@shopify/dev-mcp')));
    return buildClientSchema((JSON.parse((await promisify(gunzip)(packed)).toString()) as { data: IntrospectionQuery }).data);
  } catch {
    return null;
  }
}

/** A point for each object that could come, two more for each list in pages, ten for a mutation. */
export function costOf(schema: GraphQLSchema, document: DocumentNode, variables: Record<string, unknown> = {}): number {
  const cost = addUp(schema, document, ({ name, arguments: given = [] }, type, within) => {
    if (type.name === 'PageInfo') return 0;
    const first = given.find((one) => one.name.value === 'first')?.value;
    // Lists in pages have a field of this name, too.
    const ids = name.value === 'nodes' && type.name === 'Node' && Array.isArray(variables.ids) ? variables.ids.length : 1;
    const times = first?.kind === Kind.INT ? Number(first.value) : ids;
    return type.name.endsWith('Connection') ? 2 + times * within : times * (1 + within);
  });
  return cost + (operationIn(document)?.operation === 'mutation' ? 10 : 0);
}

/** What a reply really cost: the objects that came. */
export function objectsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return (Array.isArray(value) ? 0 : 1) + sumOf(Object.values(value), objectsIn);
}
