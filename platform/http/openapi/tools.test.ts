import { compileErrors, validate } from '@readme/openapi-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect, test } from 'vitest';
import { testWeb } from '../../../test/web.ts';

type Operation = {
  operationId: string;
  parameters: { in: string; name: string; required: boolean }[];
  responses: Record<string, unknown>;
} & {
  requestBody?: { required: boolean; content: Record<string, unknown> };
  security?: unknown[];
};
type Document = { paths: Record<string, Record<string, Operation>>; components: Record<string, Record<string, unknown>> };

const own = testWeb();
let text: string;
beforeAll(async () => {
  text = (await own.as(await own.person(await own.account(), 'super'), { method: 'GET', url: '/api/openapi.json' })).body;
});
/** A tool may change what it is given. */
const document = () => JSON.parse(text) as Document;
const operations = () => Object.values(document().paths).flatMap((each) => Object.values(each));
const at = (method: string, path: string) => document().paths[path]?.[method] as Operation;

test('two independent validators take the document', async () => {
  const first = await new Validator().validate(document());
  expect([first.valid, first.errors]).toEqual([true, undefined]);
  const second = await validate(document() as never);
  expect(second.valid ? [] : compileErrors(second)).toEqual([]);
});

test('each operation has a name of its own, and each shared schema is referred to', () => {
  const names = operations().map(({ operationId }) => operationId);
  expect(names.length).toBeGreaterThan(250);
  expect(new Set(names).size).toBe(names.length);
  const unused = Object.keys(document().components.schemas ?? {}).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
  expect(unused).toEqual([]);
});

test('an object stands once: no two shared schemas are the same, and none of them is repeated where it is used', () => {
  const written = Object.values(document().components.schemas ?? {}).map((schema) => JSON.stringify(schema));
  expect(new Set(written).size).toBe(written.length);
  const inside = JSON.stringify(document().paths);
  expect(written.filter((schema) => inside.includes(schema))).toEqual([]);
});

test('who may call without a session, with what header and body, is said where programs read it', () => {
  expect(at('post', '/api/auth/sign-in/email').security).toEqual([]);
  expect(at('get', '/api/orders').security).toBeUndefined();
  const header = { in: 'header', name: 'X-Requested-With', required: true };
  expect(at('get', '/api/download-csv').parameters).toContainEqual(expect.objectContaining(header));
  expect(at('post', '/api/products/import').requestBody).toMatchObject({
    content: { 'multipart/form-data': { schema: { properties: { mappingColumn: {}, connector: {} }, required: ['uploadedFile'] } } },
  });
  expect(at('patch', '/api/orders/{id}/toggle-lock').requestBody?.required).toBe(false);
  expect(at('put', '/api/orders/save').requestBody?.required).toBe(true);
});

test.each([
  ['/api/audit/export', ['text/csv']],
  ['/api/events', ['text/event-stream']],
  ['/api/download-csv', ['text/plain']],
  ['/api/orders', ['application/json']],
])('%s is sent as %j', (path, types) => {
  expect(Object.keys((at('get', path).responses[200] as { content: object }).content)).toEqual(types);
});

test('refusals are shared, and each call that may be refused for lack of a session or of room says so', () => {
  const refs = Object.values(at('put', '/api/orders/save').responses).map((each) => (each as { $ref?: string }).$ref?.split('/').at(-1));
  expect(refs).toEqual(expect.arrayContaining(['SignedOut', 'NotAllowed', 'TooLarge', 'TooMany', 'Busy', 'WrongFields']));
});
