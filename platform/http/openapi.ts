import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';

/** The OpenAPI 3.1 document of these endpoints. */
export function openApiDocument(endpoints: readonly Endpoint[], { title, description }: { title: string; description: string }) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return { openapi: '3.1.0', info: { title, description, version: '1' }, paths };
}

function operation(endpoint: Endpoint) {
  return {
    summary: endpoint.summary,
    tags: [nounOf(endpoint.path)],
    description: access(endpoint),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.form && { requestBody: { required: true, content: formWith(endpoint.form) } }),
    ...(endpoint.body && { requestBody: { required: true, content: json(endpoint.body, 'input') } }),
    responses: {
      ...Object.fromEntries(Object.entries(endpoint.replies).map(([status, schema]) => [status, reply(status, schema)])),
      ...always(endpoint),
    },
  };
}

/** What stands first in the path, after `/api`. */
const nounOf = (path: string) => path.replace(/^\/api(?=\/)/, '').split('/')[1] ?? 'other';

function access({ may, viaXhr }: Endpoint): string {
  const who =
    may === 'anyone' ? 'Needs no session.' : may === 'signed_in' ? 'Needs a session.' : `Needs a session whose role may “${may}”.`;
  return viaXhr ? `${who} Only with X-Requested-With: XMLHttpRequest from the same origin.` : who;
}

function parameters(where: 'path' | 'query', schema: z.ZodType | undefined) {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

function reply(status: string, schema: z.ZodType) {
  const description = Number(status) < 300 ? 'Done' : 'Refused';
  return status === '204' ? { description } : { description, content: json(schema, 'output') };
}

/** Replies that every call may give. */
function always({ may, query, body, withErrorMessage }: Endpoint) {
  const sentence = (description: string) => ({ description, content: { 'application/json': { schema: sentenceSchema } } });
  return {
    ...(may !== 'anyone' && { 401: sentence('Signed out'), 403: sentence('Not allowed') }),
    ...((query || body) && {
      422: {
        description: 'Some fields are wrong',
        content: { 'application/json': { schema: withErrorMessage ? fieldsAndMessage : fieldsSchema } },
      },
    }),
  };
}

const sentenceSchema = { type: 'object', properties: { errorMessage: { type: 'string' }, code: { type: 'string' } } };
const fieldsAndMessage = {
  ...{ type: 'object', properties: { errorMessage: { type: 'string' } } },
  additionalProperties: { type: 'array', items: { type: 'string' } },
};
const fieldsSchema = { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } };

const formWith = (field: string) => ({
  'multipart/form-data': { schema: { type: 'object', required: [field], properties: { [field]: { type: 'string', format: 'binary' } } } },
});

function json(schema: z.ZodType, io: 'input' | 'output') {
  return { 'application/json': { schema: jsonSchema(schema, io) } };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return plain;
}
