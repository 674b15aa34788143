import { z } from 'zod';
import { type Endpoint, refusal } from '../../endpoint.ts';
import { problem } from '../problem.ts';
import { type Example, exampleOf, isRefusal, type Making } from './examples.ts';
import { bodyRef, type JsonSchema, jsonSchema } from './json-schema.ts';
import { mediaTypesOf } from './media-types.ts';
import { nounOf, operationName, pascal } from './names.ts';
import { everyProblem, headersOf, otherVersion, problemRef } from './problem-replies.ts';
import { everyReply, isShared, refOfReply } from './shared-replies.ts';

/** An operation of the document: what an endpoint takes and replies. */
export function operation(endpoint: Endpoint, making: Making) {
  const name = operationName(endpoint);
  const example = exampleOf(endpoint, making);
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [nounOf(endpoint.path)],
    description: access(endpoint),
    parameters: [
      ...parameters('path', endpoint.params, example.params),
      ...parameters('query', endpoint.query, example.query),
      ...(endpoint.viaXhr ? [ownScript] : []),
      ...(endpoint.byKey ? [...headersOf(endpoint.byKey), otherVersion] : []),
    ],
    ...takes(endpoint, pascal(name), example.body),
    responses: {
      ...(endpoint.byKey ? everyProblem(endpoint) : everyReply(endpoint)),
      ...Object.fromEntries(Object.entries(endpoint.replies).map(([status, schema]) => [status, reply(endpoint, status, schema, example)])),
    },
    ...(endpoint.may === 'anyone' && { security: [] }),
  };
}

function access({ may, viaXhr, byKey }: Endpoint): string {
  const who =
    may === 'anyone' ? 'Needs no session.' : may === 'signed_in' ? 'Needs a session.' : `Needs a session whose role may “${may}”.`;
  if (byKey) return byKey.scope === null ? 'Needs a key.' : `Needs a key with the scope \`${byKey.scope}\`.`;
  return viaXhr ? `${who} It changes something, so only a script of the product’s own pages may call it.` : who;
}

const ownScript = {
  ...{ name: 'X-Requested-With', in: 'header', required: true },
  schema: { type: 'string', const: 'XMLHttpRequest' },
};

function parameters(where: 'path' | 'query', schema: z.ZodType | undefined, example: Record<string, unknown>) {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input');
  // A call that takes any parameters has those of its example alone to show.
  const others = Object.keys(example).filter((name) => !(name in properties));
  const described = { ...properties, ...Object.fromEntries(others.map((name) => [name, { type: 'string' }])) };
  return Object.entries(described).map(([name, property]) => ({
    name: name === '*' ? 'path' : name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
    ...(name in example && { example: example[name] }),
  }));
}

function takes({ form, formFields, body }: Endpoint, name: string, example: unknown) {
  if (form !== undefined)
    return { requestBody: { required: true, content: formWith(form, formFields, example as Record<string, unknown>) } };
  if (!body) return {};
  // A call that does without a body is one that reads its absence as a value.
  const required = !body.safeParse(undefined).success;
  return { requestBody: { required, content: { 'application/json': { schema: bodyRef(`${name}Body`, body, 'input'), example } } } };
}

function formWith(file: string, fields: z.ZodObject | undefined, example: Record<string, unknown>) {
  const { properties = {}, required = [] } = fields ? jsonSchema(fields, 'input') : {};
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      ...properties,
      [file]: { type: 'string', contentMediaType: 'application/octet-stream', description: shownFile(example[file]) },
    },
    required: [...required, file],
  };
  return { 'multipart/form-data': { schema, example } };
}

/** Readers of the document show no example of a form. */
const shownFile = (file: unknown) => (String(file).includes('\n') ? `A file like this:\n\n\`\`\`\n${file}\`\`\`` : `A picture, as ${file}`);

function reply(endpoint: Endpoint, status: string, schema: z.ZodType, { replies }: Example) {
  if (Number(status) >= 400 && schema === refusal && isShared(status)) return refOfReply(status);
  if (schema === problem) return problemRef(status);
  const description = descriptionOf(status);
  if (schema instanceof z.ZodNull || status === '304') return { description };
  return { description, content: contentOf(endpoint, status, schema, replies[status]) };
}

const descriptionOf = (status: string) =>
  !isRefusal(status) ? 'Done' : Number(status) < 300 ? 'Not done' : Number(status) < 400 ? 'Not changed since' : 'Refused';

/** One of several media types is chosen by the request's Accept: JSON then has the shape that is declared, the others are texts. */
function contentOf(endpoint: Endpoint, status: string, schema: z.ZodType, example: unknown) {
  const sample = example !== undefined && { example };
  const inJson = {
    ...sample,
    schema: bodyRef(`${pascal(operationName(endpoint))}Reply${status === '200' ? '' : status}`, schema, 'output'),
  };
  const types = mediaTypesOf(endpoint, Number(status));
  const words = typeof example === 'string' ? example : (example as { message?: string } | undefined)?.message;
  const text = { schema: { type: 'string' }, ...(words !== undefined && { example: words }) };
  return Object.fromEntries(types.map((type) => [type, type === 'application/json' ? inJson : type.startsWith('text/') ? text : {}]));
}
