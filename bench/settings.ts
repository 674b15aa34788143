import { appendFileSync } from 'node:fs';
import { machineMemory, memoryFor } from '../platform/embedded-postgres/memory.ts';

export const isObserved = process.env.BENCH_STATEMENTS === '1';

/** As safe as in production, and with as much memory: only the folder goes away at the end. */
export const asInProduction = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', ...memoryFor(machineMemory()) };

/** BENCH_STATEMENTS=1 counts statements, and writes the plans of slow ones to bench-plans.log. */
export const observed = (): Record<string, string> =>
  isObserved
    ? {
        shared_preload_libraries: 'pg_stat_statements,auto_explain',
        'pg_stat_statements.track': 'all',
        'auto_explain.log_min_duration': '20ms',
        'auto_explain.log_analyze': 'on',
        'auto_explain.log_triggers': 'on',
        'auto_explain.log_parameter_max_length': '200',
      }
    : {};

const nobody = () => undefined;
export const silent = { debug: nobody, info: nobody, warn: nobody };
export const noted = { ...silent, debug: (line: string) => appendFileSync('bench-plans.log', `${line}\n`) };
