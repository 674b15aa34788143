import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Edge, startEdge } from '../../../../connectors/scripted-edge.ts';
import { type Person, testWeb } from '../../../../test/web.ts';

const own = testWeb({ demo: true });
let folder: Edge;
let ann: Person;
const sites = ['de', 'fr', 'uk'];

beforeAll(async () => {
  const text = `site,order,date,sku\n${sites.map((site) => `${site},A-${site},2026-11-20,MUG`).join('\n')}\n`;
  folder = await startEdge(() => ({ headers: { 'content-type': 'text/csv' }, text }));
  Object.assign(own.web.parts.engine, { sandboxOrigin: folder.origin });
  ann = await own.person(await own.account(), 'account_admin');
});
afterAll(() => folder.stop());

const settingsOf = (chosen: string[]) => ({ address: folder.origin, token: 'a token', sites: JSON.stringify(chosen) });
const connect = (name: string, chosen: string[]) =>
  own.as(ann, { method: 'POST', url: '/api/connectors', payload: { connector: 'csv_drop', name, settings: settingsOf(chosen) } });
const change = (slug: string, chosen: string[]) =>
  own.as(ann, { method: 'PUT', url: `/api/connectors/${slug}`, payload: { settings: settingsOf(chosen) } });

test('a connection has several sites, chosen from what the vendor lists, and shares none with another', async () => {
  const listed = await own.as(ann, {
    ...{ method: 'POST', url: '/api/connector-choices' },
    payload: { connector: 'csv_drop', choices: 'sites', settings: settingsOf([]) },
  });
  expect(listed.json().choices.map(({ id }: { id: string }) => id)).toEqual(sites);
  expect((await connect('North', ['uk', 'de', 'uk'])).statusCode).toBe(201);
  const stored = () => own.sql('select slug, settings, identities from connections where account_id = $1 order by id', [ann.accountId]);
  const key = (site: string) => expect.stringMatching(new RegExp(`^csv_drop:folder/.*/site/${site}$`));
  expect(await stored()).toMatchObject([{ settings: { sites: '["de","uk"]' }, identities: [key('de'), key('uk')] }]);
  // Some of what another has, and the whole of it.
  for (const chosen of [['fr', 'uk'], []]) {
    const shared = await connect('South', chosen);
    expect([shared.statusCode, shared.json().errorMessage]).toEqual([409, expect.stringContaining('North')]);
  }
  expect((await connect('South', ['fr'])).statusCode).toBe(201);
  const widened = await change('csv_drop-2', ['de', 'fr']);
  expect([widened.statusCode, widened.json().code]).toEqual([409, 'connected_twice']);
  expect((await change('csv_drop', ['uk'])).statusCode).toBe(200);
  expect((await change('csv_drop-2', ['de', 'fr'])).statusCode).toBe(200);
  expect((await change('csv_drop-2', [])).json()).toMatchObject({ code: 'connected_twice' });
});

test('what is no list of choices is refused below its field', async () => {
  const reply = await own.as(ann, {
    ...{ method: 'POST', url: '/api/connectors' },
    payload: { connector: 'csv_drop', name: 'A', settings: { ...settingsOf([]), sites: 'uk' } },
  });
  expect([reply.statusCode, reply.json()]).toEqual([422, { 'settings.sites': ['Must be a list of choices'] }]);
});
