import { beforeAll, expect, test } from 'vitest';
import { inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { addConnection } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { createMappableField, deleteMappableField } from './commands.ts';

const own = testWeb();
const url = '/settings/super/mappable-fields';
let sam: Person;
let admin: Person;
beforeAll(async () => {
  sam = await own.person(await own.account(), 'super');
  admin = await own.person(await own.account(), 'account_admin');
});

const send = async (method: 'GET' | 'POST' | 'DELETE', address = url, payload?: object, person: Person | null = sam) => {
  const reply = await own.as(person, { method, url: address, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.json() };
};
const field = {
  connector_id: 'ship_station',
  connector_name: 'ShipStation',
  name: 'advancedOptions.customField2',
  description: 'Custom field 2',
};

test('a super admin adds a field of a kind of connection, and every account with one can map it', async () => {
  const { status, body } = await send('POST', url, field);
  expect([status, body]).toEqual([201, { id: expect.any(Number), message: 'The field was added.', runId: expect.any(Number) }]);
  const listed = (await send('GET')).body;
  expect(listed.mappableFields).toEqual([{ id: body.id, ...field }]);
  expect(listed.connectors).toContainEqual({ id: 'ship_station', name: 'ShipStation' });
  const connection = await addConnection(own, admin.accountId);
  const [row] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [connection]);
  const { sourceFields } = (await send('GET', `/api/connectors/${row?.slug}/field-mappings`, undefined, admin)).body;
  expect(sourceFields).toContainEqual({ name: field.name, description: field.description });
  expect((await send('POST', url, field)).status).toBe(422);
  expect(await send('DELETE', `${url}/${body.id}`)).toEqual({
    status: 200,
    body: { message: 'The field was deleted.', runId: expect.any(Number) },
  });
  expect((await send('DELETE', `${url}/${body.id}`)).status).toBe(404);
});

test('the audit has the connector of a field by the name that people know', async () => {
  await own.sql('delete from mappable_fields');
  const named = { ...field, name: 'advancedOptions.customField1' };
  const { id } = (await send('POST', url, named)).body;
  const { runId } = (await send('DELETE', `${url}/${id}`)).body;
  await send('POST', `/api/runs/${runId}/undo`, {});
  const rows = await own.sql<{ verb: string; changes: object }>(
    `select verb, changes -> 'connector' as changes from audit_entries where noun = 'mappable field' and record_name = $1 order by id`,
    [named.name],
  );
  expect(rows).toEqual([
    { verb: 'created', changes: { from: null, to: 'ShipStation' } },
    { verb: 'deleted', changes: { from: 'ShipStation', to: null } },
    { verb: 'undid', changes: { from: null, to: 'ShipStation' } },
  ]);
  await own.sql('delete from mappable_fields');
});

test('what was added or deleted is undone by a super admin, unless somebody else has done so or added the same field', async () => {
  const named = { ...field, name: 'advancedOptions.customField3' };
  const undo = ({ runId }: { runId: number }, person?: Person) => send('POST', `/api/runs/${runId}/undo`, {}, person);
  const listed = async () => (await send('GET')).body.mappableFields;
  const added = (await send('POST', url, named)).body;
  expect((await send('GET', '/api/runs')).body.data[0]).toMatchObject({ subject: `${named.name}: Add`, undoable: true });
  expect(await undo(added)).toMatchObject({ status: 200, body: { message: `“${named.name}” is no longer there.`, runId: null } });
  expect(await listed()).toEqual([]);
  expect((await undo(added)).status).toBe(409);
  const { id } = (await send('POST', url, named)).body;
  const deleted = (await send('DELETE', `${url}/${id}`)).body;
  expect((await undo(deleted, await own.person(sam.accountId, 'account_admin'))).status).toBe(403);
  expect(await undo(deleted)).toMatchObject({ status: 200, body: { message: `“${named.name}” is there again.` } });
  expect(await listed()).toEqual([{ id, ...named }]);
  const again = (await send('DELETE', `${url}/${id}`)).body;
  const other = (await send('POST', url, { ...named, description: 'Another' })).body;
  expect((await undo(again)).body.errorMessage).toBe('It has been deleted, or added again, since. This cannot be undone.');
  expect((await undo(other)).status).toBe(200);
  expect((await undo(again)).status).toBe(200);
  await send('DELETE', `${url}/${id}`);
});

test.each([
  ['adds the same field', 'DELETE', (tenant: Tenant) => createMappableField(tenant, field)],
  ['deletes the same field', 'POST', (tenant: Tenant, id: number) => deleteMappableField(tenant, id)],
] as const)('an undo while another super admin %s is refused', async (_what, done, does) => {
  await own.sql('delete from mappable_fields');
  const { id, ...added } = (await send('POST', url, field)).body;
  const { runId } = done === 'POST' ? added : (await send('DELETE', `${url}/${id}`)).body;
  const undone = await inTenant(own.database, await own.person(await own.account(), 'super'), async (tenant) => {
    await does(tenant, id);
    const waiting = send('POST', `/api/runs/${runId}/undo`, {});
    await expect
      .poll(() => own.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .not.toEqual([]);
    return { waiting };
  });
  expect(await undone.waiting).toMatchObject({
    status: 409,
    body: { errorMessage: 'It has been deleted, or added again, since. This cannot be undone.' },
  });
});

const lacking = 'Field name, Field Description and Connector fields cannot be empty';
test.each([
  [{}, ['name', 'description', 'connector_id']],
  [{ ...field, name: ' ' }, ['name']],
  [{ ...field, description: '' }, ['description']],
  [{ ...field, connector_id: '' }, ['connector_id']],
])('%j lacks %j', async (payload, fields) => {
  const { status, body } = await send('POST', url, payload);
  expect([status, body]).toEqual([422, { ...Object.fromEntries(fields.map((each) => [each, [lacking]])), errorMessage: lacking }]);
});

test('a connector that there is not is refused', async () => {
  expect((await send('POST', url, { ...field, connector_id: 'nobody' })).body).toMatchObject({
    connector_id: ['There is no such connector.'],
  });
});

test.each(['GET', 'POST', 'DELETE'] as const)('nobody but super admins may %s them', async (method) => {
  const address = method === 'DELETE' ? `${url}/1` : url;
  expect((await send(method, address, method === 'POST' ? field : undefined, admin)).status).toBe(403);
});
