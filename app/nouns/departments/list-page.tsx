import { page } from '../../../platform/http/page.ts';
import { loadNoun } from '../../shared/noun/load.ts';
import { NounPage } from '../../shared/noun/noun-page.tsx';
import { EmptyState } from '../../ui/blocks/empty-state.tsx';
import type { Route } from './+types/list-page.ts';
import { departmentCalls, departmentColumns } from './contract.ts';
import { departmentsNoun } from './noun.ts';
import { listDepartments } from './queries.ts';
import { deletionText, departmentsList, departmentVerbs } from './widgets/departments-list.tsx';

export const loader = page('work', (opened) =>
  loadNoun(opened, departmentsNoun, { calls: departmentCalls, columns: departmentColumns, list: listDepartments }),
);

/** Who is notified of which issue, and sees which tickets first. */
export default function DepartmentsPage({ loaderData }: Route.ComponentProps) {
  return (
    <NounPage
      loaded={loaderData}
      calls={departmentCalls}
      topic="departments"
      list={departmentsList}
      verbs={departmentVerbs}
      valuesOf={({ name, description }) => ({ name, description })}
      deletionText={deletionText}
      empty={
        <EmptyState title="No departments">
          Departments decide who is notified of which issue, and who sees a ticket first. They do not limit what people can see.
        </EmptyState>
      }
    />
  );
}
