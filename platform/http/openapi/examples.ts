import type { z } from 'zod';
import type { Endpoint, ExampleOfCall } from '../../endpoint.ts';
import { jsonSchema } from './json-schema.ts';
import { nounOf } from './names.ts';
import { type Samples, sampleOf } from './sample.ts';

type Values = Record<string, unknown>;

/** By call, as `GET /api/orders`: what its example has beside what its declaration says. */
export type Examples = Readonly<Record<string, ExampleOfCall>>;

/** What examples are made of. */
export type Making = { samples: Samples; examples: Examples };

/** A call as it may be sent, and what it replies. */
export type Example = {
  params: Values;
  query: Values;
  body: unknown;
  /** By status. */
  replies: Record<string, unknown>;
};

/**
 * An example of an endpoint: what `examples` or its declaration has, and for the rest samples that fit its schemas. A request has what the
 * call cannot do without, and what is said of it there; a reply has all.
 */
export function exampleOf(endpoint: Endpoint, { samples, examples }: Making): Example {
  const { method, path, params, query } = endpoint;
  const example: ExampleOfCall = { ...endpoint.example, ...examples[`${method} ${path}`] };
  const within = nounOf(path);
  const request = (schema: Endpoint['params']) =>
    schema ? (sampleOf(jsonSchema(schema, 'input'), { samples, reply: false }, { name: within, within: '' }) as Values) : {};
  const first = Object.keys(endpoint.replies)[0];
  const reply = (status: string, schema: z.ZodType) =>
    sampleOf(jsonSchema(schema, 'output'), { samples, reply: true }, { name: isRefusal(status) ? 'refused' : within, within: '' });
  const replies = Object.entries(endpoint.replies)
    .filter(([status]) => Number(status) < 300)
    .map(([status, schema]) => [status, status === first && example.reply !== undefined ? example.reply : reply(status, schema)]);
  return {
    params: { ...request(params), ...(example.params as Values) },
    query: { ...request(query), ...(example.query as Values) },
    body: bodyOf(endpoint, example, request),
    replies: Object.fromEntries(replies),
  };
}

/** The specification's calls reply 210 and what follows where they do nothing. */
export const isRefusal = (status: string): boolean => Number(status) >= 210;

/** Of a form: its fields with the file, whose content a text of several lines is; one of one line is the name of a picture. */
function bodyOf({ form, formFields, body }: Endpoint, example: ExampleOfCall, request: (schema: Endpoint['body']) => unknown): unknown {
  if (form !== undefined) return { ...(request(formFields) as Values), ...example.fields, [form]: example.file };
  return body && (example.body ?? request(body));
}
