import { href } from 'react-router';
import type { IssueType } from '../../../../shared/issues/issue.ts';

export const ordersWith = (issue: string) => `${href('/orders')}?view=attention&issue=${issue}`;
export const purchasesWith = (issue: IssueType) => `${href('/purchase-orders')}?view=attention&issue=${issue}`;
