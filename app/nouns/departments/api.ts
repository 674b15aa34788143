import { nounApi } from '../../shared/noun/mount.ts';
import { changeDepartment, createDepartment, deleteDepartment } from './commands.ts';
import { departmentCalls } from './contract.ts';
import { departmentBulk } from './noun.ts';
import { listDepartments, matchingDepartments } from './queries.ts';

export const departmentsApi = nounApi(departmentBulk, departmentCalls, {
  ...{ list: listDepartments, matching: matchingDepartments },
  ...{ create: createDepartment, change: changeDepartment, remove: deleteDepartment },
});
