/** The headline of Home. `trouble` names connections that fail but need no person. */
export function headlineOf({ stopped, issues, today, missing, trouble }: Situation): string {
  if (stopped > 0) return stopped === 1 ? '1 order waits for a person' : `${write(stopped)} orders wait for a person`;
  if (issues > 0) return issues === 1 ? '1 issue needs a person' : `${write(issues)} issues need a person`;
  if (missing.length > 0) return `Connect a ${missing.join(' and a ')}, and orders flow`;
  if (trouble.length > 0) return `Nothing needs a person. ${trouble.join(' and ')} ${trouble.length === 1 ? 'has' : 'have'} trouble.`;
  return `Everything is flowing. ${today === 1 ? '1 order' : `${write(today)} orders`} today.`;
}

export type Situation = {
  /** Orders that are stopped by an issue. */
  stopped: number;
  /** Open issues of any type, also those that stop no order. */
  issues: number;
  /** Orders that arrived today. */
  today: number;
  /** Kinds of connection that the account lacks. */
  missing: ('channel' | 'warehouse')[];
  trouble: string[];
};

const write = (count: number) => count.toLocaleString('en-US');
