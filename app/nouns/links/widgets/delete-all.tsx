import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { goesOnToSellMany } from '../../stock-out/panels/goes-on.ts';
import { deleteListingsCall, listingsImpactCall } from '../listings/listing-contract.ts';
import { RemovalDialog } from './removal-dialog.tsx';

/** Deletes all products of a connection once that was confirmed. */
export function DeleteAll({ slug }: { slug: string }) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setConfirming(true)}>
        Delete Products
      </Button>
      {isConfirming && <DeleteAllDialog slug={slug} onClose={() => setConfirming(false)} />}
    </>
  );
}

function DeleteAllDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const params = { name: slug };
  const { data, error } = useQuery({
    ...{ queryKey: ['listings-impact', slug], staleTime: 0, gcTime: 0 },
    queryFn: ({ signal }) => call(listingsImpactCall, { params }, signal),
  });
  return (
    <RemovalDialog
      {...{ title: 'Delete Products', text: deleteAllQuestion, error, onClose }}
      impact={data && impactOfAll(data)}
      changes={[{ connection: slug, change: { kind: 'all_links' } }]}
      verb={data ? `Delete ${countedWords(data.products, 'product')}` : 'Delete'}
      disabled={!(data || error)}
      remove={() => call(deleteListingsCall, { params })}
    />
  );
}

export const deleteAllQuestion = 'Are you sure you want to delete all connector products?';

export function impactOfAll({ linked, stops, sold }: { linked: number; stops: number; sold: number }): string {
  if (linked === 0) return 'None of them is linked.';
  const links = `${countedWords(linked, 'of them is linked', 'of them are linked')}.`;
  const orders = stops === 0 ? 'No open order goes by these links now.' : `${countedWords(stops, 'open order', 'open orders')} will stop.`;
  return `${links} ${orders} ${goesOnToSellMany('The channel', sold)}`.trimEnd();
}
