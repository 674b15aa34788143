import { page } from '../../../../platform/http/page.ts';
import { PageHeader } from '../../../ui/blocks/page-header.tsx';
import { mayDo } from '../people/permissions.ts';
import type { Route } from './+types/account-page.ts';
import { listTimezones, readAccount } from './queries.ts';
import { AccountForm } from './widgets/account-form.tsx';

export const loader = page('work', async ({ session, tenant }) => {
  const [settings, zones] = await Promise.all([readAccount(tenant), listTimezones(tenant)]);
  return { settings, zones, mayChange: mayDo(session.role, 'map') };
});

/** What holds for everyone in the account. */
export default function AccountPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Account" />
      <AccountForm {...loaderData} />
    </>
  );
}
