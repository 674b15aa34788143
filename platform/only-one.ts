import pg from 'pg';

/** A claim that one process at most has at a time, of all that share a database. */
export type OnlyOne = {
  /** Whether this process has the claim; takes it where it is free. @throws pg's errors */
  mine: () => Promise<boolean>;
  close: () => Promise<void>;
};

/** The claim is an advisory lock of a session of its own, so it is free again when the process or its connection ends. */
export function onlyOne(url: string, lock: number): OnlyOne {
  let client: pg.Client | undefined;
  let has = false;
  const lose = () => {
    client = undefined;
    has = false;
  };
  const connected = async (): Promise<pg.Client> => {
    if (client) return client;
    const opened = new pg.Client({ connectionString: url, application_name: 'crossdock-claim', keepAlive: true });
    opened.on('error', lose).on('end', lose);
    await opened.connect();
    client = opened;
    return opened;
  };
  return {
    async mine() {
      const session = await connected();
      if (has) return has;
      const { rows } = await session.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lock]);
      // It may have been lost in the meantime.
      has = client === session && rows[0]?.mine === true;
      return has;
    },
    async close() {
      await client?.end();
    },
  };
}
