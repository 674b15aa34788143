import type pg from 'pg';
import { aliveChecks, steadyClient } from './steady.ts';

/** A claim that one process at most has at a time, of all that share a database. */
export type OnlyOne = {
  /** Whether this process has the claim; takes it where it is free. @throws pg's errors */
  mine: () => Promise<boolean>;
  close: () => Promise<void>;
};

/** The claim is an advisory lock of a session of its own, so it is free again when the process or its connection ends. */
export function onlyOne(url: string, lock: number): OnlyOne {
  let session: { client: pg.Client; connected: Promise<unknown> } | undefined;
  let has = false;
  /** One session, however many ask at once: a second one would keep the lock from the first for ever. */
  const open = () => {
    const client = steadyClient({ connectionString: url, application_name: 'crossdock-claim', ...aliveChecks });
    const opened = { client, connected: client.connect() };
    const lose = () => {
      if (session !== opened) return;
      session = undefined;
      has = false;
    };
    client.on('error', lose).on('end', lose);
    opened.connected.catch(lose);
    return opened;
  };
  return {
    async mine() {
      session ??= open();
      const own = session;
      await own.connected;
      if (session === own && has) return true;
      const { rows } = await own.client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lock]);
      // The session may have been lost in the meantime. Who asks at the same time takes the lock once more, which changes nothing.
      has = session === own && rows[0]?.mine === true;
      return has;
    },
    async close() {
      await session?.client.end();
    },
  };
}
