import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addedTo, brokenBy, type Described, isRelease, readSurface, surfaceOf, writeSurface } from '../../../../test/v1-surface.ts';
import { testWeb } from '../../../../test/web.ts';
import { newestVersion } from '../../../people/keys/versions.ts';

const own = testWeb();
const file = join(import.meta.dirname, `released/${newestVersion}.txt`);

const command = 'RELEASE=1 npx vitest run --project unit app/screens/v1/document/released.test.ts';

test('nothing that callers rely on has changed since this version was released', async () => {
  const now = surfaceOf((await own.web.inject('/v1/openapi.json')).json());
  if (isRelease) await writeFile(file, writeSurface(now));
  const released = readSurface(await readFile(file, 'utf8'));
  expect(released.length).toBeGreaterThan(100);
  expect(brokenBy(now, released)).toEqual([]);
  // From then on callers rely on it, too.
  expect(addedTo(now, released), `What only adds to this version is written down: ${command}`).toEqual([]);
});

const thing = (schema: object, more = {}): Described =>
  ({
    paths: {
      '/v1/things': {
        post: {
          parameters: [{ name: 'state', in: 'query', schema: { type: 'string', enum: ['open', 'closed'] } }],
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
          ...more,
        },
      },
    },
    components: { schemas: { Thing: { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] } } },
  }) as never;
const named = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const released = surfaceOf(thing(named));

test.each<[string, Described, string[]]>([
  ['nothing', thing(named), []],
  ['a field that is taken besides', thing({ ...named, properties: { ...named.properties, note: { type: 'string' } } }), []],
  [
    'a field that is needed besides',
    thing({ ...named, properties: { ...named.properties, note: { type: 'string' } }, required: ['name', 'note'] }),
    ['new: POST /v1/things needs body.note'],
  ],
  ['a parameter that is taken no longer', thing(named, { parameters: [] }), ['gone: POST /v1/things takes state: string']],
  [
    'a value that is taken no longer',
    thing(named, { parameters: [{ name: 'state', in: 'query', schema: { type: 'string', enum: ['open'] } }] }),
    ['gone: POST /v1/things takes state = "closed"'],
  ],
  ['a reply in another status', thing(named, { responses: { 201: {} } }), ['gone: POST /v1/things replies 200']],
  ['no call', { paths: {}, components: { schemas: {} } }, ['gone: POST /v1/things']],
])('a document with %s breaks what it should', (_what, later, expected) => {
  const broken = brokenBy(surfaceOf(later), released);
  expect(broken.slice(0, 1).length).toBe(expected.length);
  for (const line of expected) expect(broken).toContain(line);
});

test('what a version has besides is told, so that it is written down', () => {
  const more = surfaceOf(thing({ ...named, properties: { ...named.properties, note: { type: 'string' } } }));
  expect(addedTo(more, released)).toEqual(['POST /v1/things takes body.note: string']);
  expect(addedTo(released, more)).toEqual([]);
});

test('a reply that lacks a field, or has it as something else, breaks its readers', () => {
  const now = (id: object) => ({ ...thing(named), components: { schemas: { Thing: { type: 'object', properties: id } } } }) as never;
  expect(brokenBy(surfaceOf(now({})), released)).toContain('gone: POST /v1/things replies 200 application/json.id: number');
  expect(brokenBy(surfaceOf(now({ id: { type: ['number', 'null'] } })), released)).toContain(
    'gone: POST /v1/things replies 200 application/json.id: number',
  );
  expect(brokenBy(surfaceOf(now({ id: { type: 'number' } })), released)).toEqual(['gone: POST /v1/things always 200 application/json.id']);
});
