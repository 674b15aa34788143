import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { rendered } from '../../../../test/rendered.tsx';
import HomePage from '../home-page.tsx';
import { loadHome } from '../load.ts';

const own = testDatabase();

test.each([
  [true, 'Connect the warehouse'],
  [false, 'Only account admins change connections.'],
])('a new account’s Home comes with its first steps, before any script runs: may connect %s', async (mayConnect, says) => {
  const loaded = await inTenant(own.database, await addAccount(own), (tenant) => loadHome(tenant, 'UTC'));
  const page = { loaderData: { ...loaded, mayConnect } } as unknown as ComponentProps<typeof HomePage>;
  const text = rendered(<HomePage {...page} />);
  for (const each of ['Connect the channel that you sell on', 'Connect the warehouse that ships', says]) expect(text).toContain(each);
});
