import type { z } from 'zod';
import { anybody, type Paginated, readAddress } from '../../../platform/list/query.ts';
import type { SignedIn } from '../../../platform/signed-in.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { type NounName, whoMayChange } from '../../base/nouns.ts';
import { mayDo } from '../../people/accounts/people/permissions.ts';
import { formOf } from '../../ui/form/form-of.ts';
import type { ImportEntity } from '../imports/entity.ts';
import { openList } from '../views/open-list.ts';
import type { NounCalls } from './calls.ts';

type Opened = { session: SignedIn; tenant: Tenant; search: URLSearchParams };
type Listed<Row, Query extends z.ZodObject> = {
  calls: Pick<NounCalls<z.ZodType, Query>, 'list'> & Pick<NounCalls, 'create'>;
  /** The columns that can be chosen, all of which are usual. */
  columns: readonly string[];
  list: (tenant: Tenant, query: z.output<Query>) => Promise<Paginated<Row>>;
};

/** What `NounPage` shows, for the loader of a noun's list. */
export async function loadNoun<Row, Query extends z.ZodObject, Name extends NounName>(
  opened: Opened,
  { name, import: files }: { name: Name; import: ImportEntity | null },
  { calls, columns, list }: Listed<Row, Query>,
) {
  const { session, tenant, search } = opened;
  const query = readAddress(calls.list, search, session);
  const usual = readAddress(calls.list, new URLSearchParams(), anybody);
  const views = await openList(opened, { entity: name, query, usual, columns: { all: columns, usual: columns } });
  return {
    ...{ name, query, views, form: formOf(calls.create), files: files?.number ?? null },
    page: await list(tenant, query),
    mayChange: mayDo(session.role, whoMayChange(name)),
  };
}
