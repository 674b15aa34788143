import { compileErrors, validate } from '@readme/openapi-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect, test } from 'vitest';
import { testWeb } from '../../../../test/web.ts';
import { scopes } from '../../../people/keys/scopes.ts';

type Operation = {
  operationId: string;
  description: string;
  parameters: { name: string; required?: boolean; schema: object }[];
  responses: Record<string, object>;
  requestBody?: object;
};
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: object } };

const own = testWeb();
let text = '';
beforeAll(async () => {
  text = (await own.web.inject('/v1/openapi.json')).body;
});
/** A tool may change what it is given. */
const document = () => JSON.parse(text) as Document;
const calls = () => own.web.web.endpointsByKey.filter(({ path }) => path.startsWith('/v1/'));
const operationOf = (method: string, path: string) => document().paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

test('two independent validators take the document, which is for everybody', async () => {
  const first = await new Validator().validate(document());
  expect([first.valid, first.errors]).toEqual([true, undefined]);
  const second = await validate(document() as never);
  expect(second.valid ? [] : compileErrors(second)).toEqual([]);
});

test('it describes each call with its scope, and no call of a session', () => {
  const { paths } = document();
  const described = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
  expect(described.sort()).toEqual(
    calls()
      .map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`)
      .sort(),
  );
  expect(paths['/v1/key']?.get).toMatchObject({ operationId: 'getKey', description: 'Needs a key.' });
  const names = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(new Set(names).size).toBe(names.length);
});

test('each scope that a key can have opens a call, and no call takes another', () => {
  // What calls leave out without it, and none asks for by itself.
  const taken = ['read_buyers', ...calls().flatMap(({ byKey }) => byKey?.scope ?? [])];
  expect([...new Set(taken)].sort()).toEqual([...scopes].sort());
});

test('what changes something can be named by its caller, has to be where goods leave, and says how it is refused', () => {
  for (const { method, path, byKey } of calls()) {
    if (method === 'GET') continue;
    const operation = operationOf(method, path);
    const { parameters = [], responses = {} } = operation ?? {};
    const header = parameters.find(({ name }) => name === 'Idempotency-Key');
    // What names each of its records needs no name of the request.
    expect(header?.required, path).toBe(byKey?.named && byKey.named === 'must');
    if (!byKey?.named) expect(path).toMatch(/^\/v1\/shop\//);
    // The record that it names, or what a new one belongs to.
    if (byKey?.named) expect(Object.keys(responses), path).toContain('404');
    if (operation?.requestBody) expect(Object.keys(responses), path).toEqual(expect.arrayContaining(['413', '415']));
    expect(Object.keys(responses), path).toEqual(expect.arrayContaining(['400', '403', '409', '422']));
    if (byKey?.scope === 'release_orders') expect(byKey.named, path).toBe('must');
  }
});

test('each call of a shop says that it is refused while that is disconnected', () => {
  const ofShop = calls().filter(({ path }) => path.startsWith('/v1/shop/'));
  expect(ofShop.length).toBeGreaterThan(5);
  for (const { method, path } of ofShop) expect(Object.keys(operationOf(method, path)?.responses ?? {}), path).toContain('409');
});

test('no reply to a change has a secret: it is kept for a day', () => {
  const changes = calls().filter(({ method }) => method !== 'GET');
  const text = JSON.stringify(changes.map(({ method, path }) => operationOf(method, path)?.responses));
  expect(text).not.toMatch(/"(secret|token|password|key)":/);
});

test('names are words with underscores, in small letters', () => {
  const wrong: string[] = [];
  JSON.stringify(document(), (key, value) => {
    if (key === 'properties') wrong.push(...Object.keys(value).filter((name) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)));
    return value;
  });
  expect(wrong).toEqual([]);
});

test('each example says something by each name', () => {
  expect([...new Set(text.match(/"\w+":"\(\w+\)"/g))]).toEqual([]);
});
