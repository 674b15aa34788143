import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import { previewedCodes } from '../../saves/contract.ts';
import { DeleteMapping } from '../../saves/delete-mapping.tsx';
import { useShowSaved } from '../../saves/use-saved.ts';
import { deleteQuestion, deleteShippingOptionCall, type ShippingOption } from '../contract.ts';

/** Asks before a shipping code is deleted, and says how many orders that stops. */
export function DeleteOption({ slug, option, onClose }: { slug: string; option: ShippingOption; onClose: () => void }) {
  const { id, connectorCode: code, amwareCode } = option;
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved('deletion');
  const isMapped = amwareCode !== null;
  const remove = async () => {
    showSaved(await call(deleteShippingOptionCall, { params: { name: slug }, query: { id, was: amwareCode ?? '' } }));
    await revalidate();
  };
  return (
    <DeleteMapping
      {...{ slug, kind: 'shipping', code, name: code, question: deleteQuestion, isMapped, remove, onClose }}
      changes={previewedCodes(slug, 'shipping', isMapped ? [{ code, to: null }] : [])}
      consequenceOf={(stops) => (isMapped ? consequenceOf(stops) : 'It is not mapped.')}
    />
  );
}

function consequenceOf(stops: number | undefined): string {
  if (stops === undefined) return 'Counting its orders…';
  if (stops === 0) return 'No order that has not left goes by it.';
  return `${countedWords(stops, 'order that has not left goes', 'orders that have not left go')} by it, and will wait for a new mapping.`;
}
