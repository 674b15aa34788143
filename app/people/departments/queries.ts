import { sql } from 'kysely';
import type { Paginated } from '../../../platform/list/query.ts';
import { readPage } from '../../../platform/list/read-page.ts';
import type { ListSource } from '../../../platform/list/source.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { type Department, type DepartmentQuery, listDepartmentsCall } from './contract.ts';

const people = sql<number>`(select count(*)::int from member_departments m
  where m.account_id = departments.account_id and m.department_id = departments.id)`;

const source: ListSource<'departments', DepartmentQuery['orderBy']> = {
  table: 'departments',
  sorts: { name: sql`lower(name)`, people },
  words: ['name'],
};

export function listDepartments(tenant: Tenant, query: DepartmentQuery): Promise<Paginated<Department>> {
  return readPage(tenant, listDepartmentsCall, query, source, (ids) =>
    tenant.db
      .selectFrom('departments')
      .select(['id', 'name', people.as('people')])
      .where('account_id', '=', tenant.accountId)
      .where('id', 'in', ids)
      .execute(),
  );
}
