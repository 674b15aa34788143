import { z } from 'zod';
import { type Endpoint, refusal } from '../../endpoint.ts';
import { bodyRef, type JsonSchema, jsonSchema } from './json-schema.ts';
import { mediaTypesOf } from './media-types.ts';
import { nounOf, operationName, pascal } from './names.ts';
import { everyReply, isShared, refOfReply } from './shared-replies.ts';

/** An operation of the document: what an endpoint takes and replies. */
export function operation(endpoint: Endpoint) {
  const name = operationName(endpoint);
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [nounOf(endpoint.path)],
    description: access(endpoint),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query), ...(endpoint.viaXhr ? [ownScript] : [])],
    ...takes(endpoint, pascal(name)),
    responses: {
      ...everyReply(endpoint),
      ...Object.fromEntries(Object.entries(endpoint.replies).map(([status, schema]) => [status, reply(endpoint, status, schema)])),
    },
    ...(endpoint.may === 'anyone' && { security: [] }),
  };
}

function access({ may, viaXhr }: Endpoint): string {
  const who =
    may === 'anyone' ? 'Needs no session.' : may === 'signed_in' ? 'Needs a session.' : `Needs a session whose role may “${may}”.`;
  return viaXhr ? `${who} It changes something, so only a script of the product’s own pages may call it.` : who;
}

const ownScript = {
  ...{ name: 'X-Requested-With', in: 'header', required: true },
  schema: { type: 'string', const: 'XMLHttpRequest' },
};

function parameters(where: 'path' | 'query', schema: z.ZodType | undefined) {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name: name === '*' ? 'path' : name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

function takes({ form, formFields, body }: Endpoint, name: string) {
  if (form !== undefined) return { requestBody: { required: true, content: formWith(form, formFields) } };
  if (!body) return {};
  // A call that does without a body is one that reads its absence as a value.
  const required = !body.safeParse(undefined).success;
  return { requestBody: { required, content: { 'application/json': { schema: bodyRef(`${name}Body`, body, 'input') } } } };
}

function formWith(file: string, fields: z.ZodObject | undefined) {
  const { properties = {}, required = [] } = fields ? jsonSchema(fields, 'input') : {};
  const schema: JsonSchema = {
    type: 'object',
    properties: { ...properties, [file]: { type: 'string', contentMediaType: 'application/octet-stream' } },
    required: [...required, file],
  };
  return { 'multipart/form-data': { schema } };
}

function reply(endpoint: Endpoint, status: string, schema: z.ZodType) {
  if (Number(status) >= 400 && schema === refusal && isShared(status)) return refOfReply(status);
  const description = Number(status) < 300 ? 'Done' : Number(status) < 400 ? 'Not changed since' : 'Refused';
  if (schema instanceof z.ZodNull || status === '304') return { description };
  return { description, content: contentOf(endpoint, status, schema) };
}

/** One of several media types is chosen by the request's Accept: JSON then has the shape that is declared, the others are texts. */
function contentOf(endpoint: Endpoint, status: string, schema: z.ZodType) {
  const inJson = { schema: bodyRef(`${pascal(operationName(endpoint))}Reply${status === '200' ? '' : status}`, schema, 'output') };
  const types = mediaTypesOf(endpoint, Number(status));
  const text = { schema: { type: 'string' } };
  return Object.fromEntries(types.map((type) => [type, type === 'application/json' ? inJson : type.startsWith('text/') ? text : {}]));
}
