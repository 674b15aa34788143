import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { AtWarehouse, useIsListed } from '../../mappings/saves/at-warehouse.tsx';
import type { PreviewedChange } from '../../mappings/saves/contract.ts';
import { useShowSaved } from '../../mappings/saves/use-saved.ts';
import { showFailure } from '../listings/link-failure.ts';
import { deleteListingsCall, listingsImpactCall } from '../listings/listing-contract.ts';
import { Impact } from './impact.tsx';

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
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved();
  const { data, error } = useQuery({
    queryKey: ['listings-impact', slug],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => call(listingsImpactCall, { params: { name: slug } }, signal),
  });
  const changes: PreviewedChange[] = [{ connection: slug, change: { kind: 'all_links' } }];
  const isListed = useIsListed(changes);
  const remove = async () => {
    try {
      showSaved(await call(deleteListingsCall, { params: { name: slug } }));
    } catch (error) {
      showFailure(error);
    }
    await revalidate();
  };
  return (
    <ConfirmDialog
      title="Delete Products"
      text={
        <>
          <p>{deleteAllQuestion}</p>
          <Impact counted={data && impactOfAll(data)} error={error} />
          <AtWarehouse changes={changes} />
        </>
      }
      verb={data ? `Delete ${countedWords(data.products, 'product')}` : 'Delete'}
      danger
      disabled={!(data || error) || !isListed}
      run={remove}
      onClose={onClose}
    />
  );
}

export const deleteAllQuestion = 'Are you sure you want to delete all connector products?';

export function impactOfAll({ linked, stops }: { linked: number; stops: number }): string {
  if (linked === 0) return 'None of them is linked.';
  const links = `${countedWords(linked, 'of them is linked', 'of them are linked')}.`;
  return stops === 0
    ? `${links} No open order goes by these links now.`
    : `${links} ${countedWords(stops, 'open order', 'open orders')} will stop.`;
}
