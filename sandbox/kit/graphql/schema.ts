import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql';

/** The schema in a packed file, which a server's introspection has made; null where there is no such file. It is read once. */
export function schemaIn(file: URL): Promise<GraphQLSchema | null> {
  const schema = schemas.get(file.href) ?? load(file).catch(() => null);
  schemas.set(file.href, schema);
  return schema;
}
const schemas = new Map<string, Promise<GraphQLSchema | null>>();

const load = async (file: URL) =>
  buildClientSchema((JSON.parse(gunzipSync(await readFile(file)).toString()) as { data: IntrospectionQuery }).data);
