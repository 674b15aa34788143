import { type RouterContextProvider, redirect } from 'react-router';
import { requestContext } from '../../platform/http/request-context.ts';
import type { SignedIn } from '../../platform/signed-in.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { signInAddress } from '../accounts/next-address.ts';
import { type Health, listHealth } from '../connections/queries.ts';
import { countNeedsPerson } from '../issues/queries.ts';

export type NavConnection = { slug: string; label: string; health: Health };
export type ShellData = {
  session: SignedIn;
  /** How many orders need attention; when none does, how many other issues. */
  needsPerson: number;
  connections: NavConnection[];
  folded: boolean;
  /** The server's clock in ms, so that the first render in the browser shows the same times. */
  now: number;
};

/** The shell's data. Redirects to the sign-in page, and back afterwards, when there is no session. */
export async function loadShell(context: Readonly<RouterContextProvider>, request: Request): Promise<ShellData> {
  const { session, reading } = context.get(requestContext);
  if (!session) throw redirect(signInAddress(request));
  const folded = /(?:^|; )nav=folded/.test(request.headers.get('cookie') ?? '');
  return { session, ...(await reading(shellCounts)), folded, now: Date.now() };
}

async function shellCounts(tenant: Tenant): Promise<Pick<ShellData, 'needsPerson' | 'connections'>> {
  const [needsPerson, connections] = await Promise.all([countNeedsPerson(tenant), listHealth(tenant)]);
  return { needsPerson, connections: connections.map(({ slug, name, health }) => ({ slug, label: name, health })) };
}
