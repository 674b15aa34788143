import { until } from '../faults/until.ts';
import type { Stage } from './stage.ts';

type Name = 'amware' | 'ship_station' | 'netsuite';

/** What the screen of connections shows of one. */
export type Shown = { slug: string; name: string; state: string; last_failure: string | null };

const names: Record<Name, string> = { amware: 'Amware', ship_station: 'ShipStation', netsuite: 'NetSuite' };

/** Connects as a person does, with an early start date: all that was ever sold is read. `over`: other settings. */
export const connect = ({ person, seller }: Stage, connector: Name, over: Record<string, string> = {}): Promise<unknown> =>
  person.call('POST', '/api/connectors', {
    ...{ connector, name: names[connector], since: '2020-01-01', settings: { ...seller.settings[connector], ...over } },
  });

export const disconnect = ({ person }: Stage, connector: Name): Promise<unknown> => person.call('DELETE', `/api/connectors/${connector}`);

/** What is refused, as its reply says. @throws Error where it is not */
export async function refused(work: Promise<unknown>, code: string, named: string): Promise<void> {
  const said = await work.then(
    (reply) => `Not refused: ${JSON.stringify(reply)}`,
    (error: Error) => error.message,
  );
  if (!said.includes(`"${code}"`) || !said.includes(named)) throw new Error(`Expected ${code} that names ${named}. ${said}`);
}

/** Waits until a connection is in a state. @throws Error where it does not come to it */
export async function becomes({ person }: Stage, slug: string, state: string): Promise<void> {
  const shown = async () => ((await person.call('GET', '/api/connectors')) as { data: Shown[] }).data.find((one) => one.slug === slug);
  if (!(await until(async () => (await shown())?.state === state, 60_000)))
    throw new Error(`${slug} is ${JSON.stringify(await shown())}, not ${state}.`);
}
