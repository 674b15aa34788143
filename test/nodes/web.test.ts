import { beforeAll, describe, expect, test } from 'vitest';
import { readWindowStates } from '../../app/shared/connections/schedule/queries.ts';
import { readStopped } from '../../app/shared/connections/sending.ts';
import { agentIsStopped } from '../../app/shared/runs/bulk/agent-stopped.ts';
import { inTenant, type Tenant } from '../../platform/tenant.ts';
import { distributedDatabase } from '../database.ts';
import { addConnection } from '../shop/rows.ts';
import { type Person, testWeb } from '../web.ts';
import { citusUrl, nextAccountElsewhere, nodesOfAccounts } from './cluster.ts';

const password = 'a walk along the harbour';

// Skipped without CITUS_URL: the owner's address of a database of the coordinator that knows its nodes.
describe.skipIf(!citusUrl)('the web process on a distributed database, on the nodes at CITUS_URL', () => {
  const nodes = distributedDatabase();
  const own = testWeb({}, nodes);
  let here: Person;
  let there: Person;
  let sam: Person;
  let ports: number[];

  beforeAll(async () => {
    const first = await own.account('Here');
    await own.sql(nextAccountElsewhere, [first]);
    const second = await own.account('There');
    sam = await own.person(await own.account('Portal'), 'super', password);
    [here, there] = [await own.person(first, 'account_admin', password), await own.person(second, 'account_admin', password)];
    ports = (await own.sql<{ node: number }>(nodesOfAccounts, [[first, second]])).map(({ node }) => node);
  });

  /** Signs in with a password, as in a new browser. */
  async function signIn(person: Person): Promise<Person> {
    const payload = { email: person.email, password };
    const reply = await own.as(null, { method: 'POST', url: '/api/auth/sign-in/email', payload });
    expect(reply.statusCode, reply.body).toBe(200);
    return {
      ...person,
      cookie: [reply.headers['set-cookie']]
        .flat()
        .map((each) => String(each).split(';')[0])
        .join('; '),
    };
  }
  const status = async (person: Person, request: Parameters<typeof own.as>[1]) => (await own.as(person, request)).statusCode;
  const lastVisits = () => own.sql(`select user_id from last_visits where at > now() - interval '1 hour' order by user_id`);

  test('what asks the coordinator and the node of an account is read from both', async () => {
    const within = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(own.database, here, work);
    const connection = await addConnection(own, here.accountId);
    expect(await within(readStopped)).toBeNull();
    expect(await within((tenant) => readWindowStates(tenant, connection))).toContainEqual(expect.objectContaining({ open: true }));
    const run = { entity: 'orders', nothing_leaves: true, is_agents: true, proposed_key_id: 1 };
    expect(await within((tenant) => agentIsStopped(tenant, run))).toBe(true);
  });

  test('each list and record that is read replies', { timeout: 120_000 }, async () => {
    const reads = own.web.web.endpoints.filter(({ method, path, may }) => method === 'GET' && path !== '/api/events' && may !== 'anyone');
    const failures: string[] = [];
    for (const { path } of reads) {
      const reply = await own.as(here, { url: path.replace(/:\w+|\*/g, '1') });
      // 504 says that an export takes longer than the test waits.
      if (reply.statusCode >= 500 && reply.statusCode !== 504) failures.push(`${path}: ${reply.body}`);
    }
    expect(reads.length).toBeGreaterThan(50);
    expect(failures).toEqual([]);
  });

  test('while a node takes no connections, people of accounts on others sign in, read and write, and visits are noted', async () => {
    expect(new Set(ports).size).toBe(2);
    const open = await nodes.shut(ports[1] ?? 0);
    await own.sql(`update last_visits set at = now() - interval '1 day'`);
    const [ann, bob] = [await signIn(here), await signIn(there)];
    expect(await lastVisits()).toHaveLength(2);
    expect(await status(ann, { url: '/api/orders' })).toBe(200);
    expect(await status(ann, { method: 'POST', url: '/api/departments', payload: { name: 'Returns' } })).toBe(201);
    const team = (await own.as(ann, { url: '/api/team' })).json();
    expect(team.members).toMatchObject([{ user_id: here.userId, last_seen_at: expect.any(String) }]);
    expect(await status(bob, { url: '/api/orders' })).toBeGreaterThanOrEqual(500);
    await own.sql(`update last_visits set at = now() - interval '1 day'`);
    await own.web.parts.uses.flush();
    expect(await lastVisits()).toHaveLength(2);
    const { data } = (await own.as(await signIn(sam), { url: '/settings/super/accounts' })).json();
    expect(data).toMatchObject([{ name: 'Here', lost_node: null }, {}, { name: 'There', lost_node: `127.0.0.1:${ports[1]}` }]);
    await open();
    expect(await status(bob, { url: '/api/orders' })).toBe(200);
  });
});
