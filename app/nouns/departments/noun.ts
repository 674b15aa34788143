import { sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import { selectedExport } from '../../shared/exports/selected/export.ts';
import { safe } from '../../shared/exports/selected/file.ts';
import { bySchema } from '../../shared/imports/read-cell.ts';
import { tableImport } from '../../shared/imports/table-import.ts';
import type { Noun } from '../../shared/noun/noun.ts';
import type { BulkNoun } from '../../shared/runs/bulk/noun.ts';
import { viewed } from '../../shared/views/lists.ts';
import { deleteDepartments } from './commands.ts';
import { departmentCalls, departmentColumns, departmentFields, departmentQuery } from './contract.ts';
import { matchingDepartments, mostDepartments, roomForDepartments } from './queries.ts';
import { isUsed, lockDepartments, restoreDepartments, type StoredDepartment } from './stored.ts';

/** Many are deleted together, and are there again with the people who were in them. */
export const departmentBulk: BulkNoun<StoredDepartment, 'delete' | 'restore'> = {
  name: 'departments',
  lock: lockDepartments,
  label: ({ name }) => name,
  verbs: {
    delete: {
      undo: 'restore',
      async perform(tenant, rows, { group }) {
        await deleteDepartments(tenant, rows, group);
        return {};
      },
    },
    restore: { giveBack: restoreDepartments },
  },
};

const { name, description } = departmentFields;

export const departmentsNoun: Noun<'departments'> = {
  name: 'departments',
  bulk: departmentBulk,
  import: tableImport({
    ...{ name: 'departments', number: 5, topic: 'departments', notRead: ['people'] },
    isUsed,
    ...{ most: mostDepartments, room: roomForDepartments },
    columns: [
      { name: 'name', title: 'Name', also: ['Department'], sample: 'Returns', read: bySchema(name, { code: 'at_most', most: 60 }) },
      { name: 'description', title: 'What it does', sample: 'Tests returns', read: bySchema(description, { code: 'at_most', most: 200 }) },
    ],
  }),
  export: selectedExport(departmentCalls.export, matchingDepartments, {
    kind: 'departments',
    columns: [
      ...[safe('name', 'r.name'), safe('description', 'r.description')],
      ['people', (tenant) => sql`(select count(*) from member_departments m where ${inAccount(tenant, 'm')} and m.department_id = r.id)`],
    ],
    order: sql`lower(r.name), r.id`,
  }),
  ...{ undo: {}, discussed: null, words: null, search: null },
  views: viewed(departmentQuery.omit({ page: true }), departmentColumns),
};
