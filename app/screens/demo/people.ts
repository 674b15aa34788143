import type { Columns } from '../../../platform/columns.ts';
import type { Directory } from '../../people/accounts/people/directory.ts';

type Person = Columns<'users', 'id' | 'name'>;

/** The demo's account and its people by their e-mail addresses. */
export type DemoAccount = { accountId: number; accountName: string; people: Map<string, Person> };

export async function demoAccount(directory: Directory, accountId: number): Promise<DemoAccount> {
  const [account] = await directory.query<Columns<'accounts', 'name'>>('select name from accounts where id = $1', [accountId]);
  const people = await directory.query<Columns<'users', 'id' | 'name' | 'email'>>(
    'select u.id, u.name, u.email from users u join members m on m.user_id = u.id where m.account_id = $1',
    [accountId],
  );
  return { accountId, accountName: account?.name ?? '', people: new Map(people.map(({ email, ...person }) => [email, person])) };
}
