import type { Directory } from '../../accounts/people/directory.ts';

export type NotedCall = {
  accountId: number;
  keyId: number;
  at: Date;
  method: string;
  /** Without its query. */
  path: string;
  status: number;
  ms: number;
  address: string;
};

/** Calls of a key since the last write. `minute`: since 1970. */
export type Used = { accountId: number; keyId: number; minute: number; calls: number; at: Date; address: string };

/** How many calls all processes have counted in a minute. */
export type Counted = { account_id: number; key_id: number; minute: number; calls: number; of_account: number };

/** Adds up the uses of keys, in the order of their ids, so that two processes that write at once wait for each other. */
export function writeUses(directory: Directory, uses: Used[]): Promise<Counted[]> {
  return directory.transaction(async (query) => {
    await query(
      `insert into api_key_uses as u (account_id, key_id, minute, calls, last_used_at, last_address)
       select account_id, key_id, to_timestamp(minute * 60), calls, at, address
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::timestamptz[], $6::text[])
         as use (account_id, key_id, minute, calls, at, address) order by key_id
       on conflict (account_id, key_id) do update set
         calls = case when u.minute = excluded.minute then u.calls + excluded.calls when u.minute < excluded.minute then excluded.calls
           else u.calls end,
         minute = greatest(u.minute, excluded.minute), last_used_at = greatest(u.last_used_at, excluded.last_used_at),
         last_address = excluded.last_address`,
      [
        uses.map(({ accountId }) => accountId),
        uses.map(({ keyId }) => keyId),
        uses.map(({ minute }) => minute),
        uses.map(({ calls }) => calls),
        uses.map(({ at }) => at),
        uses.map(({ address }) => address),
      ],
    );
    return query<Counted>(
      `select u.account_id, u.key_id, (extract(epoch from u.minute) / 60)::bigint as minute, u.calls,
         (select sum(x.calls)::int from api_key_uses x where x.account_id = u.account_id and x.minute = u.minute) as of_account
       from api_key_uses u join unnest($1::bigint[], $2::bigint[]) as use (account_id, key_id) using (account_id, key_id)`,
      [uses.map(({ accountId }) => accountId), uses.map(({ keyId }) => keyId)],
    );
  });
}

/** Keeps these calls, and of each of their keys no more than so many. */
export async function writeCalls(directory: Directory, calls: NotedCall[], most: number): Promise<void> {
  await directory.query(
    `insert into api_calls (account_id, key_id, at, method, path, status, ms, address)
     select * from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::text[], $5::text[], $6::int[], $7::int[], $8::text[])`,
    [
      calls.map(({ accountId }) => accountId),
      calls.map(({ keyId }) => keyId),
      calls.map(({ at }) => at),
      calls.map(({ method }) => method),
      calls.map(({ path }) => path),
      calls.map(({ status }) => status),
      calls.map(({ ms }) => ms),
      calls.map(({ address }) => address),
    ],
  );
  const keys = new Map(calls.map(({ keyId, accountId }) => [keyId, accountId]));
  await directory.query(
    `delete from api_calls c using unnest($1::bigint[], $2::bigint[]) as key (account_id, key_id)
     where c.account_id = key.account_id and c.key_id = key.key_id and c.id <= (
       select x.id from api_calls x where x.account_id = key.account_id and x.key_id = key.key_id order by x.id desc offset $3 limit 1)`,
    [[...keys.values()], [...keys.keys()], most],
  );
}
