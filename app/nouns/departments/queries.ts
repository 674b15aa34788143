import { sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Paginated } from '../../../platform/list/query.ts';
import { readPage } from '../../../platform/list/read-page.ts';
import { idsMatching } from '../../../platform/list/scan.ts';
import type { ListSource } from '../../../platform/list/source.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { type Department, type DepartmentQuery, departmentCalls } from './contract.ts';

const people = (tenant: Tenant) => sql<number>`(select count(*)::int from member_departments m
  where ${inAccount(tenant, 'm')} and m.department_id = departments.id)`;

/** What loses a department that is deleted. */
const named = (tenant: Tenant) => ({
  rules: sql<number>`(select count(*)::int from notification_rules r where ${inAccount(tenant, 'r')} and r.department_id = departments.id)`,
  invitations: sql<number>`(select count(*)::int from invitation_departments i
    where ${inAccount(tenant, 'i')} and i.department_id = departments.id)`,
  tickets: sql<number>`(select count(*)::int from support_tickets t where ${inAccount(tenant, 't')} and t.department_id = departments.id)`,
});

const source = (tenant: Tenant): ListSource<'departments', DepartmentQuery['orderBy']> => ({
  table: 'departments',
  sorts: { name: sql`lower(name)`, people: people(tenant) },
  words: ['name', 'description'],
});

/** So many that a list of all of them can still be chosen from. */
export const mostDepartments = 1_000;

/** How many more may be created. */
export async function roomForDepartments(tenant: Tenant): Promise<number> {
  const counted = tenant.db.selectFrom('departments').select(sql<number>`count(*)::int`.as('count')).where(inAccount(tenant));
  const { count } = await counted.executeTakeFirstOrThrow();
  return Math.max(0, mostDepartments - count);
}

export function listDepartments(tenant: Tenant, query: DepartmentQuery): Promise<Paginated<Department>> {
  const { rules, invitations, tickets } = named(tenant);
  return readPage(tenant, departmentCalls.list, query, source(tenant), (ids) =>
    tenant.db
      .selectFrom('departments')
      .select(['id', 'name', 'description', people(tenant).as('people')])
      .select([rules.as('rules'), invitations.as('invitations'), tickets.as('tickets')])
      .where(inAccount(tenant))
      .where('id', 'in', ids)
      .execute(),
  );
}

/** The ids of the departments that the list's filter matches. */
export const matchingDepartments = (tenant: Tenant, { search }: Pick<DepartmentQuery, 'search'>) =>
  idsMatching(tenant, source(tenant), search);
