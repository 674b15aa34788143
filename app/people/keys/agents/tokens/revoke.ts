import type { Directory } from '../../../accounts/people/directory.ts';
import { digestOf, readKey } from '../../key-text.ts';
import { endGrant, lockGrant } from './grants.ts';
import type { Form } from './wrong-request.ts';

const tables = { access: 'api_key_secrets', refresh: 'agent_tokens' } as const;

/** Ends an agent at the wish of its program, by one of its tokens. One that is not known ends nothing. Source: RFC 7009. */
export async function revokeToken(directory: Directory, { form, address }: { form: Form; address: string }): Promise<void> {
  const [text, clientId] = [form.required('token'), form.required('client_id')];
  for (const kind of ['access', 'refresh'] as const) {
    const parts = readKey(text, kind);
    if (!parts) continue;
    await directory.transaction(async (query) => {
      const grant = await lockGrant(query, parts.handle);
      if (grant?.client_id !== clientId) return;
      const found = await query(`select from ${tables[kind]} where account_id = $1 and key_id = $2 and digest = $3`, [
        ...[grant.account_id, grant.id],
        digestOf(parts.secret),
      ]);
      if (found.length > 0) await endGrant(query, grant, 'by its program', address);
    });
  }
}
