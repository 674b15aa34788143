import type { BulkAction, Given } from '../../../ui/list/declaration.ts';
import { followRun } from '../working/report-outcome.ts';

/** What a list offers for each verb, and says of it before it is started. `undoable`: what came of it can be taken back. */
export type Offered<Verb extends string> = { readonly [Each in Verb]: Omit<BulkAction, 'run'> & { undoable?: boolean } };
/** What a person chose: ticked records, or all that were prepared. */
type Chosen = { ids?: number[] | undefined; runId?: number | undefined };
type Start<Verb extends string> = (verb: Verb, chosen: Chosen, given: Given) => Promise<{ runId: number; message: string }>;

/** The bulk actions of a list: each starts a run, and follows it until it has ended. */
export function verbActions<Verb extends string>(offered: Offered<Verb>, start: Start<Verb>, reload: () => void): BulkAction[] {
  const verbs = Object.entries(offered) as [Verb, Offered<Verb>[Verb]][];
  return verbs.map(([verb, { undoable = false, ...action }]) => ({
    ...action,
    async run(target, given) {
      const reply = await start(verb, 'ids' in target ? { ids: target.ids.map(Number) } : { runId: target.runId }, given);
      followRun({ reply, label: action.label, undoable, reload });
    },
  }));
}
