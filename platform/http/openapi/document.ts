import type { Endpoint } from '../../endpoint.ts';
import type { Making } from './examples.ts';
import { operation } from './operation.ts';
import { problemSchemas, sharedProblems } from './problem-replies.ts';
import { shareSchemas } from './share-schemas.ts';
import { sharedReplies, sharedSchemas } from './shared-replies.ts';

/**
 * `security`: what callers prove themselves by, with what of its replies several calls share. `making`: what examples are made of.
 */
export type About = { title: string; description: string; version?: string; security: Security; making: Making };
export type Document = ReturnType<typeof openApiDocument>;
type Security = { name: string; scheme: object; responses: Record<string, object>; schemas: Record<string, object> };

/**
 * The OpenAPI 3.1 document of these endpoints. Each operation and each body has a name, and what several of them have in common stands
 * once, so that a program generated from it has one type for it.
 */
export function openApiDocument(endpoints: readonly Endpoint[], { title, description, version = '1', security, making }: About) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}').replace('*', '{path}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, making) };
  }
  const { schemas, value } = shareSchemas(paths);
  return {
    openapi: '3.1.0',
    info: { title, description, version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/', description: 'Where this document comes from' }],
    security: [{ [security.name]: [] }],
    tags: [...new Set(Object.values(paths).flatMap(tagsOf))].toSorted().map((name) => ({ name })),
    paths: value,
    components: {
      securitySchemes: { [security.name]: security.scheme },
      responses: security.responses,
      schemas: { ...security.schemas, ...schemas },
    },
  };
}

/** A session, by the cookie of this name. */
export const bySession = (cookie: string): Security => ({
  ...{ name: 'session', responses: sharedReplies, schemas: sharedSchemas },
  scheme: {
    ...{ type: 'apiKey', in: 'cookie', name: cookie },
    description: 'The cookie of a browser that signed in at `/api/auth/sign-in/email`.',
  },
});

/** A key of an account. */
export const byKeyAlone: Security = {
  ...{ name: 'key', responses: sharedProblems, schemas: problemSchemas },
  scheme: { type: 'http', scheme: 'bearer', description: 'A key of Settings → API: `Authorization: Bearer xdk_…`.' },
};

const tagsOf = (operations: Record<string, unknown>): string[] =>
  Object.values(operations).flatMap((each) => (each as ReturnType<typeof operation>).tags);
