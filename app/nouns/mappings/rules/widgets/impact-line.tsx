import { call } from '../../../../../platform/call.ts';
import type { Reply } from '../../../../../platform/endpoint.ts';
import { useQuery } from '../../../../ui/hooks/use-query.ts';
import { NotCounted } from '../../../../ui/text/not-counted.tsx';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import { SentLines } from '../../saves/at-warehouse/sent-lines.tsx';
import { impactOfRuleCall, type RuleChange } from '../contract.ts';

/** How many waiting orders a rule would change, mend or stop; asked anew when the rule is another. Null while it is still typed. */
export function ImpactLine({ slug, change }: { slug: string; change: RuleChange | null }) {
  const { data, error } = useQuery({ ...impactQuery(slug, change ?? {}), enabled: change !== null, staleTime: 0, gcTime: 0 });
  if (error) return <NotCounted error={error} />;
  if (!data) return <p className="soft">Counting waiting orders…</p>;
  return (
    <>
      <OfWaiting {...data} />
      {data.at_warehouse_parts && <SentLines {...data.at_warehouse_parts} />}
    </>
  );
}

export const impactQuery = (slug: string, change: RuleChange) => ({
  queryKey: ['rule impact', slug, change],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(impactOfRuleCall, { params: { name: slug }, body: change }, signal),
});

function OfWaiting({ changes, mends, stops, all }: Pick<Reply<typeof impactOfRuleCall>, 'changes' | 'mends' | 'stops' | 'all'>) {
  if (changes === 0) return <p className="soft">No waiting order changes by it.</p>;
  return (
    <p>
      Changes {countedWords(changes, 'waiting order')}
      {!all && ' of the newest 5,000'}
      {mends > 0 && `, mends ${mends.toLocaleString('en-US')}`}
      {stops > 0 && `, stops ${stops.toLocaleString('en-US')}`}.
    </p>
  );
}
