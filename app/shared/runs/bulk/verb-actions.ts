import type { BulkAction, Given } from '../../../ui/list/declaration.ts';
import { followRun } from '../working/report-outcome.ts';

/** What a list offers for each verb, and says of it before it is started. */
export type VerbActions<Verb extends string> = { readonly [Each in Verb]: Omit<BulkAction, 'run'> };
/** What a person chose: ticked records, or all that were prepared. */
type Selection = { ids?: number[] | undefined; runId?: number | undefined };
type Start<Verb extends string> = (verb: Verb, selection: Selection, given: Given) => Promise<{ runId: number; message: string }>;

/** The bulk actions of a list: each starts a run, and follows it until it has ended. */
export function verbActions<Verb extends string>(actions: VerbActions<Verb>, start: Start<Verb>, reload: () => void): BulkAction[] {
  const verbs = Object.entries(actions) as [Verb, VerbActions<Verb>[Verb]][];
  return verbs.map(([verb, action]) => ({
    ...action,
    async run(target, given) {
      const reply = await start(verb, 'ids' in target ? { ids: target.ids.map(Number) } : { runId: target.runId }, given);
      followRun({ reply, label: action.label, reload });
    },
  }));
}
