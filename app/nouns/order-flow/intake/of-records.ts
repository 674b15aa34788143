import { isOfData } from '../../../../platform/by-halves.ts';
import { IllegalTransition } from '../settle.ts';

/** Whether it is the records' fault that they cannot be stored: the same ones would fail again. */
export const isOfRecords = (error: unknown): error is Error => error instanceof IllegalTransition || isOfData(error);
