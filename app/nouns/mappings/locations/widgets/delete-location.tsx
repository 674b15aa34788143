import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { showFailure } from '../../../../ui/alerts/alerts.ts';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import { previewedCodes } from '../../saves/contract.ts';
import { DeleteMapping } from '../../saves/delete-mapping.tsx';
import { useShowSaved } from '../../saves/use-saved.ts';
import { deleteLocationCall, deleteQuestion, type LocationRow, notDeleted } from '../contract.ts';

type Props = {
  slug: string;
  row: LocationRow;
  /** Of a row that is not saved: it goes from the table alone. */
  onRemove: (internalId: string) => void;
  onClose: () => void;
};

/** Asks before a location's mapping is deleted, and says which orders it concerns. */
export function DeleteLocation({ slug, row, onRemove, onClose }: Props) {
  const { id, internal_id: code, connector_location: name, amware_location } = row;
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved('deletion');
  const remove = async () => {
    if (id === null) return onRemove(code);
    try {
      showSaved(await call(deleteLocationCall, { params: { connector: slug, id }, query: { was: amware_location ?? '' } }));
    } catch (error) {
      return showFailure(error, notDeleted);
    }
    await revalidate();
  };
  return (
    <DeleteMapping
      {...{ slug, kind: 'location', code, name, question: deleteQuestion, isMapped: id !== null, remove, onClose }}
      changes={previewedCodes(slug, 'location', id === null ? [] : [{ code, to: null, is_deleted: true }])}
      consequenceOf={amware_location === null ? consequenceOfUnmapped : consequenceOf}
    />
  );
}

function consequenceOf(stops = 0): string | null {
  if (stops === 0) return null;
  const orders = countedWords(stops, 'order that has not left goes', 'orders that have not left go');
  return `${orders} by it. Without it the warehouse chooses where they leave from.`;
}

function consequenceOfUnmapped(stops = 0): string | null {
  if (stops === 0) return null;
  const orders = countedWords(stops, 'order that has not left names it', 'orders that have not left name it');
  return `${orders}. Without it none of them waits for its mapping, and the warehouse chooses where they leave from.`;
}
