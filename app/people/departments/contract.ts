import { z } from 'zod';
import { endpoint, id, messageReply, refusal, text } from '../../../platform/endpoint.ts';
import { listQuery, paginated } from '../../../platform/list/query.ts';

const one = z.object({ id });

export const department = z.object({
  id: z.number(),
  name: z.string(),
  /** How many people are in it. */
  people: z.number(),
});
export type Department = z.output<typeof department>;

const name = text(1_000).trim().min(1, 'Give the department a name.').max(60, 'A name has at most 60 characters.').meta({ title: 'Name' });
const body = z.object({ name });
export type DepartmentBody = z.output<typeof body>;

const was = z.string().max(1_000).optional().meta({
  description: 'The name when the change began: refused with 409 where the department has another by now',
});

const query = listQuery({ sorts: ['name', 'people'] });
export type DepartmentQuery = z.output<typeof query>;

export const listDepartmentsCall = endpoint({
  method: 'GET',
  path: '/api/departments',
  may: 'signed_in',
  summary: 'One page of the departments',
  query,
  replies: { 200: paginated(department) },
});

export const createDepartmentCall = endpoint({
  method: 'POST',
  path: '/api/departments',
  may: 'team',
  summary: 'Create a department',
  body,
  replies: { 201: messageReply.extend({ id: z.number() }) },
});

export const changeDepartmentCall = endpoint({
  method: 'PUT',
  path: '/api/departments/:id',
  may: 'team',
  summary: 'Rename a department',
  params: one,
  body: body.extend({ was }),
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});

export const deleteDepartmentCall = endpoint({
  method: 'DELETE',
  path: '/api/departments/:id',
  may: 'team',
  summary: 'Delete a department; the people in it are no longer in one',
  params: one,
  replies: { 200: messageReply, 404: refusal },
});
