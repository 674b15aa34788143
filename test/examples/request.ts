import type { InjectOptions } from 'fastify';
import type { Endpoint } from '../../platform/endpoint.ts';
import { fill, type Values } from './fill.ts';
import { picture } from './records/files.ts';

type Shown = { example?: unknown; schema?: unknown };
export type Operation = {
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; example?: unknown }[];
  requestBody?: { required: boolean; content: Record<string, Shown> };
  responses: Record<string, { content?: Record<string, Shown> }>;
};

/** The request that a document shows for an operation, with real records in place of what stands for them. @throws where it is not whole */
export async function requestOf({ method, path, form }: Endpoint, operation: Operation, values: Values): Promise<InjectOptions> {
  const shown = (where: 'path' | 'query') =>
    Object.fromEntries(
      operation.parameters.flatMap(({ in: place, name, example, required }) => {
        if (place !== where || (example === undefined && !required)) return [];
        if (example === undefined) throw new Error(`${name} has no example`);
        return [[where === 'path' && name === 'path' ? '*' : name, example]];
      }),
    );
  const content = Object.values(operation.requestBody?.content ?? {})[0];
  if (content && content.example === undefined) throw new Error('The body has no example.');
  const example = { path: shown('path'), query: shown('query'), body: content?.example };
  const { filled, used } = fill(example, values);
  const unused = Object.keys(values).filter((name) => name !== 'as' && !used.has(name));
  if (unused.length > 0) throw new Error(`The example has no ${unused.join(', ')} to fill in.`);
  const { path: params, query, body } = filled as { path: Record<string, unknown>; query: Record<string, string>; body?: unknown };
  const at = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name]))).replace('*', String(params['*']));
  const search = new URLSearchParams(query).toString();
  return { method, url: search ? `${at}?${search}` : at, ...(form ? await asForm(body as Record<string, string>, form) : asJson(body)) };
}

const asJson = (body: unknown): InjectOptions =>
  body === undefined ? {} : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };

/** A file's text; one of a single line is the name of a picture. */
async function asForm(fields: Record<string, string>, file: string): Promise<InjectOptions> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields).toSorted(([a]) => (a === file ? 1 : -1))) {
    const isPicture = name === file && !value.includes('\n');
    const upload = () =>
      isPicture ? new File([new Uint8Array(picture)], value, { type: 'image/png' }) : new File([value], 'file.csv', { type: 'text/csv' });
    form.set(name, name === file ? upload() : value);
  }
  const sent = new Response(form);
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
  return { headers, payload: Buffer.from(await sent.arrayBuffer()) };
}
