import { z } from 'zod';
import { text } from '../../../platform/endpoint.ts';
import { listQuery } from '../../../platform/list/query.ts';
import { nounCalls } from '../../shared/noun/calls.ts';

/** With how many people are in it, and how many kinds of notifications, invitations and tickets name it. */
export const department = z.object({
  ...{ id: z.number(), name: z.string(), description: z.string(), people: z.number() },
  ...{ rules: z.number(), invitations: z.number(), tickets: z.number() },
});
export type Department = z.output<typeof department>;

/** The fields of a department, which its form and its files have. */
export const departmentFields = {
  name: text(1_000).trim().min(1, 'Give the department a name.').max(60, 'A name has at most 60 characters.').meta({ title: 'Name' }),
  description: text(1_000).trim().max(200, 'A description has at most 200 characters.').meta({ title: 'What it does' }),
};
const body = z.object({ name: departmentFields.name, description: departmentFields.description.optional() });
export type DepartmentBody = z.output<typeof body>;

export const departmentQuery = listQuery({ sorts: ['name', 'people'] });
export type DepartmentQuery = z.output<typeof departmentQuery>;
export const departmentColumns = ['name', 'description', 'people'] as const;

export const departmentCalls = nounCalls({
  ...{ name: 'departments', path: '/api/departments', may: 'team', verbs: ['delete'] },
  ...{ row: department, query: departmentQuery, filter: departmentQuery.pick({ search: true }), body },
});
