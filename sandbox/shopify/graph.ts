import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql';

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
