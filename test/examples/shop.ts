import type { InjectOptions } from 'fastify';
import { hashPassword } from '../../app/people/accounts/passwords/passwords.ts';
import { createSessionFor, createUser } from '../../app/people/accounts/people.ts';
import { seedDemo } from '../../app/screens/demo/seed.ts';
import { application, startConsentingFolder } from '../../connectors/contract-suite/consenting-folder.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { cheap } from '../cheap.ts';
import { runJobs } from '../shop/engine.ts';
import type { Person, TestWeb } from '../web.ts';

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** What stands for everybody's password in the examples. */
export const password = 'seven green lorries wait';
const limits = { shipStation: null, channelAdvisor: null, amware: null, netsuite: null };

/** The demo's account as its shop knows it when everything was read once, and somebody of it who may do everything. */
export async function openShop(own: TestWeb) {
  const sandbox = await startSandbox({ goods: 60, pace: 'manual', limits });
  sandbox.control.client().catalogue.take([{ sku: 'MUG-BLUE', name: 'Blue mug', units: 120 }]);
  sandbox.control.seller().add([{ orderNumber: 'W-20417', serviceCode: 'rm_tracked_24', items: [{ sku: 'MUG-BLUE', quantity: 2 }] }]);
  const folder = await startConsentingFolder(() => ({ headers: { 'content-type': 'text/csv' }, text: 'order,date,sku\n' }));
  const { env, engine, directory, sessions } = own.web.parts;
  Object.assign(engine, { applications: { csv_drop: application } });
  /** Of this machine connectors may call one address alone. */
  const reach = (origin = sandbox.origin) => Object.assign(engine, { sandboxOrigin: origin });
  reach();
  await seedDemo({ databaseUrl: own.url, env, sandboxOrigin: sandbox.origin, books: true, sells: false });
  const [{ id: accountId } = { id: 0 }] = await own.sql<{ id: number }>("select id::int from accounts where name = 'Northwind Gifts'");

  const person = async (name: string, role: Person['role'], email: string): Promise<Person> => {
    const passwordHash = await hashPassword(password, cheap);
    const userId = await createUser(directory, { email, name, role, accountId, passwordHash });
    return { userId, accountId, role, email, cookie: await createSessionFor(directory, sessions.cookie, userId) };
  };
  const ann = await person('Ann Baker', 'super', 'ann@example.com');
  const anew = async (who: Person): Promise<Person> => ({ ...who, cookie: await createSessionFor(directory, sessions.cookie, who.userId) });
  /** The number in the first column of the first row; the account is $1. */
  const find = async (text: string, ...values: unknown[]): Promise<number> => {
    const [row] = await own.sql<Record<string, string>>(text, [accountId, ...values]);
    if (!row) throw new Error(`Nothing there: ${text}`);
    return Number(Object.values(row)[0]);
  };
  const call = async (method: InjectOptions['method'], url: string, payload?: object) => {
    const reply = await own.as(await anew(ann), { method, url, ...(payload && { payload }) } as InjectOptions);
    if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.body}`);
    return reply.body === '' ? null : reply.json();
  };
  const work = () => runJobs(own, engine);
  /** Does the jobs that a call waits for. */
  const working = async <T>(reply: Promise<T>): Promise<T> => {
    let replied = false;
    const settled = reply.finally(() => (replied = true));
    settled.catch(() => undefined);
    while (!replied) await work();
    return settled;
  };
  const connection = (connector: string) => find('select id from connections where account_id = $1 and connector = $2', connector);
  const close = () => Promise.all([sandbox.stop(), folder.stop()]);
  await work();
  return { own, sandbox, folder, accountId, ann, anew, person, find, call, work, working, connection, reach, close };
}
