import { Button } from '@mantine/core';
import { useState } from 'react';
import { page } from '../../../platform/http/page.ts';
import { readAddress } from '../../../platform/list/query.ts';
import { EmptyState } from '../../ui/blocks/empty-state.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { formOf } from '../../ui/form/form-of.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useLiveReload } from '../../ui/live/use-live.ts';
import { mayDo } from '../accounts/people/permissions.ts';
import type { Route } from './+types/list-page.ts';
import { changeDepartmentCall, createDepartmentCall, type Department, listDepartmentsCall } from './contract.ts';
import { listDepartments } from './queries.ts';
import { departmentsList } from './widgets/departments-list.tsx';

export const loader = page('work', async ({ session, tenant, search }) => {
  const query = readAddress(listDepartmentsCall, search, session);
  const departments = await listDepartments(tenant, query);
  return { query, departments, mayChange: mayDo(session.role, 'team'), form: formOf(createDepartmentCall) };
});

/** Who is notified of which issue, and sees which tickets first. */
export default function DepartmentsPage({ loaderData: { query, departments, mayChange, form } }: Route.ComponentProps) {
  const [edited, setEdited] = useState<Department | 'new' | null>(null);
  const shared = { form, onClose: () => setEdited(null) };
  useLiveReload(['departments']);
  return (
    <>
      <ListPage
        title="Departments"
        list={departmentsList(mayChange ? setEdited : null)}
        page={departments}
        query={query}
        actions={mayChange && <Button onClick={() => setEdited('new')}>New department</Button>}
        empty={
          <EmptyState title="No departments">
            Departments decide who is notified of which issue, and who sees a ticket first. They do not limit what people can see.
          </EmptyState>
        }
      />
      {edited === 'new' && <FormDialog title="New department" call={createDepartmentCall} verb="Create department" {...shared} />}
      {edited && edited !== 'new' && (
        <FormDialog
          title={`Edit “${edited.name}”`}
          call={changeDepartmentCall}
          params={{ id: edited.id }}
          values={{ name: edited.name }}
          was={edited.name}
          verb="Save"
          {...shared}
        />
      )}
    </>
  );
}
