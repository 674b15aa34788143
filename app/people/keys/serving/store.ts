import type { Column, Columns } from '../../../../platform/columns.ts';
import type { SignedIn } from '../../../../platform/signed-in.ts';
import type { Directory } from '../../accounts/people/directory.ts';

/** What is known of a key, of whatever account. Times are in seconds from now. */
export type StoredKey = Columns<'api_keys', 'id' | 'name' | 'scopes' | 'networks' | 'shop_id' | 'audience'> &
  Columns<'users', 'email'> &
  Columns<'accounts', 'timezone' | 'date_style' | 'page_size'> & {
    account_id: Column<'accounts', 'id'>;
    account_name: Column<'accounts', 'name'>;
    user_id: Column<'users', 'id'>;
    maker: Column<'users', 'name'>;
    /** Null where its maker is no member. */
    role: Exclude<SignedIn['role'], 'super'> | null;
    version: string;
    /** Null: for ever. */
    seconds_left: number | null;
    secrets: (Columns<'api_key_secrets', 'digest'> & { seconds_left: number | null })[];
    is_paused: boolean;
    is_revoked: boolean;
    is_suspended: boolean;
    needs_two_factor: boolean;
  };

const statement = `
  select k.account_id, k.id, k.name, k.scopes, k.networks, k.shop_id, k.audience, k.version::text as version, u.id as user_id,
    u.name as maker, u.email, m.role,
    a.name as account_name, a.timezone, a.date_style, a.page_size, a.suspended_at is not null as is_suspended,
    (a.two_factor_required or (u.is_super and $2)) and not u.two_factor_enabled as needs_two_factor,
    k.paused_at is not null or m.role is null as is_paused, k.revoked_at is not null as is_revoked,
    extract(epoch from k.expires_at - now())::float as seconds_left,
    (select json_agg(json_build_object('digest', s.digest, 'seconds_left', extract(epoch from s.until - now())::float))
      from api_key_secrets s where s.account_id = k.account_id and s.key_id = k.id) as secrets
  from api_keys k
  join accounts a on a.id = k.account_id
  join users u on u.id = k.made_by
  left join members m on m.account_id = k.account_id and m.user_id = k.made_by
  where k.handle = $1`;

/** The key that is found by this handle. `strictSupers`: super admins must have two-factor sign-in. */
export async function readStoredKey({ query }: Directory, handle: string, strictSupers: boolean): Promise<StoredKey | null> {
  return (await query<StoredKey>(statement, [handle, strictSupers], 'api key'))[0] ?? null;
}
