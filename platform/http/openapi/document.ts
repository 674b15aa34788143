import type { Endpoint } from '../../endpoint.ts';
import type { Making } from './examples.ts';
import { operation } from './operation.ts';
import { shareSchemas } from './share-schemas.ts';
import { sharedReplies, sharedSchemas } from './shared-replies.ts';

/** `cookie`: the name of the cookie that a session has in this installation. `making`: what examples are made of. */
export type About = { title: string; description: string; cookie: string; making: Making };
export type Document = ReturnType<typeof openApiDocument>;

/**
 * The OpenAPI 3.1 document of these endpoints. Each operation and each body has a name, and what several of them have in common stands
 * once, so that a program generated from it has one type for it.
 */
export function openApiDocument(endpoints: readonly Endpoint[], { title, description, cookie, making }: About) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}').replace('*', '{path}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, making) };
  }
  const { schemas, value } = shareSchemas(paths);
  return {
    openapi: '3.1.0',
    info: { title, description, version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/', description: 'Where this document comes from' }],
    security: [{ session: [] }],
    tags: [...new Set(Object.values(paths).flatMap(tagsOf))].toSorted().map((name) => ({ name })),
    paths: value,
    components: { securitySchemes: { session: sessionIn(cookie) }, responses: sharedReplies, schemas: { ...sharedSchemas, ...schemas } },
  };
}

const tagsOf = (operations: Record<string, unknown>): string[] =>
  Object.values(operations).flatMap((each) => (each as ReturnType<typeof operation>).tags);

const sessionIn = (cookie: string) => ({
  ...{ type: 'apiKey', in: 'cookie', name: cookie },
  description: 'The cookie of a browser that signed in at `/api/auth/sign-in/email`.',
});
